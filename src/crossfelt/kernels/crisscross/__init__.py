"""Compiled loops of Criss Cross Poker: all deals of one shape of hole cards at a time, in integers.

May not know a rule book or a pay table: kinds of card, odds and multiples are handed in as arrays. May not round, and
may not check whether a sum fits its integer type: the caller has proved it. Allocates no more than it needs once for a
call: working space is handed in.
"""

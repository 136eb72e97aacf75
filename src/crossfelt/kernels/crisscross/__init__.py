"""Compiled loops of Criss Cross Poker, in integers.

They may not read a rule book or a pay table, round a figure, or check whether a sum fits: the caller has proved that it
does. Open `solution.py` first.
"""

"""Compiled loops of King Cross Poker: sheets scored, played, learned from and searched.

May not know a score card: points, achievements and learned weights are handed in as arrays. May not know a card by
name: cards, squares and lines are numbers. Has no chance of its own: the state of its generator is handed in, so that
the same state gives the same games.
"""

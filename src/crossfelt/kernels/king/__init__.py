"""Compiled loops of King Cross Poker: sheets scored, played, learned from and searched.

They may not read a score card and have no randomness of their own: the state of the generator is a parameter. Open
`sheets.py` first.
"""

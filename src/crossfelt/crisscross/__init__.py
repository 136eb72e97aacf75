"""Criss Cross Poker as pure functions: rule books, rounds, settlement, views and notation.

It may not use a clock, a network, a source of chance or a file outside its own data, and never checks which rule book
it runs. Open `round.py` first.
"""

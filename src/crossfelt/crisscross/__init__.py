"""Criss Cross Poker as pure functions: rule books, rounds, settlement, views and notation.

It may not reach a clock, a network, a source of chance or a file outside its own data, and never asks which rule book
it runs. Open `round.py` first.
"""

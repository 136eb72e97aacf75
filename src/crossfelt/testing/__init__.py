"""Checks that any game, rule book and policy must pass, for authors of new ones.

Playing needs nothing from here: the checks only drive contests and raise `AssertionError`. Open `conformance.py` first.
"""

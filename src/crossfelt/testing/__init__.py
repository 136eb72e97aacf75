"""Checks that any game, rule book and policy must pass, for authors of new ones.

No other part may import them, and they only drive contests and raise `AssertionError`. Open `conformance.py` first.
"""

"""Criss Cross Poker, pure: rule books, rounds, settlement, views, notation.

Nothing here knows a clock, a file outside its own packaged data, a network or a source of chance, and nothing
asks which rule book it runs: whatever differs between the published texts is data in `rulebooks/`.
Imports only the vocabulary (cards, money, ranking, errors) and what any game promises (game, ledger, record).
"""

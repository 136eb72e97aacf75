"""Helpers for the commands of both games: streams, numbers, tables, cards, questions and progress bars.

Nothing here imports a command or has rules of a game. Open `streams.py` first.
"""

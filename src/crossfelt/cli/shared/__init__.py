"""Helpers that commands of both games share: streams, cases, tables, cards and questions.

It may not import a command and holds no rules. Open `streams.py` first.
"""

"""The proof in the record of a round played at a table: how it is made and how it is checked.

It may not know a game, a clock or a file: a record comes in as data, and the first check that fails is named. Open
`check.py` first.
"""

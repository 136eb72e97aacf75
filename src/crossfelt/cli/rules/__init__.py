"""`crossfelt rules`: rule books, rules submissions, clauses and readings. Open `books.py` first.

Nothing here decides about a rule: the commands print what `crisscross`, `kingcross` and `register` return.
"""

"""`crossfelt rules`: rule books, rules submissions, clauses and readings.

It may not decide anything about a rule: it prints what `crisscross`, `kingcross` and `register` return. Open `books.py`
first.
"""

"""`crossfelt rules`: the published rule texts, house submissions, and how each clause is met.

It may not decide anything about a rule: it draws what `crisscross`, `kingcross` and `register` return. Open `books.py`
first.
"""

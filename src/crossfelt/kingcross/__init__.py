"""King Cross Poker as pure functions: the sheet, its scoring, matches, views and notation.

It may not use a clock, a network, a source of chance or a file outside its own data: rolls come in as actions. Open
`match.py` first.
"""

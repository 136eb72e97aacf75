"""`crossfelt floor`: what hosts and floor managers do at a table, from the terminal.

It is a client of a running server, so it may not open a database and holds no rules. Open `orders.py` first.
"""

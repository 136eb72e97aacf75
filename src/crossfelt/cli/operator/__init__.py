"""`crossfelt operator`: run a server from the terminal. Open `orders.py` first.

`token`, `key` and `rotate-key` work on the server machine with the server key. Every other command is a client of the
running server and doesn't open its database.
"""

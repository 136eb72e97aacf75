"""`crossfelt operator`: what the operator of a server does, from the terminal.

It may not open a database: `token` reads only the server key, and every other command is a client of the running
server. Open `orders.py` first.
"""

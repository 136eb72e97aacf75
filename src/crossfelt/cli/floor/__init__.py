"""`crossfelt floor`: run the tables of a server from the terminal. Open `orders.py` first.

Every command is a client of the running server: it doesn't open a database, and the server decides.
"""

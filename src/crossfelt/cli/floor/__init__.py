"""`crossfelt floor`: run the tables of a server from the terminal.

Every command is a client of the running server, so it may not open a database and holds no rules. Open `commands.py`
first.
"""

"""`crossfelt operator`: run a server from the terminal.

It may not open the database of a running server: `token`, `key` and `rotate-key` use the server key on its machine, and
every other command is a client. Open `commands.py` first.
"""

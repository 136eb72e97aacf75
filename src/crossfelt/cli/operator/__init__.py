"""`crossfelt operator`: the operator of a server from the terminal. `token` reads the server's key and nothing else;
every other command is a client of the running server, with that token, and opens no database."""

"""`crossfelt floor`: the floor of a table from the terminal. A client of a running server, with a token; it opens no
database and knows no rule."""

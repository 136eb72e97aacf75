"""Tables, for any game: who sits where, which round is open, what the table does by itself, and what each may see.

Everything that happens at a table is an entry of its log, and the state of a table is the fold over them. No HTTP here,
and nothing asks which game is played.
"""

"""Live tables: who has which seat, the round in progress, the table's own timers, and what each watcher may see.

It may not know HTTP or ask which game is played, and nothing happens at a table that is not an entry of its log. Open
`table.py` first.
"""

"""Storage for tables: an append-only log with its hash chain, a double-entry ledger, remembered actions and snapshots.

It may not know a game, a message or a clock, and it answers an append only when the batch is on disk. Open `port.py`
first.
"""

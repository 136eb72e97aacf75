"""Where tables are kept: an append-only log with its hash chain, a double-entry ledger, remembered actions, snapshots.

Knows no game, no message and no clock. `port.py` says what a storage promises, `memory.py` and `sqlite.py` keep it. The
log and the ledger are written by one call, `append`, and what that call has answered is on the disk.
"""

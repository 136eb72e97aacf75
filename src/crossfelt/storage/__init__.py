"""Where tables are kept: an append-only log with its hash chain, a double-entry ledger, remembered actions, snapshots.

Knows no game, no message and no clock but the one it is given. Everything is written by one call, `append`, and what
that call has answered is on the disk.
"""

"""What runs tables and speaks to clients, for any game: wire types and thinking now; tables, seats and wallets to
come.

Knows games only through what they promise. No HTTP here, no SQL, and nothing imports this but `http/` and `cli/`.
"""

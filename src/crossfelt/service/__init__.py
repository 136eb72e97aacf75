"""The running house: players, wallets, live tables, bots and analysis workers, for any game.

It may not know HTTP, SQL or the rules of a game, and only `http` and `cli` import it. Open `house.py` first.
"""

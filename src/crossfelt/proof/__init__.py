"""The proof that the record of a round at a table carries: how it is put together, and how it is checked.

The proof holds the secret with its commitment, the locked seeds of the players, and the slice of the table's log from
the commitment to the end of the round. `docs/fairness.md` says what follows from it. Nothing here knows a game, a clock
or a file: a record comes in as data, and either it holds or the first thing that does not is named.
"""

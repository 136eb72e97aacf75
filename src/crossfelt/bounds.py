"""The largest amounts of play money, each in one place.

They are far above any real table and far below what storage can hold, so that a settlement never fails because an
amount is too large. `settle` reads meters beyond them, because files from outside may hold such amounts.
"""

from __future__ import annotations

MOST_WALLET_CENTS = 10**12
"""Ten billion dollars. A wager that could lift a wallet above this is refused."""
MOST_PRIZE_CENTS = 10**10
"""A hundred million dollars: a fixed prize, and the initial and reset amounts of a meter. Between jackpots a meter
grows past this only by contributions, which are at most what players wager on it."""

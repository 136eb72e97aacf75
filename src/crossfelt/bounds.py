"""Upper bounds on amounts of play money.

They are far above any real table and far below what storage can hold, so a settlement never fails because an amount is
too large. `settle` accepts larger meters, because files from outside may contain them.
"""

from __future__ import annotations

MOST_WALLET_CENTS = 10**12
"""Ten billion dollars. A wager that could lift a wallet above this is refused."""
MOST_PRIZE_CENTS = 10**10
"""A hundred million dollars, for a fixed prize and for the initial and reset amounts of a meter. Between jackpots a
meter grows past this only by contributions, which are at most the amounts wagered on it."""

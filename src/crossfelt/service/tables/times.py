"""How long a table waits before it acts on its own, in milliseconds. `docs/tables.md` publishes these times.

Together they mean that every round ends: see "How long a round can last" there. Clocks of a table's own, such as the
one for decisions, are in `events.Clocks`.
"""

from __future__ import annotations

SECOND_MS = 1000
MINUTE_MS = 60 * SECOND_MS

ABSENT_MS = 5 * MINUTE_MS
"""A player who isn't connected and asks for nothing loses the seat after this; in a round the table decides first."""
EMPTY_MS = 60 * MINUTE_MS
"""A table without players or spectators closes after this."""
MOST_PAUSED_MS = 15 * MINUTE_MS
"""The most that pauses may hold up one round; then the system voids it."""
LEAST_PAUSED_MS = MINUTE_MS
"""The least that each pause counts for. Clocks start again after a pause, so endless short pauses would be an endless
round."""
DESERTED_MS = 30 * MINUTE_MS
"""At a table without clocks, the system voids a round once none of its players has been connected for this long."""
GRACE_MS = 60 * SECOND_MS
"""At a table with clocks, the system voids a round without connected players this long after a clock should have moved
it on."""
RETRY_MS = tuple(seconds * SECOND_MS for seconds in (1, 2, 4, 8, 15))
"""Waits after each failure of something that the table does on its own. It is repeated, and given up after the last
wait, which voids the round."""
SLOW_RETRY_MS = MINUTE_MS
"""The wait between two attempts once all else has failed, or while storage doesn't take writes."""

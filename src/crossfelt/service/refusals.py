"""Everything that a table or the lobby refuses, with a stable code each. A refusal changes nothing."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from enum import StrEnum

from crossfelt.errors import CrossfeltError

LOG = logging.getLogger("crossfelt.storage")


class RefusalCode(StrEnum):
    """Reasons of the service, most basic first; refusals of a game carry a `crossfelt.errors.Code`."""

    BAD_REQUEST = "bad_request"
    NOT_SIGNED_IN = "not_signed_in"
    NO_SUCH_TABLE = "no_such_table"
    NO_SUCH_ROUND = "no_such_round"
    NO_SUCH_SEAT = "no_such_seat"
    NO_SUCH_PLAYER = "no_such_player"
    TABLE_CLOSED = "table_closed"
    OUT_OF_SERVICE = "out_of_service"
    PAUSED = "paused"
    NOT_SEATED = "not_seated"
    SEAT_TAKEN = "seat_taken"
    ALREADY_SEATED = "already_seated"
    NOT_YOUR_ROLE = "not_your_role"
    OPERATOR_NEEDED = "operator_needed"
    FLOOR_NEEDED = "floor_needed"
    IN_CONTEST = "in_contest"
    BLOCKED = "blocked"
    WRONG_ROUND = "wrong_round"
    ROUND_IS_OPEN = "round_is_open"
    COMMITMENTS_LOCKED = "commitments_locked"
    SEEDS_LOCKED = "seeds_locked"
    NO_COMMITMENT = "no_commitment"
    BAD_SEED = "bad_seed"
    SEED_MISMATCH = "seed_mismatch"
    NO_SUCH_POLICY = "no_such_policy"
    NO_ADVICE = "no_advice"
    ALREADY_SO = "already_so"
    REASON_NEEDED = "reason_needed"
    NO_SUCH_CLAUSE = "no_such_clause"
    OUT_OF_BOUNDS = "out_of_bounds"
    WALLET_FULL = "wallet_full"
    INSUFFICIENT_FUNDS = "insufficient_funds"
    TOO_EARLY = "too_early"
    ACTION_REUSED = "action_reused"
    TOO_MANY = "too_many"
    STORAGE_FAILED = "storage_failed"
    ALREADY_ASKING = "already_asking"
    THINKER_BUSY = "thinker_busy"
    THOUGHT_TOO_LONG = "thought_too_long"
    THOUGHT_FAILED = "thought_failed"


class Refused(CrossfeltError):
    """Well formed, but not for this player, here and now."""

    def __init__(self, code: RefusalCode, faults: str | Iterable[str]) -> None:
        super().__init__(faults)
        self.code = code


class NotStored(Refused):
    """Storage failed. The cause may name files of the server, so it goes to the log and never to a client."""

    def __init__(self, cause: CrossfeltError) -> None:
        log_storage_failure(str(cause))
        super().__init__(RefusalCode.STORAGE_FAILED, "The server can't save changes right now. Try again later.")


_logged: set[str] = set()


def log_storage_failure(cause: str) -> None:
    """Logs why nothing can be stored, once: clients that keep asking must not fill the log."""
    if cause not in _logged:
        _logged.clear()
        _logged.add(cause)
        LOG.error("storage failed: %s", cause)

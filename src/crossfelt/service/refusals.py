"""Everything that a table or the lobby refuses, with a stable code each. A refusal changes nothing."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from crossfelt.errors import CrossfeltError, typed_faults
from crossfelt.faults import Code

LOG = logging.getLogger("crossfelt.storage")


class RefusalCode(Code):
    """Reasons of the service, most basic first; refusals of a game carry a `crossfelt.errors.IllegalActionCode`."""

    BAD_REQUEST = "bad_request"
    NOT_FOUND = "not_found"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    BODY_INCOMPLETE = "body_incomplete"
    BODY_NOT_JSON = "body_not_json"
    BODY_TOO_LONG = "body_too_long", "most"
    WRONG_CONTENT_TYPE = "wrong_content_type", "value"
    WRONG_HOST = "wrong_host", "host"
    OTHER_SITE = "other_site"
    SERVER_ERROR = "server_error"
    NO_ANALYSIS = "no_analysis"
    NOT_SIGNED_IN = "not_signed_in"
    ALREADY_SIGNED_IN = "already_signed_in"
    NO_SUCH_TABLE = "no_such_table"
    NO_SUCH_ROUND = "no_such_round", "round"
    NO_SUCH_SEAT = "no_such_seat", "seat", "most"
    NO_SUCH_PLAYER = "no_such_player", "seat", "round"
    TABLE_CLOSED = "table_closed"
    OUT_OF_SERVICE = "out_of_service", "reason"
    PAUSED = "paused", "reason"
    NOT_SEATED = "not_seated", "seat"
    SEAT_TAKEN = "seat_taken", "seat"
    ALREADY_SEATED = "already_seated", "seat"
    NOT_YOUR_ROLE = "not_your_role", "seat", "action"
    OPERATOR_NEEDED = "operator_needed"
    FLOOR_NEEDED = "floor_needed"
    IN_CONTEST = "in_contest", "round"
    BLOCKED = "blocked"
    WRONG_ROUND = "wrong_round", "round", "current"
    ROUND_IS_OPEN = "round_is_open"
    COMMITMENTS_LOCKED = "commitments_locked", "round"
    SEEDS_LOCKED = "seeds_locked", "round"
    NO_COMMITMENT = "no_commitment", "round"
    BAD_SEED = "bad_seed"
    SEED_MISMATCH = "seed_mismatch"
    NO_SUCH_POLICY = "no_such_policy", "value", "choices"
    NO_ADVICE = "no_advice", "title"
    ALREADY_SO = "already_so", "seat", "reason", "address"
    REASON_NEEDED = "reason_needed", "value", "choices", "most"
    NO_SUCH_CLAUSE = "no_such_clause", "value", "rules"
    OUT_OF_BOUNDS = "out_of_bounds", "seat", "round", "received_cents", "most_cents"
    WALLET_FULL = "wallet_full", "most_cents"
    INSUFFICIENT_FUNDS = "insufficient_funds", "missing_cents"
    TOO_EARLY = "too_early", "cents", "staked_cents", "below_cents"
    ACTION_REUSED = "action_reused"
    TOO_MANY = "too_many", "seconds", "most", "count", "whose"
    STORAGE_FAILED = "storage_failed"
    ALREADY_ASKING = "already_asking"
    WORKERS_BUSY = "workers_busy"
    THOUGHT_TOO_LONG = "thought_too_long", "seconds"
    THOUGHT_FAILED = "thought_failed"


class Refused(CrossfeltError):
    """Well formed, but not for this player, here and now."""

    code: RefusalCode

    def __init__(self, code: RefusalCode, faults: str | Iterable[str], field: str = "", /, **params: object) -> None:
        super().__init__(typed_faults(code, faults, field, params))
        self.code = code


class NotStored(Refused):
    """Storage failed. The cause may name files of the server, so it goes to the log and never to a client."""

    def __init__(self, cause: CrossfeltError) -> None:
        log_storage_failure(str(cause))
        super().__init__(RefusalCode.STORAGE_FAILED, "The server can't save changes right now. Try again later.")


_logged: set[str] = set()


def log_storage_failure(cause: str) -> None:
    """Log why nothing can be stored, once: clients that keep asking must not fill the log."""
    if cause not in _logged:
        _logged.clear()
        _logged.add(cause)
        LOG.error("storage failed: %s", cause)

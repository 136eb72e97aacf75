"""Codes for everything that can be wrong with input, so that programs never have to parse a message.

Each code names its parameters: the values that its message is made from. Every fault with that code has exactly these,
null where one doesn't apply. docs/protocol.md lists them. Actions that the rules don't allow have codes of their own in
`crossfelt.errors`, refusals of the service in `service.refusals`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Self


class Code(StrEnum):
    """A stable code. Each member is defined by the code followed by the names of its parameters."""

    params: tuple[str, ...]

    def __new__(cls, value: str, *params: str) -> Self:
        """Return a member whose value is the code alone."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.params = params
        return member


class FaultCode(Code):
    """A fault of a value, or of a combination of values."""

    # Any input
    BAD_REQUEST = "bad_request"
    NOT_JSON = "not_json", "reason", "line", "column"
    NOT_TOML = "not_toml", "reason"
    UNKNOWN_KEY = "unknown_key", "key", "choices"
    MISSING = "missing", "choices", "least", "most"
    NULL_VALUE = "null_value"
    WRONG_TYPE = "wrong_type", "expected", "value"
    OUT_OF_RANGE = "out_of_range", "least", "most", "above", "value"
    ABOVE_OUR_BOUND = "above_our_bound", "least", "most", "value"
    NOT_ONE_OF = "not_one_of", "value", "choices"
    REPEATED = "repeated", "value"
    NOT_RISING = "not_rising", "value"
    WRONG_COUNT = "wrong_count", "least", "most", "count"
    TOO_SHORT = "too_short", "least", "count"
    TOO_LONG = "too_long", "most", "count"
    NOT_A_MULTIPLE = "not_a_multiple", "value", "unit"
    BAD_FORMAT = "bad_format", "value", "pattern"
    NESTED_TOO_DEEP = "nested_too_deep", "most"
    NOT_TOGETHER = "not_together"
    NAME_RESERVED = "name_reserved", "value"
    NOT_PLAIN_DATA = "not_plain_data"
    TOO_LARGE_TOGETHER = "too_large_together"
    TOO_MUCH_WORK = "too_much_work", "value", "most"
    WRONG_FILE = "wrong_file", "file"
    RESET_NEEDED = "reset_needed"

    # Rules and choices
    BAD_RULES = "bad_rules", "names", "count"
    NO_SUCH_RULES = "no_such_rules", "value", "choices"
    NO_SUCH_CHOICE = "no_such_choice", "rules", "key", "near", "choices"
    FIXED_BY_RULES = "fixed_by_rules", "rules", "key", "reason"
    TABLE_CHOICE = "table_choice", "choice"
    MINIMUM_ABOVE_MAXIMUM = "minimum_above_maximum", "minimum_cents", "maximum_cents"
    UNIT_OUT_OF_REACH = "unit_out_of_reach", "unit_cents", "minimum_cents", "maximum_cents"
    SHUFFLER_NEEDED = "shuffler_needed", "method"
    LIMIT_OUT_OF_BOUNDS = "limit_out_of_bounds", "bound", "bound_cents", "ante_cents", "value"
    COVERS_TOO_LITTLE = "covers_too_little", "must_cover", "missing"
    COVERS_PROGRESSIVE = "covers_progressive", "spot"
    WHEEL_NOT_IN_USE = "wheel_not_in_use", "value", "choices"
    WRONG_FOR_WHEEL = "wrong_for_wheel", "wheel", "key"
    SIZE_NOT_OFFERED = "size_not_offered", "key", "sizes_cents"
    NO_SUCH_SYMBOL = "no_such_symbol", "value", "choices", "seat"
    WEIGHTS_TOO_LARGE = "weights_too_large", "total", "most"
    OPTION_NOT_SUPPORTED = "option_not_supported", "choice"
    OTHER_RULES = "other_rules", "value", "expected"
    NEVER_WINS = "never_wins", "spot", "cents"
    RETURNS_TOO_MUCH = "returns_too_much", "spot", "cents", "seats", "returned"
    PLAYER_EDGE = "player_edge", "choice", "value", "ev"

    # Cards and sheets
    NOT_A_CARD = "not_a_card", "value", "square"
    CARD_TWICE = "card_twice", "card"
    TOO_MANY_COPIES = "too_many_copies", "card", "count", "most"
    NOT_A_ROLL = "not_a_roll", "value"
    NO_KING_ON_DICE = "no_king_on_dice", "value", "square"
    NO_SUCH_SQUARE = "no_such_square", "value"
    SQUARE_EMPTY = "square_empty", "square"
    KING_MISPLACED = "king_misplaced", "square", "value"
    LINE_HAS_TWIN = "line_has_twin", "line", "card"
    FOUR_KINGS_IN_LINE = "four_kings_in_line", "line"
    SHEET_FULL = "sheet_full"
    NOT_A_DAY = "not_a_day", "value"
    DAY_TO_COME = "day_to_come", "day"
    OTHER_DICE = "other_dice", "roll", "day", "card"
    NOT_OVER = "not_over"
    NOTHING_TO_DECIDE = "nothing_to_decide"
    NO_ADVISER = "no_adviser", "game"

    # Wagers and finished rounds
    NO_SUCH_WAGER = "no_such_wager", "spot", "rules", "choices"
    ANTE_MISSING = "ante_missing", "spot"
    WAGER_SIZE = "wager_size", "spot", "cents", "sizes_cents"
    WAGER_OUTSIDE_LIMITS = "wager_outside_limits", "spot", "cents", "minimum_cents", "maximum_cents"
    WAGERS_UNEQUAL = "wagers_unequal", "spot", "cents", "other", "other_cents"
    WAGER_NEEDED = "wager_needed", "spot", "needs"
    NOT_WHOLE_UNITS = "not_whole_units", "spot", "cents", "unit_cents"
    PLACED_TOO_EARLY = "placed_too_early", "spot"
    BET_MISSING = "bet_missing", "spot"
    BET_AFTER_FOLD = "bet_after_fold", "spot", "cents", "folded_at"
    WRONG_MULTIPLE = "wrong_multiple", "spot", "cents", "ante_cents", "multiples"
    BONUS_CARDS_MISSING = "bonus_cards_missing", "seat"
    NO_BONUS_CARDS = "no_bonus_cards", "rules"
    NO_PROGRESSIVE = "no_progressive", "rules"
    NO_SUCH_METER = "no_such_meter", "meter", "choices"
    BAD_AMOUNT = "bad_amount", "value"
    SPIN_MISSING = "spin_missing", "seats"
    SPIN_NOT_DUE = "spin_not_due", "seats"
    SPIN_REPEATED = "spin_repeated", "seats"
    SPINS_OUT_OF_ORDER = "spins_out_of_order", "seats"
    NO_EVENT = "no_event"
    WRONG_HOT_SPOT = "wrong_hot_spot", "seats", "given"

    # Records and text
    BAD_NOTATION = "bad_notation", "line", "value", "expected"
    BAD_RECORD = "bad_record", "expected"
    ACTION_REFUSED = "action_refused", "step", "reason"
    EVENTS_DIFFER = "events_differ", "step"

    # Proofs
    FILE_CHANGED = "file_changed"
    SECRET_MISMATCH = "secret_mismatch"
    SEEDS_DIFFER = "seeds_differ"
    DRAW_DIFFERS = "draw_differs", "step", "draw", "number"
    LOG_BROKEN = "log_broken"
    BAD_LOG_ENTRY = "bad_log_entry", "entry", "kind", "key"
    STEPS_DIFFER = "steps_differ", "step", "entry"
    CHIPS_DIFFER = "chips_differ", "entry", "expected", "value"
    NOT_SIGNED = "not_signed", "key"
    OTHER_ENTRY = "other_entry", "table", "entry", "other_table", "other_entry"
    SERVER_CHEATED = "server_cheated", "table", "entry", "hash", "other_hash"
    KEYS_NOT_LINKED = "keys_not_linked", "table", "entry", "hash", "other_hash", "keys"

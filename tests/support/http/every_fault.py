"""One request over HTTP for every `FaultCode` that a client can get, without tables or workers."""

from __future__ import annotations

from typing import Any

from crossfelt.faults import FaultCode
from tests.naive.progressives import BONUS_SPIN_WHEELS
from tests.support.progressive_choices import spin_choices, xtreme_choices
from tests.support.settle_cases import contract_case

Sent = tuple[str, str, Any]
"""Method, path under `/api/` and body of a request; a body of bytes is sent as it is."""

SPIN_TABLE = spin_choices()
WHEEL_B = ("jackpot", *map(str, BONUS_SPIN_WHEELS["b"]))
XTREME_TABLE: dict[str, Any] = {
    "wheel_1": "a",
    "rate_ppm": 150_000,
    "meters": {"a": {"initial_cents": 250_000, "reset_cents": 100_000}},
}
EMPTY_GRID: list[list[str | None]] = [[None] * 5, [None] * 5, [None, None, "K", None, None], [None] * 5, [None] * 5]
FULL_GRID = [
    ["Ah", "2c", "3d", "4s", "5h"],
    ["6c", "7d", "8s", "9h", "Tc"],
    ["Jd", "Qs", "K", "Ac", "2d"],
    ["3s", "4h", "5c", "6d", "7s"],
    ["8h", "9c", "Td", "Js", "Qh"],
]
_FOUR_KINGS: list[str | None] = ["Kh", "Kc", "K", "Kd", "Ks"]
_SYMBOLS = ("jackpot", "500", "250", "120", "60", "50", "30", "20", "18", "13", "12", "10")
PLACED = {"rolled": "Ah", "square": "a1", "card": "Ah"}


def _case(rules: str = "cardroom", **wagers: Any) -> dict[str, Any]:
    """The example of the contract with other wagers."""
    case = contract_case()
    case["rules"] = rules
    if rules != "cardroom":
        del case["bonus_cards"], case["seats"][0]["wagers"]["six_card_bonus"]
    case["seats"][0]["wagers"] |= wagers
    return case


def _settle(case: dict[str, Any], **changes: Any) -> Sent:
    return "POST", "settle", {**case, **changes}


def _folded(stage: str, **wagers: Any) -> Sent:
    case = _case(**wagers)
    case["seats"][0]["folded_at"] = stage
    return _settle(case)


def _spins(*spins: tuple[int, str], holes: tuple[tuple[str, str], ...] = (("9c", "9h"),), **progressive: Any) -> Sent:
    """A round of Maryland with a Bonus Spin wager of $5 on each seat, and these spins."""
    antes = {"ante_across": 500, "ante_down": 500, "across": 500, "down": 500, "middle": 500, "bonus_spin": 500}
    case = {
        "rules": "maryland",
        "options": {"bonus_spin": SPIN_TABLE},
        "community": {"across": ["2c", "9d"], "down": ["Th", "4s"], "middle": "Kd"},
        "seats": [{"seat": number, "hole": list(hole), "wagers": antes} for number, hole in enumerate(holes, start=1)],
        "progressive": {
            "spins": [{"spot": "bonus_spin", "seat": seat, "symbol": symbol} for seat, symbol in spins],
            **progressive,
        },
    }
    return _settle(case)


def _xtreme(**progressive: Any) -> Sent:
    """A round of Maryland with two pair on the cross and an Xtreme wager on the one seat."""
    wagers = {"ante_across": 500, "ante_down": 500, "across": 500, "down": 500, "middle": 500, "bonus_spin_xtreme": 100}
    case = {
        "rules": "maryland",
        "options": {"xtreme": XTREME_TABLE},
        "community": {"across": ["2c", "2d"], "down": ["Th", "Ts"], "middle": "Kd"},
        "seats": [{"seat": 1, "hole": ["9c", "8h"], "wagers": wagers}],
        "progressive": progressive,
    }
    return _settle(case)


def _choices(**options: Any) -> Sent:
    return "POST", "rules/maryland/resolve", {"options": options}


def _spin_table(**changes: Any) -> Sent:
    return _choices(bonus_spin={**SPIN_TABLE, **changes})


def _grid(*rows: list[str | None], **body: Any) -> Sent:
    """A sheet whose first rows are these."""
    return "POST", "king/read", {"grid": [*rows, *EMPTY_GRID[len(rows) :]], **body}


def _match(*placements: dict[str, str], **body: Any) -> Sent:
    return "POST", "king/match", {"placements": list(placements), **body}


HTTP_FAULTS: dict[FaultCode, Sent] = {
    FaultCode.BAD_REQUEST: ("POST", "guests", {}),
    FaultCode.NOT_JSON: ("POST", "settle", b"{"),
    FaultCode.UNKNOWN_KEY: ("POST", "guests", {"name": "Ada", "nonsense": 1}),
    FaultCode.MISSING: _choices(xtreme={"rate_ppm": 0}),
    FaultCode.NULL_VALUE: _settle(_case(), rules=None),
    FaultCode.WRONG_TYPE: ("POST", "guests", {"name": 7}),
    FaultCode.OUT_OF_RANGE: _choices(ante_minimum_cents=-1),
    FaultCode.ABOVE_OUR_BOUND: _choices(ante_minimum_cents=10**15),
    FaultCode.NOT_ONE_OF: _choices(dealing_method="catapult"),
    FaultCode.REPEATED: ("POST", "settle", b'{"rules": 1, "rules": 1}'),
    FaultCode.WRONG_COUNT: ("GET", "king/sheets.pdf?cards=Ah", None),
    FaultCode.TOO_SHORT: ("POST", "king/read", {"grid": []}),
    FaultCode.TOO_LONG: ("POST", "guests", {"name": "x" * 1000}),
    FaultCode.BAD_FORMAT: ("POST", "guests", {"name": "<Ada>"}),
    FaultCode.NESTED_TOO_DEEP: ("POST", "settle", b"[" * 65 + b"]" * 65),
    FaultCode.NOT_TOGETHER: ("POST", "session", {"rules": "maryland", "rounds": 1, "target_antes": 5}),
    FaultCode.NAME_RESERVED: ("POST", "guests", {"name": "Dealer"}),
    FaultCode.NO_SUCH_RULES: ("GET", "rules/nevada", None),
    FaultCode.NO_SUCH_CHOICE: _choices(nonsense=1),
    FaultCode.FIXED_BY_RULES: _choices(seat_count=7),
    FaultCode.MINIMUM_ABOVE_MAXIMUM: _choices(ante_minimum_cents=2_000, ante_maximum_cents=1_000),
    FaultCode.UNIT_OUT_OF_REACH: _choices(table_unit_cents=700, ante_minimum_cents=500, ante_maximum_cents=600),
    FaultCode.SHUFFLER_NEEDED: _choices(dealing_method="hand", shuffler="none"),
    FaultCode.LIMIT_OUT_OF_BOUNDS: _choices(aggregate_limit_cents=10**12),
    FaultCode.COVERS_TOO_LITTLE: _choices(limit_covers=["across"]),
    FaultCode.COVERS_PROGRESSIVE: _choices(limit_covers=["bonus_spin"]),
    FaultCode.WHEEL_NOT_IN_USE: _choices(xtreme={**XTREME_TABLE, "weights": {"b": {}}}),
    FaultCode.WRONG_FOR_WHEEL: _spin_table(prize_cents=1),
    FaultCode.SIZE_NOT_OFFERED: _spin_table(sizes_cents=[200]),
    FaultCode.NO_SUCH_SYMBOL: _spin_table(weights={"nonsense": 1}),
    FaultCode.WEIGHTS_TOO_LARGE: _spin_table(weights=dict.fromkeys(_SYMBOLS, 500_000)),
    FaultCode.NOT_A_CARD: _grid(["Zz", None, None, None, None]),
    FaultCode.CARD_TWICE: _settle(_case(), bonus_cards=["Ah", "3c", "8s", "Jd"]),
    FaultCode.NO_KING_ON_DICE: _grid(["Kh", None, None, None, None]),
    FaultCode.KING_MISPLACED: _grid(["K", None, None, None, None]),
    FaultCode.LINE_HAS_TWIN: _grid(["Ah", "Ah", None, None, None]),
    FaultCode.FOUR_KINGS_IN_LINE: _grid(*EMPTY_GRID[:2], _FOUR_KINGS, options={"wild_may_be_king": True}),
    FaultCode.NOT_A_DAY: ("GET", "king/daily?day=tomorrow", None),
    FaultCode.DAY_TO_COME: ("GET", "king/daily?day=9999-01-01", None),
    FaultCode.OTHER_DICE: _match(
        *[{**PLACED, "square": f"{column}1"} for column in "abc"], daily={"day": "2026-11-15"}
    ),
    FaultCode.NO_SUCH_WAGER: _settle(_case("maryland", six_card_bonus=500)),
    FaultCode.ANTE_MISSING: _settle(_case(ante_across=0)),
    FaultCode.WAGER_SIZE: _settle(_case("maryland", bonus_spin=300), options={"bonus_spin": SPIN_TABLE}),
    FaultCode.WAGER_OUTSIDE_LIMITS: _settle(_case(five_card_bonus=100_000)),
    FaultCode.WAGERS_UNEQUAL: _settle(_case(ante_down=600)),
    FaultCode.WAGER_NEEDED: _settle(_case(five_card_bonus=0)),
    FaultCode.BET_MISSING: _settle(_case(across=0)),
    FaultCode.BET_AFTER_FOLD: _folded("down"),
    FaultCode.WRONG_MULTIPLE: _settle(_case(across=750)),
    FaultCode.BONUS_CARDS_MISSING: _settle({key: value for key, value in _case().items() if key != "bonus_cards"}),
    FaultCode.NO_BONUS_CARDS: _settle(_case("maryland"), bonus_cards=["3h", "3c", "8s", "Jd"]),
    FaultCode.NO_PROGRESSIVE: _settle(_case(), progressive={}),
    FaultCode.NO_SUCH_METER: _spins((1, "500"), meters={"nonsense": "1"}),
    FaultCode.BAD_AMOUNT: _spins((1, "500"), meters={"bonus_spin": "1/0"}),
    FaultCode.SPIN_MISSING: _spins(),
    FaultCode.SPIN_NOT_DUE: _spins((1, "500"), (2, "500")),
    FaultCode.SPIN_REPEATED: _spins((1, "500"), (1, "500")),
    FaultCode.SPINS_OUT_OF_ORDER: _spins((1, "500"), (2, "500"), holes=(("9c", "9h"), ("8c", "8h"))),
    FaultCode.NO_EVENT: _spins((1, "500"), community_symbol=1),
    FaultCode.WRONG_HOT_SPOT: _xtreme(community_symbol=1, hot_spot={"seat": 2, "symbol": "jackpot"}),
}

WARNINGS: dict[FaultCode, Sent] = {
    FaultCode.NEVER_WINS: _choices(
        bonus_spin=spin_choices(rate_ppm=0, weights={**dict.fromkeys(WHEEL_B, 1), "10": 90})
    ),
    FaultCode.RETURNS_TOO_MUCH: _choices(xtreme=xtreme_choices(wheel_2="d")),
    FaultCode.PLAYER_EDGE: _choices(ante_pays="main"),
}
"""Choices that the rules allow, answered with a warning of this code."""

"""Convert a rule book to the few numbers that the kernels need, and choose the integer type for their sums.

Call `encode`. A line lacks only its middle card at the Middle decision: hole cards and two more are known, 48 cards are
left. `DRAWS` lists every way in which those 48 cards can divide into hands, with or without the ace-low straight; a
test reproduces the list from all holes and pairs. So the sum of absolute pays over a line's middle cards is at most the
largest over this list, for any pay table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import DTypeLike

from crossfelt.crisscross.rulebook import LOSES, RuleBook
from crossfelt.errors import Fault, RuleBookError, describe
from crossfelt.faults import FaultCode
from crossfelt.fields import safe_key
from crossfelt.ranking import Hand

LEAST_ODDS = LOSES
MOST_ODDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Scheme:
    """Everything that the value of the main game depends on. Odds are indexed by `Hand`."""

    pay: tuple[int, ...]
    """Across, Down and Middle bets."""
    ante: tuple[int, ...]
    multiples: tuple[int, ...]
    ace_low_straight: bool = True

    def named_pay(self) -> dict[str, int]:
        """The hands that don't lose, best first."""
        return {hand.slug: self.pay[hand] for hand in reversed(Hand) if self.pay[hand] != LOSES}


def encode(book: RuleBook, pay: Mapping[str, object] | None = None) -> Scheme:
    """Return the scheme of a rule book, with other odds for some hands of its main table.

    The antes keep their own table: `pair_6s_to_10s=1` changes the bets only.
    """
    main = next(spot.pays for spot in book.spots.values() if spot.kind == "main")
    odds = list(book.pay_tables[main].odds)
    faults: list[Fault] = []
    names = {hand.slug: hand for hand in Hand if odds[hand] != LOSES}
    for name, value in (pay or {}).items():
        if name not in names:
            hands = list(reversed(names))
            message = f"the main table has {', '.join(hands)}"
            faults.append(_pay_fault(FaultCode.NOT_ONE_OF, message, describe(name), name, value=name, choices=hands))
        elif isinstance(value, bool) or not isinstance(value, int):
            message = f"must be a whole number, not {describe(value)}"
            faults.append(_pay_fault(FaultCode.WRONG_TYPE, message, name, name, expected="whole_number", value=value))
        elif not LEAST_ODDS <= value <= MOST_ODDS:
            message = f"must be from {LEAST_ODDS} to {MOST_ODDS}, not {describe(value)}"
            params = {"least": LEAST_ODDS, "most": MOST_ODDS, "value": value}
            faults.append(_pay_fault(FaultCode.OUT_OF_RANGE, message, name, name, **params))
        else:
            odds[names[name]] = value
    if faults:
        raise RuleBookError(faults)
    ante_table = next(spot.pays for spot in book.spots.values() if spot.kind == "ante")
    ante = tuple(odds) if ante_table == main else book.pay_tables[ante_table].odds
    multiples = next(spot.multiples for spot in book.spots.values() if spot.kind == "main")
    return Scheme(tuple(odds), ante, multiples, book.ace_low_straight)


def _pay_fault(code: FaultCode, message: str, printed: str, hand: str, /, **params: object) -> Fault:
    return Fault(code, message, f"pay {printed}", field=f"pay.{safe_key(hand)}", params=params)


DRAWS: tuple[tuple[int, ...], ...] = (
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 48, 0, 0),
    (0, 0, 0, 0, 0, 44, 0, 0, 3, 1, 0, 0),
    (0, 0, 0, 0, 44, 0, 0, 0, 4, 0, 0, 0),
    (0, 0, 0, 40, 6, 2, 0, 0, 0, 0, 0, 0),
    (0, 0, 40, 0, 6, 2, 0, 0, 0, 0, 0, 0),
    (0, 40, 0, 0, 6, 2, 0, 0, 0, 0, 0, 0),
    (21, 0, 3, 9, 0, 0, 6, 7, 0, 0, 1, 1),
    (21, 0, 6, 6, 0, 0, 6, 7, 0, 0, 2, 0),
    (21, 0, 9, 3, 0, 0, 6, 7, 0, 0, 2, 0),
    (21, 0, 12, 0, 0, 0, 6, 7, 0, 0, 2, 0),
    (21, 3, 9, 0, 0, 0, 6, 7, 0, 0, 2, 0),
    (21, 6, 6, 0, 0, 0, 6, 7, 0, 0, 2, 0),
    (21, 9, 3, 0, 0, 0, 6, 7, 0, 0, 2, 0),
    (21, 12, 0, 0, 0, 0, 6, 7, 0, 0, 2, 0),
    (24, 0, 0, 12, 0, 0, 3, 8, 0, 0, 0, 1),
    (24, 0, 3, 9, 0, 0, 3, 8, 0, 0, 0, 1),
    (24, 0, 3, 9, 0, 0, 3, 8, 0, 0, 1, 0),
    (24, 0, 6, 6, 0, 0, 3, 8, 0, 0, 1, 0),
    (24, 0, 9, 3, 0, 0, 3, 8, 0, 0, 1, 0),
    (24, 0, 12, 0, 0, 0, 3, 8, 0, 0, 1, 0),
    (24, 3, 9, 0, 0, 0, 3, 8, 0, 0, 1, 0),
    (24, 6, 6, 0, 0, 0, 3, 8, 0, 0, 1, 0),
    (24, 9, 0, 3, 0, 0, 3, 8, 0, 0, 1, 0),
    (24, 9, 3, 0, 0, 0, 3, 8, 0, 0, 1, 0),
    (24, 12, 0, 0, 0, 0, 3, 8, 0, 0, 1, 0),
    (27, 0, 3, 9, 0, 0, 0, 9, 0, 0, 0, 0),
    (27, 0, 6, 6, 0, 0, 0, 9, 0, 0, 0, 0),
    (27, 0, 9, 3, 0, 0, 0, 9, 0, 0, 0, 0),
    (27, 3, 0, 9, 0, 0, 0, 9, 0, 0, 0, 0),
    (27, 3, 3, 6, 0, 0, 0, 9, 0, 0, 0, 0),
    (27, 3, 6, 3, 0, 0, 0, 9, 0, 0, 0, 0),
    (27, 3, 9, 0, 0, 0, 0, 9, 0, 0, 0, 0),
    (27, 6, 0, 6, 0, 0, 0, 9, 0, 0, 0, 0),
    (27, 6, 3, 3, 0, 0, 0, 9, 0, 0, 0, 0),
    (27, 6, 6, 0, 0, 0, 0, 9, 0, 0, 0, 0),
    (27, 9, 0, 3, 0, 0, 0, 9, 0, 0, 0, 0),
    (27, 9, 3, 0, 0, 0, 0, 9, 0, 0, 0, 0),
    (28, 0, 3, 9, 0, 0, 8, 0, 0, 0, 0, 0),
    (28, 0, 6, 6, 0, 0, 8, 0, 0, 0, 0, 0),
    (28, 0, 9, 3, 0, 0, 8, 0, 0, 0, 0, 0),
    (28, 0, 12, 0, 0, 0, 8, 0, 0, 0, 0, 0),
    (28, 3, 9, 0, 0, 0, 8, 0, 0, 0, 0, 0),
    (28, 6, 6, 0, 0, 0, 8, 0, 0, 0, 0, 0),
    (28, 9, 3, 0, 0, 0, 8, 0, 0, 0, 0, 0),
    (28, 12, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0),
    (32, 0, 0, 12, 0, 0, 4, 0, 0, 0, 0, 0),
    (32, 0, 3, 9, 0, 0, 4, 0, 0, 0, 0, 0),
    (32, 0, 6, 6, 0, 0, 4, 0, 0, 0, 0, 0),
    (32, 0, 9, 3, 0, 0, 4, 0, 0, 0, 0, 0),
    (32, 0, 12, 0, 0, 0, 4, 0, 0, 0, 0, 0),
    (32, 3, 9, 0, 0, 0, 4, 0, 0, 0, 0, 0),
    (32, 6, 6, 0, 0, 0, 4, 0, 0, 0, 0, 0),
    (32, 9, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0),
    (32, 9, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0),
    (32, 12, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0),
    (36, 0, 3, 9, 0, 0, 0, 0, 0, 0, 0, 0),
    (36, 0, 6, 6, 0, 0, 0, 0, 0, 0, 0, 0),
    (36, 0, 9, 3, 0, 0, 0, 0, 0, 0, 0, 0),
    (36, 3, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0),
    (36, 3, 3, 6, 0, 0, 0, 0, 0, 0, 0, 0),
    (36, 3, 6, 3, 0, 0, 0, 0, 0, 0, 0, 0),
    (36, 3, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (36, 6, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0),
    (36, 6, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0),
    (36, 6, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (36, 9, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0),
    (36, 9, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0),
)
"""Cards left that make each `Hand`, weakest hand first; every row sums to 48."""


_DRAWS = np.array(DRAWS, np.int64)


def largest_line(pay: Sequence[int]) -> int:
    """Return the largest sum of absolute pays over the middle cards of one line."""
    return int((_DRAWS @ np.abs(np.array(pay, np.int64))).max())


def largest_value(pay: Sequence[int], ante: Sequence[int], multiples: Sequence[int]) -> int:
    """Return a bound on every value that the solver compares, over all middle cards of one state.

    Both line bets at the largest multiple, a Middle wager that pays at most what both lines pay together, two antes;
    or the stakes lost by folding.
    """
    most = max(multiples)
    played = most * 4 * largest_line(pay) + 2 * largest_line(ante)
    return max(played, 48 * (2 + 2 * most))


def value_type(pay: Sequence[int], ante: Sequence[int], multiples: Sequence[int]) -> DTypeLike:
    """Return the smallest integer type in which no value overflows."""
    bound = largest_value(pay, ante, multiples)
    for candidate in (np.int16, np.int32):
        if bound <= np.iinfo(candidate).max:
            return candidate
    raise AssertionError(f"odds up to 1,000,000 and multiples up to 10 stay below 2**31, but {bound} does not")

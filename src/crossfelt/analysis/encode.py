"""From a rule book to the few numbers that the kernels need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from crossfelt.crisscross.rulebook import LOSES, RuleBook
from crossfelt.errors import RuleBookError, describe
from crossfelt.ranking import Hand

LEAST_ODDS = LOSES
MOST_ODDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Scheme:
    """All that the value of the main game depends on. Odds are indexed by `Hand`."""

    pay: tuple[int, ...]
    """Across, Down and Middle bets."""
    ante: tuple[int, ...]
    multiples: tuple[int, ...]
    ace_low_straight: bool = True

    def named_pay(self) -> dict[str, int]:
        """The hands that do not lose, best first."""
        return {hand.slug: self.pay[hand] for hand in reversed(Hand) if self.pay[hand] != LOSES}


def encode(book: RuleBook, pay: Mapping[str, object] | None = None) -> Scheme:
    """The scheme of a rule book, with other odds for some hands of its main table.

    The antes keep their own table: `pair_6s_to_10s=1` changes the bets only.
    """
    main = next(spot.pays for spot in book.spots.values() if spot.kind == "main")
    odds = list(book.pay_tables[main].odds)
    faults: list[str] = []
    names = {hand.slug: hand for hand in Hand if odds[hand] != LOSES}
    for name, value in (pay or {}).items():
        if name not in names:
            faults.append(f"pay {describe(name)}: the main table has {', '.join(reversed(names))}")
        elif isinstance(value, bool) or not isinstance(value, int):
            faults.append(f"pay {name}: must be a whole number, not {describe(value)}")
        elif not LEAST_ODDS <= value <= MOST_ODDS:
            faults.append(f"pay {name}: must be from {LEAST_ODDS} to {MOST_ODDS}, not {describe(value)}")
        else:
            odds[names[name]] = value
    if faults:
        raise RuleBookError(faults)
    ante_table = next(spot.pays for spot in book.spots.values() if spot.kind == "ante")
    ante = tuple(odds) if ante_table == main else book.pay_tables[ante_table].odds
    multiples = next(spot.multiples for spot in book.spots.values() if spot.kind == "main")
    return Scheme(tuple(odds), ante, multiples, book.ace_low_straight)


def parse_pay(assignments: list[str]) -> dict[str, object]:
    """`royal_flush=250` as typed on a command line; `encode` judges hand and odds."""
    found: dict[str, object] = {}
    for text in assignments:
        name, equals, value = text.partition("=")
        digits = value.strip()
        plain = digits.removeprefix("-")
        if not equals or not plain.isascii() or not plain.isdecimal() or len(plain) > 12:
            raise RuleBookError(f"pay {describe(text)}: write HAND=ODDS with whole odds, such as royal_flush=250")
        if name.strip() in found:
            raise RuleBookError(f"pay {describe(name.strip())}: stands twice")
        found[name.strip()] = int(digits)
    return found

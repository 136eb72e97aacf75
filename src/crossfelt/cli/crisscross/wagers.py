"""Wagers before the deal as a player types them: one amount for the antes, one for each bonus bet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from crossfelt.cli.shared.amounts import parse_amounts
from crossfelt.crisscross.resolve import choices_of
from crossfelt.crisscross.rulebook import RuleBook, Spot
from crossfelt.crisscross.wagers import amount_faults, betting_faults, unit_faults
from crossfelt.errors import BadInput
from crossfelt.money import dollars


@dataclass(frozen=True, slots=True)
class WagerEntry:
    """One amount that a player types, and the spots that get it."""

    spots: tuple[Spot, ...]

    @property
    def title(self) -> str:
        """The titles of its spots, such as `Across Ante and Down Ante`."""
        return " and ".join(spot.title for spot in self.spots)

    @property
    def limits(self) -> str:
        """The amounts that may be bet, such as `$5 to $100`, or `$1 or $5`."""
        if self.spots[0].sizes_cents:
            return " or ".join(dollars(cents) for cents in self.spots[0].sizes_cents)
        return f"{dollars(self.spots[0].minimum_cents)} to {dollars(self.spots[0].maximum_cents)}"


def wager_entries(book: RuleBook) -> tuple[WagerEntry, ...]:
    """Return the entries of a table. Required spots that must be equal share one; every other spot has its own."""
    entries: list[WagerEntry] = []
    for spot in book.betting_spots:
        if spot.required and spot.equal_to:
            entries = [
                WagerEntry((*entry.spots, spot)) if entry.spots[0].id == spot.equal_to else entry for entry in entries
            ]
        else:
            entries.append(WagerEntry((spot,)))
    return tuple(entries)


def parse_wagers(book: RuleBook, text: str) -> dict[str, int]:
    """Read wagers from amounts in dollars, in the order of the entries; an entry without an amount isn't bet.

    Blanks or commas separate the amounts, so `10 5` and `$10,$5` are the same; `1,000` is one amount.
    """
    entries = wager_entries(book)
    amounts = parse_amounts(text)
    if len(amounts) > len(entries):
        raise BadInput(f"that is {len(amounts)} amounts, and this table takes {len(entries)}")
    wagers = {spot.id: cents for entry, cents in zip(entries, amounts, strict=False) for spot in entry.spots if cents}
    check_wagers(book, wagers)
    return wagers


def check_wagers(book: RuleBook, wagers: Mapping[str, int]) -> None:
    """Refuse wagers that the table would refuse, in the words of the table."""
    unknown = [name for name, cents in wagers.items() if cents and name not in book.spots]
    faults: list[str] = [_not_offered(book, name) for name in unknown]
    faults = faults or [*amount_faults(book, wagers)]
    for entry in wager_entries(book):
        lead = entry.spots[0]
        cents = wagers.get(lead.id, 0)
        if cents and not lead.sizes_cents and not lead.minimum_cents <= cents <= lead.maximum_cents:
            faults.append(f"{entry.title}: {dollars(cents)} is outside {entry.limits} ({lead.limits_clause})")
    if not faults:
        faults = [_titled(book, fault) for fault in (*betting_faults(book, wagers), *unit_faults(book, wagers))]
    if faults:
        raise BadInput(list(dict.fromkeys(faults)))


def _not_offered(book: RuleBook, name: str) -> str:
    title = name.replace("_", " ").title()
    words = f"{title}: {book.id} doesn't offer it"
    may_be_chosen = any(choice.name in (name, name.removeprefix("bonus_spin_")) for choice in choices_of(book.id))
    return f"{words}, but a rules submission can: try wheels.toml of crossfelt examples" if may_be_chosen else words


def _titled(book: RuleBook, fault: str) -> str:
    """Replace the id of a spot at the start of a fault by the title that players know."""
    name, colon, reason = fault.partition(": ")
    title = next((entry.title for entry in wager_entries(book) if name in (spot.id for spot in entry.spots)), name)
    return title + colon + reason


def ante_of(book: RuleBook, wagers: Mapping[str, int]) -> int:
    """Return the size of one ante."""
    return next(wagers[spot.id] for spot in book.betting_spots if spot.required)


def wagers_in_words(book: RuleBook, wagers: Mapping[str, int]) -> str:
    """Wagers as a player says them: `Across Ante $5, Down Ante $5, Five Card Bonus $2`."""
    parts = [f"{spot.title} {dollars(wagers[spot.id])}" for spot in book.betting_spots if wagers.get(spot.id)]
    return ", ".join(parts)

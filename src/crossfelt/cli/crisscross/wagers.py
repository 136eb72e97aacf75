"""The wagers before the deal as a player names them: one amount for the antes, one for each bonus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from crossfelt.cli.shared.amounts import parse_amount
from crossfelt.crisscross.rulebook import RuleBook, Spot
from crossfelt.crisscross.wagers import amount_faults, betting_faults, unit_faults
from crossfelt.errors import BadInput
from crossfelt.money import dollars


@dataclass(frozen=True, slots=True)
class WagerEntry:
    """One amount that a player names, and the spots it goes on."""

    spots: tuple[Spot, ...]

    @property
    def title(self) -> str:
        """What the player calls it: the titles of its spots, such as `Across Ante and Down Ante`."""
        return " and ".join(spot.title for spot in self.spots)

    @property
    def limits(self) -> str:
        """What may be wagered, such as `$5 to $100`, or `$1 or $5`."""
        if self.spots[0].sizes_cents:
            return " or ".join(dollars(cents) for cents in self.spots[0].sizes_cents)
        return f"{dollars(self.spots[0].minimum_cents)} to {dollars(self.spots[0].maximum_cents)}"


def wager_entries(book: RuleBook) -> tuple[WagerEntry, ...]:
    """Required spots that must be equal are one entry; every other spot is its own."""
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
    """Wagers from amounts in dollars, in the order of the entries; what is left out is not wagered."""
    entries = wager_entries(book)
    words = text.split()
    if len(words) > len(entries):
        raise BadInput(f"that is {len(words)} amounts, this table takes {len(entries)}")
    amounts = [0 if word == "-" else parse_amount(word) for word in words]
    wagers = {spot.id: cents for entry, cents in zip(entries, amounts, strict=False) for spot in entry.spots if cents}
    check_wagers(book, wagers)
    return wagers


def check_wagers(book: RuleBook, wagers: Mapping[str, int]) -> None:
    """Refuses what the table would refuse, in the words of the table."""
    unknown = [name for name, cents in wagers.items() if cents and name not in book.spots]
    faults: list[str] = [f"{name.replace('_', ' ').title()}: {book.id} has no such wager" for name in unknown]
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


def _titled(book: RuleBook, fault: str) -> str:
    """A fault that begins with the id of a spot, in the words of a player, who knows it by its title."""
    name, colon, reason = fault.partition(": ")
    title = next((entry.title for entry in wager_entries(book) if name in (spot.id for spot in entry.spots)), name)
    return title + colon + reason


def ante_of(book: RuleBook, wagers: Mapping[str, int]) -> int:
    """The size of one ante in a set of wagers that the table takes."""
    return next(wagers[spot.id] for spot in book.betting_spots if spot.required)


def wagers_in_words(book: RuleBook, wagers: Mapping[str, int]) -> str:
    """Wagers as a player would say them: `Across Ante $5, Down Ante $5, Five Card Bonus $2`."""
    parts = [f"{spot.title} {dollars(wagers[spot.id])}" for spot in book.betting_spots if wagers.get(spot.id)]
    return ", ".join(parts)

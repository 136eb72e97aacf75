"""The life of one meter over many rounds: what made it grow, who won it, what was taken back or corrected, and a
change of its terms that waits for its jackpot (reading P7).

Every entry keeps the exact amount before and after it, so that any figure on the display can be explained, and the
entries alone give the meter back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from crossfelt.errors import BadInput, describe
from crossfelt.fields import MOST_CENTS
from crossfelt.progressive.meter import Meter, MeterTerms

EntryKind = Literal["opened", "contributed", "won", "reversed", "corrected", "configured"]
MOST_REASON = 200
"""Characters that the reason of a correction may have."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened to a meter."""

    kind: EntryKind
    round: str
    """The round it belongs to, empty for what happens between rounds."""
    before: Fraction
    after: Fraction
    paid: int
    """Cents that a winner received; 0 for every other kind."""
    reason: str
    """Why it was corrected, by whom; empty for every other kind."""


class MeterHistory:
    """One meter of one table, from the day it was put up."""

    def __init__(self, terms: MeterTerms, inherited: Fraction | None = None) -> None:
        """Starts at its initial amount, or at what the meter of a table that closed has handed on."""
        self.terms = terms
        self.waiting: MeterTerms | None = None
        """Terms that take over once the jackpot has been won and its round is over."""
        amount = Fraction(terms.initial_cents) if inherited is None else inherited
        self.entries: list[Entry] = [Entry("opened", "", Fraction(0), amount, 0, "")]
        self._settling_since: int | None = None
        """Where the entries of the round begin that is being settled."""

    @property
    def meter(self) -> Meter:
        """What it holds now."""
        return Meter(self.entries[-1].after)

    @property
    def settling(self) -> str:
        """The round that is being settled, empty between rounds."""
        return "" if self._settling_since is None else self.entries[self._settling_since].round

    def contribute(self, round_name: str, wagered: Iterable[int]) -> Fraction:
        """The wagers of a round that comes to be settled; returns by how much the meter grows."""
        by = self.terms.contribution(sum(wagered))
        after = self.meter.grown(by)
        self._enter(round_name)
        self._add("contributed", round_name, after)
        return by

    def win(self, round_name: str) -> int:
        """A seat's turn to be paid the jackpot; returns the whole cents it is paid."""
        self._enter(round_name)
        paid, after = self.meter.won(self.terms.reset_cents)
        self._add("won", round_name, after, paid=paid)
        return paid

    def close_round(self, round_name: str) -> None:
        """The round is over and stands: terms that waited for a jackpot take over if it was won."""
        if self._settling_since is None or round_name != self.settling:
            return
        was_won = any(entry.kind == "won" for entry in self.entries[self._settling_since :])
        self._settling_since = None
        if self.waiting is not None and was_won:
            # The meter holds the old reset amount and a fraction that could not be paid; the fraction stays.
            more = max(0, self.waiting.reset_cents - self.terms.reset_cents)
            self._take_over(self.waiting, self.meter.grown(Fraction(more)))

    def reverse(self, round_name: str) -> None:
        """The round is void: the meter ends as that round found it (reading R17). A round that was never settled
        changes nothing; one that stands cannot be reversed, only corrected."""
        if self._settling_since is not None and round_name == self.settling:
            before = self.entries[self._settling_since].before
            self._add("reversed", round_name, Meter(before))
            self._settling_since = None
        elif any(entry.round == round_name for entry in self.entries if entry.round):
            raise BadInput(f"round {describe(round_name)} is over: its meter can only be corrected")

    def correct(self, cents: Fraction, reason: str) -> None:
        """A typed correction to an exact amount, with the reason and the person."""
        if not reason.strip() or len(reason) > MOST_REASON or not reason.isprintable():
            raise BadInput(f"say why the meter is corrected in one line of at most {MOST_REASON} characters")
        if not 0 <= cents <= MOST_CENTS:
            raise BadInput(f"a meter holds 0 to {MOST_CENTS} cents, not {describe(str(cents))}")
        if self.settling:
            raise BadInput(f"round {describe(self.settling)} is being settled: correct the meter when it is over")
        self._add("corrected", "", Meter(cents), reason=reason.strip())

    def configure(self, terms: MeterTerms) -> None:
        """New terms of the operator: they wait until the jackpot is won, so that no player's money changes its odds
        on the way. A meter that nobody has wagered on yet takes them at once."""
        if terms.id != self.terms.id:
            raise BadInput(f"these are the terms of {describe(terms.id)}, this meter is {self.terms.id}")
        if all(entry.kind in ("opened", "configured") for entry in self.entries):
            self._take_over(terms, Meter(max(self.meter.cents, Fraction(terms.initial_cents))))
        else:
            self.waiting = terms

    def _take_over(self, terms: MeterTerms, after: Meter) -> None:
        self.terms, self.waiting = terms, None
        self._add("configured", "", after)

    def _enter(self, round_name: str) -> None:
        """A round's first entry opens it; there is one round at a time, as there is one set of meters at a table."""
        assert round_name, "a round has a name"
        if self._settling_since is None:
            self._settling_since = len(self.entries)
        elif self.settling != round_name:
            raise BadInput(f"round {describe(self.settling)} is being settled, not {describe(round_name)}")

    def _add(self, kind: EntryKind, round_name: str, after: Meter, *, paid: int = 0, reason: str = "") -> None:
        self.entries.append(Entry(kind, round_name, self.meter.cents, after.cents, paid, reason))

"""The rules of an analysis: the book in force, its main game in the form of the kernels, and their name in reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from crossfelt.analysis.crisscross.encode import Scheme, encode
from crossfelt.crisscross.changed_rules import with_aggregate_limit, with_main_odds
from crossfelt.crisscross.resolve import named_rules
from crossfelt.crisscross.rulebook import LOSES, PUSHES, RuleBook
from crossfelt.money import dollars
from crossfelt.ranking import Hand
from crossfelt.rulefiles import NamedRules


@dataclass(frozen=True, slots=True)
class AnalyzedRules:
    """The rules that an analysis uses."""

    book: RuleBook
    """With every change applied."""
    printed: RuleBook
    """With the same choices, and the printed odds."""
    scheme: Scheme
    named: NamedRules

    def with_limit(self, limit_cents: int) -> AnalyzedRules:
        """Set another aggregate limit, which counts as a change unless it is the limit in force."""
        before = self.book.aggregate_limit.amount_cents
        if limit_cents == before:
            return self
        book = with_aggregate_limit(self.book, limit_cents)
        change = f"aggregate limit is {dollars(limit_cents)}, not {'set' if before is None else dollars(before)}"
        return replace(self, book=book, named=self.named.changed(book, change))


def analyzed_rules(named: NamedRules | RuleBook, pay: Mapping[str, object] | None = None) -> AnalyzedRules:
    """Return the rules of a command, or of a book, with other odds for some hands of the main table."""
    named = named_rules(named) if isinstance(named, RuleBook) else named
    printed = named.rules
    assert isinstance(printed, RuleBook)
    scheme = encode(printed, pay)
    odds = changed_odds(printed, scheme)
    if not odds:
        return AnalyzedRules(printed, printed, scheme, named)
    book = with_main_odds(printed, {hand: scheme.pay[hand] for hand in odds})
    changes = [_odds_change(hand, scheme.pay[hand], before) for hand, before in odds.items()]
    return AnalyzedRules(book, printed, scheme, named.changed(book, *changes))


def changed_odds(printed: RuleBook, scheme: Scheme) -> dict[Hand, int]:
    """Return the hands whose odds were changed, best first, each with its printed odds."""
    main = next(printed.pay_tables[spot.pays] for spot in printed.spots.values() if spot.kind == "main")
    return {hand: main.odds[hand] for hand in reversed(Hand) if scheme.pay[hand] != main.odds[hand]}


def _odds_change(hand: Hand, now: int, before: int) -> str:
    name = hand.slug.replace("_", " ")
    if now > PUSHES and before > PUSHES:
        return f"{name} pays {now}, not {before}"
    verbs = {LOSES: ("loses", "losing"), PUSHES: ("pushes", "pushing")}
    result, _ = verbs.get(now, (f"pays {now}", ""))
    _, printed = verbs.get(before, ("", f"paying {before}"))
    return f"{name} {result} instead of {printed}"

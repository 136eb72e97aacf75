"""What somebody asks for when opening a table, checked and turned into its first entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from crossfelt.crisscross.resolve import load_rule_book, load_submission, rule_book_ids
from crossfelt.crisscross.round import CRISS_CROSS
from crossfelt.errors import BadInput, describe
from crossfelt.games import GAMES
from crossfelt.jsontext import canonical_json
from crossfelt.kingcross.match import KING_CROSS
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.rules import MODES, MatchRules
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.tables.events import Clocks, TableKind, TableOpened
from crossfelt.service.tables.titles import checked_title

DECISION_SECONDS = (0, 10, 300)
"""None, or from 10 seconds to five minutes."""
BETTING_SECONDS = (0, 10, 300)
SEEDS_MS = 3000
"""Long enough for a browser to reveal over a slow network. It ends early when every locked seat has revealed."""


@dataclass(frozen=True, slots=True)
class TableTerms:
    """A table as somebody asks for it."""

    title: str
    game: str
    table_kind: TableKind
    rules: str
    """The id of a rule book or score card, or the text of a rules submission."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Choices of the rule book, such as the table's minimum and maximum; for King Cross also `mode` and `bonus`."""
    is_private: bool = False
    host_rules: bool = False
    """Whether the host rules on rounds, also on those they play in: for private tables; practice tables always do."""
    seat_count: int = 6
    decision_seconds: int | None = None
    betting_seconds: int | None = None
    pace_ms: int = 700
    """How long the table rests between two things that it does by itself."""
    succeeds: str | None = None
    """A closed table of the same host, whose meters this one takes over (reading P7)."""


def opened(terms: TableTerms, table: str, host: str) -> TableOpened:
    """The first entry of the table that these terms make, before it takes anything over; `Refused` lists everything
    that is wrong with them."""
    faults: list[str] = []
    title = terms.title
    try:
        title = checked_title(title, is_listed=terms.table_kind == "live" and not terms.is_private)
    except Refused as error:
        faults.extend(error.faults)
    reader = _READERS.get(terms.game)
    if reader is None:
        raise Refused(RefusalCode.BAD_REQUEST, f"game: {describe(terms.game)} is not one of {', '.join(_READERS)}")
    try:
        rules, most_seats = reader(terms)
    except BadInput as error:
        raise Refused(RefusalCode.BAD_REQUEST, [*faults, *error.faults]) from None
    if not 1 <= terms.seat_count <= most_seats:
        faults.append(f"seat_count: must be 1 to {most_seats}, not {terms.seat_count}")
    alone = terms.seat_count == 1 and terms.table_kind == "practice"
    decision = _seconds("decision_seconds", terms.decision_seconds, 0 if alone else 45, DECISION_SECONDS, faults)
    betting = _seconds("betting_seconds", terms.betting_seconds, 0 if alone else 20, BETTING_SECONDS, faults)
    if terms.table_kind == "live" and not (decision and betting):
        faults.append("decision_seconds: a live table has clocks, so that nobody keeps the others waiting")
    if terms.host_rules and terms.table_kind == "live" and not terms.is_private:
        faults.append("host_rules: only a private table or a practice table can have it; make the table private")
    if not 0 <= terms.pace_ms <= _MOST_PACE_MS:
        faults.append(f"pace_ms: must be 0 to {_MOST_PACE_MS}, not {terms.pace_ms}")
    if faults:
        raise Refused(RefusalCode.BAD_REQUEST, faults)
    return TableOpened(
        table=table,
        title=title,
        game=terms.game,
        rules=rules.name,
        rules_hash=rules.hash,
        rules_document=canonical_json(rules.document),
        table_kind=terms.table_kind,
        is_private=terms.is_private,
        host_rules=terms.host_rules or terms.table_kind == "practice",
        seat_count=terms.seat_count,
        clocks=Clocks(
            decision_ms=decision * 1000,
            betting_ms=betting * 1000,
            seeds_ms=SEEDS_MS,
            pause_ms=terms.pace_ms,
            between_ms=5 * terms.pace_ms,
        ),
        host=host,
        succeeds=terms.succeeds,
        carried={},
    )


_MOST_PACE_MS = 5000


def _seconds(name: str, asked: int | None, default: int, allowed: tuple[int, int, int], faults: list[str]) -> int:
    value = default if asked is None else asked
    none, least, most = allowed
    if value != none and not least <= value <= most:
        faults.append(f"{name}: must be {none} for no clock, or {least} to {most}, not {value}")
    return value


def _criss_cross(terms: TableTerms) -> tuple[Any, int]:
    """The rule book and how many seats it allows."""
    if terms.rules in rule_book_ids():
        book = load_rule_book(terms.rules, terms.options)
    elif "=" in terms.rules:
        if terms.options:
            raise BadInput("options: a rules submission holds its own choices")
        book = load_submission(terms.rules)
    else:
        raise BadInput(f"rules: {describe(terms.rules)} is not one of {', '.join(rule_book_ids())}")
    return book, book.seat_count


def _king_cross(terms: TableTerms) -> tuple[Any, int]:
    """The score card with mode and bonus, and how many sheets there may be."""
    options = dict(terms.options)
    default = "solo" if terms.seat_count == 1 else "communal"
    mode, bonus = options.pop("mode", default), options.pop("bonus", False)
    faults = []
    if mode not in MODES:
        faults.append(f"options.mode: must be one of {', '.join(MODES)}, not {describe(mode)}")
    if not isinstance(bonus, bool):
        faults.append(f"options.bonus: must be true or false, not {describe(bonus)}")
    if faults:
        raise BadInput(faults)
    rules = MatchRules(load_score_card(terms.rules, options), mode, bonus)
    return rules, rules.most_seats


_READERS: dict[str, Callable[[TableTerms], tuple[Any, int]]] = {
    CRISS_CROSS.name: _criss_cross,
    KING_CROSS.name: _king_cross,
}
assert set(_READERS) == set(GAMES), "every game has its way to resolve what a table is asked to be played by"

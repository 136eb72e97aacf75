"""The terms of a new table, checked and turned into its first entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from crossfelt.catalog import KITS, unknown_game
from crossfelt.errors import BadInput, Fault, out_of_range
from crossfelt.faults import FaultCode
from crossfelt.jsontext import canonical_json
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.tables.events import Clocks, TableKind, TableOpened
from crossfelt.service.tables.titles import checked_title
from crossfelt.service.wire.messages import game_messages

DECISION_SECONDS = (0, 10, 300)
"""None, or from 10 seconds to five minutes."""
BETTING_SECONDS = (0, 10, 300)
SEEDS_MS = 3000
"""Long enough for a browser to reveal over a slow network. It ends early when every locked seat has revealed."""


@dataclass(frozen=True, slots=True)
class TableTerms:
    """The terms that a host asks for."""

    title: str
    game: str
    table_kind: TableKind
    rules: str
    """The id of shipped rules, or the text of a rules submission."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Choices that the rules leave, such as the table's minimum and maximum; the game's kit reads them."""
    is_private: bool = False
    host_rules: bool = False
    """Whether the host rules on rounds, also on those they play in: for private tables; practice tables always do."""
    seat_count: int = 6
    decision_seconds: int | None = None
    betting_seconds: int | None = None
    pace_ms: int = 700
    """How long the table rests between two of its own actions."""
    succeeds: str | None = None
    """A closed table of the same host, whose meters this one takes over (reading P7)."""


def opened(terms: TableTerms, table: str, host: str) -> TableOpened:
    """The first entry of the table that these terms make, before it takes anything over; `Refused` lists everything
    that is wrong with them."""
    faults: list[Fault] = []
    title = terms.title
    try:
        title = checked_title(title, is_listed=terms.table_kind == "live" and not terms.is_private)
    except Refused as error:
        faults.extend(error.faults)
    if terms.game not in KITS:
        raise Refused(RefusalCode.BAD_REQUEST, unknown_game(terms.game))
    try:
        rules, most_seats = KITS[terms.game].tables.read_rules(terms.rules, terms.options, terms.seat_count)
    except BadInput as error:
        raise Refused(RefusalCode.BAD_REQUEST, [*faults, *error.faults]) from None
    if not 1 <= terms.seat_count <= most_seats:
        limit = KITS[terms.game].words.most_seats if most_seats > 1 else ""
        message = f"must be 1 to {most_seats}{f' ({limit})' if limit else ''}, not {terms.seat_count}"
        faults.append(out_of_range("seat_count", message, terms.seat_count, 1, most_seats))
    alone = terms.seat_count == 1 and terms.table_kind == "practice"
    decision = _seconds("decision_seconds", terms.decision_seconds, 0 if alone else 45, DECISION_SECONDS, faults)
    betting = _seconds("betting_seconds", terms.betting_seconds, 0 if alone else 20, BETTING_SECONDS, faults)
    if terms.table_kind == "live" and not (decision and betting):
        message = "a live table has clocks, so that nobody keeps the others waiting"
        faults.append(Fault(FaultCode.NOT_TOGETHER, message, "decision_seconds"))
    if terms.host_rules and terms.table_kind == "live" and not terms.is_private:
        message = "only a private table or a practice table can have it; make the table private"
        faults.append(Fault(FaultCode.NOT_TOGETHER, message, "host_rules"))
    if not 0 <= terms.pace_ms <= _MOST_PACE_MS:
        message = f"must be 0 to {_MOST_PACE_MS}, not {terms.pace_ms}"
        faults.append(out_of_range("pace_ms", message, terms.pace_ms, 0, _MOST_PACE_MS))
    if faults:
        raise Refused(RefusalCode.BAD_REQUEST, faults)
    # A kit whose type doesn't describe its rules fails here, before anything is stored.
    game_messages(KITS[terms.game]).rules_document.validate_python(rules.document)
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


def _seconds(name: str, asked: int | None, default: int, allowed: tuple[int, int, int], faults: list[Fault]) -> int:
    value = default if asked is None else asked
    none, least, most = allowed
    if value != none and not least <= value <= most:
        message = f"must be {none} for no clock, or {least} to {most}, not {value}"
        faults.append(out_of_range(name, message, value, least, most))
    return value

"""Settle one finished round described by a file (`crossfelt settle`).

Call `settle_case` with the parsed JSON; `CaseError` lists everything wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import fields as fields_of
from typing import Any

from crossfelt.cards import Card, card_twice, parse_card, repeated
from crossfelt.crisscross.layout import ACROSS, DOWN, MIDDLE, Place
from crossfelt.crisscross.progressives.case import MeterResult, ProgressiveCase, read_progressive_case
from crossfelt.crisscross.resolve import load_rule_book, rule_book_ids
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.settlement import SeatStake, SeatTotal, SettledWager, explain, seat_total, settle
from crossfelt.crisscross.wagers import amount_faults, betting_faults, stage_faults
from crossfelt.errors import CardError, CaseError, RuleBookError, describe
from crossfelt.faults import FaultCode
from crossfelt.fields import Fields
from crossfelt.ranking import HandName
from crossfelt.schema import to_plain

BookFor = Callable[[str], RuleBook]
"""A function from the id that a case names to its rule book."""


@dataclass(frozen=True, slots=True)
class ExplainedWager(SettledWager):
    """One wager settled, with the reason in words."""

    explained: str


@dataclass(frozen=True, slots=True)
class SettledSeat(SeatTotal):
    """One settled seat: its hands, and its wagers in settlement order."""

    across_hand: HandName | None
    """None for a seat that folded."""
    down_hand: HandName | None
    lines: tuple[ExplainedWager, ...]


@dataclass(frozen=True, slots=True)
class ProgressiveResult:
    """The changes of the meters in use."""

    meters: dict[str, MeterResult]


@dataclass(frozen=True, slots=True)
class SettledCase:
    """A round settled, seats in seat order."""

    rules: str
    rule_book_hash: str
    seats: tuple[SettledSeat, ...]
    progressive: ProgressiveResult | None
    """None where the book offers no progressive wager."""


def settle_case(data: object, book_for: BookFor = load_rule_book) -> dict[str, Any]:
    """Settle one case and return a `SettledCase` as plain data. `CaseError` lists everything wrong with it."""
    settled: dict[str, Any] = to_plain(settle_finished(data, book_for))
    return settled


def settle_finished(data: object, book_for: BookFor = load_rule_book) -> SettledCase:
    """Settle one finished round described by a file. `CaseError` lists everything wrong with it."""
    fields = Fields(data)
    if not isinstance(data, dict):
        raise CaseError(fields.faults)
    book = _book(fields, book_for)
    cross = _read_cross(fields.table("community"))
    bonus_cards = _read_bonus_cards(fields, book)
    stakes = _read_seats(fields, book)
    raw_progressive = fields.raw("progressive")
    fields.refuse_unknown()
    wants_bonus_cards = [stake.seat for stake in stakes if _stakes_bonus_cards(book, stake)]
    if wants_bonus_cards and fields.raw("bonus_cards") is None:
        message = f"is missing; seat {wants_bonus_cards[0]} has a wager on them"
        fields.fault(FaultCode.BONUS_CARDS_MISSING, message, "bonus_cards", seat=wants_bonus_cards[0])
    everything = [*cross.values(), *bonus_cards, *(card for stake in stakes for card in stake.hole)]
    fields.faults.extend(map(card_twice, repeated(everything)))
    progressive = None
    if book is not None and (book.progressives is not None or raw_progressive is not None):
        progressive = read_progressive_case(raw_progressive, book, cross, stakes, fields.faults)
    if fields.faults or book is None:
        raise CaseError(fields.faults)
    return _settled(book, cross, bonus_cards, stakes, progressive)


def _book(fields: Fields, book_for: BookFor) -> RuleBook | None:
    known_faults = len(fields.faults)
    name = fields.text("rules")
    if len(fields.faults) > known_faults:
        return None
    if name not in rule_book_ids():
        message = f"there is no rule book {describe(name)}: choose from {', '.join(rule_book_ids())}"
        fields.fault(FaultCode.NO_SUCH_RULES, message, "rules", value=name, choices=rule_book_ids())
        return None
    try:
        return book_for(name)
    except RuleBookError as error:
        fields.faults.extend(error.faults)
        return None


def _read_cross(entry: Fields) -> dict[Place, Card]:
    cross: dict[Place, Card] = {}
    for key, places in (("across", ACROSS), ("down", DOWN)):
        cross.update(zip(places, _cards(entry, key, 2), strict=False))
    middle = entry.raw("middle")
    if "middle" not in entry:
        entry.fault(FaultCode.MISSING, "is missing", "middle")
    else:
        cross.update(zip((MIDDLE,), _parsed(entry, "middle", [middle]), strict=False))
    entry.refuse_unknown()
    return cross


def _read_bonus_cards(fields: Fields, book: RuleBook | None) -> tuple[Card, ...]:
    if "bonus_cards" not in fields or fields.raw("bonus_cards") is None:
        return ()
    if book is not None and not book.bonus_card_count:
        fields.fault(FaultCode.NO_BONUS_CARDS, f"{book.id} has no bonus cards", "bonus_cards", rules=book.id)
        return ()
    return _cards(fields, "bonus_cards", book.bonus_card_count if book else 4)


def _read_seats(fields: Fields, book: RuleBook | None) -> list[SeatStake]:
    stakes: list[SeatStake] = []
    taken: set[int] = set()
    most = book.seat_count if book else 6
    entries = list(fields.tables("seats"))
    if not entries and "seats" in fields and not any(fault.startswith("seats") for fault in fields.faults):
        fields.fault(FaultCode.WRONG_COUNT, "must have at least one seat", "seats", least=1, most=most, count=0)
    for entry in entries[: most + 1]:
        known_faults = len(fields.faults)
        seat = entry.integer("seat", least=1, most=most)
        if len(fields.faults) == known_faults:
            if seat in taken:
                entry.fault(FaultCode.REPEATED, f"seat {seat} appears twice", "seat", value=seat)
            taken.add(seat)
        hole = _cards(entry, "hole", 2)
        names = [stage.id for stage in book.stages] if book else ["across", "down", "middle"]
        folded_at = entry.raw("folded_at")
        if folded_at is not None and folded_at not in names:
            message = f"must be null, {', '.join(names)}, not {describe(folded_at)}"
            entry.fault(FaultCode.NOT_ONE_OF, message, "folded_at", value=folded_at, choices=[None, *names])
            folded_at = None
        wagers = _read_wagers(entry, book, folded_at if isinstance(folded_at, str) else None)
        entry.refuse_unknown()
        if len(hole) == 2:
            stakes.append(
                SeatStake(seat, (hole[0], hole[1]), wagers, folded_at if isinstance(folded_at, str) else None)
            )
    if len(entries) > most:
        message = f"there are {len(entries)} seats, the table has {most}"
        fields.fault(FaultCode.WRONG_COUNT, message, "seats", least=1, most=most, count=len(entries))
    return stakes


def _read_wagers(entry: Fields, book: RuleBook | None, folded_at: str | None) -> dict[str, int]:
    table = entry.table("wagers")
    raw = {key: table.raw(key) for key in table.names()}
    if book is None:
        return {}
    faults = amount_faults(book, raw)
    wagers = {key: value for key, value in raw.items() if isinstance(value, int) and value and key in book.spots}
    if not faults:
        faults = [*betting_faults(book, wagers), *stage_faults(book, wagers, folded_at)]
    for fault in faults:
        entry.add(fault, "wagers")
    return wagers


def _cards(entry: Fields, key: str, count: int) -> tuple[Card, ...]:
    value = entry.raw(key)
    if key not in entry:
        entry.fault(FaultCode.MISSING, "is missing", key)
        return ()
    if not isinstance(value, list):
        message = f"must be a list of {count} cards, not {describe(value)}"
        entry.fault(FaultCode.WRONG_TYPE, message, key, expected="list", value=value)
        return ()
    if len(value) != count:
        message = f"needs {count} cards, not {len(value)}"
        entry.fault(FaultCode.WRONG_COUNT, message, key, least=count, most=count, count=len(value))
        _parsed(entry, key, value[:9])
        return ()
    return _parsed(entry, key, value)


def _parsed(entry: Fields, key: str, values: list[object]) -> tuple[Card, ...]:
    cards: list[Card] = []
    for value in values:
        try:
            cards.append(parse_card(value))
        except CardError as error:
            entry.add(error.faults[0], key)
    return tuple(cards)


def _stakes_bonus_cards(book: RuleBook | None, stake: SeatStake) -> bool:
    return book is not None and any(
        book.spots[name].hand == "hole_and_bonus" for name, cents in stake.wagers.items() if cents
    )


def _settled(
    book: RuleBook,
    cross: Mapping[Place, Card],
    bonus_cards: tuple[Card, ...],
    stakes: list[SeatStake],
    progressive: ProgressiveCase | None,
) -> SettledCase:
    if progressive is None:
        settlement = settle(book, cross, bonus_cards, stakes)
    else:
        settlement = settle(
            book,
            cross,
            bonus_cards,
            stakes,
            wheel_results=progressive.wheel_results,
            meters=progressive.meters_when_paid,
        )
    assert settlement.awaited is None, "every spin that is due was checked to be there"
    wagers = settlement.wagers
    seats = []
    for stake in sorted(stakes, key=lambda stake: stake.seat):
        hands = settlement.hands.get(stake.seat)
        total = seat_total(stake.seat, wagers)
        assert total.staked == sum(stake.wagers.values()), "every wager is settled once"
        seats.append(
            SettledSeat(
                across_hand=hands.across.slug if hands else None,
                down_hand=hands.down.slug if hands else None,
                lines=tuple(_explained(book, wager) for wager in wagers if wager.seat == stake.seat),
                **_fields(total, _TOTAL_FIELDS),
            )
        )
    result = None if progressive is None else ProgressiveResult(progressive.results(settlement.wagers))
    return SettledCase(book.id, book.hash, tuple(seats), result)


def _explained(book: RuleBook, wager: SettledWager) -> ExplainedWager:
    return ExplainedWager(explained=explain(book, wager), **_fields(wager, _WAGER_FIELDS))


def _fields(value: SettledWager | SeatTotal, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(value, name) for name in names}


# Checked once, because a file may have many thousands of wagers.
_WAGER_FIELDS, _TOTAL_FIELDS = (tuple(field.name for field in fields_of(kind)) for kind in (SettledWager, SeatTotal))

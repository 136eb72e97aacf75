"""The readings that one rule book relies on: those about its features that the house hasn't replaced."""

from __future__ import annotations

from crossfelt.crisscross.resolve import choices_of
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.register import Reading, State, readings


def readings_in_force(book: RuleBook) -> tuple[Reading, ...]:
    """Return the readings in force for a rule book, in the order of their ids."""
    return tuple(reading for reading in _bearing_on(book) if not _is_read_otherwise(book, reading))


def readings_set_aside(book: RuleBook) -> tuple[Reading, ...]:
    """Return the readings that the house replaces by a choice of its own."""
    return tuple(reading for reading in _bearing_on(book) if _is_read_otherwise(book, reading))


def subjects(book: RuleBook) -> frozenset[str]:
    """Return the features of a book that a reading may be about: its wagers, their kinds, meters, an aggregate
    limit."""
    names = {*book.spots, *(spot.kind for spot in book.spots.values())}
    if book.progressives is not None and book.progressives.meters:
        names.add("meter")
    if book.aggregate_limit.amount_cents is not None:
        names.add("aggregate_limit")
    return frozenset(names)


def _bearing_on(book: RuleBook) -> tuple[Reading, ...]:
    present = subjects(book)
    return tuple(
        reading
        for reading in readings(book.id)
        if reading.state is not State.NOT_YET and (not reading.needs or present.intersection(reading.needs))
    )


def _is_read_otherwise(book: RuleBook, reading: Reading) -> bool:
    defaults = {choice.name: choice.default for choice in choices_of(book.id)}
    return (
        reading.option in defaults
        and not reading.option_within
        and book.choices[reading.option] != defaults[reading.option]
    )

"""Draws a rule book: pay tables, wagers, procedure and choices, each with its clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from crossfelt.analysis.crisscross.documents.readings import readings_in_force, readings_set_aside
from crossfelt.cli.rules.citations import short_citation
from crossfelt.cli.rules.progressive_tables import progressive_sections
from crossfelt.cli.shared.drawing import plain_table, section
from crossfelt.crisscross.resolve import choices_of
from crossfelt.crisscross.rulebook import LOSES, PUSHES, RuleBook, Spot
from crossfelt.crisscross.rulebook_reader import decided_by
from crossfelt.money import dollars
from crossfelt.ranking import Hand
from crossfelt.rulefiles import TABLE, Choice, NamedRules, Resolved, choice_text

_SEAT_ORDER = {"from_left": "from the dealer's left", "from_right": "from the dealer's right"}
_CARDS = {"seat_round": "one to each seat", "seat_stacks": "two to each seat"}
_ORDINALS = ("first", "second", "third", "fourth")


def books_table(books: Iterable[RuleBook]) -> Table:
    """List rule books, one in each row."""
    table = plain_table("id", "title", "ante", "bonus bets", "pays at most")
    for book in books:
        antes = [spot for spot in book.betting_spots if spot.kind == "ante"]
        bonuses = [spot.title for spot in book.betting_spots if spot.kind == "bonus"]
        table.add_row(book.id, book.title, _limits(antes[0]), ", ".join(bonuses) or "none", _limit(book))
    return table


def whole_book(named: NamedRules) -> Group:
    """Draw everything about one rule book."""
    book = named.rules
    assert isinstance(book, RuleBook)
    return Group(
        Text(f"{named.title} ({book.name})", "bold"),
        Text(f"{book.document['publisher']}; {book.seat_count} seats"),
        Text(f"hash {book.hash}"),
        section("Pay tables", pay_tables(book)),
        section("Wagers", _spots(book)),
        section("Decisions", _stages(book)),
        section("Dealing", *_dealings(book)),
        section("Settlement order", *_settlement(book)),
        section("Aggregate limit", *_aggregate_limit(book)),
        section("Irregularities", _irregularities(book)),
        *(section(title, *parts) for title, parts in progressive_sections(book)),
        section("Choices", *choice_lines(book, choices_of(book.id))),
        section("Readings in force", *_readings(book)),
    )


def pay_tables(book: RuleBook, spots: Sequence[Spot] | None = None) -> Table:
    """Draw the pay tables side by side, or only those of some spots."""
    names = list(dict.fromkeys(spot.pays for spot in spots or book.spots.values() if spot.pays))
    table = plain_table("hand", *(f">{_payers(book, name)}" for name in names), footer=True)
    table.is_by_column = True
    table.columns[0].footer = "clause"
    table.columns[0].no_wrap = True
    for column, name in zip(table.columns[1:], names, strict=True):
        column.footer = short_citation(book.pay_tables[name].clause)
    for hand in reversed(Hand):
        odds = [book.pay_tables[name].odds[hand] for name in names]
        if any(value != LOSES for value in odds):
            table.add_row(hand.slug.replace("_", " "), *map(_odds, odds))
    table.add_row("anything else", *[_odds(LOSES)] * len(names))
    return table


def _payers(book: RuleBook, pay_table: str) -> str:
    return ", ".join(spot.title for spot in book.spots.values() if spot.pays == pay_table)


def _odds(value: int) -> str:
    return "loses" if value == LOSES else "push" if value == PUSHES else f"{value:,} to 1"


def _limits(spot: Spot) -> str:
    if spot.sizes_cents:
        return " or ".join(map(dollars, spot.sizes_cents))
    return f"{dollars(spot.minimum_cents)} to {dollars(spot.maximum_cents)}"


def _limit(book: RuleBook) -> str:
    cents = book.aggregate_limit.amount_cents
    return "no limit" if cents is None else dollars(cents)


def _spots(book: RuleBook) -> Table:
    table = plain_table("wager", "placed", "amount", "conditions", "clause")
    table.columns[0].no_wrap = True
    for spot in book.spots.values():
        much = _limits(spot)
        if spot.multiple_of:
            much = f"{', '.join(map(str, spot.multiples))} x {book.spots[spot.multiple_of].title}"
        placed = "before the deal" if spot.placed == "betting" else f"{spot.placed} decision"
        table.add_row(spot.title, placed, much, "; ".join(_conditions(book, spot)), short_citation(spot.clause))
    return table


def _conditions(book: RuleBook, spot: Spot) -> Iterator[str]:
    if spot.required:
        yield "required"
    if spot.equal_to:
        yield f"equal to {book.spots[spot.equal_to].title}"
    needs = [book.spots[name].title for name in spot.needs if not book.spots[name].required]
    if needs:
        yield f"needs {' and '.join(needs)}"
    if spot.survives_fold:
        yield "stays live after a fold"


def _stages(book: RuleBook) -> Table:
    table = plain_table("decision", "seats act", "clause", "then turned", "clause")
    for stage in book.stages:
        reveals = ", ".join(place.replace("_", " ") for place in stage.reveals)
        order = f"{_SEAT_ORDER[stage.seats]} ({short_citation(stage.order_clause)})"
        decided, turned = short_citation(stage.decision_clause), short_citation(stage.reveal_clause)
        table.add_row(stage.spot.title, order, decided, reveals, turned)
    return table


def _dealings(book: RuleBook) -> Iterator[RenderableType]:
    table = plain_table("method", "order of the cards", "clause")
    for name, entry in book.document["dealing"].items():
        title = name.replace("_", " ") + (" (in use)" if name == book.dealing.method else "")
        order = ", ".join(_CARDS.get(token, token.replace("_", " ")) for token in entry["order"])
        table.add_row(title, order, short_citation(decided_by(entry)))
    yield table
    dealing = book.dealing
    if dealing.deck_change_hours:
        yield Text(f"Decks change every {dealing.deck_change_hours} hours.")
    if dealing.stub_count_every_rounds:
        yield Text(f"The stub is counted at least every {dealing.stub_count_every_rounds} rounds.")
    elif dealing.stub_count_clause:
        clause = short_citation(dealing.stub_count_clause)
        yield Text(f"The shuffler counts every deck, so the stub need not be counted ({clause}).")


def _settlement(book: RuleBook) -> Iterator[RenderableType]:
    for number, turn in enumerate(book.passes, start=1):
        shows = "" if turn.shows == "nothing" else f", {turn.shows.replace('_', ' ')} shown"
        yield Text(f"{number}. Seats {_SEAT_ORDER[turn.seats]}{shows} ({short_citation(turn.clause)})")
        for step in turn.steps:
            if step.spots:
                results = [name for name in ("forfeit", "lose", "push", "win") if name in step.results]
                which = "any result" if len(results) == 4 else " or ".join(results)
                yield Text(f"   {which}: {', '.join(book.spots[name].title for name in step.spots)}")


def _aggregate_limit(book: RuleBook) -> Iterator[RenderableType]:
    limit = book.aggregate_limit
    if limit.amount_cents is None:
        yield Text(f"No limit ({short_citation(limit.clause)}).")
        return
    covered = ", ".join(spot.title for spot in book.spots.values() if spot.id in limit.covers)
    yield Text(f"{dollars(limit.amount_cents)} won by one player in one round ({short_citation(limit.clause)}).")
    yield Text(f"Counts ({short_citation(limit.covers_clause)}): {covered}.")


def _irregularities(book: RuleBook) -> Table:
    table = plain_table("irregularity", "ruling", "clause")
    for ruling in book.rulings.values():
        outcomes = [outcome.replace("_", " ") for outcome in ruling.outcomes]
        words = outcomes[0]
        if len(outcomes) > 1:
            words = "; ".join(f"{which}: {what}" for which, what in zip(_ORDINALS, outcomes, strict=False))
        table.add_row(ruling.says, words, short_citation(ruling.clause))
    return table


def _readings(book: RuleBook) -> Iterator[RenderableType]:
    for reading in readings_in_force(book):
        yield Text(f"{reading.id:<3} {reading.title}")
    otherwise = [f"{reading.id} ({reading.option})" for reading in readings_set_aside(book)]
    if otherwise:
        yield Text(f"Read differently here, by a choice: {', '.join(otherwise)}.")
    yield Text(f"Each of them in full: crossfelt rules readings {book.id}")


def choice_lines(rules: Resolved, choices: Iterable[Choice]) -> Iterator[RenderableType]:
    """Draw each choice with its value, its range and its meaning."""
    for choice in choices:
        value = rules.choices.get(choice.name)
        is_table = choice.type == TABLE
        shown = choice_text(value) if not is_table else "offered" if value else "not offered"
        changed = "" if is_table or value == choice.default else f"; default {choice_text(choice.default)}"
        decided = short_citation(", ".join(part for part in (choice.clause, choice.reading) if part))
        yield Text.assemble((choice.name, "bold"), f" = {shown}  ({choice.allowed}{changed}; {decided})")
        yield Padding(choice.says, (0, 0, 0, 4))

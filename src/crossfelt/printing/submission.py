"""The document that a facility submits: its choices with their clauses, and the rules that follow from them."""

from __future__ import annotations

from collections.abc import Iterator

from crossfelt.analysis.crisscross.documents.readings import readings_in_force, readings_set_aside
from crossfelt.analysis.crisscross.documents.wheels import wheel_document
from crossfelt.analysis.crisscross.wheels import WheelWager, price, wheel_wager
from crossfelt.analysis.report_header import ReportHeader
from crossfelt.crisscross.facts import facts
from crossfelt.crisscross.procedure import PHASES, procedure
from crossfelt.crisscross.progressives.meter import MILLION, MeterTerms
from crossfelt.crisscross.progressives.printed_lists import printed_community
from crossfelt.crisscross.progressives.terms import BonusSpin, Xtreme, event_words, meter_words, symbol_words
from crossfelt.crisscross.resolve import choices_of
from crossfelt.crisscross.rulebook import LOSES, PUSHES, RuleBook
from crossfelt.crisscross.submission import range_of
from crossfelt.money import dollars
from crossfelt.printing.blocks import (
    Block,
    Code,
    Entries,
    Entry,
    Picture,
    Section,
    Sheet,
    Table,
    Words,
    number,
    percent,
    words,
)
from crossfelt.printing.par_front import choice_words
from crossfelt.printing.par_pdf import pdf
from crossfelt.printing.wheels import wheel_svg
from crossfelt.ranking import Hand
from crossfelt.register import Reading
from crossfelt.rulefiles import TABLE, Choice

_PRINTED_ELSEWHERE = ("Pays", "Bonus Spin", "Irregularities")


def submission_pdf(book: RuleBook, header: ReportHeader) -> bytes:
    """Return the submission of a facility as a PDF. The same book and header give the same bytes."""
    return pdf(submission_sheet(book, header))


def submission_sheet(book: RuleBook, header: ReportHeader) -> Sheet:
    """Return the whole document, in the order in which it is examined."""
    facility = header.facility or ""
    parts = {
        ("what", "Summary"): _summary(book, facility),
        ("choices", "The house's choices"): _choices(book),
        ("pays", "Pay tables"): _pay_tables(book),
        ("bonus-spin", "Bonus Spin"): _bonus_spin(book),
        ("xtreme", "Bonus Spin Xtreme"): _xtreme(book),
        ("rules", "Wagers, dealing and settlement"): _rules(book),
        ("irregularities", "Irregularities"): _irregularities(book),
        ("procedure", "Procedure in force"): _procedure(book),
        ("readings", "Readings in force"): _readings(book),
    }
    sections = (Section(name, title, tuple(blocks)) for (name, title), blocks in parts.items())
    return Sheet(
        title="Rules submission: Criss Cross Poker",
        subtitle=f"{facility or 'Facility not named'}: {book.title}",
        sections=tuple(section for section in sections if section.blocks),
        footer=header.footer,
        header=header.line,
    )


def _summary(book: RuleBook, facility: str) -> Iterator[Block]:
    offered = [spot.title for spot in book.betting_spots if spot.kind in ("bonus", "progressive")]
    yield Table(
        "At a glance",
        ("", "submitted"),
        (
            ("Facility", facility or "not named"),
            ("Rules", f"{book.title}, {book.document['publisher']}"),
            ("Rule book", book.name),
            ("Seats", str(book.seat_count)),
            ("Wagers offered beside the antes and bets", ", ".join(offered) or "none"),
        ),
    )
    yield Words(
        "Everything below follows from the rule book and the house's choices. Two tables whose rules have the "
        "same hash (SHA-256 of the resolved rule book) play the same game:"
    )
    yield Code(book.hash)


def _choices(book: RuleBook) -> Iterator[Block]:
    yield Words("Each choice that the text leaves to the house, or leaves unclear, what is chosen and what may be:")
    everything = choices_of(book.id)
    of_wagers = [choice for choice in everything if choice.type in ("cents", "spots")]
    columns = ("choice", "chosen", "may be", "what it is about", "clause")
    yield Table("Amounts and limits", columns, tuple(_choice_row(book, choice) for choice in of_wagers))
    others = [choice for choice in everything if choice not in of_wagers]
    yield Table("Offers, dealing and options", columns, tuple(_choice_row(book, choice) for choice in others))


def _choice_row(book: RuleBook, choice: Choice) -> tuple[str, ...]:
    value = book.choices.get(choice.name)
    chosen = "offered, as set out below" if value else "not offered"
    allowed = "offered or not"
    if choice.type == "boolean":
        chosen, allowed = choice_words(choice.name, value), "yes or no"
    elif choice.type != TABLE:
        chosen, allowed = _chosen(book, choice.name, value), words(range_of(choice, book, in_cents=False))
    name = words(choice.name.removesuffix("_cents"))
    return name, chosen, allowed.removesuffix("."), choice.says, choice.cited


def _chosen(book: RuleBook, name: str, value: object) -> str:
    limit = book.aggregate_limit.amount_cents
    if name == "aggregate_limit_cents" and not value:
        return "none" if limit is None else f"the highest allowed, {dollars(limit)}"
    return choice_words(name, value)


def _pay_tables(book: RuleBook) -> Iterator[Block]:
    payers: dict[str, list[str]] = {}
    for spot in book.spots.values():
        if spot.pays:
            payers.setdefault(spot.pays, []).append(spot.title)
    tables = [book.pay_tables[name] for name in payers]
    yield Table(
        "Odds to 1; the stake is returned too",
        ("hand", *(f">{', '.join(titles)}" for titles in payers.values())),
        (
            *(
                (words(hand.slug), *(_odds(table.odds[hand]) for table in tables))
                for hand in reversed(Hand)
                if any(table.odds[hand] != LOSES for table in tables)
            ),
            ("clause", *(table.clause for table in tables)),
        ),
    )


def _odds(odds: int) -> str:
    return "loses" if odds == LOSES else "push" if odds == PUSHES else number(odds)


def _bonus_spin(book: RuleBook) -> Iterator[Block]:
    if book.progressives is not None and book.progressives.bonus_spin is not None:
        yield from _spin(book, book.progressives.bonus_spin)


def _spin(book: RuleBook, spin: BonusSpin) -> Iterator[Block]:
    jackpot = f"{spin.prize_name or 'a fixed prize'}, worth {dollars(spin.prize_cents)}"
    yield Words(
        f"A wager of {dollars(spin.spins_cents)} with a pair in the player's two cards spins wheel "
        f"{spin.letter.upper()} ({spin.clause}). The jackpot symbol, called {spin.jackpot_name}, pays "
        f"{jackpot if spin.meter is None else 'the whole meter'}."
    )
    if spin.meter is not None:
        yield _meters([spin.meter])
    yield from _wheel(wheel_wager(book, f"bonus_spin_{spin.letter}"))
    sizes = sorted(spin.community)
    yield Table(
        f"Community Pay, list {spin.community_letter.upper()}: to every other seat with the wager, for a symbol with "
        "two amounts",
        ("symbol", *(f">{dollars(size)} wager" for size in sizes), "clauses"),
        tuple(
            (
                symbol_words(symbol),
                *(dollars(spin.community[size][symbol].cents) for size in sizes),
                ", ".join(spin.community[size][symbol].clause for size in sizes),
            )
            for symbol in spin.community[sizes[0]]
        ),
    )
    for entry in printed_community(book.id).get(spin.community_letter, ()):
        if entry.note:
            symbols = ", ".join(symbol_words(pay.symbol) for pay in entry.pays)
            yield Words(f"Printed for {dollars(entry.size_cents)} wagers: {symbols} ({entry.clause}). {entry.note}")


def _xtreme(book: RuleBook) -> Iterator[Block]:
    if book.progressives is not None and book.progressives.xtreme is not None:
        yield from _hot_spot(book, book.progressives.xtreme)


def _hot_spot(book: RuleBook, xtreme: Xtreme) -> Iterator[Block]:
    yield Words(
        f"The qualifying event is {event_words(xtreme.event)} ({xtreme.clause}). One Community spin then picks a "
        "position, and every seat with the wager is paid that position of its own list; one of them, the Hot Spot, "
        f"spins its wheel too. The jackpot symbol, called {xtreme.jackpot_name}, pays the whole meter of its wheel."
    )
    yield Table(
        "Sizes of wager",
        (">wager", "Hot Spot wheel", "Community list", "meter"),
        tuple(
            (dollars(size.cents), size.letter.upper(), size.community_letter.upper(), meter_words(size.meter.id))
            for size in xtreme.sizes.values()
        ),
    )
    yield _meters(list({size.meter.id: size.meter for size in xtreme.sizes.values()}.values()))
    for letter in dict.fromkeys(size.letter for size in xtreme.sizes.values()):
        yield from _wheel(wheel_wager(book, f"xtreme_{letter}"))
    lists = {size.community_letter: size.community for size in xtreme.sizes.values()}
    whose = "EXAMPLE weights (reading P1)" if xtreme.community_wheel.is_example else "the house's weights"
    yield Table(
        f"Community lists by position, {whose}",
        (">position", ">weight", ">% of all spins", *(f">list {letter.upper()}" for letter in lists), "clauses"),
        tuple(
            (
                segment.symbol,
                number(segment.weight),
                percent(segment.weight / xtreme.community_wheel.total),
                *(dollars(pays[place].cents) for pays in lists.values()),
                ", ".join(pays[place].clause for pays in lists.values()),
            )
            for place, segment in enumerate(xtreme.community_wheel.segments)
        ),
    )


def _wheel(wager: WheelWager) -> Iterator[Block]:
    """Yield the wheel as a picture, and a table of its segments with pays, weights and clauses."""
    document = wheel_document(price(wager))
    whose = "EXAMPLE weights, not of a wheel in use (reading P1)" if wager.wheel.is_example else "the house's weights"
    title = f"{wager.title}: {whose}"
    yield Picture(wheel_svg(document), f"{title}.", f"{title}; {number(wager.wheel.total)} in all.", 0.8)
    yield Table(
        title,
        ("symbol", ">pays", ">weight", ">% of all spins", "clause"),
        tuple(
            (
                symbol_words(segment.symbol),
                "the meter" if segment.cents is None and wager.meter else dollars(segment.cents or wager.prize_cents),
                number(segment.weight),
                percent(segment.weight / wager.wheel.total),
                segment.clause,
            )
            for segment in wager.wheel.segments
            if segment.weight
        ),
    )


def _meters(meters: list[MeterTerms]) -> Table:
    return Table(
        "Meters",
        ("meter", ">grows by, % of each wager", ">first shows", ">starts again at", "clause"),
        tuple(
            (
                meter_words(meter.id),
                percent(meter.rate_ppm / MILLION, 4),
                dollars(meter.initial_cents),
                dollars(meter.reset_cents),
                meter.clause,
            )
            for meter in meters
        ),
    )


def _rules(book: RuleBook) -> Iterator[Block]:
    listed = [fact for fact in facts(book) if not fact.topic.startswith(_PRINTED_ELSEWHERE)]
    for topic in dict.fromkeys(fact.topic for fact in listed):
        rows = tuple((fact.name, fact.says, fact.clause) for fact in listed if fact.topic == topic)
        yield Table(topic, ("", "in force", "clause"), rows)


def _irregularities(book: RuleBook) -> Iterator[Block]:
    yield Table(
        "Rulings on irregularities",
        ("what happens", "ruling", "clause"),
        tuple(
            (ruling.says, "; then ".join(map(words, ruling.outcomes)), ruling.clause)
            for ruling in book.rulings.values()
        ),
    )


def _procedure(book: RuleBook) -> Iterator[Block]:
    method = book.dealing.method
    yield Words(f"Steps at the table, dealing by {words(method)}, each with its clause and who takes it:")
    yield Entries(
        tuple(
            Entry(str(step.number), f"{PHASES[step.phase]}, {step.who}", step.says, f"({step.cited})")
            for step in procedure(book.id, method, book.spots)
        )
    )


def _readings(book: RuleBook) -> Iterator[Block]:
    yield Words(
        "How these rules are interpreted where they are silent, unclear or contradictory. The rules always prevail."
    )
    yield Entries(
        tuple(
            Entry(
                reading.id,
                reading.title,
                reading.says,
                _option_in_force(book, reading),
            )
            for reading in readings_in_force(book)
        )
    )
    otherwise = readings_set_aside(book)
    if otherwise:
        yield Words("The house reads these points otherwise:")
        yield Entries(
            tuple(Entry(reading.id, reading.title, _option_in_force(book, reading), "") for reading in otherwise)
        )


def _option_in_force(book: RuleBook, reading: Reading) -> str:
    """Return the choice that a house has where a point can be read differently; empty where it has none."""
    if reading.option not in book.choices:
        return ""
    return f"In force: {choice_words(reading.option, book.choices[reading.option])}."

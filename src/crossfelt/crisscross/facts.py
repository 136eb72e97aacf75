"""A rule book as a list of facts in words, each with its clause, so that two books can be compared.

Call `differences` with two books. A fact with the same words in both isn't a difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from crossfelt.crisscross.progressives.meter import MILLION, MeterTerms
from crossfelt.crisscross.progressives.terms import BonusSpin, Xtreme, event_words, symbol_words
from crossfelt.crisscross.progressives.wheel import Wheel
from crossfelt.crisscross.resolve import choices_of
from crossfelt.crisscross.rulebook import LOSES, PUSHES, RuleBook, Spot
from crossfelt.crisscross.rulebook_reader import decided_by
from crossfelt.money import dollars
from crossfelt.ranking import Hand

_SEATS = {"from_left": "from the dealer's left", "from_right": "from the dealer's right"}
_CARDS = {"seat_round": "one to each seat", "seat_stacks": "two to each seat"}
_ABANDONED = {"fold": "folded", "lose_all": "lost, all of them"}
_SHUFFLERS = {"none": "none", "automatic": "automatic", "counting": "automatic, and it counts the cards"}


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of a rule book."""

    topic: str
    name: str
    says: str
    clause: str


@dataclass(frozen=True, slots=True)
class Difference:
    """One fact that differs between two rule books; None where a book has no such fact."""

    topic: str
    name: str
    a: Fact | None
    b: Fact | None


def differences(a: RuleBook, b: RuleBook) -> tuple[Difference, ...]:
    """Return every difference between two rule books, by topic in the order of the first."""
    ours, theirs = ({(fact.topic, fact.name): fact for fact in facts(book)} for book in (a, b))
    keys = list(dict.fromkeys((*ours, *theirs)))
    topics = list(dict.fromkeys(topic for topic, _ in keys))
    return tuple(
        Difference(topic, name, ours.get((topic, name)), theirs.get((topic, name)))
        for topic, name in sorted(keys, key=lambda key: topics.index(key[0]))
        if _text(ours.get((topic, name))) != _text(theirs.get((topic, name)))
    )


def facts(book: RuleBook) -> Iterator[Fact]:
    """Return every fact that a round depends on, and the procedures that the house must follow besides."""
    yield from _pays(book)
    yield from _wagers(book)
    yield from _limit(book)
    yield from _table(book)
    yield from _order(book)
    for ruling in book.rulings.values():
        outcomes = "; then ".join(outcome.replace("_", " ") for outcome in ruling.outcomes)
        yield Fact("Irregularities", ruling.kind.replace("_", " "), outcomes, ruling.clause)
    if book.progressives is not None and book.progressives.bonus_spin is not None:
        yield from _bonus_spin(book.progressives.bonus_spin)
    if book.progressives is not None and book.progressives.xtreme is not None:
        yield from _xtreme(book.progressives.xtreme)


def _text(fact: Fact | None) -> str | None:
    return None if fact is None else fact.says


def _pays(book: RuleBook) -> Iterator[Fact]:
    """Return the pay tables: one for the antes, one for the bets, one for each bonus."""
    shown: set[str] = set()
    for spot in book.spots.values():
        title = {"ante": "Antes", "main": "Bets"}.get(spot.kind, spot.title)
        if title in shown or not spot.pays:
            continue
        shown.add(title)
        table = book.pay_tables[spot.pays]
        for hand in reversed(Hand):
            odds = table.odds[hand]
            pay = "loses" if odds == LOSES else "pushes" if odds == PUSHES else f"{odds:,} to 1"
            yield Fact(f"Pays: {title}", hand.slug.replace("_", " "), pay, table.clause)


def _wagers(book: RuleBook) -> Iterator[Fact]:
    for spot in book.spots.values():
        yield Fact("Wagers", f"{_name(spot)}: amount", _amount(book, spot), spot.limits_clause)
        rests = [book.spots[name] for name in spot.needs]
        conditions = [f"needs {' and '.join(_name(other) for other in rests)}"] if rests else []
        conditions += [f"equal to {_name(book.spots[spot.equal_to])}"] if spot.equal_to else []
        conditions.append("stays live after a fold" if spot.survives_fold else "is lost by a fold")
        yield Fact("Wagers", f"{_name(spot)}: conditions", "; ".join(conditions), spot.clause)


def _name(spot: Spot) -> str:
    """Return a name that is the same in all rule books, because titles differ where the rules don't."""
    return spot.id.replace("_", " ")


def _amount(book: RuleBook, spot: Spot) -> str:
    if spot.sizes_cents:
        return " or ".join(map(dollars, spot.sizes_cents))
    if spot.multiple_of:
        return f"{' or '.join(map(str, spot.multiples))} times {_name(book.spots[spot.multiple_of])}"
    return f"{dollars(spot.minimum_cents)} to {dollars(spot.maximum_cents)}"


def _limit(book: RuleBook) -> Iterator[Fact]:
    limit = book.aggregate_limit
    amount = "none" if limit.amount_cents is None else f"{dollars(limit.amount_cents)} won by one player in one round"
    yield Fact("Aggregate limit", "amount", amount, limit.clause)
    counted = [_name(spot) for spot in book.spots.values() if spot.id in limit.covers]
    yield Fact("Aggregate limit", "counts", ", ".join(counted), limit.covers_clause)


def _table(book: RuleBook) -> Iterator[Fact]:
    document, dealing = book.document, book.dealing
    left_open = {choice.name: choice.cited for choice in choices_of(book.id)}
    yield Fact("Table", "seats", str(book.seat_count), decided_by(document["seats"]))
    low = "a straight" if book.ace_low_straight else "no straight"
    yield Fact("Table", "ace, 2, 3, 4, 5", low, decided_by(document["hands"]))
    yield Fact("Table", "wagers in multiples of", dollars(book.table_unit_cents), left_open["table_unit_cents"])
    outcome = _ABANDONED[book.abandoned]
    yield Fact("Table", "wagers of a player who leaves", outcome, book.abandoned_clause)
    if book.conduct is not None:
        reasons = ", ".join(reason.replace("_", " ") for reason in book.conduct.reasons)
        yield Fact("Table", "wagers may be forfeited for", reasons, book.conduct.clause)
    yield Fact("Dealing", "method", dealing.method.replace("_", " "), dealing.clause)
    yield Fact("Dealing", "shuffler", _SHUFFLERS[book.shuffler], left_open["shuffler"])
    order = ", ".join(_CARDS.get(token, token.replace("_", " ")) for token in dealing.order)
    yield Fact("Dealing", "order of the cards", order, dealing.clause)
    hours = f"at least every {dealing.deck_change_hours} hours" if dealing.deck_change_hours else "no interval"
    change = str(document["dealing"][dealing.method].get("deck_change_clause", dealing.clause))
    yield Fact("Dealing", "decks change", hours, change)
    every = dealing.stub_count_every_rounds
    counted = f"at least every {every} rounds" if every else "not asked for"
    yield Fact("Dealing", "the stub is counted", counted, dealing.stub_count_clause or dealing.clause)


def _order(book: RuleBook) -> Iterator[Fact]:
    for stage in book.stages:
        yield Fact("Order of play", f"{stage.id} decision", f"seats {_SEATS[stage.seats]}", stage.order_clause)
    for number, turn in enumerate(book.passes, start=1):
        shown = "" if turn.shows == "nothing" else f", {turn.shows.replace('_', ' ')} shown"
        steps = []
        for step in turn.steps:
            results = [name for name in ("forfeit", "lose", "push", "win") if name in step.results]
            names = ", ".join(_name(book.spots[spot]) for spot in step.spots)
            if names:
                steps.append(f"{'any result' if len(results) == 4 else ' or '.join(results)}: {names}")
        text = f"seats {_SEATS[turn.seats]}{shown}; {'; '.join(steps)}"
        yield Fact("Order of settlement", f"pass {number}", text, turn.clause)


def _bonus_spin(spin: BonusSpin) -> Iterator[Fact]:
    topic = "Bonus Spin"
    yield Fact(topic, "wheel", spin.letter, spin.wheel.segments[0].clause)
    yield from _weights(topic, "", spin.wheel)
    if spin.meter is None:
        worth = f"{spin.prize_name or 'a fixed prize'}, worth {dollars(spin.prize_cents)}"
        yield Fact(topic, "jackpot", f"{spin.jackpot_name}: {worth}", "reading P3")
    else:
        yield Fact(topic, "jackpot", f"{spin.jackpot_name}: the meter", spin.meter.clause)
        yield from _meters(topic, [spin.meter])
    for cents, pays in sorted(spin.community.items()):
        for pay in pays.values():
            name = f"Community Pay of a {dollars(cents)} wager for {symbol_words(pay.symbol)}"
            yield Fact(topic, name, dollars(pay.cents), pay.clause)


def _xtreme(xtreme: Xtreme) -> Iterator[Fact]:
    topic = "Bonus Spin Xtreme"
    yield Fact(topic, "set off by", event_words(xtreme.event), xtreme.clause)
    yield Fact(topic, "jackpot", f"{xtreme.jackpot_name}: the meter of the wheel", "reading P3")
    for size in xtreme.sizes.values():
        wager = f"{dollars(size.cents)} wager"
        yield Fact(topic, f"Hot Spot wheel of a {wager}", size.letter, size.wheel.segments[0].clause)
        pays = ", ".join(dollars(pay.cents) for pay in size.community)
        clause = size.community[0].clause.rpartition("(")[0]
        yield Fact(topic, f"Community list of a {wager}", f"{size.community_letter}: {pays}", clause)
    for letter, wheel in {size.letter: size.wheel for size in xtreme.sizes.values()}.items():
        yield from _weights(topic, f"wheel {letter}, ", wheel)
    yield from _weights(topic, "Community position ", xtreme.community_wheel)
    yield from _meters(topic, {size.meter.id: size.meter for size in xtreme.sizes.values()}.values())


def _weights(topic: str, prefix: str, wheel: Wheel) -> Iterator[Fact]:
    of = "Community positions" if prefix.startswith("Community") else f"{prefix}weights".strip()
    whose = "examples of ours" if wheel.is_example else "the house's"
    yield Fact(topic, f"{of} in all", f"{wheel.total:,}, {whose}", "reading P1")
    for segment in wheel.segments:
        name = segment.symbol if prefix.startswith("Community") else f"weight of {symbol_words(segment.symbol)}"
        clause = segment.clause if "reading" in segment.clause else f"{segment.clause}, reading P1"
        yield Fact(topic, f"{prefix}{name}", f"{segment.weight:,}", clause)


def _meters(topic: str, meters: Iterable[MeterTerms]) -> Iterator[Fact]:
    for meter in meters:
        rate = f"{100 * meter.rate_ppm / MILLION:.4f}".rstrip("0").rstrip(".")
        yield Fact(topic, f"meter {meter.id}: grows by", f"{rate}% of each wager", meter.clause)
        yield Fact(topic, f"meter {meter.id}: first shows", dollars(meter.initial_cents), meter.clause)
        yield Fact(topic, f"meter {meter.id}: starts again at", dollars(meter.reset_cents), meter.clause)

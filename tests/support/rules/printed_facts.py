"""The facts of a rule book or score card, one per line, each with the clause it rests on.

`tests/published/printed/` has the same lines for each rule text, checked against the text clause by clause.
`tests/published/test_printed_rules.py` compares them, section by section.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

from crossfelt.crisscross.procedure import methods_of, optional_wagers, procedure
from crossfelt.crisscross.progressives.printed_lists import (
    PrintedWheel,
    item_clause,
    printed_progressives,
    symbol_cents,
)
from crossfelt.crisscross.resolve import choices_of, load_rule_book, player_edge
from crossfelt.crisscross.rulebook import LOSES, PUSHES, Spot
from crossfelt.kingcross.resolve import choices_of as score_card_choices
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.money import dollars
from crossfelt.ranking import Hand
from crossfelt.rulefiles import Choice, cited
from tests.support.mutants.changes import numbers_of

FOLDER = Path(__file__).resolve().parents[2] / "published" / "printed"

Lines = Iterator[str]


def printed_lines(text: str) -> dict[str, list[str]]:
    """Section -> its lines, of the file for one rule text."""
    sections: dict[str, list[str]] = {}
    for line in (FOLDER / f"{text}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            current = sections[line.strip("[]")] = []
        elif line and not line.startswith("#"):
            current.append(line)
    return sections


def line(*cells: object) -> str:
    """The cells of a fact that say something."""
    return " | ".join(str(cell) for cell in cells if str(cell))


def citation(entry: Mapping[str, Any], prefix: str = "") -> str:
    """The clause and the reading of an entry, and whether both decide."""
    text = cited(entry.get(f"{prefix}clause", ""), entry.get(f"{prefix}reading", ""))
    return f"{text}, which both decide" if not prefix and entry.get("decided_by") == "both" else text


def listed(names: Iterable[object]) -> str:
    return ", ".join(map(str, names))


def numbers(sentence: str) -> str:
    """The numbers in a sentence for people."""
    numbers = numbers_of(sentence)
    return f"says {listed(numbers)}" if numbers else ""


# ---- Criss Cross Poker


def _book(rules: str) -> Lines:
    book = load_rule_book(rules)
    document = book.document
    seats, deck = document["seats"], document["deck"]
    yield line(f"{book.id}, version {book.version}")
    yield line(citation(seats), f"{book.seat_count} seats, one a player: {seats['one_per_player']}")
    yield line(citation(deck), f"{deck['cards']} cards, {deck['decks']} deck")
    yield line(deck["rotation_clause"], f"{deck['decks_with_shuffler']} decks with a shuffler")
    yield line(citation(document["hands"]), f"ace, 2, 3, 4, 5 is a straight: {book.ace_low_straight}")
    yield line("unless the house says otherwise", book.dealing.method, book.shuffler, dollars(book.table_unit_cents))


def _choices(rules: str) -> Lines:
    book = load_rule_book(rules)
    for choice in choices_of(rules):
        yield _choice(choice)
        # The value in force is used where the choice belongs.
        assert choice.default is None or book.choices[choice.name] == choice.default
    for path, name in sorted(_used(rules)):
        yield line(path, f"follows {name}")


def _used(rules: str) -> Iterator[tuple[str, str]]:
    """Each place of the document that follows a choice, with the choice: found by making it."""
    default = load_rule_book(rules)
    for choice in choices_of(rules):
        for value in _others(rules, choice):
            changed = load_rule_book(rules, {choice.name: value})
            for path in _differences(default.document, changed.document):
                if not path.startswith("choices."):
                    yield path, choice.name


def _others(rules: str, choice: Choice) -> Iterator[object]:
    """A value of the choice that is allowed and not its default."""
    default: Any = choice.default
    match choice.type:
        case "boolean":
            yield not default
        case "text":
            # Some dealing methods need a shuffler; with the default there is one.
            yield from [value for value in choice.values if value != default][:1]
        case "cents" if choice.name != "aggregate_limit_cents":
            yield default + (100 if choice.name.endswith("minimum_cents") else -100 if default > 100 else 100)
        case "cents":
            yield 5_000_000
        case "spots":
            spots = load_rule_book(rules).document["spots"]
            if set(default) != set(spots):
                yield list(spots)


def _differences(one: object, other: object, path: str = "") -> Iterator[str]:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one | other:
            yield from _differences(one.get(key), other.get(key), f"{path}.{key}" if path else key)
    elif one != other:
        yield path


def _choice(choice: Choice) -> str:
    default: Any = choice.default
    if isinstance(default, list):
        default = listed(default)
    allowed = " or ".join(choice.values)
    if choice.least is not None:
        allowed = f"{choice.least} to {choice.most}{', a bound of ours' if choice.most_is_ours else ''}"
    return line(choice.cited, choice.name, choice.type, f"default {default}", allowed, numbers(choice.says))


def _edges(rules: str) -> Lines:
    """Which choices give the player an edge, in antes of all deals, which are 84,284,272,800."""
    values: Mapping[str, tuple[object, ...]] = {"ante_pays": ("antes", "main"), "ace_low_straight": (True, False)}
    offered = [name for name in values if name in load_rule_book(rules).choices]
    for chosen in product(*(values[name] for name in offered)):
        choices = dict(zip(offered, chosen, strict=True))
        edge = player_edge(load_rule_book(rules, choices))
        words = listed(f"{name} {value}" for name, value in choices.items())
        won = "house" if edge is None else f"player wins {edge.ev * 84_284_272_800}"
        yield line(words, won, "" if edge is None else f"by {edge.choice.name} {edge.value}")


def _spots(rules: str) -> Lines:
    book = load_rule_book(rules)
    raw = book.document["spots"]
    assert list(raw) == list(book.spots), "every spot is offered by default"
    for name, spot in book.spots.items():
        yield line(citation(raw[name]), name, *_spot(spot))
        if limits := citation(raw[name], "limits_"):
            yield line(limits, f"amount of {name}")
    if "five_card_bonus_offered" in book.choices:
        without = load_rule_book(rules, {"five_card_bonus_offered": False})
        yield line("not offered", listed(name for name in book.spots if name not in without.spots))


def _spot(spot: Spot) -> Iterator[str]:
    yield f"{spot.kind} on {spot.hand}, placed at {spot.placed}, pays {spot.pays}"
    if spot.multiple_of:
        yield f"{listed(spot.multiples)} times {spot.multiple_of}"
    else:
        yield f"{dollars(spot.minimum_cents)} to {dollars(spot.maximum_cents)}"
    if spot.required:
        yield "required"
    if spot.equal_to:
        yield f"equal to {spot.equal_to}"
    if spot.needs:
        yield f"needs {listed(spot.needs)}"
    if spot.survives_fold:
        yield "live after a fold"


def _pays(rules: str) -> Lines:
    book = load_rule_book(rules)
    for name, table in book.pay_tables.items():
        odds = {hand: table.odds[hand] for hand in reversed(Hand) if table.odds[hand] != LOSES}
        words = listed(f"{'push' if value == PUSHES else f'{value}:1'} {hand.slug}" for hand, value in odds.items())
        yield line(citation(book.document["pay_tables"][name]), name, words)
    if "ante_pays" in book.choices:
        for value in ("antes", "main"):
            chosen = load_rule_book(rules, {"ante_pays": value}).spots
            yield line("ante_pays", value, f"{chosen['ante_across'].pays}, {chosen['ante_down'].pays}")


def _limit(rules: str) -> Lines:
    book = load_rule_book(rules)
    entry, limit = book.document["aggregate_limit"], book.aggregate_limit
    in_force = "none" if limit.amount_cents is None else dollars(limit.amount_cents)
    yield line(citation(entry), f"in force {in_force}", f"set {entry['amount_cents']}")
    if "bound" in entry:
        yield line("bound", entry["bound"], dollars(entry["bound_cents"]), f"unset means {entry['unset_means']}")
    yield line(citation(entry, "must_cover_"), "must cover", listed(entry["must_cover"]))
    yield line("covers", listed(spot for spot in book.spots if spot in limit.covers))


def _stages(rules: str) -> Lines:
    book = load_rule_book(rules)
    for stage, entry in zip(book.stages, book.document["stages"], strict=True):
        yield line(stage.order_clause, f"{stage.id}: seats {stage.seats}", entry["reading"])
        yield line(stage.decision_clause, f"{stage.id}: {stage.spot.id}")
        yield line(stage.fold_clause, f"{stage.id}: fold")
        yield line(stage.reveal_clause, f"{stage.id}: turns {listed(stage.reveals)}")


def _dealing(rules: str) -> Lines:
    document = load_rule_book(rules).document["dealing"]
    for method, entry in document.items():
        yield line(citation(entry), method, listed(entry["order"]))
        if "deck_change_hours" in entry:
            yield line(entry["deck_change_clause"], method, f"new decks every {entry['deck_change_hours']} hours")
        if "stub_count_every_rounds" in entry:
            every = f"stub counted every {entry['stub_count_every_rounds']} rounds"
            yield line(entry["stub_count_clause"], method, f"{every} with {listed(entry['stub_count_shufflers'])}")
        if entry.get("needs_shuffler"):
            yield line(entry.get("needs_shuffler_clause", ""), method, "needs a shuffler")


def _settlement(rules: str) -> Lines:
    book = load_rule_book(rules)
    for number, (turn, entry) in enumerate(zip(book.passes, book.document["settlement"], strict=True), 1):
        yield line(citation(entry), f"pass {number}: seats {turn.seats}, {turn.shows} shown")
        for step in entry["steps"]:
            yield line(f"pass {number}", listed(step["results"]), listed(step["spots"]))


def _irregularities(rules: str) -> Lines:
    for kind, entry in load_rule_book(rules).document["irregularities"].items():
        arises = [f"dealt from {listed(entry['methods'])}"] if "methods" in entry else []
        arises += [f"shuffler {listed(entry['shufflers'])}"] if "shufflers" in entry else []
        arises += ["only with a shuffler"] if entry.get("needs_shuffler") else []
        counter = f"counts with {entry['counts_with']}" if "counts_with" in entry else ""
        outcomes = listed(entry["outcomes"])
        yield line(citation(entry), kind, outcomes, *arises, counter, numbers(entry["says"]))
        for method, other in sorted(entry.get("by_method", {}).items()):
            yield line(citation(other), kind, method, listed(other.get("outcomes", ())))


def _conduct(rules: str) -> Lines:
    book = load_rule_book(rules)
    entry = book.document["abandoned"]
    yield line(citation(entry), f"abandoned: {book.abandoned}")
    if "lose_all_clause" in entry:
        yield line(entry["lose_all_clause"], "lose_all is allowed")
    if book.conduct is not None:
        yield line(citation(book.document["conduct"]), "forfeits every wager")
        for reason, clause in book.conduct.reasons.items():
            yield line(clause, reason)


def _procedure(rules: str) -> Lines:
    methods = methods_of(rules)
    for step in procedure(rules, None, optional_wagers(rules)):
        only = f"dealing {listed(step.methods)}" if len(step.methods) < len(methods) else ""
        wagers = f"with {listed(step.wagers)}" if step.wagers else ""
        yield line(step.cited, step.phase, step.who, step.says.split()[0], only, wagers, numbers(step.says))


# ---- Bonus Spin and Bonus Spin Xtreme


def _bonus_spin(rules: str) -> Lines:
    printed = printed_progressives(rules)
    assert printed is not None
    spin = printed.bonus_spin
    table = spin.table
    yield line(citation(table), f"spins at {dollars(table['spins_cents'])}")
    yield line(table["sizes_clause"], f"sizes {listed(map(dollars, table['sizes_cents']))}")
    yield line(table["rate_clause"], "rate of the meter")
    yield line(table["meter_clause"], "meter read at the winner's turn")
    yield line("example", f"wheel {table['example_wheel']}", f"rate {table['example_rate_ppm']} ppm")
    for letter, wheel in spin.wheels.items():
        yield from _wheel(f"wheel {letter}", wheel)
    yield line(citation(table["two_amounts"]), "two amounts", listed(spin.two_amounts))
    yield line("example", "two amounts", f"weights {listed(spin.example_two_amounts)}")
    for letter, lists in spin.community.items():
        for pays in lists:
            words = listed(f"{pay.symbol} pays {dollars(pay.cents)}" for pay in pays.pays)
            wager = f"wager {dollars(pays.size_cents)}"
            yield line(pays.clause, f"community {letter}", wager, words, numbers(pays.note))


def _xtreme(rules: str) -> Lines:
    printed = printed_progressives(rules)
    assert printed is not None
    xtreme = printed.xtreme
    table = xtreme.table
    yield line(citation(table), "trigger")
    yield line(table["sizes_clause"], f"sizes {listed(map(dollars, table['sizes_cents']))}")
    yield line(table["rate_clause"], "rate of the meters")
    yield line(table["meter_clause"], "meter read at the winner's turn")
    yield line("example", f"wheels {listed(table['example_wheels'])}", f"rate {table['example_rate_ppm']} ppm")
    yield line("example", f"event {table['example_event']}")
    yield line("example", f"community weights {listed(table['example_community_weights'])}")
    for letter, wheel in xtreme.wheels.items():
        yield from _wheel(f"wheel {letter}", wheel)
    for letter, entry in xtreme.community.items():
        for index, symbol in enumerate(entry["symbols"]):
            yield line(item_clause(entry["clause"], index), f"community {letter}", f"{symbol} pays {_pays_of(symbol)}")


def _wheel(name: str, wheel: PrintedWheel) -> Lines:
    for symbol in wheel.symbols:
        pays = f"the {wheel.jackpot}" if symbol == "jackpot" else _pays_of(symbol)
        yield line(wheel.clause_of(symbol), name, f"{symbol} pays {pays}")
    least = f"at least {dollars(wheel.least_initial_cents)}, reset {dollars(wheel.least_reset_cents)}"
    yield line(wheel.least_clause, name, least)
    yield line("example", name, f"weights {listed(wheel.example_weights)}")


def _pays_of(symbol: str) -> str:
    return dollars(symbol_cents(symbol))


# ---- King Cross Poker


def _king(rules: str) -> Lines:
    card = load_score_card(rules)
    document = card.document
    dice, wild = document["dice"], document["wild"]
    yield line(f"{card.id}, version {card.version}")
    yield line(citation(document["seats"]), f"at most {card.most_seats} sheets, our own limit")
    yield line(citation(dice), f"d{dice['values']} and d{dice['suits']}, {dice['rolls']} rolls")
    yield line(citation(wild), f"a wild roll may be a king: {card.wild_may_be_king}")
    for choice in score_card_choices(rules):
        yield _choice(choice)


def _points(rules: str) -> Lines:
    card = load_score_card(rules)
    for hand, points in card.chart.items():
        yield line(citation(card.document["points"]), f"{hand} {points}")


def _achievements(rules: str) -> Lines:
    card = load_score_card(rules)
    for name, entry in card.document["achievements"].items():
        achievement = card.achievements[name]
        yield line(
            citation(entry),
            f"{name} {achievement.points}",
            f"{achievement.lines} lines" if achievement.lines else "",
            listed(entry.get("hands", ())),
            listed(entry.get("squares", ())),
            listed(entry.get("cards", ())),
            f"scores: {achievement.needs_points}, {achievement.scope}" if name == "anarchy" else "",
        )


SECTIONS: Mapping[str, Callable[[str], Lines]] = {
    "book": _book,
    "choices": _choices,
    "edges": _edges,
    "spots": _spots,
    "pays": _pays,
    "limit": _limit,
    "stages": _stages,
    "dealing": _dealing,
    "settlement": _settlement,
    "irregularities": _irregularities,
    "conduct": _conduct,
    "procedure": _procedure,
    "bonus_spin": _bonus_spin,
    "xtreme": _xtreme,
    "king": _king,
    "points": _points,
    "achievements": _achievements,
}
"""Section -> the lines of a rule text in it."""

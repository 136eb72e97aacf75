"""The oracle, which treats every card as different, against everything that is quicker: to the last integer.

On short decks the oracle itself is checked by the round engine, deal by deal, and the solver runs on tables made for
that deck. On the full deck the solver runs as it is, for many schemes.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import combinations, product

import numpy as np
import pytest

from crossfelt.analysis.crisscross import solver, strategy, tables, tally
from crossfelt.analysis.crisscross.encode import MOST_ODDS, Scheme, encode
from crossfelt.analysis.crisscross.solver import Solution, solve
from crossfelt.analysis.crisscross.strategy import Strategy, best_strategy
from crossfelt.analysis.crisscross.symmetry import (
    HoleClass,
    PairTable,
    class_of,
    hole_classes,
    kind_of,
    pair_index,
    pair_table,
)
from crossfelt.analysis.crisscross.tables import SHAPES, ShapeTables, shape_tables
from crossfelt.analysis.crisscross.tally import strategy_tally
from crossfelt.cards import DECK, RANKS, Card, parse_cards
from crossfelt.crisscross.layout import ACROSS, DOWN, MIDDLE
from crossfelt.crisscross.resolve import load_rule_book, rule_book_from_document
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.settlement import SeatStake, settle
from crossfelt.errors import BadInput
from crossfelt.ranking import Hand
from tests.naive.oracle import action_values, criss_cross
from tests.support.other_books import with_multiples
from tests.support.scale import SCALE, scaled

MARYLAND = load_rule_book("maryland")
BASE = encode(MARYLAND)


def paying(base: Scheme = BASE, **odds: int) -> Scheme:
    """The scheme with other odds for some hands, any hand and any odds."""
    pay = list(base.pay)
    for name, value in odds.items():
        pay[Hand[name.upper()]] = value
    return replace(base, pay=tuple(pay))


SCHEMES = {
    "500 and 12": BASE,
    "250 and 10": encode(load_rule_book("cardroom")),
    "no ace-low straight": replace(BASE, ace_low_straight=False),
    "antes pay as bets": encode(load_rule_book("maryland", {"ante_pays": "main"})),
    "one or three": replace(BASE, multiples=(1, 3)),
    "always two": replace(BASE, multiples=(2,)),
    "one to five": replace(BASE, multiples=(1, 2, 3, 4, 5)),
    "largest royal": paying(royal_flush=MOST_ODDS),
    "largest pair": paying(pair_jacks_or_better=MOST_ODDS),
    "everything largest": replace(BASE, pay=(MOST_ODDS,) * len(Hand)),
    "straight over flush": paying(straight=50, flush=1),
    "royal loses": paying(royal_flush=-1, straight_flush=0, four_of_a_kind=1),
    "upside down": replace(BASE, pay=tuple(range(10, -2, -1)), ace_low_straight=False),
    "nothing pays": replace(BASE, pay=(-1,) * len(Hand)),
    "everything pushes": replace(BASE, pay=(0,) * len(Hand), ante=(0,) * len(Hand)),
}


@pytest.fixture(scope="module")
def solutions() -> dict[str, Solution]:
    return {name: solve(scheme) for name, scheme in SCHEMES.items()}


@pytest.fixture(scope="module")
def strategies(solutions: dict[str, Solution]) -> dict[str, Strategy]:
    return {name: best_strategy(solution) for name, solution in solutions.items()}


# The oracle against the round engine, on decks so short that every deal can be settled.


def straights_over_flushes() -> RuleBook:
    document = deepcopy(MARYLAND.document)
    main = next(spot.pays for spot in MARYLAND.spots.values() if spot.kind == "main")
    document["pay_tables"][main] |= {"straight": 50, "flush": 1}
    return rule_book_from_document(document)


@pytest.mark.parametrize(
    ("book", "deck"),
    [
        (MARYLAND, "Ah Kh Qh Jh Th 9h Ac Kc 2d"),
        (straights_over_flushes(), "Ah 2h 3h 4h 5h 6h 2c 5c Ad"),
        (load_rule_book("cardroom", {"ace_low_straight": False}), "Ah 2h 3h 4h 5h Ac Ad 9s 8s"),
        (with_multiples(load_rule_book("massachusetts"), [1, 3]), "7h 7c 7d 7s 8h 8c Jd Js 6h"),
        (with_multiples(load_rule_book("maryland", {"ante_pays": "main"}), [2]), "Qh Qc Qd Js Jh Th 9c 8d 8s"),
    ],
)
def test_the_oracle_agrees_with_the_engine_on_every_deal(book: RuleBook, deck: str) -> None:
    scheme = encode(book)
    cards = parse_cards(deck)[: scaled(8, 9)]
    game = criss_cross(scheme, cards)
    expected = values_by_the_engine(book, scheme.multiples, cards)
    assert len(expected) == len(cards) * (len(cards) - 1) // 2
    for hole, values in expected.items():
        assert action_values(game, hole) == values


def values_by_the_engine(
    book: RuleBook, multiples: tuple[int, ...], deck: tuple[Card, ...]
) -> dict[tuple[Card, ...], list[int]]:
    """Hole -> value of each first action, by settling every deal and grouping deals by what the player has seen."""
    folds = fold_results(book, multiples, deck)
    third: dict[tuple[tuple[Card, ...], ...], dict[tuple[int, ...], int]] = defaultdict(lambda: defaultdict(int))
    for hole, across, down, middle in every_deal(deck):
        won = unit_results(book, hole, across, down, middle)
        for bets in product(multiples, repeat=3):
            net = won["ante_across"] + won["ante_down"]
            net += sum(bet * won[spot] for bet, spot in zip(bets, ("across", "down", "middle"), strict=True))
            third[hole, across, down][bets] += net
    left = len(deck) - 6
    second: dict[tuple[tuple[Card, ...], ...], dict[tuple[int, ...], int]] = defaultdict(lambda: defaultdict(int))
    for (hole, across, _), values in third.items():
        for bets in product(multiples, repeat=2):
            played = max(values[(*bets, last)] for last in multiples)
            second[hole, across][bets] += max(played, left * folds[bets])
    left *= (len(deck) - 4) * (len(deck) - 5) // 2
    first: dict[tuple[Card, ...], dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for (hole, _), values in second.items():
        for bet in multiples:
            first[hole][bet] += max(left * folds[(bet,)], *(values[bet, reply] for reply in multiples))
    left *= (len(deck) - 2) * (len(deck) - 3) // 2
    return {hole: [left * folds[()], *(values[bet] for bet in multiples)] for hole, values in first.items()}


def every_deal(deck: tuple[Card, ...]) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...], Card]]:
    for hole in combinations(deck, 2):
        rest = [card for card in deck if card not in hole]
        for across in combinations(rest, 2):
            for down in combinations([card for card in rest if card not in across], 2):
                for middle in rest:
                    if middle not in across and middle not in down:
                        yield hole, across, down, middle


UNIT = 500


def unit_results(
    book: RuleBook, hole: tuple[Card, ...], across: tuple[Card, ...], down: tuple[Card, ...], middle: Card
) -> dict[str, int]:
    """Spot -> net result of one unit, by the engine's own settlement."""
    wagers = dict.fromkeys(("ante_across", "ante_down", "across", "down", "middle"), UNIT)
    cross = dict(zip((*ACROSS, *DOWN, MIDDLE), (*across, *down, middle), strict=True))
    lines = settle(book, cross, (), [SeatStake(1, (hole[0], hole[1]), wagers)]).wagers
    return {line.spot: (line.won + line.returned - line.staked) // UNIT for line in lines}


def fold_results(book: RuleBook, multiples: tuple[int, ...], deck: tuple[Card, ...]) -> dict[tuple[int, ...], int]:
    """Bets made -> net result of a fold at the next decision, by the engine's own settlement."""
    hole, across, down, middle = next(every_deal(deck))
    cross = dict(zip((*ACROSS, *DOWN, MIDDLE), (*across, *down, middle), strict=True))
    results = {}
    for made in range(3):
        for bets in product(multiples, repeat=made):
            wagers = {"ante_across": UNIT, "ante_down": UNIT}
            wagers |= {spot: bet * UNIT for spot, bet in zip(("across", "down"), bets, strict=False)}
            stake = SeatStake(1, (hole[0], hole[1]), wagers, folded_at=("across", "down", "middle")[made])
            lines = settle(book, cross, (), [stake]).wagers
            results[bets] = sum(line.won + line.returned - line.staked for line in lines) // UNIT
    return results


@pytest.mark.parametrize(
    ("cards", "bets"),
    [
        ("Ah", ()),
        ("Ah Kd 2c 3c", ()),
        ("Ah Kd", (1,)),
        ("Ah Kd 2c 3c 4c 5c 6c", (1, 1, 1)),
        ("Ah Ah", ()),
        ("Ah Kd 2c 3c", (4,)),
    ],
)
def test_the_oracle_refuses_what_is_no_decision(cards: str, bets: tuple[int, ...]) -> None:
    with pytest.raises(BadInput):
        action_values(criss_cross(BASE), parse_cards(cards), bets)


# The solver against the oracle, on short decks of whole ranks and suits.


@dataclass(frozen=True, slots=True)
class ShortHole(HoleClass):
    """A class of hole cards in a deck of fewer suits."""

    suits: int

    @property
    def holes(self) -> int:
        if self.high == self.low:
            return self.suits * (self.suits - 1) // 2
        return self.suits if self.suited else self.suits * (self.suits - 1)


@dataclass(frozen=True)
class ShortDeck:
    """Every card of some ranks in some suits, and the solver's tables for it."""

    ranks: tuple[int, ...]
    suits: int

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(Card(rank * 4 + suit) for rank in self.ranks for suit in range(self.suits))

    def holes(self) -> tuple[ShortHole, ...]:
        mixed = [(high, low, False) for low, high in combinations(self.ranks, 2)]
        entries = [*((rank, rank, False) for rank in self.ranks), *mixed, *((a, b, True) for a, b, _ in mixed)]
        return tuple(ShortHole(index, *entry, self.suits) for index, entry in enumerate(entries))

    def kind_ranks(self, hole: HoleClass) -> list[int]:
        """As in the full deck, but the ranks that are not in the deck come last, where their count is 0."""
        own = list(dict.fromkeys((hole.high, hole.low)))
        others = [rank for rank in self.ranks if rank not in own]
        others += [rank for rank in range(13) if rank not in self.ranks]
        return [*own, *others, *(others if hole.suited else ())]

    def tables(self, shape: str) -> ShapeTables:
        holes = tuple(hole for hole in self.holes() if hole.shape == shape)
        own = 1 if shape == "paired" else 2
        others, absent = len(self.ranks) - own, 13 - len(self.ranks)
        each = self.suits - 1 if shape == "suited" else self.suits
        left = {"paired": [self.suits - 2], "mixed": [self.suits - 1] * 2, "suited": [self.suits - 1] * 2}[shape]
        counts = [*left, *[each] * others, *[0] * absent]
        if shape == "suited":
            counts += [*[1] * others, *[0] * absent]
        full = shape_tables(shape)
        return ShapeTables(
            holes=holes,
            pairs=short_pairs(pair_table(shape), counts),
            own=own,
            ranks=np.array([self.kind_ranks(hole) for hole in holes], np.int64),
            first=full.first,
            second=full.second,
        )


def short_pairs(full: PairTable, counts: list[int]) -> PairTable:
    """The same pairs of kinds with fewer cards of each kind, counted one by one."""
    pairs = list(zip(full.first.tolist(), full.second.tolist(), strict=True))

    def ways(left: list[int], kind: int, other: int) -> int:
        return left[kind] * (left[kind] - 1) // 2 if kind == other else left[kind] * left[other]

    after = np.zeros((len(pairs), len(pairs)), np.int16)
    for row, (a, b) in enumerate(pairs):
        if ways(counts, a, b) > 0:
            left = list(counts)
            left[a] -= 1
            left[b] -= 1
            after[row] = [ways(left, c, d) for c, d in pairs]
    return PairTable(
        shape=full.shape,
        counts=np.array(counts, np.int16),
        first=full.first,
        second=full.second,
        ways=np.array([ways(counts, a, b) for a, b in pairs], np.int16),
        ways_after=after,
    )


def short_deck(ranks: str, suits: int) -> ShortDeck:
    return ShortDeck(tuple(RANKS.index(rank) for rank in ranks), suits)


def use_short_deck(deck: ShortDeck, patch: pytest.MonkeyPatch) -> None:
    """Hands the solver and the tally the tables of another deck."""
    cards = len(deck.cards)
    short = {shape: deck.tables(shape) for shape in SHAPES}
    across, down, middles = (cards - 2) * (cards - 3) // 2, (cards - 4) * (cards - 5) // 2, cards - 6
    names = {
        "shape_tables": short.__getitem__,
        # Without their caches, which hold the full deck.
        "kinds_of": tables.kinds_of.__wrapped__,
        "ways_of": tables.ways_of.__wrapped__,
        "triangles": tables.triangles.__wrapped__,
        "hole_classes": deck.holes,
        "DOWN_PAIRS": down,
        "MIDDLES": middles,
        "DEALS_PER_HOLE": across * down * middles,
        "DEALS": cards * (cards - 1) // 2 * across * down * middles,
    }
    for module in (tables, solver, strategy, tally):
        for name, value in names.items():
            if hasattr(module, name):
                patch.setattr(module, name, value)


@pytest.mark.parametrize(
    ("ranks", "suits", "name"),
    [
        ("TJQKA", 4, "500 and 12"),
        ("TJQKA", 3, "largest royal"),
        ("2345A", 3, "500 and 12"),
        ("2345A", 3, "no ace-low straight"),
        ("5679", 4, "one to five"),
        ("789TJQK", 2, "straight over flush"),
        ("456789", 2, "always two"),
        ("89TJA", 3, "upside down"),
    ],
)
def test_the_solver_agrees_on_short_decks(ranks: str, suits: int, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    deck, scheme = short_deck(ranks, suits), SCHEMES[name]
    use_short_deck(deck, monkeypatch)
    solution = solve(scheme)
    game = criss_cross(scheme, deck.cards)
    total = 0
    for hole in deck.holes():
        values = action_values(game, hole.cards)
        assert solution.first_values(hole) == values, hole.name
        total += hole.holes * max(values)
    assert solution.numerator == total
    counted = strategy_tally(best_strategy(solution), scheme.multiples, scheme.ace_low_straight)
    assert counted.value(scheme) == total


# The solver against the oracle, on the full deck.

FULL_CLASSES = ("AKs", "84o", "22")


@pytest.mark.parametrize("name", [hole.name for hole in hole_classes()] if SCALE == "full" else FULL_CLASSES)
def test_the_solver_agrees_on_a_starting_hand(name: str, solutions: dict[str, Solution]) -> None:
    """All 63,562,800 deals of one starting hand."""
    hole = next(hole for hole in hole_classes() if hole.name == name)
    assert solutions["500 and 12"].first_values(hole) == action_values(criss_cross(BASE), hole.cards)


@pytest.mark.parametrize("name", SCHEMES)
def test_the_solver_agrees_on_second_decisions(name: str, solutions: dict[str, Solution]) -> None:
    """All 51,888 deals of a starting hand and an across pair, for pairs and starting hands of every shape."""
    scheme, solution = SCHEMES[name], solutions[name]
    game = criss_cross(scheme)
    chance = random.Random(20261115)
    fold = -game.deals(1)
    chosen = {shape: part.second_best(scheme.multiples) for shape, part in solution.shapes.items()}
    for number in range(scaled(15, 1_500)):
        hole, across = draw_cards(chance, SHAPES[number % len(SHAPES)])
        entry, pair = place_of(hole, across)
        row = solution.row(entry)
        result = solution.shapes[entry.shape].second[row, :, :, pair]
        best, action = (array[row, :, pair] for array in chosen[entry.shape])
        for index, bet in enumerate(scheme.multiples):
            values = action_values(game, (*hole, *across), (bet,))
            assert values[0] == fold * (2 + bet)
            assert result[index].tolist() == [values[1], values[-1]]
            assert best[index] == max(values)
            assert action[index] == values.index(max(values))


@pytest.mark.parametrize("name", SCHEMES)
def test_the_strategy_agrees_on_third_decisions(
    name: str, solutions: dict[str, Solution], strategies: dict[str, Strategy]
) -> None:
    """The arrays have the best action, and the smallest one in a tie."""
    scheme, solution = SCHEMES[name], solutions[name]
    game = criss_cross(scheme)
    chance = random.Random(20261115)
    seen = 0
    for number in range(scaled(300, 30_000)):
        hole, across = draw_cards(chance, SHAPES[number % len(SHAPES)])
        down = tuple(chance.sample([card for card in DECK if card not in (*hole, *across)], 2))
        entry, pair = place_of(hole, across)
        _, other = place_of(hole, down)
        row = solution.row(entry)
        decisions = strategies[name][entry.shape]
        first, second = int(decisions.first[row]), int(decisions.second[row, pair])
        if first and second:
            bets = (scheme.multiples[first - 1], scheme.multiples[second - 1])
            values = action_values(game, (*hole, *across, *down), bets)
            assert decisions.third[row, pair, other] == values.index(max(values))
            seen += 1
    assert seen or name == "nothing pays"


def draw_cards(chance: random.Random, shape: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Hole cards of one shape, in any suits, and an across pair."""
    while True:
        cards = tuple(chance.sample(DECK, 4))
        if class_of(cards[0], cards[1]).shape == shape:
            return cards[:2], cards[2:]


def place_of(hole: tuple[Card, ...], pair: tuple[Card, ...]) -> tuple[HoleClass, int]:
    """The class of a hole and the number of a pair beside it."""
    entry = class_of(hole[0], hole[1])
    first, second = (kind_of(entry, hole[0] & 3, card) for card in pair)
    return entry, pair_index(pair_table(entry.shape), first, second)

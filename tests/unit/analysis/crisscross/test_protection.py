"""Cards that are seen or gone: against the oracle, which plays any order of streets card by card."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from crossfelt.analysis.crisscross.encode import encode
from crossfelt.analysis.crisscross.protection import (
    MOST_SAMPLES,
    SEEN,
    Exposure,
    KnownCards,
    Situation,
    exposures,
    sampled_cards,
    sharing,
    ways_to_go_on,
)
from crossfelt.analysis.crisscross.solver import Solution
from crossfelt.analysis.crisscross.symmetry import DEALS, DEALS_PER_HOLE, hole_classes, kind_of, pair_index
from crossfelt.analysis.crisscross.tables import shape_tables
from crossfelt.cards import DECK, Card, parse_cards
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.errors import BadInput
from tests.naive.oracle import ANTE, Game, Street, Wager, action_values, best_value, criss_cross

SCHEME = encode(load_rule_book("maryland"))


@pytest.fixture(scope="module")
def known() -> KnownCards:
    return KnownCards(SCHEME)


def situation(known: KnownCards, hole: tuple[Card, Card], gone: Sequence[Card]) -> Situation:
    """One hole when these cards are known to be out of the deck."""
    return known.situations([(hole, gone)])[0]


@pytest.fixture(scope="module")
def seen() -> dict[str, Exposure]:
    reported: list[float] = []
    result = exposures(SCHEME, reported.append)
    assert reported == [0.25, 0.5, 0.75, 1]
    return {entry.seen: entry for entry in result}


def game_with(known: int, cards: tuple[int, ...], across: tuple[int, ...], down: tuple[int, ...]) -> Game:
    """The main game with its cards turned in another order; lines name places in the order in which cards are seen."""
    return Game(
        known,
        tuple(Street(SCHEME.multiples, count) for count in cards),
        (
            Wager(ANTE, (across,), SCHEME.ante),
            Wager(ANTE, (down,), SCHEME.ante),
            Wager(0, (across,), SCHEME.pay),
            Wager(1, (down,), SCHEME.pay),
            Wager(2, (across, down), SCHEME.pay),
        ),
    )


GAMES = {
    "one_across": game_with(3, (1, 2, 1), (0, 1, 2, 3, 6), (0, 1, 4, 5, 6)),
    "one_down": game_with(3, (2, 1, 1), (0, 1, 3, 4, 6), (0, 1, 2, 5, 6)),
    "both_across": game_with(4, (0, 2, 1), (0, 1, 2, 3, 6), (0, 1, 4, 5, 6)),
    "middle": game_with(3, (2, 2, 0), (0, 1, 2, 3, 4), (0, 1, 2, 5, 6)),
}


@pytest.mark.parametrize(
    ("name", "cards"),
    [
        ("one_across", "9h 8h 7h"),
        ("one_across", "Kh 4c 4d"),
        ("one_down", "9h 8h Ah"),
        ("one_down", "6h 6c 2s"),
        ("both_across", "Qh Jh Th 9h"),
        ("both_across", "7h 2c 5d 5s"),
        ("middle", "9h 8h Th"),
        ("middle", "Ah 3c 3d"),
    ],
)
def test_what_is_seen_is_worth_what_the_oracle_says(known: KnownCards, name: str, cards: str) -> None:
    held = parse_cards(cards)
    hole = next(entry for entry in hole_classes() if set(entry.cards) == set(held[:2]))
    kinds = [kind_of(hole, held[0] & 3, card) for card in held[2:]]
    pairs = shape_tables(hole.shape).pairs
    place = kinds[0] if len(kinds) == 1 else pair_index(pairs, *kinds)
    alike = pairs.counts[place] if len(kinds) == 1 else pairs.ways[place]
    result = SEEN[name](known.solution, hole.shape).values[Solution.row(hole), place]
    assert result.tolist() == [int(alike) * value for value in action_values(GAMES[name], held)]


@pytest.mark.parametrize(("name", "marks"), [("one_across", 2), ("one_down", 2), ("both_across", 1), ("middle", 1)])
def test_every_deal_is_there_for_every_mark(known: KnownCards, name: str, marks: int) -> None:
    """Folding costs two antes in each of them."""
    for shape in ("paired", "mixed", "suited"):
        part = SEEN[name](known.solution, shape)
        assert part.marks == marks
        assert (part.values[:, :, 0].sum(1) == -2 * marks * DEALS_PER_HOLE).all()


def test_nothing_seen_is_the_game_itself(seen: dict[str, Exposure]) -> None:
    assert (seen["nothing"].numerator, seen["nothing"].denominator) == (-7_296_546_600, DEALS)
    assert list(seen) == ["nothing", "one_across", "one_down", "both_across", "middle"]


def test_seeing_more_is_worth_more(seen: dict[str, Exposure]) -> None:
    values = {name: entry.value for name, entry in seen.items()}
    assert values["nothing"] < values["one_across"] < values["both_across"] < values["middle"]
    assert values["nothing"] < values["one_down"]


def test_the_middle_card_seen_is_worth_what_is_published(seen: dict[str, Exposure]) -> None:
    """Player's edge 49.37% of both antes."""
    assert f"{50 * float(seen['middle'].value):.2f}" == "49.37"


@pytest.mark.parametrize("hole", ["Ah Kh", "9h 9c", "7h 2c", "6h 5h"])
def test_a_deck_with_cards_gone_is_solved_as_the_oracle_does(known: KnownCards, hole: str) -> None:
    own = parse_cards(hole)
    others = [card for card in DECK if card not in own]
    shuffled = np.random.default_rng(len(hole) + own[0]).permutation(len(others))
    gone = [others[place] for place in shuffled[:34]]
    deck = tuple(card for card in DECK if card not in gone)
    result = situation(known, (own[0], own[1]), gone)
    game = criss_cross(SCHEME, deck)
    assert result.deals == game.deals() == ways_to_go_on(16)
    assert result.aware == best_value(game, own)
    assert result.unaware <= result.aware


@pytest.mark.parametrize("name", ["99", "K8o", "QTs", "53o"])
def test_unaware_play_is_worth_on_average_what_it_is_worth(known: KnownCards, name: str) -> None:
    """Whatever card is gone: over all of them together the deck is as good as new."""
    hole = next(entry for entry in hole_classes() if entry.name == name)
    whole = situation(known, hole.cards, ())
    assert whole.deals == DEALS_PER_HOLE
    assert whole.unaware == whole.aware == max(known.solution.first_values(hole))
    situations = [situation(known, hole.cards, (card,)) for card in DECK if card not in hole.cards]
    assert sum(Fraction(entry.unaware, entry.deals) for entry in situations) == 50 * Fraction(whole.aware, whole.deals)
    assert all(entry.aware >= entry.unaware for entry in situations)


def test_what_sharing_is_worth(known: KnownCards) -> None:
    reported: list[float] = []
    result = sharing(SCHEME, 12, 5, 4, reported.append)
    assert reported[-1] == 1
    assert [(entry.seats, entry.known_cards) for entry in result] == [(2, 2), (3, 4), (4, 6)]
    before = np.zeros(12)
    for entry in result:
        gains = np.array(
            [situation(known, hole, others[: entry.known_cards]).gain for hole, others in sampled_cards(12, 5, 4)]
        )
        assert (gains >= 0).all()
        assert entry.gain == pytest.approx(gains.mean())
        squares = ((gains - gains.mean()) ** 2).sum()
        assert entry.standard_error == pytest.approx(sqrt(squares / 11 / 12))
        extra = (gains - before) / 2
        assert entry.extra_per_card == pytest.approx(extra.mean())
        assert entry.extra_standard_error == pytest.approx(extra.std(ddof=1) / sqrt(12))
        before = gains


def test_samples_depend_on_seed_and_number_alone() -> None:
    some, more = list(sampled_cards(3, 9, 6)), list(sampled_cards(5, 9, 6))
    assert more[:3] == some
    assert list(sampled_cards(3, 10, 6)) != some
    fewer = [(hole, others[:4]) for hole, others in some]
    assert list(sampled_cards(3, 9, 3)) == fewer
    assert all(len({*hole, *others}) == 12 for hole, others in more)


def test_refusals(known: KnownCards) -> None:
    with pytest.raises(BadInput, match="the cards must be different"):
        situation(known, (Card(0), Card(1)), (Card(1),))
    for samples in (1, MOST_SAMPLES + 1):
        with pytest.raises(BadInput, match="samples: must be from 2"):
            sharing(SCHEME, samples, 1)
    for seats in (1, 7):
        with pytest.raises(BadInput, match="seats: must be from 2 to 6"):
            sharing(SCHEME, 2, 1, seats)
    with pytest.raises(BadInput, match="seed: must be from 0"):
        sharing(SCHEME, 2, -1)

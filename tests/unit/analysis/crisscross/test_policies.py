"""Policies by exact advice and by strategy cards: they do what the arrays of the analysis say, seat by seat."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest

from crossfelt.analysis.crisscross.encode import encode
from crossfelt.analysis.crisscross.features import (
    CODED,
    levels_by_name,
    pair_codes,
    rank_masks,
    second_codes,
    shared_ranks,
    third_codes,
)
from crossfelt.analysis.crisscross.policies import CardDecider, ExactAdvisor, seen_levels
from crossfelt.analysis.crisscross.solver import solve
from crossfelt.analysis.crisscross.strategy import best_strategy
from crossfelt.analysis.crisscross.strategy_card import parse_strategy_card, strategy_of
from crossfelt.analysis.crisscross.symmetry import class_of, kind_of, pair_index, pair_table
from crossfelt.analysis.crisscross.tables import shape_tables
from crossfelt.cards import DECK
from crossfelt.chance import SeededChance
from crossfelt.crisscross.actions import CloseBetting
from crossfelt.crisscross.layout import ACROSS, DOWN
from crossfelt.crisscross.policies import (
    FOLDS,
    AlwaysSmallest,
    NeverFolds,
    Optimal,
    SeatPolicy,
    Situation,
    situation_of,
)
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.round import open_round
from crossfelt.game import SYSTEM, seat_actor, seat_audience
from crossfelt.testing.conformance import check_policy, criss_cross

BOOK = load_rule_book("maryland")
SCHEME = encode(BOOK)
FILE = Path(__file__).parents[4] / "src/crossfelt/examples/strategies/middle-rule-of-thumb.toml"
CARD = parse_strategy_card(tomllib.loads(FILE.read_text(encoding="utf-8")), SCHEME.multiples)


def situations(seed: int, bets: tuple[int, int] = (1, 3)) -> tuple[Situation, Situation, Situation]:
    """The three decisions of one random deal."""
    cards = random.Random(seed).sample(DECK, 6)
    hole, across, down = (cards[0], cards[1]), tuple(cards[2:4]), tuple(cards[4:6])
    stages = {stage.id: stage for stage in BOOK.stages}
    return (
        Situation(stages["across"], hole, (), (), ()),
        Situation(stages["down"], hole, across, (), bets[:1]),
        Situation(stages["middle"], hole, across, down, bets),
    )


def pair_numbers(third: Situation) -> tuple[int, int]:
    """The numbers of the across and the down pair beside the hole, as the arrays count them."""
    hole = class_of(*third.hole)
    kinds = [kind_of(hole, third.hole[0] & 3, card) for card in (*third.across, *third.down)]
    table = pair_table(hole.shape)
    return pair_index(table, kinds[0], kinds[1]), pair_index(table, kinds[2], kinds[3])


def coded(levels: dict[str, int], decision: str) -> int:
    code = 0
    for feature in CODED[decision]:
        code = code * feature.levels + levels[feature.name]
    return code


def test_what_a_person_sees_is_what_the_arrays_hold() -> None:
    for seed in range(300):
        _, second, third = situations(seed)
        hole = class_of(*second.hole)
        tables = shape_tables(hole.shape)
        row = tables.holes.index(hole)
        across, down = pair_numbers(third)
        result = second_codes(hole.shape, True)[row, across]
        assert coded(seen_levels(second, True), "down") == result, f"seed {seed}"
        pairs, masks = pair_codes(hole.shape, True)[row], rank_masks(hole.shape)[row]
        result = third_codes()[pairs[across], pairs[down]] - shared_ranks()[masks[across] & masks[down]]
        levels = seen_levels(third, True)
        assert coded(levels, "middle") == result, f"seed {seed}"
        assert levels["holding"] == levels_by_name("middle")["holding"][result], f"seed {seed}"


def test_a_strategy_card_decides_as_its_arrays_do() -> None:
    strategy, decider = strategy_of(CARD, SCHEME), CardDecider(CARD, SCHEME)
    actions = (FOLDS, *SCHEME.multiples)
    seen = set()
    for seed in range(300):
        first, second, third = situations(seed)
        hole = class_of(*first.hole)
        tables = shape_tables(hole.shape)
        row = tables.holes.index(hole)
        across, down = pair_numbers(third)
        part = strategy[hole.shape]
        assert decider.decide(first) == actions[part.first[row]]
        if decider.decide(first) != FOLDS:
            assert decider.decide(second) == actions[part.second[row, across]]
        assert decider.decide(third) == actions[part.third[row, across, down]]
        seen.add(decider.decide(third))
    assert len(seen) > 1


def test_the_optimal_policy_does_what_the_solution_says() -> None:
    strategy = best_strategy(solve(SCHEME))
    decider, actions = Optimal(ExactAdvisor(SCHEME)), (FOLDS, *SCHEME.multiples)
    for seed in range(40):
        first, _, _ = situations(seed)
        hole = class_of(*first.hole)
        row = shape_tables(hole.shape).holes.index(hole)
        assert decider.decide(first) == actions[strategy[hole.shape].first[row]], f"seed {seed}"


def test_better_policies_keep_more_chips() -> None:
    """The same deals for all: perfect play and the card both lose far less than who never folds."""
    nets: list[int] = []
    for decider in (Optimal(ExactAdvisor(SCHEME)), CardDecider(CARD, SCHEME), NeverFolds(BOOK)):
        policy = SeatPolicy(BOOK, decider)
        rounds = check_policy(criss_cross(BOOK, (1, 2, 3, 4, 5, 6)), policy, contests=60, seed=3)
        settled = [contest.state.settled for contest in rounds]
        nets.append(sum(total.net for entry in settled if entry is not None for total in entry.totals))
    assert min(nets[:2]) > nets[2], nets


@pytest.mark.parametrize("seed", range(5))
def test_a_situation_is_what_the_seat_sees(seed: int) -> None:
    contest = open_round(BOOK, (2,))
    policy, chance = SeatPolicy(BOOK, AlwaysSmallest()), SeededChance(seed)
    contest.act(seat_actor(2), policy.act(contest.view(seat_audience(2))))
    contest.act(SYSTEM, CloseBetting())
    contest.advance(chance)
    for number, stage in enumerate(BOOK.stages):
        result, state = situation_of(BOOK, contest.view(seat_audience(2))), contest.state
        assert result.hole == state.hole(2) and result.stage is stage and result.bets == (1,) * number
        assert result.across == (tuple(state.card_at(place) for place in ACROSS) if number else ())
        assert result.down == (tuple(state.card_at(place) for place in DOWN) if number > 1 else ())
        contest.act(seat_actor(2), policy.act(contest.view(seat_audience(2))))
    contest.advance(chance)
    assert contest.is_finished

"""Criss Cross as an environment, step by step against the pure engine, and against `crossfelt simulate`."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

from crossfelt.cards import DECK, Card, card_name, parse_cards
from crossfelt.catalog.crisscross import CRISS_CROSS_KIT
from crossfelt.crisscross.actions import Bet, CloseBetting, Fold, PlaceWagers, Shuffle
from crossfelt.crisscross.layout import COMMUNITY, hole_places
from crossfelt.crisscross.resolve import load_rule_book, rule_book_ids
from crossfelt.crisscross.round import CRISS_CROSS, RoundContest, open_round
from crossfelt.envs import CrissCrossEnv, CrissCrossVector, baseline, play_games
from crossfelt.errors import BadInput, IllegalAction, IllegalActionCode, RuleBookError
from crossfelt.game import CHANCE, SYSTEM, seat_actor, seat_audience
from crossfelt.kernels.crisscross.environments import FACE_DOWN, OVER
from crossfelt.simulation.plan import NAMED, SeatStrategy, plan_of
from crossfelt.simulation.run import prepare, run
from tests.support.scale import report_figures, scaled

SEED = 20261118
PLACES = (*hole_places(1), *COMMUNITY)
"""In the order of the observation."""


@cache
def positions(rules: str) -> dict[str, int]:
    """Where in the deck the card of each place lies."""
    contest = open_round(load_rule_book(rules))
    start(contest, DECK, antes(rules)[0])
    return {place: contest.state.placed[place] for place in PLACES}


def antes(rules: str) -> tuple[int, int]:
    """The smallest and the largest ante of a rule book."""
    spot = load_rule_book(rules).spots["ante_across"]
    return spot.minimum_cents, spot.maximum_cents


def start(contest: RoundContest, deck: tuple[Card, ...], ante_cents: int) -> None:
    contest.act(seat_actor(1), PlaceWagers({"ante_across": ante_cents, "ante_down": ante_cents}))
    contest.act(SYSTEM, CloseBetting())
    contest.act(CHANCE, Shuffle(tuple(map(card_name, deck))))
    go_on(contest)


def go_on(contest: RoundContest) -> None:
    """The system acts until the seat is due or the round is over."""
    while (pending := contest.pending).kind == "system":
        assert pending.action is not None
        contest.act(SYSTEM, pending.action)


def deck_with(rules: str, cards: list[int]) -> tuple[Card, ...]:
    """A deck that deals these cards to the places of the observation."""
    rest = [card for card in DECK if card not in cards]
    results = dict(zip((positions(rules)[place] for place in PLACES), map(Card, cards), strict=True))
    return tuple(results[at] if at in results else rest.pop() for at in range(52))


def seen_by_engine(contest: RoundContest) -> list[int]:
    view = contest.view(seat_audience(1))
    names = [*view.seats[0].hole, *(view.community.get(place) for place in COMMUNITY)]
    return [FACE_DOWN if name is None else int(parse_cards(name)[0]) for name in names]


@pytest.mark.parametrize("rules", rule_book_ids())
def test_random_rounds_agree_with_the_engine_at_every_step(rules: str) -> None:
    rounds = scaled(700, 20_000)
    book = load_rule_book(rules)
    ante_cents = antes(rules)[1]
    env = CrissCrossEnv(rules, ante_cents=ante_cents)
    choose = random.Random(SEED)
    folds = 0
    for number in range(rounds):
        observation, _ = env.reset(seed=SEED) if number == 0 else env.reset()
        contest = open_round(book)
        start(contest, deck_with(rules, env.batch._rows.dealt[0].tolist()), ante_cents)
        ended, reward = False, 0.0
        while not ended:
            why = f"{rules}, seed {SEED}, round {number}"
            assert observation["cards"].tolist() == seen_by_engine(contest), why
            stage = book.stages[int(observation["stage"])]
            assert contest.state.stage == stage.id, why
            legal = CRISS_CROSS.legal_actions(contest.state, seat_actor(1))
            actions = {0: Fold(stage.id)} | {
                index: Bet(stage.id, multiple) for index, multiple in enumerate(stage.spot.multiples, start=1)
            }
            assert set(map(str, legal)) == {
                str(actions[int(index)]) for index in np.flatnonzero(observation["action_mask"])
            }, why
            action = choose.choices(list(actions), [0.4] + [1] * (len(actions) - 1))[0]
            folds += action == 0
            contest.act(seat_actor(1), actions[action])
            go_on(contest)
            observation, reward, ended, _, _ = env.step(np.int64(action))  # type: ignore[assignment]
            assert ended == (contest.pending.kind == "finished"), why
        net = contest.balances["seat:1"]
        assert reward == pytest.approx(net / ante_cents, abs=1e-9), why
        assert observation["stage"] == OVER and not observation["action_mask"].any()
    assert 0 < folds < rounds
    report_figures(f"{rounds} rounds of {rules}, {folds} folds")


ROYALS = {
    "a royal flush across": "Ah Kh Qh Jh 2c 3d Th",
    "two straight flushes": "9s 8s 7s 6s Js Qs Ts",
    "four of a kind twice": "Ad Ac As 2h Ah 2s 2d",
}


@pytest.mark.parametrize("cards", ROYALS.values(), ids=ROYALS.keys())
@pytest.mark.parametrize("rules", rule_book_ids())
@pytest.mark.parametrize("size", [0, 1], ids=["smallest ante", "largest ante"])
def test_large_wins_are_paid_as_the_engine_pays_them_within_the_aggregate_limit(
    rules: str, cards: str, size: int
) -> None:
    book, ante_cents = load_rule_book(rules), antes(rules)[size]
    numbers = [int(card) for card in parse_cards(cards)]
    env = CrissCrossEnv(rules, ante_cents=ante_cents)
    env.reset(seed=1)
    env.batch._rows.dealt[0] = numbers
    contest = open_round(book)
    start(contest, deck_with(rules, numbers), ante_cents)
    reward = 0.0
    for stage in book.stages:
        most = len(stage.spot.multiples)
        contest.act(seat_actor(1), Bet(stage.id, stage.spot.multiples[-1]))
        go_on(contest)
        _, got, _, _, _ = env.step(np.int64(most))
        reward = float(got)
    assert reward == pytest.approx(contest.balances["seat:1"] / ante_cents, abs=1e-9)


def test_the_limit_counts_only_with_an_ante() -> None:
    rewards = []
    for ante_cents in (None, *antes("cardroom")):
        env = CrissCrossEnv("cardroom", ante_cents=ante_cents)
        env.reset(seed=1)
        env.batch._rows.dealt[0] = [int(card) for card in parse_cards(ROYALS["a royal flush across"])]
        for _ in range(3):
            _, reward, _, _, _ = env.step(np.int64(3))
        rewards.append(float(reward))
    assert rewards == [1497, 1496, 296], "3,000 dollars are 1,500 antes of 2 dollars and 300 of 10"


@pytest.mark.parametrize("rules", rule_book_ids())
@pytest.mark.parametrize("name", NAMED)
def test_players_win_what_the_simulation_says(rules: str, name: str) -> None:
    rounds = scaled(20_000, 1_000_000)
    env = CrissCrossVector(rounds, rules)
    book = env.batch.book
    prepared = prepare(plan_of(book, env.batch.scheme, 1, (SeatStrategy(name),), rounds, SEED))
    won = play_games(env, baseline(env, name), SEED)
    assert int(won.sum()) == run(prepared).net, f"seed {SEED}"


def test_every_player_acts_in_a_single_environment() -> None:
    env = CrissCrossEnv()
    for level in CRISS_CROSS_KIT.policy_names:
        player = baseline(env, level, seed=3)
        many = CrissCrossVector(1)
        other = baseline(many, level, seed=3)
        for number in range(20):
            observation, _ = env.reset(seed=number)
            rows, _ = many.reset(seed=number)
            ended = False
            while not ended:
                action = player.act(observation)
                assert type(action) is int and [action] == other.act(rows).tolist()
                observation, _, ended, _, _ = env.step(np.int64(action))
                rows, *_ = many.step(np.array([action]))


def test_refusals_name_what_is_legal() -> None:
    env = CrissCrossEnv()
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"choose from 0 \(fold\), 1 \(bet 1x\), 2 \(bet 2x\)") as caught:
        env.step(np.int64(4))
    assert caught.value.code == IllegalActionCode.UNKNOWN_ACTION
    env.step(np.int64(0))
    with pytest.raises(IllegalAction, match="the game is over; call reset first") as caught:
        env.step(np.int64(0))
    assert caught.value.code == IllegalActionCode.ROUND_OVER


def test_keywords_that_cannot_be() -> None:
    with pytest.raises(RuleBookError, match="nevada"):
        CrissCrossEnv("nevada")
    with pytest.raises(BadInput, match=r"ante_cents: ante_across: \$1 is outside"):
        CrissCrossEnv(ante_cents=100)
    with pytest.raises(BadInput, match="choices: apply only to a rule set passed by name"):
        CrissCrossEnv(load_rule_book("maryland"), choices={"ante_minimum_cents": 500})
    with pytest.raises(BadInput, match="level: must be one of random, never-fold, always-1x, card, optimal"):
        baseline(CrissCrossEnv(), "greedy")

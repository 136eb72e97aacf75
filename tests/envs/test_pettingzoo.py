"""King Cross rooms as a PettingZoo environment: the same dice for all, and nothing is shown early."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test

from crossfelt.envs import KingCrossEnv, king_cross_v0
from crossfelt.envs.king_drawing import sheet_of
from crossfelt.envs.king_room import WAIT
from crossfelt.errors import BadInput, IllegalAction
from crossfelt.kernels.king.environments import NO_ROLL, SUITS_AT
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.scoring import score_sheet

OPTIONS: list[dict[str, Any]] = [
    {},
    {"seats": 5, "bonus": True, "reward": "growth"},
    {"seats": 3, "mode": "own_dice"},
]
WILD = 6
"""A seed with which random play by `draws` meets a roll that is wild for some seats and not for others."""


@pytest.mark.parametrize("options", OPTIONS)
def test_pettingzoos_own_tests_pass(options: dict[str, Any]) -> None:
    parallel_api_test(king_cross_v0.parallel_env(**options), num_cycles=60)
    parallel_seed_test(lambda: king_cross_v0.parallel_env(**options), num_cycles=30)


@pytest.mark.parametrize("options", OPTIONS)
def test_rewards_are_the_points_of_the_sheets(options: dict[str, Any]) -> None:
    env = king_cross_v0.parallel_env(**options)
    observations, _ = env.reset(seed=WILD)
    draws = np.random.default_rng(WILD)
    totals = dict.fromkeys(env.agents, 0.0)
    last = observations
    while env.agents:
        last, rewards, *_ = env.step({agent: drawn(last[agent], draws) for agent in env.agents})
        for agent, reward in rewards.items():
            totals[agent] += reward
    card = load_score_card()
    for agent, observation in last.items():
        scored = score_sheet(card, sheet_of(observation), options.get("bonus", False))
        assert totals[agent] == scored.total


def test_everyone_places_the_rolls_that_one_sheet_alone_gets() -> None:
    env = king_cross_v0.parallel_env(seats=3)
    draws = np.random.default_rng(WILD)
    observations, _ = env.reset(seed=WILD)
    rolls = [{int(observation["roll"]) for observation in observations.values()}]
    has_waited = is_wild = False
    while env.agents:
        chosen = {agent: drawn(observations[agent], draws) for agent in env.agents}
        observations, *_ = env.step(chosen)
        is_wild = any(observation["action_mask"][WAIT] for observation in observations.values()) and bool(env.agents)
        has_waited |= is_wild
        if env.agents and not is_wild and not all(SUITS_AT <= action < WAIT for action in chosen.values()):
            rolls.append({int(observation["roll"]) for observation in observations.values()})
    assert has_waited
    single = KingCrossEnv()
    observation, _ = single.reset(seed=WILD)
    alone, is_over = [int(observation["roll"])], False
    while not is_over:
        action = drawn(observation, draws)
        observation, _, is_over, _, _ = single.step(action)
        if action < SUITS_AT and not is_over:
            alone.append(int(observation["roll"]))
    assert rolls == [{roll} for roll in alone]


def test_a_placement_is_shown_once_everyone_has_placed() -> None:
    """Reading K16: while a roll is wild for one seat, the others wait, and their placement and the next roll are
    hidden."""
    env = king_cross_v0.parallel_env(seats=3)
    observations, _ = env.reset(seed=WILD)
    draws = np.random.default_rng(WILD)
    while not any(observation["action_mask"][WAIT] for observation in observations.values()):
        before = observations
        observations, *_ = env.step({agent: drawn(observations[agent], draws) for agent in env.agents})
    waiting = [agent for agent in env.agents if observations[agent]["action_mask"][WAIT]]
    changing = [agent for agent in env.agents if agent not in waiting]
    assert waiting and changing
    for agent in waiting:
        assert observations[agent]["roll"] == NO_ROLL
        assert observations[agent]["action_mask"].sum() == 1
        assert (observations[agent]["sheet"] != before[agent]["sheet"]).sum() == 1
    for agent in env.agents:
        np.testing.assert_array_equal(observations[agent]["others"], before[agent]["others"])
    with pytest.raises(IllegalAction, match=rf"{waiting[0]} has placed this roll and waits; its action is {WAIT}"):
        env.step({agent: 0 if agent == waiting[0] else drawn(observations[agent], draws) for agent in env.agents})
    observations, *_ = env.step({agent: drawn(observations[agent], draws) for agent in env.agents})
    sheets = [observations[agent]["sheet"] for agent in env.agents]
    np.testing.assert_array_equal(observations[env.agents[0]]["others"], np.array(sheets[1:]))
    assert len({int(observations[agent]["roll"]) for agent in env.agents}) == 1


def test_with_dice_of_their_own_seats_roll_what_single_environments_roll() -> None:
    env = king_cross_v0.parallel_env(seats=3, mode="own_dice")
    observations, _ = env.reset(seed=40)
    firsts = [int(observations[agent]["roll"]) for agent in env.agents]
    assert firsts == [int(KingCrossEnv().reset(seed=seed)[0]["roll"]) for seed in (40, 41, 42)]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seats": 1}, "must be a whole number from 2 to 100, not 1"),
        ({"seats": 101}, "from 2 to 100, not 101"),
        ({"mode": "solo"}, "must be communal or own_dice, not 'solo'"),
        ({"render_mode": "rgb_array"}, "must be ansi or None, not 'rgb_array'"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        king_cross_v0.parallel_env(**options)


def test_nothing_changes_when_one_action_is_illegal() -> None:
    env = king_cross_v0.parallel_env()
    with pytest.raises(BadInput, match="call reset first"):
        env.step({})
    before, _ = env.reset(seed=1)
    for actions, message in (
        ({"seat_1": 0}, "needs one action for each of seat_1, seat_2"),
        ({"seat_1": 0, "seat_2": 12}, "seat_2: action 12 is not legal: c3 is taken"),
        ({"seat_1": 0, "seat_2": WAIT}, "seat_2: action 41 is not legal"),
    ):
        with pytest.raises(IllegalAction, match=message):
            env.step(actions)
    after, *_ = env.step({"seat_1": 0, "seat_2": 0})
    assert (after["seat_1"]["sheet"] != before["seat_1"]["sheet"]).sum() == 1


def drawn(observation: dict[str, Any], draws: np.random.Generator) -> int:
    """Return a legal action by chance."""
    return int(draws.choice(np.flatnonzero(observation["action_mask"])))

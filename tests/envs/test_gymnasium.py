"""The environments meet Gymnasium's expectations: its own checks, seeds, spaces, vectors, autoreset, rendering."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from crossfelt.envs import (
    CRISS_CROSS,
    KING_CROSS,
    CrissCrossEnv,
    CrissCrossVector,
    KingCrossEnv,
    KingCrossVector,
    baseline,
)
from crossfelt.errors import BadInput, IllegalAction
from crossfelt.kernels.king.environments import NO_CARD

SEED = 20261119
SINGLE: dict[str, Any] = {KING_CROSS: KingCrossEnv, CRISS_CROSS: CrissCrossEnv}
VECTOR: dict[str, Any] = {KING_CROSS: KingCrossVector, CRISS_CROSS: CrissCrossVector}
BOTH = pytest.mark.parametrize("name", [KING_CROSS, CRISS_CROSS])


def same(one: Any, other: Any) -> bool:
    """Whether observations or infos are equal, arrays and all."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return bool(np.array_equal(one, other))


@BOTH
@pytest.mark.parametrize("render_mode", [None, "ansi", "rgb_array"])
def test_the_checker_finds_nothing(name: str, render_mode: str | None) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(name, render_mode=render_mode).unwrapped)


@pytest.mark.parametrize("keywords", [{"bonus": True}, {"reward": "growth"}])
def test_the_checker_finds_nothing_in_other_modes(keywords: dict[str, Any]) -> None:
    check_env(gymnasium.make(KING_CROSS, **keywords).unwrapped)


@pytest.mark.parametrize("rules", ["cardroom", "massachusetts"])
def test_the_checker_finds_nothing_under_other_rules(rules: str) -> None:
    check_env(gymnasium.make(CRISS_CROSS, rules=rules).unwrapped)


@BOTH
def test_the_name_alone_finds_an_environment(name: str) -> None:
    code = f"import gymnasium; print(gymnasium.make('crossfelt.envs:{name}').unwrapped)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert name in done.stdout


@pytest.mark.parametrize("missing", ["gymnasium", "PIL"])
def test_without_the_extra_its_name_is_told(missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; import crossfelt.envs"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith("crossfelt.envs needs the extra gym: install crossfelt[gym]")


@BOTH
def test_make_vec_gives_the_fast_one(name: str) -> None:
    env = gymnasium.make_vec(name, num_envs=3)
    assert type(env) is VECTOR[name]
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    env.close()


@BOTH
def test_the_same_seed_gives_the_same_game_and_the_next_one_is_another(name: str) -> None:
    env, other = SINGLE[name](), SINGLE[name]()
    first = played(env, seed=5)
    assert played(other, seed=5) == first
    second = played(env)
    assert second != first and played(other) == second
    assert played(env, options={"game": 0}) == first
    assert played(env, seed=5, options={"game": 1}) == second
    assert played(env, seed=6) != first


def played(env: Any, **keywords: Any) -> list[Any]:
    observation, _ = env.reset(**keywords)
    seen, ended, choose = [], False, np.random.default_rng(1)
    while not ended:
        seen.append([np.asarray(values).tolist() for values in observation.values()])
        observation, reward, ended, _, _ = env.step(choose.choice(np.flatnonzero(observation["action_mask"])))
    return [*seen, reward]


@BOTH
def test_wrappers_of_gymnasium_have_nothing_to_say(name: str) -> None:
    wrapped = gymnasium.make(name, render_mode="ansi")
    assert played(wrapped, seed=5) == played(SINGLE[name](), seed=5)
    assert wrapped.render()


@BOTH
def test_without_a_seed_games_differ(name: str) -> None:
    envs = [SINGLE[name]() for _ in range(2)]
    assert played(envs[0]) != played(envs[1])


@BOTH
@pytest.mark.parametrize("mode", list(AutoresetMode)[:2])
def test_a_vector_goes_as_single_environments_do(name: str, mode: AutoresetMode) -> None:
    count = 6
    ours = VECTOR[name](count, autoreset_mode=mode)
    theirs: Any = SyncVectorEnv([SINGLE[name]] * count, autoreset_mode=mode)
    for part in ("observation_space", "single_observation_space", "single_action_space", "action_space"):
        assert getattr(ours, part) == getattr(theirs, part)
    choose = np.random.default_rng(SEED)
    result, expected = ours.reset(seed=SEED), theirs.reset(seed=SEED)
    assert same(result[0], expected[0]) and same(result[1], expected[1])
    games = 0
    for number in range(120):
        masks = result[0]["action_mask"]
        actions = np.array([choose.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
        result, expected = ours.step(actions), theirs.step(actions)
        assert result[0] in ours.observation_space
        assert all(map(same, result[:4], expected[:4])), f"step {number}"
        check_infos(result[4], expected[4], mode)
        games += int(result[2].sum())
    assert games >= count
    again, before = ours.reset(), theirs.reset()
    assert same(again[0], before[0]), "both go on to the next game of their seed"


def check_infos(results: dict[str, Any], expected: dict[str, Any], mode: AutoresetMode) -> None:
    """Ours has whole arrays where gymnasium's has one object for each row, and says nothing more."""
    assert results.keys() == expected.keys()
    if mode is AutoresetMode.SAME_STEP and "final_obs" in expected:
        for row in np.flatnonzero(expected["_final_obs"]):
            last = {name: values[row] for name, values in results["final_obs"].items()}
            assert same(last, expected["final_obs"][row])
        for key in set(results["final_info"]):
            rows = expected["_final_obs"]
            assert (results["final_info"][key][rows] == expected["final_info"][key][rows]).all(), key
    for key in set(expected) - {"final_obs", "final_info", "line_points", "bonus_points"}:
        assert same(results[key], expected[key]), key
    for key in {"line_points", "bonus_points"} & set(expected):
        assert (results[key][results[f"_{key}"]] == expected[key][expected[f"_{key}"]]).all()


@BOTH
def test_without_autoreset_a_mask_says_which_begin_anew(name: str) -> None:
    env = VECTOR[name](4, autoreset_mode="Disabled")
    env.reset(seed=SEED)
    ended = np.zeros(4, bool)
    while not ended.any():
        _, _, ended, _, _ = env.step(env.draw_actions())
    with pytest.raises(IllegalAction, match="the game is over; call reset first"):
        env.step(env.draw_actions())
    before = env.batch.chance.copy()
    observation, _ = env.reset(options={"reset_mask": ended})
    assert observation["action_mask"].any(axis=1).all()
    assert (env.batch.chance[~ended] == before[~ended]).all(), "the others stay as they were"
    assert (env.batch.chance[ended, 1] == before[ended, 1] + 1).all()
    env.step(env.draw_actions())


@BOTH
def test_threads_and_live_arrays_change_nothing(name: str) -> None:
    count = 5_000
    envs = [VECTOR[name](count), VECTOR[name](count, threads=2), VECTOR[name](count, threads=2, copy=False)]
    starts = [env.reset(seed=SEED) for env in envs]
    assert all(same(starts[0][0], start[0]) for start in starts)
    for _ in range(60):
        actions = [env.draw_actions() for env in envs]
        assert (actions[0] == actions[1]).all() and (actions[0] == actions[2]).all()
        steps = [env.step(actions[0]) for env in envs]
        for step in steps[1:]:
            assert all(map(same, steps[0][:4], step[:4]))
    for env in envs:
        env.close()


@BOTH
def test_what_was_handed_out_stays_as_it_was_unless_it_is_asked_for(name: str) -> None:
    env, live = VECTOR[name](3), VECTOR[name](3, copy=False)
    observations, info = env.reset(seed=SEED)
    shown, _ = live.reset(seed=SEED)
    before = {key: values.copy() for key, values in observations.items()}
    actions = env.draw_actions()
    env.step(actions), live.step(actions)
    assert same(observations, before) and same(info["action_mask"], before["action_mask"])
    assert not same(shown, before), "live arrays move on"


@BOTH
def test_one_illegal_action_of_many_refuses_all_and_changes_nothing(name: str) -> None:
    env = VECTOR[name](50)
    env.reset(seed=SEED)
    actions = env.draw_actions()
    actions[31] = 99
    before = {key: values.copy() for key, values in env.batch.observations.items()}
    with pytest.raises(IllegalAction, match="environment 31: action 99 is not legal"):
        env.step(actions)
    assert same(env.batch.observations, before)


@BOTH
def test_bad_calls_are_refused_in_a_line(name: str) -> None:
    env = VECTOR[name](3)
    with pytest.raises(BadInput, match="no game has begun"):
        env.step([0, 0, 0])
    env.reset(seed=1)
    for actions in ([0, 0], [0.5, 0, 0], [[0, 0, 0]], ["a", "b", "c"]):
        with pytest.raises(BadInput, match="actions: must be 3 whole numbers"):
            env.step(actions)
    refused: list[tuple[dict[str, Any], str]] = [
        ({"options": {"dice": 1}}, "'dice' is not an option; choose from game, reset_mask"),
        ({"options": {"game": -1}}, "game: must be a whole number, 0 or more"),
        ({"options": {"game": 2**64}}, "game: must be at most"),
        ({"options": {"game": [1, 2]}}, "game: must be one number or 3, not 2"),
        ({"options": {"reset_mask": [True] * 3}}, "reset_mask: must be an array of 3 booleans"),
        ({"seed": [1, 2]}, "seed: must be one number or 3, not 2"),
        ({"seed": -1}, "seed: must be a whole number, 0 or more"),
    ]
    for keywords, words in refused:
        with pytest.raises(BadInput, match=words):
            env.reset(**keywords)
    keywords_refused: list[tuple[dict[str, Any], str]] = [
        ({"num_envs": 0}, "num_envs: must be 1 to"),
        ({"threads": 0}, "threads: must be at least 1"),
        ({"threads": "two"}, "threads: must be a whole number"),
        ({"autoreset_mode": "never"}, "autoreset_mode: must be one of NextStep, SameStep, Disabled"),
        ({"render_mode": "human"}, "render_mode: must be ansi or rgb_array or None"),
    ]
    for keywords, words in keywords_refused:
        with pytest.raises(BadInput, match=words):
            VECTOR[name](**keywords)
    with pytest.raises(BadInput, match="'mode' is not an option; choose from game"):
        SINGLE[name]().reset(options={"mode": 1})


def test_only_our_environments_have_our_players() -> None:
    with pytest.raises(BadInput, match="is not an environment of this package"):
        baseline(gymnasium.make("Blackjack-v1"), "random")
    assert baseline(gymnasium.make(KING_CROSS), "greedy") is not None, "wrapped ones do"


@BOTH
def test_samples_are_legal_and_spaces_can_be_kept(name: str) -> None:
    env = SINGLE[name]()
    env.reset(seed=SEED)
    env.action_space.seed(1)
    for _ in range(2):
        drawn = {int(env.action_space.sample()) for _ in range(1_000)}
        assert drawn == set(np.flatnonzero(env.batch.masks[0]).tolist())
        assert (env.action_masks() == (env.batch.masks[0] == 1)).all()
        env.step(env.action_space.sample())
    restored = pickle.loads(pickle.dumps(env.action_space))
    assert restored == env.action_space


@BOTH
def test_a_copy_goes_its_own_way(name: str) -> None:
    env = SINGLE[name]()
    env.reset(seed=SEED)
    env.step(np.int64(1))
    copied = copy.deepcopy(env)
    before = {key: values.copy() for key, values in env.batch.observations.items()}
    first = played_on(copied)
    assert same(env.batch.observations, before), "what is tried in a copy does not happen"
    assert played_on(env) == first, "and happens the same way in the original"


def played_on(env: Any) -> list[Any]:
    env.action_space.seed(4)
    result, ended = [], False
    while not ended:
        observation, reward, ended, _, _ = env.step(env.action_space.sample())
        result.append([reward, *(np.asarray(values).tolist() for values in observation.values())])
    return result


def test_drawn_actions_are_legal_and_equally_likely() -> None:
    env = KingCrossVector(48_000)
    env.reset(seed=SEED)
    counts = np.bincount(env.draw_actions(), minlength=25)
    assert counts[12] == 0 and counts.sum() == 48_000
    chi = (((counts - 2_000) ** 2) / 2_000)[np.arange(25) != 12].sum()
    assert chi < 60, f"seed {SEED}: {chi:.0f} for 23 degrees of freedom"


def test_a_sheet_as_text() -> None:
    env = KingCrossEnv(render_mode="ansi")
    env.reset(seed=2)
    for _ in range(6):
        env.step(np.flatnonzero(env.batch.masks[0])[0])
    text = env.render()
    lines = text.splitlines()
    assert lines[0].split() == list("abcde")
    assert "| K  |" in lines[3]
    assert lines[-1].startswith("  in hand ") and "6 of 24 placed" in lines[-1]
    names = sum(mark in "♥♣♦♠" for mark in text)
    assert names == 6
    open_squares = int(env.batch.masks[0, :25].sum())
    assert text.count(" . ") == open_squares and text.count(" x ") == 18 - open_squares


def test_a_round_as_text() -> None:
    env = CrissCrossEnv(render_mode="ansi")
    env.reset(seed=2)
    assert env.render().count("##") == 5
    for cards in (3, 1, 0):
        env.step(np.int64(2))
        assert env.render().count("##") == cards
    assert "bets Across 2x, Down 2x, Middle 2x" in env.render()
    assert "across " in env.render().splitlines()[-1]
    env.reset(seed=2)
    env.step(np.int64(0))
    assert env.render().splitlines()[-1] == "  folded"


@BOTH
def test_pictures_show_what_happens(name: str) -> None:
    env = SINGLE[name](render_mode="rgb_array")
    env.reset(seed=3)
    before = env.render()
    assert before.dtype == np.uint8 and before.ndim == 3 and before.shape[2] == 3
    assert (before == env.render()).all()
    env.step(np.flatnonzero(env.batch.masks[0])[-1])
    after = env.render()
    changed = (before != after).any(axis=2).mean()
    assert 0.01 < changed < 0.5, "a card has come, and the rest is as it was"
    many = VECTOR[name](2, render_mode="rgb_array")
    many.reset(seed=3)
    frames = many.render()
    assert len(frames) == 2 and (frames[0] == before).all() and not (frames[1] == before).all()
    assert VECTOR[name](2).render() is None


def test_the_king_stands_in_the_middle_of_the_picture() -> None:
    env = KingCrossEnv(render_mode="rgb_array")
    env.reset(seed=3)
    picture = env.render()
    squares = [picture[104 + 84 * row + 10 : 104 + 84 * row + 74, 28 + 84 * column + 10 : 28 + 84 * column + 74]
               for row in range(5) for column in range(5)]  # fmt: skip
    bright = [int((square.mean(axis=2) > 200).sum()) for square in squares]
    assert bright[12] > 2_000 and max(bright[:12] + bright[13:]) < 100
    assert (env.batch.observations["sheet"][0] == NO_CARD).sum() == 24

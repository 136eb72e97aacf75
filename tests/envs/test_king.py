"""King Cross as an environment, step by step against the pure engine, and against `crossfelt king bench`."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from crossfelt.analysis.king.encode import engine_card, kernel_card
from crossfelt.analysis.king.series import Series, play_series
from crossfelt.cards import card_name
from crossfelt.catalog.kingcross import KING_CROSS_KIT
from crossfelt.envs import KingCrossEnv, KingCrossVector, baseline, play_games
from crossfelt.envs.king import SUIT_NAMES, VALUE_NAMES
from crossfelt.errors import BadInput, IllegalAction, IllegalActionCode
from crossfelt.game import CHANCE, seat_actor
from crossfelt.kernels.king.environments import ACTIONS, NO_CARD, NO_ROLL, SUITS_AT, VALUES_AT
from crossfelt.kingcross.actions import Place, RollDice
from crossfelt.kingcross.dice import ROLLS, game_dice
from crossfelt.kingcross.match import KING_CROSS, open_match
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.rules import MatchRules
from crossfelt.kingcross.scoring import made_hand, score_sheet
from crossfelt.kingcross.sheet import BLANK_SHEET, LINE_COUNT, Sheet, square_name
from tests.support.scale import report_figures, scaled

SEED = 20261117
SCORE_CARD = load_score_card()


def expected_mask(sheet: Sheet, roll: int) -> list[int]:
    """The legal actions by the engine."""
    mask = [0] * ACTIONS
    rolled = engine_card(roll)
    for square, card in sheet.placements(rolled, False):
        if card == rolled:
            mask[square] = 1
            continue
        became = kernel_card(card)
        mask[SUITS_AT + (became & 3) if became >> 2 == roll >> 2 else VALUES_AT + (became >> 2)] = 1
    return mask


def numbers(sheet: Sheet) -> list[int]:
    return [NO_CARD if card is None else kernel_card(card) for card in sheet.squares]


def made_points(sheet: Sheet) -> int:
    return sum(SCORE_CARD.points[made_hand(sheet.line(number))] for number in range(LINE_COUNT))


@pytest.mark.parametrize("reward", ["final", "growth"])
@pytest.mark.parametrize("bonus", [False, True])
def test_random_games_agree_with_the_engine_at_every_step(bonus: bool, reward: Any) -> None:
    games = scaled(750, 50_000)
    env = KingCrossVector(games, bonus, reward)
    observation, _ = env.reset(seed=SEED)
    sheets = [BLANK_SHEET] * games
    dice = [list(game_dice(SEED + row, 0)) for row in range(games)]
    is_over = np.zeros(games, bool)
    wild = 0
    while not is_over.all():
        actions = env.draw_actions()
        before = observation
        observation, rewards, ended, _, info = env.step(actions)
        for row in np.flatnonzero(~is_over):
            sheet, roll, action = sheets[row], int(before["roll"][row]), int(actions[row])
            why = f"seed {SEED + row}, bonus {bonus}, sheet {sheet.grid()}, roll {card_name(engine_card(roll))}"
            assert before["sheet"][row].tolist() == numbers(sheet), why
            assert before["action_mask"][row].tolist() == expected_mask(sheet, roll), why
            if action >= SUITS_AT:
                wild += 1
                assert rewards[row] == 0 and not ended[row], why
                continue
            # A roll that was changed is the card that it became; its dice came up for it before.
            dice[row].pop(0)
            after = sheet.place(action, engine_card(roll))
            sheets[row] = after
            growth = made_points(after) - made_points(sheet) if reward == "growth" else 0
            assert ended[row] == after.is_full, why
            if not after.is_full:
                assert rewards[row] == growth, why
                assert observation["roll"][row] == dice[row][0].number, why
                continue
            score = score_sheet(SCORE_CARD, after, bonus)
            assert rewards[row] == (growth + score.bonus_points if reward == "growth" else score.total), why
            assert info["line_points"][row] == score.line_points, why
            assert info["bonus_points"][row] == score.bonus_points, why
            assert observation["roll"][row] == NO_ROLL and not observation["action_mask"][row].any(), why
        is_over |= ended
    assert wild > games / 4, "wild rolls are met"
    report_figures(
        f"{games} King Cross games, {wild} wild rolls, {'with' if bonus else 'without'} bonus, reward {reward}"
    )


@pytest.mark.parametrize("choices", [{}, {"anarchy_scope": "neighbours", "anarchy_needs_points": False}])
def test_good_games_reach_achievements_as_the_engine_scores_them(choices: dict[str, object]) -> None:
    games = scaled(60, 2_000)
    env = KingCrossVector(games, bonus=True, choices=choices)
    player = baseline(env, "steady")
    score_card = load_score_card(choices=choices)
    observation, _ = env.reset(seed=SEED)
    is_over = np.zeros(games, bool)
    reached: Counter[str] = Counter()
    while not is_over.all():
        observation, rewards, ended, _, info = env.step(player.act(observation))
        for row in np.flatnonzero(ended & ~is_over):
            full = Sheet(tuple(map(engine_card, observation["sheet"][row].tolist())))
            score = score_sheet(score_card, full, True)
            assert (rewards[row], info["bonus_points"][row]) == (score.total, score.bonus_points), f"seed {SEED + row}"
            reached.update(entry.name for entry in score.achievements if entry.is_reached)
        is_over |= ended
    assert len(reached) >= 3 and reached.total() >= games / 2, reached


def test_a_match_of_the_engine_goes_the_same_way() -> None:
    env = KingCrossEnv(bonus=True)
    env.action_space.seed(SEED)
    for game in range(scaled(25, 500)):
        observation, _ = env.reset(seed=SEED + game)
        contest = open_match(MatchRules(SCORE_CARD, "solo", True))
        ended, reward, is_changed = False, 0.0, False
        while not ended:
            roll = int(observation["roll"])
            if not is_changed:
                contest.act(CHANCE, RollDice(ROLLS[roll].value, ROLLS[roll].suit))
            action = int(env.action_space.sample())
            is_changed = action >= SUITS_AT
            if not is_changed:
                place = Place(len(contest.state.seats[0].rolls), square_name(action), card_name(engine_card(roll)))
                assert place in KING_CROSS.legal_actions(contest.state, seat_actor(1)), f"seed {SEED + game}"
                contest.act(seat_actor(1), place)
            observation, got, ended, _, _ = env.step(np.int64(action))
            reward += float(got)
        assert contest.state.finished is not None
        assert reward == contest.state.finished.scores[0].total, f"seed {SEED + game}"


@pytest.mark.parametrize("level", [level for level in KING_CROSS_KIT.policy_names if level != "champion"])
def test_players_score_as_in_the_bench(level: str) -> None:
    bonus = level == "steady"
    games = 4 if level == "expert" else 12
    outcome = play_series(Series(SCORE_CARD, bonus, level, 7, games), workers=1)
    env = KingCrossVector(games, bonus)
    assert play_games(env, baseline(env, level), 7).tolist() == list(outcome.scores)
    alone = KingCrossEnv(bonus)
    player, scores = baseline(alone, level), []
    for game in range(3):
        observation, _ = alone.reset(seed=7) if game == 0 else alone.reset()
        ended, reward = False, 0.0
        while not ended:
            observation, got, ended, _, _ = alone.step(player.act(observation))
            reward = float(got)
        scores.append(reward)
    assert scores == list(outcome.scores[:3])


def test_the_champion_plays_too() -> None:
    env = KingCrossEnv()
    player = baseline(env, "champion", playouts=1)
    observation, _ = env.reset(seed=1)
    for _ in range(2):
        observation, *_ = env.step(player.act(observation))
    assert (observation["sheet"] == NO_CARD).sum() == 22


def test_a_wild_roll_is_changed_and_then_placed() -> None:
    env = KingCrossVector(400)
    observation, _ = env.reset(seed=SEED)
    for _ in range(26):
        wild = observation["action_mask"][:, SUITS_AT:].any(axis=1)
        assert not (wild & observation["action_mask"][:, :SUITS_AT].any(axis=1)).any(), "either squares or changes"
        actions = env.draw_actions()
        after, *_ = env.step(actions)
        for row in np.flatnonzero(wild):
            rolled, became = int(observation["roll"][row]), int(after["roll"][row])
            action = int(actions[row])
            if action < VALUES_AT:
                assert (became >> 2, became & 3) == (rolled >> 2, action - SUITS_AT)
            else:
                assert (became >> 2, became & 3) == (action - VALUES_AT, rolled & 3)
            assert after["action_mask"][row, :SUITS_AT].any()
            assert (after["sheet"][row] == observation["sheet"][row]).all()
        observation = after


def test_refusals_name_what_is_legal_and_change_nothing() -> None:
    env = KingCrossEnv()
    with pytest.raises(BadInput, match="call reset first"):
        env.step(0)
    observation, _ = env.reset(seed=1)
    refused: dict[Any, tuple[IllegalActionCode, str]] = {
        12: (IllegalActionCode.SQUARE_TAKEN, r"c3 is taken; choose from 0 \(a1\), 1 \(b1\)"),
        26: (IllegalActionCode.BAD_CHANGE, "isn't wild, so it can't change"),
        41: (IllegalActionCode.UNKNOWN_ACTION, "actions are 0 to 40"),
        -1: (IllegalActionCode.UNKNOWN_ACTION, "actions are 0 to 40"),
        10**30: (IllegalActionCode.UNKNOWN_ACTION, "actions are 0 to 40"),
    }
    for action, (code, words) in refused.items():
        with pytest.raises(IllegalAction, match=words) as caught:
            env.step(action)
        assert caught.value.code == code
    for action in (1.0, "a1", None, True):
        with pytest.raises(BadInput, match="must be a whole number"):
            env.step(action)  # type: ignore[arg-type]
    for name, values in env.batch.observations.items():
        assert (values[0] == observation[name]).all(), name


def test_a_closed_square_and_a_change_that_helps_nothing_are_refused() -> None:
    env = KingCrossVector(300)
    env.reset(seed=SEED)
    codes: set[IllegalActionCode] = set()
    for _ in range(23):
        actions = env.draw_actions()
        for row in range(0, 300, 7):
            for action in np.flatnonzero(env.batch.masks[row] == 0)[::5]:
                bad = actions.copy()
                bad[row] = action
                with pytest.raises(IllegalAction, match=f"environment {row}: action {action} is not legal") as caught:
                    env.step(bad)
                codes.add(caught.value.code)
        env.step(actions)
    assert codes == {IllegalActionCode.SQUARE_TAKEN, IllegalActionCode.CARD_IN_LINE, IllegalActionCode.BAD_CHANGE}


def test_keywords_that_cannot_be() -> None:
    with pytest.raises(BadInput, match="reward: must be final or growth"):
        KingCrossEnv(reward="all")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="wild_may_be_king"):
        KingCrossEnv(choices={"wild_may_be_king": True})
    with pytest.raises(BadInput, match="level: must be one of random, greedy"):
        baseline(KingCrossEnv(), "optimal")
    assert len(SUIT_NAMES) + len(VALUE_NAMES) + SUITS_AT == ACTIONS

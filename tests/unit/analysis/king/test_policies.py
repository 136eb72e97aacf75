"""Policies of every level: legal play, the same games for the same seed, and stronger is stronger."""

from __future__ import annotations

from itertools import pairwise

import pytest

from crossfelt.analysis.king.hints import hints
from crossfelt.analysis.king.policies import new_policy
from crossfelt.analysis.king.reasons import value_parts
from crossfelt.analysis.king.review import Move, review
from crossfelt.analysis.king.search import Budget, search
from crossfelt.analysis.king.series import Series, play_series
from crossfelt.analysis.king.valuer import Valuer
from crossfelt.cards import parse_card
from crossfelt.catalog.kingcross import KING_CROSS_KIT
from crossfelt.errors import BadInput, RuleBookError
from crossfelt.kingcross.dice import game_dice
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.scoring import total_of
from crossfelt.kingcross.sheet import BLANK_SHEET, LINES_THROUGH, Sheet

CARD = load_score_card()


def whole_game(level: str, bonus: bool, seed: int) -> tuple[Sheet, list[Move]]:
    placer = new_policy(CARD, bonus, level, seed, playouts=100).placer
    sheet, moves = BLANK_SHEET, []
    for roll in game_dice(3, seed):
        square, card = placer.place(sheet, roll.card)
        assert (square, card) in sheet.placements(roll.card, may_be_king=False)
        moves.append(Move(roll.card, square, card))
        sheet = sheet.place(square, card)
    return sheet, moves


@pytest.mark.parametrize("level", KING_CROSS_KIT.policy_names)
@pytest.mark.parametrize("bonus", [False, True])
def test_every_level_plays_legally_and_the_same_for_the_same_seed(level: str, bonus: bool) -> None:
    sheet, moves = whole_game(level, bonus, 4)
    assert sheet.is_full
    assert whole_game(level, bonus, 4) == (sheet, moves)


def test_stronger_is_stronger_on_the_same_dice() -> None:
    def mean(policy: str, games: int) -> float:
        return play_series(Series(CARD, False, policy, 11, games), workers=1).score.mean

    means = [mean(policy, 40) for policy in ("random", "greedy", "casual")]
    means += [mean("steady", 250), mean("expert", 250)]
    assert all(weaker < stronger for weaker, stronger in pairwise(means)), means


def test_bonus_points_are_played_for() -> None:
    """A small sample with fixed dice and a fixed number of playouts: the outcome is always the same."""
    champion = play_series(Series(CARD, True, "champion", 12, 8, playouts=300), workers=2)
    for_lines_alone = play_series(Series(CARD, False, "expert", 12, 8), workers=1)
    assert len(champion.scores) == 8
    assert champion.score.mean > for_lines_alone.score.mean + 100


def test_the_order_of_the_games_does_not_depend_on_the_workers() -> None:
    series = Series(CARD, False, "expert", 13, 120)
    assert play_series(series, workers=1).scores == play_series(series, workers=2).scores


def test_a_single_game_has_no_standard_error() -> None:
    assert play_series(Series(CARD, False, "steady", 1, 1), workers=1).score.standard_error == 0.0


def test_a_time_budget_is_enough_for_an_answer() -> None:
    result = search(Valuer(CARD, False), BLANK_SHEET, parse_card("7h"), Budget(seconds=0.02), seed=1)
    assert result.square in range(25)


def test_learned_players_refuse_cards_that_they_cannot_see() -> None:
    with pytest.raises(RuleBookError, match="wild_may_be_king"):
        new_policy(load_score_card(choices={"wild_may_be_king": True}), False, "expert", 1)


def test_hints_are_all_legal_squares_best_first_with_their_lines() -> None:
    sheet, moves = BLANK_SHEET, whole_game("steady", False, 9)[1]
    for move in moves[:12]:
        sheet = sheet.place(move.square, move.card)
    rolled = moves[12].rolled
    result = hints(CARD, False, sheet, rolled)
    assert {(hint.square, hint.card) for hint in result} == set(sheet.placements(rolled, may_be_king=False))
    assert result[0].loss == 0
    assert all(first.value >= second.value for first, second in pairwise(result))
    for hint in result:
        assert hint.loss == pytest.approx(result[0].value - hint.value)


@pytest.mark.parametrize("bonus", [False, True])
@pytest.mark.parametrize("placed", [0, 1, 12, 20, 22, 23])
def test_reasons_add_up_to_the_difference_that_they_explain(placed: int, bonus: bool) -> None:
    sheet, moves = BLANK_SHEET, whole_game("steady", bonus, 9)[1]
    for move in moves[:placed]:
        sheet = sheet.place(move.square, move.card)
    result = hints(CARD, bonus, sheet, moves[placed].rolled)
    best, valuer = result[0], Valuer(CARD, bonus)
    if len(result) == 1:
        assert (best.reasons, best.against) == ((), None)
    for number, hint in enumerate(result if len(result) > 1 else ()):
        assert hint.against is not None
        other = result[0] if number else result[1]
        assert (hint.against.square, hint.against.card) == (other.square, other.card)
        assert sum(reason.points for reason in hint.reasons) == pytest.approx(hint.value - other.value, abs=1e-6)
        changes = [abs(reason.points) for reason in hint.reasons]
        assert changes == sorted(changes, reverse=True)
        lines = {reason.line for reason in hint.reasons if reason.kind == "line"}
        through = LINES_THROUGH[hint.square] + LINES_THROUGH[other.square]
        assert lines <= {line + 1 for line in through}, "a line that neither placement touches makes no difference"
        assert all((reason.line is None) == (reason.kind != "line") for reason in hint.reasons)
        assert all(bool(reason.crossed) == (reason.kind == "crossings") for reason in hint.reasons)
        assert bonus or all(reason.kind != "achievements" for reason in hint.reasons)
    # Without what later rolls bring, the parts are the learned value.
    learned = {(entry.square, entry.card): entry.value for entry in valuer.candidates(sheet, moves[placed].rolled)}
    for entry in valuer.candidates_looking_ahead(sheet, moves[placed].rolled) if placed < 23 else ():
        parts = value_parts(valuer, CARD, sheet, entry)
        assert sum(parts.values.values()) == pytest.approx(entry.value, abs=1e-6)
        assert sum(parts.crossings.values()) == pytest.approx(parts.values["crossings", None], abs=1e-6)
        now = sum(points for (kind, _), points in parts.values.items() if kind != "later_rolls")
        assert now == pytest.approx(learned[entry.square, entry.card], abs=0.02)


def test_the_reasons_of_a_review_add_up_to_each_loss() -> None:
    for move in review(CARD, True, whole_game("casual", True, 6)[1]).moves:
        assert sum(reason.points for reason in move.reasons) == pytest.approx(-move.loss, abs=1e-6)
        assert bool(move.reasons) == (move.loss > 0)


@pytest.mark.parametrize("bonus", [False, True])
def test_a_review_adds_up(bonus: bool) -> None:
    sheet, moves = whole_game("casual", bonus, 6)
    result = review(CARD, bonus, moves)
    assert result.total == total_of(CARD, sheet, bonus)
    assert len(result.moves) == 24
    assert all(move.loss >= 0 for move in result.moves)
    assert result.points_lost == pytest.approx(sum(move.loss for move in result.moves))
    # Each move's expectation after it is what the next roll is measured against: the sum telescopes to the score.
    assert result.start + result.luck - result.points_lost == pytest.approx(result.total)


def test_a_review_of_the_experts_own_game_finds_little_to_lose() -> None:
    assert review(CARD, False, whole_game("expert", False, 6)[1]).points_lost < 0.01
    assert review(CARD, False, whole_game("random", False, 6)[1]).points_lost > 200


def test_a_review_refuses_what_was_not_played() -> None:
    moves = whole_game("steady", False, 6)[1]
    with pytest.raises(BadInput, match="24 moves"):
        review(CARD, False, moves[:-1])
    with pytest.raises(BadInput, match="move 2: is not legal"):
        review(CARD, False, [moves[0], Move(moves[1].rolled, moves[0].square, moves[1].rolled), *moves[2:]])

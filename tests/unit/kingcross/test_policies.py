"""The simple players: they choose what is legal, the same with the same draws, and the greedy one earns more."""

from __future__ import annotations

from collections.abc import Callable

from crossfelt.cards import parse_card
from crossfelt.chance import Draws, SeededChance
from crossfelt.kingcross.dice import game_dice
from crossfelt.kingcross.policies import GreedyPlacer, Placer, RandomPlacer
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.scoring import total_of
from crossfelt.kingcross.sheet import BLANK_SHEET, Sheet, parse_square
from tests.support.matches import played

CARD = load_score_card()
PLACERS: dict[str, Callable[[ScoreCard, Draws], Placer]] = {"random": RandomPlacer, "greedy": GreedyPlacer}


def filled(policy: str, game: int, seed: int) -> Sheet:
    placer, sheet = PLACERS[policy](CARD, SeededChance(seed)), BLANK_SHEET
    for roll in game_dice(1, game):
        chosen = placer.place(sheet, roll.card)
        assert chosen in sheet.placements(roll.card, may_be_king=False)
        sheet = sheet.place(*chosen)
    return sheet


def test_the_same_draws_make_the_same_sheet() -> None:
    for policy in PLACERS:
        assert filled(policy, 0, 5) == filled(policy, 0, 5)
        assert filled(policy, 0, 5) != filled(policy, 0, 6)


def test_greedy_earns_more_than_random_on_the_same_dice() -> None:
    games = range(40)
    means = {name: sum(total_of(CARD, filled(name, game, game), False) for game in games) / 40 for name in PLACERS}
    # 182.5 and 398 over many games.
    assert 140 < means["random"] < 230 and 320 < means["greedy"] < 480


def test_greedy_takes_the_most_points_at_once() -> None:
    sheet = BLANK_SHEET
    for square, card in (("a1", "7h"), ("b1", "7c"), ("a2", "9h"), ("e5", "9c")):
        sheet = sheet.place(parse_square(square), parse_card(card))
    seven, nine = parse_card("7d"), parse_card("9d")
    greedy = GreedyPlacer(CARD, SeededChance(0))
    # A third seven in the top row is worth 50 more points than a pair, and so are two more pairs.
    results = {greedy.place(sheet, seven)[0] for _ in range(60)}
    assert results == {parse_square(square) for square in ("c1", "d1", "e1", "b2")}
    results = {greedy.place(sheet, nine)[0] for _ in range(60)}
    assert results == {parse_square(square) for square in ("b2", "e2", "a5")}, "where two pairs are made at once"


def test_they_play_whole_matches_from_what_a_seat_can_see() -> None:
    for seats in ((1, 2), (3, 4)):
        assert played("communal", seats).state.is_finished

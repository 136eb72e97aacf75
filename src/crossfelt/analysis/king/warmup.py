"""Run every kernel of King Cross once on a small job, so that it is compiled before first use."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from crossfelt.analysis.king.encode import engine_card, squares_seen
from crossfelt.analysis.king.hindsight import best_sheet
from crossfelt.analysis.king.hints import hints
from crossfelt.analysis.king.search import Budget, search
from crossfelt.analysis.king.valuer import Valuer
from crossfelt.cards import parse_card
from crossfelt.kernels.king.games import game_luck, play_games
from crossfelt.kernels.king.learning import Coherence, learn_lines, learn_together
from crossfelt.kernels.king.sheets import random_games, score_sheets, score_sheets_with_bonus
from crossfelt.kernels.king.values import LINE_SIZE
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.sheet import BLANK_SHEET


def warm_up() -> Iterator[str]:
    """Yield the name of each kernel group before it is compiled."""
    score_card = load_score_card()
    rolled = parse_card("7h")
    yield "hints for King Cross"
    hints(score_card, False, BLANK_SHEET, rolled)
    yield "the King Cross champion"
    valuer = Valuer(score_card, bonus=True)
    search(valuer, BLANK_SHEET, rolled, Budget(playouts=1), seed=1)
    valuer.expected_score(BLANK_SHEET)
    yield "games of the King Cross players"
    dice, order = np.zeros((1, 24), np.uint8), np.zeros((1, 24), np.uint8)
    sheets, scores = np.zeros((1, 25), np.uint8), np.zeros(1)
    play_games(dice, True, valuer.value, valuer.position, valuer.room, sheets, order, scores)
    game_luck(dice[0], order[0], sheets[0], valuer.value, valuer.position, valuer.room)
    random_games(np.uint64(1), squares_seen(), sheets)
    result = np.zeros(1, np.int64)
    score_sheets(sheets, valuer.value.sheets, result)
    score_sheets_with_bonus(sheets, valuer.value.sheets, result)
    yield "the best sheet in hindsight"
    for bonus in (False, True):
        best_sheet(score_card, bonus, [engine_card(number) for number in range(24)], seconds=1e-6)
    yield "training"
    weights, coherent, absolute = (np.zeros(len(valuer.value.weights), np.float32) for _ in range(3))
    value, visits, scratch = valuer.value._replace(weights=weights), np.zeros(LINE_SIZE, np.int32), valuer.room.scratch
    learn_lines(1, np.uint64(1), 0.5, 0.5, value, visits, valuer.position, scratch)
    learn_together(1, np.uint64(1), 0.5, 0.5, value, Coherence(coherent, absolute), valuer.position, scratch)

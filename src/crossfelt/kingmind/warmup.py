"""Compiles the kernels of King Cross once: `python -m crossfelt.kingmind.warmup`, so that nobody waits for it later."""

from __future__ import annotations

import numpy as np

from crossfelt.cards import parse_card
from crossfelt.kernels.king.games import game_luck, play_games
from crossfelt.kernels.king.learning import learn_lines, learn_together
from crossfelt.kernels.king.sheets import random_games, score_sheets, score_sheets_with_bonus
from crossfelt.kernels.king.values import LINE_SIZE
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.sheet import BLANK_SHEET
from crossfelt.kingmind.encode import engine_card, squares_seen
from crossfelt.kingmind.hindsight import best_sheet
from crossfelt.kingmind.hints import hints
from crossfelt.kingmind.mind import Mind
from crossfelt.kingmind.search import Budget, search


def warm_up() -> None:
    """Runs everything compiled on small jobs."""
    score_card = load_score_card()
    mind = Mind(score_card, with_bonus=True)
    rolled = parse_card("7h")
    search(mind, BLANK_SHEET, rolled, Budget(playouts=1), seed=1)
    hints(score_card, False, BLANK_SHEET, rolled)
    mind.expected(BLANK_SHEET)
    dice, order = np.zeros((1, 24), np.uint8), np.zeros((1, 24), np.uint8)
    sheets, scores = np.zeros((1, 25), np.uint8), np.zeros(1)
    play_games(
        dice, True, mind.tables, mind.scoring, mind.weights, mind.position, mind.after, mind.spare, mind.scratch,
        mind.room, sheets, order, scores,
    )  # fmt: skip
    game_luck(
        dice[0], order[0], sheets[0], mind.tables, mind.scoring, mind.weights, mind.position, mind.spare, mind.scratch
    )
    random_games(np.uint64(1), squares_seen(), sheets)
    found = np.zeros(1, np.int64)
    score_sheets(sheets, mind.scoring, found)
    score_sheets_with_bonus(sheets, mind.scoring, found)
    for bonus in (False, True):
        best_sheet([engine_card(number) for number in range(24)], score_card, bonus, seconds=1e-6)
    size = len(mind.weights)
    weights, coherent, absolute = (np.zeros(size, np.float32) for _ in range(3))
    visits = np.zeros(LINE_SIZE, np.int32)
    learn_lines(
        1, np.uint64(1), 0.5, 0.5, weights, visits, mind.tables, mind.scoring, mind.position, mind.scratch
    )  # fmt: skip
    learn_together(
        1, np.uint64(1), 0.5, 0.5, weights, coherent, absolute, mind.tables, mind.scoring, mind.position, mind.scratch
    )  # fmt: skip


if __name__ == "__main__":
    warm_up()

"""The tables of `crossfelt king hint`, `review` and `bench` as rows for `--csv`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from crossfelt.analysis.csv_text import CsvTable, figures_table

Document = Mapping[str, Any]


def hint_tables(document: Document) -> Iterator[CsvTable]:
    """Return every legal placement of a roll."""
    yield CsvTable(
        "placements",
        [
            {
                "roll": document["roll"],
                "square": row["square"],
                "card": row["card"],
                "expected_final_points": row["value"],
                "loss_points": row["loss"],
            }
            for row in document["placements"]
        ],
    )


def review_tables(document: Document) -> Iterator[CsvTable]:
    """Return each seat of a match, and each of its placements."""
    yield CsvTable(
        "seats",
        [
            {
                "seat": seat["seat"],
                "total_points": seat["total"],
                "luck_points": seat["luck"],
                "lost_points": seat["points_lost"],
                "best_in_hindsight_points": None if seat["best"] is None else seat["best"]["total"],
                "no_sheet_exceeds_points": None if seat["best"] is None else seat["best"]["bound"],
            }
            for seat in document["seats"]
        ],
    )
    yield CsvTable(
        "placements",
        [
            {
                "seat": seat["seat"],
                "roll_number": move["number"],
                "roll": move["rolled"],
                "square": move["square"],
                "card": move["card"],
                "decided_by": move["decided_by"],
                "best_square": move["best_square"],
                "best_card": move["best_card"],
                "expected_final_points": move["expected"],
                "loss_points": move["loss"],
                "luck_points": move["luck"],
            }
            for seat in document["seats"]
            for move in seat["moves"]
        ],
    )


def bench_tables(document: Document) -> Iterator[CsvTable]:
    """Return the mean score of a policy, and the score of every game."""
    without_luck = document["without_luck"]
    yield figures_table(
        "figures",
        {
            "policy": document["policy"],
            "games": document["games"],
            "seed": document["seed"],
            "bonus": document["bonus"],
            "mean_points_per_game": document["mean"],
            "standard_error_points_per_game": document["standard_error"],
            "mean_points_per_game_without_luck": None if without_luck is None else without_luck["mean"],
            "standard_error_points_per_game_without_luck": None
            if without_luck is None
            else without_luck["standard_error"],
        },
    )
    luck = document["luck"] or [None] * len(document["scores"])
    yield CsvTable(
        "games",
        [
            {"game": number, "score_points": score, "luck_points": lucky}
            for number, (score, lucky) in enumerate(zip(document["scores"], luck, strict=True))
        ],
    )

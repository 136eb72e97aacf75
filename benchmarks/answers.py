"""The time until a command answers once everything is compiled: whole commands, as they are typed.

Processor time of whole processes, all threads, run as `python -m crossfelt ...`. The peer is the time limit of the
command, so a ratio below 1 is within the limit. Each command runs once uncounted, so that kernels are compiled and
modules are in the system's cache. The rounds to settle are dealt for the purpose, one to six seats each.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from pathlib import Path

from benchmarks.harness import Result, process_seconds
from crossfelt.cards import DECK, card_name
from crossfelt.crisscross.resolve import load_rule_book, rule_book_ids

PACKAGES = ("numpy", "numba", "click", "rich")
"""The packages that the figures depend on."""

ROUNDS = 5_000
POSITION = {
    "roll": "8s",
    "grid": [["Ah", *[None] * 4], [None] * 5, [None, None, "K", None, None], *[[None] * 5 for _ in range(2)]],
}
"""A King Cross sheet with one card, as in a file for `king hint`."""
AT_ONCE = 0.25
"""The time limit for help and refusals, in seconds."""


def run(full: bool) -> list[Result]:
    """Take more turns when full; the rows are the same."""
    with tempfile.TemporaryDirectory() as folder:
        rounds, position = Path(folder, "rounds.jsonl"), Path(folder, "position.json")
        rounds.write_text("".join(f"{json.dumps(case)}\n" for case in dealt_rounds(ROUNDS)))
        position.write_text(json.dumps(POSITION))
        commands: list[tuple[str, list[str], int, float | None]] = [
            ("strategy", ["strategy"], 0, 3),
            ("cap", ["cap"], 0, 3),
            ("protect", ["protect"], 0, 4),
            ("par", ["par", "maryland", "--json"], 0, 12),
            (f"settle, {ROUNDS:,} rounds", ["settle", str(rounds)], 0, 8),
            (f"settle --json, {ROUNDS:,} rounds", ["settle", str(rounds), "--json"], 0, None),
            ("solve", ["solve"], 0, None),
            ("advise", ["advise", "--hole", "Ah Kd"], 0, None),
            ("king hint", ["king", "hint", str(position)], 0, None),
            ("--help", ["--help"], 0, AT_ONCE),
            ("a refused card", ["advise", "--hole", "Ah Zz"], 2, AT_ONCE),
        ]
        return [_row(*command, turns=3 if full else 1) for command in commands]


def dealt_rounds(count: int) -> list[dict[str, object]]:
    """Return finished rounds of all rule books, as `crossfelt settle` reads them; always the same."""
    choose = random.Random(1)
    return [_dealt_round(choose) for _ in range(count)]


def _dealt_round(choose: random.Random) -> dict[str, object]:
    book = load_rule_book(choose.choice(rule_book_ids()))
    cards = [card_name(card) for card in choose.sample(DECK, 21)]
    has_bonus_cards = any(spot.hand == "hole_and_bonus" for spot in book.betting_spots)
    case: dict[str, object] = {
        "rules": book.id,
        "community": {"across": cards[:2], "down": cards[2:4], "middle": cards[4]},
        "seats": [
            _dealt_seat(choose, seat, cards[7 + 2 * seat : 9 + 2 * seat], has_bonus_cards)
            for seat in range(1, choose.randint(1, 6) + 1)
        ],
    }
    return case | {"bonus_cards": cards[5:9]} if has_bonus_cards else case


def _dealt_seat(choose: random.Random, seat: int, hole: list[str], has_bonus_cards: bool) -> dict[str, object]:
    ante, stages = choose.choice((500, 1000)), ("across", "down", "middle")
    folded_at = choose.choice((*stages, None, None, None))
    made = stages[: stages.index(folded_at)] if folded_at else stages
    wagers = {"ante_across": ante, "ante_down": ante, **{stage: ante * choose.randint(1, 3) for stage in made}}
    if choose.random() < 0.5:
        wagers["five_card_bonus"] = 500
        if has_bonus_cards and choose.random() < 0.5:
            wagers["six_card_bonus"] = 500
    return {"seat": seat, "hole": hole, "folded_at": folded_at, "wagers": wagers}


def _row(what: str, arguments: list[str], expected: int, most: float | None, *, turns: int) -> Result:
    best, peer, ratio = float("inf"), "-" if most is None else "the limit", None if most is None else 1
    for number in range(turns + 1):
        seconds, status = process_seconds([sys.executable, "-m", "crossfelt", *arguments])
        if status != expected:
            return Result(
                what, "s", None, peer, most, most_ratio=1 if most else None, note=f"ends with status {status}"
            )
        if number > 0:
            best = min(best, seconds)
    return Result(what, "s", best, peer, most, most_ratio=ratio)

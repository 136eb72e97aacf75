"""`crossfelt replay`: a record holds, or the first thing that does not is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from crossfelt.crisscross.export import RoundContest, export_round
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.round import CRISS_CROSS
from crossfelt.game import AUDITOR, Contest
from crossfelt.plain import to_plain
from tests.cli.program import Ran, run
from tests.rounds import random_round


def replay(record: object, *arguments: str) -> Ran:
    return run("replay", "-", *arguments, given=json.dumps(record))


@pytest.mark.parametrize("seed", range(6))
def test_a_record_gives_the_final_view(seed: int) -> None:
    contest = random_round(seed, trouble=0.1)
    view = CRISS_CROSS.view(contest.state, AUDITOR)
    assert replay(export_round(contest), "--json").document == to_plain(view)


@pytest.mark.parametrize("seed", range(6))
def test_people_see_the_round(seed: int) -> None:
    contest = random_round(seed, trouble=0.1)
    ran = replay(export_round(contest))
    assert (ran.status, ran.err) == (0, "")
    assert max(map(len, ran.out.splitlines())) <= 80
    standing = "void" if contest.state.voided else "settled"
    assert f"The record holds: {len(contest.steps)} steps, the round is {standing}." in ran.out
    assert contest.state.book.hash in ran.out


def test_a_round_that_is_not_over_shows_no_card() -> None:
    contest: RoundContest = Contest(CRISS_CROSS, load_rule_book("cardroom"), (1,))
    record = export_round(contest)
    assert "The record holds: 0 steps, the round is not over, at betting." in replay(record).out
    played = export_round(random_round(3, trouble=0))
    shuffled = next(number for number, step in enumerate(played["steps"]) if step["actor"] == "chance")
    played["steps"] = played["steps"][: shuffled + 2]
    view = replay(played, "--json").document
    assert view["deck"] is None
    assert "▒▒▒▒" in replay(played).out


def changed(*path: str | int, to: object) -> dict[str, Any]:
    record: Any = json.loads(json.dumps(export_round(random_round(3, trouble=0))))
    entry = record
    for key in path[:-1]:
        entry = entry[key]
    entry[path[-1]] = to
    assert isinstance(record, dict)
    return record


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (changed("steps", -1, "events", -1, "totals", 0, "won", to=999), "other events"),
        (changed("steps", 0, "action", "wagers", "ante_across", to=1), "the rules refuse"),
        (changed("steps", 0, "actor", to="nobody"), "nobody who can act"),
        (changed("rule_book", "seats", "count", to=5), "hash"),
        (changed("rule_book_hash", to="0" * 64), "hash"),
        (changed("rules", to="nevada-1"), "nevada-1"),
        (changed("version", to=2), "version"),
        (changed("extra", to=1), "extra: unknown key"),
        (changed("steps", to=7), "steps: must be a list"),
    ],
)
@pytest.mark.parametrize("arguments", [(), ("--json",)])
def test_a_record_that_does_not_hold(record: object, reason: str, arguments: tuple[str, ...]) -> None:
    ran = replay(record, *arguments)
    assert ran.status == 1
    assert ran.out == ""
    assert ran.err.startswith("does not replay: ")
    assert ran.err.count("\n") == 1
    assert reason in ran.err


def test_a_record_from_the_terminal_replays(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    run("deal", "--seed", "7", "--rounds", "1", "--save", str(file), given="5 5 5\n1\nf\n")
    assert "The record holds" in run("replay", str(file)).out
    assert run("replay", str(file), "--json").document["seats"][0]["folded_at"] == "down"

"""`crossfelt replay`: a record holds, or the first thing that does not is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.round import CRISS_CROSS, open_round
from crossfelt.game import AUDITOR
from crossfelt.kingcross.rules import Mode
from crossfelt.record import export_record
from crossfelt.schema import to_plain
from tests.support.cli.cases import CASE
from tests.support.cli.program import Ran, run
from tests.support.matches import MATCHES, played
from tests.support.proofs import proved
from tests.support.rounds import random_round


def replay(record: object, *arguments: str) -> Ran:
    return run("replay", "-", *arguments, given=json.dumps(record))


@pytest.mark.parametrize("seed", range(6))
def test_a_record_gives_the_final_view(seed: int) -> None:
    contest = random_round(seed, trouble=0.1)
    view = CRISS_CROSS.view(contest.state, AUDITOR)
    assert replay(export_record(contest), "--json").document == to_plain(view)


@pytest.mark.parametrize("seed", range(6))
def test_people_see_the_round(seed: int) -> None:
    contest = random_round(seed, trouble=0.1)
    ran = replay(export_record(contest))
    assert (ran.status, ran.err) == (0, "")
    assert max(map(len, ran.out.splitlines())) <= 80
    standing = "void" if contest.state.voided else "complete"
    assert f"Record valid: {len(contest.steps)} steps, round {standing}." in ran.out
    assert contest.state.book.hash in ran.out


@pytest.mark.parametrize("seed", [2, 3], ids=["criss-cross", "king-cross"])
@pytest.mark.parametrize("host_rules", [False, True])
def test_a_record_of_a_table_where_the_host_rules_says_so(seed: int, host_rules: bool) -> None:
    ran = replay(proved(seed, host_rules=host_rules))
    assert (ran.status, ran.out.count("\nThe host rules here: ")) == (0, int(host_rules))


@pytest.mark.parametrize(
    "entries",
    [
        None,
        5,
        [None],
        [{}],
        *([{"kind": "round_opened", "body": body}] for body in (None, 5, "", "[", "5", "[]", "{}")),
    ],
)
def test_a_proof_that_says_nothing_about_the_host_is_no_fault(entries: object) -> None:
    record = proved(2, host_rules=True)
    for proof in (entries, {"log": entries}, {"log": {"entries": entries}}):
        ran = replay(record | {"proof": proof})
        assert (ran.status, ran.err) == (0, "") and "The host rules here" not in ran.out


def test_a_round_that_is_not_over_shows_no_card() -> None:
    contest = open_round(load_rule_book("cardroom"))
    record = export_record(contest)
    assert "Record valid: 0 steps, round unfinished, at betting." in replay(record).out
    partly = export_record(random_round(3, trouble=0))
    shuffled = next(number for number, step in enumerate(partly["steps"]) if step["actor"] == "chance")
    partly["steps"] = partly["steps"][: shuffled + 2]
    view = replay(partly, "--json").document
    assert view["deck"] is None
    assert "▒▒▒▒" in replay(partly).out


def changed(*path: str | int, to: object) -> dict[str, Any]:
    record: Any = json.loads(json.dumps(export_record(random_round(3, trouble=0))))
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
        (changed("steps", 0, "actor", to="nobody"), "is not an actor"),
        (changed("rules_document", "seats", "count", to=5), "hash"),
        (changed("rules_hash", to="0" * 64), "hash"),
        (changed("rules", to="nevada-1"), "nevada-1"),
        (changed("version", to=2), "version"),
        (changed("game", to="bridge"), "'bridge' is not one of criss-cross, king-cross"),
        (changed("game", to="king-cross"), "match rules"),
        (changed("extra", to=1), "extra: unknown key"),
        (changed("steps", to=7), "steps: must be a list"),
    ],
)
@pytest.mark.parametrize("arguments", [(), ("--json",)])
def test_a_record_that_does_not_hold(record: object, reason: str, arguments: tuple[str, ...]) -> None:
    ran = replay(record, *arguments)
    assert ran.status == 1
    assert ran.out == ""
    assert ran.err.startswith("Record invalid: ")
    assert ran.err.count("\n") == 1
    assert reason in ran.err


@pytest.mark.parametrize(("mode", "seats"), MATCHES)
def test_a_match_replays_as_a_round_does(mode: Mode, seats: tuple[int, ...]) -> None:
    contest = played(mode, seats)
    assert replay(export_record(contest), "--json").document == to_plain(contest.view(AUDITOR))
    ran = replay(export_record(contest))
    assert (ran.status, ran.err) == (0, "")
    assert f"Record valid: {len(contest.steps)} steps, match complete." in ran.out
    assert contest.state.finished is not None
    for score in contest.state.finished.scores:
        assert f"Seat {score.seat}, total {score.total}" in ran.out
    assert contest.rules.hash in ran.out


def test_a_match_that_is_not_over_shows_no_sealed_placement() -> None:
    contest = played("communal", (1, 2), 5)
    sealed = [seat.sealed for seat in contest.state.seats if seat.sealed is not None]
    view = replay(export_record(contest), "--json").document
    assert sealed and all(sheet["sealed"] is None for sheet in view["seats"])
    assert "match unfinished, at placing." in replay(export_record(contest)).out


def test_a_record_from_the_terminal_replays(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    run("deal", "--rules", "cardroom", "--seed", "7", "--rounds", "1", "--save", str(file), given="5 5 5\n1\nf\n")
    words = " ".join(run("replay", str(file)).out.split())
    for sentence in (
        "Seat 1 bets Across Ante $5, Down Ante $5, Five Card Bonus $5 and Six Card Bonus $5.",
        "Seat 1 bets $5 (1x) on Across.",
        "Seat 1 folds at the down decision.",
        "The dealer turns the across cards: ",
        "Record valid: ",
    ):
        assert sentence in words
    assert run("replay", str(file), "--json").document["seats"][0]["folded_at"] == "down"


def test_a_bet_reads_the_same_whatever_the_rules_call_it(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    run("deal", "--rules", "maryland", "--seed", "7", "--rounds", "1", "--save", str(file), given="5\n2\nf\n")
    assert "Seat 1 bets $10 (2x) on Across." in " ".join(run("replay", str(file)).out.split())


@pytest.mark.parametrize("command", [("replay",), ("verify",), ("dispute", "--json")])
def test_a_file_of_another_command_is_recognized(command: tuple[str, ...]) -> None:
    words = (*command, "-")
    assert "This is a finished round, not a record: use settle." in run(*words, given=json.dumps(CASE)).refusal
    assert "use king score." in run(*words, given=json.dumps({"grid": []})).refusal
    assert "not a record" in run(*words, given="{}").refusal


def test_a_record_handed_to_settle_is_recognized() -> None:
    record = json.dumps(export_record(random_round(3)))
    assert run("settle", "-", given=record).refusal == "This is a record: use replay."
    assert run("settle", "-", "--json", given=record).refusal == "This is a record: use replay."

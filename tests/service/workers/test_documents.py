"""A worker's answer is what the command of the same name prints with `--json`, and what the models say of it."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from crossfelt.errors import BadInput
from crossfelt.record import export_record
from crossfelt.service.wire.analysis import (
    AdviseAnswer,
    KingHintAnswer,
    KingReviewAnswer,
    SessionAnswer,
    SolveAnswer,
    StrategyAnswer,
)
from crossfelt.service.wire.strict import Wire, read_wire
from crossfelt.service.workers.questions import Kind
from tests.support.cli.program import run
from tests.support.matches import played
from tests.support.service.worker_questions import Ask

EXAMPLES = Path(__file__).resolve().parents[3] / "src" / "crossfelt" / "examples"
THUMB = EXAMPLES / "strategies" / "middle-rule-of-thumb.toml"
POSITION: dict[str, Any] = {
    "grid": [
        ["3h", None, None, None, "7c"],
        [None, "5s", None, "7s", None],
        [None, None, "K", None, None],
        [None, "7h", None, "4d", None],
        ["7d", None, None, None, "6s"],
    ],
    "roll": "5d",
}
ANSWERS: dict[Kind, type[Wire]] = {
    "advise": AdviseAnswer,
    "solve": SolveAnswer,
    "strategy": StrategyAnswer,
    "session": SessionAnswer,
    "king_hint": KingHintAnswer,
    "king_review": KingReviewAnswer,
}

CASES: dict[str, tuple[Kind, dict[str, Any], tuple[str, ...], object]] = {
    "the first decision": ("advise", {"rules": "maryland", "hole": ["Ah", "Kd"]}, ("advise", "--hole", "Ah Kd"), None),
    "the last decision, other pay": (
        "advise",
        {
            "rules": "massachusetts",
            "hole": ["2h", "2d"],
            "across": ["Th", "9c"],
            "down": ["8s", "Jc"],
            "bets": [1, 3],
            "pay": {"straight": 6},
        },
        (
            *("advise", "--rules", "massachusetts", "--hole", "2h 2d", "--across", "Th 9c", "--down", "8s Jc"),
            *("--bets", "1,3", "--pay", "straight=6"),
        ),
        None,
    ),
    "a game solved": ("solve", {"rules": "cardroom"}, ("solve", "--rules", "cardroom"), None),
    "a game solved with options": (
        "solve",
        {"rules": "maryland", "options": {"ace_low_straight": False}, "pay": {"flush": 9}},
        ("solve", "--option", "ace_low_straight=false", "--pay", "flush=9"),
        None,
    ),
    "a game solved with its bonus": ("solve", {"rules": "maryland", "joint": True}, ("solve", "--joint"), None),
    "a strategy card": ("strategy", {"rules": "maryland"}, ("strategy",), None),
    "a strategy card of few lines": (
        "strategy",
        {"rules": "maryland", "lines": 4, "simple": True},
        ("strategy", "--lines", "4", "--simple"),
        None,
    ),
    "somebody's strategy": (
        "strategy",
        {"rules": "maryland", "strategy": tomllib.loads(THUMB.read_text())},
        ("strategy", "--file", str(THUMB)),
        None,
    ),
    "many rounds": ("session", {"rules": "maryland", "rounds": 300}, ("session", "--rounds", "300"), None),
    "a bankroll and a hold": (
        "session",
        {
            "rules": "massachusetts",
            "rounds": 200,
            "bankroll_antes": 100,
            "target_antes": 50,
            "ruin_below_antes": 9,
            "hold_cents": -12_345,
            "dropped_cents": 200_000,
            "confidence": 0.95,
        },
        (
            *("session", "--rules", "massachusetts", "--rounds", "200", "--bankroll-antes", "100"),
            *("--target-antes", "50", "--ruin-below-antes", "9"),
            *("--hold", "-123.45", "--dropped", "2000", "--confidence", "0.95"),
        ),
        None,
    ),
    "a hint": ("king_hint", POSITION, ("king", "hint", "-"), POSITION),
    "a hint with bonus and option": (
        "king_hint",
        POSITION | {"bonus": True, "options": {"anarchy_scope": "neighbours"}},
        ("king", "hint", "-", "--bonus", "--option", "anarchy_scope=neighbours"),
        POSITION,
    ),
    "a review": (
        "king_review",
        {"record": export_record(played("communal", (1, 2))), "best": False},
        ("king", "review", "-", "--no-best"),
        export_record(played("communal", (1, 2))),
    ),
    "a review with the best sheet": (
        "king_review",
        {"record": export_record(played("own_dice", (2, 3))), "seat": 3},
        ("king", "review", "-", "--seat", "3"),
        export_record(played("own_dice", (2, 3))),
    ),
}
"""Kind and body of a question -> the same on the command line, and what is on its stdin."""


@pytest.mark.parametrize(("kind", "body", "command", "given"), CASES.values(), ids=CASES.keys())
def test_an_answer_is_what_the_command_prints(
    ask: Ask, kind: Kind, body: dict[str, Any], command: tuple[str, ...], given: object
) -> None:
    """Except that each report names its own origin: the request here, the command there."""
    result = ask(kind, body)
    printed = run(*command, "--json", given="" if given is None else json.dumps(given)).document
    read_wire(ANSWERS[kind], result)
    assert result["report"].pop("command").startswith("POST /api/")
    assert printed["report"].pop("command").startswith("crossfelt ")
    assert result == printed


REFUSED: dict[str, tuple[Kind, dict[str, Any], str]] = {
    "no such rule book": ("advise", {"rules": "nevada", "hole": ["Ah", "Kd"]}, "there is no rule book 'nevada'"),
    "a card twice": ("advise", {"rules": "maryland", "hole": ["Ah", "Ah"]}, "the card Ah appears twice"),
    "no bets": (
        "advise",
        {"rules": "maryland", "hole": ["Ah", "Kd"], "across": ["2c", "3c"]},
        "bets: this decision needs one bet, across, not 0",
    ),
    "an unknown option": ("solve", {"rules": "maryland", "options": {"seats": 3}}, "seats"),
    "a hand that pays nothing": ("solve", {"rules": "maryland", "pay": {"high_card": 3}}, "pay 'high_card'"),
    "odds beyond all": ("solve", {"rules": "maryland", "pay": {"flush": 10**30}}, "pay flush: must be from -1"),
    "both card and price": (
        "strategy",
        {"rules": "maryland", "simple": True, "strategy": {"across": ["1x"], "down": ["1x"], "middle": ["1x"]}},
        "strategy: prices these rules; leave simple and lines out",
    ),
    "rules that are none": (
        "strategy",
        {"rules": "maryland", "strategy": {"across": ["9x"], "down": ["1x"], "middle": ["1x"]}},
        "across",
    ),
    "a hold without a size": (
        "session",
        {"rules": "maryland", "rounds": 10, "hold_cents": 5},
        "hold_cents needs one of ante_cents, dropped_cents and bet_cents",
    ),
    "a size without a hold": ("session", {"rules": "maryland", "rounds": 10, "bet_cents": 5}, "need hold_cents"),
    "a target without a bankroll": (
        "session",
        {"rules": "maryland", "rounds": 10, "target_antes": 5},
        "need bankroll_antes",
    ),
    "a full sheet": (
        "king_hint",
        {"grid": json.loads((EXAMPLES / "king-sheet.json").read_text())["grid"], "roll": "5d"},
        "grid: is full",
    ),
    "a roll that cannot be": ("king_hint", POSITION | {"roll": "Kd"}, "roll: "),
    "no record": ("king_review", {"record": {}}, "not a record"),
    "a match that is not over": (
        "king_review",
        {"record": export_record(played("solo", (4,), 9))},
        "the match isn't over",
    ),
    "a stranger's seat": ("king_review", {"record": export_record(played("solo", (4,))), "seat": 1}, "seat: seat 1"),
    "a key too many": ("advise", {"rules": "maryland", "hole": ["Ah", "Kd"], "down_": []}, "down_: Extra inputs"),
}


@pytest.mark.parametrize(("kind", "body", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_a_question_that_is_wrong_is_refused_with_its_faults(
    ask: Ask, kind: Kind, body: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadInput) as caught:
        ask(kind, body)
    assert any(message in fault for fault in caught.value.faults), caught.value.faults


def test_every_fault_is_named(ask: Ask) -> None:
    with pytest.raises(BadInput) as caught:
        ask("advise", {"rules": "maryland", "hole": ["Ah", "Ah"], "across": ["2c", "3c"], "bets": [7]})
    assert len(caught.value.faults) == 2

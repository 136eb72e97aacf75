"""Bad input of every kind: exit status 2, one line that says why, nothing on stdout."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.cli.cases import CASE, small_case
from tests.support.cli.program import run

NINES = "9" * 5000

COMMAND_LINES = {
    ("nothing",): "no such command 'nothing'",
    ("settl", "x"): "Did you mean 'settle'?",
    ("--nothing",): "no such option '--nothing'",
    ("--version=1",): "does not take a value",
    ("two\nlines",): r"no such command 'two\nlines'",
    ("settle", "--json"): "--json: name a FILE, or - for stdin",
    ("dispute",): "missing argument 'RECORD': RECORD is an exported record; - reads stdin",
    ("play",): "no such command 'play'. Did you mean 'deal', 'king play' or 'replay'?",
    ("score",): "no such command 'score'. Did you mean 'king score'",
    ("xyzzy",): "no such command 'xyzzy'",
    ("advise",): "missing option '--hole': Your two cards, such as \"Ah Kd\"",
    ("king", "bench"): "missing option '--policy'. Choose from: random, greedy, novice",
    ("king", "hint"): "missing argument 'FILE': FILE is a JSON object with the grid",
    ("deal", "--sed", "1"): "Did you mean one of: '--save', '--seats', '--seed'?",
    ("help", "deel"): "no such command 'deel'. Did you mean 'deal' or 'wheel'?",
    ("help", "deal", "me"): "crossfelt deal has no command 'me'",
    ("solve", "cardroom", "--rules", "maryland"): "--rules: 'cardroom' names a rule book too; give only one of them",
    ("solve", "nevada"): "there is no rule book 'nevada': choose from cardroom, maryland, massachusetts",
    ("par",): "RULES: name a rule book: cardroom, maryland, massachusetts, or a rules submission file",
    ("solve", "--threads", "0"): "--threads: must be a whole number from 1 to 64, not 0",
    ("settle", "-", "x"): "unexpected extra argument",
    ("settle", "-", "--nothing"): "no such option '--nothing'",
    ("settle", "-", "--rules"): "requires an argument",
    ("settle", "-", "--option"): "requires an argument",
    ("settle", "-", "--rules", "-"): "can't both come from stdin",
    ("settle", "no/such/file.json"): "cannot read 'no/such/file.json': No such file",
    ("settle", "nul\0"): "that cannot be the name of a file",
    ("settle", "x" * 5000): "File name too long",
    ("rules", "nothing"): "no such command",
    ("rules", "list", "x"): "unexpected extra argument",
    ("rules", "show"): "missing argument 'RULES': RULES is cardroom, maryland, massachusetts, king-cross, or",
    ("rules", "show", "nothing"): "choose from cardroom, maryland, massachusetts",
    ("rules", "show", "x" * 5000): "there is no rule book",
    ("rules", "show", "no.toml"): "cannot read 'no.toml'",
    ("rules", "show", "cardroom", "--option", "ace_low_straight"): "write NAME=VALUE",
    ("rules", "show", "cardroom", "--option", "nothing=1"): "has no choice 'nothing'",
    ("rules", "show", "cardroom", "--option", "ace_low_straight=maybe"): "true or false",
    ("rules", "show", "cardroom", "--option", "ante_minimum_cents=NaN"): "whole number",
    ("rules", "show", "cardroom", "--option", f"ante_minimum_cents={NINES}"): "whole number",
    ("rules", "show", "cardroom", "--option", "ante_minimum_cents=1"): "from 200 to 1000",
    ("rules", "clauses", "nothing"): "choose from cardroom, king-cross, maryland, massachusetts",
    ("rules", "clauses", "maryland", "--met", "somehow"): "engine, choice, procedure, physical, not yet",
    ("rules", "readings", "nothing"): "choose from cardroom, king-cross",
    ("rules", "procedure", "king-cross"): "there is no rule book 'king-cross'",
    ("rules", "procedure", "maryland", "--method", "sleeve"): "manual_shoe, hand, automated_shoe, shuffler",
    ("deal", "--rounds", "some"): "--rounds: must be a whole number, 1 or more, not 'some'",
    ("deal", "--rounds", "0"): "--rounds: must be a whole number, 1 or more, not 0",
    ("deal", "--rounds", NINES): "--rounds: must be a whole number, 1 or more",
    ("deal", "--rules", "Nevada"): "there is no rule book 'nevada'",
    ("deal", "--ante", "much"): "--ante: 'much' isn't an amount",
    ("deal", "--ante", NINES): "isn't an amount",
    ("deal", "--ante", "-500"): "isn't an amount",
    ("deal", "--ante", "4"): "$4 is outside $5 to $100",
    ("deal", "--bankroll", "NaN"): "--bankroll: 'NaN' isn't an amount",
    ("deal", "--six-card-bonus", "500"): "Six Card Bonus: maryland doesn't offer it",
    ("deal", "--rules", "cardroom", "--six-card-bonus", "5"): "Six Card Bonus: needs a Five Card Bonus",
    ("deal", "--rules", "cardroom", "--ante", "5.50"): "$5.50 is not a whole multiple of $1",
    ("deal", "--save", "no/such/folder/x.json"): "is not a file in an existing directory",
    ("deal", "--save", "-"): "--save: needs the name of a file",
    ("deal", "--save", "x" * 5000): "cannot be the name of a file",
    ("deal", "--save", "nul\0"): "cannot be the name of a file",
    ("replay",): "missing argument 'FILE'",
    ("replay", "no/such/file.json"): "cannot read",
    ("solve", "--pay", "flush"): "pay 'flush': write HAND=ODDS with whole odds, such as royal_flush=250",
    ("solve", "--pay", "flush=1.5"): "pay 'flush=1.5': write HAND=ODDS with whole odds",
    ("solve", "--pay", "flush=7", "--pay", "flush=8"): "pay 'flush': appears twice",
    ("sensitivity", "--edge", "5", "--bounds", "flush=5"): "bounds 'flush=5': write HAND=A..B with whole odds",
    ("rules", "show", "maryland", "--option", "ante_maximum_cents=1e3x"): "is not a whole number",
    ("serve", "--port", "http"): "--port: must be a whole number from 0 to 65,535, not 'http'",
    ("serve", "--port", "65536"): "--port: must be a whole number from 0 to 65,535, not 65536",
    ("serve", "--host", "x" * 300): "isn't a host name",
}


@pytest.mark.parametrize("arguments", COMMAND_LINES, ids=lambda arguments: " ".join(arguments)[:60])
def test_a_bad_command_line_is_one_error(arguments: tuple[str, ...]) -> None:
    assert COMMAND_LINES[arguments] in run(*arguments).refusal


TEXTS = {
    "empty": (b"", "the input is empty"),
    "blank": (b" \n\t\r\n", "the input is empty"),
    "not UTF-8": (b'{"rules": "\xff"}', "byte 12 of line 1 is not UTF-8"),
    "every byte": (bytes(range(256)), "not UTF-8"),
    "zero bytes": (b"\0" * 1000, "not JSON"),
    "an open brace": (b"{", "not JSON"),
    "cut off": (json.dumps(CASE)[:-20].encode(), "not JSON"),
    "cut off and spread": (json.dumps(CASE, indent=2)[:-20].encode(), "not JSON"),
    "cut off and spread flat": (json.dumps(CASE, indent=0)[:-20].encode(), "not JSON"),
    "prose": (b"Dear Sir,\nplease settle\n\n{this}\n", "not JSON"),
    "a null": (b"null", "must be a JSON object"),
    "a number": (b"17", "must be a JSON object"),
    "a list": (b"[]", "must be a JSON object"),
    "an empty object": (b"{}", "rules: is missing; community: is missing"),
    "NaN": (b'{"seats": NaN}', "NaN is not a number"),
    "NaN in a spread document": (b'{\n  "rules": "cardroom",\n  "seats": NaN\n}', "NaN is not a number"),
    "infinity": (b"-Infinity", "is not a number"),
    "an endless number": (NINES.encode(), "a number has 5000 digits"),
    "an endless wager": (json.dumps(CASE).replace("1500", NINES).encode(), "a number has 5000 digits"),
    "a vast exponent": (b'{"seats": 1e999}', "too large"),
    "deep lists": (b"[" * 100_000 + b"]" * 100_000, "nested more than 64 levels deep"),
    "deep objects": (b'{"a":' * 1000 + b"1" + b"}" * 1000, "nested more than 64 levels deep"),
    "open lists": (b"[" * 100_000, "nested more than 64 levels deep"),
    "a key twice": (b'{"rules": "cardroom", "rules": "maryland"}', "'rules' appears twice"),
    "rules that are a list": (b'{"rules": ["cardroom"]}', "rules: must be a string, not a list"),
    "rules that are null": (b'{"rules": null}', "rules: must not be null"),
    "no such rules": (b'{"rules": "nevada"}', "there is no rule book 'nevada'"),
    "half a character": (rb'{"rules": "\ud800"}', "there is no rule book"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_bad_text_is_one_error(name: str) -> None:
    text, reason = TEXTS[name]
    assert reason in run("settle", "-", "--json", given=text).refusal
    assert reason in run("settle", "-", given=text).refusal


def test_a_record_is_read_as_strictly() -> None:
    assert "byte 1 is not UTF-8" in run("replay", "-", given=b"\xff").refusal
    assert "not JSON" in run("replay", "-", given=b"").refusal
    assert "nested" in run("replay", "-", given=b"[" * 100_000).refusal
    assert "not a record" in run("replay", "-", given=b"{}").refusal
    assert "not a record" in run("replay", "-", given=b"[1]").refusal


def test_a_submission_is_read_as_strictly(tmp_path: Path) -> None:
    submission = tmp_path / "house.toml"
    for text, reason in {
        b"\xff": "byte 1 is not UTF-8",
        b"rules = ": "not TOML",
        b"rules = 'nevada'": "'nevada' is not one of cardroom, maryland, massachusetts",
        b"choices = 1": "rules: is missing; choices: must be a table",
        b"rules = 'cardroom'\n[choices]\nante_minimum_cents = 1\nnothing = 2": "from 200 to 1000",
        b"rules = 'cardroom'\n[choices]\nante_minimum_cents = " + NINES.encode(): "not a number of more than 20 digits",
        b"rules = 'cardroom'\n[choices]\nante_minimum_cents = nan": "choices",
        b"rules = 'cardroom'\nx = " + b"[" * 5000 + b"]" * 5000: "nested",
    }.items():
        submission.write_bytes(text)
        assert reason in run("rules", "show", str(submission)).refusal, text[:40]
    assert "Is a directory" in run("rules", "show", str(tmp_path)).refusal


def test_a_directory_is_no_file(tmp_path: Path) -> None:
    for command in (("settle",), ("replay",)):
        assert "Is a directory" in run(*command, str(tmp_path)).refusal
    assert "existing directory" in run("deal", "--save", str(tmp_path)).refusal


def test_all_faults_come_in_the_one_line() -> None:
    case = small_case(community={"across": ["2c", "2c"], "down": ["Th"], "middle": "XX"}, nothing=1)
    reason = run("settle", "-", "--json", given=json.dumps(case)).refusal
    for fault in (
        "community.down: needs 2 cards, not 1",
        "'XX' is not a card",
        "nothing: unknown key",
        "2c appears",
    ):
        assert fault in reason
    assert reason.count("; ") == 3


def test_all_wrong_options_come_in_the_one_line() -> None:
    options = ("--option", "x=1", "--option", "y", "--option", "shuffler=none", "--option", "shuffler=none")
    reason = run("rules", "show", "cardroom", *options).refusal
    assert "'x'" in reason
    assert "'y'" in reason
    assert "option shuffler: appears twice" in reason

"""The tree of commands: what help lists, and what it takes to say no."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from crossfelt.cli.app import EXAMPLES, crossfelt
from crossfelt.cli.shared.amounts import DollarOption
from crossfelt.cli.shared.lazy import LazyCommand
from crossfelt.cli.shared.numbers import Number, Percentage, WholeNumber
from crossfelt.crisscross.resolve import rule_book_ids
from crossfelt.register import registered
from tests.support.cli.program import run

HEAVY = ("numpy", "numba", "pydantic", "fastapi", "typst", "rich.console", "rich.table", "crossfelt.kernels")


def listed(group: click.Group, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], LazyCommand]]:
    """Every command of the tree with the words that call it."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from listed(command, (*words, name))
        else:
            assert isinstance(command, LazyCommand)
            yield (*words, name), command


EVERY = dict(listed(crossfelt))


@pytest.mark.parametrize("words", EVERY, ids=" ".join)
def test_the_line_in_the_list_is_the_first_line_of_the_command_s_own_help(words: tuple[str, ...]) -> None:
    entry = EVERY[words]
    command = entry.load()
    assert command.name == entry.name == words[-1]
    assert command.help is not None
    assert entry.help == command.help.splitlines()[0]


@pytest.mark.parametrize("words", EVERY, ids=" ".join)
def test_every_command_has_help(words: tuple[str, ...]) -> None:
    ran = run(*words, "--help")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: crossfelt {' '.join(words)} [OPTIONS]")
    assert max(map(len, ran.out.splitlines())) <= 80


def test_no_help_and_no_refusal_of_the_parser_loads_anything_heavy() -> None:
    """All in one process, where each command finds what the others have loaded."""
    calls = [["--help"], ["king", "--help"], ["nothing"], ["king", "nothing"]]
    for words in EVERY:
        calls += [[*words, "--help"], [*words, "--no-such-option"]]
    code = (
        "import sys; from crossfelt.cli import main\n"
        f"for words in {calls}:\n"
        "    assert main(words) in (0, 2), words\n"
        "    loaded = [name for name in sys.modules if type(sys.modules[name]).__name__ != '_LazyModule']\n"
        f"    heavy = set({HEAVY}) & set(loaded)\n"
        "    assert not heavy, (words, heavy)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_group_without_a_command_prints_its_help() -> None:
    for group in ((), ("db",), ("king",), ("rules",), ("wheel",)):
        assert run(*group).out == run(*group, "--help").out
    assert "no such command 'nothing'" in run("king", "nothing").refusal


def test_help_is_found_wherever_it_is_looked_for() -> None:
    assert run("help").out == run("-h").out == run("--help").out
    assert run("help", "king").out == run("king", "-h").out
    for words in EVERY:
        assert run("help", *words).out == run(*words, "-h").out == run(*words, "--help").out


def test_help_names_every_rule_book() -> None:
    """Every help text that describes RULES lists all rule books, with or without King Cross."""
    books = rule_book_ids()
    assert set(registered()) == {*books, "king-cross"}
    for words in EVERY:
        text = " ".join(run(*words, "--help").out.split())
        for sentence in re.findall(r"RULES is (.*?), or a rules", text):
            assert sentence in (", ".join(books), ", ".join([*books, "king-cross"]))


NUMBERS = (WholeNumber, Number, Percentage, DollarOption)
"""The types of options and arguments that read a number, a percentage or an amount as everyone else does."""
NUMERIC = re.compile(
    r"\[?(?:N|SEAT|PORT|DAYS|ROUNDS|HOURS|MINUTES|SECONDS|MS|DOLLARS|PERCENT|SHARE|PPM|ODDS|NUMBER|INTEGER|FLOAT)\]?"
)
PARSED_LATER = {
    ("wheel", "fit", "--return"): "parse_share, which keeps fractions exact",
    ("wheel", "meter", "--wagers"): "parse_amounts, for the wagers of several seats",
}


@pytest.mark.parametrize("words", EVERY, ids=" ".join)
def test_every_number_is_read_by_the_shared_parsers(words: tuple[str, ...]) -> None:
    for param in EVERY[words].load().params:
        name = param.opts[0]
        assert not isinstance(param.type, (click.types.IntParamType, click.types.FloatParamType)), name
        if NUMERIC.fullmatch(param.metavar or "") and (*words, name) not in PARSED_LATER:
            assert isinstance(param.type, NUMBERS), name
        if isinstance(param.type, NUMBERS):
            assert NUMERIC.fullmatch(param.metavar or ""), f"{name} is shown as {param.metavar}"


@pytest.mark.parametrize("words", EVERY, ids=" ".join)
def test_every_default_is_shown_in_brackets(words: tuple[str, ...]) -> None:
    command = EVERY[words].load()
    context = click.Context(command)
    for param in command.params:
        if isinstance(param, click.Option) and not param.hidden:
            assert not re.search(r"\bdefault\b(?!:)", (param.help or "").lower()), param.opts
            default = param.get_default(context)
            is_silent = not isinstance(default, (str, int, float)) or default is False
            assert is_silent or param.show_default or "[default: " in (param.help or ""), param.opts


def examples() -> list[str]:
    """The examples at the end of the first help."""
    return [line.split("   ")[0].strip() for line in EXAMPLES.splitlines() if line.startswith("  crossfelt ")]


def test_the_examples_of_help_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    answers = {"settle": "Ah Kd\n2c 2d\n3h 3s\n9d\n10\n1\n1\n1\n"}
    lines = examples()
    assert len(lines) == 5
    for line in lines:
        words = line.split()[1:]
        if words[0] == "serve":
            crossfelt.commands["serve"].make_context("serve", words[1:])
        else:
            ran = run(*words, given=answers.get(words[0], ""))
            assert ran.status == 0 and ran.out, (line, ran.err)

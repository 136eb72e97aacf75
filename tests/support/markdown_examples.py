"""Runs the examples of Markdown documents, in the order in which a reader meets them.

- A `python` block is run; the blocks of one document share their names. One that opens with `>>>` is a session,
  and what it shows has to be what comes out.
- A `console` block holds commands after `$ ` (continued after `> ` where a line ends in a backslash), each followed
  by what it prints, errors included. A line of `...` stands for any number of lines. A command that fails needs
  `$ echo $?` and its status after it.
- An `sh` block is for the reader's own machine and is not run, but it may only call commands that exist.
- Any other block shows something that is not run: data, output, a drawing.

Commands run after `crossfelt examples examples`, which a document may show itself.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import dev
from sybil import Document, Example, Region, Sybil
from sybil.parsers.markdown.lexers import RawFencedCodeBlockLexer
from sybil.parsers.myst import CodeBlockParser, PythonCodeBlockParser

RUN = frozenset({"python", "console", "sh"})
SHOWN_ONLY = frozenset({"text", "toml", "json", "jsonl", "typescript", "svelte", "html", "css"})
BLOCK_OPENING = re.compile(r"(?:\{(?:code|code-block|sourcecode)\} ?(?P<code>.*)|\{.*|(?P<plain>[^{\n].*|))$\n", re.M)
"""A directive that is no code matches with neither name."""

ANY_LINES = "..."
PROGRAMS = Path(sys.executable).parent
"""Where the programs of this environment are, our own among them."""
LAST_STATUS = "echo $?"


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a console block and what the document says it prints."""

    text: str
    expected: tuple[str, ...]


def parse_console(block: str) -> list[Command]:
    """The commands of a console block."""
    commands: list[Command] = []
    for line in block.splitlines():
        last = commands[-1] if commands else None
        if line.startswith("$ "):
            commands.append(Command(line.removeprefix("$ "), ()))
        elif last is None:
            raise ValueError(f"a console block opens with `$ ` and a command, not with {line!r}")
        elif line.startswith("> ") and last.text.endswith("\\") and not last.expected:
            commands[-1] = Command(f"{last.text}\n{line.removeprefix('> ')}", ())
        else:
            commands[-1] = Command(last.text, (*last.expected, line.rstrip()))
    return commands


def lines_match(expected: Sequence[str], printed: Sequence[str]) -> bool:
    """Whether the lines are the same, where a line of `...` stands for any number of lines."""
    pattern = "".join("(?:.*\n)*" if line == ANY_LINES else re.escape(line) + "\n" for line in expected)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in printed)) is not None


def run_console(example: Example) -> str | None:
    """Run a console block; return what went wrong, or None."""
    return run_commands(parse_console(example.parsed))


def run_commands(commands: Sequence[Command], programs: Path = PROGRAMS) -> str | None:
    """Run commands with the programs of that folder; return what went wrong, or None."""
    status = 0
    for number, command in enumerate(commands):
        if command.text == LAST_STATUS:
            printed = [str(status)]
        else:
            done = run_shell(command.text, programs)
            status = done.returncode
            printed = [line.rstrip() for line in done.stdout.splitlines()]
        if not lines_match(strip_blank(command.expected), strip_blank(printed)):
            return "\n".join([f"$ {command.text}", "should print:", *command.expected, "but printed:", *printed])
        is_status_shown = number + 1 < len(commands) and commands[number + 1].text == LAST_STATUS
        if command.text != LAST_STATUS and status != 0 and not is_status_shown:
            return f"$ {command.text}\nfailed with status {status}, which the document does not show"
    return None


def run_shell(command: str, programs: Path = PROGRAMS) -> subprocess.CompletedProcess[str]:
    """A command as a reader would type it, in a plain terminal of 80 columns."""
    plain = {"NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "80", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-c", command],
        env={**os.environ, **plain, "PATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )


def strip_blank(lines: Sequence[str]) -> list[str]:
    """Without blank lines at either end, which a document leaves out or adds for its looks."""
    return "\n".join(lines).strip("\n").split("\n")


def look_at_shell(example: Example) -> str | None:
    """Check a block for the reader's machine: the commands of this project in it must exist."""
    for line in example.parsed.splitlines():
        match shlex.split(line, comments=True):
            case ["python3", "dev.py", verb, *_] if verb not in dev.VERBS:
                return f"dev.py has no command {verb}"
            case ["crossfelt", command, *_]:
                done = run_shell(f"crossfelt {shlex.quote(command)} --help")
                if done.returncode != 0:
                    return f"crossfelt has no command {command}"
    return None


def look_for_unknown(document: Document) -> Iterator[Region]:
    """Find blocks in a language that looks as if it were run and is not, such as `bash`."""
    for region in RawFencedCodeBlockLexer(BLOCK_OPENING)(document):
        language = region.lexemes["code"] or region.lexemes["plain"]
        if language is not None and language not in RUN | SHOWN_ONLY:
            region.parsed, region.evaluator = language, refuse
            yield region


def refuse(example: Example) -> str:
    """Return the message for a block of an unknown kind."""
    return f"a block is {', '.join(sorted(RUN | SHOWN_ONLY))}, not {example.parsed!r}"


SYBIL = Sybil(
    parsers=[
        PythonCodeBlockParser(doctest_optionflags=doctest.ELLIPSIS),
        CodeBlockParser(language="console", evaluator=run_console),
        CodeBlockParser(language="sh", evaluator=look_at_shell),
        look_for_unknown,
    ]
)


def run_document(path: Path) -> int:
    """Run the examples of one document in the current folder, up to the first that fails; return their number."""
    count = 0
    for example in SYBIL.parse(path).examples():
        example.evaluate()
        count += 1
    return count

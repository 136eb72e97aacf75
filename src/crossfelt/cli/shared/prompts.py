"""Questions on the console, answered from a terminal or from a pipe."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from crossfelt.cli.shared.streams import read_line

try:
    import readline
except ImportError:  # Windows has none; its consoles edit lines themselves
    readline = None  # type: ignore[assignment]

YES = ("y", "yes")
_SHOWN = 40
"""Characters of a piped answer that are echoed."""


class InputEnded(Exception):
    """Raised when a question gets no answer because the input has ended."""


@dataclass(frozen=True, slots=True)
class Prompter:
    """Asks on a console and reads the answers from stdin."""

    console: Console

    @property
    def is_interactive(self) -> bool:
        """Whether a person is at the terminal, rather than a script."""
        return self.console.is_terminal and sys.stdin is not None and sys.stdin.isatty()

    def ask(self, question: Text | str) -> str:
        """Return one answer in lower case, with single blanks; raise `InputEnded` when there is none."""
        return self.ask_exactly(question).lower()

    def ask_exactly(self, question: Text | str) -> str:
        """Return one answer as it was typed, with single blanks; raise `InputEnded` when there is none."""
        if self.is_interactive and getattr(self.console.file, "stream", self.console.file) is sys.stdout:
            return " ".join(_edited_line(f"{question} ").split())
        self.console.print(question, end=" ", soft_wrap=True)
        self.console.file.flush()
        line = read_line()
        answer = " ".join(line.split())
        # A terminal echoes what is typed; a transcript of piped answers must show it too.
        if not line or not sys.stdin.isatty():
            self.console.print("".join(letter if letter.isprintable() else "?" for letter in answer[:_SHOWN]))
        if not line:
            raise InputEnded
        return answer

    def forget_answers(self) -> None:
        """Clear the history of answers, so that the next person at a shared screen can't recall them."""
        if readline is not None:
            readline.clear_history()

    def is_agreed(self, question: str) -> bool:
        """Return whether the answer is yes. The end of input counts as yes."""
        try:
            return self.ask(f"{question} (y or n)") in YES
        except InputEnded:
            return True


def _edited_line(prompt: str) -> str:
    """Return a line from a terminal, with editing keys and history where the system has them."""
    if readline is not None:
        readline.parse_and_bind("set enable-bracketed-paste off")
    try:
        return input(prompt)
    except EOFError:
        raise InputEnded from None

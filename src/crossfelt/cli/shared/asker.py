"""Questions to whoever sits at the terminal, or to the script that answers for them."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from crossfelt.cli.shared.streams import read_line

YES = ("y", "yes")
_SHOWN = 40
"""How much of a piped answer is worth repeating."""


class InputEnded(Exception):
    """Raised when a question gets no answer because the input has ended."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Asks on a console and reads the answers from stdin."""

    console: Console

    @property
    def is_interactive(self) -> bool:
        """Whether a person looks and types, rather than a script."""
        return self.console.is_terminal and sys.stdin is not None and sys.stdin.isatty()

    def ask(self, question: Text | str) -> str:
        """One answer in lower case, blanks made single; `InputEnded` when there is none."""
        self.console.print(question, end=" ", soft_wrap=True)
        self.console.file.flush()
        line = read_line()
        answer = " ".join(line.lower().split())
        # A terminal shows what is typed; a transcript of piped answers must show it too.
        if not line or not sys.stdin.isatty():
            self.console.print("".join(letter if letter.isprintable() else "?" for letter in answer[:_SHOWN]))
        if not line:
            raise InputEnded
        return answer

    def is_agreed(self, question: str) -> bool:
        """Whether the answer is yes; anything else is no, and the end of input is yes to leaving."""
        try:
            return self.ask(f"{question} (y or n)") in YES
        except InputEnded:
            return True

"""The file that keeps the record of a contest while it is played, and a contest taken up again from such a file."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from rich.console import Console

from crossfelt.catalog import KITS
from crossfelt.cli.shared.streams import (
    MOST_RECORD_BYTES,
    STDIN,
    json_bytes,
    json_line,
    read_bytes,
    refuse_unwritable,
    swap_file,
    write_bytes,
)
from crossfelt.errors import BadInput
from crossfelt.game import Contest, ContestRules, Game
from crossfelt.jsontext import parse_json
from crossfelt.record import export_record, game_named, replay

Rules = TypeVar("Rules", bound=ContestRules)
State = TypeVar("State")
Action = TypeVar("Action")
Event = TypeVar("Event")
View = TypeVar("View")


@dataclass(frozen=True, slots=True)
class RecordFile:
    """Where the record of a contest is kept: after every turn, so that no accident loses more than one."""

    name: str

    def keep(self, contest: Contest[Any, Any, Any, Any, Any]) -> None:
        """Writes the record so far. What goes wrong is for `close` to tell; a device gets the whole record then."""
        with suppress(OSError, ValueError):
            path = Path(self.name).resolve()
            if path.is_file() or not path.exists():
                swap_file(path, json_bytes(export_record(contest)))

    def close(self, contest: Contest[Any, Any, Any, Any, Any], console: Console) -> None:
        """Writes the record. If it cannot be written it appears on the screen, and `BadInput` says why."""
        record = export_record(contest)
        try:
            write_bytes(self.name, json_bytes(record))
        except BadInput:
            console.print("\nThe record, which could not be written:", soft_wrap=True)
            console.print(json_line(record), soft_wrap=True)
            raise


def resume(game: Game[Rules, State, Action, Event, View], file: str) -> Contest[Rules, State, Action, Event, View]:
    """The unfinished contest of a record, replayed; what is finished, or of another game, is refused."""
    try:
        data = parse_json(read_bytes(file, MOST_RECORD_BYTES))
        named = game_named(data)
        if named != game.name:
            raise BadInput(f"this is a record of {named!a}, not of {game.name!a}; {_ways_to_resume()}")
        contest = replay(game, data)
    except BadInput as error:
        raise BadInput([f"--resume: {fault}" for fault in error.faults]) from None
    if contest.is_finished:
        raise BadInput(f"--resume: {file!a} is finished, so there is nothing to go on with")
    return contest


def _ways_to_resume() -> str:
    kinds = (kit.words for kit in KITS.values() if kit.words.resume)
    return ", ".join(f"resume a {words.contest} with {words.resume}" for words in kinds)


def record_of(resume: str) -> str | None:
    """The file that goes on being the record of a resumed contest; None when it came from stdin."""
    if resume == STDIN:
        return None
    refuse_unwritable("--resume", resume)
    return resume

"""The record file of a contest while it is played, and contests continued from such a file."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
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

NOTHING_MORE: Mapping[str, Any] = MappingProxyType({})
Rules = TypeVar("Rules", bound=ContestRules)
State = TypeVar("State")
Action = TypeVar("Action")
Event = TypeVar("Event")
View = TypeVar("View")


@dataclass(frozen=True, slots=True)
class RecordFile:
    """The file of a contest's record, written after every turn so that an accident loses at most one."""

    name: str

    def keep(self, contest: Contest[Any, Any, Any, Any, Any], more: Mapping[str, Any] = NOTHING_MORE) -> None:
        """Write the record so far, with further keys. `close` reports failures, and writes to devices."""
        with suppress(OSError, ValueError):
            path = Path(self.name).resolve()
            if path.is_file() or not path.exists():
                swap_file(path, json_bytes(export_record(contest) | dict(more)))

    def close(
        self, contest: Contest[Any, Any, Any, Any, Any], console: Console, more: Mapping[str, Any] = NOTHING_MORE
    ) -> None:
        """Write the record, with further keys. If that fails, print it, and say why with `BadInput`."""
        record = export_record(contest) | dict(more)
        try:
            write_bytes(self.name, json_bytes(record))
        except BadInput:
            console.print("\nThe record, which couldn't be saved:", soft_wrap=True)
            console.print(json_line(record), soft_wrap=True)
            raise


def resume(game: Game[Rules, State, Action, Event, View], file: str) -> Contest[Rules, State, Action, Event, View]:
    """Replay the unfinished contest of a record; refuse a finished one, or one of another game."""
    return read_resumed(game, file)[0]


def read_resumed(
    game: Game[Rules, State, Action, Event, View], file: str
) -> tuple[Contest[Rules, State, Action, Event, View], dict[str, Any]]:
    """Return the unfinished contest of a record as `resume` does, and the record."""
    try:
        data = parse_json(read_bytes(file, MOST_RECORD_BYTES))
        named = game_named(data)
        if named != game.name:
            raise BadInput(f"this is a record of {named!a}, not of {game.name!a}; {_ways_to_resume()}")
        contest = replay(game, data)
    except BadInput as error:
        raise BadInput([f"--resume: {fault}" for fault in error.faults]) from None
    if contest.is_finished:
        raise BadInput(f"--resume: {file!a} is finished, so there is nothing to continue")
    assert isinstance(data, dict), "a record is a JSON object"
    return contest, data


def _ways_to_resume() -> str:
    kinds = (kit.words for kit in KITS.values() if kit.words.resume)
    return ", ".join(f"resume a {words.contest} with {words.resume}" for words in kinds)


def record_of(resume: str) -> str | None:
    """Return the file to save a resumed contest to; None if it came from stdin."""
    if resume == STDIN:
        return None
    refuse_unwritable("--resume", resume)
    return resume

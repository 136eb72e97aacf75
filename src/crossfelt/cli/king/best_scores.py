"""Best scores of the games played in this terminal, saved in the user's data directory.

Scores are compared only under equal rules (reading K18) and for the same kind of dice: fresh ones, or those of one seed
or one day, which a returning player knows.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from crossfelt.cli.king.score_cards import describe_rules
from crossfelt.cli.shared.streams import MOST_RECORD_BYTES, json_text, read_bytes, swap_file
from crossfelt.errors import BadInput, RecordError
from crossfelt.fields import Fields
from crossfelt.jsontext import parse_json
from crossfelt.kingcross.rules import MatchRules

FORMAT = "crossfelt-king-scores"
VERSION = 1
FRESH = "fresh"
"""Dice that no player has seen before: rolled here, or real ones typed in."""
_MOST_TOTAL = 1_000_000
_MOST_GAMES = 10**9


@dataclass(frozen=True, slots=True)
class SavedScore:
    """The scores of one player under one set of rules."""

    rules: str
    """The hash of everything that a score depends on: score card, mode and bonus mode."""
    described: str
    """The rules as `describe_rules` puts them, for people who open the file."""
    dice: str
    player: str
    first: int
    best: int
    games: int

    @property
    def key(self) -> tuple[str, str, str]:
        """Two games are compared when these three are equal: rules, kind of dice, and the player's name."""
        return self.rules, self.dice, self.player.lower()


class ScoreFileError(Exception):
    """Raised when the file can't be read or written; it is left unchanged."""


def scores_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Return `crossfelt/king-scores.json` in the user's data directory; a relative `XDG_DATA_HOME` is ignored."""
    named = environment.get("XDG_DATA_HOME", "")
    try:
        base = Path(named) if Path(named).is_absolute() else Path.home() / ".local" / "share"
    except RuntimeError:
        raise ScoreFileError("there is no home directory to save scores in") from None
    return base / "crossfelt" / "king-scores.json"


def save_score(path: Path, rules: MatchRules, dice: str, player: str, total: int) -> SavedScore | None:
    """Add a finished game to the file and return the entry before it, or None for a first game."""
    entries = _read(path)
    new = SavedScore(rules.hash, describe_rules(rules), dice, player, total, total, 1)
    before = entries.get(new.key)
    entries[new.key] = (
        new if before is None else replace(before, best=max(before.best, total), games=before.games + 1, player=player)
    )
    document = {"format": FORMAT, "version": VERSION, "scores": [asdict(entry) for entry in entries.values()]}
    _replace(path, json_text(document).encode() + b"\n")
    return before


def _read(path: Path) -> dict[tuple[str, str, str], SavedScore]:
    try:
        if not path.exists():
            return {}
        content = read_bytes(str(path), MOST_RECORD_BYTES)
    except OSError as error:
        raise ScoreFileError(f"can't read {path}: {error.strerror}") from None
    except BadInput as error:
        raise ScoreFileError(str(error)) from None
    try:
        fields = Fields(parse_json(content))
        fields.text("format", among=(FORMAT,))
        fields.integer("version", least=VERSION, most=VERSION)
        entries = [_entry(entry) for entry in fields.tables("scores")]
        fields.refuse_unknown()
        if fields.faults:
            raise RecordError(fields.faults)
    except BadInput as error:
        raise ScoreFileError(f"{path} is damaged ({error.faults[0]})") from None
    return {entry.key: entry for entry in entries}


def _entry(fields: Fields) -> SavedScore:
    entry = SavedScore(
        rules=fields.text("rules"),
        described=fields.text("described"),
        dice=fields.text("dice"),
        player=fields.text("player"),
        first=fields.integer("first", least=0, most=_MOST_TOTAL),
        best=fields.integer("best", least=0, most=_MOST_TOTAL),
        games=fields.integer("games", least=1, most=_MOST_GAMES),
    )
    fields.refuse_unknown()
    return entry


def _replace(path: Path, content: bytes) -> None:
    """Replace the whole file, or leave it unchanged."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        swap_file(path, content)
    except OSError as error:
        raise ScoreFileError(f"can't write {path}: {error.strerror}") from None

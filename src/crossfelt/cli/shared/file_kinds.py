"""Recognizes a file that belongs to another command, and names that command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from crossfelt.cli.shared.lazy import deferred
from crossfelt.errors import BadInput
from crossfelt.jsontext import parse_json, parse_toml

with deferred():
    from crossfelt import catalog, record
    from crossfelt.proof import receipt


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file: the words for one, the command that takes it, and the contest of a record."""

    words: str
    command: str
    contest: str = ""


MATCH_RECORD = FileKind("a record", "replay", "match")
RECEIPT = FileKind("a receipt", "verify")
ROUND = FileKind("a finished round", "settle")
SHEET = FileKind("a King Cross sheet", "king score")
POSITION = FileKind("a King Cross position", "king hint")
CARDS = FileKind("a list of cards", "king best")
SUBMISSION = FileKind("a rules submission", "rules check")
SWEEP = FileKind("a sweep file", "sweep")
STRATEGY = FileKind("a strategy file", "strategy --file")


def kind_of(data: object) -> FileKind | None:
    """Return the kind of a parsed file by its keys, or None if they belong to no kind."""
    if record.is_record(data):
        kit = catalog.KITS.get(record.game_named(data))
        return replace(MATCH_RECORD, contest="" if kit is None else kit.words.contest)
    if receipt.is_receipt(data):
        return RECEIPT
    keys = set(data) if isinstance(data, dict) else set()
    kinds = (
        ({"strategies"}, SWEEP),
        ({"community", "seats"}, ROUND),
        ({"grid", "roll"}, POSITION),
        ({"grid"}, SHEET),
        ({"cards"}, CARDS),
        ({"across", "down"}, STRATEGY),
        ({"rules", "choices"}, SUBMISSION),
    )
    return next((kind for marks, kind in kinds if marks <= keys), None)


def kind_of_content(content: bytes) -> FileKind | None:
    """Return the kind of a JSON, JSON Lines or TOML file, or None if it can't be read or belongs to no kind."""
    text = content.removeprefix(b"\xef\xbb\xbf").lstrip()
    first_line = text.partition(b"\n")[0]
    for parse, part in ((parse_json, text), (parse_json, first_line)) if text[:1] == b"{" else ((parse_toml, text),):
        try:
            return kind_of(parse(part))
        except BadInput:
            continue
    return None


def refuse_other_kind(data: object, *accepted: FileKind) -> None:
    """Refuse a parsed file that belongs to another command."""
    _refuse(kind_of(data), accepted)


def refuse_other_content(content: bytes, *accepted: FileKind) -> None:
    """Refuse the content of a file that belongs to another command."""
    _refuse(kind_of_content(content), accepted)


@contextmanager
def naming_other_kinds(content: bytes, *accepted: FileKind) -> Iterator[None]:
    """Where this block refuses a file that belongs to another command, refuse it with the name of that command."""
    try:
        yield
    except BadInput:
        refuse_other_content(content, *accepted)
        raise


def refuse_no_record(data: object, where: str = "") -> None:
    """Refuse anything but a record, with the command that takes it."""
    kind = kind_of(data)
    if kind is None:
        raise BadInput(f"{where}not a record: it must be a JSON object with the format {record.FORMAT!r}")
    if kind.words != MATCH_RECORD.words:
        no_record = "" if kind is RECEIPT else ", not a record"
        raise BadInput(f"{where}This is {kind.words}{no_record}: use {kind.command}.")


def _refuse(kind: FileKind | None, accepted: tuple[FileKind, ...]) -> None:
    if kind is None or kind in accepted:
        return
    is_other_record = any(entry.words == kind.words for entry in accepted)
    words = f"{kind.words} of a {kind.contest}" if is_other_record and kind.contest else kind.words
    raise BadInput(f"This is {words}: use {kind.command}.")

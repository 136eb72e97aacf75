"""Recognizes a file that belongs to another command, and names that command."""

from __future__ import annotations

from crossfelt.cli.shared.lazy import deferred
from crossfelt.errors import BadInput

with deferred():
    from crossfelt import record
    from crossfelt.proof import receipt


def refuse_record(data: object) -> None:
    """Refuse a record or receipt where a command takes something else."""
    if record.is_record(data):
        raise BadInput("This is a record: use replay.")
    if receipt.is_receipt(data):
        raise BadInput("This is a receipt: use verify.")


def refuse_no_record(data: object, where: str = "") -> None:
    """Refuse anything but a record, with the command that takes it."""
    if record.is_record(data):
        return
    if receipt.is_receipt(data):
        raise BadInput(f"{where}This is a receipt: use verify.")
    keys = set(data) if isinstance(data, dict) else set()
    if {"community", "seats"} <= keys:
        raise BadInput(f"{where}This is a finished round, not a record: use settle.")
    if "grid" in keys:
        raise BadInput(f"{where}This is a King Cross sheet, not a record: use king score.")
    raise BadInput(f"{where}not a record: it must be a JSON object with the format {record.FORMAT!r}")

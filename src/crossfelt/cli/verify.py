"""`crossfelt verify`: the record of a round, checked without trusting the table at which it was dealt."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from crossfelt.cli.shared.cases import Cases, read_cases
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.ruling import HOST_RULES
from crossfelt.cli.shared.streams import MOST_CASES_BYTES, json_line, print_json, read_bytes
from crossfelt.errors import BadInput, RecordError
from crossfelt.jsontext import parse_json
from crossfelt.schema import to_plain

with deferred():
    from crossfelt import record
    from crossfelt.proof import check, receipt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crossfelt.proof.check import ProvenChance, Verified
    from crossfelt.proof.receipt import Receipt

DOES_NOT_HOLD = 1


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--against", metavar="RECEIPT", help="Compare with a receipt that a player saved.")
@click.option("--keys", metavar="KEYS", help="The server's keys, as GET /api/keys returns them, if it changed its key.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON, one line for each line of FILE.")
def verify(file: str, against: str | None, keys: str | None, as_json: bool) -> None:
    """Check the record of a round without trusting the table it was dealt at.

    FILE is a record, or one on each line; - reads stdin. The deck, spins and rolls are drawn again from the secret and
    the seeds, the commitment, the log and its signature are checked, and every chip is recomputed. The exit status is 1
    when something does not hold, and the first such thing is named.

    With --against, the log is compared with a receipt: a signed head that a player saved. Two heads that one server
    signed for one entry and that differ prove that it cheated. FILE may be a receipt too.
    """
    saved = None if against is None else receipt.read_receipt(_document(against))
    statements = () if keys is None else receipt.read_statements(_document(keys))
    cases = read_cases(read_bytes(file, MOST_CASES_BYTES))
    _refuse_others(cases)
    holds = True
    for entry in cases.entries:
        place = f"line {entry.line}: " if cases.is_lines else ""
        try:
            lines, document = _checked(entry.data, saved, statements)
        except RecordError as error:
            holds = False
            if as_json:
                is_cheating = isinstance(error, receipt.Cheating)
                _print_document({"holds": False, "cheating": is_cheating, "fault": str(error)}, cases)
            print(f"{place}does not hold: {error}", file=sys.stderr)
        else:
            if as_json:
                _print_document({"holds": True, **document}, cases)
            else:
                print("\n".join(place + line for line in lines))
    if not holds:
        raise click.exceptions.Exit(DOES_NOT_HOLD)


def _checked(data: object, saved: Receipt | None, statements: Sequence[str]) -> tuple[list[str], dict[str, object]]:
    """The findings about a record or receipt, in sentences and as data."""
    if not receipt.is_receipt(data):
        verified = check.check(data, saved, statements)
        return _findings(verified), to_plain(verified)
    own = receipt.read_receipt(data)
    lines = [f"The receipt is signed by {own.key.name}: entry {own.seq} of table {own.table} has the hash {own.hash}."]
    if saved is not None:
        receipt.compare(saved, own, statements)
        lines.append("Both receipts say the same.")
    return lines, {"table": own.table, "seq": own.seq, "head": own.hash, "key": str(own.key)}


def _document(file: str) -> object:
    return parse_json(read_bytes(file, MOST_CASES_BYTES))


def _refuse_others(cases: Cases) -> None:
    """Refuses a file in which something cannot be read or is no record."""
    for entry in cases.entries:
        if entry.refusal is not None:
            raise entry.refusal
        if not record.is_record(entry.data) and not receipt.is_receipt(entry.data):
            where = f"line {entry.line}: " if cases.is_lines else ""
            raise BadInput(f"{where}not a record: it must be a JSON object with the format {record.FORMAT!r}")


def _print_document(document: dict[str, object], cases: Cases) -> None:
    if cases.is_lines:
        print(json_line(document))
    else:
        print_json(document)


def _findings(verified: Verified) -> list[str]:
    """What was shown, in sentences."""
    standing = "it is over" if verified.is_finished else "it is not over"
    lines = [
        f"The record holds: {verified.game} under {verified.rules}, {_counted(verified.steps, 'step')}, {standing}."
    ]
    if verified.chance is None:
        return [*lines, "It was replayed and every chip recomputed. Its chance is not proven: it has no proof."]
    return [*lines, *_chance_findings(verified.chance)]


def _chance_findings(chance: ProvenChance) -> list[str]:
    seeds = _counted(chance.seeds, "player seed") if chance.seeds else "no player seeds"
    lines = [
        f"Round {chance.round} of table {chance.table}: {_counted(chance.chances, 'chance')} drawn again; {seeds}.",
        f"The secret was committed in log entry {chance.first_seq} and revealed in entry {chance.last_seq}.",
        f"The last entry is signed by {chance.key.partition('+')[0]}.",
    ]
    if chance.host_rules:
        lines.append(HOST_RULES)
    if chance.withheld:
        seats = ", ".join(map(str, chance.withheld))
        lines.append(f"Seeds not revealed (possibly offline): seat {seats}.")
    if chance.receipt_seq is not None:
        lines.append(f"The receipt matches the log at entry {chance.receipt_seq}.")
    return lines


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"

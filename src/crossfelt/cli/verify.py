"""`crossfelt verify`: check a record without trusting the server that it came from."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from crossfelt.cli import verify_checkpoint
from crossfelt.cli.shared.cases import Cases, read_cases
from crossfelt.cli.shared.file_kinds import RECEIPT, naming_other_kinds, refuse_no_record
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.ruling import HOST_RULES
from crossfelt.cli.shared.streams import MOST_CASES_BYTES, json_line, print_json, read_bytes
from crossfelt.errors import RecordError
from crossfelt.jsontext import parse_json
from crossfelt.schema import to_plain

with deferred():
    from crossfelt import catalog
    from crossfelt.proof import check, receipt, transparency

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crossfelt.proof.check import ProvenChance, Verified
    from crossfelt.proof.receipt import Receipt
    from crossfelt.proof.transparency import Inclusion

INVALID = 1
NOT_PROVEN = 3
"""The record is valid as far as it goes, and has no proof."""


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--against", metavar="RECEIPT", help="Compare with a receipt, or a checkpoint, that someone saved.")
@click.option("--proof", metavar="PROOF", help="Check that the transparency log has it, by a proof of the server.")
@click.option("--keys", metavar="KEYS", help="The server's keys, as GET /api/keys returns them.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON, one line for each line of FILE.")
def verify(file: str, against: str | None, proof: str | None, keys: str | None, as_json: bool) -> None:
    """Check the record of a round or match without trusting the server.

    FILE is a record, or one record on each line; - reads stdin. It may be a receipt too. Every deck, spin and roll is
    drawn again from the secret and the seeds. The commitment, the log, its signature, every step and every chip are
    checked. The exit status is 1 when a check fails, and 3 when the record has no proof.

    With --against, the log is compared with a receipt that a player saved. Two different heads for the same entry, both
    signed by the server, prove that it cheated.

    With --proof, a receipt or record is compared with the server's transparency log. FILE may also be such a proof, or
    a checkpoint of the log: --against another checkpoint, --proof shows that only new leaves were added between them.
    """
    content = read_bytes(file, MOST_CASES_BYTES)
    key_document = None if keys is None else _document(keys)
    if verify_checkpoint.is_checkpoint(content):
        log_proof = None if proof is None else _document(proof)
        other = None if against is None else read_bytes(against, MOST_CASES_BYTES)
        raise click.exceptions.Exit(verify_checkpoint.verify(content, other, log_proof, key_document, as_json))
    statements = () if key_document is None else receipt.read_statements(key_document)
    saved = None if against is None else receipt.read_receipt(_document(against))
    with naming_other_kinds(content, RECEIPT):
        cases = read_cases(content)
    _refuse_others(cases)
    statuses = {0}
    for entry in cases.entries:
        place = f"line {entry.line}: " if cases.is_lines else ""
        try:
            included = None if proof is None else transparency.read_inclusion(_document(proof))
            lines, document = _checked(entry.data, saved, included, statements)
        except RecordError as error:
            statuses.add(INVALID)
            if as_json:
                is_cheating = isinstance(error, receipt.Cheating)
                _print_document({"holds": False, "cheating": is_cheating, "fault": str(error)}, cases)
            print(f"{place}Record invalid: {error}", file=sys.stderr)
        else:
            if document.get("chance", "") is None:
                statuses.add(NOT_PROVEN)
            if as_json:
                _print_document({"holds": True, **document}, cases)
            else:
                print("\n".join(place + line for line in lines))
    raise click.exceptions.Exit(INVALID if INVALID in statuses else max(statuses))


def _checked(
    data: object, saved: Receipt | None, included: Inclusion | None, statements: Sequence[str]
) -> tuple[list[str], dict[str, object]]:
    """Check a record, a receipt or a proof; return the findings in sentences and as data."""
    if transparency.is_inclusion(data):
        included, lines, document = transparency.read_inclusion(data), list[str](), dict[str, object]()
        if saved is not None:
            transparency.check_receipt_included(saved, included, statements)
    elif receipt.is_receipt(data):
        lines, document = _checked_receipt(receipt.read_receipt(data), saved, included, statements)
    else:
        verified = check.check(data, saved, statements)
        if included is not None:
            check.check(data, transparency.as_receipt(included), statements)
        lines, document = _findings(verified), to_plain(verified)
    if included is None:
        return lines, document
    return [*lines, _included(included)], {**document, "included": transparency.summary(included)}


def _checked_receipt(
    own: Receipt, saved: Receipt | None, included: Inclusion | None, statements: Sequence[str]
) -> tuple[list[str], dict[str, object]]:
    lines = [f"The receipt is signed by {own.key.name}: entry {own.seq} of table {own.table} has the hash {own.hash}."]
    if saved is not None:
        receipt.compare(saved, own, statements)
        lines.append("Both receipts agree.")
    if included is not None:
        transparency.check_receipt_included(own, included, statements)
    return lines, {"table": own.table, "seq": own.seq, "head": own.hash, "key": str(own.key)}


def _included(proof: Inclusion) -> str:
    return (
        f"The transparency log {proof.checkpoint.origin} has entry {proof.seq} of table {proof.table} as leaf "
        f"{proof.number} of {proof.checkpoint.size}."
    )


def _document(file: str) -> object:
    return parse_json(read_bytes(file, MOST_CASES_BYTES))


def _refuse_others(cases: Cases) -> None:
    """Refuse a file with an entry that can't be read or is neither a record nor a receipt."""
    for entry in cases.entries:
        if entry.refusal is not None:
            raise entry.refusal
        if not receipt.is_receipt(entry.data) and not transparency.is_inclusion(entry.data):
            refuse_no_record(entry.data, f"line {entry.line}: " if cases.is_lines else "")


def _print_document(document: dict[str, object], cases: Cases) -> None:
    if cases.is_lines:
        print(json_line(document))
    else:
        print_json(document)


def _findings(verified: Verified) -> list[str]:
    """Return the checks in sentences."""
    kit = catalog.KITS[verified.game]
    contest = kit.words.contest
    standing = f"{contest} {'complete' if verified.is_finished else 'unfinished'}"
    steps = _counted(verified.steps, "step")
    lines = [f"Record valid: {kit.words.title} under {verified.rules}, {steps}, {standing}."]
    checked = "The rules allow every step, and every chip was recomputed." if kit.has_wagers else _STEPS_ONLY
    if verified.chance is None:
        draws = _listed([f"{draw}s" for draw in kit.words.draws.values()])
        return [*lines, checked, f"No proof: this record doesn't show where its {draws} came from."]
    return [*lines, *_chance_findings(verified.chance, contest.capitalize()), checked]


_STEPS_ONLY = "The rules allow every step and every score."


def _chance_findings(chance: ProvenChance, contest: str) -> list[str]:
    seeds = _counted(chance.seeds, "player seed") if chance.seeds else "no player seeds"
    draws = _counted(chance.chances, "random draw")
    lines = [
        f"{contest} {chance.round} of table {chance.table}: {draws} reproduced; {seeds}.",
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


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"

"""The receipt that a player keeps of an action: which entry of the table's log it became, and that entry's hash."""

from __future__ import annotations

import re
from dataclasses import dataclass

from crossfelt.errors import BadInput, ProofError, describe
from crossfelt.proof.log_slice import LogSlice

_RECEIPT = re.compile(r"(.+):([1-9]\d{0,14}):([0-9a-f]{64})", re.ASCII | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Receipt:
    """An entry of a log by its table, number and hash."""

    table: str
    seq: int
    hash: str

    def __str__(self) -> str:
        return f"{self.table}:{self.seq}:{self.hash}"


def parse_receipt(text: str) -> Receipt:
    """A receipt as it is written, TABLE:SEQ:HEX; `BadInput` for anything else."""
    found = _RECEIPT.fullmatch(text)
    if found is None:
        raise BadInput(
            f"{describe(text)} is not a receipt: write the table, the number of the entry and its hash of 64 lower-case"
            " hex digits, with colons between them"
        )
    return Receipt(found[1], int(found[2]), found[3])


def check_receipt(log: LogSlice, receipt: Receipt) -> None:
    """Raises `ProofError` when the entry is not in this log, or has another hash there."""
    first, last = log.entries[0], log.entries[-1]
    if receipt.table != first.table:
        raise ProofError(f"the receipt is of table {describe(receipt.table)}, the record of {describe(first.table)}")
    if not first.seq - 1 <= receipt.seq <= last.seq:
        raise ProofError(
            f"the receipt is of log entry {receipt.seq}, and the record holds the entries {first.seq} to {last.seq}"
        )
    found = log.before if receipt.seq < first.seq else log.entries[receipt.seq - first.seq].hash
    if found.hex() != receipt.hash:
        raise ProofError(f"the receipt does not stand in the log: entry {receipt.seq} has another hash")

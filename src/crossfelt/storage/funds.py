"""Checks a batch before anything of it is written, and computes the balances after its postings. Every store calls this
inside the transaction that commits. Nothing in this file is an assert: it holds under `python -O` too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crossfelt.errors import BadInput, describe
from crossfelt.ledger import Posting
from crossfelt.storage.port import (
    ESCROW_OF_A_ROUND,
    AboveCeiling,
    BadBatch,
    Batch,
    ClosedRound,
    InsufficientFunds,
    may_be_negative,
)
from crossfelt.storage.rounds import closed_rounds

MOST_CENTS = 2**53
"""In one posting and in one account: what every reader of JSON can count exactly."""
LONGEST_NAME = 200
"""Of tables, accounts, actions and kinds, in characters."""


def check_batch(batch: Batch) -> list[ClosedRound]:
    """Refuse a batch that would break a promise whatever the log has; return the rounds that it closes."""
    if not batch.entries:
        raise BadBatch("a batch needs at least one entry")
    names = [batch.table, batch.account, batch.action_id, *(entry.kind for entry in batch.entries)]
    for move in batch.postings:
        names += move.source, move.destination
        if type(move.cents) is not int or not 0 < move.cents <= MOST_CENTS:
            raise BadBatch(f"a posting moves between 1 and {MOST_CENTS} cents, not {describe(move.cents)}")
        if move.source == move.destination:
            raise BadBatch(f"a posting moves chips between two accounts, not from {describe(move.source)} to itself")
    for name in names:
        if type(name) is not str or not 0 < len(name) <= LONGEST_NAME:
            raise BadBatch(f"a name has 1 to {LONGEST_NAME} characters, unlike {describe(name)}")
    check_texts(*names)
    if not all(type(entry.body) is bytes for entry in batch.entries) or type(batch.action_hash) is not bytes:
        raise BadBatch("bodies and hashes are bytes")
    if type(batch.stamped_ms) is not int or not 0 <= batch.stamped_ms < 2**63:
        raise BadBatch(f"a time is in milliseconds since 1970, unlike {describe(batch.stamped_ms)}")
    try:
        rounds = closed_rounds(batch)
    except BadInput as error:
        raise BadBatch(f"a round can't be closed like this: {error}") from None
    check_texts(*(name for closed in rounds for name in (closed.round, *(share.player for share in closed.shares))))
    return rounds


def check_texts(*texts: str) -> None:
    """Refuse unpaired surrogates and NUL, which Python allows in a text and no database can hold."""
    for text in texts:
        if "\0" in text:
            raise BadBatch(f"{describe(text)} contains a NUL character")
        try:
            text.encode()
        except UnicodeEncodeError:
            raise BadBatch(f"{describe(text)} contains an unpaired surrogate") from None


def changes(postings: Sequence[Posting]) -> dict[str, int]:
    """Return the gain of each account; the values sum to zero."""
    by_account: dict[str, int] = {}
    for move in postings:
        by_account[move.source] = by_account.get(move.source, 0) - move.cents
        by_account[move.destination] = by_account.get(move.destination, 0) + move.cents
    if sum(by_account.values()) != 0:
        raise BadBatch("the postings do not sum to zero")
    return by_account


def balances_after(
    held: Mapping[str, int], change: Mapping[str, int], ceilings: Mapping[str, int]
) -> tuple[dict[str, int], set[str]]:
    """Return the new balances of the accounts that change, and which of them lose their row; refuse an overdraft, and a
    balance above its ceiling."""
    after = {account: held.get(account, 0) + by for account, by in change.items()}
    for account, cents in after.items():
        if cents < 0 and change[account] < 0 and not may_be_negative(account):
            raise InsufficientFunds(account, -cents)
        if abs(cents) > MOST_CENTS:
            raise BadBatch(f"{describe(account)} would hold more than {MOST_CENTS} cents")
    for account, most in ceilings.items():
        if after.get(account, 0) > most:
            raise AboveCeiling(account)
    return after, {account for account, cents in after.items() if is_forgotten(account, cents)}


def is_forgotten(account: str, cents: int) -> bool:
    """Return whether an account loses its row: the escrow of a round when it is empty."""
    return cents == 0 and account.startswith(ESCROW_OF_A_ROUND)

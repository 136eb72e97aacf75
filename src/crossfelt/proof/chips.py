"""Whether the postings sealed with each entry of a round are exactly the chips that its events move.

Each account of the contest is one account of the ledger: the escrow of the round, the house and the meters of the
table, and for a seat the wallet of its player. A seat keeps its wallet while it has chips in the round. A `seat_left`
frees it, and only a seat that has got back everything may be left.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from crossfelt.catalog import AnyContest
from crossfelt.errors import Fault, ProofError, describe
from crossfelt.faults import FaultCode
from crossfelt.ledger import ESCROW, HOUSE, Posting, seat_account
from crossfelt.proof.entries import bad_entry, seat_of
from crossfelt.proof.log_slice import LOG_PATH, LogSlice, body_of
from crossfelt.storage.port import Entry

_WALLET = "wallet:"


def check_chips(contest: AnyContest, log: LogSlice, round_id: str) -> None:
    """Raise `ProofError` for the first entry that moves other chips than it must."""
    wallets = _Wallets(log.entries[0].table, round_id)
    steps = iter(contest.steps)
    for entry in log.entries:
        match entry.kind:
            case "step":
                moves = [move for event in next(steps).events for move in contest.game.postings(event)]
                wallets.check_step(entry, moves)
            case "seat_taken":
                wallets.take(entry, body_of(entry))
            case "seat_left":
                wallets.leave(entry, body_of(entry))
            case "corrected":
                wallets.check_correction(entry, body_of(entry))
        if entry.postings and entry.kind not in ("step", "corrected"):
            raise _chips_differ(entry, f"{describe(entry.kind)} moves chips, but must not")


class _Wallets:
    """The wallet of each seat, as far as the log has shown it, and what the seat has put into the round."""

    def __init__(self, table: str, round_id: str) -> None:
        self._table, self._round = table, round_id
        self._of: dict[str, str] = {}
        """Account of a seat -> account of its wallet."""
        self._staked: Counter[str] = Counter()

    def check_step(self, entry: Entry, moves: list[Posting]) -> None:
        if len(moves) != len(entry.postings):
            message = f"the step must move chips {len(moves)} times, not {len(entry.postings)} times"
            raise _chips_differ(entry, message, len(moves), len(entry.postings))
        for move, sealed in zip(moves, entry.postings, strict=True):
            self._check(entry, move.source, sealed.source)
            self._check(entry, move.destination, sealed.destination)
            if move.cents != sealed.cents:
                message = f"the step must move {move.cents} cents, not {sealed.cents}"
                raise _chips_differ(entry, message, move.cents, sealed.cents)
            self._staked[move.source] += move.cents
            self._staked[move.destination] -= move.cents

    def take(self, entry: Entry, body: dict[str, Any]) -> None:
        seat = seat_account(seat_of(entry, body))
        if seat in self._of:
            raise bad_entry(entry, f"{seat} is taken while another player has it", "seat")
        self._bind(entry, seat, f"{_WALLET}{body.get('player')}")

    def leave(self, entry: Entry, body: dict[str, Any]) -> None:
        seat = seat_account(seat_of(entry, body))
        if self._staked[seat]:
            raise bad_entry(entry, f"{seat} is left while it has chips in the round", "seat")
        if self._of.pop(seat, None) not in (None, f"{_WALLET}{body.get('player')}"):
            raise bad_entry(entry, f"another player leaves {seat} than has it", "player")

    def check_correction(self, entry: Entry, body: dict[str, Any]) -> None:
        cents, house = body.get("cents"), f"{HOUSE}:{self._table}"
        if type(cents) is not int or not cents:
            raise bad_entry(entry, "a correction moves chips", "cents")
        ends = house, f"{_WALLET}{body.get('player')}"
        source, destination = ends if cents > 0 else ends[::-1]
        if entry.postings != (Posting(source, destination, abs(cents)),):
            raise _chips_differ(entry, "the correction moves other chips than it says")

    def _check(self, entry: Entry, account: str, sealed: str) -> None:
        if account.startswith("seat:"):
            expected = self._of.get(account) or self._bind(entry, account, sealed)
        else:
            kind, _, name = account.partition(":")
            expected = {ESCROW: f"{ESCROW}:{self._round}", HOUSE: f"{HOUSE}:{self._table}"}.get(
                kind, f"{kind}:{self._table}:{name}"
            )
        if sealed != expected:
            message = f"the account must be {describe(expected)}, not {describe(sealed)}"
            raise _chips_differ(entry, message, expected, sealed)

    def _bind(self, entry: Entry, seat: str, wallet: str) -> str:
        if not wallet.startswith(_WALLET) or wallet in self._of.values():
            raise _chips_differ(entry, f"{describe(wallet)} is not a wallet of {seat} alone", seat, wallet)
        self._of[seat] = wallet
        return wallet


def _chips_differ(
    entry: Entry, message: str, expected: int | str | None = None, value: int | str | None = None
) -> ProofError:
    where = f"log entry {entry.seq}"
    params = {"entry": entry.seq, "expected": expected, "value": value}
    return ProofError(Fault(FaultCode.CHIPS_DIFFER, message, where, field=LOG_PATH, params=params))

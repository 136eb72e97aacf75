"""Reads closed rounds from the log. An entry of the kind `round_closed` names the round, its first entry and each
player's share in it. Where `shares` is null, no one played the round and it isn't listed."""

from __future__ import annotations

from crossfelt.errors import BadInput
from crossfelt.faults import FaultCode
from crossfelt.fields import Fields
from crossfelt.jsontext import parse_json
from crossfelt.storage.port import Batch, ClosedRound, NewEntry, Share

ROUND_CLOSED = "round_closed"
_MOST_NUMBER = 2**53


def closed_rounds(batch: Batch) -> list[ClosedRound]:
    """Return the rounds that a batch closes; `BadInput` for an entry that isn't valid."""
    rounds = []
    for seq, entry in enumerate(batch.entries, start=batch.expected_seq + 1):
        if entry.kind == ROUND_CLOSED:
            closed = closed_round(entry, seq)
            rounds += [closed] if closed is not None else []
    return rounds


def closed_round(entry: NewEntry, seq: int) -> ClosedRound | None:
    """Return the round that an entry closes, None for any other entry; `BadInput` for a body that isn't valid."""
    if entry.kind != ROUND_CLOSED or entry.is_sealed:
        return None
    fields = Fields(parse_json(entry.body), ROUND_CLOSED)
    if fields.raw("shares") is None:
        return None
    name, first_seq = fields.text("round"), fields.integer("first_seq", least=1, most=seq)
    shares = tuple(map(_share, fields.tables("shares")))
    if len({(share.player, share.seat) for share in shares}) != len(shares):
        seats = [share.seat for share in shares]
        fields.fault(FaultCode.REPEATED, "a seat of a player is named twice", "shares", value=seats)
    if fields.faults:
        raise BadInput(fields.faults)
    return ClosedRound(name, first_seq, seq, shares)


def share_row(share: Share) -> tuple[str, int, int, int, int]:
    """Return a share as the list of shares stores it, without the number of its round."""
    return share.player, share.seat, share.staked_cents, share.returned_cents, int(share.withheld)


def _share(fields: Fields) -> Share:
    return Share(
        fields.text("player"),
        fields.integer("seat", least=1, most=999),
        fields.integer("staked_cents", least=0, most=_MOST_NUMBER),
        fields.integer("returned_cents", least=-_MOST_NUMBER, most=_MOST_NUMBER),
        fields.boolean("withheld"),
    )

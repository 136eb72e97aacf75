"""The movements of a wallet, with the reason of each correction."""

from __future__ import annotations

from dataclasses import dataclass

from crossfelt.jsontext import parse_json
from crossfelt.service.tables.accounts import house, wallet
from crossfelt.storage.port import StatementLine, Store

_CORRECTED = "corrected"


@dataclass(frozen=True, slots=True)
class CorrectionLine:
    """Why the floor moved chips for a closed round."""

    round: str
    seat: int
    clause: str
    reason: str


def statement(
    store: Store, player: str, before: int | None, limit: int
) -> list[tuple[StatementLine, CorrectionLine | None]]:
    """The movements of a player's wallet, the newest first."""
    return [(line, _correction(store, line)) for line in store.statement(wallet(player), before, limit)]


def _correction(store: Store, line: StatementLine) -> CorrectionLine | None:
    if line.other != house(line.table):
        return None
    entry = next(iter(store.entries(line.table, line.seq - 1, line.seq)))
    if entry.kind != _CORRECTED:
        return None
    body = parse_json(entry.body)
    assert isinstance(body, dict)
    return CorrectionLine(body["round"], body["seat"], body["clause"], body["reason"])

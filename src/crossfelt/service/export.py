"""Everything that the server keeps about one guest, a page at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from crossfelt.jsontext import parse_json
from crossfelt.storage.port import PlayedRound, Store

SeedState = Literal["revealed", "withheld", "none"]
_LOCKED = "seeds_locked"


@dataclass(frozen=True, slots=True)
class RoundWithSeed:
    """A round of a guest, and what became of the guest's seed in it."""

    played: PlayedRound
    seed: SeedState


def rounds_with_seeds(store: Store, player: str, before: int | None, limit: int) -> list[RoundWithSeed]:
    """Rounds of a player, the newest first."""
    return [RoundWithSeed(row, _seed(store, row)) for row in store.rounds_of(player, before, limit)]


def _seed(store: Store, row: PlayedRound) -> SeedState:
    return next((seed["state"] for seed in _locked(store, row) if seed["seat"] == row.seat), "none")


def _locked(store: Store, row: PlayedRound) -> Iterator[dict[str, Any]]:
    for entry in store.entries(row.table, row.first_seq - 1, row.last_seq):
        if entry.kind == _LOCKED:
            body = parse_json(entry.body)
            assert isinstance(body, dict)
            yield from body["seeds"]
            return

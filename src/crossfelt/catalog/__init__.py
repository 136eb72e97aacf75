"""The shipped games: one `GameKit` for each, by its name in records and tables.

Importing the catalog imports no game, and never numba: a kit loads each part on first use. Open `kit.py` first.
"""

from __future__ import annotations

from crossfelt.catalog.crisscross import CRISS_CROSS_KIT
from crossfelt.catalog.kingcross import KING_CROSS_KIT
from crossfelt.catalog.kit import AnyContest, AnyGame, GameKit, PolicySpec
from crossfelt.errors import Fault, RecordError, describe
from crossfelt.faults import FaultCode
from crossfelt.record import game_named, replay, replay_so_far

__all__ = [
    "KITS",
    "AnyContest",
    "AnyGame",
    "GameKit",
    "PolicySpec",
    "replay_record",
    "replay_record_so_far",
    "unknown_game",
]

KITS: dict[str, GameKit] = {kit.name: kit for kit in (CRISS_CROSS_KIT, KING_CROSS_KIT)}


def unknown_game(name: object) -> Fault:
    """Return the fault of a game that has no kit."""
    message = f"{describe(name)} is not one of {', '.join(KITS)}"
    return Fault(FaultCode.NOT_ONE_OF, message, "game", params={"value": name, "choices": list(KITS)})


def replay_record(data: object) -> AnyContest:
    """Replay a record of any game; `RecordError` names the first step or value that is wrong."""
    return replay(_recorded_game(data), data)


def replay_record_so_far(data: object) -> tuple[AnyContest, RecordError | None]:
    """Replay a record of any game as far as it is valid; `RecordError` if its contest can't even be opened."""
    return replay_so_far(_recorded_game(data), data)


def _recorded_game(data: object) -> AnyGame:
    name = game_named(data)
    if name not in KITS:
        raise RecordError(unknown_game(name))
    return KITS[name].game

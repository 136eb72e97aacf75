"""The shipped games: one `GameKit` for each, by the name under which records and tables know it.

Importing the catalog imports no game, and never numba: a kit loads each part when it is first used. Open `kit.py`
first.
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
    """The fault of a game that has no kit."""
    message = f"{describe(name)} is not one of {', '.join(KITS)}"
    return Fault(FaultCode.NOT_ONE_OF, message, "game", params={"value": name, "choices": list(KITS)})


def replay_record(data: object) -> AnyContest:
    """Replays a record of any game; `RecordError` names the first thing that does not hold."""
    return replay(_recorded_game(data), data)


def replay_record_so_far(data: object) -> tuple[AnyContest, RecordError | None]:
    """Replays a record of any game as far as it holds; `RecordError` when its contest can't even be opened."""
    return replay_so_far(_recorded_game(data), data)


def _recorded_game(data: object) -> AnyGame:
    name = game_named(data)
    if name not in KITS:
        raise RecordError(unknown_game(name))
    return KITS[name].game

"""The games that are shipped, by the name under which records and tables know them.

Whatever drives contests takes a `Game` from here and knows neither of them.
"""

from __future__ import annotations

from typing import Any

from crossfelt.crisscross.round import CRISS_CROSS
from crossfelt.errors import RecordError, describe
from crossfelt.game import Contest, Game
from crossfelt.kingcross.match import KING_CROSS
from crossfelt.record import game_named, replay

AnyGame = Game[Any, Any, Any, Any, Any]
AnyContest = Contest[Any, Any, Any, Any, Any]

GAMES: dict[str, AnyGame] = {game.name: game for game in (CRISS_CROSS, KING_CROSS)}


def replay_record(data: object) -> AnyContest:
    """Replays a record of whichever game; `RecordError` names the first thing that does not hold."""
    name = game_named(data)
    game = GAMES.get(name)
    if game is None:
        raise RecordError(f"game: {describe(name)} is not one of {', '.join(GAMES)}")
    return replay(game, data)

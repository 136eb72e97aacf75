"""Everything that anyone might ask of a round, listed: what the rules list as legal is compared with all of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from crossfelt.crisscross import actions as ask
from crossfelt.crisscross.actions import Action
from crossfelt.crisscross.progressives.play import WheelName
from crossfelt.crisscross.rulebook import StageName
from crossfelt.game import CHANCE, FLOOR, SYSTEM, Actor, seat_actor
from tests.naive.progressives import BONUS_SPIN_WHEELS, HOT_SPOT_WHEELS
from tests.support.service.irregularity_table import KINDS

STAGES: tuple[StageName, ...] = ("across", "down", "middle")
SEATS = range(1, 8)
"""Every seat of a table and one that no table has."""
ACTORS: tuple[Actor, ...] = (*(seat_actor(seat) for seat in SEATS), FLOOR, SYSTEM, CHANCE)
IRREGULARITIES = (*KINDS, "an_earthquake")
REASONS = ("not_answering_for_hand", "touched_by_another", "cards_out_of_view", "shared_information", "bad_manners")
PLACES: tuple[str | None, ...] = (
    None,
    "across_left",
    "across_right",
    "down_far",
    "down_near",
    "middle",
    *(f"bonus_{number}" for number in range(1, 5)),
    *(f"hole:{seat}:{card}" for seat in SEATS for card in (1, 2)),
    "under_the_table",
)


WHEELS: tuple[WheelName, ...] = ("bonus_spin", "community", "hot_spot")
DOLLARS = {amount for wheel in (*BONUS_SPIN_WHEELS.values(), *HOT_SPOT_WHEELS.values()) for amount in wheel}
SYMBOLS = ("jackpot", *map(str, sorted({*range(10), *DOLLARS})), "500&100", "200&50", "25&15", "25&3", "")
"""Every symbol of every wheel and some that no wheel has."""
EXPOSURES = ("community_card_exposed", "bonus_card_exposed", "own_card_exposed")


@cache
def everything(actor: Actor) -> tuple[Action, ...]:
    """Every action with few values. Sets of wagers, decks, reasons to void and counts have rules of their own."""
    return tuple(_everything(actor))


def _everything(actor: Actor) -> Iterator[Action]:
    # Only chance spins and draws.
    wheels = [(wheel, seat) for wheel in WHEELS for seat in (None, *SEATS)] if actor == CHANCE else [(WHEELS[0], 1)]
    yield from (ask.Spin(wheel, seat, "jackpot") for wheel, seat in wheels)
    yield from (ask.DrawHotSpot(seat) for seat in (SEATS if actor == CHANCE else SEATS[:1]))
    yield from (ask.WithdrawWagers(), ask.CloseBetting(), ask.Deal(), ask.Settle())
    yield from (ask.Bet(stage, multiple) for stage in STAGES for multiple in range(5))
    yield from (ask.Fold(stage) for stage in STAGES)
    yield from (ask.Abandon(seat) for seat in SEATS)
    yield from (ask.TakeOver(seat) for seat in SEATS)
    # Only the floor reports and forfeits, so for the others one place and one reason will do.
    is_floor = actor == FLOOR
    for kind in IRREGULARITIES:
        places = PLACES if is_floor and kind in EXPOSURES else PLACES[: 1 + is_floor]
        yield from (ask.Report(kind, place) for place in places)
    yield from (ask.ForfeitSeat(seat, reason) for seat in SEATS for reason in (REASONS if is_floor else REASONS[:1]))


def spins(wheel: str, seat: int | None) -> tuple[Action, ...]:
    """Everywhere that a wheel might stop, as far as it is not among everything."""
    (name,) = (name for name in WHEELS if name == wheel)
    return tuple(ask.Spin(name, seat, symbol) for symbol in SYMBOLS if symbol != "jackpot")

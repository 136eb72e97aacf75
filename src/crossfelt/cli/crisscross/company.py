"""The other seats of a table in the terminal: policies that play beside the person, each with its own wagers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from crossfelt.chance import Chance, Draws
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.streams import read_bytes
from crossfelt.crisscross.actions import Bet, Fold, PlaceWagers
from crossfelt.crisscross.policies import SIMPLE_DECIDERS, Decider, Optimal, SeatPolicy
from crossfelt.crisscross.round import RoundContest
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.errors import BadInput, describe
from crossfelt.game import seat_actor, seat_audience
from crossfelt.jsontext import parse_toml

with deferred():
    from crossfelt.analysis import encode, strategy_card
    from crossfelt.analysis import policies as exact

NAMES = (*SIMPLE_DECIDERS, "card", "optimal")
"""What may sit down by name; a strategy card of one's own by the name of its file."""


@dataclass(frozen=True, slots=True)
class Companion:
    """One policy with its seat, and the name by which it was called."""

    seat: int
    name: str
    policy: SeatPolicy


@dataclass(frozen=True, slots=True)
class Company:
    """Everybody at the table but the person. Their bankrolls are not followed."""

    companions: tuple[Companion, ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the company takes, in order."""
        return tuple(companion.seat for companion in self.companions)

    def place_wagers(self, contest: RoundContest) -> None:
        """Places the wagers of every companion."""
        for companion in self.companions:
            action = companion.policy.act(contest.view(seat_audience(companion.seat)))
            assert isinstance(action, PlaceWagers)
            contest.act(seat_actor(companion.seat), action)

    def act(self, contest: RoundContest, chance: Chance, tell: Callable[[str], None]) -> None:
        """Lets companions decide until the person is due or the round is over, and tells what each has done."""
        while (companion := self._due(contest)) is not None:
            action = companion.policy.act(contest.view(seat_audience(companion.seat)))
            contest.act(seat_actor(companion.seat), action)
            contest.advance(chance)
            tell(f"Seat {companion.seat} ({companion.name}) {_done(action)}.")

    def _due(self, contest: RoundContest) -> Companion | None:
        seat = contest.view(seat_audience(contest.seats[0])).to_act
        return next((companion for companion in self.companions if companion.seat == seat), None)


def _done(action: PlaceWagers | Bet | Fold) -> str:
    return f"bets {action.multiple}x" if isinstance(action, Bet) else "folds"


def seat_company(book: RuleBook, seats: int | None, names: str | None, draws: Draws) -> Company:
    """The company of a person on seat 1: `--seats` says how many sit there in all, `--with` who the others are.

    With fewer names than seats the names come round again; without any, nobody folds.
    """
    wanted = [name.strip() for name in names.split(",")] if names is not None else []
    count = seats if seats is not None else 1 + len(wanted)
    if count > book.seat_count:
        raise BadInput(f"--seats: {book.id} has {book.seat_count} seats, not {count}")
    if wanted and count - 1 < len(wanted):
        raise BadInput(f"--with: names {len(wanted)} players, and --seats {count} leaves {count - 1} beside you")
    wanted = wanted or ["never-fold"]
    taken = [wanted[number % len(wanted)] for number in range(count - 1)]
    deciders = {name: _decider(book, name, draws) for name in dict.fromkeys(taken)}
    return Company(
        tuple(Companion(n, Path(name).stem, SeatPolicy(book, deciders[name])) for n, name in enumerate(taken, start=2))
    )


def _decider(book: RuleBook, name: str, draws: Draws) -> Decider:
    if name in SIMPLE_DECIDERS:
        return SIMPLE_DECIDERS[name](book, draws)
    if name == "optimal":
        return Optimal(exact.ExactAdvisor(encode.encode(book)))
    if name == "card":
        with progress_bar("growing a strategy card") as report:
            return exact.grown_card_decider(book, report)
    if not name.endswith(".toml"):
        raise BadInput(f"--with: {describe(name)} is not one of {', '.join(NAMES)}, or a strategy card in a .toml file")
    scheme = encode.encode(book)
    return exact.CardDecider(strategy_card.parse_strategy_card(parse_toml(read_bytes(name)), scheme.multiples), scheme)

"""The other seats of a table in the terminal: bots that play next to the person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from crossfelt.catalog.crisscross import CRISS_CROSS_KIT
from crossfelt.chance import Chance, Draws
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.streams import read_bytes
from crossfelt.crisscross.actions import Bet, Fold, PlaceWagers
from crossfelt.crisscross.policies import SeatPolicy
from crossfelt.crisscross.round import RoundContest
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.errors import BadInput, describe
from crossfelt.game import seat_actor, seat_audience
from crossfelt.jsontext import parse_toml

with deferred():
    from crossfelt.analysis.crisscross import encode, strategy_card
    from crossfelt.analysis.crisscross import policies as exact

_GROWN = "card"
"""The policy that takes a second to prepare, which needs a progress bar."""


@dataclass(frozen=True, slots=True)
class TableBot:
    """A bot on its seat."""

    seat: int
    given_name: str
    """The policy or strategy file that `--with` named."""
    policy: SeatPolicy

    @property
    def name(self) -> str:
        """The short name that the terminal shows."""
        return Path(self.given_name).stem


@dataclass(frozen=True, slots=True)
class TableBots:
    """Every bot at the table. Their bankrolls aren't tracked."""

    companions: tuple[TableBot, ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of the bots, in order."""
        return tuple(companion.seat for companion in self.companions)

    @property
    def names(self) -> str:
        """The bots as `--with` takes them, one for each seat."""
        return ",".join(companion.given_name for companion in self.companions)

    def place_wagers(self, contest: RoundContest) -> None:
        """Place the wagers of every bot."""
        for companion in self.companions:
            action = companion.policy.act(contest.view(seat_audience(companion.seat)))
            assert isinstance(action, PlaceWagers)
            contest.act(seat_actor(companion.seat), action)

    def act(self, contest: RoundContest, chance: Chance, tell: Callable[[str], None]) -> None:
        """Let the bots decide until the person is due or the round is over; `tell` each decision."""
        while (companion := self._due(contest)) is not None:
            action = companion.policy.act(contest.view(seat_audience(companion.seat)))
            contest.act(seat_actor(companion.seat), action)
            contest.advance(chance)
            tell(f"Seat {companion.seat} ({companion.name}) {_done(action)}.")

    def _due(self, contest: RoundContest) -> TableBot | None:
        seat = contest.view(seat_audience(contest.seats[0])).to_act
        return next((companion for companion in self.companions if companion.seat == seat), None)


def _done(action: PlaceWagers | Bet | Fold) -> str:
    return f"bets {action.multiple}x" if isinstance(action, Bet) else "folds"


def seat_bots(book: RuleBook, seats: int | None, names: str | None, draws: Draws) -> TableBots:
    """Return the bots for `--seats` seats in all, the player included, and the names of `--with`.

    Fewer names than seats are repeated in order. Without names, every bot is `never-fold`.
    """
    chosen = [name.strip() for name in names.split(",")] if names is not None else []
    count = seats if seats is not None else 1 + len(chosen)
    if count > book.seat_count:
        raise BadInput(f"--seats: {book.id} has {book.seat_count} seats, not {count}")
    if chosen and count - 1 < len(chosen):
        raise BadInput(f"--with: names {len(chosen)} players, but --seats {count} leaves {count - 1} besides you")
    chosen = chosen or ["never-fold"]
    taken = [chosen[number % len(chosen)] for number in range(count - 1)]
    policies = {name: _policy(book, name, draws) for name in dict.fromkeys(taken)}
    return TableBots(tuple(TableBot(seat, name, policies[name]) for seat, name in enumerate(taken, start=2)))


def _policy(book: RuleBook, name: str, draws: Draws) -> SeatPolicy:
    """Return a policy of the game, or one that plays by a strategy card in a file."""
    names = CRISS_CROSS_KIT.policy_names
    if name == _GROWN:
        with progress_bar("computing a strategy card") as report:
            return SeatPolicy(book, exact.grown_card_decider(encode.encode(book), report))
    if name in names:
        policy = CRISS_CROSS_KIT.policy(name).load()(book, draws)
        assert isinstance(policy, SeatPolicy)
        return policy
    if not name.endswith(".toml"):
        raise BadInput(f"--with: {describe(name)} isn't one of {', '.join(names)}, or a strategy card in a .toml file")
    scheme = encode.encode(book)
    card = strategy_card.parse_strategy_card(parse_toml(read_bytes(name)), scheme.multiples)
    return SeatPolicy(book, exact.CardDecider(card, scheme))

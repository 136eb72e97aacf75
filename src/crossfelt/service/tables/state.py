"""The state of a table: a value, folded from the entries of its log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal

from crossfelt.catalog import KITS, AnyGame, GameKit
from crossfelt.fairness import LockedSeed
from crossfelt.game import Pending, Step
from crossfelt.jsontext import parse_json
from crossfelt.ledger import ESCROW, seat_account
from crossfelt.service.tables import events as happened
from crossfelt.service.tables.events import SeatCommitment, TableEvent, TableOpened

MOST_IDLE_ROUNDS = 3
"""Rounds in a row without a wager after which a player sits out."""
SeedPhase = Literal["committing", "revealing", "locked"]
"""Players commit until the contest first waits for chance, then reveal until it is drawn."""


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who sits on a seat."""

    player: str
    bot: str | None
    """The policy of a bot; None for a person."""
    is_out: bool = False
    is_leaving: bool = False
    is_removed: bool = False
    """Whether the seat is freed when the contest ends."""
    is_ready: bool = False
    idle_rounds: int = 0

    @property
    def takes_part(self) -> bool:
        """Whether the table waits for this player."""
        return not self.is_out and not self.is_leaving


@dataclass(frozen=True, slots=True)
class Round:
    """A round from its commitment to its end."""

    id: str
    commitment: str
    secret: bytes
    first_seq: int
    commitments: Mapping[int, SeatCommitment] = field(default_factory=dict)
    """Seat -> the commitment of its player; those of the lock alone, once they are locked."""
    is_committed: bool = False
    """Whether the commitments are locked."""
    revealed: Mapping[int, LockedSeed] = field(default_factory=dict)
    locked: tuple[LockedSeed, ...] | None = None
    """The seeds that count, once chance is fixed."""

    @property
    def phase(self) -> SeedPhase:
        """How far the players' seeds of the round are."""
        if self.locked is not None:
            return "locked"
        return "revealing" if self.is_committed else "committing"

    @property
    def unrevealed(self) -> tuple[int, ...]:
        """The locked seats that have not revealed."""
        return tuple(seat for seat in sorted(self.commitments) if self.is_committed and seat not in self.revealed)


@dataclass(frozen=True, slots=True)
class Stake:
    """The stake of a seat and its return."""

    staked_cents: int = 0
    net_cents: int = 0

    @property
    def returned_cents(self) -> int:
        """Stakes that came back and everything won."""
        return self.staked_cents + self.net_cents


@dataclass(frozen=True, slots=True)
class Play:
    """The contest of a round, from its opening until the next one opens."""

    round: str
    state: Any
    pending: Pending[Any]
    """The next input of the contest."""
    seats: tuple[int, ...]
    steps: int = 0
    """How many actions the contest has taken."""
    draws: int = 0
    """How often chance has been asked."""
    due_since: Mapping[int, int] = field(default_factory=dict)
    """Each seat that is due -> the entry with which it became so."""
    clock_since: int | None = None
    """The entry with which the contest's own clock began to run."""
    stakes: Mapping[int, Stake] = field(default_factory=dict)
    is_locked: bool = False


@dataclass(frozen=True, slots=True)
class SecretKept:
    """The secret of the round that was just committed to."""

    secret: bytes


Happening = TableEvent | Step[Any, Any] | SecretKept


@dataclass(frozen=True, slots=True)
class TableState:
    """A table after one of its entries."""

    opened: TableOpened
    game: AnyGame
    rules: Any
    seq: int
    carried: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[int, Occupant] = field(default_factory=dict)
    floor: tuple[str, ...] = ()
    rounds: int = 0
    """How many rounds have been committed to."""
    round: Round | None = None
    """The round that is committed to and not closed."""
    play: Play | None = None
    """The contest in progress, or the last one until the next opens."""
    paused: str | None = None
    paused_by: str | None = None
    pause_planned: happened.PausePlanned | None = None
    """The pause that begins when the round ends."""
    out_of_service: str | None = None
    is_closed: bool = False
    corrections: Mapping[str, int] = field(default_factory=dict)
    """Round and seat, as `correction_key` writes them -> the cents of all corrections so far."""

    @property
    def table(self) -> str:
        """The id under which the table is found."""
        return self.opened.table

    @property
    def kit(self) -> GameKit:
        """The kit of the table's game."""
        return KITS[self.opened.game]

    @property
    def is_playing(self) -> bool:
        """Whether a contest is in progress."""
        return self.play is not None and self.round is not None and self.play.round == self.round.id

    @property
    def is_at_stake(self) -> bool:
        """Whether a contest is in progress with a wager in it, or with a chance that was drawn."""
        return self.is_playing and self.play is not None and bool(self.play.stakes or self.play.draws)

    @property
    def is_contested(self) -> bool:
        """Whether a contest is in progress that players can't simply walk away from: chips are in escrow, or sheets
        are being filled."""
        return self.is_playing and self.play is not None and bool(self.play.stakes or not self.game.takes_latecomers)

    @property
    def pending(self) -> Pending[Any]:
        """The next input of the contest in progress."""
        assert self.play is not None
        return self.play.pending

    @property
    def taking_part(self) -> tuple[int, ...]:
        """The seats whose players are waited for."""
        return tuple(seat for seat, who in sorted(self.seats.items()) if who.takes_part)

    @property
    def in_contest(self) -> tuple[int, ...]:
        """The seats that have something at stake, or all of the contest in a game without chips."""
        assert self.play is not None
        return tuple(sorted(self.play.stakes)) or self.play.seats

    def seat_of(self, player: str) -> int | None:
        """Where a player sits."""
        return next((seat for seat, who in self.seats.items() if who.player == player), None)


def correction_key(round_id: str, seat: int) -> str:
    """The key under which a table adds up the corrections of one seat in one round."""
    return f"{round_id}:{seat}"


def opened_table(event: TableOpened) -> TableState:
    """The state after the first entry."""
    document, rules = _rules(event.game, event.rules_document)
    return TableState(
        replace(event, rules_document=document),
        KITS[event.game].game,
        rules,
        1,
        event.carried,
        floor=(event.host,) if event.host_rules else (),
    )


@lru_cache(maxsize=128)
def _rules(game: str, document: str) -> tuple[str, Any]:
    """The rules of a document, and the document itself: tables with the same rules share both."""
    return document, KITS[game].game.read_rules(parse_json(document))


def evolve(state: TableState, event: Happening, seq: int) -> TableState:
    """The state after the next entry. Never refuses."""
    state = replace(state, seq=seq)
    match event:
        case Step():
            return _after_step(state, event)
        case SecretKept(secret=secret):
            assert state.round is not None
            return replace(state, round=replace(state.round, secret=secret))
        case happened.FloorGranted(player=player):
            return replace(state, floor=(*state.floor, player))
        case happened.FloorRevoked(player=player):
            return replace(state, floor=tuple(name for name in state.floor if name != player))
        case happened.TableRenamed(title=title):
            return replace(state, opened=replace(state.opened, title=title))
        case happened.TablePaused(by=by, reason=reason):
            return replace(state, paused=reason, paused_by=by, pause_planned=None)
        case happened.PausePlanned():
            return replace(state, pause_planned=event)
        case happened.TableResumed():
            return _clocks_anew(replace(state, paused=None, paused_by=None, pause_planned=None))
        case happened.OutOfService(reason=reason):
            return replace(state, out_of_service=reason)
        case happened.BackInService():
            return replace(state, out_of_service=None)
        case happened.TableClosed():
            return replace(state, is_closed=True)
        case happened.Corrected(round=name, seat=seat, cents=cents):
            key = correction_key(name, seat)
            corrected = {**state.corrections, key: state.corrections.get(key, 0) + cents}
            return replace(state, corrections=corrected)
        case happened.RoundCommitted() | happened.RoundOpened() | happened.RoundClosed():
            return _after_round_event(state, event)
        case happened.SeedCommitted() | happened.CommitmentsLocked() | happened.SeedRevealed() | happened.SeedsLocked():
            return _after_seed_event(state, event)
        case _:
            return _after_seat_event(state, event)


def _after_seat_event(state: TableState, event: Happening) -> TableState:
    seats = dict(state.seats)
    match event:
        case happened.SeatTaken(seat=seat, player=player, bot=bot):
            seats[seat] = Occupant(player, bot)
        case happened.SeatLeaving(seat=seat):
            seats[seat] = replace(seats[seat], is_leaving=True)
            state = _without_commitment(state, seat)
        case happened.SeatRemoved(seat=seat):
            seats[seat] = replace(seats[seat], is_removed=True)
        case happened.SeatLeft(seat=seat):
            del seats[seat]
            state = _without_commitment(state, seat)
        case happened.SatOut(seat=seat):
            seats[seat] = replace(seats[seat], is_out=True, is_ready=False)
        case happened.SatIn(seat=seat):
            seats[seat] = replace(seats[seat], is_out=False, idle_rounds=0)
        case happened.SeatReady(seat=seat):
            seats[seat] = replace(seats[seat], is_ready=True)
    return replace(state, seats=seats)


def _after_round_event(state: TableState, event: Happening) -> TableState:
    match event:
        case happened.RoundCommitted(round=name, commitment=commitment):
            opened = Round(name, commitment, b"", state.seq)
            return replace(state, rounds=state.rounds + 1, round=opened)
        case happened.RoundOpened(round=name, seats=seats, carried=carried):
            contest = state.game.open(state.rules, seats, carried)
            play = Play(name, contest, state.game.pending(contest), seats)
            return _with_due(replace(state, play=play, seats=_unready(state)), None)
        case happened.RoundClosed():
            if not state.is_playing or state.play is None:
                return replace(state, round=None)
            carried = state.game.carried(state.play.state)
            # A contest that was broken off has no result to show.
            shown = state.play if state.pending.kind == "finished" else None
            return replace(state, round=None, play=shown, carried=carried, seats=_after_round(state, state.play))
    raise AssertionError(event)


def _after_seed_event(state: TableState, event: Happening) -> TableState:
    assert state.round is not None
    current, play = state.round, state.play
    match event:
        case happened.SeedCommitted(seat=seat, player=player, commitment=commitment):
            made = SeatCommitment(seat, player, commitment)
            current = replace(current, commitments={**current.commitments, seat: made})
        case happened.CommitmentsLocked(commitments=commitments):
            locked = {one.seat: one for one in commitments}
            current = replace(current, commitments=locked, is_committed=True)
        case happened.SeedRevealed(seat=seat, nonce=nonce, seed=seed):
            opened = LockedSeed(seat, current.commitments[seat].commitment, bytes.fromhex(nonce), seed)
            current = replace(current, revealed={**current.revealed, seat: opened})
        case happened.SeedsLocked(seeds=seeds):
            assert play is not None
            fixed = tuple(LockedSeed(one.seat, one.commitment, bytes.fromhex(one.nonce), one.seed) for one in seeds)
            current, play = replace(current, locked=fixed), replace(play, is_locked=True)
    return replace(state, round=current, play=play)


def _after_round(state: TableState, play: Play) -> dict[int, Occupant]:
    """Reset who is ready; in a game with wagers, a player who made none was idle."""
    has_stakes = bool(play.stakes)
    return {
        seat: replace(
            who,
            is_ready=False,
            idle_rounds=0 if not has_stakes or seat in play.stakes or not who.takes_part else who.idle_rounds + 1,
        )
        for seat, who in state.seats.items()
    }


def _unready(state: TableState) -> dict[int, Occupant]:
    return {seat: replace(who, is_ready=False) for seat, who in state.seats.items()}


def _after_step(state: TableState, step: Step[Any, Any]) -> TableState:
    play, game = state.play, state.game
    assert play is not None
    contest, stakes = play.state, dict(play.stakes)
    for event in step.events:
        contest = game.evolve(contest, event)
        for move in game.postings(event):
            for seat in play.seats:
                _count(stakes, seat, move.source, move.destination, move.cents, play.is_locked)
    draws = play.draws + (step.actor.kind == "chance")
    acted = step.actor.seat
    pending = game.pending(contest)
    play = replace(play, state=contest, pending=pending, stakes=stakes, draws=draws, steps=play.steps + 1)
    return _with_due(replace(state, play=play), acted)


def _count(stakes: dict[int, Stake], seat: int, source: str, destination: str, cents: int, is_locked: bool) -> None:
    """Count stakes. Before chance is fixed a wager may still be taken back, so only the wagers at that moment count;
    after that, everything that goes into escrow does."""
    account = seat_account(seat)
    if account not in (source, destination):
        return
    sign = 1 if source == account else -1
    stake = stakes.get(seat, Stake())
    goes_in = ESCROW in (source, destination) and (sign > 0 or not is_locked)
    updated = Stake(stake.staked_cents + (sign * cents if goes_in else 0), stake.net_cents - sign * cents)
    if updated == Stake():
        stakes.pop(seat, None)
    else:
        stakes[seat] = updated


def _with_due(state: TableState, acted: int | None) -> TableState:
    """Note since when each seat is due. A seat stays due while others act and roll, and becomes newly due only when it
    has acted itself."""
    play = state.play
    assert play is not None
    due = {
        seat: play.due_since[seat] if seat in play.due_since and seat != acted else state.seq
        for seat in state.game.due(play.state)
    }
    clock = None
    if state.game.on_timeout(play.state, None) is not None:
        clock = play.clock_since if play.clock_since is not None else state.seq
    return replace(state, play=replace(play, due_since=due, clock_since=clock))


def _clocks_anew(state: TableState) -> TableState:
    if state.play is None:
        return state
    due = dict.fromkeys(state.play.due_since, state.seq)
    clock = None if state.play.clock_since is None else state.seq
    return replace(state, play=replace(state.play, due_since=due, clock_since=clock))


def _without_commitment(state: TableState, seat: int) -> TableState:
    """A player who leaves before the lock takes the commitment along; after the lock it stays."""
    current = state.round
    if current is None or current.is_committed or seat not in current.commitments:
        return state
    commitments = {number: one for number, one in current.commitments.items() if number != seat}
    return replace(state, round=replace(current, commitments=commitments))

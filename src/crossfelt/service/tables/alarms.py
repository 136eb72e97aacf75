"""The table's own actions, and when they are due: a pure function of its state.

An alarm has a key that stays the same while the table waits for the same thing, so that its clock runs on whatever else
happens meanwhile, and starts again after a restart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from crossfelt.chance import Chance
from crossfelt.errors import IllegalAction
from crossfelt.fairness import LockedSeed, commitment
from crossfelt.game import CHANCE, SYSTEM
from crossfelt.service.tables import events as happened
from crossfelt.service.tables.decide import Decision, DecisionBuilder, leave_for
from crossfelt.service.tables.state import Play, Round, SecretKept, TableState

SystemDeed = Literal[
    "commit", "open", "draw", "system", "seat_timeout", "contest_timeout", "remove", "void", "close", "catch_up"
]
"""The names of the table's own actions."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """One thing that the table does unless something else happens first."""

    key: tuple[str, int]
    after_ms: int
    deed: SystemDeed
    seat: int | None = None
    is_clock: bool = False
    """Whether players see it count down."""
    reason: str = ""
    """Why the system voids the round."""
    least_used_ms: int | None = None
    """Time that has run stays used when the alarm is called off, and at least this much of it, as pauses of one round
    add up; None for an alarm that gets its full time again."""


class Chances(Protocol):
    """Where the chance of a round comes from: fixed by its secret and the seeds of its players."""

    def of(self, play_round: Round, number: int, /) -> Chance:
        """The number-th chance of the round, counted from 1."""


def alarms(state: TableState) -> tuple[Alarm, ...]:
    """Everything that the table would do now, each with its own clock."""
    if state.is_closed or state.paused is not None:
        return ()
    if state.is_playing and state.play is not None and state.round is not None:
        return tuple(_in_play(state, state.play, state.round))
    return tuple(_between(state))


def _between(state: TableState) -> Iterator[Alarm]:
    """Commit to a round when a player is there, and open it immediately or when all are ready."""
    if state.out_of_service is not None:
        return
    clocks = state.opened.clocks
    if state.round is None:
        if state.taking_part:
            has_played = state.play is not None
            yield Alarm(("commit", state.rounds), clocks.between_ms if has_played else 0, "commit")
    elif _can_open(state):
        yield Alarm(("open", state.rounds), 0, "open")


def _can_open(state: TableState) -> bool:
    seats = _seats_of_next(state)
    if not seats:
        return False
    if not state.game.takes_latecomers and not all(state.seats[seat].is_ready for seat in seats):
        return False
    try:
        state.game.open(state.rules, seats, state.carried)
    except IllegalAction:
        return False
    return True


def _seats_of_next(state: TableState) -> tuple[int, ...]:
    if not state.taking_part:
        return ()
    return tuple(range(1, state.opened.seat_count + 1)) if state.game.takes_latecomers else state.taking_part


def _in_play(state: TableState, play: Play, opened: Round) -> Iterator[Alarm]:
    clocks, pending = state.opened.clocks, state.pending
    match pending.kind:
        case "chance":
            waits_for_seeds = opened.locked is None and bool(opened.unrevealed)
            # The key changes with the last reveal, so that the window ends early.
            key = "reveal" if waits_for_seeds else "draw"
            yield Alarm((key, play.draws), clocks.seeds_ms if waits_for_seeds else clocks.pause_ms, "draw")
        case "system":
            yield Alarm(("system", play.steps), clocks.pause_ms, "system")
    if clocks.decision_ms:
        for seat, since in play.due_since.items():
            yield Alarm((f"seat:{seat}", since), clocks.decision_ms, "seat_timeout", seat, is_clock=True)
    if play.clock_since is not None:
        if all(state.seats[seat].is_ready for seat in state.taking_part):
            yield Alarm(("ready", play.clock_since), 0, "contest_timeout")
        # The clock runs on beside it: a player who sits out and in again would otherwise start it again.
        if clocks.betting_ms:
            yield Alarm(("betting", play.clock_since), clocks.betting_ms, "contest_timeout", is_clock=True)


def perform(state: TableState, alarm: Alarm, secret: bytes, chances: Chances) -> Decision:
    """Return the events of an alarm; `secret` is fresh entropy, used for a commitment to a round."""
    builder = DecisionBuilder(state)
    play = state.play
    match alarm.deed:
        case "commit":
            name = f"{state.table}-{state.rounds + 1}"
            builder.add(happened.RoundCommitted(name, commitment(secret)), SecretKept(secret))
            if state.game.takes_latecomers:
                _open(builder)
        case "open":
            _open(builder)
        case "draw":
            _draw(builder, chances)
        case "system":
            builder.step(SYSTEM, state.pending.action)
        case "seat_timeout":
            assert play is not None and alarm.seat is not None
            builder.step(SYSTEM, state.game.on_timeout(play.state, alarm.seat))
        case "contest_timeout":
            assert play is not None
            builder.step(SYSTEM, state.game.on_timeout(play.state, None))
        case "remove":
            assert alarm.seat is not None
            leave_for(builder, alarm.seat, "absent")
        case "void":
            builder.void(alarm.reason)
        case "close":
            builder.end("system", "nobody was here any more")
    return builder.decided()


def _open(builder: DecisionBuilder) -> None:
    state = builder.state
    assert state.round is not None
    seats = _seats_of_next(state)
    builder.add(
        happened.RoundOpened(state.round.id, seats, state.rules.hash, state.opened.host_rules, dict(state.carried))
    )
    builder.lock_commitments()


def _draw(builder: DecisionBuilder, chances: Chances) -> None:
    state = builder.state
    play, opened = state.play, state.round
    assert play is not None and opened is not None
    if opened.locked is None:
        builder.add(happened.SeedsLocked(opened.id, _fixed_seeds(opened)))
        opened = builder.state.round
        assert opened is not None
    builder.step(CHANCE, state.game.draw(play.state, chances.of(opened, play.draws + 1)))


def _fixed_seeds(opened: Round) -> tuple[happened.SeatSeed, ...]:
    """Every locked seat with what it revealed, if anything."""
    seeds = (
        opened.revealed.get(seat, LockedSeed(seat, made.commitment))
        for seat, made in sorted(opened.commitments.items())
    )
    return tuple(happened.SeatSeed(one.seat, one.commitment, one.state, one.nonce.hex(), one.seed) for one in seeds)

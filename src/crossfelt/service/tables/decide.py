"""Answers to what is asked at a table: what happens and which chips move, or a refusal. Changes nothing itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from crossfelt.errors import Fault, RecordError
from crossfelt.fairness import is_commitment, seed_commitment, seed_faults
from crossfelt.faults import FaultCode
from crossfelt.game import FLOOR, SYSTEM, Actor, Step, seat_actor
from crossfelt.ledger import Posting
from crossfelt.schema import from_plain
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.tables import events as happened
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.accounts import at_table
from crossfelt.service.tables.reasons import REASONS, reason_words
from crossfelt.service.tables.roles import (
    OPERATOR,
    in_contest,
    pauses_later,
    refuse_grant,
    refuse_operator,
    refuse_pause,
    refuse_removal,
    refuse_resume,
    refuse_ruling,
    refuse_unless_floor_or_operator,
    refuse_unless_host,
)
from crossfelt.service.tables.state import MOST_IDLE_ROUNDS, Happening, Play, Round, Stake, TableState, evolve
from crossfelt.service.tables.titles import checked_title


@dataclass(frozen=True, slots=True)
class Decision:
    """The events of one request, all or nothing."""

    happenings: tuple[Happening, ...]
    after: TableState
    """The state that they lead to."""
    postings: tuple[tuple[Posting, ...], ...]
    """The chips that each of the happenings moves."""
    closed: bool = False
    """Whether a round was played to its end."""


class DecisionBuilder:
    """A decision in the making: every happening is applied at once, so that the next one sees what it changed."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self._happenings: list[Happening] = []
        self._postings: list[tuple[Posting, ...]] = []
        self._closed = False

    def add(self, *happenings: Happening) -> None:
        """Apply further happenings, in this order."""
        for happening in happenings:
            self._happenings.append(happening)
            self._postings.append(())
            self.state = evolve(self.state, happening, self.state.seq + 1)

    def move(self, *postings: Posting) -> None:
        """Add movements of chips to the last happening, in whose entry of the log they are sealed."""
        self._postings[-1] += postings

    def step(self, actor: Actor, action: Any) -> None:
        """Take a step of the contest; the last step closes the round too."""
        state = self.state
        assert state.play is not None and state.round is not None
        events = state.game.decide(state.play.state, actor, action)
        moves = [move for event in events for move in state.game.postings(event)]
        players = {seat: who.player for seat, who in state.seats.items()}
        self.add(Step(actor, action, events))
        self.move(*at_table(moves, state.table, state.round.id, players))
        if self.state.pending.kind == "finished":
            self._close()
        self.lock_commitments()

    def lock_commitments(self) -> None:
        """Lock the seed commitments of the seats in the contest, as soon as it waits for its first draw."""
        state = self.state
        if not state.is_playing or state.round is None or state.round.is_committed or state.pending.kind != "chance":
            return
        made = state.round.commitments
        locked = tuple(made[seat] for seat in state.in_contest if seat in made)
        self.add(happened.CommitmentsLocked(state.round.id, locked))

    def void(self, reason: str) -> None:
        """End the contest without a result. All chips go back; a game without chips just stops."""
        state = self.state
        assert state.play is not None and state.round is not None
        action = state.game.on_failure(state.play.state, reason)
        if action is not None:
            self.step(SYSTEM, action)
        else:
            self.add(happened.IncidentNoted("system", state.round.id, reason))
            self._close()

    def end(self, by: str, reason: str) -> None:
        """Close the table for good. The secret of a round that nobody played is revealed too."""
        if self.state.round is not None:
            last = self.state.round
            self.add(happened.RoundClosed(last.id, last.secret.hex(), last.first_seq, None))
        self.add(happened.TableClosed(by, reason))

    def decided(self) -> Decision:
        """The whole decision: what happened, which chips moved, and the round that it closed."""
        return Decision(tuple(self._happenings), self.state, tuple(self._postings), self._closed)

    def _close(self) -> None:
        """Reveal the secret, free the seats of those who left, and let idle players sit out."""
        state = self.state
        assert state.round is not None and state.play is not None
        before, play = state.round, state.play
        self._closed = state.pending.kind == "finished"
        shares = _shares(state, play) if self._closed else None
        self.add(happened.RoundClosed(before.id, before.secret.hex(), before.first_seq, shares))
        for seat, who in sorted(self.state.seats.items()):
            if who.is_removed:
                self.add(happened.SeatLeft(seat, who.player, "removed"))
            elif who.is_leaving:
                self.add(happened.SeatLeft(seat, who.player, "asked"))
            elif who.takes_part and who.idle_rounds >= MOST_IDLE_ROUNDS:
                self.add(happened.SatOut(seat, "idle"))
        planned = self.state.pause_planned
        if planned is not None:
            self.add(happened.TablePaused(planned.by, planned.reason))


def _shares(state: TableState, play: Play) -> tuple[happened.SeatShare, ...]:
    """Return the shares of all in the contest in a game without chips, and of those who staked in one with chips."""
    took_part = play.stakes or dict.fromkeys(play.seats)
    return tuple(_share(state, seat, took_part[seat] or Stake()) for seat in sorted(state.seats) if seat in took_part)


def _share(state: TableState, seat: int, stake: Stake) -> happened.SeatShare:
    assert state.round is not None
    withheld = any(one.seat == seat and one.state == "withheld" for one in state.round.locked or ())
    return happened.SeatShare(state.seats[seat].player, seat, stake.staked_cents, stake.returned_cents, withheld)


def decide(state: TableState, player: str, request: asked.Decidable) -> Decision:
    """Decide what happens when a player asks for this; `Refused` or `IllegalAction` when it is not allowed."""
    if state.is_closed:
        raise Refused(RefusalCode.TABLE_CLOSED, "this table is closed")
    builder = DecisionBuilder(state)
    match request:
        case asked.Sit(seat=seat):
            refuse_operator(player)
            builder.add(_seated(state, seat, player, None))
        case asked.AddBot() | asked.SeatBot():
            refuse_unless_host(state, player)
            assert isinstance(request, asked.SeatBot), "the house makes a player for every bot that a host adds"
            builder.add(_seated(state, request.seat, request.player, request.policy))
        case asked.RemoveBot(seat=seat):
            refuse_unless_host(state, player)
            if _occupant(state, seat).bot is None:
                raise Refused(RefusalCode.NOT_YOUR_ROLE, f"seat {seat} is not taken by a bot", "seat", seat=seat)
            _remove(builder, player, seat)
        case asked.Act(round=name, action=action):
            _act(builder, player, name, action)
        case asked.CommitSeed() | asked.RevealSeed():
            builder.add(_about_seed(state, player, request))
        case asked.Leave() | asked.SitOut() | asked.SitIn() | asked.Ready():
            _about_own_seat(builder, _own_seat(state, player), request)
        case asked.Grant() | asked.Revoke() | asked.RenameTable() | asked.CloseTable():
            _as_host(builder, player, request)
        case _:
            _as_floor(builder, player, request)
    return builder.decided()


# ---- players


def _seated(state: TableState, seat: int, player: str, bot: str | None) -> happened.SeatTaken:
    if not 1 <= seat <= state.opened.seat_count:
        message = f"this table has the seats 1 to {state.opened.seat_count}"
        raise Refused(RefusalCode.NO_SUCH_SEAT, message, "seat", seat=seat, most=state.opened.seat_count)
    if seat in state.seats:
        raise Refused(RefusalCode.SEAT_TAKEN, f"seat {seat} is taken", "seat", seat=seat)
    own = state.seat_of(player)
    if own is not None:
        clause = f" ({state.kit.words.one_seat})" if state.kit.words.one_seat else ""
        message = f"You have seat {own} already. A player has one seat at a table{clause}."
        raise Refused(RefusalCode.ALREADY_SEATED, message, seat=own)
    return happened.SeatTaken(seat, player, bot)


def _act(builder: DecisionBuilder, player: str, name: str, action: object) -> None:
    state = builder.state
    seat = _own_seat(state, player)
    if state.paused is not None:
        message = f"The table is paused{f': {state.paused}' if state.paused else '.'}"
        raise Refused(RefusalCode.PAUSED, message, reason=state.paused)
    _refuse_other_round(state, name)
    assert state.play is not None
    if state.out_of_service is not None and not state.play.is_locked:
        message = f"this table takes no wagers now: {state.out_of_service}"
        raise Refused(RefusalCode.OUT_OF_SERVICE, message, reason=state.out_of_service)
    if not state.seats[seat].takes_part:
        raise Refused(RefusalCode.NOT_SEATED, f"seat {seat} sits out; sit in first", seat=seat)
    builder.step(seat_actor(seat), _read(state, action))
    _free_removed(builder, seat)


def _about_seed(
    state: TableState, player: str, request: asked.CommitSeed | asked.RevealSeed
) -> happened.SeedCommitted | happened.SeedRevealed:
    seat = _own_seat(state, player)
    if state.round is None or state.round.id != request.round:
        raise _wrong_round(state, request.round)
    if isinstance(request, asked.CommitSeed):
        return _commitment(state, state.round, seat, request.commitment)
    return _reveal(state, state.round, seat, player, request)


def _commitment(state: TableState, current: Round, seat: int, commitment: str) -> happened.SeedCommitted:
    who = state.seats[seat]
    if who.bot is not None:
        raise Refused(RefusalCode.NOT_YOUR_ROLE, "bots add no seeds")
    if who.is_leaving:
        raise Refused(RefusalCode.NOT_SEATED, "you have left this table; sit down again to add a seed")
    if current.is_committed:
        message = f"the commitments of round {current.id} are already locked"
        raise Refused(RefusalCode.COMMITMENTS_LOCKED, message, round=current.id)
    if not is_commitment(commitment):
        raise Refused(RefusalCode.BAD_SEED, _not_hex("commitment", commitment))
    return happened.SeedCommitted(current.id, seat, who.player, commitment)


def _reveal(
    state: TableState, current: Round, seat: int, player: str, request: asked.RevealSeed
) -> happened.SeedRevealed:
    """Check that the nonce and seed open the commitment that was locked for this player on this seat."""
    if not current.is_committed:
        raise Refused(RefusalCode.TOO_EARLY, "wait until the commitments are locked, then reveal your seed")
    locked = current.commitments.get(seat)
    if locked is None or locked.player != player:
        message = f"no commitment of yours was locked for round {current.id}"
        raise Refused(RefusalCode.NO_COMMITMENT, message, round=current.id)
    if seat in current.revealed:
        raise Refused(RefusalCode.ALREADY_SO, "you have already revealed your seed")
    if current.locked is not None:
        message = f"the seeds of round {current.id} are already locked"
        raise Refused(RefusalCode.SEEDS_LOCKED, message, round=current.id)
    faults = seed_faults(request.seed)
    if not is_commitment(request.nonce):
        faults.append(_not_hex("nonce", request.nonce))
    if faults:
        raise Refused(RefusalCode.BAD_SEED, faults)
    nonce = bytes.fromhex(request.nonce)
    if seed_commitment(state.table, current.id, seat, player, nonce, request.seed) != locked.commitment:
        raise Refused(RefusalCode.SEED_MISMATCH, "this nonce and seed don't match your locked commitment")
    return happened.SeedRevealed(current.id, seat, request.nonce, request.seed)


def _about_own_seat(builder: DecisionBuilder, seat: int, request: asked.Request) -> None:
    who = builder.state.seats[seat]
    match request:
        case asked.Leave():
            if who.is_leaving:
                raise Refused(RefusalCode.ALREADY_SO, "you have left; the seat is kept until the round is over")
            leave_for(builder, seat, "asked")
        case asked.SitOut():
            if who.is_out:
                raise Refused(RefusalCode.ALREADY_SO, "you are already sitting out")
            builder.add(happened.SatOut(seat, "asked"))
        case asked.SitIn():
            if not who.is_out or who.is_leaving:
                raise Refused(RefusalCode.ALREADY_SO, "you aren't sitting out")
            builder.add(happened.SatIn(seat))
        case _:
            if who.is_ready or not who.takes_part:
                raise Refused(RefusalCode.ALREADY_SO, "you are already ready, or sitting out")
            builder.add(happened.SeatReady(seat))


def leave_for(builder: DecisionBuilder, seat: int, reason: Any) -> None:
    """Let a player leave with the chips that may be taken back. A seat with a stake is kept until the round is over."""
    state = builder.state
    player = state.seats[seat].player
    if state.is_playing and state.play is not None and seat in state.play.seats:
        action = state.game.on_leave(state.play.state, seat)
        if action is not None:
            # Said first, so that a round which ends with this step frees the seat as it closes.
            builder.add(happened.SeatLeaving(seat, player))
            builder.step(SYSTEM, action)
            state = builder.state
            if seat not in state.seats:
                return
        play = state.play
        assert play is not None
        if state.is_playing and (seat in play.stakes or not state.game.takes_latecomers):
            if not state.seats[seat].is_leaving:
                builder.add(happened.SeatLeaving(seat, player))
            return
    builder.add(happened.SeatLeft(seat, player, reason))


# ---- host, floor and operator


def _as_host(builder: DecisionBuilder, player: str, request: asked.Request) -> None:
    state = builder.state
    match request:
        case asked.Grant(player=other):
            refuse_grant(state, player)
            if other in state.floor:
                raise Refused(RefusalCode.ALREADY_SO, "This guest is already floor manager of this table.")
            builder.add(happened.FloorGranted(other, player))
        case asked.Revoke(player=other):
            refuse_grant(state, player)
            if other not in state.floor or other == state.opened.host:
                raise Refused(RefusalCode.NO_SUCH_PLAYER, "Only an appointed floor manager can be revoked.")
            builder.add(happened.FloorRevoked(other, player))
        case asked.RenameTable(title=title):
            if player != OPERATOR:
                raise Refused(RefusalCode.OPERATOR_NEEDED, "Only the operator of this server can rename a table.")
            builder.add(happened.TableRenamed(checked_title(title, is_listed=True), player))
        case asked.CloseTable(reason=reason):
            _close_table(builder, player, reason)


def _close_table(builder: DecisionBuilder, player: str, reason: str) -> None:
    """Close the table: the host between rounds, the operator at any time. The system voids an open round first."""
    state = builder.state
    if player != OPERATOR:
        refuse_unless_host(state, player)
        if state.is_at_stake:
            raise Refused(RefusalCode.ROUND_IS_OPEN, "A round is in progress. Close the table after it ends.")
    words = reason_words(state.opened, "close", reason)
    if state.is_at_stake:
        builder.void("closed by the operator")
    builder.end(player, words)


def _as_floor(builder: DecisionBuilder, player: str, request: asked.Request) -> None:
    state = builder.state
    match request:
        case asked.Rule(round=name, action=action):
            refuse_ruling(state, player)
            _refuse_other_round(state, name)
            _rule(builder, player, action)
        case asked.Pause(reason=reason):
            refuse_pause(state, player)
            builder.add(_paused(state, player, reason))
        case asked.Resume():
            is_running = state.paused is None and state.pause_planned is None
            if not (is_running and player == state.opened.host):
                refuse_resume(state, player)
            if is_running:
                raise Refused(RefusalCode.ALREADY_SO, "the table is not paused")
            builder.add(happened.TableResumed(player))
        case _:
            refuse_unless_floor_or_operator(state, player)
            _keep_order(builder, player, request)


def _paused(state: TableState, player: str, reason: str) -> happened.TablePaused | happened.PausePlanned:
    """A pause, or the reason of one that has none yet: stopping the clocks doesn't wait for words."""
    planned = state.pause_planned
    if state.paused is not None:
        if state.paused or not reason:
            message = f"the table is already paused{f': {state.paused}' if state.paused else '.'}"
            raise Refused(RefusalCode.ALREADY_SO, message, reason=state.paused)
        if player != state.paused_by:
            # The person who gives the reason takes over the pause; a host may do so only with their own.
            refuse_unless_floor_or_operator(state, player)
        return happened.TablePaused(player, reason_words(state.opened, "pause", reason))
    words = reason_words(state.opened, "pause", reason) if reason else ""
    if not pauses_later(state, player):
        return happened.TablePaused(player, words)
    if planned is not None and (planned.reason or not words):
        raise Refused(RefusalCode.ALREADY_SO, "The table already pauses when this round ends.")
    return happened.PausePlanned(player, words)


def _keep_order(builder: DecisionBuilder, player: str, request: asked.Request) -> None:
    state = builder.state
    match request:
        case asked.TakeOutOfService(reason=reason):
            if state.out_of_service is not None:
                message = f"the table is already out of service: {state.out_of_service}"
                raise Refused(RefusalCode.ALREADY_SO, message, reason=state.out_of_service)
            builder.add(happened.OutOfService(player, reason_words(state.opened, "out_of_service", reason)))
        case asked.PutInService():
            if state.out_of_service is None:
                raise Refused(RefusalCode.ALREADY_SO, "the table is in service")
            builder.add(happened.BackInService(player))
        case asked.Note(says=text):
            words = reason_words(state.opened, "note", text)
            builder.add(happened.IncidentNoted(player, state.round.id if state.round else None, words))
        case asked.RemovePlayer(seat=seat):
            _remove(builder, player, seat)
        case _:
            raise AssertionError(f"{request.kind} is decided elsewhere")


def _rule(builder: DecisionBuilder, player: str, action: object) -> None:
    """A ruling of the floor on the contest in progress."""
    state = builder.state
    read = _read(state, action)
    kind = str(getattr(read, "kind", ""))
    if state.opened.table_kind == "live" and kind == state.kit.tables.void_kind:
        read = replace(read, reason=_void_reason(state, read.reason))
    builder.add(happened.FloorActed(player, kind))
    builder.step(FLOOR, read)


def _void_reason(state: TableState, given: str) -> str:
    """The reason of a void at a live table (reading R17)."""
    assert state.play is not None
    allowed = state.game.void_reasons(state.play.state)
    if allowed is None:
        return reason_words(state.opened, "void", given)
    if given not in allowed:
        message = state.kit.words.void_needs.format(reasons=", ".join(allowed))
        raise Refused(RefusalCode.REASON_NEEDED, message, "action.reason", value=given, choices=list(allowed))
    return REASONS["void"].get(given, given)


def _remove(builder: DecisionBuilder, by: str, seat: int) -> None:
    """Free a seat now, or at the end of the contest that it is in. Until then the table folds for a player who has
    wagers in it, and takes no more (reading R15); a bot plays on, and so does a player who only fills a sheet."""
    state = builder.state
    who = _occupant(state, seat)
    if who.is_leaving or who.is_removed:
        message = f"Seat {seat} is already leaving. It is freed when the round ends."
        raise Refused(RefusalCode.ALREADY_SO, message, "seat", seat=seat)
    if in_contest(state, who.player):
        assert state.play is not None
        action = state.game.on_remove(state.play.state, seat) if who.bot is None else None
        if action is not None:
            refuse_removal(state, by)
        if action is not None or who.bot is not None or state.opened.clocks.decision_ms:
            builder.add(happened.SeatRemoved(seat, who.player, by))
            if action is not None:
                builder.step(SYSTEM, action)
            _free_removed(builder, seat)
            return
    builder.add(happened.FloorActed(by, "remove_player"))
    leave_for(builder, seat, "removed")


def _free_removed(builder: DecisionBuilder, seat: int) -> None:
    """Free the seat of a removed player who has nothing in the contest any more."""
    who = builder.state.seats.get(seat)
    if who is not None and who.is_removed and not in_contest(builder.state, who.player):
        builder.add(happened.SeatLeft(seat, who.player, "removed"))


# ---- what is shared


def _read(state: TableState, action: object) -> Any:
    try:
        return from_plain(state.game.action_kinds, action, "action")
    except RecordError as error:
        raise Refused(RefusalCode.BAD_REQUEST, error.faults) from None


def _own_seat(state: TableState, player: str) -> int:
    seat = state.seat_of(player)
    if seat is None:
        raise Refused(RefusalCode.NOT_SEATED, "you have no seat at this table")
    return seat


def _occupant(state: TableState, seat: int) -> Any:
    if seat not in state.seats:
        raise Refused(RefusalCode.NO_SUCH_SEAT, f"seat {seat} is empty", "seat", seat=seat)
    return state.seats[seat]


def _refuse_other_round(state: TableState, name: str) -> None:
    if not state.is_playing or state.round is None or state.round.id != name:
        raise _wrong_round(state, name)


def _wrong_round(state: TableState, name: str) -> Refused:
    current = None if state.round is None else state.round.id
    now = "no round is open" if current is None else f"it is round {current} now"
    return Refused(
        RefusalCode.WRONG_ROUND, f"this is for round {name}, and {now}", "round", round=name, current=current
    )


def _not_hex(field: str, value: str) -> Fault:
    params = {"value": value, "pattern": "[0-9a-f]{64}"}
    return Fault(FaultCode.BAD_FORMAT, "must be 64 lower-case hex digits", field, params=params)

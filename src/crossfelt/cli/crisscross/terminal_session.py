"""One player's session at a table in the terminal: wagers, decisions, settlement, bankroll.

The player sees what seat 1 may see and nothing else: everything is drawn from that seat's view.
"""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import click
from rich.console import Console, Group
from rich.text import Text

from crossfelt.chance import Chance
from crossfelt.cli.crisscross.felt import bonus_row, named_hands, settled_wagers_table, table_of_cards, titled
from crossfelt.cli.crisscross.questions import Leaving, Questions
from crossfelt.cli.crisscross.table_bots import TableBots
from crossfelt.cli.crisscross.wheels import meters_line, spins_drawn
from crossfelt.cli.shared.drawing import Pencil, print_headline
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.notes import tell_written
from crossfelt.cli.shared.prompts import InputEnded
from crossfelt.cli.shared.records import RecordFile, read_resumed
from crossfelt.cli.shared.streams import refuse_unwritable
from crossfelt.crisscross.actions import Abandon, CloseBetting, Fold, PlaceWagers
from crossfelt.crisscross.layout import BONUS
from crossfelt.crisscross.notation import format_round
from crossfelt.crisscross.resolve import named_rules
from crossfelt.crisscross.round import CRISS_CROSS, RoundContest, open_round
from crossfelt.crisscross.rulebook import RuleBook, Stage
from crossfelt.crisscross.settlement import SettledWager
from crossfelt.crisscross.views import SeatView, TableView
from crossfelt.crisscross.wagers import smallest_wagers
from crossfelt.errors import BadInput
from crossfelt.fields import Fields
from crossfelt.game import SYSTEM, seat_actor, seat_audience
from crossfelt.ledger import seat_account
from crossfelt.money import dollars, signed_dollars
from crossfelt.record import SITTING

with deferred():
    from crossfelt.cli.crisscross import decision_costs

SEAT = 1
_USUAL_FILE = "round.json"
_MOST_CENTS = 10**15


@dataclass
class TerminalSession:
    """One player at a table, from sitting down to leaving."""

    book: RuleBook
    chance: Chance
    console: Console
    questions: Questions
    pencil: Pencil
    wagers: dict[str, int]
    """The wagers of the last round, which Enter bets again."""
    bankroll: int
    save: str | None = None
    notation: bool = False
    bots: TableBots = field(default_factory=TableBots)
    unfinished: RoundContest | None = None
    """The round of a record, which is continued first."""
    meters: dict[str, str] = field(default_factory=dict)
    """The progressive meters after the last round; empty before the first one."""
    played: int = 0
    has_left: bool = False
    opening_cents: int = field(init=False)
    _playing: RoundContest | None = None
    """The round in progress."""
    _costs: decision_costs.SittingCosts | None = None
    _unsaved: BadInput | None = None
    """Why a record could not be written."""

    def __post_init__(self) -> None:
        self.opening_cents = self.bankroll
        staked = 0 if self.unfinished is None else -self.unfinished.balances.get(seat_account(SEAT), 0)
        if staked > self.bankroll:
            raise BadInput(f"--bankroll: {dollars(staked)} is already on the table, more than {dollars(self.bankroll)}")

    def play(self, rounds: int | None) -> None:
        """Play until the player leaves, the rounds are played or the chips are gone."""
        self.console.print(Text(f"{named_rules(self.book).title}, seat {SEAT} of {self.book.seat_count}", "bold"))
        self.console.print(f"You sit down with {dollars(self.bankroll)}. Type ? for help, q to quit.")
        try:
            if self.unfinished is not None:
                self._go_on(self.unfinished, self.wagers)
            while not self.has_left and (rounds is None or self.played < rounds):
                wagers = self._ask_wagers()
                if wagers is None:
                    break
                self._play_round(wagers)
        except KeyboardInterrupt:
            self._interrupted()
            raise
        if self._playing is not None:
            self._keep_round(self._playing)
            return
        net = self.bankroll - self.opening_cents
        count = f"{self.played} round{'' if self.played == 1 else 's'}"
        self.console.print(f"You leave with {dollars(self.bankroll)} after {count}: {signed_dollars(net)}.")
        if self._unsaved is not None:
            raise self._unsaved
        if self.save is not None and self.played:
            tell_written(self.save)

    def _play_round(self, wagers: dict[str, int]) -> None:
        contest = open_round(self.book, (SEAT, *self.bots.seats), self.meters)
        contest.act(seat_actor(SEAT), PlaceWagers(wagers))
        self.bots.place_wagers(contest)
        contest.act(SYSTEM, CloseBetting())
        self._go_on(contest, wagers)

    def _go_on(self, contest: RoundContest, wagers: dict[str, int]) -> None:
        """Play a round from the deal, or from where it was left, to its end or until the player leaves."""
        contest.advance(self.chance)
        self._playing = contest
        self.bots.act(contest, self.chance, self.console.print)
        while (stage := self._decision(contest)) is not None:
            if self.save is not None:
                RecordFile(self.save).keep(contest, self._sitting())
            view, chips = _view(contest), self.bankroll + contest.balances[seat_account(SEAT)]
            at_stake = dollars(sum(_own_seat(view).wagers.values()))
            self._headline(f"{stage.spot.title} decision: {at_stake} at stake, {dollars(chips)} left")
            self._draw(view)
            ante = _own_seat(view).wagers[stage.spot.multiple_of or ""]
            action = self.questions.ask_decision(stage, ante, chips, partial(self._advise, view, ante, chips))
            self.has_left = isinstance(action, Leaving)
            if action is Leaving.KEEP or (action is Leaving.INPUT_ENDED and self.save is not None):
                return
            if action is Leaving.INPUT_ENDED:
                # The table decides for a player who is gone, as the rule book has it (reading R15).
                contest.act(SYSTEM, Abandon(SEAT))
            else:
                contest.act(seat_actor(SEAT), Fold(stage.id) if isinstance(action, Leaving) else action)
            contest.advance(self.chance)
            self.bots.act(contest, self.chance, self.console.print)
        self.wagers = wagers
        self._finish(contest)
        self._playing = None

    def _sitting(self) -> dict[str, Any]:
        """Return the sitting, which a record stores beside the round so that it can be resumed."""
        return {SITTING: {"bankroll_cents": self.bankroll, "players": self.bots.names}}

    def _keep_round(self, contest: RoundContest) -> None:
        """Save the unfinished round in the file of `--save`, or in one that the player names."""
        name = self.save or self._ask_file()
        RecordFile(name).close(contest, self.console, self._sitting())
        self.console.print(_saved_in(name), soft_wrap=True)

    def _ask_file(self) -> str:
        while True:
            try:
                answer = self.questions.prompter.ask_exactly(f"Save it in which file? (Enter: {_USUAL_FILE})")
            except InputEnded:
                answer = ""
            name = answer or _USUAL_FILE
            try:
                refuse_unwritable("File", name)
            except BadInput as error:
                self.console.print(f"Sorry: {error}.")
                continue
            if not Path(name).exists() or self.questions.prompter.is_agreed(f"{name} exists. Replace it?"):
                return name

    def _interrupted(self) -> None:
        """Say after Ctrl-C where the round is saved."""
        if self._playing is None:
            return
        words = "The round isn't saved. Use --save FILE to be able to continue one."
        if self.save is not None:
            RecordFile(self.save).keep(self._playing, self._sitting())
            words = _saved_in(self.save)
        # After the ^C on a terminal, where the program ends with a line break of its own.
        is_terminal = sys.stderr is not None and sys.stderr.isatty()
        click.echo(f"\n{words}" if is_terminal else words, err=True, nl=not is_terminal)

    def _finish(self, contest: RoundContest) -> None:
        net = contest.balances.get(seat_account(SEAT), 0)
        self.bankroll += net
        self.played += 1
        self.meters = contest.carried
        view = _view(contest)
        self._headline(f"Round {self.played} settled: {signed_dollars(net)}, bankroll {dollars(self.bankroll)}")
        self._draw(view)
        self.console.print(_ending(self.book, view))
        for wheel in spins_drawn(self.book, view, SEAT):
            self.console.print(wheel)
        self.console.print(settled_wagers_table(self.book, SEAT, _own_wagers(view), _hands(self.book, view)))
        self._judge(contest)
        if self.notation:
            # Notation is for machines too: its lines are never wrapped.
            text = format_round(self.book, contest.seats, contest.events, contest.carried_in)
            self.console.print(f"\n{text}", soft_wrap=True)
        if self.save is not None:
            try:
                RecordFile(self.save).close(contest, self.console)
            except BadInput as error:  # reported at the end: the player stays at the table
                self._unsaved = error

    def _judge(self, contest: RoundContest) -> None:
        """Print what each decision of the round cost, and the total of the sitting."""
        before = self.bankroll - contest.balances.get(seat_account(SEAT), 0)
        decisions = list(decision_costs.decisions_made(contest, SEAT, before))
        if not decisions:
            return
        if self._costs is None:
            self._costs = decision_costs.SittingCosts()
        self._costs.add(decisions)
        self.console.print()
        for decision, action in decisions:
            self.console.print(decision.judge(action))
        self.console.print(self._costs.sentence)

    def _decision(self, contest: RoundContest) -> Stage | None:
        view = _view(contest)
        return self.book.stages_by_id[view.stage] if view.to_act == SEAT else None

    def _ask_wagers(self) -> dict[str, int] | None:
        smallest = smallest_wagers(self.book)
        if sum(smallest.values()) > self.bankroll:
            self.console.print(f"{dollars(self.bankroll)} doesn't cover the smallest antes.")
            return None
        self._headline(f"Round {self.played + 1}: bankroll {dollars(self.bankroll)}")
        meters = self.meters or open_round(self.book).carried
        if meters:
            self.console.print(meters_line(self.book, meters))
        if not self.played:
            self.questions.explain_wagers()
        last = self.wagers if sum(self.wagers.values()) <= self.bankroll else smallest
        return self.questions.ask_wagers(last, self.bankroll)

    def _advise(self, view: TableView, ante: int, chips: int) -> None:
        self.console.print(decision_costs.weigh(self.book, view, ante, chips).advise())

    def _headline(self, text: str) -> None:
        print_headline(self.console, Text(text))

    def _draw(self, view: TableView) -> None:
        seat = _own_seat(view)
        cards = [titled("Your cards", self.pencil.row(seat.hole))]
        if view.bonus_cards:
            cards.append(bonus_row(self.pencil, view.bonus_cards))
        stakes = [
            f"{spot.title} {dollars(seat.wagers[spot.id])}"
            for spot in self.book.spots.values()
            if spot.id in seat.wagers
        ]
        self.console.print(table_of_cards(self.pencil, view.community, Group(*cards), Text("\n".join(stakes))))


def _own_wagers(view: TableView) -> list[SettledWager]:
    return [wager for wager in view.settled_wagers if wager.seat == SEAT]


@dataclass(frozen=True, slots=True)
class ResumedRound:
    """The unfinished round of a record, and what its player brought."""

    contest: RoundContest
    bankroll: int | None
    """Cents before the round; None where the record doesn't have it."""
    players: str | None
    """The players of the other seats, as `--with` takes them; None where the record doesn't have them."""


def resumed_round(file: str) -> ResumedRound:
    """Read the unfinished round of a record. Its wagers must be placed, on seats from 1 on without a gap."""
    contest, data = read_resumed(CRISS_CROSS, file)
    if contest.seats != tuple(range(SEAT, SEAT + len(contest.seats))):
        seats = ", ".join(map(str, contest.seats))
        raise BadInput(f"--resume: only rounds with seats from {SEAT} on can be continued; this one has {seats}")
    if contest.state.stage == "betting":
        raise BadInput("--resume: no wagers are placed in this round yet, so there is nothing to continue")
    if SITTING not in data:
        return ResumedRound(contest, None, None)
    fields = Fields(data).table(SITTING)
    bankroll = fields.integer("bankroll_cents", least=0, most=_MOST_CENTS)
    players = fields.text("players")
    if fields.faults:
        raise BadInput([f"--resume: {fault}" for fault in fields.faults])
    return ResumedRound(contest, bankroll, players or None)


def placed_wagers(contest: RoundContest) -> dict[str, int]:
    """Return the player's wagers from before the deal."""
    wagers = contest.state.seats[0].wagers
    return {spot.id: wagers[spot.id] for spot in contest.rules.betting_spots if spot.id in wagers}


def _ending(book: RuleBook, view: TableView) -> str:
    """How the round ended for the player, in a sentence."""
    seat = _own_seat(view)
    if seat.status == "forfeited":
        return "You left: every wager of the round is lost."
    if seat.folded_at is not None:
        who = "You left, so the table" if seat.absent else "You"
        return f"{who} folded at the {seat.folded_at} decision: the antes and bets are lost."
    hands = _hands(book, view)
    return f"Your across hand: {hands['across']}. Your down hand: {hands['down']}."


def _hands(book: RuleBook, view: TableView) -> dict[str, str]:
    places = {**view.community, **dict(zip(BONUS, view.bonus_cards, strict=False))}
    return named_hands(book, _own_seat(view).hole, places)


def _saved_in(name: str) -> str:
    return f"The round is saved in {name}. Continue with: crossfelt deal --resume {shlex.quote(name)}"


def _view(contest: RoundContest) -> TableView:
    return contest.view(seat_audience(SEAT))


def _own_seat(view: TableView) -> SeatView:
    return next(seat for seat in view.seats if seat.seat == SEAT)

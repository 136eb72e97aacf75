"""One player's session at a table in the terminal: wagers, decisions, settlement, bankroll.

The player sees what seat 1 may see and nothing else: everything is drawn from that seat's view.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from rich.console import Console, Group
from rich.text import Text

from crossfelt.chance import Chance
from crossfelt.cli.crisscross.advice_table import advice_table
from crossfelt.cli.crisscross.company import Company
from crossfelt.cli.crisscross.felt import bonus_row, settled_wagers_table, signed, table_of_cards, titled
from crossfelt.cli.crisscross.questions import Questions
from crossfelt.cli.crisscross.wheels import meters_line, spins_drawn
from crossfelt.cli.shared.drawing import Pencil, print_headline
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.notes import tell_written
from crossfelt.cli.shared.records import RecordFile, resume
from crossfelt.crisscross.actions import Abandon, CloseBetting, PlaceWagers
from crossfelt.crisscross.notation import format_round
from crossfelt.crisscross.policies import FOLDS, situation_of
from crossfelt.crisscross.resolve import named_rules
from crossfelt.crisscross.round import CRISS_CROSS, RoundContest, open_round
from crossfelt.crisscross.rulebook import RuleBook, Stage
from crossfelt.crisscross.settlement import SettledWager
from crossfelt.crisscross.views import SeatView, TableView
from crossfelt.crisscross.wagers import smallest_wagers
from crossfelt.errors import BadInput
from crossfelt.game import SYSTEM, seat_actor, seat_audience
from crossfelt.ledger import seat_account
from crossfelt.money import dollars

with deferred():
    from crossfelt.analysis.crisscross import encode
    from crossfelt.analysis.crisscross import policies as exact

SEAT = 1


@dataclass
class TerminalSession:
    """What a player has and has done between sitting down and leaving."""

    book: RuleBook
    chance: Chance
    console: Console
    questions: Questions
    pencil: Pencil
    wagers: dict[str, int]
    """What Enter bets: the wagers of the last round."""
    bankroll: int
    save: str | None = None
    notation: bool = False
    company: Company = field(default_factory=Company)
    unfinished: RoundContest | None = None
    """The round of a record to go on with, before any other."""
    meters: dict[str, str] = field(default_factory=dict)
    """What the progressive meters hold after the last round; before the first one they stand at their start."""
    played: int = 0
    has_left: bool = False
    opening_cents: int = field(init=False)
    _unsaved: BadInput | None = None
    """Why a record could not be written."""

    def __post_init__(self) -> None:
        self.opening_cents = self.bankroll
        staked = 0 if self.unfinished is None else -self.unfinished.balances.get(seat_account(SEAT), 0)
        if staked > self.bankroll:
            raise BadInput(f"--bankroll: {dollars(staked)} is already on the table, more than {dollars(self.bankroll)}")

    def play(self, rounds: int | None) -> None:
        """Round after round until the player leaves, the rounds are played or the chips are gone."""
        self.console.print(Text(f"{named_rules(self.book).title}, seat {SEAT} of {self.book.seat_count}", "bold"))
        self.console.print(f"You sit down with {dollars(self.bankroll)}. ? explains, q leaves.")
        if self.unfinished is not None:
            self._go_on(self.unfinished, self.wagers)
        while not self.has_left and (rounds is None or self.played < rounds):
            wagers = self._ask_wagers()
            if wagers is None:
                break
            self._play_round(wagers)
        net = self.bankroll - self.opening_cents
        count = f"{self.played} round{'' if self.played == 1 else 's'}"
        self.console.print(f"You leave with {dollars(self.bankroll)} after {count}: {signed(net)}.")
        if self._unsaved is not None:
            raise self._unsaved
        if self.save is not None and self.played:
            tell_written(self.save)

    def _play_round(self, wagers: dict[str, int]) -> None:
        contest = open_round(self.book, (SEAT, *self.company.seats), self.meters)
        contest.act(seat_actor(SEAT), PlaceWagers(wagers))
        self.company.place_wagers(contest)
        contest.act(SYSTEM, CloseBetting())
        self._go_on(contest, wagers)

    def _go_on(self, contest: RoundContest, wagers: dict[str, int]) -> None:
        """The round from the deal, or from where it was left, to its end."""
        contest.advance(self.chance)
        self.company.act(contest, self.chance, self.console.print)
        while (stage := self._decision(contest)) is not None:
            if self.save is not None:
                RecordFile(self.save).keep(contest)
            view, chips = _view(contest), self.bankroll + contest.balances[seat_account(SEAT)]
            at_stake = dollars(sum(_own_seat(view).wagers.values()))
            self._headline(f"{stage.spot.title} decision: {at_stake} at stake, {dollars(chips)} left")
            self._draw(view)
            ante = _own_seat(view).wagers[stage.spot.multiple_of or ""]
            action = self.questions.ask_decision(stage, ante, chips, partial(self._advise, view))
            if action is None:
                # For whoever leaves before deciding, the table does what the rule book says (reading R15).
                self.has_left = True
                contest.act(SYSTEM, Abandon(SEAT))
            else:
                contest.act(seat_actor(SEAT), action)
            contest.advance(self.chance)
            self.company.act(contest, self.chance, self.console.print)
        self.wagers = wagers
        self._finish(contest)

    def _finish(self, contest: RoundContest) -> None:
        net = contest.balances.get(seat_account(SEAT), 0)
        self.bankroll += net
        self.played += 1
        self.meters = contest.carried
        view = _view(contest)
        self._headline(f"Round {self.played} settled: {signed(net)}, bankroll {dollars(self.bankroll)}")
        self._draw(view)
        self.console.print(_ending(self.book, view))
        for wheel in spins_drawn(self.book, view, SEAT):
            self.console.print(wheel)
        self.console.print(settled_wagers_table(self.book, SEAT, _own_wagers(view)))
        if self.notation:
            # Notation is for machines too: its lines are never wrapped.
            text = format_round(self.book, contest.seats, contest.events, contest.carried_in)
            self.console.print(f"\n{text}", soft_wrap=True)
        if self.save is not None:
            try:
                RecordFile(self.save).close(contest, self.console)
            except BadInput as error:  # told at the end: the player stays at the table
                self._unsaved = error

    def _decision(self, contest: RoundContest) -> Stage | None:
        view = _view(contest)
        return self.book.stages_by_id[view.stage] if view.to_act == SEAT else None

    def _ask_wagers(self) -> dict[str, int] | None:
        smallest = smallest_wagers(self.book)
        if sum(smallest.values()) > self.bankroll:
            self.console.print(f"{dollars(self.bankroll)} does not cover the smallest antes.")
            return None
        self._headline(f"Round {self.played + 1}: bankroll {dollars(self.bankroll)}")
        meters = self.meters or open_round(self.book).carried
        if meters:
            self.console.print(meters_line(self.book, meters))
        if not self.played:
            self.questions.explain_wagers()
        last = self.wagers if sum(self.wagers.values()) <= self.bankroll else smallest
        return self.questions.ask_wagers(last, self.bankroll)

    def _advise(self, view: TableView) -> None:
        """Prints what each action of the decision at hand is worth."""
        values = exact.ExactAdvisor(encode.encode(self.book)).values(situation_of(self.book, view))
        named = {"fold" if action == FOLDS else f"{action}x": value for action, value in values.items()}
        self.console.print(advice_table(named, max(named, key=named.__getitem__)))
        self.console.print("Exact, for the main game, when every later decision is the best one; bonus wagers aside.")

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


def resumed_round(file: str) -> RoundContest:
    """The unfinished round of a record with its wagers placed, and seats from 1 on without a gap."""
    contest = resume(CRISS_CROSS, file)
    if contest.seats != tuple(range(SEAT, SEAT + len(contest.seats))):
        seats = ", ".join(map(str, contest.seats))
        raise BadInput(f"--resume: you play on seat {SEAT} with the others on the next ones; this round has {seats}")
    if contest.state.stage == "betting":
        raise BadInput("--resume: the wagers of this round are still open, so there is nothing to go on with")
    return contest


def placed_wagers(contest: RoundContest) -> dict[str, int]:
    """What the player bet before the deal."""
    wagers = contest.state.seats[0].wagers
    return {spot.id: wagers[spot.id] for spot in contest.rules.betting_spots if spot.id in wagers}


def _ending(book: RuleBook, view: TableView) -> str:
    """The sentence that says how the round ended for the player, which stands above the wagers."""
    seat = _own_seat(view)
    if seat.status == "forfeited":
        return "You left: every wager of the round is lost."
    if seat.folded_at is not None:
        who = "You left: the table" if seat.absent else "You"
        return f"{who} folded at the {seat.folded_at} decision, which loses the antes and bets."
    hands = {book.spots[line.spot].hand: (line.hand or "").replace("_", " ") for line in _own_wagers(view)}
    return f"Your across hand: {hands['across']}. Your down hand: {hands['down']}."


def _view(contest: RoundContest) -> TableView:
    return contest.view(seat_audience(SEAT))


def _own_seat(view: TableView) -> SeatView:
    return next(seat for seat in view.seats if seat.seat == SEAT)

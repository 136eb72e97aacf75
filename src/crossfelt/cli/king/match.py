"""One match in the terminal, from the first roll until the sheets are full.

Players see only what their seat may see: everything is drawn from the view of the seat.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from rich.console import Console, Group
from rich.padding import Padding
from rich.text import Text

from crossfelt.cards import parse_card, spoken
from crossfelt.chance import Draws
from crossfelt.cli.king.answers import command_of, parse_wish
from crossfelt.cli.king.board import playing_sheet
from crossfelt.cli.king.help import ROLL_HELP, help_text
from crossfelt.cli.shared.drawing import Pencil, print_headline
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.notes import tell_written
from crossfelt.cli.shared.progress import spinner
from crossfelt.cli.shared.prompts import InputEnded, Prompter
from crossfelt.cli.shared.records import RecordFile
from crossfelt.errors import BadInput, IllegalAction
from crossfelt.game import CHANCE, SYSTEM, Policy, seat_actor, seat_audience
from crossfelt.kingcross.actions import AbandonSheet, Place, RollDice
from crossfelt.kingcross.dice import SHEET_ROLLS, Roll, next_roll, parse_roll
from crossfelt.kingcross.events import CardPlaced, CardPlacement, Event, PlacementsShown, SheetAbandoned
from crossfelt.kingcross.grid import sheet_from_grid
from crossfelt.kingcross.match import MatchContest
from crossfelt.kingcross.sheet import Sheet, parse_square
from crossfelt.kingcross.views import MatchView, SheetView

with deferred():
    from crossfelt.analysis.king import hints
    from crossfelt.cli.king import hint_table

_MOST_HINTS = 3
ALONE = "You"
"""The name of a player who gave no names."""
_FORGET_SCROLLED = "\x1b[3J"
"""Clears the scrollback of a terminal; terminals without one ignore it."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person at this terminal or a bot, with a seat and a name."""

    seat: int
    name: str
    policy: Policy[MatchView, Place] | None = None
    """Decides for a bot; None for a person."""


class _Left(Exception):
    """Raised when a person leaves the match before its end."""


@dataclass
class TerminalMatch:
    """A match, and the people and bots who play it."""

    contest: MatchContest
    players: tuple[Player, ...]
    dice: Draws | None
    """Source of the rolls; None when people roll real dice and type them in."""
    console: Console
    command: str = "crossfelt king play"
    """The command line that continues the match, but for the name of the record."""
    always_hints: bool = False
    record: str | None = None
    _shown: Text | None = None
    """Where everybody placed the roll before this one."""
    _hinted: set[tuple[int, int]] = field(default_factory=set)
    """The seats and rolls for which a hint was shown."""

    def __post_init__(self) -> None:
        self.pencil = Pencil.for_console(self.console)
        self.prompter = Prompter(self.console)

    @property
    def is_alone(self) -> bool:
        """Whether there is only one player."""
        return len(self.players) == 1

    def play(self) -> bool:
        """Play to the end; return False if a player left before. Call `close_record` afterwards."""
        try:
            while (pending := self.contest.game.pending(self.contest.state)).kind != "finished":
                if pending.kind == "chance":
                    self._roll(pending.seats)
                else:
                    self._turn(self._next(pending.seats))
        except (InputEnded, _Left):
            count = self._placed()
            self.console.print(f"You left after {count} placement{'' if count == 1 else 's'}.")
            return False
        else:
            if self._shown is not None:
                self.console.print(self._shown)
            return True
        finally:
            self._keep_record()

    def close_record(self) -> None:
        """Write the record, finished or not. Call this last, so that a full disk costs only the record."""
        if self.record is not None:
            RecordFile(self.record).close(self.contest, self.console)
            tell_written(self.record)
            if not self.contest.is_finished:
                # This is copied from here, so it is never broken into lines.
                resume = f"--resume {shlex.quote(self.record)}"
                self.console.print(f"Continue with: {self.command} {resume}", soft_wrap=True)

    def _keep_record(self) -> None:
        if self.record is not None:
            RecordFile(self.record).keep(self.contest)

    def view(self, seat: int) -> MatchView:
        """Return what the player on that seat may see of the match."""
        return self.contest.game.view(self.contest.state, seat_audience(seat))

    def hints_of(self, seat: int) -> int:
        """Return the number of rolls for which the player on this seat got a hint."""
        return sum(1 for hinted, _ in self._hinted if hinted == seat)

    def _placed(self) -> int:
        return sum(sheet.has_placed + max(len(sheet.rolls) - 1, 0) for sheet in self.view(self.players[0].seat).seats)

    def _player(self, seat: int) -> Player:
        return next(player for player in self.players if player.seat == seat)

    def _next(self, seats: Sequence[int]) -> Player:
        """Return the player furthest behind with own dice, or the lowest seat that hasn't placed with shared dice."""
        view = self.view(seats[0])
        rolls = {sheet.seat: len(sheet.rolls) for sheet in view.seats}
        return self._player(min(seats, key=lambda seat: (rolls[seat], seat)))

    def _roll(self, seats: Sequence[int]) -> None:
        sheet = next(sheet for sheet in self.view(seats[0]).seats if sheet.seat == seats[0])
        whose = "" if len(seats) > 1 or self.is_alone else f"{self._player(seats[0]).name}: "
        roll = (
            next_roll(self.dice) if self.dice is not None else self._typed_roll(f"{whose}roll {len(sheet.rolls) + 1}")
        )
        self._tell(self.contest.act(CHANCE, RollDice(roll.value, roll.suit)))

    def _typed_roll(self, which: str) -> Roll:
        question = f"{which[:1].upper()}{which[1:]}, d12 and d4:"
        while True:
            answer = self.prompter.ask(question)
            match command_of(answer):
                case "quit":
                    self._quit()
                case "help" | "hint" | "sheet" | "leave":
                    self.console.print(ROLL_HELP)
                case None:
                    try:
                        return parse_roll(answer)
                    except BadInput as error:
                        self.console.print(f"Try again: {error}.")

    def _turn(self, player: Player) -> None:
        if player.policy is None:
            self._ask(player)
            return
        with self._thinking(player.name):
            action = player.policy.act(self.view(player.seat))
        self._tell(self.contest.act(seat_actor(player.seat), action))

    def _ask(self, player: Player) -> None:
        """Ask a person for a square until the roll is placed."""
        self._keep_record()
        self._pass_on(player)
        view, own = self.view(player.seat), self._own(player)
        assert own.in_hand is not None
        self._draw(player, view, own)
        if self.always_hints:
            self._hint(player, own)
        question = Text("Square for ").append_text(self.pencil.name(own.in_hand)).append(":")
        while True:
            answer = self.prompter.ask(question)
            match command_of(answer):
                case "help":
                    self.console.print(help_text(self.contest.state.rules))
                case "hint":
                    self._hint(player, own)
                case "sheet":
                    self._draw_all(view)
                case "quit":
                    self._quit()
                case "leave":
                    if self._leave(player):
                        return
                case None:
                    try:
                        wish = parse_wish(answer)
                        self._place(player, wish.square, wish.card or own.in_hand)
                    except (BadInput, IllegalAction) as error:
                        self.console.print(f"Try again: {error}.")
                    else:
                        return

    def _pass_on(self, player: Player) -> None:
        """Hide the previous player's placement, where placements are secret and people share a screen."""
        people = sum(1 for entry in self.players if entry.policy is None)
        if people > 1 and self.contest.state.rules.is_secret and self.prompter.is_interactive:
            self._wipe()
            self.prompter.ask(f"{player.name}, press Enter when only you can see the screen.")
            self._wipe()

    def _wipe(self) -> None:
        """Clear the screen, its scrollback and the history of answers."""
        self.prompter.forget_answers()
        self.console.clear()
        self.console.file.write(_FORGET_SCROLLED)

    def _draw(self, player: Player, view: MatchView, own: SheetView) -> None:
        assert own.in_hand is not None
        card = parse_card(own.in_hand)
        whose = "" if self.is_alone else f"{player.name}, "
        title = Text(f"{whose}roll {len(own.rolls)} of {SHEET_ROLLS}: ")
        title.append_text(self.pencil.name(own.in_hand)).append(f" ({spoken(card)}), {own.points_made} points so far")
        title = Text(title.plain[:1].upper()).append_text(title[1:])
        print_headline(self.console, title)
        if self._shown is not None:
            self.console.print(self._shown)
        chart = self.contest.state.rules.score_card.chart
        marked = {parse_square(option.square) for option in view.options}
        self.console.print(playing_sheet(self.pencil, own.grid, own.made, chart, marked))
        if own.is_wild:
            self.console.print(self._changes(view, own.in_hand))

    def _changes(self, view: MatchView, rolled: str) -> Group:
        """List the cards that a wild roll may become, and where each fits."""
        squares: dict[str, str] = {}
        for option in view.options:
            squares[option.card] = f"{squares.get(option.card, '')} {option.square}"
        by_squares: dict[str, list[str]] = {}
        for card, places in squares.items():
            by_squares.setdefault(places, []).append(card)
        first = view.options[0]
        opening = Text().append_text(self.pencil.name(rolled))
        opening.append(
            f" fits nowhere, so it is wild. Type a square and the card it becomes: {first.square} {first.card}"
        )
        rows = [
            Padding(self.pencil.names(cards).append(f" on{places}"), (0, 0, 0, 2))
            for places, cards in by_squares.items()
        ]
        return Group(opening, *rows)

    def _draw_all(self, view: MatchView) -> None:
        """Draw every sheet as this seat may see it, without secret placements of other seats."""
        chart = self.contest.state.rules.score_card.chart
        for sheet in view.seats:
            if not self.is_alone:
                name = self._player(sheet.seat).name
                self.console.print(Text(f"\n{name}, {sheet.points_made} points so far", "bold"))
            self.console.print(playing_sheet(self.pencil, sheet.grid, sheet.made, chart))

    def _hint(self, player: Player, own: SheetView) -> None:
        assert own.in_hand is not None
        rules = self.contest.state.rules
        try:
            with self._thinking("finding the best squares"):
                rolled = parse_card(own.in_hand)
                hinted = hints.hints(rules.score_card, rules.bonus, self._sheet(own), rolled, explained=_MOST_HINTS)
        except BadInput as error:
            self.console.print(f"No hint: {error}.")
            return
        is_first = not self._hinted
        self._hinted.add((player.seat, len(own.rolls)))
        best = hinted[:_MOST_HINTS]
        self.console.print(hint_table.hint_table(self.pencil, best))
        if tied := hint_table.tied_squares(hinted):
            self.console.print(tied)
        if is_first and len(hinted) > 1:
            self.console.print(hint_table.UNITS, style="dim")
            self.console.print(hint_table.legend(reason for entry in best for reason in entry.reasons))

    def _thinking(self, who: str) -> AbstractContextManager[object]:
        """Show a spinner while kernels are compiled or a bot searches."""
        return spinner(f"{who} ...")

    def _quit(self) -> None:
        if self.prompter.is_agreed("Leave the match unfinished?"):
            raise _Left

    def _leave(self, player: Player) -> bool:
        """Ask whether a player gives up and, if so, hand the sheet to the table (reading K17)."""
        if self.is_alone:
            self.console.print("You're the only player: type quit to leave the match.")
            return False
        if not self.prompter.is_agreed("Give up your sheet? The table will place your remaining cards."):
            return False
        self._tell(self.contest.act(SYSTEM, AbandonSheet(player.seat)))
        return True

    def _place(self, player: Player, square: str, card: str) -> None:
        roll = len(self._own(player).rolls)
        self._tell(self.contest.act(seat_actor(player.seat), Place(roll, square, card)))

    def _own(self, player: Player) -> SheetView:
        return next(sheet for sheet in self.view(player.seat).seats if sheet.seat == player.seat)

    def _sheet(self, own: SheetView) -> Sheet:
        return sheet_from_grid(own.grid, self.contest.rules.score_card, is_full=False)

    def _tell(self, events: Sequence[Event]) -> None:
        """Print what happened, as far as everybody may know it and didn't do it themselves."""
        for event in events:
            match event:
                case PlacementsShown(roll=roll, placements=placements):
                    placed = [self._placement_text(placement) for placement in placements]
                    self._shown = Text(f"Roll {roll}: ").append_text(Text(", ").join(placed)).append(".")
                case CardPlaced(roll=roll, placement=placement) if not self._is_seen(placement):
                    self.console.print(Text(f"Roll {roll}: ").append_text(self._placement_text(placement)).append("."))
                case SheetAbandoned(seat=seat):
                    self.console.print(f"{self._player(seat).name} left. The table places their remaining cards.")
                case _:
                    pass

    def _is_seen(self, placement: CardPlacement) -> bool:
        """Return whether a person has just typed this placement."""
        return placement.decided_by == "player" and self._player(placement.seat).policy is None

    def _placement_text(self, placement: CardPlacement) -> Text:
        """Return a placement as everybody reads it: `Ann 7♥ on b4`."""
        text = Text(f"{self._player(placement.seat).name} ").append_text(self.pencil.name(placement.card))
        return text.append(f"{' (wild)' if placement.is_wild else ''} on {placement.square}")

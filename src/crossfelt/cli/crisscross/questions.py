"""Asks a player at a Criss Cross table for wagers and decisions, until the answer is valid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from rich.console import Console

from crossfelt.cli.crisscross.wagers import ante_of, parse_wagers, wager_entries, wagers_in_words
from crossfelt.cli.crisscross.wheels import offers
from crossfelt.cli.rules.book_tables import pay_tables
from crossfelt.cli.shared.amounts import parse_amount
from crossfelt.cli.shared.prompts import InputEnded, Prompter
from crossfelt.crisscross.actions import Bet, Fold
from crossfelt.crisscross.rulebook import RuleBook, Stage
from crossfelt.errors import BadInput
from crossfelt.money import dollars

LEAVE = ("q", "quit", "leave", "exit")
HELP = ("?", "h", "help")
FOLD = ("f", "fold", "folds")
ADVICE = ("a", "advice", "advise")
KEEP = ("k", "keep")
GAME = (
    "You get two cards. Five more make a cross: two across, two down and one in the middle of both. Your cards make "
    "one poker hand with the across line and one with the down line. You decide three times: on the across hand, on "
    "the down hand, and on the better of the two. Each time you bet one to three antes, or fold. The dealer has no "
    "hand: the pay table decides."
)
_DECIDED_BY = {
    "across": "your two cards, the across pair and the middle card",
    "down": "your two cards, the down pair and the middle card",
    "higher": "the better of your across and down hands",
}


class Leaving(Enum):
    """How a player leaves in the middle of a round."""

    KEEP = auto()
    """The round is saved to continue later."""
    FOLD = auto()
    INPUT_ENDED = auto()
    """Without an answer: a script has no more lines, or the terminal is gone."""


@dataclass(frozen=True, slots=True)
class Questions:
    """The questions of one table."""

    book: RuleBook
    prompter: Prompter

    @property
    def console(self) -> Console:
        """The console that questions and explanations are printed on."""
        return self.prompter.console

    def ask_wagers(self, last: dict[str, int], bankroll: int) -> dict[str, int] | None:
        """Ask for the wagers before the deal until they are legal and covered; Enter bets `last` again.

        None when the player leaves.
        """
        self.console.print(f"Enter bets {wagers_in_words(self.book, last)}.")
        self._warn_when_short(last, bankroll)
        while True:
            try:
                answer = self.prompter.ask("Your wagers in dollars:")
            except InputEnded:
                return None
            if answer in LEAVE:
                return None
            if answer in HELP:
                self._explain_game()
                continue
            try:
                wagers = parse_wagers(self.book, answer) if answer else last
            except BadInput as error:
                self.console.print(f"Sorry: {error}.")
                continue
            left = bankroll - sum(wagers.values())
            if left < 0:
                self.console.print(f"That is {dollars(bankroll - left)}, you have {dollars(bankroll)}.")
                continue
            if answer:
                self._warn_when_short(wagers, bankroll)
            return wagers

    def ask_decision(self, stage: Stage, ante: int, chips: int, advise: Callable[[], None]) -> Bet | Fold | Leaving:
        """Ask for one decision; bets that the chips don't cover aren't offered.

        `advise` prints what each action is worth.
        """
        multiples = stage.spot.multiples
        bets = {str(multiple): multiple for multiple in multiples if multiple * ante <= chips}
        if len(bets) < len(multiples):
            self.console.print(f"You have {dollars(chips)} left, too little for every bet.")
        offered = [f"{key} bets {dollars(multiple * ante)}" for key, multiple in bets.items()]
        self.console.print(f"{stage.spot.title}: {', '.join([*offered, 'f folds', 'a gives advice', 'q quits'])}.")
        keys = [*bets, "f"]
        while True:
            try:
                answer = self.prompter.ask(f"Your choice ({', '.join(keys)} or a):")
                if answer in LEAVE:
                    leaving = self._ask_leaving()
                    if leaving is None:
                        continue
                    return leaving
            except InputEnded:
                return Leaving.INPUT_ENDED
            choice = _typed_bet(answer, bets, ante)
            if choice is not None:
                return Bet(stage.id, choice)
            if answer in FOLD:
                return Fold(stage.id)
            if answer in ADVICE:
                advise()
            elif answer in HELP:
                self._explain_decision(stage)
                self.console.print(
                    f"{', '.join(offered)}; f folds; a shows what each is worth; q quits and asks whether to keep the "
                    "round or fold."
                )
            else:
                self.console.print(f"Type {_listed(keys)}; a for advice, ? for help or q to quit.")

    def explain_wagers(self) -> None:
        """Print how to type wagers before the deal, with the limits of each."""
        entries = wager_entries(self.book)
        amounts = "the amount" if len(entries) == 1 else f"up to {len(entries)} amounts"
        example = "" if len(entries) == 1 else ", such as 5 or 10,5"
        self.console.print(f"Type {amounts} in dollars, in this order{example}:")
        for entry in entries:
            each = " each" if len(entry.spots) > 1 else ""
            self.console.print(f"  {entry.title}: {entry.limits}{each} ({entry.spots[0].limits_clause})")

    def _ask_leaving(self) -> Leaving | None:
        """Ask what happens to the round of a player who leaves; None when the player stays."""
        while True:
            answer = self.prompter.ask("Keep this round for later, or fold? (k keeps, f folds, Enter plays on)")
            if answer in KEEP:
                return Leaving.KEEP
            if answer in FOLD:
                return Leaving.FOLD
            if not answer:
                return None
            self.console.print("Type k, f or Enter.")

    def _explain_game(self) -> None:
        self.console.print(GAME)
        self.explain_wagers()
        self.console.print(pay_tables(self.book, [spot for spot in self.book.betting_spots if spot.pays]))
        for offer in offers(self.book):
            self.console.print(offer)

    def _warn_when_short(self, wagers: dict[str, int], bankroll: int) -> None:
        left = bankroll - sum(wagers.values())
        if left < len(self.book.stages) * ante_of(self.book, wagers):
            self.console.print(f"That leaves {dollars(left)}, too little for a bet at every decision.")

    def _explain_decision(self, stage: Stage) -> None:
        book, spot = self.book, stage.spot
        antes = [entry for entry in book.betting_spots if entry.kind == "ante"]
        self.console.print(pay_tables(book, [spot, *antes]))
        turned = "turns the last card" if len(stage.reveals) == 1 else f"turns {len(stage.reveals)} cards"
        self.console.print(
            f"{spot.title} depends on {_DECIDED_BY[spot.hand]} ({spot.clause}). After your decision the dealer "
            f"{turned} ({stage.reveal_clause}). Folding loses the antes and bets; bonus bets stay live (reading R5)."
        )


def _typed_bet(answer: str, bets: dict[str, int], ante: int) -> int | None:
    """The multiple of a bet typed as `2`, `2x` or its amount, `$10`; None for anything else."""
    key = answer.removeprefix("bet ").removesuffix("x")
    if key in bets:
        return bets[key]
    try:
        cents = parse_amount(key)
    except BadInput:
        return None
    return next((multiple for multiple in bets.values() if multiple * ante == cents), None)


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"

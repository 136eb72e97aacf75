"""What a Criss Cross table asks a player, again until the answer is one: wagers, and a decision at each stage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rich.console import Console

from crossfelt.cli.crisscross.wagers import ante_of, parse_wagers, wager_entries, wagers_in_words
from crossfelt.cli.crisscross.wheels import offers
from crossfelt.cli.rules.book_tables import pay_tables
from crossfelt.cli.shared.asker import Asker, InputEnded
from crossfelt.crisscross.actions import Bet, Fold
from crossfelt.crisscross.rulebook import RuleBook, Stage
from crossfelt.errors import BadInput
from crossfelt.money import dollars

LEAVE = ("q", "quit", "leave")
HELP = ("?", "h", "help")
FOLD = ("f", "fold")
ADVICE = ("a", "advice")
GAME = (
    "You get two cards. Two more lie across and two down, with one in the middle of both: with yours, each line makes "
    "a five-card poker hand. Three times you bet or fold: on the across hand, on the down hand and on the better of "
    "them, while the cards between are turned. There is no dealer's hand: each hand is paid by the table."
)
_DECIDED_BY = {
    "across": "your two cards, the across pair and the middle card",
    "down": "your two cards, the down pair and the middle card",
    "higher": "the better of your across and down hands",
}


@dataclass(frozen=True, slots=True)
class Questions:
    """What one table asks a player. A None for an answer means that the player leaves."""

    book: RuleBook
    asker: Asker

    @property
    def console(self) -> Console:
        """Where the questions stand, and what explains them."""
        return self.asker.console

    def ask_wagers(self, last: dict[str, int], bankroll: int) -> dict[str, int] | None:
        """Asks for the wagers before the deal until they are legal and covered; Enter bets `last` again."""
        self.console.print(f"Enter bets {wagers_in_words(self.book, last)}.")
        self._warn_when_short(last, bankroll)
        while (answer := self._ask("Your wagers in dollars:")) is not None:
            if answer in HELP:
                self.console.print(GAME)
                self.explain_wagers()
                self.console.print(pay_tables(self.book, [spot for spot in self.book.betting_spots if spot.pays]))
                for offer in offers(self.book):
                    self.console.print(offer)
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
        return None

    def ask_decision(self, stage: Stage, ante: int, chips: int, advise: Callable[[], None]) -> Bet | Fold | None:
        """Asks what the player does at one decision; bets that the chips do not cover are not offered.

        `advise` prints what each action is worth, for whoever asks.
        """
        multiples = stage.spot.multiples
        bets = {str(multiple): multiple for multiple in multiples if multiple * ante <= chips}
        if len(bets) < len(multiples):
            self.console.print(f"You have {dollars(chips)} left: that does not cover every bet.")
        offers = [f"{key} bets {dollars(multiple * ante)}" for key, multiple in bets.items()]
        question = f"{stage.spot.title}: {', '.join([*offers, 'f folds'])}. Your choice:"
        while (answer := self._ask(question)) is not None:
            choice = answer.removesuffix("x")
            if choice in bets:
                return Bet(stage.id, bets[choice])
            if answer in FOLD:
                return Fold(stage.id)
            if answer in ADVICE:
                advise()
            elif answer in HELP:
                self._explain_decision(stage)
                self.console.print(f"{', '.join(offers)}; f folds; a says what each is worth; q leaves.")
            else:
                self.console.print("Type one of the offers, ? for help, a for advice or q to leave.")
        return None

    def explain_wagers(self) -> None:
        """Tells the player how to type wagers before the deal, and between which limits each may be."""
        entries = wager_entries(self.book)
        amounts = "the amount" if len(entries) == 1 else f"up to {len(entries)} amounts"
        self.console.print(f"Type {amounts} in dollars, in this order; what you leave out is not bet:")
        for entry in entries:
            each = " each" if len(entry.spots) > 1 else ""
            self.console.print(f"  {entry.title}: {entry.limits}{each} ({entry.spots[0].limits_clause})")

    def _warn_when_short(self, wagers: dict[str, int], bankroll: int) -> None:
        left = bankroll - sum(wagers.values())
        if left < len(self.book.stages) * ante_of(self.book, wagers):
            self.console.print(f"That leaves {dollars(left)}, too little for a bet at every decision.")

    def _explain_decision(self, stage: Stage) -> None:
        book, spot = self.book, stage.spot
        antes = [entry for entry in book.betting_spots if entry.kind == "ante"]
        self.console.print(pay_tables(book, [spot, *antes]))
        turned = "the last card is" if len(stage.reveals) == 1 else f"{len(stage.reveals)} cards are"
        leaving = "the table folds for you" if book.abandoned == "fold" else "every wager is lost"
        self.console.print(
            f"{spot.title} is decided by {_DECIDED_BY[spot.hand]} ({spot.clause}). After your decision {turned} "
            f"turned ({stage.reveal_clause}). A fold gives up the antes and bets; bonus wagers stay live "
            f"(reading R5). q leaves: {leaving} ({book.abandoned_clause})."
        )

    def _ask(self, question: str) -> str | None:
        """One answer in lower case; None when the player leaves or the input ends."""
        try:
            answer = self.asker.ask(question)
        except InputEnded:
            return None
        return None if answer in LEAVE else answer

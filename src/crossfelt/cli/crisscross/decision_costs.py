"""The decisions of a round in dollars: what each action is worth, and what the chosen one cost.

Values are exact averages over every card that can still come, with the best play afterward. They cover the main game;
bonus bets don't depend on decisions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rich.console import Group
from rich.text import Text

from crossfelt.analysis.crisscross.advice import LINES, Advice, advise, middle_cards
from crossfelt.analysis.crisscross.encode import encode
from crossfelt.cli.shared.drawing import percent, plain_table, won_or_lost
from crossfelt.crisscross.actions import Bet, Fold
from crossfelt.crisscross.policies import situation_of
from crossfelt.crisscross.round import RoundContest, open_round
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.views import TableView
from crossfelt.game import seat_actor, seat_audience
from crossfelt.ledger import seat_account
from crossfelt.money import dollars

_FOLD = "fold"


@dataclass(frozen=True, slots=True)
class WeighedDecision:
    """One decision with every action that the player's chips cover."""

    title: str
    """The hand that the decision is about: `Across`, `Down` or `Middle`."""
    advice: Advice
    ante_cents: int
    actions: tuple[str, ...]

    @property
    def best(self) -> str:
        """The best action; of equal ones the smallest wager."""
        return max(self.actions, key=self.worth)

    def worth(self, action: str) -> Fraction:
        """The average net of the whole round in cents."""
        return self.ante_cents * self.advice.values[action]

    def cost(self, action: str) -> Fraction:
        """The average loss in cents compared with the best action."""
        return self.worth(self.best) - self.worth(action)

    def advise(self) -> Group:
        """Draw the answer to `a`: the best action, every action in dollars, and the reasons."""
        table = plain_table("action", ">average result", ">cost", "")
        for action in self.actions:
            cost, is_best = self.cost(action), action == self.best
            note = "best" if is_best else "" if cost else "worth the same"
            name = action if action == _FOLD else f"{action}, {self._bet(action)}"
            table.add_row(name, won_or_lost(_signed(self.worth(action))), _amount(cost) if cost else "-", note)
        return Group(
            Text(f"Best: {self._in_words(self.best)}.", "bold"),
            table,
            *map(Text, self._reasons()),
            Text("Results are averages for the whole round, with the best play afterward. Bonus bets aren't included."),
        )

    def _reasons(self) -> Iterator[str]:
        """A sentence for each line: the cards that help it where only the middle card is unknown, else its chances."""
        made = middle_cards(self.advice)
        for line, explained in zip(LINES, self.advice.explained, strict=True):
            if line in made:
                yield explained
            else:
                chances = ", ".join(f"{fate} {percent(share, 1)}" for fate, share in self.advice.fates(line).items())
                yield f"{'Middle' if line == 'higher' else line.title()}: {chances} of the time."

    def judge(self, action: str) -> str:
        """The sentence about the action that was chosen."""
        did = f"Folding on {self.title}" if action == _FOLD else f"Betting {action} on {self.title}"
        cost = self.cost(action)
        return f"{did} cost {_amount(cost)}. Best: {self._in_words(self.best)}." if cost else f"{did} was best."

    def _in_words(self, action: str) -> str:
        return action if action == _FOLD else f"bet {action} ({self._bet(action)})"

    def _bet(self, action: str) -> str:
        return dollars(int(action.removesuffix("x")) * self.ante_cents)


@dataclass(slots=True)
class SittingCosts:
    """The decisions of all rounds since the player sat down."""

    count: int = 0
    mistakes: int = 0
    cents: Fraction = Fraction(0)

    def add(self, decisions: Sequence[tuple[WeighedDecision, str]]) -> None:
        """Count the decisions of a round."""
        for decision, action in decisions:
            cost = decision.cost(action)
            self.count += 1
            self.mistakes += cost > 0
            self.cents += cost

    @property
    def sentence(self) -> str:
        """The totals in words."""
        if not self.mistakes:
            return "This sitting: every decision was best."
        best = self.count - self.mistakes
        return f"This sitting: {best} of {self.count} decisions were best. Mistakes cost {_amount(self.cents)}."


def weigh(book: RuleBook, view: TableView, ante_cents: int, chips: int) -> WeighedDecision:
    """Price the decision that the seat of this view has to make."""
    situation = situation_of(book, view)
    scheme = encode(book)
    advice = advise(scheme, situation.hole, situation.across or None, situation.down or None, situation.bets)
    covered = [f"{multiple}x" for multiple in scheme.multiples if multiple * ante_cents <= chips]
    title = situation.stage.spot.title.removesuffix(" Bet")
    return WeighedDecision(title, advice, ante_cents, (_FOLD, *covered))


def decisions_made(contest: RoundContest, seat: int, bankroll: int) -> Iterator[tuple[WeighedDecision, str]]:
    """Price each decision that a player made in a round, from what the seat saw then.

    `bankroll` is what the player had before the round. Decisions of the table for an absent player are left out.
    """
    book = contest.rules
    again = open_round(book, contest.seats, contest.carried_in)
    for step in contest.steps:
        if step.actor == seat_actor(seat) and isinstance(step.action, Bet | Fold):
            view = again.view(seat_audience(seat))
            own = next(entry for entry in view.seats if entry.seat == seat)
            ante = own.wagers[book.stages_by_id[view.stage].spot.multiple_of or ""]
            chips = bankroll + again.balances.get(seat_account(seat), 0)
            action = f"{step.action.multiple}x" if isinstance(step.action, Bet) else _FOLD
            yield weigh(book, view, ante, chips), action
        again.act(step.actor, step.action)


def _amount(cents: Fraction) -> str:
    """Dollars and cents, rounded.

    >>> _amount(Fraction(1234567, 10)), _amount(Fraction(1, 3))
    ('$1,234.57', 'less than $0.01')
    """
    return "less than $0.01" if 0 < cents < Fraction(1, 2) else f"${float(cents / 100):,.2f}"


def _signed(cents: Fraction) -> str:
    return f"{'-' if cents < 0 else '+'}${float(abs(cents) / 100):,.2f}"

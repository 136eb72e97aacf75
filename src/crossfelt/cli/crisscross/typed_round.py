"""Asks for a finished round of one seat, for `crossfelt settle` without a file."""

from __future__ import annotations

from typing import Any

from crossfelt.cards import Card, card_name, card_twice, parse_typed_cards, repeated
from crossfelt.cli.crisscross.questions import FOLD, HELP, LEAVE, Questions
from crossfelt.cli.crisscross.wagers import ante_of, parse_wagers
from crossfelt.cli.shared.prompts import InputEnded, Prompter
from crossfelt.crisscross.resolve import named_rules
from crossfelt.crisscross.rulebook import RuleBook, Stage
from crossfelt.errors import BadInput

_NO_ROUND = "No round to settle. Answer the questions, or name a FILE: JSON or JSON Lines; - reads stdin"


class TypedRound:
    """A round as the player types it, question by question."""

    def __init__(self, book: RuleBook, prompter: Prompter) -> None:
        self.book, self.prompter = book, prompter
        self._seen: list[Card] = []

    def ask(self) -> dict[str, Any]:
        """Ask for cards, wagers and decisions. Return them as `settle_finished` takes a case."""
        self._print(f"{named_rules(self.book).title}. Type cards such as Ah or 10d; q quits.")
        try:
            hole = self._cards("Your two cards:", 2)
            community = {line: self._cards(f"The two {line} cards:", 2) for line in ("across", "down")}
            (middle,) = self._cards("The middle card:", 1)
            wagers = self._wagers()
            ante = ante_of(self.book, wagers)
            folded_at = None
            for stage in self.book.stages:
                multiple = self._decision(stage)
                if multiple is None:
                    folded_at = stage.id
                    break
                wagers[stage.spot.id] = multiple * ante
            seat = {"seat": 1, "hole": hole, "folded_at": folded_at, "wagers": wagers}
            case = {"rules": self.book.id, "community": {**community, "middle": middle}, "seats": [seat]}
            if any(self.book.spots[spot].hand == "hole_and_bonus" for spot in wagers):
                case["bonus_cards"] = self._cards("The four bonus cards:", self.book.bonus_card_count)
        except InputEnded:
            raise BadInput(_NO_ROUND) from None
        return case

    def _cards(self, question: str, count: int) -> list[str]:
        """Ask for this many cards that weren't named before."""
        while True:
            try:
                cards = parse_typed_cards(self._answer(question))
                if len(cards) != count:
                    raise BadInput(f"type {count} card{'' if count == 1 else 's'}, not {len(cards)}")
                if again := repeated([*self._seen, *cards]):
                    raise BadInput(card_twice(again[0]))
            except BadInput as error:
                self._print(f"Sorry: {error}.")
                continue
            self._seen += cards
            return [card_name(card) for card in cards]

    def _wagers(self) -> dict[str, int]:
        questions = Questions(self.book, self.prompter)
        questions.explain_wagers()
        while True:
            answer = self._answer("Your wagers in dollars:")
            if answer in HELP:
                questions.explain_wagers()
                continue
            try:
                return parse_wagers(self.book, answer)
            except BadInput as error:
                self._print(f"Sorry: {error}.")

    def _decision(self, stage: Stage) -> int | None:
        """Ask for the multiple that was bet; None for a fold."""
        bets = {str(multiple): multiple for multiple in stage.spot.multiples}
        question = f"{stage.spot.title} ({', '.join(bets)} antes, or f if you folded):"
        while True:
            answer = self._answer(question)
            if answer in FOLD:
                return None
            if answer.removesuffix("x") in bets:
                return bets[answer.removesuffix("x")]
            self._print(f"Type {', '.join(bets)} or f.")

    def _answer(self, question: str) -> str:
        answer = self.prompter.ask(question)
        if answer in LEAVE:
            raise InputEnded
        return answer

    def _print(self, text: str) -> None:
        self.prompter.console.print(text)

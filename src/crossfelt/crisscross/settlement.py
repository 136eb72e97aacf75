"""Cards and wagers in, lines that explain every chip out, in the order the rule book settles them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crossfelt.cards import Card
from crossfelt.crisscross.layout import COMMUNITY, Place, line_cards
from crossfelt.crisscross.rulebook import LOSES, PUSHES, Result, RuleBook, Spot
from crossfelt.money import dollars
from crossfelt.ranking import Hand, best_of


@dataclass(frozen=True, slots=True)
class SeatStake:
    """What one seat brings to settlement."""

    seat: int
    hole: tuple[Card, Card]
    wagers: Mapping[str, int]
    folded_at: str | None = None
    """The stage: main wagers and antes are forfeited, the spots that survive a fold stay live (reading R5)."""
    forfeit_clause: str | None = None
    """The clause by which every wager is forfeited (reading R16, or the option `abandoned = lose_all`)."""

    @property
    def is_in(self) -> bool:
        """Neither folded nor forfeited."""
        return self.folded_at is None and self.forfeit_clause is None


@dataclass(frozen=True, slots=True)
class SettledWager:
    """One wager settled: what it was decided by and every chip that it moves."""

    order: int
    """Counts the settled wagers of the whole table from 1."""
    seat: int
    spot: str
    staked: int
    result: Result
    hand: str | None
    """The hand that decided, None for a forfeited wager."""
    odds: int
    """To 1, as the pay table has them: -1 loses, 0 pushes."""
    won: int
    """The odds part actually paid."""
    returned: int
    """The stake given back."""
    cut: int
    """What the aggregate limit took off."""
    clause: str
    """The pay table's, or the one by which the wager is forfeited."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Cards turned up in the course of settling: a seat's two, or the bonus cards when `seat` is None."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class SeatHands:
    """The two hands of a seat that is still in."""

    across: Hand
    down: Hand


@dataclass(frozen=True, slots=True)
class Settlement:
    """A whole table settled."""

    steps: tuple[SettledWager | Shown, ...]
    hands: Mapping[int, SeatHands]
    """Only seats that neither folded nor forfeited."""

    @property
    def wagers(self) -> tuple[SettledWager, ...]:
        """The settled wagers alone, in order."""
        return tuple(step for step in self.steps if isinstance(step, SettledWager))


def settle(
    book: RuleBook, cross: Mapping[Place, Card], bonus_cards: Sequence[Card], stakes: Sequence[SeatStake]
) -> Settlement:
    """Settles every wager of every seat. The input is taken as checked: cards distinct, wagers allowed."""
    judged = {stake.seat: _Judged(book, cross, bonus_cards, stake) for stake in stakes}
    limit = book.aggregate_limit
    paid = dict.fromkeys(judged, 0)
    shown: set[int] = set()
    steps: list[SettledWager | Shown] = []
    order = 0
    for turn in book.passes:
        bonus_shown = turn.shows != "bonus_cards"
        for seat in sorted(judged, reverse=turn.seats == "from_right"):
            entry = judged[seat]
            stake = entry.stake
            if turn.shows == "hands" and stake.is_in:
                shown.add(seat)
                steps.append(Shown(seat))
            for step in turn.steps:
                for name in step.spots:
                    staked = stake.wagers.get(name, 0)
                    if not staked:
                        continue
                    spot = book.spots[name]
                    result, hand, odds, clause = entry.judge(spot)
                    if result not in step.results:
                        continue
                    if spot.hand == "hole_and_bonus" and hand is not None:
                        if not bonus_shown:
                            bonus_shown = True
                            steps.append(Shown(None))
                        if seat not in shown:
                            shown.add(seat)
                            steps.append(Shown(seat))
                    due = odds * staked if result == "win" else 0
                    won = due
                    if limit.amount_cents is not None and name in limit.covers:
                        won = min(due, limit.amount_cents - paid[seat])
                        paid[seat] += won
                    order += 1
                    steps.append(
                        SettledWager(
                            order=order,
                            seat=seat,
                            spot=name,
                            staked=staked,
                            result=result,
                            hand=None if hand is None else hand.slug,
                            odds=odds,
                            won=won,
                            returned=staked if result in ("win", "push") else 0,
                            cut=due - won,
                            clause=clause,
                        )
                    )
    hands = {
        seat: SeatHands(entry.hand("across"), entry.hand("down")) for seat, entry in judged.items() if entry.stake.is_in
    }
    return Settlement(tuple(steps), hands)


def explain(book: RuleBook, wager: SettledWager) -> str:
    """One settled wager in words, with the clause that decided it."""
    title = book.spots[wager.spot].title
    staked = dollars(wager.staked)
    if wager.result == "forfeit":
        return f"{title} {staked}: forfeited ({wager.clause})"
    hand = (wager.hand or "").replace("_", " ")
    if wager.result == "lose":
        return f"{title} {staked}: {hand} loses ({wager.clause})"
    if wager.result == "push":
        return f"{title} {staked}: {hand} pushes, the stake comes back ({wager.clause})"
    text = f"{title} {staked}: {hand} pays {wager.odds} to 1, wins {dollars(wager.won)} ({wager.clause})"
    if wager.cut:
        text += f", {dollars(wager.cut)} cut by the aggregate limit ({book.aggregate_limit.clause})"
    return text


class _Judged:
    """One seat's hands, each ranked at most once."""

    __slots__ = ("bonus_cards", "book", "cross", "stake", "strengths")

    def __init__(
        self, book: RuleBook, cross: Mapping[Place, Card], bonus_cards: Sequence[Card], stake: SeatStake
    ) -> None:
        self.book, self.cross, self.bonus_cards, self.stake = book, cross, bonus_cards, stake
        self.strengths: dict[str, int] = {}

    def judge(self, spot: Spot) -> tuple[Result, Hand | None, int, str]:
        """The result of a spot, the hand that decided, the odds it has and the clause."""
        stake = self.stake
        if stake.forfeit_clause is not None:
            return "forfeit", None, LOSES, stake.forfeit_clause
        if stake.folded_at is not None and not spot.survives_fold:
            return "forfeit", None, LOSES, self.book.stage(stake.folded_at).fold_clause
        hand = self.hand(spot.hand)
        odds = self.book.odds_of[spot.id][hand]
        result: Result = "lose" if odds == LOSES else "push" if odds == PUSHES else "win"
        return result, hand, odds, self.book.pay_tables[spot.pays].clause

    def hand(self, source: str) -> Hand:
        return self.book.ranker.hands[self._strength(source)]

    def _strength(self, source: str) -> int:
        known = self.strengths.get(source)
        if known is None:
            known = self.strengths[source] = self._ranked(source)
        return known

    def _ranked(self, source: str) -> int:
        ranker, cross, hole = self.book.ranker, self.cross, self.stake.hole
        match source:
            case "across" | "down":
                return ranker.strength(*line_cards("across" if source == "across" else "down", hole, cross))
            case "higher":  # The Middle wager follows the better hand, whatever each of them pays (reading R3).
                return max(self._strength("across"), self._strength("down"))
            case "community":
                return ranker.strength(*(cross[place] for place in COMMUNITY))
            case _:
                assert source == "hole_and_bonus", source
                return best_of((*hole, *self.bonus_cards), ranker)

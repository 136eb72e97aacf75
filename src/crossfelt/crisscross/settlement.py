"""Cards and wagers in, lines that explain every chip out, in the order the rule book settles them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from crossfelt.cards import Card
from crossfelt.crisscross.layout import COMMUNITY, Place, line_cards
from crossfelt.crisscross.rulebook import LOSES, PUSHES, Result, RuleBook, Spot
from crossfelt.money import dollars
from crossfelt.ranking import Hand, HandName, best_of


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
    hand: HandName | None
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
class Progress:
    """How far a settlement has come: it may be interrupted after any wager, and a seat may forfeit in between."""

    wagers: tuple[SettledWager, ...]
    shown: frozenset[int | None]
    """The seats whose cards were turned up, None for the bonus cards."""


NOT_BEGUN = Progress((), frozenset())


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


@dataclass(frozen=True, slots=True)
class SeatTotal:
    """A seat's round in four numbers; `net` = won + returned - staked."""

    seat: int
    staked: int
    won: int
    returned: int
    net: int


def seat_total(seat: int, wagers: Iterable[SettledWager]) -> SeatTotal:
    """What one seat staked, won and got back over its settled wagers; those of other seats are passed over."""
    own = [wager for wager in wagers if wager.seat == seat]
    staked, won = sum(wager.staked for wager in own), sum(wager.won for wager in own)
    returned = sum(wager.returned for wager in own)
    return SeatTotal(seat, staked, won, returned, won + returned - staked)


def settle(
    book: RuleBook,
    cross: Mapping[Place, Card],
    bonus_cards: Sequence[Card],
    stakes: Sequence[SeatStake],
    done: Progress = NOT_BEGUN,
) -> Settlement:
    """Settles every wager of every seat that is not settled yet. The input is taken as checked: cards distinct,
    wagers allowed.

    Three steps: judge each wager on its own, put the wagers into the order of the rule book, pay them in that order.
    """
    hands = {stake.seat: _Hands(book, cross, bonus_cards, stake.hole) for stake in stakes}
    verdicts = [_judge(book, stake, book.spots[name], hands[stake.seat]) for stake in stakes for name in stake.wagers]
    steps = _paid(book, _in_order(book, stakes, verdicts, done), done)
    shown = {
        stake.seat: SeatHands(hands[stake.seat].hand("across"), hands[stake.seat].hand("down"))
        for stake in stakes
        if stake.is_in
    }
    return Settlement(tuple(steps), shown)


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What becomes of one wager, before anything is paid."""

    seat: int
    spot: Spot
    staked: int
    result: Result
    hand: Hand | None
    odds: int
    clause: str

    @property
    def needs_bonus_cards(self) -> bool:
        """Whether the wager was decided by cards beside the cross."""
        return self.spot.hand == "hole_and_bonus" and self.hand is not None


def _judge(book: RuleBook, stake: SeatStake, spot: Spot, hands: _Hands) -> _Verdict:
    """The first step: the result of a wager, the hand that decided, its odds and the clause."""
    staked = stake.wagers[spot.id]
    # What a fold took is lost by the fold, whatever becomes of the seat afterwards (reading R27).
    if stake.folded_at is not None and not spot.survives_fold:
        clause = book.stage(stake.folded_at).fold_clause
        return _Verdict(stake.seat, spot, staked, "forfeit", None, LOSES, clause)
    if stake.forfeit_clause is not None:
        return _Verdict(stake.seat, spot, staked, "forfeit", None, LOSES, stake.forfeit_clause)
    hand = hands.hand(spot.hand)
    odds = book.odds_of[spot.id][hand]
    result: Result = "lose" if odds == LOSES else "push" if odds == PUSHES else "win"
    return _Verdict(stake.seat, spot, staked, result, hand, odds, book.pay_tables[spot.pays].clause)


def _in_order(
    book: RuleBook, stakes: Sequence[SeatStake], verdicts: Sequence[_Verdict], done: Progress
) -> Iterator[_Verdict | Shown]:
    """The second step: pass by pass, seat by seat, with the cards that are turned on the way."""
    settled = {(wager.seat, wager.spot) for wager in done.wagers}
    due = (verdict for verdict in verdicts if verdict.staked and (verdict.seat, verdict.spot.id) not in settled)
    by_place = {(verdict.seat, verdict.spot.id, verdict.result): verdict for verdict in due}
    shown = set(done.shown)
    for turn in book.passes:
        for stake in sorted(stakes, key=lambda stake: stake.seat, reverse=turn.seats == "from_right"):
            if turn.shows == "hands" and stake.is_in and stake.seat not in shown:
                shown.add(stake.seat)
                yield Shown(stake.seat)
            places = ((name, result) for step in turn.steps for name in step.spots for result in step.results)
            for name, result in places:
                verdict = by_place.get((stake.seat, name, result))
                if verdict is None:
                    continue
                # The bonus cards are turned for the first wager on them, a seat's own with its first.
                for wanted in (None, stake.seat) if verdict.needs_bonus_cards else ():
                    if wanted not in shown:
                        shown.add(wanted)
                        yield Shown(wanted)
                yield verdict


def _paid(book: RuleBook, steps: Iterable[_Verdict | Shown], done: Progress) -> Iterator[SettledWager | Shown]:
    """The third step: every chip, up to the aggregate limit of each player (reading R10)."""
    limit = book.aggregate_limit
    won_so_far: Counter[int] = Counter()
    for wager in done.wagers:
        won_so_far[wager.seat] += wager.won if wager.spot in limit.covers else 0
    order = len(done.wagers)
    for step in steps:
        if isinstance(step, Shown):
            yield step
            continue
        order += 1
        due = won = step.odds * step.staked if step.result == "win" else 0
        if limit.amount_cents is not None and step.spot.id in limit.covers:
            won = min(due, limit.amount_cents - won_so_far[step.seat])
            won_so_far[step.seat] += won
        yield SettledWager(
            order=order,
            seat=step.seat,
            spot=step.spot.id,
            staked=step.staked,
            result=step.result,
            hand=None if step.hand is None else step.hand.slug,
            odds=step.odds,
            won=won,
            returned=step.staked if step.result in ("win", "push") else 0,
            cut=due - won,
            clause=step.clause,
        )


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


class _Hands:
    """One seat's hands, each ranked at most once."""

    __slots__ = ("bonus_cards", "book", "cross", "hole", "strengths")

    def __init__(
        self, book: RuleBook, cross: Mapping[Place, Card], bonus_cards: Sequence[Card], hole: tuple[Card, Card]
    ) -> None:
        self.book, self.cross, self.bonus_cards, self.hole = book, cross, bonus_cards, hole
        self.strengths: dict[str, int] = {}

    def hand(self, source: str) -> Hand:
        """The hand that a source of `layout.HandSource` makes."""
        return self.book.ranker.hands[self._strength(source)]

    def _strength(self, source: str) -> int:
        known = self.strengths.get(source)
        if known is None:
            known = self.strengths[source] = self._ranked(source)
        return known

    def _ranked(self, source: str) -> int:
        ranker, cross, hole = self.book.ranker, self.cross, self.hole
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

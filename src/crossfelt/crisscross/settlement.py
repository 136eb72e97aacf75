"""Settle the wagers of a table: cards and wagers in, settled wagers out, in the order of the rule book.

Call `settle`. Each settled wager explains every chip that it moves; `explain` puts it into words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from crossfelt.cards import Card, rank_of
from crossfelt.crisscross.layout import COMMUNITY, Place, line_cards
from crossfelt.crisscross.progressives.meter import Meter
from crossfelt.crisscross.progressives.play import NO_WHEEL_RESULTS, Awaited, Entry, Prize, WheelResults, WheelTable
from crossfelt.crisscross.progressives.terms import BONUS_SPIN, XTREME
from crossfelt.crisscross.rulebook import LOSES, PUSHES, Result, RuleBook, Spot
from crossfelt.money import dollars
from crossfelt.ranking import Hand, HandName, best_of


@dataclass(frozen=True, slots=True)
class SeatStake:
    """One seat's wagers and cards."""

    seat: int
    hole: tuple[Card, Card]
    wagers: Mapping[str, int]
    folded_at: str | None = None
    """The stage of the fold. Main wagers and antes are forfeited; the spots that survive a fold stay live (reading
    R5)."""
    forfeit_clause: str | None = None
    """The clause by which every wager is forfeited (reading R16, or the option `abandoned = lose_all`)."""

    @property
    def is_in(self) -> bool:
        """Whether the seat has neither folded nor forfeited."""
        return self.folded_at is None and self.forfeit_clause is None


@dataclass(frozen=True, slots=True)
class SettledWager:
    """One settled wager: its hand, its clause and every chip that it moves."""

    order: int
    """Counts the settled wagers of the whole table from 1."""
    seat: int
    spot: str
    staked: int
    result: Result
    hand: HandName | None
    """The hand that decided, None for a forfeited wager and for a progressive one."""
    odds: int | None
    """To 1, as the pay table has them: -1 loses, 0 pushes. None for a progressive wager, which wins amounts."""
    won: int
    """The odds part actually paid."""
    returned: int
    """The stake given back."""
    cut: int
    """The amount taken off by the aggregate limit."""
    clause: str
    """The clause of the pay table, or of the forfeit."""
    prizes: tuple[Prize, ...]
    """The parts of a progressive wager's win."""

    @property
    def is_community_pay(self) -> bool:
        """Whether this is a share in another seat's spin, and not a wager of its own."""
        return self.staked == 0


@dataclass(frozen=True, slots=True)
class Shown:
    """Cards turned up during settlement: a seat's two, or the bonus cards when `seat` is None."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a settlement, which may stop after any wager; a seat may forfeit in between."""

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
    """A settled table."""

    steps: tuple[SettledWager | Shown, ...]
    hands: Mapping[int, SeatHands]
    """Only seats that have neither folded nor forfeited."""
    awaited: Awaited | None = None
    """The spin or draw at which the settlement stopped, None when it is complete."""

    @property
    def wagers(self) -> tuple[SettledWager, ...]:
        """The settled wagers, in order."""
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
    """Return what one seat staked, won and got back over its settled wagers; other seats' wagers are ignored."""
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
    wheel_results: WheelResults = NO_WHEEL_RESULTS,
    meters: Mapping[str, Meter] | None = None,
) -> Settlement:
    """Settle every open wager of every seat, as far as the spins are known. The input is trusted: cards distinct,
    wagers allowed. `meters` are the current ones, contributions included.

    Three steps: judge each wager on its own, put the wagers into the order of the rule book, pay them in that order.
    """
    hands = {stake.seat: _Hands(book, cross, bonus_cards, stake.hole) for stake in stakes}
    verdicts = [_judge(book, stake, book.spots[name], hands[stake.seat]) for stake in stakes for name in stake.wagers]
    wheels = wheel_table(book, cross, stakes, wheel_results)
    ordered = _in_order(book, stakes, verdicts, done, wheels)
    steps, awaited = _paid(book, ordered, done, wheels, dict(meters or {}))
    shown = {
        stake.seat: SeatHands(hands[stake.seat].hand("across"), hands[stake.seat].hand("down"))
        for stake in stakes
        if stake.is_in
    }
    return Settlement(tuple(steps), shown, awaited)


def wheel_table(
    book: RuleBook, cross: Mapping[Place, Card], stakes: Sequence[SeatStake], wheel_results: WheelResults
) -> WheelTable | None:
    """Return the inputs of the progressive wagers of this table, or None if there are no such wagers."""
    entries = tuple(
        Entry(
            seat=stake.seat,
            bonus_spin=stake.wagers.get(BONUS_SPIN, 0),
            xtreme=stake.wagers.get(XTREME, 0),
            has_pair=rank_of(stake.hole[0]) == rank_of(stake.hole[1]),
            is_live=stake.forfeit_clause is None,
        )
        for stake in sorted(stakes, key=lambda stake: stake.seat, reverse=True)
    )
    if book.progressives is None or not any(entry.bonus_spin or entry.xtreme for entry in entries):
        return None
    hand = book.ranker.hand(*(cross[place] for place in COMMUNITY))
    return WheelTable(book.progressives, entries, hand, wheel_results)


@dataclass(frozen=True, slots=True)
class _Verdict:
    """One wager and its result, before anything is paid."""

    seat: int
    spot: Spot
    staked: int
    result: Result
    hand: Hand | None
    odds: int | None
    clause: str

    @property
    def needs_bonus_cards(self) -> bool:
        """Whether the wager was decided by cards beside the cross."""
        return self.spot.hand == "hole_and_bonus" and self.hand is not None


def _judge(book: RuleBook, stake: SeatStake, spot: Spot, hands: _Hands) -> _Verdict:
    """Do the first step: return the result of a wager, the hand that decided, its odds and the clause."""
    staked = stake.wagers[spot.id]
    # A wager lost by a fold stays lost, whatever happens to the seat afterwards (reading R27).
    if stake.folded_at is not None and not spot.survives_fold:
        clause = book.stages_by_id[stake.folded_at].fold_clause
        return _Verdict(stake.seat, spot, staked, "forfeit", None, LOSES, clause)
    if stake.forfeit_clause is not None:
        return _Verdict(stake.seat, spot, staked, "forfeit", None, LOSES, stake.forfeit_clause)
    if spot.kind == "progressive":
        # Its spin decides whether it wins; all its results are in one step of the order.
        return _Verdict(stake.seat, spot, staked, "lose", None, None, spot.clause)
    hand = hands.hand(spot.hand)
    odds = book.odds_of[spot.id][hand]
    result: Result = "lose" if odds == LOSES else "push" if odds == PUSHES else "win"
    return _Verdict(stake.seat, spot, staked, result, hand, odds, book.pay_tables[spot.pays].clause)


def _in_order(
    book: RuleBook,
    stakes: Sequence[SeatStake],
    verdicts: Sequence[_Verdict],
    done: Progress,
    wheels: WheelTable | None,
) -> Iterator[_Verdict | Shown]:
    """Do the second step: pass by pass, seat by seat, with the cards that are turned on the way."""
    settled = {(wager.seat, wager.spot) for wager in done.wagers if not wager.is_community_pay}
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
                for seat in (
                    *((None, stake.seat) if verdict.needs_bonus_cards else ()),
                    *_pairs_shown(verdict, wheels),
                ):
                    if seat not in shown:
                        shown.add(seat)
                        yield Shown(seat)
                yield verdict


def _pairs_shown(verdict: _Verdict, wheels: WheelTable | None) -> tuple[int, ...]:
    """Return the seats that show their cards for the spin of a progressive wager, folded ones included."""
    if wheels is None or verdict.spot.kind != "progressive" or verdict.result == "forfeit":
        return ()
    return wheels.shows_first(verdict.spot.id, _entry(wheels, verdict.seat))


def _entry(wheels: WheelTable, seat: int) -> Entry:
    return next(entry for entry in wheels.entries if entry.seat == seat)


def _paid(
    book: RuleBook,
    steps: Iterable[_Verdict | Shown],
    done: Progress,
    wheels: WheelTable | None,
    meters: dict[str, Meter],
) -> tuple[list[SettledWager | Shown], Awaited | None]:
    """Do the third step: pay every chip, up to the aggregate limit of each player (reading R10), and up to the first
    spin whose result isn't known yet. `meters` fall and reset with each jackpot."""
    limit = book.aggregate_limit
    won_so_far: Counter[int] = Counter()
    for wager in done.wagers:
        won_so_far[wager.seat] += wager.won if wager.spot in limit.covers else 0
    order = max((wager.order for wager in done.wagers), default=0)
    settled: list[SettledWager | Shown] = []
    for step in steps:
        if isinstance(step, Shown):
            settled.append(step)
            continue
        order += 1
        if step.spot.kind == "progressive" and step.result != "forfeit":
            assert wheels is not None
            entry = _entry(wheels, step.seat)
            awaited = wheels.awaited(step.spot.id, entry)
            if awaited is not None:
                return settled, awaited
            prizes = wheels.prizes(step.spot.id, entry, meters)
            _pay_jackpots(prizes, meters)
            settled.append(_progressive_line(order, step.seat, step.spot, step.staked, prizes))
        else:
            due = won = (step.odds or 0) * step.staked if step.result == "win" else 0
            if limit.amount_cents is not None and step.spot.id in limit.covers:
                won = min(due, limit.amount_cents - won_so_far[step.seat])
                won_so_far[step.seat] += won
            settled.append(_odds_line(order, step, won, due))
        # A wheel that has stopped pays the others even if its spinner has forfeited since (reading R15).
        for seat, prize in wheels.shared(step.seat) if wheels is not None and step.spot.id == BONUS_SPIN else ():
            order += 1
            settled.append(_progressive_line(order, seat, step.spot, 0, (prize,)))
    return settled, None


def _odds_line(order: int, verdict: _Verdict, won: int, due: int) -> SettledWager:
    """Return a wager decided by its odds, or forfeited."""
    return SettledWager(
        order=order,
        seat=verdict.seat,
        spot=verdict.spot.id,
        staked=verdict.staked,
        result=verdict.result,
        hand=None if verdict.hand is None else verdict.hand.slug,
        odds=verdict.odds,
        won=won,
        returned=verdict.staked if verdict.result in ("win", "push") else 0,
        cut=due - won,
        clause=verdict.clause,
        prizes=(),
    )


def _pay_jackpots(prizes: Iterable[Prize], meters: dict[str, Meter]) -> None:
    for prize in prizes:
        if prize.meter is not None:
            _, meters[prize.meter] = meters[prize.meter].won(prize.reset_cents)


def _progressive_line(order: int, seat: int, spot: Spot, staked: int, prizes: tuple[Prize, ...]) -> SettledWager:
    """Return a progressive wager, whose stake was taken when the cards came out (reading P8), or a share in another's
    spin."""
    won = sum(prize.won for prize in prizes)
    return SettledWager(
        order=order,
        seat=seat,
        spot=spot.id,
        staked=staked,
        result="win" if won else "lose",
        hand=None,
        odds=None,
        won=won,
        returned=0,
        cut=0,
        clause=", ".join(prize.clause for prize in prizes) or spot.clause,
        prizes=prizes,
    )


def explain(book: RuleBook, wager: SettledWager, cite: Callable[[str], str] = str, hand: str | None = None) -> str:
    """Return one settled wager in words, with its clause as `cite` writes it.

    `hand` is the hand that decided, in a player's words; without it, the text names the line of the pay table.
    """
    title = book.spots[wager.spot].title
    staked, clause = dollars(wager.staked), cite(wager.clause)
    if wager.result == "forfeit":
        return f"{title} {staked}: forfeited ({clause})"
    if book.spots[wager.spot].kind == "progressive":
        return _explain_prizes(title, wager)
    hand = hand or (wager.hand or "").replace("_", " ")
    if wager.result == "lose":
        return f"{title} {staked}: {hand} loses ({clause})"
    if wager.result == "push":
        return f"{title} {staked}: {hand} pushes, the stake is returned ({clause})"
    text = f"{title} {staked}: {hand} pays {wager.odds} to 1, wins {dollars(wager.won)} ({clause})"
    if wager.cut:
        text += f", {dollars(wager.cut)} cut by the aggregate limit ({cite(book.aggregate_limit.clause)})"
    return text


_PRIZE_WORDS = {"wheel": "the wheel stops at {} and", "jackpot": "the jackpot", "community": "Community Pay for {}"}


def _explain_prizes(title: str, wager: SettledWager) -> str:
    name = f"{title} {dollars(wager.staked)}" if wager.staked else f"{title}, another seat's spin"
    if not wager.prizes:
        return f"{name}: no spin, the stake is lost ({wager.clause})"
    parts = [
        f"{_PRIZE_WORDS[prize.kind].format('$' + prize.symbol.replace('&', ' and $'))} pays {dollars(prize.won)}"
        for prize in wager.prizes
    ]
    return f"{name}: {', '.join(parts)} ({wager.clause})"


class _Hands:
    """One seat's hands, each ranked at most once."""

    __slots__ = ("bonus_cards", "book", "cross", "hole", "strengths")

    def __init__(
        self, book: RuleBook, cross: Mapping[Place, Card], bonus_cards: Sequence[Card], hole: tuple[Card, Card]
    ) -> None:
        self.book, self.cross, self.bonus_cards, self.hole = book, cross, bonus_cards, hole
        self.strengths: dict[str, int] = {}

    def hand(self, source: str) -> Hand:
        """Return the hand of a `layout.HandSource`."""
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

"""The events of a round as sentences, with amounts in dollars."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from crossfelt.crisscross import events as happened
from crossfelt.crisscross.events import Event
from crossfelt.crisscross.layout import ACROSS, DOWN
from crossfelt.crisscross.progressives.play import MeterGrowth
from crossfelt.crisscross.progressives.terms import meter_words, symbol_words
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.settlement import SettledWager
from crossfelt.money import dollars, exact_dollars, signed_dollars

_WHEELS = {"bonus_spin": "Bonus Spin wheel", "community": "Community wheel", "hot_spot": "Hot Spot wheel"}
_LINES = {frozenset(ACROSS): "across cards", frozenset(DOWN): "down cards"}


@dataclass(frozen=True, slots=True)
class RoundStory:
    """Tells what happened in a round under one rule book."""

    book: RuleBook
    draw: Callable[[Sequence[str]], str]
    """Writes cards, such as `Ah` and `Tc`, for the reader."""
    cite: Callable[[str], str] = str
    """Writes a clause for the reader."""

    def tell(self, event: Event) -> str:
        """One event as a sentence."""
        match event:
            case happened.WagersPlaced(seat=seat, wagers=wagers):
                return f"Seat {seat} bets {self._wagers(wagers)}."
            case happened.WagersWithdrawn(seat=seat, wagers=wagers):
                return f"Seat {seat} takes back {self._wagers(wagers)}."
            case happened.BettingClosed(seats=seats):
                return f"Betting closes with {_seats(seats)}."
            case happened.Shuffled():
                return "The deck is shuffled."
            case happened.DeckWithdrawn():
                return "The deck is withdrawn."
            case happened.CardsDealt(placements=placements):
                return f"The dealer deals {len(placements)} card{'' if len(placements) == 1 else 's'}."
            case happened.BetPlaced(seat=seat, spot=spot, multiple=multiple, cents=cents):
                # Some rule books call the wager a bet: "bets $5 on Across", not "on Across Bet".
                place = self._title(spot).removesuffix(" Bet")
                return f"Seat {seat} bets {dollars(cents)} ({multiple}x) on {place}."
            case happened.SeatFolded(seat=seat, stage=stage, decided_by=decided_by):
                who = f"Seat {seat}" if decided_by == "player" else f"The table decides for seat {seat}, which"
                return f"{who} folds at the {stage} decision."
            case happened.SeatAbandoned(seat=seat):
                return f"The player of seat {seat} has left. The table decides for the seat."
            case happened.SeatTakenOver(seat=seat):
                return f"The player of seat {seat} is removed. The seat folds at its next decision."
            case happened.SeatForfeited(seat=seat, reason=reason, clause=clause):
                return f"Seat {seat} forfeits every wager: {_spaced(reason)} ({self.cite(clause)})."
            case happened.CommunityRevealed(cards=cards):
                return f"The dealer turns the {_LINES.get(frozenset(cards), 'middle card')}: {self._cards(cards)}."
            case happened.HandShown(seat=seat, cards=cards):
                return f"Seat {seat} shows {self._cards(cards)}."
            case happened.BonusCardsRevealed(cards=cards):
                return f"The dealer turns the bonus cards: {self._cards(cards)}."
            case happened.RoundSettled(totals=totals):
                nets = ", ".join(f"seat {total.seat} {signed_dollars(total.net)}" for total in totals)
                return f"The round is settled: {nets}."
        return self._tell_rare(event)

    def _tell_rare(self, event: Event) -> str:
        match event:
            case happened.IrregularityRuled():
                ruling = self.book.rulings.get(event.irregularity)
                what = _spaced(event.irregularity) if ruling is None else ruling.says.rstrip(".")
                card = "" if event.card is None else f" ({self._cards([event.card])})"
                return f"Irregularity: {what}{card}. Ruling: {_spaced(event.outcome)} ({self.cite(event.clause)})."
            case happened.CardSetAside(card=card):
                return f"{self._cards([card])} is set aside."
            case happened.MetersGrew(growth=growth):
                return f"Meters grow: {_growth(growth)}."
            case happened.WheelSpun(wheel=wheel, seat=seat, symbol=symbol):
                whose = "" if seat is None else f" of seat {seat}"
                stop = f"position {symbol}" if wheel == "community" else symbol_words(symbol)
                return f"The {_WHEELS.get(wheel, _spaced(wheel))}{whose} stops at {stop}."
            case happened.HotSpotDrawn(seat=seat, among=among):
                return f"Seat {seat} is the Hot Spot, drawn from {_seats(among)}."
            case happened.CommunityPayTaken(wager=wager):
                return f"Seat {wager.seat} gives back its Community Pay of {dollars(wager.won)}."
            case happened.WagerSettled(wager=wager):
                return f"Seat {wager.seat} {self._settled(wager)}."
            case happened.RoundVoided():
                refunds = ", ".join(f"seat {refund.seat} {dollars(refund.cents)}" for refund in event.refunds)
                back = f" Every wager goes back: {refunds}." if refunds else ""
                return f"The round is void: {self.reason(event.reason)} ({self.cite(event.clause)}).{back}"
        raise AssertionError(event)

    def reason(self, reason: str) -> str:
        """Return the reason of a void in words: what an irregularity is, or what the floor wrote."""
        ruling = self.book.rulings.get(reason)
        return _spaced(reason) if ruling is None else ruling.says[0].lower() + ruling.says[1:].rstrip(".")

    def _settled(self, wager: SettledWager) -> str:
        if wager.is_community_pay:
            return f"is paid {dollars(wager.won)} Community Pay"
        title, staked = self._title(wager.spot), dollars(wager.staked)
        cut = f", after the aggregate limit cut {dollars(wager.cut)}" if wager.cut else ""
        return {
            "win": f"wins {dollars(wager.won)} on {title}{cut}",
            "push": f"pushes on {title} and gets {staked} back",
            "lose": f"loses {staked} on {title}",
            "forfeit": f"forfeits {staked} on {title}",
        }[wager.result]

    def _title(self, spot: str) -> str:
        return self.book.spots[spot].title

    def _wagers(self, wagers: Mapping[str, int]) -> str:
        return _listed([f"{self._title(spot)} {dollars(cents)}" for spot, cents in wagers.items()])

    def _cards(self, cards: Mapping[str, str] | Sequence[str]) -> str:
        return self.draw(list(cards.values()) if isinstance(cards, Mapping) else cards)


def _seats(seats: Sequence[int]) -> str:
    return f"seat{'' if len(seats) == 1 else 's'} {_listed(list(map(str, seats)))}"


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _growth(growth: Sequence[MeterGrowth]) -> str:
    return ", ".join(
        f"{meter_words(step.meter)} by {exact_dollars(Fraction(step.contributed))} "
        f"to {exact_dollars(Fraction(step.after))}"
        for step in growth
    )

"""Settling a finished table, one function for each text, the odds typed in from it.

A table is the JSON of a settled case. A seat may also say `"forfeited": True`, which takes every wager of it (reading
R16), and a table may hold lines settled `"before"`, which stand. Each function returns the seats in the form of the
contract: two hands, lines in order, four totals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import combinations, pairwise
from typing import Any

Table = dict[str, Any]
Seat = dict[str, Any]
Line = dict[str, Any]

ORDER = "23456789TJQKA"
FROM_WEAK_TO_STRONG = (
    "high_card",
    "pair_2s_to_5s",
    "pair_6s_to_10s",
    "pair_jacks_or_better",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)
FIVE_WAGERS = ("ante_across", "ante_down", "across", "down", "middle")


def name_of(cards: Sequence[str], ace_low: bool) -> str:
    """Return the name of a five-card hand."""
    ranks = [card[0] for card in cards]
    suited = len({card[1] for card in cards}) == 1
    values = sorted(ORDER.index(rank) + 2 for rank in ranks)
    running = all(high - low == 1 for low, high in pairwise(values))
    if ace_low and sorted(ranks) == sorted("A2345"):
        running = True
    if running and suited:
        return "royal_flush" if sorted(ranks) == sorted("AKQJT") else "straight_flush"
    times = sorted(Counter(ranks).values(), reverse=True)
    if times == [4, 1]:
        return "four_of_a_kind"
    if times == [3, 2]:
        return "full_house"
    if suited:
        return "flush"
    if running:
        return "straight"
    if times == [3, 1, 1]:
        return "three_of_a_kind"
    if times == [2, 2, 1]:
        return "two_pair"
    if times == [2, 1, 1, 1]:
        (paired,) = (rank for rank, count in Counter(ranks).items() if count == 2)
        if paired in "JQKA":
            return "pair_jacks_or_better"
        return "pair_6s_to_10s" if paired in "6789T" else "pair_2s_to_5s"
    return "high_card"


def higher(names: Iterable[str]) -> str:
    """The strongest of several hands."""
    return max(names, key=FROM_WEAK_TO_STRONG.index)


def cardroom(
    table: Table,
    *,
    ace_low: bool = True,
    limit: int | None = 300_000,
    covers: Collection[str] = (*FIVE_WAGERS, "five_card_bonus", "six_card_bonus"),
) -> list[Seat]:
    """The cardroom: down before across, what loses is taken before what wins is paid, the Six Card Bonus at the end."""
    bets = {
        "royal_flush": 250,
        "straight_flush": 100,
        "four_of_a_kind": 40,
        "full_house": 10,
        "flush": 8,
        "straight": 5,
        "three_of_a_kind": 3,
        "two_pair": 2,
        "pair_jacks_or_better": 1,
        "pair_6s_to_10s": 0,
    }
    antes = dict.fromkeys(bets, 1) | {"pair_6s_to_10s": 0}
    five = {
        "royal_flush": 250,
        "straight_flush": 100,
        "four_of_a_kind": 40,
        "full_house": 15,
        "flush": 10,
        "straight": 6,
        "three_of_a_kind": 4,
        "two_pair": 3,
        "pair_jacks_or_better": 1,
        "pair_6s_to_10s": 1,
    }
    six = {
        "three_of_a_kind": 5,
        "straight": 10,
        "flush": 15,
        "full_house": 20,
        "four_of_a_kind": 50,
        "straight_flush": 200,
        "royal_flush": 1000,
    }
    till = Till(limit, covers, table.get("before", ()))
    grid = name_of(cross(table), ace_low)
    for seat in _from_the_right(table):
        if _is_out(seat):
            for spot in FIVE_WAGERS:
                till.take(seat, spot)
        else:
            hand_across, hand_down = _hands(table, seat, ace_low)
            best = higher((hand_across, hand_down))
            decided = [
                ("ante_down", antes.get(hand_down)),
                ("down", bets.get(hand_down)),
                ("ante_across", antes.get(hand_across)),
                ("across", bets.get(hand_across)),
                ("middle", bets.get(best)),
            ]
            for spot, odds in decided:
                if odds is None:
                    till.settle(seat, spot, odds)
            for spot, odds in decided:
                if odds is not None:
                    till.settle(seat, spot, odds)
        till.settle(seat, "five_card_bonus", five.get(grid))
    for seat in _from_the_right(table):
        if seat["wagers"].get("six_card_bonus"):
            all_six = [*seat["hole"], *table["bonus_cards"]]
            till.settle(seat, "six_card_bonus", six.get(higher(name_of(h, ace_low) for h in combinations(all_six, 5))))
    return _slips(table, till, ace_low)


def maryland(
    table: Table,
    *,
    ace_low: bool = True,
    limit: int | None = 5_000_000,
    covers: Collection[str] = FIVE_WAGERS,
    antes_pay_as_bets: bool = False,
    settle_progressives: Callable[[Seat, Till], bool] | None = None,
) -> list[Seat]:
    """Maryland: the Five Card Bonus of everyone first, then seat by seat what loses, then what pushes or wins.

    Progressive wagers, where a house offers them, come at the end of each seat's turn; where one must wait for a
    wheel, everything after it waits.
    """
    bets = {
        "royal_flush": 500,
        "straight_flush": 100,
        "four_of_a_kind": 40,
        "full_house": 12,
        "flush": 8,
        "straight": 5,
        "three_of_a_kind": 3,
        "two_pair": 2,
        "pair_jacks_or_better": 1,
        "pair_6s_to_10s": 0,
    }
    antes = bets if antes_pay_as_bets else {hand: min(odds, 1) for hand, odds in bets.items()}
    five = {
        "royal_flush": 250,
        "straight_flush": 100,
        "four_of_a_kind": 40,
        "full_house": 15,
        "flush": 10,
        "straight": 6,
        "three_of_a_kind": 4,
        "two_pair": 3,
        "pair_jacks_or_better": 1,
        "pair_6s_to_10s": 1,
    }
    till = Till(limit, covers, table.get("before", ()))
    grid = name_of(cross(table), ace_low)
    for seat in _from_the_right(table):
        till.settle(seat, "five_card_bonus", five.get(grid))
    for seat in _from_the_right(table):
        if _is_out(seat):
            for spot in FIVE_WAGERS:
                till.take(seat, spot)
        else:
            hand_across, hand_down = _hands(table, seat, ace_low)
            decided = [
                ("ante_across", antes.get(hand_across)),
                ("across", bets.get(hand_across)),
                ("ante_down", antes.get(hand_down)),
                ("down", bets.get(hand_down)),
                ("middle", bets.get(higher((hand_across, hand_down)))),
            ]
            for spot, odds in decided:
                if odds is None:
                    till.settle(seat, spot, odds)
            for spot, odds in decided:
                if odds is not None:
                    till.settle(seat, spot, odds)
        if settle_progressives is not None and not settle_progressives(seat, till):
            break
    return _slips(table, till, ace_low)


def massachusetts(
    table: Table,
    *,
    ace_low: bool = True,
    limit: int | None = None,
    covers: Collection[str] = (*FIVE_WAGERS, "five_card_bonus"),
) -> list[Seat]:
    """Massachusetts: seat by seat the across wagers, the down wagers, the Middle, the Five Card Bonus."""
    even_money = ("pair_jacks_or_better", "two_pair", "three_of_a_kind", "straight", "flush", "full_house")
    antes = dict.fromkeys((*even_money, "four_of_a_kind", "straight_flush", "royal_flush"), 1)
    antes["pair_6s_to_10s"] = 0
    bets = {
        "royal_flush": 500,
        "straight_flush": 100,
        "four_of_a_kind": 40,
        "full_house": 12,
        "flush": 8,
        "straight": 5,
        "three_of_a_kind": 3,
        "two_pair": 2,
        "pair_jacks_or_better": 1,
        "pair_6s_to_10s": 0,
    }
    five = {
        "royal_flush": 250,
        "straight_flush": 100,
        "four_of_a_kind": 40,
        "full_house": 15,
        "flush": 10,
        "straight": 6,
        "three_of_a_kind": 4,
        "two_pair": 3,
        "pair_jacks_or_better": 1,
        "pair_6s_to_10s": 1,
    }
    till = Till(limit, covers, table.get("before", ()))
    for seat in _from_the_right(table):
        if _is_out(seat):
            for spot in FIVE_WAGERS:
                till.take(seat, spot)
        else:
            hand_across, hand_down = _hands(table, seat, ace_low)
            till.settle(seat, "ante_across", antes.get(hand_across))
            till.settle(seat, "across", bets.get(hand_across))
            till.settle(seat, "ante_down", antes.get(hand_down))
            till.settle(seat, "down", bets.get(hand_down))
            till.settle(seat, "middle", bets.get(higher((hand_across, hand_down))))
        till.settle(seat, "five_card_bonus", five.get(name_of(cross(table), ace_low)))
    return _slips(table, till, ace_low)


class Till:
    """Takes and pays one wager after the other, and stops paying a seat at the limit.

    Lines settled before stand as they are: their wagers are passed over, and what they paid counts.
    """

    def __init__(self, limit: int | None, covers: Collection[str], before: Sequence[Line] = ()) -> None:
        self.limit, self.covers = limit, covers
        self.lines: list[tuple[int, Line]] = []
        self.paid: dict[int, int] = {}
        self.done = {(line["seat"], line["spot"]) for line in before if line["staked"]}
        self.last = max((line["order"] for line in before), default=0)
        for line in before:
            if line["spot"] in covers:
                self.paid[line["seat"]] = self.paid.get(line["seat"], 0) + line["won"]

    def take(self, seat: Seat, spot: str) -> None:
        """A wager given up."""
        self._line(seat, spot, "forfeit", 0, 0)

    def settle(self, seat: Seat, spot: str, odds: int | None) -> None:
        """A wager decided: no odds lose, odds of 0 push. A forfeited seat loses it whatever the cards say."""
        staked = seat["wagers"].get(spot, 0)
        if seat.get("forfeited"):
            self.take(seat, spot)
        elif odds is None:
            self._line(seat, spot, "lose", 0, 0)
        elif odds == 0:
            self._line(seat, spot, "push", staked, 0)
        else:
            self._line(seat, spot, "win", staked, odds * staked)

    def pay_prizes(self, seat: Seat, spot: str, prizes: list[dict[str, Any]], staked: int | None = None) -> None:
        """Amounts won by a wager that is never given back; the limit does not count them (reading R10)."""
        won = sum(prize["won"] for prize in prizes)
        stake = seat["wagers"][spot] if staked is None else staked
        self._prize_line(seat, spot, stake, "win" if won else "lose", won, prizes)

    def take_prizes(self, seat: Seat, spot: str) -> None:
        """A wager given up that might have won prizes."""
        self._prize_line(seat, spot, seat["wagers"][spot], "forfeit", 0, [])

    def _prize_line(
        self, seat: Seat, spot: str, staked: int, result: str, won: int, prizes: list[dict[str, Any]]
    ) -> None:
        line = {"spot": spot, "staked": staked, "result": result, "won": won, "returned": 0, "cut": 0}
        self.last += 1
        self.lines.append((seat["seat"], line | {"order": self.last, "prizes": prizes}))

    def _line(self, seat: Seat, spot: str, result: str, returned: int, due: int) -> None:
        staked = seat["wagers"].get(spot, 0)
        if staked == 0 or (seat["seat"], spot) in self.done:
            return
        won = due
        if self.limit is not None and spot in self.covers:
            already = self.paid.get(seat["seat"], 0)
            if already + won > self.limit:
                won = self.limit - already
            self.paid[seat["seat"]] = already + won
        line = {"spot": spot, "staked": staked, "result": result, "won": won, "returned": returned, "cut": due - won}
        self.last += 1
        self.lines.append((seat["seat"], line | {"order": self.last}))


def _slips(table: Table, till: Till, ace_low: bool) -> list[Seat]:
    slips = []
    for seat in sorted(table["seats"], key=lambda seat: int(seat["seat"])):
        lines = [line for number, line in till.lines if number == seat["seat"]]
        hands = (None, None) if _is_out(seat) else _hands(table, seat, ace_low)
        staked, won = sum(line["staked"] for line in lines), sum(line["won"] for line in lines)
        returned = sum(line["returned"] for line in lines)
        slips.append(
            {
                "seat": seat["seat"],
                "across_hand": hands[0],
                "down_hand": hands[1],
                "lines": lines,
                "staked": staked,
                "won": won,
                "returned": returned,
                "net": won + returned - staked,
            }
        )
    return slips


def _from_the_right(table: Table) -> list[Seat]:
    return sorted(table["seats"], key=lambda seat: -int(seat["seat"]))


def _is_out(seat: Seat) -> bool:
    return seat.get("folded_at") is not None or bool(seat.get("forfeited"))


def cross(table: Table) -> list[str]:
    """The five community cards."""
    community = table["community"]
    return [*community["across"], *community["down"], community["middle"]]


def _hands(table: Table, seat: Seat, ace_low: bool) -> tuple[str, str]:
    community = table["community"]
    across = [*seat["hole"], *community["across"], community["middle"]]
    down = [*seat["hole"], *community["down"], community["middle"]]
    return name_of(across, ace_low), name_of(down, ace_low)

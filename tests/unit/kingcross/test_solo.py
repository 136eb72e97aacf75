"""Games of one sheet that were played elsewhere: the dice of a day, and placements checked one by one."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from crossfelt.cards import card_name
from crossfelt.errors import BadInput
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.solo import daily_cards, play_placements, refuse_other_dice

DAY = "2026-11-15"


@dataclass(frozen=True)
class Placed:
    rolled: str
    square: str
    card: str


def test_a_day_has_its_24_cards_once_it_has_come() -> None:
    assert len(daily_cards(DAY, today=DAY)) == 24
    assert daily_cards(DAY, today="2027-01-01") == daily_cards(DAY, today=DAY)
    with pytest.raises(BadInput, match="2026-11-15 is in the future"):
        daily_cards(DAY, today="2026-11-14")
    with pytest.raises(BadInput, match="'2026-02-30' is not a date"):
        daily_cards("2026-02-30", today=DAY)


def test_rolls_of_another_day_are_refused_by_their_number() -> None:
    first, second = map(card_name, daily_cards(DAY, DAY)[:2])
    other = "Ah" if second != "Ah" else "2h"
    refuse_other_dice([Placed(first, "a1", first), Placed(second, "b1", second)], DAY, DAY)
    with pytest.raises(BadInput, match=f"placements.1.rolled: roll 2 of {DAY} is {second}"):
        refuse_other_dice([Placed(first, "a1", first), Placed(other, "b1", other)], DAY, DAY)


def test_placements_are_played_under_the_rules() -> None:
    score_card = load_score_card()
    contest = play_placements(score_card, True, [Placed("7d", "b2", "7d"), Placed("Qs", "a1", "Qs")])
    assert contest.state.seats[0].sheet.grid()[0][0] == "Qs"
    assert not contest.is_finished
    with pytest.raises(BadInput, match=r"placements\.1: "):
        play_placements(score_card, True, [Placed("7d", "b2", "7d"), Placed("Qs", "b2", "Qs")])

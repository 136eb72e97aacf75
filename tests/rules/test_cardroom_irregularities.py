"""The cardroom's text on irregularities, and our readings where it is silent, at every moment of a round."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from crossfelt.cards import card_name
from crossfelt.crisscross.events import IrregularityRuled
from crossfelt.crisscross.layout import BONUS, COMMUNITY
from crossfelt.errors import IllegalActionCode
from crossfelt.game import seat_audience
from tests.support.rules.made_hands import placements
from tests.support.rules.table import FOLD, STAGES, Table, assert_void, cards_seen, layout, refused

RULES = "cardroom"
AFTER = ("across", "down", "middle", "settling")
IN_A_ROUND = ("dealing", *AFTER)

# Two cards for each of seats 1, 3 and 5, and the nine of cross and bonus.
DEAL = ["hole:1:1", "hole:3:1", "hole:5:1", "hole:1:2", "hole:3:2", "hole:5:2"]
DEAL += ["down_near", "bonus_1", "across_left", "bonus_2", "down_far", "bonus_3", "across_right", "bonus_4", "middle"]


def busy_table(**choices: object) -> Table:
    """Wagers placed: seat 1 has both bonuses and bets 3x, 2x, 1x; seat 2 sits out; seat 3 has both and folds at
    Across; seat 5 has the smaller one, bets 1x and folds at Down. Seats 1 and 3 win, so there is much to take back."""
    table = Table(RULES, seats=(1, 2, 3, 5), **choices)
    holes = {1: "Kh Kc", 3: "9s 3d", 5: "9d Jd"}
    table.cards = layout(across="Ks 7d", down="7c 2s", middle="7h", bonus="9h 9c 4d Qs", hole=holes)
    table.plan = {1: (3, 2, 1), 3: (FOLD,), 5: (1, FOLD)}
    table.wager(1, five_card_bonus=500, six_card_bonus=500)
    table.wager(3, ante=1000, five_card_bonus=1000, six_card_bonus=1000)
    table.wager(5, ante=300, five_card_bonus=200)
    return table


def moments(*stages: str, **choices: object) -> Iterator[tuple[str, int, Table, dict[int, int]]]:
    """The busy table before each card, decision or line of these stages: stage, step, table, chips of each seat."""
    staked = {
        "dealing": [(2000, 4000, 800)] * 15,
        "across": [(2000, 4000, 800), (3500, 4000, 800), (3500, 4000, 800)],
        "down": [(3500, 4000, 1100), (4500, 4000, 1100)],
        "middle": [(4500, 4000, 1100)],
        "settling": [(5000, 4000, 1100)] * 15,
    }
    for stage in stages:
        for step, chips in enumerate(staked[stage]):
            table = busy_table(**choices).run_to(stage, step)
            assert table.stage == stage
            yield stage, step, table, dict(zip((1, 3, 5), chips, strict=True))
        behind = busy_table(**choices).run_to(stage, len(staked[stage]))
        assert behind.stage != stage, "these are all the moments of the stage"


def test_Irregularities_1() -> None:
    """A wrong number of cards, before a player or the dealer, voids the round from the first card to the last line:
    all wagers go back, of folded seats and bonuses too, and what was paid is taken back."""
    for stage, step, table, staked in moments(*IN_A_ROUND):
        if (stage, step) == ("dealing", 0):
            with refused(IllegalActionCode.WRONG_STAGE):
                table.report("wrong_card_count")
            continue
        assert_void(table, table.report("wrong_card_count"), "wrong_card_count", "Irregularities/1", staked)
        assert table.state.voided is not None
        assert len(table.state.voided.reversed) == (step if stage == "settling" else 0)
    for *_, table, staked in moments(*AFTER):
        assert_void(table, table.report("stub_wrong_misdealt"), "stub_wrong_misdealt", "Irregularities/1", staked)
    for stage in ("betting", "shuffling"):
        for kind in ("wrong_card_count", "stub_wrong_misdealt"):
            with refused(IllegalActionCode.WRONG_STAGE):
                busy_table().run_to(stage).report(kind)


@pytest.mark.parametrize("method", ["hand", "shuffler"])
def test_Irregularities_2(method: str) -> None:
    """A failing shuffler voids the round at any moment and returns all wagers; where it also hands out the cards, so
    does its failure as the device that deals. A table without one has no such ruling."""
    for stage in ("betting", "shuffling"):
        table = busy_table(dealing_method=method).run_to(stage)
        staked = {1: 2000, 3: 4000, 5: 800}
        assert_void(table, table.report("shuffler_failure"), "shuffler_failure", "Irregularities/2", staked)
    for *_, table, staked in moments(*IN_A_ROUND, dealing_method=method):
        assert_void(table, table.report("shuffler_failure"), "shuffler_failure", "Irregularities/2", staked)
    for *_, table, staked in moments(*IN_A_ROUND, dealing_method=method):
        if method == "shuffler":
            assert_void(table, table.report("shoe_failure"), "shoe_failure", "Irregularities/2", staked)
        else:
            with refused(IllegalActionCode.NO_SUCH_RULING):
                table.report("shoe_failure")
    with refused(IllegalActionCode.NO_SUCH_RULING):
        busy_table(shuffler="none").run_to("dealing").report("shuffler_failure")


def test_Irregularities_3() -> None:
    """One card per deal may be backed up, whether misplaced or drawn in error, and the deal continues in order. A
    second one, of either kind, is a misdeal."""
    untouched = busy_table().run_to("settled")
    kinds = ("backed_up", "drawn_in_error")
    for first in kinds:
        for _, step, table, _ in moments("dealing"):
            if first == "backed_up" and step == 0:
                with refused(IllegalActionCode.WRONG_STAGE):  # no card is out that could be backed up
                    table.report(first)
                continue
            assert table.report(first) == (IrregularityRuled(first, 1, "back_up", "Irregularities/3", None, None),)
            table.run_to("settled")
            assert placements(table) == DEAL
            assert table.state.deck == untouched.state.deck and table.settled_wagers == untouched.settled_wagers
        for second in kinds:
            for _, step, table, staked in moments("dealing"):
                if step == 0:
                    continue
                table.report(first)
                if step < 14:
                    table.deal(1)
                events = table.report(second)
                assert_void(table, events, second, "Irregularities/3", staked, occurrence=2)
        for stage in ("betting", "shuffling", *AFTER):
            with refused(IllegalActionCode.WRONG_STAGE):
                busy_table().run_to(stage).report(first)


# ---- where this text is silent


def test_reading_R18_face_up_card() -> None:
    """A card that lies face up during the deal voids the round at once."""
    for *_, table, staked in moments("dealing"):
        assert_void(table, table.report("face_up_card"), "face_up_card", "reading R18", staked)
    for stage in ("betting", "shuffling", *AFTER):
        with refused(IllegalActionCode.WRONG_STAGE):
            busy_table().run_to(stage).report("face_up_card")


def test_reading_R20_exposed_cards() -> None:
    """A card of the cross or a bonus card that is seen before its time voids the round; a card of the player's own
    does not. A card not yet dealt or already turned cannot be reported."""
    turned_at = {
        **dict.fromkeys(("across_left", "across_right"), ("down", 0)),
        **dict.fromkeys(("down_far", "down_near"), ("middle", 0)),
        "middle": ("settling", 0),
        **dict.fromkeys(BONUS, ("settling", 14)),  # with the first of the two Six Card Bonus lines
        "hole:1:1": ("settling", 8),  # with the first line of seat 1
    }
    kinds = {**dict.fromkeys(COMMUNITY, "community_card_exposed"), **dict.fromkeys(BONUS, "bonus_card_exposed")}
    for place, (stage_turned, step_turned) in turned_at.items():
        kind = kinds.get(place, "own_card_exposed")
        turned = (STAGES.index(stage_turned), step_turned)
        for stage, step, table, staked in moments(*IN_A_ROUND):
            is_dealt = stage != "dealing" or place in DEAL[:step]
            if not is_dealt or (STAGES.index(stage), step) >= turned:
                with refused(IllegalActionCode.NO_SUCH_CARD):
                    table.report(kind, place)
                continue
            card = card_name(table.state.card_at(place))
            events = table.report(kind, place)
            assert isinstance(events[0], IrregularityRuled) and (events[0].place, events[0].card) == (place, card)
            if kind == "own_card_exposed":
                assert (events[0].outcome, events[0].clause, len(events)) == ("play_on", "reading R20", 1)
                assert card in cards_seen(table.view(seat_audience(2)))
            else:
                assert_void(table, events, kind, "reading R20", staked)


def test_reading_R21_wrong_deck() -> None:
    """A stub that is wrong after a right deal voids the round, and the deck is taken away."""
    for *_, table, staked in moments(*AFTER):
        events = table.report("stub_wrong_not_misdealt")
        assert_void(table, events, "stub_wrong_not_misdealt", "reading R21", staked, deck_removed=True)
    for *_, table, _ in moments("dealing"):
        with refused(IllegalActionCode.WRONG_STAGE):
            table.report("stub_wrong_not_misdealt")

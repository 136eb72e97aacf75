"""Maryland, chapter 13: irregularities."""

from __future__ import annotations

import pytest

from crossfelt.crisscross.events import IrregularityRuled, RoundVoided
from crossfelt.crisscross.layout import COMMUNITY
from crossfelt.errors import IllegalActionCode
from crossfelt.game import SPECTATOR
from tests.support.rules.table import STAGES, assert_void, busy_table, cards_seen, moments, refused

METHODS = ("manual_shoe", "hand", "automated_shoe", "shuffler")
DURING_A_ROUND = ("dealing", "across", "down", "middle", "settling")
BY_METHOD = pytest.mark.parametrize("method", METHODS)


def assert_arises_only_while_dealing(irregularity: str, method: str) -> None:
    for stage in ("betting", "shuffling", "across", "down", "middle", "settling"):
        with refused(IllegalActionCode.WRONG_STAGE):
            busy_table("maryland", dealing_method=method).run_to(stage).report(irregularity)
    with refused(IllegalActionCode.ROUND_OVER):
        busy_table("maryland", dealing_method=method).run_to("settled").report(irregularity)


@BY_METHOD
def test_13_A(method: str) -> None:
    """A card found face up during the deal, at whichever card, voids all hands; wagers go back as under 13.C."""
    seen = 0
    for _, _, table, chips in moments("maryland", "dealing", dealing_method=method):
        seen += 1
        assert_void(table, table.report("face_up_card"), "face_up_card", "13.A", chips)
    assert seen == 5 + 2 * 3
    assert_arises_only_while_dealing("face_up_card", method)


@BY_METHOD
def test_13_B(method: str) -> None:
    """A card drawn in error and not seen is the next card: the deal and the round go on as if nothing had been."""
    undisturbed = busy_table("maryland", dealing_method=method).run_to("settled")
    for _, step, table, _ in moments("maryland", "dealing", dealing_method=method):
        for occurrence in (1, 2, 3):
            (ruled,) = table.report("drawn_in_error")
            assert ruled == IrregularityRuled("drawn_in_error", occurrence, "use_as_next", "13.B", None, None)
        assert cards_seen(table.view(SPECTATOR)) == set()
        assert table.state.next_position == step
        table.run_to("settled")
        assert table.state.placed == undisturbed.state.placed
        assert table.settled_wagers == undisturbed.settled_wagers
        assert table.contest.balances == undisturbed.contest.balances
    assert_arises_only_while_dealing("drawn_in_error", method)


@BY_METHOD
def test_13_C(method: str) -> None:
    """A wrong number of cards voids the round whenever it is noticed: each wager returns, payments are reversed."""
    tried = []
    for stage, step, table, chips in moments("maryland", *DURING_A_ROUND, dealing_method=method):
        if (stage, step) == ("dealing", 0):
            with refused(IllegalActionCode.WRONG_STAGE):
                table.report("wrong_card_count")  # nobody has a card yet
            continue
        tried.append(stage)
        posted = table.settled_wagers
        assert len(posted) == (step if stage == "settling" else 0)
        events = table.report("wrong_card_count")
        assert_void(table, events, "wrong_card_count", "13.C", chips)
        (voided,) = table.happened(RoundVoided)
        assert voided.reversed == posted
        assert table.view(SPECTATOR).settled_wagers == ()
    assert [tried.count(stage) for stage in DURING_A_ROUND] == [10, 3, 2, 1, 12]
    for stage in ("betting", "shuffling"):
        with refused(IllegalActionCode.WRONG_STAGE):
            busy_table("maryland", dealing_method=method).run_to(stage).report("wrong_card_count")
    with refused(IllegalActionCode.ROUND_OVER):
        busy_table("maryland", dealing_method=method).run_to("settled").report("wrong_card_count")


@BY_METHOD
def test_13_D(method: str) -> None:
    """An automated shoe that fails in a round voids it, from the deal until the round is over, and by reading R20 so
    does a shuffler that deals; a manual shoe or a hand cannot fail so."""
    if method in ("manual_shoe", "hand"):
        for stage in STAGES[:-1]:
            with refused(IllegalActionCode.NO_SUCH_RULING):
                busy_table("maryland", dealing_method=method).run_to(stage).report("shoe_failure")
        return
    seen: list[str] = []
    for stage, _, table, chips in moments("maryland", *DURING_A_ROUND, dealing_method=method):
        seen.append(stage)
        clause = "13.D" if method == "automated_shoe" else "reading R20"
        assert_void(table, table.report("shoe_failure"), "shoe_failure", clause, chips)
    assert [seen.count(stage) for stage in DURING_A_ROUND] == [5 + 2 * 3, 3, 2, 1, 12]
    for stage in ("betting", "shuffling"):
        with refused(IllegalActionCode.WRONG_STAGE):
            busy_table("maryland", dealing_method=method).run_to(stage).report("shoe_failure")


def test_13_D_whichever_report_the_floor_picks() -> None:
    """Where the shuffler deals, its failure is the failure of the device that deals: the round is void (R20)."""
    for stage in ("betting", "shuffling"):
        table = busy_table("maryland", dealing_method="shuffler").run_to(stage)
        events = table.report("shuffler_failure")
        assert_void(table, events, "shuffler_failure", "reading R20", {1: 1500, 3: 2000, 5: 2000})
    for *_, table, chips in moments("maryland", *DURING_A_ROUND, dealing_method="shuffler"):
        assert_void(table, table.report("shuffler_failure"), "shuffler_failure", "reading R20", chips)


@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated_shoe"])
def test_13_E(method: str) -> None:
    """A shuffler failure outside the deal ends no round: before the first card the deck is shuffled again, and later
    play continues. That is reading R20; 13.E only has the device covered or marked."""
    undisturbed = busy_table("maryland", dealing_method=method).run_to("settled")
    for stage in STAGES[:-1]:
        table = busy_table("maryland", dealing_method=method).run_to(stage)
        (ruled, *following) = table.report("shuffler_failure")
        assert isinstance(ruled, IrregularityRuled)
        assert (ruled.outcome, ruled.clause) == ("reshuffle", "reading R20")
        assert [event.kind for event in following] == (["deck_withdrawn"] if stage == "dealing" else [])
        assert table.stage == ("shuffling" if stage == "dealing" else stage)
        assert table.run_to("settled").settled_wagers == undisturbed.settled_wagers
    with refused(IllegalActionCode.NO_SUCH_RULING):
        busy_table("maryland", shuffler="none").run_to("dealing").report("shuffler_failure")


def test_cards_exposed() -> None:
    """The text is silent, reading R20: a card of the cross seen early voids, a player's own card does not."""
    for stage, step, here, chips in moments("maryland", *DURING_A_ROUND):
        for place in here.state.public & set(COMMUNITY):
            with refused(IllegalActionCode.NO_SUCH_CARD):
                here.report("community_card_exposed", place)  # it is no longer early
        for place in set(here.state.placed) - here.state.public:
            table = busy_table("maryland").run_to(stage, step)
            if place.startswith("hole"):
                (ruled,) = table.report("own_card_exposed", place)
                assert isinstance(ruled, IrregularityRuled)
                assert (ruled.outcome, ruled.clause) == ("play_on", "reading R20")
                assert table.state.name_at(place) in cards_seen(table.view(SPECTATOR))
                with refused(IllegalActionCode.NO_SUCH_CARD):
                    table.report("own_card_exposed", place)  # everyone has seen it
                assert table.run_to("settled").account("escrow") == 0
            else:
                ruled, voided = table.report("community_card_exposed", place)
                assert isinstance(ruled, IrregularityRuled) and isinstance(voided, RoundVoided)
                assert (ruled.outcome, voided.clause) == ("void", "reading R20")
                assert {refund.seat: refund.cents for refund in voided.refunds} == chips
                assert set(table.contest.balances.values()) == {0}

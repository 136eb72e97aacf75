"""Massachusetts, section 12: irregularities at every moment of a round. Each test is named by the clause it shows."""

from __future__ import annotations

import pytest

from crossfelt.cards import card_name
from crossfelt.crisscross.events import CardSetAside, DeckWithdrawn, IrregularityRuled
from crossfelt.crisscross.irregularities import MOST_WITHDRAWN_DECKS
from crossfelt.crisscross.layout import COMMUNITY
from crossfelt.errors import IllegalActionCode
from crossfelt.game import FLOOR, FLOOR_AUDIENCE, SPECTATOR, seat_audience
from crossfelt.ledger import ESCROW
from tests.support.rules.made_hands import placements
from tests.support.rules.table import Table, assert_void, busy_table, cards_seen, moments, refused

RULES = "massachusetts"
METHODS = ("manual_shoe", "hand", "automated_shoe")
CROSS = ["down_far", "across_left", "middle", "across_right", "down_near"]
ONE_BY_ONE = ["hole:1:1", "hole:3:1", "hole:5:1", "hole:1:2", "hole:3:2", "hole:5:2"]
IN_STACKS = ["hole:1:1", "hole:1:2", "hole:3:1", "hole:3:2", "hole:5:1", "hole:5:2"]
BEFORE = ("betting", "shuffling")
AFTER = ("across", "down", "middle", "settling")


def every_moment(*stages: str, **choices: object) -> list[tuple[str, int, Table, dict[int, int]]]:
    """All moments of these stages: before each card, each decision, each line."""
    results = list(moments(RULES, *stages, **choices))
    count = {"dealing": 11, "across": 3, "down": 2, "middle": 1, "settling": 12}
    assert len(results) == sum(count[stage] for stage in stages)
    return results


def assert_refused_at(kind: str, *stages: str, **choices: object) -> None:
    """The irregularity can't happen at these stages."""
    for stage in stages:
        with refused(IllegalActionCode.WRONG_STAGE):
            busy_table(RULES, **choices).run_to(stage).report(kind)


@pytest.mark.parametrize("method", METHODS)
def test_12_a(method: str) -> None:
    """The first card that lies face up is set aside wherever in the deal it turns up: it is dealt to nobody, the next
    card takes its place, and the round is played out."""
    order = CROSS + (IN_STACKS if method == "automated_shoe" else ONE_BY_ONE)
    for _, dealt, table, _ in every_moment("dealing", dealing_method=method):
        deck = [card_name(card) for card in table.state.deck or ()]
        ruled, aside = table.report("face_up_card")
        assert ruled == IrregularityRuled("face_up_card", 1, "set_card_aside", "12(a)", None, None)
        assert aside == CardSetAside(dealt, deck[dealt])
        assert table.view(SPECTATOR).set_aside == (deck[dealt],)
        table.run_to("settled")
        assert [table.state.name_at(place) for place in order] == deck[:dealt] + deck[dealt + 1 : 12]
        assert dealt not in table.state.placed.values() and len(table.state.placed) == 11
        assert table.happened(CardSetAside) == [aside]
        count = table.view(FLOOR_AUDIENCE).count
        assert count is not None and (count.dealt, count.set_aside, count.stub) == (11, 1, 40)
    assert_refused_at("face_up_card", *BEFORE, *AFTER, dealing_method=method)


@pytest.mark.parametrize("method", METHODS)
def test_12_a_second_card(method: str) -> None:
    """A second card face up in the same deal, next to the first or later, voids the round and returns all wagers."""
    for more in range(11):
        for _, first, table, staked in every_moment("dealing", dealing_method=method):
            if first + more > 10:
                continue
            table.report("face_up_card")
            if more:
                table.deal(more)
            assert_void(table, table.report("face_up_card"), "face_up_card", "12(a)", staked, occurrence=2)


def test_12_b() -> None:
    """A card drawn in error and not seen is used as the next card. The deal continues unchanged, however often that
    happens."""
    untouched = busy_table(RULES).run_to("settled")
    for *_, table, _ in every_moment("dealing"):
        for occurrence in (1, 2, 3):
            ruled = IrregularityRuled("drawn_in_error", occurrence, "use_as_next", "12(b)", None, None)
            assert table.report("drawn_in_error") == (ruled,)
        table.run_to("settled")
        assert placements(table) == CROSS + ONE_BY_ONE
        assert table.state.deck == untouched.state.deck and table.settled_wagers == untouched.settled_wagers
    assert_refused_at("drawn_in_error", *BEFORE, *AFTER)


def test_12_c() -> None:
    """A wrong number of cards before a player or in the cross voids the round, from the first card to the last line;
    payments already made are taken back."""
    for stage, step, table, staked in every_moment("dealing", *AFTER):
        if (stage, step) == ("dealing", 0):
            with refused(IllegalActionCode.WRONG_STAGE):
                table.report("wrong_card_count")
            continue
        events = table.report("wrong_card_count")
        assert_void(table, events, "wrong_card_count", "12(c)", staked)
        assert table.state.voided is not None
        assert len(table.state.voided.reversed) == (step if stage == "settling" else 0)
    assert_refused_at("wrong_card_count", *BEFORE)


def test_12_d() -> None:
    """A community card that is seen before its turn voids the round; one not yet dealt or already turned cannot be."""
    cross = {"across_left": "Ks", "across_right": "7d", "down_far": "7c", "down_near": "2s", "middle": "7h"}
    hidden = {"across": set(COMMUNITY), "down": {"down_far", "down_near", "middle"}, "middle": {"middle"}}
    for place, card in cross.items():
        for stage, step, table, staked in every_moment("dealing", *AFTER):
            if place in (CROSS[:step] if stage == "dealing" else hidden.get(stage, ())):
                events = table.report("community_card_exposed", place)
                ruled = events[0]
                assert isinstance(ruled, IrregularityRuled) and (ruled.place, ruled.card) == (place, card)
                assert_void(table, events, "community_card_exposed", "12(d)", staked)
            else:
                with refused(IllegalActionCode.NO_SUCH_CARD):
                    table.report("community_card_exposed", place)


def test_12_e() -> None:
    """When the shuffling device fails, cards are shuffled again: a deck of which no card is out gives way to a new
    one; later it is the other deck that is in the device, and the round stands (the second half is reading R20)."""
    expected = busy_table(RULES).run_to("settled").settled_wagers
    tables = [(stage, busy_table(RULES).run_to(stage)) for stage in BEFORE]
    tables += [(stage, table) for stage, _, table, _ in every_moment("dealing", *AFTER)]
    for stage, table in tables:
        withdrawn = stage == "dealing" and not table.state.placed
        held = table.account(ESCROW)
        for occurrence in (1, 2):
            ruled, *rest = table.report("shuffler_failure")
            assert ruled == IrregularityRuled(
                "shuffler_failure", occurrence, "reshuffle", "12(e), reading R20", None, None
            )
            assert rest == ([DeckWithdrawn()] if withdrawn and occurrence == 1 else [])
            assert table.stage == ("shuffling" if withdrawn else stage) and table.account(ESCROW) == held
            assert (table.state.deck is None) == (withdrawn or stage in BEFORE)
        assert table.run_to("settled").settled_wagers == expected
    with refused(IllegalActionCode.NO_SUCH_RULING):
        busy_table(RULES, shuffler="none").run_to("dealing").report("shuffler_failure")


def test_12_e_deals_the_new_deck() -> None:
    """After the reshuffle it is the new order that is dealt, from its first card; a card set aside before is back in
    the deck, but it still was the round's first that lay face up."""
    table = Table(RULES)
    table.wager(1)
    table.cards = {"down_far": "As", "across_left": "Ks"}
    table.run_to("dealing").report("face_up_card")
    assert table.view(SPECTATOR).set_aside == ("As",)
    table.report("shuffler_failure")
    table.cards = {"down_far": "2c", "across_left": "As"}
    table.run_to("dealing", 2)
    assert [table.state.name_at(place) for place in ("down_far", "across_left")] == ["2c", "As"]
    assert table.state.placed["down_far"] == 0 and table.view(SPECTATOR).set_aside == ()
    assert_void(table, table.report("face_up_card"), "face_up_card", "12(a)", {1: 1000}, occurrence=2)


def test_12_e_withdraws_no_deck_without_end() -> None:
    """Each report before the deal costs a deck and starts its shuffle again: a round that could go on so would never
    end, and a floor that knows the next decks could wait for one. The number is our own limit."""
    table = busy_table(RULES).run_to("dealing")
    for _ in range(MOST_WITHDRAWN_DECKS):
        table.report("shuffler_failure")
        table.run_to("dealing")
    with refused(IllegalActionCode.ALREADY_DONE):
        table.report("shuffler_failure")
    table.run_to("across")
    table.report("shuffler_failure")
    assert table.run_to("settled").settled_wagers == busy_table(RULES).run_to("settled").settled_wagers


def test_12_f() -> None:
    """When the automated shoe fails in a round, from the deal until the round is over (reading R20), the round is void
    and every wager goes back; the other ways of dealing have no such device."""
    for *_, table, staked in every_moment("dealing", *AFTER, dealing_method="automated_shoe"):
        assert_void(table, table.report("shoe_failure"), "shoe_failure", "12(f)", staked)
    for stage in ("betting", "shuffling"):
        with refused(IllegalActionCode.WRONG_STAGE):
            busy_table(RULES, dealing_method="automated_shoe").run_to(stage).report("shoe_failure")
    for method in ("manual_shoe", "hand"):
        with refused(IllegalActionCode.NO_SUCH_RULING):
            busy_table(RULES, dealing_method=method).run_to("dealing").report("shoe_failure")


def test_reading_R20_own_card() -> None:
    """The rules don't cover a player's own card that others see: the round continues, and everyone may see the card."""
    expected = busy_table(RULES).run_to("settled").settled_wagers
    for stage, step, table, _ in every_moment(*AFTER):
        if stage == "settling" and step > 6:  # seat 1 has already shown its cards
            with refused(IllegalActionCode.NO_SUCH_CARD):
                table.report("own_card_exposed", "hole:1:2")
            continue
        (ruled,) = table.report("own_card_exposed", "hole:1:2")
        assert ruled == IrregularityRuled("own_card_exposed", 1, "play_on", "reading R20", "hole:1:2", "Kc")
        seen = cards_seen(table.view(seat_audience(2)))
        assert "Kc" in seen and "Kh" not in seen
        assert table.run_to("settled").settled_wagers == expected


def test_reading_R16_no_forfeit() -> None:
    """Nothing in this text lets the floor take a seat's wagers for its conduct."""
    for *_, table, _ in every_moment("dealing", *AFTER):
        with refused(IllegalActionCode.NO_SUCH_RULING):
            table.forfeit(1, "touched_cards")
        legal = table.contest.game.legal_actions(table.state, FLOOR)
        assert "forfeit_seat" not in {action.kind for action in legal}

"""A round as a dispute report shows it: the cards of each wager are those that decided it."""

from __future__ import annotations

from typing import Any

import pytest

from crossfelt.cards import card_symbols, parse_card
from crossfelt.crisscross.dispute import round_document
from crossfelt.game import AUDITOR
from crossfelt.money import dollars, signed_dollars
from crossfelt.ranking import ranker
from tests.support.proofs import played
from tests.support.rounds import random_round


@pytest.mark.parametrize("seed", range(40))
def test_the_cards_of_a_wager_make_the_hand_that_decided_it(seed: int) -> None:
    contest = random_round(seed)
    document = round_document(contest, True)
    rank = ranker(contest.rules.ace_low_straight)
    for wager in document["wagers"]:
        cards = [parse_card(name) for name in wager["cards"]]
        if wager["hand"] is None:
            assert not cards
        else:
            assert rank.hand(*cards).slug == wager["hand"]
        assert wager["net"] == wager["won"] + wager["returned"] - wager["staked"]
    for seat in document["seats"]:
        for hand in filter(None, seat["hands"].values()):
            assert rank.hand(*map(parse_card, hand["cards"])).slug == hand["hand"]
            assert set(seat["hole"]) <= set(hand["cards"])


def test_totals_of_seats_are_those_of_their_wagers() -> None:
    document = round_document(random_round(3), True)
    for seat in document["seats"]:
        lines = [wager for wager in document["wagers"] if wager["seat"] == seat["seat"]]
        assert seat["total"]["net"] == sum(wager["net"] for wager in lines)
        assert seat["total"]["staked"] == sum(seat["placed"].values())


def test_a_void_round_names_its_reason_and_settles_nothing() -> None:
    document = round_document(played(5).contest, True)
    assert document["void"]["reason"] == "wrong_card_count"
    assert document["wagers"] == []
    assert [ruling["clause"] for ruling in document["rulings"]] == ["12(c)"]
    assert "12(c)" in document["citations"]


def test_progressive_wagers_show_the_cards_that_set_them_off() -> None:
    document = round_document(played(26).contest, True)
    xtreme = [wager for wager in document["wagers"] if wager["spot"] == "bonus_spin_xtreme" and wager["prizes"]]
    assert xtreme
    assert all(set(wager["cards"]) == set(document["community"].values()) for wager in xtreme)
    assert document["spins"] and document["hot_spot"] is not None
    assert set(document["meters"]["after"]) == {"xtreme_a", "xtreme_d"}


@pytest.mark.parametrize("seed", range(40))
def test_each_event_is_told_in_a_sentence(seed: int) -> None:
    for step in round_document(random_round(seed), True)["course"]:
        assert len(step["says"]) == len(step["events"])
        assert all(text.endswith((".", ")")) and "_" not in text for text in step["says"])


def test_a_sentence_draws_cards_and_writes_dollars() -> None:
    contest = random_round(3)
    sentences = " ".join(text for step in round_document(contest, True)["course"] for text in step["says"])
    middle = contest.view(AUDITOR).community["middle"]
    assert middle is not None and f"The dealer turns the middle card: {card_symbols(middle)}." in sentences
    assert contest.state.settled is not None
    total = contest.state.settled.totals[0]
    assert f"The round is settled: seat {total.seat} {signed_dollars(total.net)}" in sentences


def said(document: dict[str, Any]) -> list[str]:
    return [text for step in document["course"] for text in step["says"]]


def test_a_sentence_names_what_each_wager_wins_or_loses() -> None:
    document = round_document(played(26).contest, True)
    sentences = said(document)
    for wager in document["wagers"]:
        amount = dollars(wager["won"] if wager["result"] == "win" else wager["staked"])
        verb = {"win": "wins", "push": "pushes", "lose": "loses", "forfeit": "forfeits"}[wager["result"]]
        assert any(
            text.startswith(f"Seat {wager['seat']} {verb} ") and amount in text and wager["title"] in text
            for text in sentences
        )


def test_a_sentence_writes_a_meter_exactly_in_dollars() -> None:
    sentences = said(round_document(played(26).contest, True))
    assert "Meters grow: Xtreme D by $0.000042 to $5,000.000042." in sentences


def test_a_void_names_its_irregularity_in_words() -> None:
    document = round_document(played(5).contest, True)
    assert document["void"]["says"] == "a player or the cross has too many or too few cards"
    assert said(document)[-1].startswith(
        f"The round is void: {document['void']['says']} (12(c)). Every wager goes back: "
    )

"""Score cards: defaults, choices, and every fault at once."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from crossfelt.errors import RuleBookError
from crossfelt.kingcross.resolve import (
    choices_of,
    load_score_card,
    load_submission,
    parse_option,
    score_card_from_document,
    score_card_ids,
)
from crossfelt.kingcross.scorecard import ACHIEVEMENTS, LineHand

CARD = load_score_card()
NEIGHBOURS = load_score_card(choices={"anarchy_scope": "neighbours"})


def test_the_shipped_card() -> None:
    assert score_card_ids() == ("king-cross",)
    assert (CARD.id, CARD.version, CARD.most_seats) == ("king-cross", 1, 100)
    assert CARD.points == (0, 25, 50, 75, 100, 150, 200, 250, 350, 500)
    assert list(CARD.chart) == [hand.slug for hand in reversed(LineHand)]
    assert {name: entry.points for name, entry in CARD.achievements.items()} == dict(
        zip(ACHIEVEMENTS, (1000, 850, 700, 600, 500, 500, 350, 200), strict=True)
    )
    assert CARD.choices == {choice.name: choice.default for choice in choices_of()}
    assert repr(CARD) == f"<ScoreCard king-cross-1 {CARD.hash[:12]}>"


def test_equal_choices_make_equal_cards_and_a_hash_that_others_do_not_have() -> None:
    defaults = load_score_card(choices={"anarchy_scope": "line", "wild_may_be_king": False})
    assert (defaults, hash(defaults)) == (CARD, hash(CARD))
    others = [
        load_score_card(choices={"wild_may_be_king": True}),
        load_score_card(choices={"anarchy_needs_points": False}),
        NEIGHBOURS,
        load_score_card(
            choices={"bottom_feeder_hands": ["flush", "straight", "three_of_a_kind", "two_pair", "one_pair"]}
        ),
    ]
    assert len({card.hash for card in (CARD, *others)}) == 5
    # The order in which the hands are named says nothing.
    mixed = load_score_card(choices={"bottom_feeder_hands": ["one_pair", "everything_else", "two_pair", "straight",
                                                     "three_of_a_kind"]})  # fmt: skip
    assert mixed.hash == CARD.hash


def test_a_card_comes_back_from_its_document() -> None:
    assert score_card_from_document(NEIGHBOURS.document) == NEIGHBOURS


def test_other_points_are_possible_in_a_document() -> None:
    document = deepcopy(CARD.document)
    document["points"]["one_pair"] = 10
    document["achievements"]["jackpot"]["points"] = 1
    score_card = score_card_from_document(document)
    assert (score_card.chart["one_pair"], score_card.achievements["jackpot"].points) == (10, 1)
    assert score_card != CARD


def test_every_fault_is_reported_at_once() -> None:
    with pytest.raises(RuleBookError) as caught:
        load_score_card(
            choices={
                "wild_may_be_king": 1,
                "anarchy_scope": "sheet",
                "bottom_feeder_hands": ["flush", "flush", "boat"],
                "colour": "red",
            }
        )
    assert caught.value.faults == (
        "choices.wild_may_be_king: must be true or false, not 1 (Rules/3, reading K5)",
        "choices.anarchy_scope: 'sheet' is not one of line, neighbours (Bonus Points and Achievements/Anarchy, "
        "reading K10)",
        "choices.bottom_feeder_hands: 'flush' appears twice (Bonus Points and Achievements/Bottom Feeder, reading K11)",
        "choices.bottom_feeder_hands: 'boat' isn't valid here; choose from royal_flush, straight_flush, "
        "four_of_a_kind, full_house, flush, straight, three_of_a_kind, two_pair, one_pair, everything_else "
        "(Bonus Points and Achievements/Bottom Feeder, reading K11)",
        "choices.colour: king-cross has no choice 'colour'; choose from wild_may_be_king, anarchy_needs_points, "
        "anarchy_scope, bottom_feeder_hands",
    )
    with pytest.raises(RuleBookError, match="no score card 'queen'"):
        load_score_card(name="queen")
    with pytest.raises(RuleBookError, match=r"must be a string, not \{1, 2\}"):
        load_score_card(choices={"anarchy_scope": {1, 2}})


def broken(**changes: Any) -> dict[str, Any]:
    """The document with values put at paths written with `__`, or removed where the value is None."""
    document = deepcopy(CARD.document)
    for path, value in changes.items():
        *above, last = path.split("__")
        table = document
        for key in above:
            table = table[key]
        if value is None:
            del table[last]
        else:
            table[last] = value
    return document


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"points__flush": -1}, ["points.flush: must be from 0 to 1000000, not -1"]),
        ({"points__flush": None}, ["points.flush: is missing"]),
        (
            {"points__boat": 3, "dice__rolls": 25},
            ["dice.rolls: must be from 24 to 24, not 25", "points.boat: unknown key"],
        ),
        ({"seats__most": 101}, ["seats.most: must be at most 100 (a limit of Crossfelt, not of the rules)"]),
        ({"seats__reading": ""}, ["seats: needs a clause or a reading"]),
        ({"achievements__jackpot": None}, ["achievements.jackpot"]),
        ({"achievements__jackpot__hands": []}, ["achievements.jackpot.hands: unknown key"]),
        ({"achievements__boat_captain__hands": []}, ["achievements.boat_captain.hands: needs at least one hand"]),
        ({"achievements__anarchy__scope": "x"}, ["achievements.anarchy.scope: 'x' is not one of line, neighbours"]),
        ({"achievements__pool_shark__squares": ["c3"]}, ["achievements.pool_shark.squares: 'c3' isn't valid here"]),
        ({"achievements__pool_shark__squares": []}, ["achievements.pool_shark.squares: needs at least one square"]),
        ({"achievements__dead_mans_hand__cards": ["Ax"]}, ["achievements.dead_mans_hand.cards: 'Ax' is not a card"]),
        ({"achievements__ninth": {}}, ["achievements.ninth: unknown key"]),
        ({"title": "two\nlines"}, ["title: must be one line"]),
        ({"more": 1}, ["more: unknown key"]),
    ],
)
def test_a_document_that_does_not_hold_together_is_refused(changes: dict[str, Any], faults: list[str]) -> None:
    with pytest.raises(RuleBookError) as caught:
        score_card_from_document(broken(**changes))
    for fault in faults:
        assert any(result.startswith(f"score card: {fault}") for result in caught.value.faults), caught.value.faults


def test_what_is_no_document_is_refused() -> None:
    documents: tuple[object, ...] = (None, [], "x", {"id": {1}})
    for document in documents:
        with pytest.raises(RuleBookError, match="score card"):
            score_card_from_document(document)


def test_options_as_typed() -> None:
    assert parse_option("king-cross", "wild_may_be_king=true") == ("wild_may_be_king", True)
    assert parse_option("king-cross", " anarchy_scope = neighbours ") == ("anarchy_scope", "neighbours")
    assert parse_option("king-cross", "bottom_feeder_hands=flush, straight") == (
        "bottom_feeder_hands",
        ["flush", "straight"],
    )
    for text, message in (
        ("wild_may_be_king", "NAME=VALUE"),
        ("=true", "NAME=VALUE"),
        ("wild_may_be_king=yes", "true or false"),
        ("colour=red", "no choice 'colour'"),
    ):
        with pytest.raises(RuleBookError, match=message):
            parse_option("king-cross", text)


def test_a_file_of_choices() -> None:
    assert load_submission('scoring = "king-cross"\n[choices]\nanarchy_scope = "neighbours"') == NEIGHBOURS
    assert load_submission('scoring = "king-cross"') == CARD
    for text, message in (
        ("scoring = 'maryland'", "not one of king-cross"),
        ("", "scoring: is missing"),
        ("scoring = 'king-cross'\nchoices = 3", "must be a table"),
        ("scoring = 'king-cross'\nrules = 3", "unknown key"),
        ("scoring", "not TOML"),
        ("scoring = 'king-cross'\n[choices]\nanarchy_scope = 2026-11-15", "must be a string, not datetime.date"),
    ):
        with pytest.raises(RuleBookError, match=message):
            load_submission(text)

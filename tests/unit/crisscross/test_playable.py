from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from crossfelt.crisscross.resolve import load_rule_book, rule_book_from_document
from crossfelt.errors import RuleBookError
from tests.support.progressive_choices import spin_choices

MARYLAND = load_rule_book("maryland").document
CARDROOM = load_rule_book("cardroom").document


def faults(document: dict[str, Any], *changes: tuple[str, object]) -> list[str]:
    """Return the faults of a document after these changes."""
    document = deepcopy(document)
    for path, value in changes:
        node: Any = document
        *way, last = [int(part) if part.isdecimal() else part for part in path.split("/")]
        for part in way:
            node = node[part]
        node[last] = value
    with pytest.raises(RuleBookError) as caught:
        rule_book_from_document(document)
    return [fault.removeprefix("rule book: ") for fault in caught.value.faults]


def test_names_and_texts_fit_into_a_line() -> None:
    assert faults(MARYLAND, ("spots/two\nlines", {}), ("conduct/reasons/Bad Manners", "11.A(9)")) == [
        "spots: 'two\\nlines' is not a valid name; use letters, digits and _",
        "conduct.reasons: 'Bad Manners' is not a valid name; use letters, digits and _",
    ]
    assert faults(MARYLAND, ("stages/1/reveal_clause", "11.E\n11.F"), ("title", "x" * 301)) == [
        "title: must be one line of at most 300 characters",
        "stages[2].reveal_clause: must be one line of at most 300 characters",
    ]


def test_stages() -> None:
    everyone, cross = "stages: must be across, down, middle, each once", "stages: must turn each of the five places"
    first, second, third = MARYLAND["stages"]
    for stages in ([], [first], [first, second], [first, second, third, third]):
        result = faults(MARYLAND, ("stages", stages))
        assert result[0] == everyone
        assert result[1].startswith(cross)
    assert faults(MARYLAND, ("stages/2/reveals", ["across_left"])) == [f"{cross} of the cross once"]


def test_each_stage_has_one_spot() -> None:
    second = MARYLAND["spots"]["across"] | {"title": "Across again"}
    settled = deepcopy(MARYLAND["settlement"])
    for step in settled[1]["steps"]:
        if "across" in step["spots"]:
            step["spots"].append("again")
    limit = MARYLAND["aggregate_limit"]
    covered = {name: [*limit[name], "again"] for name in ("covers", "must_cover")}
    result = faults(MARYLAND, ("spots/again", second), ("settlement", settled), ("aggregate_limit", limit | covered))
    assert result == ["stages: across must have one spot to bet on"]


def test_a_limit_covers_what_the_text_names_and_no_prize_of_a_wheel() -> None:
    """Reading R10, for a book that a record brings along."""
    named = "ante_across, ante_down, across, down, middle"
    must = f"aggregate_limit.covers: must cover {named}; it leaves out"
    assert faults(MARYLAND, ("aggregate_limit/covers", [])) == [f"{must} {named} (12.B, reading R10)"]
    assert faults(MARYLAND, ("aggregate_limit/covers", ["ante_across", "ante_down", "across", "middle"])) == [
        f"{must} down (12.B, reading R10)"
    ]
    everything = "aggregate_limit.must_cover: must name every ante and bet"
    for must_cover, bare in (([], named), (["ante_across", "ante_down", "down", "middle"], "across")):
        assert f"{everything}: {bare}" in faults(MARYLAND, ("aggregate_limit/must_cover", must_cover))
    wider = [*MARYLAND["aggregate_limit"]["covers"], "five_card_bonus"]
    document = MARYLAND | {"aggregate_limit": MARYLAND["aggregate_limit"] | {"covers": wider}}
    assert "five_card_bonus" in rule_book_from_document(document).aggregate_limit.covers
    with_wheel = [*MARYLAND["aggregate_limit"]["covers"], "bonus_spin"]
    assert faults(MARYLAND, ("aggregate_limit/covers", with_wheel)) == [
        "aggregate_limit.covers: bonus_spin is a progressive wager, whose prizes no limit covers (12.B, reading R10)"
    ]
    assert faults(MARYLAND, ("spots/five_card_bonus/kind", "progressive"))[0] == (
        "spots.five_card_bonus.kind: 'progressive' is not one of ante, main, bonus"
    )


def test_a_progressive_wager_has_all_its_results_in_one_step() -> None:
    book = load_rule_book("maryland", {"bonus_spin": spin_choices(rate_ppm=0)}).document
    settled = deepcopy(book["settlement"])
    last = settled[1]["steps"].pop()
    settled[1]["steps"] += [last | {"results": ["lose", "push"]}, last | {"results": ["forfeit", "win"]}]
    assert (
        faults(book, ("settlement", settled))
        == ["settlement: bonus_spin must have all results in one step: the spin comes with the line"] * 2
    )


def test_bets_are_multiples_of_an_ante() -> None:
    assert faults(MARYLAND, ("spots/across/multiple_of", "five_card_bonus")) == [
        "spots.across: must be a multiple of a required spot placed before the deal"
    ]
    assert faults(MARYLAND, ("spots/across/multiple_of", "middle")) == [
        "spots.across: must be a multiple of a required spot placed before the deal"
    ]
    bonus = MARYLAND["spots"]["five_card_bonus"] | {"multiple_of": "ante_across", "multiples": [1]}
    del bonus["minimum_cents"], bonus["maximum_cents"]
    assert faults(MARYLAND, ("spots/five_card_bonus", bonus)) == [
        "spots.five_card_bonus: must be placed before the deal, or be a multiple of a spot that is"
    ]


def test_a_spot_rests_only_on_what_is_offered() -> None:
    assert faults(MARYLAND, ("spots/five_card_bonus/needs", ["middle"])) == [
        "spots.five_card_bonus: depends on middle, which isn't placed before the deal"
    ]
    assert (
        faults(CARDROOM, ("spots/five_card_bonus/offered", False))
        == ["spots.six_card_bonus: depends on five_card_bonus, which isn't placed before the deal"] * 2
    )
    assert "spots.ante_down: depends on ante_across, which isn't placed before the deal" in faults(
        MARYLAND, ("spots/ante_across/offered", False)
    )


def test_antes_and_bets_are_decided_by_a_line() -> None:
    assert "spots.middle: an ante or bet must be decided by the across or the down hand" in faults(
        MARYLAND, ("spots/middle/hand", "community")
    )
    for spot in ("ante_across", "ante_down", "across", "down", "middle"):
        assert faults(MARYLAND, (f"spots/{spot}/hand", "hole_and_bonus"))


def test_nothing_stays_live_on_a_hand_that_is_not_shown() -> None:
    assert faults(MARYLAND, ("spots/across/survives_fold", True)) == [
        "spots.across: a folded hand isn't shown, so wagers on it can't stay live"
    ]


def test_bonus_cards_must_be_dealt() -> None:
    order = [place for place in CARDROOM["dealing"]["hand"]["order"] if not place.startswith("bonus_")]
    assert faults(CARDROOM, ("dealing/hand/order", order)) == [
        "spots.six_card_bonus: needs bonus cards, which dealing by hand does not lay out"
    ]


def test_wagers_are_settled_on_cards_that_are_shown() -> None:
    result = faults(MARYLAND, ("settlement/1/shows", "nothing"))
    assert result == [
        f"settlement: {spot} must be settled where hands are shown"
        for spot in ("ante_across", "across", "ante_down", "down", "middle")
    ]
    assert faults(CARDROOM, ("settlement/1/shows", "hands")) == [
        "settlement: six_card_bonus must be settled where bonus cards are shown"
    ]


def test_what_is_forfeited_may_be_taken_unseen() -> None:
    document = deepcopy(MARYLAND)
    unseen = {"seats": "from_right", "shows": "nothing", "clause": "11.B(2)"}
    document["settlement"].insert(0, unseen | {"steps": [document["settlement"][1]["steps"].pop(0)]})
    assert rule_book_from_document(document).passes[0].shows == "nothing"


def test_cards_are_set_aside_only_when_found_and_not_without_end() -> None:
    assert faults(MARYLAND, ("irregularities/shuffler_failure/outcomes", ["set_card_aside", "void"])) == [
        "irregularities.shuffler_failure: no card can be set aside for this irregularity"
    ]
    endless = "irregularities.face_up_card: the last outcome must not set a card aside"
    assert faults(MARYLAND, ("irregularities/face_up_card/outcomes", ["set_card_aside"])) == [endless]
    many = ["set_card_aside"] * 21 + ["void"]
    assert faults(MARYLAND, ("irregularities/face_up_card/outcomes", many)) == [endless]

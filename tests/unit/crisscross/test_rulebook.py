from __future__ import annotations

import hashlib
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from crossfelt.crisscross.resolve import load_rule_book, rule_book_from_document, rule_book_ids
from crossfelt.crisscross.rulebook import LOSES, PUSHES, UNREACHABLE, PayTable, RuleBook, most_won_per_ante, reachable
from crossfelt.errors import RuleBookError
from crossfelt.jsontext import canonical_json
from crossfelt.ranking import Hand


@pytest.fixture(params=rule_book_ids())
def book(request: pytest.FixtureRequest) -> RuleBook:
    return load_rule_book(request.param)


def refused(document: dict[str, Any]) -> tuple[str, ...]:
    """Everything that is wrong with a document."""
    with pytest.raises(RuleBookError) as caught:
        rule_book_from_document(document)
    assert all(fault.startswith("rule book: ") for fault in caught.value.faults)
    return tuple(fault.removeprefix("rule book: ") for fault in caught.value.faults)


def test_a_document_reads_back_to_an_equal_book(book: RuleBook) -> None:
    again = rule_book_from_document(book.document)
    assert again == book
    assert again.hash == book.hash
    assert hash(again) == hash(book)
    assert again.document == book.document
    assert (again.spots, again.stages, again.passes) == (book.spots, book.stages, book.passes)
    assert (again.rulings, again.aggregate_limit, again.conduct) == (book.rulings, book.aggregate_limit, book.conduct)


def test_a_book_keeps_its_own_copy_of_a_document(book: RuleBook) -> None:
    document = deepcopy(book.document)
    again = rule_book_from_document(document)
    document["pay_tables"]["main"]["straight"] = 6
    assert again.document == book.document
    assert rule_book_from_document(document) != book


def test_books_differ_by_their_hash(book: RuleBook) -> None:
    document = deepcopy(book.document)
    document["title"] += "!"
    other = rule_book_from_document(document)
    assert other.hash != book.hash
    assert other != book
    assert book != "a book"
    assert repr(book) == f"<RuleBook {book.id}-1 {book.hash[:12]}>"


def reversed_keys(node: Any) -> Any:
    """The same data, its keys in another order."""
    if isinstance(node, dict):
        return {key: reversed_keys(node[key]) for key in reversed(node)}
    return [reversed_keys(item) for item in node] if isinstance(node, list) else node


def test_the_hash_does_not_hang_on_the_order_of_keys(book: RuleBook) -> None:
    assert rule_book_from_document(reversed_keys(book.document)).hash == book.hash
    assert book.hash == hashlib.sha256(canonical_json(book.document).encode()).hexdigest()


def test_pay_tables(book: RuleBook) -> None:
    main = book.pay_tables["main"]
    assert list(main.named()) == [hand.slug for hand in reversed(Hand) if hand >= Hand.PAIR_6S_TO_10S]
    assert main.odds[Hand.PAIR_6S_TO_10S] == PUSHES
    assert main.odds[Hand.PAIR_2S_TO_5S] == main.odds[Hand.HIGH_CARD] == LOSES
    assert book.odds_of["middle"] == main.odds
    assert book.odds_of["ante_across"] == book.pay_tables["antes"].odds


def test_rulings_repeat_their_last_outcome() -> None:
    ruling = load_rule_book("massachusetts").rulings["face_up_card"]
    assert [ruling.outcome(number) for number in (1, 2, 3, 9)] == ["set_card_aside", "void", "void", "void"]


def test_spots_and_stages(book: RuleBook) -> None:
    assert (
        [stage.spot.id for stage in book.stages] == [stage.id for stage in book.stages] == ["across", "down", "middle"]
    )
    assert book.stages_by_id["down"] is book.stages[1]
    assert {spot.id for spot in book.betting_spots} == set(book.spots) - {"across", "down", "middle"}
    assert book.bonus_card_count == (4 if "six_card_bonus" in book.spots else 0)


def test_rulings_follow_method_and_shuffler() -> None:
    def kinds(**choices: object) -> set[str]:
        return set(load_rule_book("maryland", choices).rulings)

    assert kinds(shuffler="counting") - kinds(shuffler="automatic") == {"deck_count_wrong"}
    assert kinds() - kinds(shuffler="none") == {"shuffler_failure"}
    assert kinds(dealing_method="automated_shoe") - kinds() == {"shoe_failure"}


def test_an_unsettled_spot_is_refused() -> None:
    document = deepcopy(load_rule_book("maryland").document)
    document["settlement"][0]["steps"][0]["results"].remove("push")
    assert refused(document) == ("settlement: five_card_bonus with result push is settled 0 times",)
    document["settlement"][0]["steps"] = []
    assert refused(document) == tuple(
        f"settlement: five_card_bonus with result {result} is settled 0 times"
        for result in ("win", "push", "lose", "forfeit")
    )


def test_a_new_spot_that_no_pass_settles_is_refused(book: RuleBook) -> None:
    document = deepcopy(book.document)
    document["spots"]["tip"] = document["spots"]["five_card_bonus"] | {"title": "Tip"}
    assert "settlement: tip with result win is settled 0 times" in refused(document)


def test_a_spot_settled_twice_is_refused(book: RuleBook) -> None:
    document = deepcopy(book.document)
    document["settlement"].append(deepcopy(document["settlement"][-1]))
    assert all("is settled 2 times" in fault for fault in refused(document))


def changed(path: str, value: object) -> dict[str, Any]:
    """Maryland with one entry changed."""
    document = deepcopy(load_rule_book("maryland").document)
    node: Any = document
    *way, last = [int(part) if part.isdecimal() else part for part in path.split("/")]
    for part in way:
        node = node[part]
    node[last] = value
    return document


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("version", 0, "version: must be from 1 to 10000, not 0"),
        ("version", "1", "version: must be a whole number, not '1'"),
        ("novelty", 1, "novelty: unknown key"),
        ("seats/count", 7, "seats.count: must be from 1 to 6, not 7"),
        ("deck/cards", 53, "deck.cards: must be from 52 to 52, not 53"),
        ("deck/clause", "", "deck: needs a clause or a reading"),
        ("hands/ace_low_straight", "yes", "hands.ace_low_straight: must be true or false, not 'yes'"),
        ("pay_tables/main/straight", 1_000_001, "pay_tables.main.straight: must be from -1 to 1000000, not 1000001"),
        ("pay_tables/main/straight", -2, "pay_tables.main.straight: must be from -1 to 1000000, not -2"),
        ("pay_tables/main/straight", 2.5, "pay_tables.main.straight: must be a whole number, not 2.5"),
        ("pay_tables/main/strait", 5, "pay_tables.main.strait: unknown key"),
        ("spots/across/pays", "nothing", "spots.across.pays: 'nothing' is not one of main, antes, five_card_bonus"),
        ("spots/across/kind", "side", "spots.across.kind: 'side' is not one of ante, main, bonus"),
        ("spots/across/multiples", [], "spots.across.multiples: must be whole numbers from 1 to 100"),
        ("spots/across/multiples", [3, 1], "spots.across.multiples: must be in increasing order"),
        (
            "spots/ante_across/minimum_cents",
            20_000,
            "spots.ante_across.minimum_cents: the minimum of 20000 cents ($200) is above the maximum of 10000 ($100)",
        ),
        (
            "spots/ante_across/minimum_cents",
            0,
            "spots.ante_across.minimum_cents: must be from 1 to 1000000000000000, not 0",
        ),
        ("spots/five_card_bonus/needs", ["tip"], "spots.five_card_bonus.needs: 'tip' isn't valid here"),
        ("stages/0/seats", "clockwise", "stages[1].seats: 'clockwise' is not one of from_left, from_right"),
        ("stages/0/reveals", ["hole:1:1"], "stages[1].reveals: 'hole:1:1' isn't valid here"),
        ("stages/0/fold_clause", 5, "stages[1].fold_clause: must be a string, not 5"),
        ("shuffler", "magic", "shuffler: 'magic' is not one of none, automatic, counting"),
        ("dealing_method", "catapult", "dealing_method: 'catapult' is not one of"),
        (
            "dealing/hand/order",
            ["seat_round", "seat_round"],
            "dealing.hand.order: must name each of the five places once and give every seat two cards",
        ),
        ("dealing/hand/order", "all", "dealing.hand.order: must name each of the five places once"),
        ("aggregate_limit/amount_cents", 5_000_001, "aggregate_limit.amount_cents: must be at most 5000000"),
        ("aggregate_limit/covers", ["tip"], "aggregate_limit.covers: 'tip' isn't valid here"),
        ("irregularities/earthquake", {}, "irregularities.earthquake: is not a known kind of irregularity"),
        ("irregularities/face_up_card/outcomes", [], "irregularities.face_up_card.outcomes: must be outcomes among"),
        ("irregularities/face_up_card/outcomes", [["void"]], "irregularities.face_up_card.outcomes: must be outcomes"),
        (
            "irregularities/stub_wrong_misdealt/by_method",
            {"catapult": {"clause": "1"}},
            "irregularities.stub_wrong_misdealt.by_method.catapult: is not one of manual_shoe, hand, automated_shoe,",
        ),
        (
            "irregularities/stub_wrong_misdealt/by_method/hand",
            {"outcomes": ["void"]},
            "irregularities.stub_wrong_misdealt.by_method.hand: needs a clause or a reading",
        ),
        (
            "irregularities/shuffler_failure/by_method/shuffler/outcomes",
            ["hope"],
            "irregularities.shuffler_failure.by_method.shuffler.outcomes: must be outcomes among",
        ),
        ("irregularities/shoe_failure/methods", ["catapult"], "shoe_failure.methods: 'catapult' isn't valid here"),
        ("settlement/0/decided_by", "chance", "settlement[1].decided_by: 'chance' is not one of clause, both"),
        ("hands/decided_by", "both", "hands.decided_by: needs a clause and a reading to be decided by both"),
        ("stages/1/reading", "", "stages[2]: needs a clause or a reading for the order of the seats"),
        ("abandoned/lose_all_clause", 7, "abandoned.lose_all_clause: must be a string, not 7"),
        ("abandoned/outcome", "shrug", "abandoned.outcome: 'shrug' is not one of fold, lose_all"),
        ("conduct/reasons", [], "conduct.reasons: must be a table, not a list"),
        ("table_unit_cents", 0, "table_unit_cents: must be from 1 to"),
        ("choices", None, "choices: must not be null"),
    ],
)
def test_a_faulty_document_is_refused(path: str, value: object, message: str) -> None:
    assert any(message in fault for fault in refused(changed(path, value)))


def test_dealing_from_the_hand_needs_a_shuffler() -> None:
    document = changed("dealing_method", "hand")
    document["shuffler"] = "none"
    assert refused(document) == ("dealing_method: dealing by hand needs an automatic shuffler (9.A(1))",)


def test_every_fault_is_told_at_once() -> None:
    document = changed("version", 0) | {"shuffler": "magic", "novelty": 1}
    document["pay_tables"]["main"]["straight"] = None
    del document["stages"][2]["id"]
    assert set(refused(document)) >= {
        "version: must be from 1 to 10000, not 0",
        "pay_tables.main.straight: must not be null",
        "stages[3].id: is missing",
        "shuffler: 'magic' is not one of none, automatic, counting",
        "novelty: unknown key",
    }


@pytest.mark.parametrize("document", [None, [], "cardroom", 5, {}, {"id": float("nan")}, {"id": {1, 2}}])
def test_what_is_no_document_at_all(document: object) -> None:
    with pytest.raises(RuleBookError):
        rule_book_from_document(document)


MASSACHUSETTS = load_rule_book("massachusetts")


def paying(book: RuleBook, odds: dict[Hand, int]) -> dict[str, PayTable]:
    """The book's tables with that one for the bets, and antes that win nothing."""
    main = PayTable("main", tuple(odds.get(hand, LOSES) for hand in Hand), "a clause")
    return {**book.pay_tables, "main": main, "antes": PayTable("antes", (LOSES,) * 12, "a clause")}


def test_reachable_is_the_same_both_ways() -> None:
    assert reachable(Hand.ROYAL_FLUSH, Hand.STRAIGHT_FLUSH)
    assert reachable(Hand.FOUR_OF_A_KIND, Hand.FULL_HOUSE)
    for across in Hand:
        for down in Hand:
            assert reachable(across, down) == reachable(down, across)
    assert not reachable(Hand.ROYAL_FLUSH, Hand.ROYAL_FLUSH)
    assert not reachable(Hand.HIGH_CARD, Hand.FULL_HOUSE)
    assert len(UNREACHABLE) == 12


def test_the_best_pair_is_one_that_can_be_dealt() -> None:
    # Two fours of a kind cannot be dealt, so the second line takes the next best thing beside one.
    tables = paying(MASSACHUSETTS, {Hand.FOUR_OF_A_KIND: 100, Hand.FULL_HOUSE: 7, Hand.STRAIGHT_FLUSH: 9})
    assert most_won_per_ante(MASSACHUSETTS.spots, tables) == 3 * 100 + 3 * 7 + 3 * 100


def test_every_bet_counts_with_its_largest_multiple() -> None:
    tables = paying(MASSACHUSETTS, {Hand.TWO_PAIR: 50})
    assert most_won_per_ante(MASSACHUSETTS.spots, tables) == 3 * 50 + 3 * 50 + 3 * 50
    spots = {**MASSACHUSETTS.spots, "across": replace(MASSACHUSETTS.spots["across"], multiples=(1, 2))}
    assert most_won_per_ante(spots, tables) == 2 * 50 + 3 * 50 + 3 * 50


def test_nothing_to_win() -> None:
    assert most_won_per_ante(MASSACHUSETTS.spots, paying(MASSACHUSETTS, {})) == 0


def test_bonus_wagers_do_not_count() -> None:
    tables = paying(MASSACHUSETTS, {Hand.STRAIGHT: 2})
    tables["five_card_bonus"] = PayTable("five_card_bonus", (1_000,) * 12, "a clause")
    assert most_won_per_ante(MASSACHUSETTS.spots, tables) == 3 * 3 * 2

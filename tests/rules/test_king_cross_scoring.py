"""King Cross: hands, points and achievements, on sheets made for the border of each reading and each option.

A sheet reaches its achievement by nothing to spare; one card changed, and it is missed by one.
"""

from __future__ import annotations

from itertools import permutations

import pytest

from crossfelt.cards import Card, parse_card
from crossfelt.errors import RuleBookError
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.scoring import has_adjacent_neighbours, has_adjacent_ranks, is_in_order, line_hand, made_hand
from crossfelt.kingcross.sheet import PRINTED_KING
from tests.support.rules.king_table import changed, reached, scored

STRAIGHTS = """
    Th 4c 5s 6c 7s
    4d 5c 6s 7h 3s
    5c 6h K  3c 4s
    6c 7c 3c 4c 5c
    7d 3c 4h 5d 6d
"""
SCORING = """
    Ac 3h As 3c Ad
    2c 2d Ad 2s As
    2h 3d K  Ah 2c
    3c As 2c 3s 3d
    Ah Ac 2d Ad 3c
"""
THREES = """
    3d 5d 4s 7h 3s
    7c 7d 2d Ad Ah
    3c 7h K  Ac 3d
    Ac As 3s 2c 3h
    3h 2d Ad 5h 3c
"""
BOATS = """
    Ad 5s As 7h Ah
    As 7d Ah Ad 7h
    Ac 7s K  Ah 7d
    5d 5c Ac 5h 7s
    5h 5d 5s 5c Ac
"""
ORDERED = """
    Jh Th 6h 3h Ah
    5c 6c 9c Tc Ac
    Td Jd K  Qd Ad
    Qs Js Ts 9s 8s
    4h Qh Ah Th 7h
"""
APART = """
    Jh 8c 4c 5d Jd
    8d 4h Ah 4d 5s
    8h Jd K  Ah 4c
    4c Jh 8s 8c Js
    4h Ac 5d Js Jc
"""
LOW = """
    9c Tc 7d Jc 8c
    7c Td 8s 2s 8h
    7h 9h K  8d Jd
    Js Ts 7h 2d Jc
    7s 7h 9s 8s 2h
"""
DEAD_MAN = """
    As Jc 9h Jh Qd
    4d Ac 4s 8h Th
    4h 8c K  9s 8s
    8h Ts Jd 8s 4d
    Jh 9h Tc 4h 8c
"""


def line(text: str) -> list[Card]:
    """Five cards, of which `K` is the printed King."""
    return [PRINTED_KING if name == "K" else parse_card(name) for name in text.split()]


def hand(text: str) -> str:
    """Return the hand that five cards make, the same in every order."""
    made = {line_hand(cards).slug for cards in permutations(line(text))}
    (name,) = made
    return name


def names(rows: str) -> list[str]:
    return [entry.name for entry in scored(rows).lines]


def test_rules_4_order_does_not_matter() -> None:
    assert hand("Ah Js K Qd Tc") == "straight"
    assert hand("Ah 2s 3c 4d 5c") == "straight"
    assert hand("9h Ts Jc Qd K") == "straight"
    # The ace links nothing round the corner.
    assert hand("Qh K Ac 2d 3s") == "everything_else"
    assert hand("Jh Qh K Ac 2d") == "everything_else"


def test_rules_5_the_king_takes_the_suit_that_makes_the_line_best() -> None:
    for suit in "hcds":
        assert hand(f"A{suit} T{suit} J{suit} Q{suit} K") == "royal_flush"
        assert hand(f"9{suit} T{suit} J{suit} Q{suit} K") == "straight_flush"
        assert hand(f"9{suit} 2{suit} J{suit} 4{suit} K") == "flush"
    assert hand("9h Th Jh Qc K") == "straight"
    assert hand("9h 2h Jh 4c K") == "everything_else"
    # It may be of another suit on each line: hands 3, 8, 11 and 12 here are flushes of four suits.
    star = """
        2h 7s 2c 7h 2s
        Jd 5h 4c 6s 3d
        4d 6d K  8d Td
        Jc 9s 8c 9h Js
        Qs 3c Tc Qc 4h
    """
    assert [names(star)[number - 1] for number in (3, 8, 11, 12)] == ["flush"] * 4


def test_rules_5_further_kings_leave_the_printed_one_a_suit_of_its_own() -> None:
    assert hand("Kh K 2h 4h 9h") == "one_pair"
    assert hand("Kh Kc K 4h 9h") == "three_of_a_kind"
    assert hand("Kh Kc Kd K 9h") == "four_of_a_kind"
    assert hand("Kh K 9h 9c 2d") == "two_pair"
    assert hand("Kh K Kd 9c 9d") == "full_house"
    assert hand("Kh Qh Jh Th 9h") == "straight_flush"
    assert hand("Kh Qh Jh Th Ah") == "royal_flush"


@pytest.mark.parametrize(
    ("text", "name", "points"),
    [
        ("Ah Kh Qh Jh Th", "royal_flush", 500),
        ("5h 4h 3h 2h Ah", "straight_flush", 350),
        ("7h 7c 7d 7s Ah", "four_of_a_kind", 250),
        ("7h 7c 7d As Ah", "full_house", 200),
        ("9h 7h 2h Jh Ah", "flush", 150),
        ("9h 7c 8d Js Th", "straight", 100),
        ("7h 7c 7d 2s Ah", "three_of_a_kind", 75),
        ("7h 7c 2d 2s Ah", "two_pair", 50),
        ("7h 7c 2d 3s Ah", "one_pair", 25),
        ("7h 9c 2d 3s Ah", "everything_else", 0),
    ],
)
def test_point_values(text: str, name: str, points: int) -> None:
    assert hand(text) == name
    assert load_score_card().chart[name] == points


def test_scoring_1_every_hand_is_named_and_the_points_are_added() -> None:
    score = scored(ORDERED, bonus=False)
    assert [(entry.line, entry.name, entry.points) for entry in score.lines] == [
        (1, "everything_else", 0),
        (2, "one_pair", 25),
        (3, "everything_else", 0),
        (4, "one_pair", 25),
        (5, "three_of_a_kind", 75),
        (6, "flush", 150),
        (7, "flush", 150),
        (8, "royal_flush", 500),
        (9, "straight_flush", 350),
        (10, "flush", 150),
        (11, "everything_else", 0),
        (12, "everything_else", 0),
    ]
    assert (score.line_points, score.bonus_points, score.total) == (1425, 0, 1425)


def test_a_line_that_is_not_full_is_worth_what_it_has() -> None:
    ace, king = parse_card("Ah"), PRINTED_KING
    assert made_hand([None] * 5).slug == "everything_else"
    assert made_hand([ace, None, king, None, None]).slug == "everything_else"
    assert made_hand([ace, parse_card("As"), king, None, parse_card("Kh")]).slug == "two_pair"
    assert made_hand([ace, parse_card("As"), parse_card("Ac"), None, None]).slug == "three_of_a_kind"
    assert made_hand([ace, parse_card("As"), parse_card("Ac"), parse_card("Ad"), None]).slug == "four_of_a_kind"
    assert made_hand([ace, parse_card("Th"), parse_card("Jh"), parse_card("Qh"), None]).slug == "everything_else"
    assert made_hand([ace, parse_card("Th"), parse_card("Jh"), parse_card("Qh"), king]).slug == "royal_flush"


def test_bonus_scoring_mode_each_achievement_once_and_on_top() -> None:
    score = scored(BOATS)
    assert [entry.name for entry in score.achievements if entry.points] == ["jackpot", "boat_captain", "anarchy"]
    assert score.bonus_points == 850 + 600 + 500
    assert score.total == score.line_points + score.bonus_points
    plain = scored(BOATS, bonus=False)
    assert plain.total == plain.line_points == score.line_points
    assert {entry.points for entry in plain.achievements} == {0}
    assert [entry.is_reached for entry in plain.achievements] == [entry.is_reached for entry in score.achievements]


def test_straight_shooter() -> None:
    result = reached("straight_shooter", STRAIGHTS)
    assert (result.points, result.have, result.lines) == (1000, 6, (2, 4, 5, 7, 9, 10))
    assert names(STRAIGHTS)[8] == "straight_flush", "a straight flush is one of the six"
    missed = reached("straight_shooter", changed(STRAIGHTS, b1="Ah"))
    assert (missed.points, missed.have, missed.need) == (0, 5, 6)
    royal = changed(STRAIGHTS, a3="Ad", b3="Td", d3="Jd", e3="Qd")
    assert names(royal)[7] == "royal_flush"
    assert 8 in reached("straight_shooter", royal).lines


def test_jackpot() -> None:
    result = reached("jackpot", SCORING)
    assert (result.points, result.have) == (850, 12)
    missed = reached("jackpot", changed(SCORING, a3="4h"))
    assert (missed.points, missed.have, missed.need) == (0, 11, 12)
    assert 8 not in missed.lines


def test_pool_shark() -> None:
    result = reached("pool_shark", THREES)
    assert (result.points, result.have, result.lines) == (700, 6, ())
    for square in ("a1", "e1", "a3", "e3", "a5", "e5"):
        missed = reached("pool_shark", changed(THREES, **{square: "9c"}))
        assert (missed.points, missed.have, missed.need) == (0, 5, 6), square
    # The ends of the middle column are not asked for.
    assert reached("pool_shark", changed(THREES, c1="9c", c5="9d")).points == 700


def test_boat_captain() -> None:
    result = reached("boat_captain", BOATS)
    assert (result.points, result.have, result.lines) == (600, 4, (1, 2, 5, 7))
    missed = reached("boat_captain", changed(BOATS, a1="2h"))
    assert (missed.points, missed.have, missed.need) == (0, 3, 4)
    # Four of a kind is more than a full house, and is not one.
    assert names(BOATS)[9] == "four_of_a_kind"


def test_law_and_order() -> None:
    result = reached("law_and_order", ORDERED)
    # Row 1 falls to an ace that counts 1, row 2 rises to one that counts 14; the royal flush of row 3 is out of
    # order, and so is the flush of row 5.
    assert (result.points, result.have, result.lines) == (500, 3, (6, 7, 9))
    missed = reached("law_and_order", changed(ORDERED, a1="Ac"))
    assert (missed.points, missed.have, missed.need) == (0, 2, 3)
    assert reached("law_and_order", changed(ORDERED, a3="Td", b3="Jd", d3="Ad", e3="Qd")).have == 3
    in_order = changed(ORDERED, a3="9d", b3="Qd", d3="Ad", e3="2d")
    assert reached("law_and_order", in_order).have == 3, "an ace cannot be between"
    # An ordered line that is neither straight nor flush does not count.
    assert 6 not in reached("law_and_order", changed(ORDERED, a1="Jc")).lines


@pytest.mark.parametrize(
    ("text", "is_ordered"),
    [
        ("2h 3h 4h 5h 6h", True),
        ("6h 5h 4h 3h 2h", True),
        ("2h 7h 9h Jh K", True),
        ("K Qh Jh Th 9h", True),
        ("Ah 2h 3h 4h 5h", True),
        ("5h 4h 3h 2h Ah", True),
        ("Th Jh Qh K Ah", True),
        ("Ah K Qh Jh Th", True),
        ("Ah 3h 7h 9h Qh", True),
        ("Ah Qh 9h 7h 3h", True),
        ("3h Ah 7h 9h Qh", False),
        ("2h 4h 3h 5h 6h", False),
        ("2h 3h K Ah Qh", False),
        ("2h 2c 3h 4h 5h", False),
    ],
)
def test_law_and_order_rises_or_falls_all_the_way(text: str, is_ordered: bool) -> None:
    assert is_in_order(line(text)) is is_ordered


def test_anarchy() -> None:
    result = reached("anarchy", APART)
    assert (result.points, result.have, result.lines) == (500, 5, (1, 2, 9, 11, 12))
    missed = reached("anarchy", changed(APART, a1="Ah"))
    assert (missed.points, missed.have, missed.need) == (0, 4, 5)


def test_anarchy_needs_points_unless_the_house_says_otherwise() -> None:
    # Hand 4 becomes a line that has no adjacent ranks and scores nothing.
    sheet = changed(APART, a1="Ah", d2="2d", d3="Th", d5="Qs")
    assert (names(sheet)[3], 4 in reached("anarchy", sheet).lines) == ("everything_else", False)
    loose = reached("anarchy", sheet, anarchy_needs_points=False)
    assert set(reached("anarchy", sheet).lines) < set(loose.lines)


def test_anarchy_looks_at_the_whole_line_unless_the_house_says_otherwise() -> None:
    # 4 and 5 are in one line, but not side by side.
    assert has_adjacent_ranks(line("4h 9c 5d 9s Jh"))
    assert not has_adjacent_neighbours(line("4h 9c 5d 9s Jh"))
    assert has_adjacent_neighbours(line("9h 4c 5d 9s Jh"))
    missed = changed(APART, a1="Ah")
    strict, loose = reached("anarchy", missed), reached("anarchy", missed, anarchy_scope="neighbours")
    assert set(strict.lines) < set(loose.lines)


@pytest.mark.parametrize(
    ("text", "is_adjacent"),
    [
        ("Ah 3c 5d 7s 9h", False),
        ("Ah 2c 5d 7s 9h", True),
        ("Ah K 5d 7s 9h", True),
        ("Qh K 5d 7s 9h", True),
        ("2h K 5d 7s 9h", False),
        ("7h 7c 7d 7s 9h", False),
        ("7h 7c 7d 8s 8h", True),
        ("2h 4c 6d 8s Th", False),
    ],
)
def test_anarchy_the_ace_is_next_to_2_and_king(text: str, is_adjacent: bool) -> None:
    assert has_adjacent_ranks(line(text)) is is_adjacent


def test_bottom_feeder() -> None:
    result = reached("bottom_feeder", LOW)
    assert (result.points, result.have, result.need) == (350, 5, 5)
    missed = reached("bottom_feeder", changed(LOW, a1="Ah"))
    assert (missed.points, missed.have) == (0, 4)
    assert "straight" not in names(changed(LOW, a1="Ah"))


OTHER_FIVE = ["flush", "straight", "three_of_a_kind", "two_pair", "one_pair"]


def test_reading_K11_the_five_lowest_that_score() -> None:
    assert reached("bottom_feeder", LOW, bottom_feeder_hands=OTHER_FIVE).points == 0
    # A flush in the bottom row, and no everything else is needed any more.
    sheet = changed(LOW, a5="3h", c5="9h", d5="4h")
    assert names(sheet)[9] == "flush"
    assert reached("bottom_feeder", sheet, bottom_feeder_hands=OTHER_FIVE).points == 350


@pytest.mark.parametrize(
    "hands", [[], ["one_pair"], OTHER_FIVE[:4], [*OTHER_FIVE, "everything_else"], ["full_house", *OTHER_FIVE[1:]]]
)
def test_reading_K11_no_other_list_is_a_reading_of_the_text(hands: list[str]) -> None:
    with pytest.raises(RuleBookError) as caught:
        load_score_card(choices={"bottom_feeder_hands": hands})
    (fault,) = caught.value.faults
    assert (fault.where, fault.clause) == (
        "choices.bottom_feeder_hands",
        "Bonus Points and Achievements/Bottom Feeder, reading K11",
    )
    assert fault.message == (
        "must be straight,three_of_a_kind,two_pair,one_pair,everything_else or "
        "flush,straight,three_of_a_kind,two_pair,one_pair"
    )


def test_reading_K11_the_order_in_a_list_says_nothing() -> None:
    assert load_score_card(choices={"bottom_feeder_hands": OTHER_FIVE[::-1]}) == load_score_card(
        choices={"bottom_feeder_hands": OTHER_FIVE}
    )


def test_dead_mans_hand() -> None:
    # Hand 11: the black aces and eights, and the King as the fifth card.
    sheet = changed(DEAD_MAN, a1="As", b2="Ac", d4="8s", e5="8c")
    result = reached("dead_mans_hand", sheet)
    assert (result.points, result.lines) == (200, (11,))
    for square in ("a1", "b2", "d4", "e5"):
        assert reached("dead_mans_hand", changed(sheet, **{square: "2d"})).points == 0
    # Red ones will not do.
    assert names(changed(sheet, e5="8d"))[10] == "two_pair"
    assert reached("dead_mans_hand", changed(sheet, e5="8d")).points == 0
    # With another ace it is a full house.
    other = changed(DEAD_MAN, a1="2d", b1="As", b2="Ac", b4="8s", d4="2c", b5="3d")
    assert (names(other)[1], reached("dead_mans_hand", other).lines) == ("two_pair", (2,))
    assert reached("dead_mans_hand", changed(other, b5="Ad")).points == 0
    assert names(changed(other, b5="Ad"))[1] == "full_house"

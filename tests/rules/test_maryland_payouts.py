"""Maryland, chapter 12: payout odds and the aggregate limit."""

from __future__ import annotations

import pytest

from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.errors import RuleBookError
from tests.support.rules.table import FOLD, Table, layout

MAIN_DEALS = (
    # Hand, its odds (None loses), the player's cards, the middle, the ends of its line, ends that lose on the other.
    ("royal_flush", 500, "Ah Kh", "Qh", "Jh Th", "2c 3d"),
    ("straight_flush", 100, "9h 8h", "7h", "6h 5h", "Kc 2d"),
    ("four_of_a_kind", 40, "4h 4c", "9d", "4d 4s", "Kc 2d"),
    ("full_house", 12, "4h 4c", "9d", "9s 4d", "Kc 2d"),
    ("flush", 8, "Ah Jh", "7h", "5h 2h", "Kc 3d"),
    ("straight", 5, "9h 8c", "7d", "6s 5h", "Kc 2d"),
    ("three_of_a_kind", 3, "4h 9c", "Kd", "4d 4s", "2c Qd"),
    ("two_pair", 2, "4h 9c", "Kd", "4d 9s", "2c Qd"),
    *(("pair_jacks_or_better", 1, f"{rank}h 9c", "4d", f"{rank}d 2s", "7c 3s") for rank in "JQKA"),
    *(("pair_6s_to_10s", 0, f"{rank}h Jc", "4d", f"{rank}d 2s", "Kc 3s") for rank in "6789T"),
    *(("pair_2s_to_5s", None, f"{rank}h 9c", "Jd", f"{rank}d Ks", "Qc 7s") for rank in "2345"),
    ("high_card", None, "Ah 9c", "Jd", "Ks 3d", "Qc 7s"),
)

BONUS_DEALS = (
    ("royal_flush", 250, "As Ks", "Qs Js", "Ts"),
    ("straight_flush", 100, "9d 8d", "7d 6d", "5d"),
    ("four_of_a_kind", 40, "6h 6c", "6d 6s", "2h"),
    ("full_house", 15, "6h 6c", "6d 2s", "2h"),
    ("flush", 10, "Ac Jc", "8c 4c", "2c"),
    ("straight", 6, "9h 8c", "7d 6s", "5h"),
    ("three_of_a_kind", 4, "2h 2c", "2d 6s", "Kh"),
    ("two_pair", 3, "2h 2c", "3d 3s", "Kh"),
    *(("pair_jacks_or_better", 1, f"{rank}h {rank}c", "2d 4s", "9h") for rank in "JQKA"),
    *(("pair_6s_to_10s", 1, f"{rank}h {rank}c", "2d 4s", "Kd") for rank in "6789T"),
    *(("pair_2s_to_5s", None, f"{rank}h {rank}c", "Qd 7s", "Kd") for rank in "2345"),
    ("high_card", None, "Ah Kc", "Qd Js", "9h"),
)


def outcome(stake: int, odds: int | None) -> tuple[str, int, int]:
    """Result, won and returned of a stake at these odds; 0 pushes, None loses."""
    if odds is None:
        return "lose", 0, 0
    return ("win" if odds else "push"), stake * odds, stake


@pytest.mark.parametrize("line", ["across", "down"])
def test_12_A(line: str) -> None:
    """Each hand of the printed table, dealt on each line, pays its odds on the bets; antes even money (R4)."""
    other = {"across": "down", "down": "across"}[line]
    for hand, odds, hole, middle, ends, losing in MAIN_DEALS:
        lines = (ends, losing) if line == "across" else (losing, ends)
        for ante_pays in ("antes", "main"):
            table = Table("maryland", (1,), ante_pays=ante_pays)
            table.cards = layout(*lines, middle, hole={1: hole})
            table.plan = {1: (2, 2, 3)}
            table.wager(1, ante=500)
            table.run_to("settled")
            ante_odds = odds if ante_pays == "main" else odds and 1
            assert table.line(1, line).hand == hand
            assert table.results(1) == {
                f"ante_{line}": outcome(500, ante_odds),
                line: outcome(1000, odds),
                f"ante_{other}": ("lose", 0, 0),
                other: ("lose", 0, 0),
                "middle": outcome(1500, odds),
            }
            # 12.A speaks of no wager by name: that it is not the antes' table is a reading, unless the house has it so.
            by = "12.A" if ante_pays == "main" else "reading R4"
            assert [table.line(1, f"ante_{name}").clause for name in (line, other)] == [by, by]
            assert {table.line(1, name).clause for name in (line, other, "middle")} == {"12.A"}
            assert table.gained(1) == -table.account("house")


MOST = layout("Ah Kh", "9h 8h", "Th", hole={1: "Qh Jh"})
"""A royal flush across and a queen-high straight flush down: the most that one deal can pay."""


def best_deal(ante: int, **choices: object) -> Table:
    """That deal with every bet at 3x, settled."""
    table = Table("maryland", (1,), **choices)
    table.cards, table.plan = MOST, {1: (3, 3, 3)}
    table.wager(1, ante=ante)
    return table.run_to("settled")


def paid(table: Table) -> dict[str, tuple[int, int]]:
    """Spot -> won and cut, in the order of payment."""
    assert {line.result for line in table.settled_wagers if line.seat == 1} == {"win"}
    assert all(line.returned == line.staked for line in table.settled_wagers if line.seat == 1)
    return {line.spot: (line.won, line.cut) for line in table.settled_wagers if line.seat == 1}


def test_12_B() -> None:
    """A player's winnings on antes and bets stop at the limit in each round. The bonus and other seats are separate."""
    full = best_deal(10000)
    assert paid(full) == {
        "ante_across": (10000, 0),
        "across": (4_990_000, 10_010_000),
        "ante_down": (0, 10000),
        "down": (0, 3_000_000),
        "middle": (0, 15_000_000),
    }
    assert full.gained(1) == 5_000_000
    # A house may set a lower limit.
    lower = best_deal(500, aggregate_limit_cents=800_000)
    assert paid(lower) == {
        "ante_across": (500, 0),
        "across": (750_000, 0),
        "ante_down": (500, 0),
        "down": (49_000, 101_000),
        "middle": (0, 750_000),
    }
    # Five Card Bonus: settled first, outside the limit. Seat 2 has a limit of its own.
    table = Table("maryland", (1, 2), aggregate_limit_cents=10_000)
    table.cards = layout("Ks Kd", "7c 7s", "Kh", hole={1: "Kc 2d", 2: "7d 7h"})
    table.plan = {1: (3, 3, 3), 2: (3, 3, FOLD)}
    table.wager(1, ante=500, five_card_bonus=2500)
    table.wager(2, ante=500, five_card_bonus=2500)
    table.run_to("settled")
    assert paid(table) == {
        "five_card_bonus": (37_500, 0),  # a full house in the cross, 15 to 1
        "ante_across": (500, 0),
        "across": (9_500, 50_500),  # four kings at 40 to 1 would be 60,000
        "ante_down": (0, 500),
        "down": (0, 3_000),
        "middle": (0, 60_000),
    }
    assert table.line(2, "five_card_bonus").won == 37_500


def test_12_B_covers_antes_and_bets_and_no_less() -> None:
    """The limit covers the wagers of 12.A: a house may let it cover the bonus too, and may take none of them out."""
    main = ["ante_across", "ante_down", "across", "down", "middle"]
    for narrow in ([], ["middle"], main[:-1], main[1:], ["five_card_bonus"]):
        with pytest.raises(RuleBookError, match=r"limit_covers: must cover ante_across, .+ \(12\.B, reading R10\)"):
            load_rule_book("maryland", {"limit_covers": narrow})
    table = Table("maryland", (1,), aggregate_limit_cents=10_000, limit_covers=[*main, "five_card_bonus"])
    table.cards = layout("Ks Kd", "7c 7s", "Kh", hole={1: "Kc 2d"})
    table.wager(1, ante=500, five_card_bonus=500)
    table.run_to("settled")
    assert paid(table)["five_card_bonus"] == (7_500, 0)  # settled first
    assert paid(table)["across"] == (2_000, 18_000)


def test_12_B_1() -> None:
    """$50,000 is the limit where the second amount is smaller: no house may go above it, any may stay below."""
    for minimum in (1, 500, 1500):  # 3,302 x $15 is $49,530
        fixed = {"ante_minimum_cents": minimum}
        assert load_rule_book("maryland", fixed).aggregate_limit.amount_cents == 5_000_000
        for allowed in (1, 4_999_999, 5_000_000):
            book = load_rule_book("maryland", {**fixed, "aggregate_limit_cents": allowed})
            assert book.aggregate_limit.amount_cents == allowed
        for above in (5_000_001, 1_000_000_000):
            with pytest.raises(RuleBookError, match="at most 5000000 "):
                load_rule_book("maryland", {**fixed, "aggregate_limit_cents": above})


def test_12_B_2() -> None:
    """The other amount is what the minimum ante can win at most, 3,302 antes; the greater of the two counts."""
    won = best_deal(500)
    assert sum(line.won for line in won.settled_wagers) == 3302 * 500
    for minimum, limit in ((1514, 5_000_000), (1515, 5_002_530), (2000, 6_604_000), (10000, 33_020_000)):
        fixed = {"ante_minimum_cents": minimum}
        assert load_rule_book("maryland", fixed).aggregate_limit.amount_cents == limit
        book = load_rule_book("maryland", {**fixed, "aggregate_limit_cents": limit})
        assert book.aggregate_limit.amount_cents == limit
        with pytest.raises(RuleBookError, match=f"at most {limit} "):
            load_rule_book("maryland", {**fixed, "aggregate_limit_cents": limit + 1})
    # At the table: the minimum ante is never cut, a larger one is.
    assert {cut for _, cut in paid(best_deal(2000, ante_minimum_cents=2000)).values()} == {0}
    larger = paid(best_deal(2500, ante_minimum_cents=2000))
    assert sum(won for won, _ in larger.values()) == 6_604_000
    assert sum(cut for _, cut in larger.values()) == 3302 * 2500 - 6_604_000
    # It follows from the pay table (reading R12).
    book = load_rule_book("maryland", {"ante_minimum_cents": 5000, "ante_pays": "main"})
    assert book.aggregate_limit.amount_cents == 3900 * 5000


def test_12_C() -> None:
    """Each hand of the printed bonus table, dealt as the cross, pays its odds; lower ones lose."""
    for hand, odds, across, down, middle in BONUS_DEALS:
        for plan in ((1, 1, 1), (FOLD,)):
            table = Table("maryland", (1,))
            table.cards, table.plan = layout(across, down, middle), {1: plan}
            table.wager(1, five_card_bonus=1200)
            table.run_to("settled")
            line = table.line(1, "five_card_bonus")
            assert line.hand == hand
            assert (line.result, line.won, line.returned) == outcome(1200, odds), hand
            assert (line.order, line.clause) == (1, "12.C")

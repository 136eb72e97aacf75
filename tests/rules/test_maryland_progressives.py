"""Maryland, the progressive wagers: chapters 2.B(4), 2.B(6), 7.E(2), 12.D and 12.E, readings P1 to P9."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from crossfelt.crisscross import events as happened
from crossfelt.crisscross.actions import Abandon, CloseBetting, DrawHotSpot, PlaceWagers, Settle, Spin, VoidRound
from crossfelt.crisscross.progressives.play import Prize
from crossfelt.crisscross.progressives.printed_lists import printed_progressives
from crossfelt.crisscross.resolve import load_rule_book, load_submission
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.errors import IllegalActionCode, RuleBookError
from crossfelt.game import CHANCE, FLOOR, SPECTATOR, SYSTEM, seat_actor
from tests.support.cli.program import run
from tests.support.progressive_choices import choices_toml, spin_choices, xtreme_choices
from tests.support.rules.submissions import bonus_spin, submission, xtreme
from tests.support.rules.table import FOLD, Table, layout, refused

SPIN = spin_choices()
XTREME = xtreme_choices(wheel_1="a", wheel_2="d", wheel_5="g")
PAIR, OTHER_PAIR, NO_PAIR = "9h 9c", "5h 5c", "Ad 7c"
TWO_PAIR_CROSS = layout("Ks Kd", "8c 8s", "2h")
DULL_CROSS = layout("Ks Jd", "8c 3s", "2h")

BONUS_SPIN_WHEELS = {
    "a": "jackpot 500 200 120 70 60 35 25 18 12 11 10",
    "b": "jackpot 500 250 120 60 50 30 20 18 13 12 10",
    "c": "jackpot 2500 1000 600 350 250 75 40 70 60 50",
    "d": "jackpot 2500 1000 600 350 250 75 40 70 60 50",
}
HOT_SPOT_WHEELS = {
    "a": "jackpot 250 100 80 75 60 50 45 40",
    "b": "jackpot 250 100 80 75 70 60 55 50",
    "c": "jackpot 250 200 100 80 75 60 55 50",
    "d": "jackpot 500 300 250 200 150 100 80 75",
    "e": "jackpot 500 300 250 200 150 125 100 80",
    "f": "jackpot 500 300 250 200 175 150 125 100",
    "g": "jackpot 1000 600 500 400 350 300 250 200",
    "h": "jackpot 1000 600 500 400 350 300 250 200",
    "i": "jackpot 1000 750 600 500 400 300 250 200",
}
COMMUNITY_LISTS = {
    "a": "35 25 20 15 12 10 7 5",
    "b": "40 30 25 20 15 10 7 5",
    "c": "40 30 25 20 15 10 7 5",
    "d": "60 50 40 30 25 20 15 10",
    "e": "75 50 40 30 25 20 15 10",
    "f": "75 50 40 30 25 20 15 10",
    "g": "150 125 100 75 50 40 30 25",
    "h": "150 125 100 75 60 50 40 30",
    "i": "150 125 100 75 60 50 40 35",
}
"""Typed from the text a second time, to be compared with the data of the rule book."""
TRIOS = ("abc", "def", "ghi")
"""The nine wheels of Xtreme, three at a table."""


def spin_table(seats: tuple[int, ...] = (1,), **choices: Any) -> Table:
    """A table that offers Bonus Spin, and two-amount symbols on its wheel."""
    weights = dict.fromkeys(BONUS_SPIN_WHEELS[str(choices.get("wheel", "b"))].split(), 1)
    table = {"weights": {**weights, "500&100": 1, "200&50": 1, "25&15": 1}, **choices}
    return Table("maryland", seats, bonus_spin=spin_choices(**table))


def xtreme_table(seats: tuple[int, ...] = (1,), **choices: Any) -> Table:
    wheels = {"wheel_1": "a", "wheel_2": "d", "wheel_5": "g"}
    return Table("maryland", seats, xtreme=xtreme_choices(**wheels | choices))


def deal(table: Table, cross: Mapping[str, str], **holes: str) -> Table:
    """The cross and, as `s3="9h 9c"`, the cards of seats."""
    table.cards = {**cross, **layout(hole={int(name[1:]): cards for name, cards in holes.items()})}
    return table


def prizes(table: Table, seat: int, spot: str) -> list[tuple[str, str, int]]:
    """Kind, symbol and cents of everything that a seat won on a progressive spot."""
    lines = [line for line in table.settled_wagers if (line.seat, line.spot) == (seat, spot)]
    return [(prize.kind, prize.symbol, prize.won) for line in lines for prize in line.prizes]


def without(table: Mapping[str, Any], key: str) -> dict[str, Any]:
    """A table of choices that leaves one out."""
    return {name: value for name, value in table.items() if name != key}


def refusal(**choices: object) -> str:
    with pytest.raises(RuleBookError) as caught:
        load_rule_book("maryland", choices)
    return "; ".join(caught.value.faults)


# ---- chapter 2: the table


def test_2_B_4_b() -> None:
    """A Bonus Spin spot where it is offered, and none where it is not."""
    assert "bonus_spin" not in load_rule_book("maryland").spots
    table = spin_table((1, 6))
    assert table.book.spots["bonus_spin"].title == "Bonus Spin"
    for seat in (1, 6):
        table.wager(seat, bonus_spin=500)


def test_2_B_4_c() -> None:
    assert "bonus_spin_xtreme" not in load_rule_book("maryland").spots
    table = xtreme_table((1, 6))
    assert table.book.spots["bonus_spin_xtreme"].title == "Bonus Spin Xtreme"
    for seat in (1, 6):
        table.wager(seat, bonus_spin_xtreme=200)


def posted(text: str) -> dict[str, list[str]]:
    """Clause -> the words of its row in what `rules show` prints for a submission."""
    shown = run("rules", "show", "-", given=text, columns=160).out
    rows = [line.split() for line in shown.splitlines()]
    return {row[-1]: row[:-1] for row in rows if row and row[-1].startswith(("12.D", "12.E"))}


def test_2_B_5_wheels() -> None:
    """Every amount of every wheel on offer can be read, each with the clause that prints it, and no other amount."""
    wheels = {f"12.D({item})": symbols for item, symbols in enumerate(BONUS_SPIN_WHEELS.values(), 1)}
    wheels |= {f"12.E({item})": symbols for item, symbols in enumerate(HOT_SPOT_WHEELS.values(), 1)}
    tables = [(bonus_spin(letter), [f"12.D({item})"]) for item, letter in enumerate("abcd", 1)]
    tables += [(xtreme(*letters), [f"12.E({'abcdefghi'.index(one) + 1})" for one in letters]) for letters in TRIOS]
    for table, clauses in tables:
        rows = {clause: row for clause, row in posted(submission(table)).items() if clause.rpartition("(")[0] in wheels}
        expected = {}
        for clause in clauses:
            for mark, symbol in zip("abcdefghijkl", wheels[clause].split(), strict=False):
                amount = "jackpot" if symbol == "jackpot" else f"${int(symbol):,}"
                expected[f"{clause}({mark})"] = [amount, *(["the", amount] if symbol == "jackpot" else [amount])]
        assert {clause: row[:-2] for clause, row in rows.items()} == expected
    assert not [clause for clause in posted(submission()) if clause.rpartition("(")[0] in wheels], "no wager, no wheel"


def test_2_B_5_community_pay() -> None:
    """`rules show` lists what each seat gets from another's spin, for each size of wager."""
    for letter, ones in (("a", ("20", "10", "3")), ("b", ("25", "10", "3"))):
        shown = run("rules", "show", "-", given=submission(bonus_spin("b", letter)), columns=160).out
        for symbol, one, five in zip(
            ("$500 and $100", "$200 and $50", "$25 and $15"), ones, (100, 50, 15), strict=True
        ):
            assert f"{symbol} ${one} ${five} 12.D(9)({letter})" in " ".join(shown.split())
    for letters in TRIOS:
        shown = run("rules", "show", "-", given=submission(xtreme(*letters)), columns=160).out
        lists = [COMMUNITY_LISTS[letter].split() for letter in letters]
        rows = [line.split() for line in shown[shown.index("Community lists, by position") :].splitlines()]
        amounts = [[f"${amount}" for amount in amounts] for amounts in zip(*lists, strict=True)]
        assert [row[2:] for row in rows if row and row[0] in "12345678"] == amounts


def test_reading_P8_both_wagers_at_one_seat() -> None:
    """Spots, wheels and meters: both wagers at one table, and in play at one seat (reading P8)."""
    table = Table("maryland", (1,), bonus_spin=SPIN, xtreme=XTREME)
    table.wager(1, bonus_spin=500, bonus_spin_xtreme=500)
    deal(table, TWO_PAIR_CROSS, s1=PAIR).run_to("settled")
    assert set(table.state.meters) == {"bonus_spin", "xtreme_a", "xtreme_d", "xtreme_g"}
    assert [line.spot for line in table.settled_wagers][-2:] == ["bonus_spin", "bonus_spin_xtreme"]


def test_2_B_6_2() -> None:
    """No progressive wager is made, raised or taken back after \"no more bets\" (reading P8)."""
    table = spin_table()
    table.wager(1)
    table.act(SYSTEM, CloseBetting())
    with refused(IllegalActionCode.BETTING_CLOSED):
        table.act(seat_actor(1), PlaceWagers({"ante_across": 500, "ante_down": 500, "bonus_spin": 500}))


# ---- chapter 7: the wagers


def test_7_E_2() -> None:
    """The clause names three extra wagers. The Six Card Bonus isn't one of them, whatever it is combined with."""
    assert "the Six Card Bonus isn't one of them (7.E(2))" in refusal(six_card_wheel="b")
    assert "a progressive wager is chosen by its table" in refusal(wheel="b")


def test_7_E_2_b() -> None:
    """Only $5 with a pair in the hand spins; the trigger is one deal in seventeen (reading P2)."""
    for cards, wager, spins in ((PAIR, 500, True), (PAIR, 100, False), (NO_PAIR, 500, False)):
        table = deal(spin_table(), DULL_CROSS, s1=cards)
        table.wager(1, bonus_spin=wager)
        table.run_to("settled")
        assert bool(table.happened(happened.WheelSpun)) == spins
        line = table.line(1, "bonus_spin")
        assert (line.result == "win") == spins
        assert (line.returned, line.cut, line.staked) == (0, 0, wager)
    pairs = sum(first // 4 == second // 4 for second in range(52) for first in range(second))
    assert Fraction(pairs, 1326) == Fraction(1, 17)


def test_7_E_2_b_sizes() -> None:
    table = spin_table()
    for cents in (200, 250, 300, 1000, 50):
        with refused(IllegalActionCode.BAD_WAGERS, "$1 or $5", "12.D(9), 12.D(10)"):
            table.wager(1, bonus_spin=cents)
    with refused(IllegalActionCode.BAD_WAGERS, "ante is missing"):
        table.act(seat_actor(1), PlaceWagers({"bonus_spin": 500}))


def test_7_E_2_b_folded() -> None:
    """A folded seat with a pair and $5 keeps its cards, shows them and spins (reading P2)."""
    table = deal(spin_table((2, 4)), DULL_CROSS, s2=PAIR, s4=NO_PAIR)
    table.wager(2, bonus_spin=500)
    table.wager(4, bonus_spin=500)
    table.plan = {2: (FOLD,), 4: (FOLD,)}
    table.run_to("settling")
    while table.state.awaited is None:
        table.settle()
    assert [shown.seat for shown in table.happened(happened.HandShown)] == [2]
    assert table.view(SPECTATOR).spin_due is not None
    table.spins = {("bonus_spin", 2): "250"}
    table.run_to("settled")
    assert prizes(table, 2, "bonus_spin") == [("wheel", "250", 25_000)]
    assert table.view(SPECTATOR).community == dict.fromkeys(DULL_CROSS, None)  # nothing needed the cross (R26)


def test_7_E_2_c() -> None:
    """$1, $2 or $5, and only the sizes for which the house names a wheel."""
    table = xtreme_table()
    for cents in (100, 200, 500):
        table.wager(1, bonus_spin_xtreme=cents)
    for cents in (300, 400, 150):
        with refused(IllegalActionCode.BAD_WAGERS, "$1 or $2 or $5", "7.E(2)(c)"):
            table.wager(1, bonus_spin_xtreme=cents)
    only_five = Table("maryland", (1,), xtreme=xtreme_choices(wheel_5="i", rate_ppm=0))
    with refused(IllegalActionCode.BAD_WAGERS, "$5"):
        only_five.wager(1, bonus_spin_xtreme=100)


def test_7_E_2_c_event() -> None:
    """Two pair or better on the cross unless the house names another event (reading P5)."""
    cases: tuple[tuple[dict[str, Any], Mapping[str, str], bool], ...] = (
        ({}, TWO_PAIR_CROSS, True),
        ({}, DULL_CROSS, False),
        ({"event": "three_of_a_kind"}, TWO_PAIR_CROSS, False),
        ({"event": "high_card"}, DULL_CROSS, True),
        ({"event": "hole_pair"}, TWO_PAIR_CROSS, False),
    )
    for choices, cross, occurs in cases:
        table = deal(xtreme_table(**choices), cross, s1=NO_PAIR)
        table.wager(1, bonus_spin_xtreme=100)
        table.plan = {1: (FOLD,)}
        table.run_to("settled")
        assert bool(table.happened(happened.WheelSpun)) == occurs


# ---- chapter 12.D: Bonus Spin


def test_12_D() -> None:
    """The submission selects the wheel; without the table the wager is not offered."""
    for letter in BONUS_SPIN_WHEELS:
        assert spin_table(wheel=letter).book.choices["bonus_spin"]["wheel"] == letter
    assert "'e' is not one of a, b, c, d (7.E(2)(b), reading P3)" in refusal(bonus_spin={**SPIN, "wheel": "e"})
    assert "wheel: is missing" in refusal(bonus_spin={"rate_ppm": 1})


def assert_bonus_spin_wheel(letter: str, item: int) -> None:
    """Each symbol pays its own amount, under its own item of the clause."""
    symbols = BONUS_SPIN_WHEELS[letter].split()
    for index, symbol in enumerate(symbols):
        table = deal(spin_table(wheel=letter), DULL_CROSS, s1=PAIR)
        table.wager(1, bonus_spin=500)
        table.spins = {("bonus_spin", 1): symbol}
        table.run_to("settled")
        (prize,) = table.line(1, "bonus_spin").prizes
        clause = f"12.D({item})({'abcdefghijkl'[index]})"
        if symbol != "jackpot":
            assert prize == Prize("wheel", symbol, int(symbol) * 100, clause)
        else:
            assert (prize.kind, prize.clause.split(", ")[0]) == ("jackpot", clause)
        assert table.gained(1) == table.line(1, "bonus_spin").won - 500 - _lost_elsewhere(table)
    printed = printed_progressives("maryland")
    assert printed is not None and list(printed.bonus_spin.wheels[letter].symbols) == symbols


def _lost_elsewhere(table: Table) -> int:
    others = [line for line in table.settled_wagers if line.spot != "bonus_spin"]
    return sum(line.staked - line.won - line.returned for line in others)


def test_12_D_1() -> None:
    """Wheel A pays a prize fixed beforehand and has no meter (reading P3)."""
    assert_bonus_spin_wheel("a", 1)
    table = deal(spin_table(wheel="a", prize_cents=123_400, prize_name="a boat"), DULL_CROSS, s1=PAIR)
    table.wager(1, bonus_spin=500)
    table.spins = {("bonus_spin", 1): "jackpot"}
    table.run_to("settled")
    assert table.state.meters == {}
    assert table.line(1, "bonus_spin").prizes == (Prize("jackpot", "jackpot", 123_400, "12.D(1)(a)"),)
    assert "wheel a pays a fixed prize and has no meter" in refusal(bonus_spin=spin_choices("a", rate_ppm=5))


def test_12_D_2() -> None:
    assert_bonus_spin_wheel("b", 2)
    assert "wheel b pays its meter" in refusal(bonus_spin={**SPIN, "prize_cents": 100_000})


def test_12_D_3() -> None:
    assert_bonus_spin_wheel("c", 3)
    assert spin_table(wheel="c").state.meters == {}


def test_12_D_4() -> None:
    assert_bonus_spin_wheel("d", 4)
    assert spin_table(wheel="d").state.meters["bonus_spin"].shown == 500_000


def test_12_D_5() -> None:
    """The spinner is paid what the wheel stops at, and a wheel stops only at symbols that it has."""
    table = deal(spin_table(), DULL_CROSS, s1=PAIR)
    table.wager(1, bonus_spin=500)
    table.run_to("settling")
    while table.state.awaited is None:
        table.settle()
    for symbol in ("11", "", "JACKPOT", "500&50"):
        with refused(IllegalActionCode.BAD_SPIN, "is not a symbol of this wheel"):
            table.act(CHANCE, Spin("bonus_spin", 1, symbol))
    with refused(IllegalActionCode.WRONG_STAGE):
        table.act(CHANCE, Spin("hot_spot", 1, "500"))
    with refused(IllegalActionCode.WRONG_STAGE):
        table.act(CHANCE, DrawHotSpot(1))
    with refused(IllegalActionCode.WRONG_STAGE, "waiting for a spin"):
        table.act(SYSTEM, Settle())
    table.act(CHANCE, Spin("bonus_spin", 1, "120"))
    table.run_to("settled")
    assert prizes(table, 1, "bonus_spin") == [("wheel", "120", 12_000)]


def test_12_D_6_a() -> None:
    """The rate at which the meter grows is the operator's, from nothing to the whole wager (reading P7)."""
    for rate in (0, 1, 200_000, 1_000_000):
        table = deal(spin_table(rate_ppm=rate), DULL_CROSS, s1=NO_PAIR)
        table.wager(1, bonus_spin=500)
        table.run_to("settled")
        assert table.state.meters["bonus_spin"].cents == 100_000 + Fraction(500 * rate, 1_000_000)
    assert refusal(bonus_spin=without(SPIN, "rate_ppm")) == (
        "choices.bonus_spin.rate_ppm: is missing; must be from 0 to 1000000 (12.D(6)(a))"
    )
    assert "12.D(6)(a)" in refusal(bonus_spin={**SPIN, "rate_ppm": 1_000_001})


def assert_least(letter: str, least: int, item: str) -> None:
    """The submission states each amount, and none below the least."""
    stated = spin_choices(letter)
    for key in ("prize_cents",) if letter in "ac" else ("initial_cents", "reset_cents"):
        load_rule_book("maryland", {"bonus_spin": {**stated, key: least}})
        text = refusal(bonus_spin={**stated, key: least - 1})
        assert f"choices.bonus_spin.{key}: must be at least" in text and f"12.D(6)(b)({item})" in text
        assert refusal(bonus_spin=without(stated, key)) == (
            f"choices.bonus_spin.{key}: is missing; must be at least {least} cents (${least // 100:,}) for wheel "
            f"{letter} (12.D(6)(b)({item}))"
        )


def test_12_D_6_b_i() -> None:
    assert_least("a", 100_000, "i")


def test_12_D_6_b_ii() -> None:
    assert_least("b", 100_000, "ii")


def test_12_D_6_b_iii() -> None:
    assert_least("c", 500_000, "iii")


def test_12_D_6_b_iv() -> None:
    assert_least("d", 500_000, "iv")


def test_12_D_7() -> None:
    """The meter is read at the winner's turn: contributions first, then a second winner from the reset (reading P7)."""
    table = deal(
        spin_table((2, 5), reset_cents=150_000).start_from(bonus_spin="123456.75"), DULL_CROSS, s2=PAIR, s5=OTHER_PAIR
    )
    table.wager(2, bonus_spin=500)
    table.wager(5, bonus_spin=500)
    table.spins = {("bonus_spin", 2): "jackpot", ("bonus_spin", 5): "jackpot"}
    table.run_to("settled")
    grown = table.happened(happened.MetersGrew)[0].growth[0]
    assert (grown.before, grown.contributed, grown.after) == ("493827/4", "200", "494627/4")
    assert prizes(table, 5, "bonus_spin") == [("jackpot", "jackpot", 123_656)]
    assert prizes(table, 2, "bonus_spin") == [("jackpot", "jackpot", 150_000)]
    assert table.state.meters["bonus_spin"].cents == 150_000 + Fraction(3, 4)
    assert table.contest.carried == {"bonus_spin": "600003/4"}
    # The account of the meter holds its whole cents.
    assert table.account("meter:bonus_spin") == 150_000 - 123_456


def test_12_D_8_a() -> None:
    """Each receiver is paid by its own wager, folded seats too; the spinner gets the first amount (reading P4)."""
    table = deal(spin_table((1, 2, 3, 6), community="b"), DULL_CROSS, s2=PAIR, s1="Ad 7c", s3="Kh 4c", s6="Qd 4h")
    for seat, cents in ((1, 100), (2, 500), (3, 500)):
        table.wager(seat, bonus_spin=cents)
    table.wager(6)
    table.plan = {1: (FOLD,)}
    table.spins = {("bonus_spin", 2): "500&100"}
    table.run_to("settled")
    assert prizes(table, 2, "bonus_spin") == [("wheel", "500&100", 50_000)]
    assert prizes(table, 1, "bonus_spin") == [("community", "500&100", 2_500)]
    assert prizes(table, 3, "bonus_spin") == [("community", "500&100", 10_000)]
    shares = [line for line in table.settled_wagers if line.is_community_pay]
    spinner = next(line for line in table.settled_wagers if line.seat == 2 and line.spot == "bonus_spin")
    # Right after the spinner's line, highest seat first, without a stake of their own.
    assert [(line.seat, line.order - spinner.order, line.staked) for line in shares] == [(3, 1, 0), (1, 2, 0)]


def test_12_D_8_b() -> None:
    """List A or B is chosen apart from the wheel."""
    for wheel in BONUS_SPIN_WHEELS:
        for letter in "ab":
            spin = spin_table(wheel=wheel, community=letter).book.progressives
            assert spin is not None and spin.bonus_spin is not None and spin.bonus_spin.community_letter == letter
    assert "'c' is not one of a, b" in refusal(bonus_spin={**SPIN, "community": "c"})
    assert refusal(bonus_spin=without(SPIN, "community")) == (
        "choices.bonus_spin.community: is missing; choose from a, b (12.D(8)(b), reading P4)"
    )


def shares(letter: str, cents: int) -> list[tuple[int, str]]:
    progressives = spin_table(community=letter).book.progressives
    assert progressives is not None and progressives.bonus_spin is not None
    pays = progressives.bonus_spin.community[cents]
    return [(pays[symbol].cents, pays[symbol].clause) for symbol in ("500&100", "200&50", "25&15")]


def printed_symbols(letter: str, cents: int) -> list[tuple[int, int, str]]:
    """First and second amount of each symbol of a Community list, in dollars, and its clause."""
    printed = printed_progressives("maryland")
    assert printed is not None
    (entry,) = (pays for pays in printed.bonus_spin.community[letter] if pays.size_cents == cents)
    # A $1 wager never spins, so no wheel shows the symbols that are printed for it.
    shown = {symbol for wheel in printed.bonus_spin.wheels.values() for symbol in wheel.symbols}
    shown |= set(printed.bonus_spin.two_amounts)
    assert bool(entry.note) == shown.isdisjoint(pay.symbol for pay in entry.pays)
    return [(pay.first_cents // 100, pay.cents // 100, pay.clause) for pay in entry.pays]


def test_12_D_9_a() -> None:
    assert printed_symbols("a", 100) == [
        (100, 20, "12.D(9)(a)(i)"),
        (50, 10, "12.D(9)(a)(ii)"),
        (15, 3, "12.D(9)(a)(iii)"),
    ]
    assert shares("a", 100) == [(2000, "12.D(9)(a)(i)"), (1000, "12.D(9)(a)(ii)"), (300, "12.D(9)(a)(iii)")]


def test_12_D_9_b() -> None:
    assert printed_symbols("b", 100) == [
        (100, 25, "12.D(9)(b)(i)"),
        (40, 10, "12.D(9)(b)(ii)"),
        (15, 3, "12.D(9)(b)(iii)"),
    ]
    assert shares("b", 100) == [(2500, "12.D(9)(b)(i)"), (1000, "12.D(9)(b)(ii)"), (300, "12.D(9)(b)(iii)")]


def test_12_D_10_a() -> None:
    assert [symbol[:2] for symbol in printed_symbols("a", 500)] == [(500, 100), (200, 50), (25, 15)]
    assert shares("a", 500) == [(10_000, "12.D(10)(a)(i)"), (5000, "12.D(10)(a)(ii)"), (1500, "12.D(10)(a)(iii)")]


def test_12_D_11() -> None:
    """Printed as (11), read as list B for $5 (reading P4)."""
    assert [symbol[:2] for symbol in printed_symbols("b", 500)] == [(500, 100), (200, 50), (25, 15)]
    assert shares("b", 500) == [(10_000, "12.D(11)(i)"), (5000, "12.D(11)(ii)"), (1500, "12.D(11)(iii)")]


def test_each_spin_pays_the_others_anew() -> None:
    """Reading P4, with two spinners."""
    table = deal(spin_table((1, 2, 3)), DULL_CROSS, s1="Ad 7c", s2=PAIR, s3=OTHER_PAIR)
    for seat in (1, 2, 3):
        table.wager(seat, bonus_spin=500)
    table.spins = {("bonus_spin", 2): "200&50", ("bonus_spin", 3): "25&15"}
    table.run_to("settled")
    assert prizes(table, 1, "bonus_spin") == [("community", "25&15", 1500), ("community", "200&50", 5000)]
    assert prizes(table, 2, "bonus_spin") == [("community", "25&15", 1500), ("wheel", "200&50", 20_000)]
    assert prizes(table, 3, "bonus_spin") == [("wheel", "25&15", 2500), ("community", "200&50", 5000)]


# ---- chapter 12.E: Bonus Spin Xtreme


def test_12_E() -> None:
    """One letter for each size; sizes with the same letter share its meter (reading P6)."""
    shared = Table("maryland", (1,), xtreme=xtreme_choices(wheel_1="a", wheel_2="a", wheel_5="i"))
    assert list(shared.state.meters) == ["xtreme_a", "xtreme_i"]
    assert "set the wheel of at least one size" in refusal(xtreme=xtreme_choices())
    assert "'j' is not one of a, b, c, d, e, f, g, h, i" in refusal(xtreme=xtreme_choices(wheel_1="j"))
    assert "unknown key" in refusal(xtreme={**XTREME, "wheel_3": "a"})


def assert_hot_spot_wheel(letter: str, item: int) -> None:
    symbols = HOT_SPOT_WHEELS[letter].split()
    for index, symbol in enumerate(symbols):
        table = deal(xtreme_table(wheel_1=letter), TWO_PAIR_CROSS, s1=NO_PAIR)
        table.wager(1, bonus_spin_xtreme=100)
        table.spins = {("hot_spot", 1): symbol}
        table.run_to("settled")
        _, prize = table.line(1, "bonus_spin_xtreme").prizes
        clause = f"12.E({item})({'abcdefghi'[index]})"
        if symbol != "jackpot":
            assert prize == Prize("wheel", symbol, int(symbol) * 100, clause)
        else:
            assert (prize.meter, prize.clause) == (f"xtreme_{letter}", f"{clause}, 12.E(12)")
    printed = printed_progressives("maryland")
    assert printed is not None and list(printed.xtreme.wheels[letter].symbols) == symbols


def test_12_E_1() -> None:
    assert_hot_spot_wheel("a", 1)


def test_12_E_2() -> None:
    assert_hot_spot_wheel("b", 2)


def test_12_E_3() -> None:
    assert_hot_spot_wheel("c", 3)


def test_12_E_4() -> None:
    assert_hot_spot_wheel("d", 4)


def test_12_E_5() -> None:
    assert_hot_spot_wheel("e", 5)


def test_12_E_6() -> None:
    assert_hot_spot_wheel("f", 6)


def test_12_E_7() -> None:
    assert_hot_spot_wheel("g", 7)


def test_12_E_8() -> None:
    assert_hot_spot_wheel("h", 8)


def test_12_E_9() -> None:
    assert_hot_spot_wheel("i", 9)


def test_12_E_10() -> None:
    """The Hot Spot is paid what its own wheel stops at, and keeps its Community pay (reading P5)."""
    table = deal(xtreme_table((1, 3, 6)), TWO_PAIR_CROSS, s1="Ad 7c", s3="4h 6c", s6="Qd 4s")
    for seat, cents in ((1, 100), (3, 200), (6, 500)):
        table.wager(seat, bonus_spin_xtreme=cents)
    table.hot_spot = 3
    table.spins = {("community", None): "4", ("hot_spot", 3): "250"}
    table.run_to("settled")
    assert prizes(table, 6, "bonus_spin_xtreme") == [("community", "75", 7500)]
    assert prizes(table, 3, "bonus_spin_xtreme") == [("community", "30", 3000), ("wheel", "250", 25_000)]
    assert prizes(table, 1, "bonus_spin_xtreme") == [("community", "15", 1500)]
    assert table.happened(happened.HotSpotDrawn) == [happened.HotSpotDrawn(3, (1, 3, 6))]


def test_12_E_11_a() -> None:
    """One rate for the meters of all letters; a wager feeds the meter of its own size."""
    table = deal(xtreme_table((1, 2)), DULL_CROSS, s1="Ad 7c", s2="4h 6c")
    table.wager(1, bonus_spin_xtreme=100)
    table.wager(2, bonus_spin_xtreme=500)
    table.run_to("settled")
    assert {name: meter.cents for name, meter in table.state.meters.items()} == {
        "xtreme_a": 250_015,
        "xtreme_d": 500_000,
        "xtreme_g": 500_075,
    }
    assert "12.E(11)(a)" in refusal(xtreme={**XTREME, "rate_ppm": -1})
    assert refusal(xtreme=without(XTREME, "rate_ppm")) == (
        "choices.xtreme.rate_ppm: is missing; must be from 0 to 1000000 (12.E(11)(a))"
    )


def assert_least_xtreme(letters: str, initial: int, item: str) -> None:
    """The submission states both amounts for each wheel in use, and none below the least."""
    for letter in letters:
        stated = {"initial_cents": initial, "reset_cents": 100_000}
        load_rule_book("maryland", {"xtreme": xtreme_choices(wheel_1=letter, meters={letter: stated})})
        for key, least in stated.items():
            where, clause = f"choices.xtreme.meters.{letter}.{key}", f"12.E(11)(b)({item})"
            text = refusal(xtreme=xtreme_choices(wheel_1=letter, meters={letter: {**stated, key: least - 1}}))
            assert f"{where}: must be at least" in text and clause in text
            meters: dict[str, Any]
            for meters in ({letter: without(stated, key)}, {letter: {}}, {}):
                text = refusal(xtreme=xtreme_choices(wheel_1=letter, meters=meters))
                assert f"{where}: is missing; must be at least {least} cents" in text and clause in text
        assert "initial_cents: is missing" in refusal(xtreme=without(xtreme_choices(wheel_1=letter), "meters"))


def test_12_E_11_b_i() -> None:
    assert_least_xtreme("abc", 250_000, "i")


def test_12_E_11_b_ii() -> None:
    assert_least_xtreme("defghi", 500_000, "ii")


def test_12_E_12() -> None:
    """The meter is read at the Hot Spot's turn; several Hot Spots in turn from the right (readings P5, P7)."""
    table = deal(
        xtreme_table((1, 2, 4), event="hole_pair").start_from(xtreme_a="1000.5"),
        DULL_CROSS,
        s1=PAIR,
        s2=NO_PAIR,
        s4=OTHER_PAIR,
    )
    for seat in (1, 2, 4):
        table.wager(seat, bonus_spin_xtreme=100)
    table.spins = {("hot_spot", 1): "jackpot", ("hot_spot", 4): "jackpot", ("community", None): "8"}
    table.run_to("settled")
    assert prizes(table, 4, "bonus_spin_xtreme")[1] == ("jackpot", "jackpot", 1045)
    assert prizes(table, 1, "bonus_spin_xtreme")[1] == ("jackpot", "jackpot", 100_000)
    assert prizes(table, 2, "bonus_spin_xtreme") == [("community", "5", 500)]
    assert sum(spun.wheel == "community" for spun in table.happened(happened.WheelSpun)) == 1
    assert table.state.meters["xtreme_a"].cents == 100_000 + Fraction(1, 2)


def test_12_E_13_a() -> None:
    """Community pay by each seat's own wager; the list may have another letter than the wheel."""
    table = deal(xtreme_table((1, 2), community_1="i"), TWO_PAIR_CROSS, s1=NO_PAIR, s2="4h 6c")
    table.wager(1, bonus_spin_xtreme=100)
    table.wager(2, bonus_spin_xtreme=200)
    table.plan = {2: (FOLD,)}
    table.hot_spot = 1
    table.spins = {("community", None): "1"}
    table.run_to("settled")
    assert prizes(table, 1, "bonus_spin_xtreme")[0] == ("community", "150", 15_000)
    assert prizes(table, 2, "bonus_spin_xtreme") == [("community", "60", 6000)]


def test_12_E_13_b() -> None:
    """The submission designates the lists."""
    assert "12.E(13)(b)" in refusal(xtreme={**XTREME, "community_1": "z"})
    assert "wagers of $1 aren't offered" in refusal(xtreme=xtreme_choices(wheel_2="d", community_1="a"))


def assert_community_list(letter: str, item: int) -> None:
    book: RuleBook = load_rule_book("maryland", {"xtreme": xtreme_choices(wheel_1=letter)})
    assert book.progressives is not None and book.progressives.xtreme is not None
    pays = book.progressives.xtreme.sizes[100].community
    assert [pay.symbol for pay in pays] == COMMUNITY_LISTS[letter].split()
    assert [pay.cents for pay in pays] == [int(symbol) * 100 for symbol in COMMUNITY_LISTS[letter].split()]
    assert [pay.clause for pay in pays] == [f"12.E({item})({mark})" for mark in "abcdefgh"]


def test_12_E_14() -> None:
    assert_community_list("a", 14)


def test_12_E_15() -> None:
    assert_community_list("b", 15)


def test_12_E_16() -> None:
    assert_community_list("c", 16)


def test_12_E_17() -> None:
    assert_community_list("d", 17)


def test_12_E_18() -> None:
    assert_community_list("e", 18)


def test_12_E_19() -> None:
    assert_community_list("f", 19)


def test_12_E_20() -> None:
    assert_community_list("g", 20)


def test_12_E_21() -> None:
    assert_community_list("h", 21)


def test_12_E_22() -> None:
    assert_community_list("i", 22)


# ---- readings


def test_reading_P1_weights_are_the_operators() -> None:
    """Weights left out are our examples and say so; a table of weights names every symbol, each at least 1."""
    example = load_rule_book("maryland", {"bonus_spin": SPIN}).progressives
    assert example is not None and example.bonus_spin is not None and example.bonus_spin.wheel.is_example
    weights = dict.fromkeys(BONUS_SPIN_WHEELS["b"].split(), 2)
    own = load_rule_book("maryland", {"bonus_spin": {**SPIN, "weights": weights}}).progressives
    assert own is not None and own.bonus_spin is not None
    assert not own.bonus_spin.wheel.is_example and own.bonus_spin.wheel.total == 24
    for wrong in ({"jackpot": 0}, {"jackpot": -1}, {"jackpot": 1.0}, {"jackpot": 10**6}, {"11": 3}):
        assert "reading P1" in refusal(bonus_spin={**SPIN, "weights": {**weights, **wrong}})


def test_reading_P3_names() -> None:
    named = choices_toml({"bonus_spin": spin_choices("c", jackpot_name="Grand", prize_name="a car")})
    text = f'rules = "maryland"\nfacility = "Somewhere"\n{named}'
    book = load_submission(text)
    assert book.progressives is not None and book.progressives.bonus_spin is not None
    spin = book.progressives.bonus_spin
    assert (spin.jackpot_name, spin.prize_name, spin.prize_cents) == ("Grand", "a car", 500_000)
    assert book.hash == load_submission(text.replace("Somewhere", "Elsewhere")).hash


def test_reading_P7_forfeited_seats() -> None:
    """No spin, no Community pay, not in the draw; the contribution stays."""
    table = deal(xtreme_table((1, 2)), TWO_PAIR_CROSS, s1=NO_PAIR, s2="4h 6c")
    table.wager(1, bonus_spin_xtreme=100)
    table.wager(2, bonus_spin_xtreme=100)
    table.run_to("middle")
    table.forfeit(2, "shared_information")
    table.run_to("settled")
    assert table.happened(happened.HotSpotDrawn) == [happened.HotSpotDrawn(1, (1,))]
    assert table.line(2, "bonus_spin_xtreme").result == "forfeit"
    assert table.happened(happened.MetersGrew)[0].growth[0].contributed == "30"


def test_reading_P7_a_drawn_seat_that_forfeits_does_not_spin() -> None:
    table = deal(xtreme_table((1, 2)), TWO_PAIR_CROSS, s1=NO_PAIR, s2="4h 6c")
    table.wager(1, bonus_spin_xtreme=100)
    table.wager(2, bonus_spin_xtreme=100)
    table.hot_spot = 1
    table.run_to("settling")
    while not table.happened(happened.HotSpotDrawn):
        table.run_to("settling", 1)
    table.forfeit(1, "cards_out_of_view")
    table.run_to("settled")
    assert [spun.wheel for spun in table.happened(happened.WheelSpun)] == ["community"]
    assert table.line(1, "bonus_spin_xtreme").result == "forfeit"


def test_reading_R16_community_pay_is_forfeited_too() -> None:
    """A share in another seat's spin is not the first line of the seat, and goes back when the seat forfeits."""
    table = deal(spin_table((1, 6)), DULL_CROSS, s1=NO_PAIR, s6=PAIR)
    table.wager(1, bonus_spin=500)
    table.wager(6, bonus_spin=500)
    table.spins = {("bonus_spin", 6): "200&50"}
    table.run_to("settling")
    while not any(line.is_community_pay for line in table.settled_wagers):
        table.run_to("settling", 1)
    assert table.gained(1) == 5000 - 500 * 6
    table.forfeit(1, "touched_by_another")
    assert table.gained(1) == -500 * 6
    (taken,) = table.happened(happened.CommunityPayTaken)
    assert (taken.wager.seat, taken.wager.won) == (1, 5000)
    table.run_to("settled")
    assert table.gained(1) == -500 * 6


def test_reading_R17_a_void_while_settling_leaves_the_meters() -> None:
    """At every moment of the settlement, a jackpot already paid included; a second void is refused."""
    steps = 0
    while True:
        table = deal(spin_table((1, 6)).start_from(bonus_spin="777777.5"), DULL_CROSS, s1=OTHER_PAIR, s6=PAIR)
        table.wager(1, bonus_spin=500)
        table.wager(6, bonus_spin=500)
        table.run_to("settling")
        for _ in range(steps):
            if table.stage == "settling":
                table.run_to("settling", 1)
        if table.stage == "settled":
            break
        table.act(FLOOR, VoidRound("the wheel is broken"))
        assert table.contest.carried == {"bonus_spin": "1555555/2"}
        assert set(table.contest.balances.values()) <= {0}
        with refused(IllegalActionCode.ROUND_OVER):
            table.act(FLOOR, VoidRound("again"))
        steps += 1
    assert steps == 14


def test_reading_R9_wheels_are_seen_in_the_order_in_which_they_turned() -> None:
    """Seat 6 is paid before seat 1, so that the Community wheel turns before the wheel of seat 1."""
    table = Table("maryland", (1, 6), bonus_spin=SPIN, xtreme=XTREME)
    deal(table, TWO_PAIR_CROSS, s1=PAIR, s6=NO_PAIR)
    for seat in (1, 6):
        table.wager(seat, bonus_spin=500, bonus_spin_xtreme=500)
    table.hot_spot = 6
    table.run_to("settled")
    turned = table.happened(happened.WheelSpun)
    assert [(spin.wheel, spin.seat) for spin in turned] == [("community", None), ("hot_spot", 6), ("bonus_spin", 1)]
    assert list(table.view(SPECTATOR).spins) == turned


def test_reading_P9_the_round_waits_for_a_wheel() -> None:
    table = deal(spin_table(), DULL_CROSS, s1=PAIR)
    table.wager(1, bonus_spin=500)
    table.run_to("settling")
    while table.state.awaited is None:
        table.settle()
    assert table.contest.pending.kind == "chance"
    assert (table.contest.pending.wants, table.contest.pending.seats) == ("spin", (1,))
    table.act(FLOOR, VoidRound("the wheel does not turn"))
    assert table.gained(1) == 0


def test_reading_R15_lose_all() -> None:
    """A seat that leaves while others are paid loses its progressive wagers too and does not spin."""
    table = Table("maryland", (1, 6), bonus_spin=SPIN, abandoned="lose_all")
    deal(table, DULL_CROSS, s1=PAIR, s6=NO_PAIR)
    table.wager(1, bonus_spin=500)
    table.wager(6)
    table.run_to("settling", 1)
    table.act(SYSTEM, Abandon(1))
    table.run_to("settled")
    assert not table.happened(happened.WheelSpun)
    assert table.line(1, "bonus_spin").result == "forfeit"
    assert table.state.meters["bonus_spin"].cents == 100_100

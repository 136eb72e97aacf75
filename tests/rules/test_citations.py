"""Lines, facts and faults cite the deciding clause, a reading if there is no clause, and nothing for our own bounds."""

from __future__ import annotations

import pytest

from crossfelt.crisscross.facts import facts
from crossfelt.crisscross.progressives.printed_lists import printed_progressives
from crossfelt.crisscross.resolve import choices_of, examine_submission, load_rule_book
from crossfelt.errors import Fault, IllegalAction, RuleBookError
from crossfelt.faults import FaultCode
from crossfelt.kingcross.match import KING_CROSS
from crossfelt.kingcross.resolve import load_score_card, score_card_from_document
from crossfelt.kingcross.rules import MatchRules
from tests.support.rules.table import Table, layout

PRINTED = printed_progressives("maryland")
assert PRINTED is not None
SPIN_WHEELS, HOT_WHEELS = PRINTED.bonus_spin.wheels, PRINTED.xtreme.wheels


def weights(symbols: tuple[str, ...], without: str) -> str:
    return "\n".join(f'"{symbol}" = 1' for symbol in symbols if symbol != without)


def only_fault(text: str) -> Fault:
    (fault,) = examine_submission(text).faults
    return fault


@pytest.mark.parametrize(("symbol", "won"), [("500&100", 50_000), ("200&50", 20_000), ("25&15", 2_500)])
def test_reading_P4_the_first_amount_of_the_spinner(symbol: str, won: int) -> None:
    """No clause gives the spinner the first amount: the line cites the reading. The others' lines cite their list."""
    spin = {
        "wheel": "b",
        "community": "a",
        "rate_ppm": 0,
        "initial_cents": 100_000,
        "reset_cents": 100_000,
        "weights": {**dict.fromkeys(SPIN_WHEELS["b"].symbols, 1), "500&100": 1, "200&50": 1, "25&15": 1},
    }
    table = Table("maryland", (1, 6), bonus_spin=spin)
    table.cards = layout("Ks Jd", "8c 3s", "2h", hole={1: "Ad 7c", 6: "9h 9c"})
    for seat in (1, 6):
        table.wager(seat, bonus_spin=500)
    table.spins = {("bonus_spin", 6): symbol}
    table.run_to("settled")
    line = table.line(6, "bonus_spin")
    assert (line.won, line.clause, [prize.clause for prize in line.prizes]) == (won, "reading P4", ["reading P4"])
    shared = next(line for line in table.settled_wagers if line.is_community_pay)
    assert shared.clause.startswith("12.D(10)(a)(i")


@pytest.mark.parametrize(
    ("rules", "amount", "counts"),
    [
        ("cardroom", "Pay Tables/Max Payout Aggregate", "Pay Tables/Max Payout Aggregate, reading R10"),
        ("maryland", "12.B, reading R11", "12.B, reading R10"),
        ("massachusetts", "11(d)", "11(d), reading R10"),
    ],
)
def test_reading_R10_what_the_limit_counts(rules: str, amount: str, counts: str) -> None:
    book = load_rule_book(rules)
    assert (book.aggregate_limit.clause, book.aggregate_limit.covers_clause) == (amount, counts)
    cited = {fact.name: fact.clause for fact in facts(book) if fact.topic == "Aggregate limit"}
    assert cited == {"amount": amount, "counts": counts}


def test_Equipment_3_a_shuffler_that_deals_must_be_there() -> None:
    """The cardroom's shuffler comes with Equipment/3, so dealing from one that the table lacks goes against that."""
    fault = only_fault('rules = "cardroom"\n[choices]\ndealing_method = "shuffler"\nshuffler = "none"')
    assert (fault.code, fault.where, fault.clause) == (
        FaultCode.SHUFFLER_NEEDED,
        "choices.dealing_method",
        "Equipment/3",
    )


@pytest.mark.parametrize(
    ("letter", "symbol"), [(letter, symbol) for letter, wheel in SPIN_WHEELS.items() for symbol in wheel.symbols]
)
def test_12_D_a_missing_symbol_cites_its_own_item(letter: str, symbol: str) -> None:
    wheel = SPIN_WHEELS[letter]
    least = wheel.least_initial_cents
    terms = (
        f"prize_cents = {least}"
        if wheel.jackpot == "prize"
        else f"rate_ppm = 0\ninitial_cents = {least}\nreset_cents = {wheel.least_reset_cents}"
    )
    table = f'[choices.bonus_spin]\nwheel = "{letter}"\ncommunity = "a"\n{terms}\n[choices.bonus_spin.weights]\n'
    fault = only_fault(f'rules = "maryland"\n{table}{weights(wheel.symbols, symbol)}')
    item = "abcdefghijkl"[wheel.symbols.index(symbol)]
    number = "abcd".index(letter) + 1
    assert (fault.code, fault.clause) == (FaultCode.MISSING, f"12.D({number})({item})")


@pytest.mark.parametrize("letter", HOT_WHEELS)
def test_12_E_a_missing_symbol_cites_its_own_item(letter: str) -> None:
    wheel, number = HOT_WHEELS[letter], "abcdefghi".index(letter) + 1
    meter = f"initial_cents = {wheel.least_initial_cents}\nreset_cents = {wheel.least_reset_cents}"
    head = f'rules = "maryland"\n[choices.xtreme]\nwheel_1 = "{letter}"\nrate_ppm = 0\n'
    head += f"[choices.xtreme.meters.{letter}]\n{meter}\n"
    for index, symbol in enumerate(wheel.symbols):
        fault = only_fault(f"{head}[choices.xtreme.weights.{letter}]\n{weights(wheel.symbols, symbol)}")
        assert (fault.code, fault.clause) == (FaultCode.MISSING, f"12.E({number})({'abcdefghi'[index]})")
    positions = tuple(map(str, range(1, 9)))
    for index, position in enumerate(positions):
        fault = only_fault(f"{head}[choices.xtreme.community_weights]\n{weights(positions, position)}")
        assert (fault.code, fault.clause) == (FaultCode.MISSING, f"12.E({number + 13})({'abcdefgh'[index]})")


@pytest.mark.parametrize("rules", ["maryland", "massachusetts"])
def test_reading_R13_our_own_upper_bounds_are_called_ours(rules: str) -> None:
    """These rules set no maximum: a value above ours is reported as our limit and cites the reading, never a clause."""
    ours = [choice for choice in choices_of(rules) if choice.most_is_ours]
    assert {choice.name for choice in ours} == {choice.name for choice in choices_of(rules) if choice.type == "cents"}
    for choice in ours:
        assert choice.most is not None and choice.allowed.endswith(", upper limit set by Crossfelt")
        with pytest.raises(RuleBookError) as caught:
            load_rule_book(rules, {choice.name: choice.most + 1})
        fault = caught.value.faults[0]
        assert (fault.code, fault.clause) == (FaultCode.ABOVE_OUR_BOUND, f"reading {choice.reading}")
        assert "a limit of Crossfelt" in fault.message
    # Below the least, and in the cardroom on both sides, it is the text that sets the bound.
    below = examine_submission(f'rules = "{rules}"\n[choices]\nante_minimum_cents = 0').faults[0]
    assert (below.code, "(" in below.clause) == (FaultCode.OUT_OF_RANGE, True)
    assert not any(choice.most_is_ours for choice in choices_of("cardroom"))
    assert only_fault('rules = "cardroom"\n[choices]\nante_maximum_cents = 1001').clause.startswith("Game and Bonus")


@pytest.mark.parametrize("key", ["initial_cents", "reset_cents"])
def test_our_own_bounds_of_meters_cite_no_clause(key: str) -> None:
    terms = {"rate_ppm": 0, "initial_cents": 100_000, "reset_cents": 100_000} | {key: 10**18}
    lines = "\n".join(f"{name} = {value}" for name, value in terms.items())
    fault = only_fault(f'rules = "maryland"\n[choices.bonus_spin]\nwheel = "b"\ncommunity = "a"\n{lines}')
    assert (fault.code, fault.clause) == (FaultCode.ABOVE_OUR_BOUND, "")


SPIN = 'rules = "maryland"\n[choices.bonus_spin]\nwheel = "a"\ncommunity = "a"\nprize_cents = 100000\n'
SYMBOLS = ("jackpot", "500", "200", "120", "70", "60", "35", "25", "18", "12", "11", "10")


@pytest.mark.parametrize(
    ("symbol", "weight", "code"),
    [
        ("500", 1_000_001, FaultCode.ABOVE_OUR_BOUND),
        ("200&50", 1_000_001, FaultCode.ABOVE_OUR_BOUND),
        ("500", 1_000_000, FaultCode.WEIGHTS_TOO_LARGE),
    ],
)
@pytest.mark.parametrize("letter", ["a", "z"])
def test_reading_P1_our_own_bound_of_weights_is_called_ours(
    letter: str, symbol: str, weight: int, code: FaultCode
) -> None:
    weights = dict.fromkeys(SYMBOLS, 1) | {symbol: weight}
    lines = "\n".join(f'"{name}" = {count}' for name, count in weights.items())
    spin = SPIN.replace('wheel = "a"', f'wheel = "{letter}"')
    wrong_wheel, faults = letter == "z", examine_submission(f"{spin}[choices.bonus_spin.weights]\n{lines}").faults
    assert [(fault.code, fault.clause) for fault in faults[wrong_wheel:]] == (
        [] if wrong_wheel and code is FaultCode.WEIGHTS_TOO_LARGE else [(code, "reading P1")]
    )
    assert all("a limit of Crossfelt" in fault for fault in faults[wrong_wheel:])


def test_reading_P3_our_own_bound_of_names_is_called_ours() -> None:
    fault = only_fault(f'{SPIN}jackpot_name = "{"x" * 61}"')
    assert (fault.code, fault.clause, "a limit of Crossfelt" in fault) == (FaultCode.TOO_LONG, "reading P3", True)


def test_reading_K16_the_limit_of_100_sheets_is_called_ours() -> None:
    document = load_score_card().document
    document = {**document, "seats": {**document["seats"], "most": 101}}
    with pytest.raises(
        RuleBookError, match=r"must be at most 100 \(a limit of Crossfelt, not of the rules\).*\(reading K16\)"
    ):
        score_card_from_document(document)
    with pytest.raises(IllegalAction, match="our limit by reading K16; the rules set none"):
        KING_CROSS.open(MatchRules(load_score_card(), "communal"), range(1, 102))

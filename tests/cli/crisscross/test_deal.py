"""`crossfelt deal`: whole rounds through piped answers."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from crossfelt.cards import parse_card
from crossfelt.cli.rules.citations import short_citation
from crossfelt.crisscross.hand_words import hands_in_words
from crossfelt.crisscross.notation import parse_round
from crossfelt.crisscross.resolve import rule_book_ids
from crossfelt.crisscross.round import CRISS_CROSS
from crossfelt.crisscross.settlement import explain
from crossfelt.money import dollars, signed_dollars
from crossfelt.record import replay
from tests.support.cli.program import Ran, run

BACK = "▒▒▒▒"


def deal(*answers: str, options: tuple[str, ...] = (), seed: str = "7", encoding: str = "utf-8") -> Ran:
    """Plays with one answer a line, under the cardroom's rules unless the options say otherwise."""
    if "--rules" not in options:
        options = ("--rules", "cardroom", *options)
    given = "".join(f"{answer}\n" for answer in answers)
    ran = run("deal", "--seed", seed, *options, given=given, encoding=encoding)
    assert re.fullmatch(r"(Wrote .+, \d+ (kB|bytes)\.\n)?", ran.err)
    assert ran.status == 0
    assert max(map(len, ran.out.splitlines())) <= 80
    return ran


def decisions(ran: Ran) -> list[str]:
    """The picture before each decision and the final one, in order."""
    return re.split(r"(?m)^.*(?:decision: |settled: ).*─$", ran.out)[1:]


@pytest.mark.parametrize("rules", rule_book_ids())
def test_a_whole_round_under_any_rule_book(rules: str, tmp_path: Path) -> None:
    record = tmp_path / "round.json"
    options = ("--rules", rules, "--save", str(record), "--rounds", "1")
    ran = deal("5 5", "1", "2", "3", options=options)
    result = replay(CRISS_CROSS, json.loads(record.read_text()))
    assert result.state.stage == "settled"
    assert result.rules.id == rules
    assert result.state.seats[0].wagers == {
        "ante_across": 500,
        "ante_down": 500,
        "five_card_bonus": 500,
        "across": 500,
        "down": 1000,
        "middle": 1500,
    }
    net = result.state.settled.totals[0].net if result.state.settled else 0
    bankroll = 100 * result.rules.betting_spots[0].minimum_cents
    assert f"Round 1 settled: {signed_dollars(net)}, bankroll {dollars(bankroll + net)}" in ran.out
    assert f"You leave with {dollars(bankroll + net)} after 1 round: {signed_dollars(net)}." in ran.out
    words = " ".join(re.sub(r" [+-]?\$\d+ *\n", "\n", ran.out).split())
    cards = {place: parse_card(result.state.name_at(place)) for place in result.state.placed}
    hands = hands_in_words(result.rules.ranker, (cards["hole:1:1"], cards["hole:1:2"]), cards)
    for line in result.state.settled_wagers:
        assert explain(result.rules, line, short_citation, hands[result.rules.spots[line.spot].hand]) in words


def test_the_cross_is_turned_pair_by_pair() -> None:
    pictures = decisions(deal("5", "1", "1", "1", options=("--rules", "maryland", "--rounds", "1")))
    assert [picture.count(BACK) for picture in pictures] == [5, 3, 1, 0]


def test_bonus_cards_lie_face_down_until_they_are_due() -> None:
    without = decisions(deal("5", "1", "1", "1", options=("--rounds", "1")))
    assert [picture.count(BACK) for picture in without] == [9, 7, 5, 4]
    with_bonus = decisions(deal("5 5 5", "1", "1", "1", options=("--rounds", "1")))
    assert [picture.count(BACK) for picture in with_bonus] == [9, 7, 5, 0]


def test_no_hidden_card_is_ever_printed(tmp_path: Path) -> None:
    """Every card on the screen before a decision is one that the seat may know by then."""
    for seed in map(str, range(20)):
        record = tmp_path / "round.json"
        options = ("--save", str(record), "--rounds", "1")
        pictures = decisions(deal("5 5 5", "1", "1", "1", options=options, seed=seed))
        result = replay(CRISS_CROSS, json.loads(record.read_text()))
        names = {place: result.state.name_at(place) for place in result.state.placed}
        hole = {names["hole:1:1"], names["hole:1:2"]}
        across = {names["across_left"], names["across_right"]}
        down = {names["down_far"], names["down_near"]}
        known = [hole, hole | across, hole | across | down, set(names.values())]
        assert [cards_on(picture) for picture in pictures] == known


def cards_on(picture: str) -> set[str]:
    results = re.findall(r"([2-9JQKA]|10)([♥♣♦♠])", picture)
    return {rank.replace("10", "T") + "hcds"["♥♣♦♠".index(suit)] for rank, suit in results}


def test_enter_repeats_the_last_wagers(tmp_path: Path) -> None:
    record = tmp_path / "round.json"
    ran = deal("7 3 3", "f", "", "f", options=("--save", str(record), "--rounds", "2"))
    assert "Enter bets Across Ante $2, Down Ante $2." in ran.out
    line = "Enter bets Across Ante $7, Down Ante $7, Five Card Bonus $3, Six Card Bonus $3."
    assert line in " ".join(ran.out.split())
    wagers = replay(CRISS_CROSS, json.loads(record.read_text())).state.seats[0].wagers
    assert wagers == {"ante_across": 700, "ante_down": 700, "five_card_bonus": 300, "six_card_bonus": 300}


def test_first_wagers_come_from_the_options() -> None:
    options = ("--ante", "$4", "--five-card-bonus", "3", "--bankroll", "50.00", "--rounds", "1")
    ran = deal("", "f", options=options)
    assert "You sit down with $50." in ran.out
    assert "Enter bets Across Ante $4, Down Ante $4, Five Card Bonus $3." in ran.out
    assert "$11 at stake, $39 left" in ran.out


def test_folding_keeps_the_bonus_alive() -> None:
    ran = deal("5 5 5", "f", options=("--rounds", "1"))
    assert "You folded at the across decision" in ran.out
    assert "Across Ante $5: forfeited" in ran.out
    assert re.search(r"Five Card Bonus \$5: .* (pays|loses)", ran.out)


def test_all_folded_cards_stay_down_when_nothing_needs_them() -> None:
    pictures = decisions(deal("5", "f", options=("--rounds", "1", "--rules", "maryland")))
    assert [picture.count(BACK) for picture in pictures] == [5, 5]


def test_quitting_asks_whether_to_fold(tmp_path: Path) -> None:
    record = tmp_path / "round.json"
    ran = deal("5 5", "1", "q", "never", "f", "unread", options=("--save", str(record)))
    assert "Type k, f or Enter." in ran.out
    assert "You folded at the down decision: the antes and bets are lost." in ran.out
    assert "unread" not in ran.out
    seat = replay(CRISS_CROSS, json.loads(record.read_text())).state.seats[0]
    assert (seat.folded_at, seat.decided_by, seat.absent) == ("down", "player", False)


def test_quitting_can_be_called_off() -> None:
    ran = deal("5 5", "q", "", "1", "f", options=("--rounds", "1"))
    assert "You folded at the down decision" in ran.out


def test_without_answers_the_table_folds() -> None:
    assert "You left, so the table folded at the down decision" in deal("5 5", "1").out


def test_leaving_can_cost_everything_where_the_house_says_so() -> None:
    ran = deal("5 5", options=("--rules", "massachusetts", "--option", "abandoned=lose_all"))
    assert "You left: every wager of the round is lost." in ran.out
    assert "Five Card Bonus $5: forfeited" in ran.out


@pytest.mark.parametrize("answers", [(), ("5",), ("5", "1"), ("5", "1", "?"), ("5", "1", "1", "1")])
def test_the_end_of_input_is_leaving(answers: tuple[str, ...]) -> None:
    ran = deal(*answers)
    rounds = 1 if answers else 0
    assert re.search(rf"You leave with \$\d+ after {rounds} round", ran.out)


def test_help_shows_the_pay_table_and_the_clause() -> None:
    ran = deal("?", "5", "?", "f", options=("--rules", "maryland", "--rounds", "1"))
    before, at_decision = ran.out.split("Across Bet decision")[0], ran.out.split("Across Bet decision")[1]
    assert re.search(r"royal flush +1 to 1 +250 to 1", before)
    assert re.search(r"royal flush +500 to 1 +1 to 1", at_decision)
    assert "(11.B(1)(a))" in at_decision
    assert "q quits and asks whether to keep the round or fold." in " ".join(at_decision.split())


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("50", "Across Ante and Down Ante: $50 is outside $2 to $10 (Game and Bonus wagers/1)"),
        ("5 50", "Five Card Bonus: $50 is outside $2 to $10"),
        ("5.50", "$5.50 is not a whole multiple of $1"),
        ("5 5 6", "Six Card Bonus: $6 must equal the Five Card Bonus, which is $5"),
        ("5 - 5", "Six Card Bonus: needs a Five Card Bonus"),
        ("0", "the ante is missing"),
        ("1 2 3 4", "that is 4 amounts, and this table takes 3"),
        ("five", "'five' isn't an amount"),
        ("-5", "'-5' isn't an amount"),
        ("9" * 5000, "isn't an amount"),
        ("NaN", "isn't an amount"),
        ("٥", "isn't an amount"),
    ],
)
def test_bad_wagers_are_refused_and_asked_again(answer: str, reason: str) -> None:
    ran = deal(answer, "q")
    assert reason in " ".join(ran.out.split())
    assert ran.out.count("Your wagers in dollars:") == 2
    assert "You leave with $200 after 0 rounds: $0." in ran.out


def test_wagers_above_the_bankroll_are_refused() -> None:
    ran = deal("10", "2", "f", options=("--bankroll", "15", "--rounds", "1"))
    assert "That is $20, you have $15." in ran.out
    assert "$4 at stake, $11 left" in ran.out


def test_bets_that_are_not_covered_are_not_offered() -> None:
    ran = deal("5", "3", "1", "3", "1", "x", "f", options=("--bankroll", "30"))
    assert "Across: 1 bets $5, 2 bets $10, 3 bets $15, f folds, a gives advice, q quits." in ran.out
    assert "Down: 1 bets $5, f folds, a gives advice, q quits." in ran.out
    assert "Middle: f folds, a gives advice, q quits." in ran.out
    assert ran.out.count("Type f; a for advice, ? for help or q to quit.") == 3
    assert "You have $0 left, too little for every bet." in ran.out


def test_the_table_ends_when_the_chips_do() -> None:
    ran = deal("5", "f", "", options=("--bankroll", "10"))
    assert "That leaves $0, too little for a bet at every decision." in ran.out
    assert "$0 doesn't cover the smallest antes." in ran.out
    assert "You leave with $0 after 1 round: -$10." in ran.out
    assert "You leave with $1 after 0 rounds: $0." in deal("", options=("--bankroll", "1")).out


def test_enter_falls_back_to_the_smallest_antes() -> None:
    ran = deal("10", "f", "", "f", options=("--bankroll", "30", "--rounds", "2"))
    assert "Enter bets Across Ante $2, Down Ante $2." in ran.out.split("Round 2:")[1]


def test_the_same_seed_deals_the_same_cards() -> None:
    answers = ("5 5 5", "1", "1", "1", "", "2", "2", "2")
    assert deal(*answers, seed="a").out == deal(*answers, seed="a").out
    assert deal(*answers, seed="a").out != deal(*answers, seed="b").out


def test_without_a_seed_the_cards_differ() -> None:
    games = {run("deal", "--rounds", "1", "--notation", given="5\n1\n1\n1\n").out for _ in range(3)}
    assert len(games) == 3


def test_the_notation_parses_back(tmp_path: Path) -> None:
    record = tmp_path / "round.json"
    ran = run(
        *["deal", "--rules", "cardroom", "--seed", "7", "--notation", "--rounds", "1", "--save"],
        str(record),
        given="5 5 5\n3\n2\n1\n",
    )
    text = ran.out[ran.out.index("crossfelt round") : ran.out.index("You leave")]
    noted = parse_round(text)
    assert noted.events == replay(CRISS_CROSS, json.loads(record.read_text())).events


def test_garbage_on_stdin_ends_cleanly() -> None:
    noise = random.Random(5).randbytes(3000)
    ran = run("deal", "--seed", "7", given=noise)
    assert ran.status == 0
    assert re.fullmatch(r"(Wrote .+, \d+ (kB|bytes)\.\n)?", ran.err)
    assert "You leave with" in ran.out
    assert "\x1b" not in ran.out


def test_letters_stand_in_for_suits_that_cannot_be_written() -> None:
    ran = deal("5", "1", "1", "1", options=("--rounds", "1"), encoding="ascii")
    assert "+----+" in ran.out
    assert "|####|" in ran.out
    assert re.search(r"\| [2-9TJQKA][hcds] \|", ran.out)


def test_any_answers_leave_the_bankroll_at_zero_or_above() -> None:
    choose = random.Random(20)
    for seed in range(6):
        answers = [choose.choice(["", "2", "5 5 5", "10 10", "1", "2", "3", "f", "?", "x"]) for _ in range(120)]
        ran = deal(*answers, options=("--bankroll", "60"), seed=str(seed))
        amounts = re.findall(r"bankroll (-?)\$", ran.out)
        assert "-" not in amounts
        assert re.search(r"You leave with \$\d", ran.out)


def test_advice_says_what_each_action_is_worth() -> None:
    ran = deal("5", "a", "1", "a", "f", options=("--rules", "maryland", "--rounds", "1"))
    rows = re.findall(r"(?m)^(fold|\dx)(?:, \$\d+)? +([+-])\$(\d+\.\d\d) +(\$\d+\.\d\d|-) *(best)?", ran.out)
    assert [entry[0] for entry in rows] == ["fold", "1x", "2x", "3x"] * 2
    first = run("advise", "--hole", " ".join(cards_on(decisions(ran)[0])), "--json").document
    dollars_of = [float(sign + amount) for _, sign, amount, _, _ in rows[:4]]
    assert dollars_of == [round(5 * value, 2) for value in first["ev"].values()]
    assert [entry[3] for entry in rows[:4]] == [f"${5 * cost:.2f}" if cost else "-" for cost in first["cost"].values()]
    assert [entry[0] for entry in rows[:4] if entry[4]] == [first["best"]]
    assert re.search(r"\nBest: (fold|bet \dx \(\$\d+\))\.\n", ran.out)
    assert re.search(r"\nAcross: pays \d+\.\d%, pushes \d+\.\d%, loses \d+\.\d% of the time\.\n", ran.out)
    assert "Across: of 48 middle cards" in " ".join(ran.out.split())


def test_each_round_says_what_its_decisions_cost() -> None:
    ran = deal("5", "3", "f", "", "f", options=("--rules", "maryland", "--rounds", "2"))
    first = run("advise", "--hole", " ".join(cards_on(decisions(ran)[0])), "--json").document
    cost = 5 * first["cost"]["3x"]
    sentence = f"Betting 3x on Across cost ${cost:.2f}. Best: " if cost else "Betting 3x on Across was best."
    assert sentence in ran.out
    costs = [float(text) for text in re.findall(r" on (?:Across|Down) cost \$(\d+\.\d\d)\. Best: ", ran.out)]
    totals = re.findall(r"This sitting: (\d) of (\d) decisions were best\. Mistakes cost \$(\d+\.\d\d)\.", ran.out)
    assert [(best, count) for best, count, _ in totals][-1] == (str(3 - len(costs)), "3")
    assert abs(float(totals[-1][2]) - sum(costs)) <= 0.02


def test_the_best_decisions_cost_nothing() -> None:
    seed, options = "7", ("--rules", "maryland", "--rounds", "1")
    answers: list[str] = []
    for _ in range(3):
        best = re.findall(r"\nBest: (?:(f)old|bet (\d)x)", deal("5", *answers, "a", options=options, seed=seed).out)[-1]
        answers.append("".join(best))
        if answers[-1] == "f":
            break
    ran = deal("5", *answers, options=options, seed=seed)
    assert "This sitting: every decision was best." in ran.out
    assert "cost" not in ran.out.split("settled: ")[1]


def test_prompts_take_what_they_show() -> None:
    for answers in (("10 5", "1", "2", "3"), ("$10,$5", "$10", "20", "$30"), ("10, 5", "1x", "bet 2x", "30")):
        ran = deal(*answers, options=("--rules", "maryland", "--rounds", "1"))
        assert ran.out.count("Your choice") == 3
        for staked in ("Ante Across $10", "Five Card Bonus $5", "Across Bet $10", "Down Bet $20", "Middle Bet $30"):
            assert staked in ran.out


def test_help_explains_the_game_and_the_offers() -> None:
    words = " ".join(deal("?", "5", "?", "f").out.split())
    assert "Your cards make one poker hand with the across line and one with the down line." in words
    assert "1 bets $5, 2 bets $10, 3 bets $15; f folds; a shows what each is worth; q quits" in words


def test_other_seats_are_taken_by_policies(tmp_path: Path) -> None:
    record = tmp_path / "round.json"
    options = ("--rules", "maryland", "--rounds", "1", "--save", str(record), "--seats", "4")
    ran = deal("5", "1", "1", "1", options=(*options, "--with", "optimal,always-1x"))
    result = replay(CRISS_CROSS, json.loads(record.read_text()))
    assert [seat.seat for seat in result.state.seats] == [1, 2, 3, 4]
    for line in ("Seat 2 (optimal) bets", "Seat 3 (always-1x) bets 1x.", "Seat 4 (optimal) bets"):
        assert line in ran.out
    own = [line for line in result.state.settled_wagers if line.seat == 1]
    net = sum(line.won + line.returned - line.staked for line in own)
    assert f"Round 1 settled: {signed_dollars(net)}, bankroll {dollars(50000 + net)}" in ran.out
    assert ran.out == deal("5", "1", "1", "1", options=(*options, "--with", "optimal,always-1x")).out


def test_a_strategy_card_takes_a_seat() -> None:
    card = next(iter(sorted(Path("src/crossfelt/examples/strategies").glob("*.toml"))))
    ran = deal("5", "f", options=("--rules", "maryland", "--rounds", "2", "--with", str(card)))
    assert f"Seat 2 ({card.stem})" in ran.out


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--with", "nobody"), "--with: 'nobody' isn't one of random, never-fold, always-1x, card, optimal, or"),
        (("--seats", "7"), "--seats: maryland has 6 seats, not 7"),
        (("--seats", "2", "--with", "random,random"), "--with: names 2 players, but --seats 2 leaves 1 besides you"),
        (("--with", "no.toml"), "cannot read 'no.toml'"),
    ],
)
def test_company_that_cannot_sit_down_is_refused(options: tuple[str, ...], reason: str) -> None:
    assert reason in run("deal", *options).refusal


def test_a_narrow_terminal_keeps_cards_whole() -> None:
    ran = run("deal", "--rules", "cardroom", "--seed", "7", "--rounds", "1", given="5\n1\n1\n1\n", columns=40)
    wide = run("deal", "--rules", "cardroom", "--seed", "7", "--rounds", "1", given="5\n1\n1\n1\n")
    for piece in ("╭────╮", "╰────╯", BACK):
        assert ran.out.count(piece) == wide.out.count(piece)
    assert cards_on(ran.out) == cards_on(wide.out)


def test_the_default_rule_book_is_that_of_every_command() -> None:
    ran = run("deal", "--seed", "7", "--ante", "5", "--bankroll", "20", "--rounds", "1", given="\nf\n")
    assert "Maryland" in ran.out.splitlines()[0]
    assert "You sit down with $20." in ran.out
    assert "Enter bets Ante Across $5, Ante Down $5." in ran.out

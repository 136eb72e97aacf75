"""Text of a round and back."""

from __future__ import annotations

import pytest

from crossfelt.crisscross.notation import format_event, format_round, parse_round
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.errors import NotationError
from tests.support.rounds import random_round
from tests.support.scale import scaled

MAIN = ("ante_across", "ante_down", "across", "down", "middle")


def test_every_round_reads_back_as_the_same_events() -> None:
    kinds = set()
    for seed in range(scaled(400, 20_000)):
        contest = random_round(seed, trouble=0.03)
        text = format_round(contest.state.book, contest.seats, contest.events)
        noted = parse_round(text)
        assert noted.events == contest.events, f"seed {seed}"
        assert (noted.rules, noted.seats) == (contest.state.book, contest.seats), f"seed {seed}"
        assert format_round(noted.rules, noted.seats, noted.events) == text, f"seed {seed}"
        kinds |= {event.kind for event in contest.events}
    assert {"round_voided", "irregularity_ruled", "seat_forfeited", "wager_settled", "card_set_aside"} <= kinds


def test_remarks_and_blank_lines_are_skipped() -> None:
    contest = random_round(1)
    text = format_round(contest.state.book, contest.seats, contest.events)
    noted = parse_round(text.replace("\nseats", "\n\n# the third table\nseats"))
    assert noted.events == contest.events


def test_choices_that_differ_from_the_default_are_named() -> None:
    book = load_rule_book("maryland", {"five_card_bonus_offered": False, "limit_covers": [*MAIN, "five_card_bonus"]})
    text = format_round(book, [2], [])
    assert "choice five_card_bonus_offered false\n" in text
    assert 'choice limit_covers ["ante_across","ante_down","across","down","middle","five_card_bonus"]\n' in text
    assert parse_round(text).rules == book


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("crossfelt round, notation 1", "a round"), "line 1: must be"),
        (("seats", "chairs"), "come first"),
        (("rules ", "rules x"), "no rule book"),
        (("no more bets: ", "no more bets: x"), "is not an event of this game"),
        (("ante_across 500", "ante_across 5 00"), "contradicts itself"),
        (("ante_across 500", "ante_across " + "9" * 5000), "contradicts itself"),
        (("wagers ante_across 500, ", "wagers ante_down 500, "), "contradicts itself"),
        (("seats ", "choice nonsense 1\nseats "), "has no choice"),
        (("seats ", "choice shuffler {\nseats "), "not JSON"),
        (("seats ", 'choice shuffler "none"\nseats '), "has the hash"),
    ],
)
def test_a_text_that_does_not_hold_is_refused_with_its_line(change: tuple[str, str], message: str) -> None:
    contest = random_round(7, trouble=0)
    text = format_round(contest.state.book, contest.seats, contest.events)
    assert change[0] in text
    with pytest.raises(NotationError, match=message) as refusal:
        parse_round(text.replace(*change))
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("text", ["", "\x00", "crossfelt round, notation 1", "crossfelt round, notation 1\nseats 1"])
def test_no_text_is_no_round(text: str) -> None:
    with pytest.raises(NotationError):
        parse_round(text)


def test_an_event_is_one_line() -> None:
    for seed in range(50):
        assert all("\n" not in format_event(event) for event in random_round(seed, trouble=0.05).events)

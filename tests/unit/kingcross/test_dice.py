"""Dice: faces and cards, rolls as people type them, and generators that are fixed to the last bit."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import islice

import pytest

from crossfelt.cards import DECK, card_name, parse_card
from crossfelt.chance import SeededChance, SystemChance
from crossfelt.errors import CardError
from crossfelt.kingcross.dice import (
    ROLLS,
    Roll,
    daily_dice,
    daily_text,
    game_dice,
    next_roll,
    numbered_rolls,
    parse_roll,
    texted_rolls,
)


def test_rolls_and_cards_are_one_to_one_and_no_roll_is_a_king() -> None:
    assert [roll.number for roll in ROLLS] == list(range(48))
    assert len({roll.card for roll in ROLLS}) == 48
    kings = set(DECK) - {roll.card for roll in ROLLS}
    assert {card_name(card) for card in kings} == {"Kh", "Kc", "Kd", "Ks"}


@pytest.mark.parametrize(
    ("text", "value", "suit"),
    [
        ("7 3", 7, 3),
        (" 12,4 ", 12, 4),
        ("1/1", 1, 1),
        ("01 2", 1, 2),
        ("7h", 7, 1),
        ("Qs", 12, 4),
        ("ad", 1, 3),
        ("Tc", 10, 2),
        ("10c", 10, 2),
        ("11 1", 11, 1),
        ("J♥", 11, 1),
        ("q ♠", 12, 4),
        ("1s", 1, 4),
    ],
)
def test_rolls_as_people_type_them(text: str, value: int, suit: int) -> None:
    assert parse_roll(text) == Roll(value, suit)


@pytest.mark.parametrize(
    "text", ["", "7", "13 1", "0 1", "7 5", "7 0", "71", "7hh", "xh", "7x", "7 3 1", "٧ ٣", "7\n\n"]
)
def test_what_is_no_roll_is_refused(text: str) -> None:
    with pytest.raises(CardError, match="not a roll"):
        parse_roll(text)


def test_a_king_is_refused_as_what_it_is() -> None:
    with pytest.raises(CardError, match="no king"):
        parse_roll("Kh")


def test_numbered_rolls_are_splitmix64_as_written_down() -> None:
    """Against the published first outputs of splitmix64 for state 1234567, and a plain reading of the definition."""
    mask = 2**64 - 1

    def mix(z: int) -> int:
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
        return z ^ z >> 31

    gamma = 0x9E3779B97F4A7C15
    assert [mix(1234567 + n * gamma & mask) for n in (1, 2, 3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]
    for seed, index in ((0, 0), (1, 5), (-3, 2**70), (2**64 + 9, -1)):
        state = mix(mix(seed + gamma & mask) ^ index & mask)
        numbers: list[int] = []
        while len(numbers) < 100:
            state = state + gamma & mask
            if (number := mix(state) >> 58) < 48:
                numbers.append(number)
        assert [roll.number for roll in islice(numbered_rolls(seed, index), 100)] == numbers


def test_the_dice_of_a_game_depend_on_seed_and_index_alone() -> None:
    assert [roll.number for roll in game_dice(1, 0)] == [roll.number for roll in islice(numbered_rolls(1, 0), 24)]
    assert len(game_dice(1, 0)) == 24
    games = {game_dice(seed, index) for seed in range(30) for index in range(30)}
    assert len(games) == 900
    assert game_dice(3, 7, 48)[:24] == game_dice(3, 7)


def test_no_roll_is_favoured() -> None:
    counts = Counter(roll.number for index in range(1_000) for roll in game_dice(99, index))
    # 500 each; five standard deviations are 110.
    assert len(counts) == 48 and all(390 <= count <= 610 for count in counts.values())


def test_the_dice_of_a_day_can_be_recomputed_by_anybody() -> None:
    text = "crossfelt king daily 2026-11-15"
    assert daily_text("2026-11-15") == text
    blocks = b"".join(hashlib.sha256(f"{text} #{block}".encode()).digest() for block in (1, 2))
    numbers = [byte % 48 for byte in blocks if byte < 240]
    assert [roll.number for roll in daily_dice("2026-11-15")] == numbers[:24]
    assert " ".join(card_name(roll.card) for roll in daily_dice("2026-11-15")[:6]) == FIRST_OF_THE_DAY
    assert daily_dice("2026-11-16") != daily_dice("2026-11-15")
    assert list(islice(texted_rolls(text), 24)) == list(daily_dice("2026-11-15"))


FIRST_OF_THE_DAY = "9d 9c 8c Tc Qc Tc"


@pytest.mark.parametrize("day", ["", "2026-11-31", "2026-2-1", "2025-02-29", "1900-02-29", "2026-13-01", "0000-01-01"])
def test_what_is_no_day_is_refused(day: str) -> None:
    with pytest.raises(CardError, match="not a date"):
        daily_dice(day)


def test_leap_days_are_days() -> None:
    assert len(daily_dice("2024-02-29")) == len(daily_dice("2000-02-29")) == 24


def test_chance_rolls() -> None:
    numbers, texts, system = SeededChance(5), SeededChance("five"), SystemChance()
    assert [next_roll(numbers) for _ in range(9)] == list(islice(numbered_rolls(5), 9))
    assert [next_roll(texts) for _ in range(9)] == list(islice(texted_rolls("five"), 9))
    assert {next_roll(system) in ROLLS for _ in range(100)} == {True}
    assert len({next_roll(system) for _ in range(1_000)}) > 30
    assert parse_card("Ah") == ROLLS[0].card

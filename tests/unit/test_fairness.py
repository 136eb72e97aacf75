"""Chance that players can check: the stream to the byte, commitments, and which seeds players may bring."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

import pytest

from crossfelt.cards import DECK, card_name
from crossfelt.errors import BadInput
from crossfelt.fairness import LockedSeed, RoundChance, commitment, seed_commitment, seed_faults

SECRET = bytes(range(32))
NONCE = bytes(range(100, 132))
ADA = seed_commitment("oak", "oak-7", 2, "ada", NONCE, "my seed")
BOB = seed_commitment("oak", "oak-7", 5, "bob", bytes(32), "lucky")
SEEDS = (LockedSeed(2, ADA, NONCE, "my seed"), LockedSeed(5, BOB))
"""Ada revealed, Bob withheld."""


def test_a_commitment_is_the_hash_of_the_secret() -> None:
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def fields(*parts: str | bytes) -> bytes:
    data = [part if isinstance(part, bytes) else part.encode() for part in parts]
    return b"".join(len(part).to_bytes(8, "big") + part for part in data)


def test_a_seed_commitment_is_the_hash_of_its_fields() -> None:
    made = seed_commitment("oak", "oak-7", 2, "ada", NONCE, "my seed")
    expected = fields("crossfelt-seed-2", "oak", "oak-7", "2", "ada", NONCE, "my seed")
    assert made == hashlib.sha256(expected).hexdigest()
    assert made == "1bf490a3735e022e0b1e58fb1fb83144dbd4bf8326e8328b39cff511660c328b"


def test_a_seed_commitment_depends_on_everything_in_it() -> None:
    made = {
        seed_commitment("oak", "oak-7", 2, "ada", NONCE, "my seed"),
        seed_commitment("elm", "oak-7", 2, "ada", NONCE, "my seed"),
        seed_commitment("oak", "oak-8", 2, "ada", NONCE, "my seed"),
        seed_commitment("oak", "oak-7", 3, "ada", NONCE, "my seed"),
        seed_commitment("oak", "oak-7", 2, "bob", NONCE, "my seed"),
        seed_commitment("oak", "oak-7", 2, "ada", bytes(32), "my seed"),
        seed_commitment("oak", "oak-7", 2, "ada", NONCE, "my seeds"),
    }
    assert len(made) == 7


def test_the_stream_is_what_the_scheme_says() -> None:
    opened: list[str | bytes] = [*("2", ADA, "revealed", NONCE, "my seed"), *("5", BOB, "withheld", "", "")]
    message: list[str | bytes] = ["crossfelt-chance-2", "oak-7", *opened, "", "draw", "3"]

    def block(number: int) -> bytes:
        return hmac.new(SECRET, fields(*message, str(number)), "sha256").digest()

    chance = RoundChance(SECRET, "oak-7", SEEDS).draw(3)
    assert bytes(chance.below(256) for _ in range(80)) == (block(0) + block(1) + block(2))[:80]


def test_golden_draws() -> None:
    """Fixed values, so that no change of the code can change what a kept record proves."""
    deck = " ".join(card_name(card) for card in RoundChance(SECRET, "oak-7", SEEDS).draw(1).shuffled(DECK)[:10])
    assert deck == "6h 6d As 4c Js Ks Kh Kd 2d 3h"
    alone = " ".join(card_name(card) for card in RoundChance(SECRET, "oak-7").draw(1).shuffled(DECK)[:10])
    assert alone == "3c 5c Js Jh 6d Jc Kc 3s As Ad"
    third = RoundChance(SECRET, "oak-7", SEEDS).draw(3)
    assert [third.below(52) for _ in range(8)] == [26, 20, 45, 18, 24, 31, 31, 15]


def test_the_same_draw_again_is_the_same_and_another_is_another() -> None:
    def deck(number: int = 1, round_id: str = "oak-7", seeds: Sequence[LockedSeed] = SEEDS) -> str:
        order = RoundChance(SECRET, round_id, seeds).draw(number).shuffled(DECK)
        assert sorted(order) == list(DECK)
        return hashlib.sha256(bytes(order)).hexdigest()

    assert deck() == deck()
    others = [
        deck(number=2),
        deck(round_id="oak-8"),
        deck(seeds=()),
        deck(seeds=SEEDS[:1]),
        deck(seeds=(LockedSeed(2, ADA), SEEDS[1])),
        deck(seeds=(LockedSeed(3, ADA, NONCE, "my seed"), SEEDS[1])),
        deck(seeds=(SEEDS[0], LockedSeed(5, ADA))),
        deck(seeds=(SEEDS[0], LockedSeed(5, BOB, NONCE, "b"))),
    ]
    assert len({deck(), *others}) == 9


@pytest.mark.parametrize("text", ["a", "~", "x" * 64, "two words", "draw", '"quoted\\"'])
def test_seeds_of_printable_characters_are_taken(text: str) -> None:
    assert seed_faults(text) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "1 to 64 characters, not 0"),
        ("x" * 65, "1 to 64 characters, not 65"),
        ("grün", "printable ASCII"),
        ("a\tb", "printable ASCII"),
        ("a\x7f", "printable ASCII"),
        (" a", "space"),
        ("a ", "space"),
    ],
)
def test_other_seeds_are_refused_in_words(text: str, fault: str) -> None:
    (result,) = seed_faults(text)
    assert fault in result
    with pytest.raises(BadInput, match=fault):
        RoundChance(SECRET, "oak-7", [LockedSeed(1, ADA, NONCE, text)])


@pytest.mark.parametrize("seats", [(2, 1), (1, 1), (0,)])
def test_seats_out_of_order_are_refused(seats: tuple[int, ...]) -> None:
    with pytest.raises(BadInput, match="in seat order"):
        RoundChance(SECRET, "oak-7", [LockedSeed(seat, ADA) for seat in seats])


@pytest.mark.parametrize(
    ("locked", "fault"),
    [
        (LockedSeed(1, "lucky"), "the commitment of seat 1 must be 64 lower-case hex digits"),
        (LockedSeed(1, ADA.upper()), "the commitment of seat 1 must be 64 lower-case hex digits"),
        (LockedSeed(1, ADA, NONCE[1:], "a"), "a nonce must have 32 bytes, not 31"),
        (LockedSeed(1, ADA, b"", "a"), "seat 1 has a seed without a nonce"),
    ],
)
def test_other_locked_seats_are_refused(locked: LockedSeed, fault: str) -> None:
    with pytest.raises(BadInput, match=fault):
        RoundChance(SECRET, "oak-7", [locked])


def test_a_secret_of_another_length_is_refused() -> None:
    with pytest.raises(BadInput, match="32 bytes, not 31"):
        RoundChance(SECRET[1:], "oak-7")


def test_there_is_no_draw_before_the_first() -> None:
    with pytest.raises(BadInput, match="numbered from 1"):
        RoundChance(SECRET, "oak-7").draw(0)

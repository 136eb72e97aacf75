"""Chance that players can check: the stream to the byte, commitments, and which seeds players may bring."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from crossfelt.cards import DECK
from crossfelt.errors import BadInput
from crossfelt.fairness import RoundChance, commitment, seed_faults

SECRET = bytes(range(32))


def test_a_commitment_is_the_hash_of_the_secret() -> None:
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_the_stream_is_what_the_scheme_says() -> None:
    fields = ["crossfelt-chance-1", "oak-7", "2", "my seed", "5", "\\x", "draw", "3"]

    def block(number: int) -> bytes:
        parts = [text.encode() for text in (*fields, str(number))]
        return hmac.new(SECRET, b"".join(len(part).to_bytes(8, "big") + part for part in parts), "sha256").digest()

    chance = RoundChance(SECRET, "oak-7", [(2, "my seed"), (5, "\\x")]).draw(3)
    assert bytes(chance.below(256) for _ in range(80)) == (block(0) + block(1) + block(2))[:80]


def test_the_same_chance_is_drawn_again_and_another_is_another() -> None:
    def deck(number: int = 1, round_id: str = "oak-7", seeds: tuple[tuple[int, str], ...] = ((1, "a"),)) -> str:
        order = RoundChance(SECRET, round_id, seeds).draw(number).shuffled(DECK)
        assert sorted(order) == list(DECK)
        return hashlib.sha256(bytes(order)).hexdigest()

    assert deck() == deck()
    others = [
        deck(number=2),
        deck(round_id="oak-8"),
        deck(seeds=()),
        deck(seeds=((1, "b"),)),
        deck(seeds=((2, "a"),)),
        deck(seeds=((1, "a"), (2, "a"))),
    ]
    assert len({deck(), *others}) == 7


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
    (found,) = seed_faults(text)
    assert fault in found
    with pytest.raises(BadInput, match=fault):
        RoundChance(SECRET, "oak-7", [(1, text)])


@pytest.mark.parametrize("seeds", [[(2, "a"), (1, "b")], [(1, "a"), (1, "b")], [(0, "a")]])
def test_seeds_out_of_order_are_refused(seeds: list[tuple[int, str]]) -> None:
    with pytest.raises(BadInput, match="in the order of their seats"):
        RoundChance(SECRET, "oak-7", seeds)


def test_a_secret_of_another_length_is_refused() -> None:
    with pytest.raises(BadInput, match="32 bytes, not 31"):
        RoundChance(SECRET[1:], "oak-7")


def test_there_is_no_chance_before_the_first() -> None:
    with pytest.raises(BadInput, match="count from 1"):
        RoundChance(SECRET, "oak-7").draw(0)

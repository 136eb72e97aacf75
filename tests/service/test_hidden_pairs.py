"""Nothing that is hidden shows in any other way, such as in lengths, orders, numbers or hashes: rounds that differ in
hidden cards alone are the same to the last byte, for everybody who may not see the difference yet."""

from __future__ import annotations

from tests.scale import scaled, told
from tests.service.hidden.pairs import card_pair, placement_pair


def test_hidden_cards_change_no_byte() -> None:
    pairs, messages = scaled(16, 400), 0
    for seed in range(pairs):
        found = card_pair(seed)
        assert found.first_difference is None, f"seed {seed}: {found.first_difference}"
        assert found.compared >= 5, f"seed {seed}"
        messages += found.compared
    told(f"{pairs} pairs of decks, {messages} messages the same")


def test_sealed_placements_change_no_byte_for_the_others() -> None:
    pairs, messages = scaled(4, 100), 0
    for seed in range(pairs):
        found = placement_pair(seed)
        assert found.first_difference is None, f"seed {seed}: {found.first_difference}"
        assert found.compared >= 5, f"seed {seed}"
        messages += found.compared
    told(f"{pairs} pairs of sealed placements, {messages} messages the same")

"""Nothing that is hidden shows in any other way, such as in lengths, orders, numbers or hashes: rounds that differ in
hidden cards alone are the same to the last byte, for everybody who may not see the difference yet."""

from __future__ import annotations

from tests.scale import scaled
from tests.service.hidden.pairs import card_pair, placement_pair


def test_hidden_cards_change_no_byte() -> None:
    for seed in range(scaled(16, 400)):
        found = card_pair(seed)
        assert found.first_difference is None, f"seed {seed}: {found.first_difference}"
        assert found.compared >= 5, f"seed {seed}"


def test_sealed_placements_change_no_byte_for_the_others() -> None:
    for seed in range(scaled(4, 100)):
        found = placement_pair(seed)
        assert found.first_difference is None, f"seed {seed}: {found.first_difference}"
        assert found.compared >= 5, f"seed {seed}"

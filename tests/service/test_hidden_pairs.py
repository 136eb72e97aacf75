"""Nothing that is hidden shows in any other way, such as in lengths, orders, numbers or hashes: rounds that differ in
hidden cards alone are the same to the last byte, for everybody who may not see the difference yet."""

from __future__ import annotations

from tests.support.scale import report_figures, scaled
from tests.support.service.hidden.pairs import card_pair, placement_pair


def test_hidden_cards_change_no_byte() -> None:
    pairs, messages = scaled(16, 400), 0
    for seed in range(pairs):
        result = card_pair(seed)
        assert result.first_difference is None, f"seed {seed}: {result.first_difference}"
        assert result.compared >= 5, f"seed {seed}"
        messages += result.compared
    report_figures(f"{pairs} pairs of decks, {messages} messages the same")


def test_sealed_placements_change_no_byte_for_the_others() -> None:
    pairs, messages = scaled(4, 100), 0
    for seed in range(pairs):
        result = placement_pair(seed)
        assert result.first_difference is None, f"seed {seed}: {result.first_difference}"
        assert result.compared >= 5, f"seed {seed}"
        messages += result.compared
    report_figures(f"{pairs} pairs of sealed placements, {messages} messages the same")

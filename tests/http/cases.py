"""Rounds that several tests send."""

from __future__ import annotations

from typing import Any


def contract_case() -> dict[str, Any]:
    """The example of the settle contract, with bonus cards of our own."""
    return {
        "rules": "cardroom",
        "community": {"across": ["2c", "9d"], "down": ["Th", "4s"], "middle": "Kd"},
        "bonus_cards": ["3h", "3c", "8s", "Jd"],
        "seats": [
            {
                "seat": 1,
                "hole": ["Ah", "Kc"],
                "folded_at": None,
                "wagers": {
                    "ante_across": 500,
                    "ante_down": 500,
                    "across": 1500,
                    "down": 500,
                    "middle": 1500,
                    "five_card_bonus": 500,
                    "six_card_bonus": 500,
                },
            }
        ],
    }

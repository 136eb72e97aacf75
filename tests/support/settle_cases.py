"""The example of the settle contract, which tests of the library, the command line, the server and the page settle."""

from __future__ import annotations

from typing import Any


def contract_case(bonus_cards: str = "3h 3c 8s Jd") -> dict[str, Any]:
    """Kings both ways, nothing in the cross alone. The four bonus cards decide the six-card bonus."""
    return {
        "rules": "cardroom",
        "community": {"across": ["2c", "9d"], "down": ["Th", "4s"], "middle": "Kd"},
        "bonus_cards": bonus_cards.split(),
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

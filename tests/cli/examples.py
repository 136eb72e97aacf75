"""Cases that the tests of the command line share."""

from __future__ import annotations

from typing import Any

# Kings both ways; three of a kind with the bonus cards; nothing in the cross alone.
CASE: dict[str, Any] = {
    "rules": "cardroom",
    "community": {"across": ["2c", "9d"], "down": ["Th", "4s"], "middle": "Kd"},
    "bonus_cards": ["3h", "3c", "3d", "5s"],
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


def small_case(**changes: Any) -> dict[str, Any]:
    """A case that every rule book takes, with some keys replaced; None takes a key out."""
    case = {
        "rules": "maryland",
        "community": {"across": ["2c", "9d"], "down": ["Th", "4s"], "middle": "Kd"},
        "seats": [
            {"seat": 2, "hole": ["Ah", "Kc"], "folded_at": "across", "wagers": {"ante_across": 500, "ante_down": 500}}
        ],
        **changes,
    }
    return {key: value for key, value in case.items() if value is not None}

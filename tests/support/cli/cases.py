"""Cases that the tests of the command line share."""

from __future__ import annotations

from typing import Any

from tests.support.settle_cases import contract_case

CASE = contract_case(bonus_cards="3h 3c 3d 5s")
"""Three of a kind with the bonus cards."""


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


def figures(document: dict[str, Any]) -> dict[str, Any]:
    """A report without its header, which names the command as it was typed."""
    assert document["report"]["command"].startswith("crossfelt ")
    return {name: value for name, value in document.items() if name != "report"}


def untimed(document: dict[str, Any]) -> dict[str, Any]:
    """The figures of a simulation without the one that differs from run to run."""
    return {name: value for name, value in figures(document).items() if name != "rounds_per_second"}

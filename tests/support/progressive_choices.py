"""The tables by which a house offers Maryland's progressive wagers, with everything that the text wants in them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tests.naive import progressives as naive


def spin_choices(wheel: str = "b", **choices: Any) -> dict[str, Any]:
    """`[choices.bonus_spin]`: list A, a fifth of each wager for the meter, the least amounts; each can be changed."""
    least = 100 * naive.BONUS_SPIN_LEAST[wheel]
    terms = {"prize_cents": least}
    if wheel in naive.GROWING:
        terms = {"rate_ppm": 200_000, "initial_cents": least, "reset_cents": least}
    return {"wheel": wheel, "community": "a", **terms, **choices}


def xtreme_choices(**choices: Any) -> dict[str, Any]:
    """`[choices.xtreme]`: the wheels that a test names as `wheel_1` and so on, the least amounts for their meters."""
    letters = [letter for key, letter in choices.items() if key.startswith("wheel_")]
    meters = {letter: least_meter(letter) for letter in letters if letter in naive.XTREME_LEAST}
    return {"rate_ppm": 150_000, "meters": meters, **choices}


def least_meter(letter: str) -> dict[str, int]:
    """The least amounts of the meter of a Hot Spot wheel."""
    initial, reset = naive.XTREME_LEAST[letter]
    return {"initial_cents": 100 * initial, "reset_cents": 100 * reset}


def choices_toml(choices: Mapping[str, Any]) -> str:
    """Tables of choices as a submission has them."""
    return "".join(
        f"[choices.{name}]\n" + "".join(f"{key} = {_toml(value)}\n" for key, value in table.items())
        for name, table in choices.items()
    )


def _toml(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{json.dumps(key)} = {_toml(inner)}' for key, inner in value.items())} }}"
    return json.dumps(value)

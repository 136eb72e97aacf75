"""Rules submissions of Maryland with progressive wagers, with everything that a submission has to state."""

from __future__ import annotations

BONUS_SPIN = """
[choices.bonus_spin]
wheel = "b"
community = "a"
rate_ppm = 200000
initial_cents = 100000
reset_cents = 100000
"""
JACKPOT_SPIN = """
[choices.bonus_spin]
wheel = "b"
community = "a"
rate_ppm = 333333
initial_cents = 100000
reset_cents = 100000
weights = {jackpot = 90, 500 = 1, 250 = 1, 120 = 1, 60 = 1, 50 = 1, 30 = 1, 20 = 1, 18 = 1, 13 = 1, 12 = 1, 10 = 1}
"""
"""Bonus Spin whose wheel stops at the jackpot nine times in ten."""
XTREME = """
[choices.xtreme]
wheel_1 = "a"
wheel_2 = "d"
wheel_5 = "g"
rate_ppm = 150000
meters.a = { initial_cents = 250000, reset_cents = 100000 }
meters.d = { initial_cents = 500000, reset_cents = 100000 }
meters.g = { initial_cents = 500000, reset_cents = 100000 }
"""


def submission(*tables: str) -> str:
    """A submission with these tables of choices."""
    return 'rules = "maryland"\n' + "".join(tables)


def bonus_spin(wheel: str, community: str = "a") -> str:
    """The table of Bonus Spin with this wheel, at the least amounts that the text allows."""
    least = 100_000 if wheel in "ab" else 500_000
    amounts = [f"prize_cents = {least}"]
    if wheel in "bd":
        amounts = ["rate_ppm = 200000", f"initial_cents = {least}", f"reset_cents = {least}"]
    lines = ["[choices.bonus_spin]", f'wheel = "{wheel}"', f'community = "{community}"', *amounts]
    return "\n".join(["", *lines, ""])


def xtreme(one: str, two: str, five: str) -> str:
    """The table of Bonus Spin Xtreme with these wheels for $1, $2 and $5, at the least amounts."""
    meters = [
        f"meters.{letter} = {{ initial_cents = {250_000 if letter in 'abc' else 500_000}, reset_cents = 100000 }}"
        for letter in dict.fromkeys((one, two, five))
    ]
    wheels = [f'wheel_1 = "{one}"', f'wheel_2 = "{two}"', f'wheel_5 = "{five}"']
    return "\n".join(["", "[choices.xtreme]", *wheels, "rate_ppm = 150000", *meters, ""])

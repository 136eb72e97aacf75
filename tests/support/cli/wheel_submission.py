"""A rules submission with both progressive wagers, for the tests of the wheel commands."""

from __future__ import annotations

SUBMISSION = """
rules = "maryland"

[choices.bonus_spin]
wheel = "b"
community = "a"
rate_ppm = 200000
initial_cents = 150000
reset_cents = 120000

[choices.bonus_spin.weights]
jackpot = 1
"500" = 2
"250" = 3
"120" = 4
"60" = 5
"50" = 5
"30" = 6
"20" = 6
"18" = 8
"13" = 10
"12" = 10
"10" = 12
"25&15" = 4

[choices.xtreme]
wheel_1 = "a"
wheel_5 = "d"
event = "full_house"
rate_ppm = 150000
meters.a = { initial_cents = 250000, reset_cents = 100000 }
meters.d = { initial_cents = 500000, reset_cents = 100000 }
"""

"""The sentence about a table whose host rules."""

from __future__ import annotations

HOST_RULES = "The host rules here: the host of this table may rule on rounds they play in."

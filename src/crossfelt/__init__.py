"""Crossfelt: Criss Cross Poker and King Cross Poker, exactly by their rule texts."""

__version__ = "0.1.0"

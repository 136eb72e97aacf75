"""The published rule books of Criss Cross Poker, one TOML file for each version.

There is no code here, and a released file is never edited. Open `maryland-1.toml` first.
"""

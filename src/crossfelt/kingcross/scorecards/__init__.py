"""The published score cards of King Cross Poker, one TOML file for each version.

There is no code here, and a released file is never edited. Open `king-cross-1.toml` first.
"""

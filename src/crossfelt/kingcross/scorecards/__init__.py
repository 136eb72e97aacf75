"""One TOML file for each published scoring of King Cross Poker and its version; no code."""

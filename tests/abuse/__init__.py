"""Honest tables beside one guest, or one address, that takes all it can get."""

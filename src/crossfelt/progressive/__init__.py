"""Meters that grow and wheels that spin, by themselves: nothing here knows a card, a seat or a rule text."""

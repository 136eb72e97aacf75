"""The commands of King Cross Poker, each with its drawing.

They hold no rules and compute no figures. Open `play.py` first.
"""

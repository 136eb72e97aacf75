"""The commands of Criss Cross Poker, each with its drawing.

They hold no rules and compute no figures. Open `settle.py` first.
"""

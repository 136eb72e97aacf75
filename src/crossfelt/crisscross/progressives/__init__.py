"""Bonus Spin and Bonus Spin Xtreme: the printed wheels and lists, a house's choices, and how the wagers are played.

It may not draw chance: spins come in as data, and weights never decide a settlement. Open `play.py` first.
"""

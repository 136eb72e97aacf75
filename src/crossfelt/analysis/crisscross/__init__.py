"""Exact analysis of Criss Cross Poker: the solved game, advice, strategy cards, side bets, sessions and meters.

It may not deal a round, move chips or round a figure: every figure is an integer or a fraction until it is printed.
Open `solver.py` first.
"""

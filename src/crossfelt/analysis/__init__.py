"""Exact analysis of Criss Cross Poker: the whole game solved, and what analysts and players want from it.

May not deal a round or touch chips: it reads a rule book, hands arrays to the kernels and turns integers into
answers. May not round: every figure is an integer or a fraction until it is printed. Imports numpy and the kernels,
so nobody imports this folder before a computation is wanted.
"""

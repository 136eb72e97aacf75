"""Simulation: many rounds of whole tables, counted in whole numbers.

It may not know a terminal or a page, and no count may depend on the number of workers: seed and round number decide a
round. Open `run.py` first.
"""

"""Simulation: many rounds of whole tables, counted in whole numbers.

It may not depend on a terminal or a page, and no count may depend on the number of workers: seed and round number
determine a round. Open `run.py` first.
"""

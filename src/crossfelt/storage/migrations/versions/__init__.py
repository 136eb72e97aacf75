"""One file for each step, named by its number and what it adds.

A released step is never changed. Open `0003_log_scheme_2.py` first.
"""

"""Data mutants: every number, name and order of the rule data, changed one at a time, must fail a test.

`changes.py` makes the mutants, `harness.py` runs tests against them, `equivalent.toml` in `tests/mutants/` lists those
that change nothing.
"""

"""Ours beside what a user would pick instead: `python -m benchmarks [NAME ...] [--full] [--json FILE]`.

Each module here with a function `run(full: bool) -> list[Result]` is one benchmark, found by its file name. Its
docstring explains the rows, its `PACKAGES` names what the figures depend on. Times are processor time, the
lowest of several rounds in which all contestants take turns. Compare the ratios: the absolute figures belong to
one machine.
"""

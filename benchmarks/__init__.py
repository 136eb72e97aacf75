"""Crossfelt compared with the usual alternatives: `python -m benchmarks [NAME ...] [--full] [--json FILE]`.

Each module here with a function `run(full: bool) -> list[Result]` is one benchmark, named after its file. Its docstring
explains the rows; its `PACKAGES` lists the packages that the figures depend on. Times are processor time, the lowest of
several rounds in which all contestants take turns. Compare the ratios: the absolute figures belong to one machine.
"""

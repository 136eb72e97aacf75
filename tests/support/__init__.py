"""Helpers that tests share. Tests import from here, and never from a `test_` file or a `conftest.py`.

Nothing here is a test. `docs/testing.md` says what each folder of `tests/` holds.
"""

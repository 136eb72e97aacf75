"""Python's garbage collection, paused while a command computes."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collection() -> Iterator[None]:
    """Pause garbage collection within this block, and freeze what was allocated.

    Loading numba makes some hundred thousand objects that all stay. Collecting among them, again and again and at exit,
    would take a quarter of the whole run.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()

"""Python's search for garbage, left out while a command computes."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collection() -> Iterator[None]:
    """Loading numba makes some hundred thousand objects that all stay. To look for garbage among them, again and again
    and once more when Python ends, is a quarter of the whole run; frozen, they are left alone."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()

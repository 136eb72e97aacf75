"""How a function of the kernels is compiled. Compiling is what a first run waits for, and these three keep it short.

What costs most is not the arithmetic: a function that is compiled is linked into each of its callers, and the whole is
optimised and written out again there. So deep chains of small functions are slower to compile than their bodies.
numba also compiles a function anew for a literal number as an argument, and for an array that is copied as a whole it
compiles the words of every refusal.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from numba import njit
from numba.core import event
from numba.core.dispatcher import Dispatcher

from crossfelt.kernels import compile_cache

_ALWAYS: dict[str, Any] = {"cache": True, "nogil": True}
_NO_C: dict[str, Any] = {"no_cfunc_wrapper": True}
_NO_PYTHON: dict[str, Any] = {"no_cpython_wrapper": True}

kernel = njit(**_ALWAYS, **_NO_C)
"""A function that Python calls."""

inner = njit(**_ALWAYS, **_NO_C, **_NO_PYTHON)
"""A function that only kernels call: what would take Python's arguments apart is left out, and a call from Python
crashes."""

inlined = njit(**_ALWAYS, inline="always")
"""A few lines that become part of each function that calls them; Python may call it too."""


class _Counter(event.Listener):
    """Tells how many functions are compiled, of how many. Those that are not known to be needed yet are not counted."""

    def __init__(self) -> None:
        self.depth = 0
        self.needed: set[Any] = set()
        self.done: set[Any] = set()

    def on_start(self, event: event.Event) -> None:
        """A function is compiled now; the outermost one says which others will be."""
        if self.depth == 0:
            self._add(event.data["dispatcher"])
            compile_cache.report(len(self.done), len(self.needed))
        self.depth += 1

    def on_end(self, event: event.Event) -> None:
        """A function is compiled; with the outermost one all that it calls are, or were loaded."""
        self.depth -= 1
        self.done |= self.needed & {event.data["dispatcher"].py_func} if self.depth else self.needed
        compile_cache.report(len(self.done), len(self.needed))

    def _add(self, dispatcher: Any) -> None:
        """Adds a function and all that it calls."""
        function = dispatcher.py_func
        if function in self.needed:
            return
        if dispatcher.targetoptions.get("inline") != "always":
            self.needed.add(function)
        names = function.__code__.co_names
        for name in names:
            callee = function.__globals__.get(name)
            members = [getattr(callee, other, None) for other in names] if isinstance(callee, ModuleType) else [callee]
            for member in members:
                if isinstance(member, Dispatcher):
                    self._add(member)


event.register("numba:compile", _Counter())  # type: ignore[no-untyped-call]

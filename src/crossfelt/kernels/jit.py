"""The decorators that compile kernels. A first run waits for compilation, and these three keep it short.

The arithmetic isn't the main cost: a compiled function is linked into each of its callers, and the whole is optimized
and written out again there. So deep chains of small functions are slower to compile than their bodies. numba also
compiles a function again for a literal number as an argument, and for an array that is copied as a whole it compiles
the text of every refusal.
"""

from __future__ import annotations

import sys
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
"""A function that only kernels call: the code that unpacks Python's arguments is left out, and a call from Python
crashes."""

inlined = njit(**_ALWAYS, inline="always")
"""A few lines that become part of each function that calls them; Python may call it too."""


_CALLERS = ("crossfelt.analysis.", "crossfelt.simulation.", "crossfelt.envs.")
"""Packages whose modules call kernels."""


class _Counter(event.Listener):
    """Reports how many functions are compiled, of how many.

    The total is known before the first one is compiled: every kernel that a loaded module imports, with all that it
    calls. Some may never be called, or come from an earlier run. So whenever nothing is being compiled, the report says
    that everything is done.
    """

    def __init__(self) -> None:
        self.depth = 0
        self.needed: set[Any] = set()
        self.done: set[Any] = set()

    def on_start(self, event: event.Event) -> None:
        """Count what is going to be compiled, before the first function is."""
        if self.depth == 0:
            self.needed |= _with_callees([event.data["dispatcher"], *_imported_kernels()])
            compile_cache.report(len(self.done), len(self.needed))
        self.depth += 1

    def on_end(self, event: event.Event) -> None:
        """Count a function as compiled; with the outermost one, all that it calls are compiled or were loaded."""
        self.depth -= 1
        dispatcher = event.data["dispatcher"]
        self.done |= self.needed & {dispatcher.py_func} if self.depth else _with_callees([dispatcher])
        compile_cache.report(len(self.done), len(self.needed) if self.depth else len(self.done))


def _imported_kernels() -> list[Any]:
    """Return the kernels that Python can call from here: those in the modules that have imported them."""
    modules = [module for name, module in sys.modules.items() if name.startswith(_CALLERS)]
    # A module of another type is one that will be loaded when it is first used.
    values = [value for module in modules if type(module) is ModuleType for value in vars(module).values()]
    # By type: `isinstance` would load a module that is only to be loaded when it is used.
    return [value for value in values if issubclass(type(value), Dispatcher)]


def _with_callees(dispatchers: list[Any]) -> set[Any]:
    """Return the Python functions of these kernels and of all that they call, but for those that are inlined."""
    waiting = list(dispatchers)
    seen: dict[Any, bool] = {}
    while waiting:
        dispatcher = waiting.pop()
        function = dispatcher.py_func
        if function in seen:
            continue
        seen[function] = dispatcher.targetoptions.get("inline") != "always"
        names = function.__code__.co_names
        for name in names:
            callee = function.__globals__.get(name)
            members = [getattr(callee, other, None) for other in names] if isinstance(callee, ModuleType) else [callee]
            waiting += [member for member in members if isinstance(member, Dispatcher)]
    return {function for function, is_compiled in seen.items() if is_compiled}


event.register("numba:compile", _Counter())  # type: ignore[no-untyped-call]

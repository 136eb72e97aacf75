"""The versions of uvicorn, h11 and websockets that the overrides were tested with."""

from __future__ import annotations

import re
from importlib.metadata import version

TESTED = {"h11": ("0.16", "0.17"), "uvicorn": ("0.54", "0.55"), "websockets": ("17.4", "18")}
"""Package -> the first tested version, and the first version that is not tested. `pyproject.toml` has the same bounds.

To move a bound: install the new version, read what changed in the classes that `connections.py`, `sockets.py` and
`running.py` subclass, and run `tests/http` and `tests/abuse`.
"""


def untested_packages() -> list[str]:
    """The installed packages outside the tested range, such as `uvicorn 0.55.1 (tested: 0.54 to before 0.55)`."""
    installed = {package: version(package) for package in TESTED}
    return [
        f"{package} {installed[package]} (tested: {first} to before {end})"
        for package, (first, end) in TESTED.items()
        if not _numbers(first) <= _numbers(installed[package]) < _numbers(end)
    ]


def _numbers(text: str) -> tuple[int, ...]:
    """The release numbers of a version, so that versions compare."""
    return tuple(map(int, re.findall(r"\d+", text)[:3]))

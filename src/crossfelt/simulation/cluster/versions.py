"""Compare installed versions: figures are the same everywhere only if the same code computes them."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from crossfelt import __version__
from crossfelt.kernels.compile_cache import source_hash

Versions = Mapping[str, str]
"""Package -> its version, or a hash of its sources."""


_COMPUTED_WITH = frozenset({".py", ".toml", ".npz"})
"""Files on which figures depend: code, rule files, the weights of the learned players."""


@cache
def versions() -> Versions:
    """Return the versions in this process that figures could depend on."""
    package = Path(__file__).parents[2]
    return {
        "crossfelt": __version__,
        "kernels": source_hash(package / "kernels"),
        "sources": _content_hash(package),
        "Python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
    }


def differences(there: Versions, here: Versions) -> Iterator[str]:
    """Return the differences from the versions here, in words."""
    wrong = [name for name in here if there.get(name) != here[name]]
    if "kernels" in wrong and "sources" in wrong:  # The first ones are included in the second.
        wrong.remove("sources")
    for name in wrong:
        yield f"{name} {there.get(name, 'unknown')} instead of {here[name]}"


def _content_hash(folder: Path) -> str:
    digest = sha256()
    for path in sorted(path for path in folder.rglob("*") if path.suffix in _COMPUTED_WITH):
        digest.update(f"{path.relative_to(folder).as_posix()} {path.stat().st_size}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]

"""The folder of numba's compiled code, and progress reports while it compiles.

numba notices a change in the file of a kernel, but not in another file whose functions that kernel calls: it would keep
running the old code. So the folder is named by a hash of all kernel sources, and is chosen before numba is imported.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

_TEMPORARY = "crossfelt-compiled-"
"""The prefix of a temporary folder that is deleted with its process."""

Report = Callable[[int, int], None]
"""Called with the number of compiled functions and the total."""
_reports: list[Report] = []


def choose_folder() -> None:
    """Set numba's cache folder, and the threading layer that supports calls from several Python threads."""
    name = f"kernels-{source_hash(Path(__file__).parent)}"
    folder = usable_folder(parent_folder(os.environ, name), name)
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    os.environ.setdefault("NUMBA_THREADING_LAYER", "omp")
    if "numba" in sys.modules:
        sys.modules["numba"].config.reload_config()


@contextmanager
def reported_to(report: Report) -> Iterator[None]:
    """Report every function compiled within this block, except those loaded from an earlier run."""
    _reports.append(report)
    try:
        yield
    finally:
        _reports.remove(report)


def report(done: int, total: int) -> None:
    """Report the number of compiled functions, and the number known to be needed."""
    for listener in _reports:
        listener(done, total)


def cache_folder() -> Path | None:
    """Return the folder in which compiled code is saved for later runs; None if nothing can be written."""
    folder = Path(os.environ["NUMBA_CACHE_DIR"])
    return None if folder.parent.name.startswith(_TEMPORARY) else folder


def source_hash(folder: Path) -> str:
    """Return a hash that changes with the name or contents of any Python file in the folder."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        source = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()} {len(source)}\n".encode())
        digest.update(source)
    return digest.hexdigest()[:16]


def parent_folder(environment: Mapping[str, str], name: str) -> Path:
    """Return `NUMBA_CACHE_DIR` if it is set, else our folder in the user's cache."""
    folder = environment.get("NUMBA_CACHE_DIR")
    if folder:
        # A worker process inherits the variable as its parent process left it.
        return Path(folder).parent if Path(folder).name == name else Path(folder)
    cache = Path(environment.get("XDG_CACHE_HOME", ""))
    # The XDG base directory specification says to ignore a relative path here.
    return (cache if cache.is_absolute() else Path("~", ".cache")) / "crossfelt"


def usable_folder(parent: Path, name: str) -> Path:
    """Return the folder inside the parent, created if needed, or a temporary one if the parent isn't writable.

    Compiling again in each process is slow, but numba's own fallback is a folder beside the sources, which may contain
    old code.
    """
    try:
        folder = parent.expanduser() / name
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except (OSError, RuntimeError):  # RuntimeError: this user has no home folder.
        pass
    temporary = tempfile.mkdtemp(prefix=_TEMPORARY)
    atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    return Path(temporary, name)

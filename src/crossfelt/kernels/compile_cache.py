"""Where numba keeps what it has compiled, and who is told while it compiles.

numba notices a change in the file of a kernel, but not in another file whose functions that kernel calls: it
would go on running the old code. So the folder is named by a hash of all kernel sources, and is chosen before
numba is imported.
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
"""How the name of a folder begins that goes away with its process."""

Report = Callable[[int, int], None]
"""Told how many functions are compiled, and of how many."""
_reports: list[Report] = []


def choose_folder() -> None:
    """Tells numba the folder, and the threading layer that survives calls from several Python threads."""
    name = f"kernels-{source_hash(Path(__file__).parent)}"
    folder = usable_folder(parent_folder(os.environ, name), name)
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    os.environ.setdefault("NUMBA_THREADING_LAYER", "omp")
    if "numba" in sys.modules:
        sys.modules["numba"].config.reload_config()


@contextmanager
def reported_to(report: Report) -> Iterator[None]:
    """Within this block, report every function that is compiled, but none that an earlier run has compiled."""
    _reports.append(report)
    try:
        yield
    finally:
        _reports.remove(report)


def report(done: int, total: int) -> None:
    """Report how many functions are compiled, of how many that are known to be needed."""
    for listener in _reports:
        listener(done, total)


def cache_folder() -> Path | None:
    """The folder in which compiled code stays for later runs; None where nothing could be written and it is lost."""
    folder = Path(os.environ["NUMBA_CACHE_DIR"])
    return None if folder.parent.name.startswith(_TEMPORARY) else folder


def source_hash(folder: Path) -> str:
    """Changes with every change to a Python file of the folder or of one inside it, to its name or its contents."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        source = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()} {len(source)}\n".encode())
        digest.update(source)
    return digest.hexdigest()[:16]


def parent_folder(environment: Mapping[str, str], name: str) -> Path:
    """What `NUMBA_CACHE_DIR` says, where it is set; else our folder in the user's cache."""
    folder = environment.get("NUMBA_CACHE_DIR")
    if folder:
        # A worker process inherits the variable as its parent process left it.
        return Path(folder).parent if Path(folder).name == name else Path(folder)
    cache = Path(environment.get("XDG_CACHE_HOME", ""))
    # A relative path there is to be ignored, says the XDG base directory specification.
    return (cache if cache.is_absolute() else Path("~", ".cache")) / "crossfelt"


def usable_folder(parent: Path, name: str) -> Path:
    """The folder inside the parent, made if need be; a temporary one where nothing can be written there.

    Compiling anew in each process is slow, but numba's own way out is a folder beside the sources, and what
    lies there may be old code.
    """
    try:
        folder = parent.expanduser() / name
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except (OSError, RuntimeError):  # The second: this user has no home folder.
        pass
    temporary = tempfile.mkdtemp(prefix=_TEMPORARY)
    atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    return Path(temporary, name)

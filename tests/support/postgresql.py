"""A real PostgreSQL server for tests: a cluster of its own in a temporary folder, on a private socket.

Nothing of it is left behind. The server refuses to run as root, so root starts it as the user `postgres`.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from crossfelt.storage.postgresql_connection import connect

_DATABASES = count(1)


@dataclass(frozen=True)
class Cluster:
    """A running server."""

    folder: Path
    programs: Path

    def url(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """Make an empty database and return its URL."""
        name = f"tables{next(_DATABASES)}"
        with connect(self.url("postgres")) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE template0 STRATEGY file_copy")
        return self.url(name)

    def control(self, *words: str) -> None:
        """Run pg_ctl on the cluster."""
        options = f"-c listen_addresses= -c unix_socket_directories={self.folder} -c fsync=off"
        command = [str(self.programs / "pg_ctl"), "-D", str(self.folder / "data"), "-s", "-w"]
        _run([*command, "-l", str(self.folder / "log"), "-o", options, *words])


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """Start a server, and stop and remove it at the end."""
    folder = Path(tempfile.mkdtemp(prefix="crossfelt-postgresql-"))
    cluster = Cluster(folder, _programs())
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        command = [str(cluster.programs / "initdb"), "-D", str(folder / "data"), "-A", "trust", "-U", "postgres"]
        _run([*command, "--no-sync", "-E", "UTF8", "--locale=C.UTF-8"])
        cluster.control("start")
        try:
            yield cluster
        finally:
            cluster.control("-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _programs() -> Path:
    """Return the folder of Debian's newest server, of the one on PATH, or of the package pgserver."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if installed:
        return installed[-1].parent
    on_path = shutil.which("initdb")
    if on_path is not None:
        return Path(on_path).resolve().parent
    package = importlib.util.find_spec("pgserver")
    if package is None or package.origin is None:
        raise FileNotFoundError("no initdb: `python3 dev.py test` installs PostgreSQL")
    return Path(package.origin).parent / "pginstall/bin"


def _run(command: Sequence[str]) -> None:
    as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    result = subprocess.run(
        [*as_user, *command], stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd="/", check=False
    )
    assert result.returncode == 0, f"{' '.join(command)}: {result.stdout}{result.stderr}"

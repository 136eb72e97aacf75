"""`--cluster`: run a long computation on many machines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

from crossfelt.cli.shared.lazy import deferred
from crossfelt.errors import BadInput

with deferred():
    from crossfelt.simulation.cluster import connect

if TYPE_CHECKING:
    from crossfelt.simulation.cluster.fleet import Fleet

_LOCAL = "local"

cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Run on a dask cluster: the address of its scheduler, such as tcp://10.0.0.1:8786, or local for processes of "
    "this machine.",
)


@contextmanager
def chosen_fleet(cluster: str | None, workers: int | None) -> Iterator[Fleet | None]:
    """Yield the workers of `--cluster`, or None where this process does the work."""
    if cluster is None:
        yield None
        return
    if workers is not None and cluster != _LOCAL:
        raise BadInput(
            f"--workers: the cluster decides how many workers it has; leave --workers out, or use --cluster {_LOCAL}"
        )
    if find_spec("distributed") is None:
        raise BadInput("--cluster: needs an extra package; install it with pip install 'crossfelt[cluster]'")
    with connect.connected(cluster, workers) as fleet:
        yield fleet

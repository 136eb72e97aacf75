"""`--cluster`: commands that compute for long can have it done by many machines."""

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
    help="The scheduler of a dask cluster that does the work, such as tcp://10.0.0.1:8786, or local: processes of this "
    "machine.",
)


@contextmanager
def chosen_fleet(cluster: str | None, workers: int | None) -> Iterator[Fleet | None]:
    """The workers that `--cluster` asks for; None where it is not given and this process does the work."""
    if cluster is None:
        yield None
        return
    if workers is not None and cluster != _LOCAL:
        raise BadInput(f"--workers: a cluster has the workers that it has; leave it out, or use --cluster {_LOCAL}")
    if find_spec("distributed") is None:
        raise BadInput("--cluster: needs the extra that is called cluster: pip install 'crossfelt[cluster]'")
    with connect.connected(cluster, workers) as fleet:
        yield fleet

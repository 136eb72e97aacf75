"""`crossfelt warmup`: compile all analysis code ahead of its first use."""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

import click

from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.progress import NOT_SAVED
from crossfelt.cli.shared.streams import open_console

with deferred():
    from crossfelt import catalog, kernels
    from crossfelt.simulation import warmup as simulation


@click.command()
def warmup() -> None:
    """Compile all analysis code now, so that no later command waits for it."""
    console = open_console()
    started = time.perf_counter()
    for title in _everything():
        console.print(f"Compiling {title} ...")
    folder = kernels.compile_cache.cache_folder()
    console.print(f"Done in {time.perf_counter() - started:.0f} s.")
    if folder is None:
        console.print(NOT_SAVED)
        return
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    console.print(f"The compiled code ({size / 1e6:.1f} MB) is in {folder}", soft_wrap=True)


def _everything() -> Iterator[str]:
    """Compile each part and yield its title; the environments need an extra."""
    for kit in catalog.KITS.values():
        if kit.load_warm_up is not None:
            yield from kit.load_warm_up()()
    yield from simulation.warm_up()
    if find_spec("gymnasium") is not None and find_spec("PIL") is not None:
        # Not deferred like the modules above: gymnasium can't be imported lazily.
        yield from import_module("crossfelt.envs.warmup").warm_up()

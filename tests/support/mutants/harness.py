"""Runs tests against data mutants: one process collects them once, and a fork of it runs them for each mutant.

    python -m tests.support.mutants.harness RESULTS.jsonl [--sample N --seed S] [--only PATTERN ...] [--tests PATH ...]

The fork reads the changed file wherever it opens the shipped one, with every cache of the package empty. It runs the
tests until one fails, beginning with the one that killed the last mutant of the same part. A mutant whose tests run out
of time counts as a survivor.
"""

from __future__ import annotations

import argparse
import builtins
import functools
import gc
import io
import json
import os
import random
import re
import selectors
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pytest
from _pytest.runner import runtestprotocol

from crossfelt.crisscross import views
from crossfelt.register import registered
from crossfelt.rulefiles import Resolved
from tests.support.mutants.changes import FILES, ROOT, Mutant, mutants, read, written

KILLERS = ("tests/published/test_printed_rules.py", "tests/published/test_max_win.py", "tests/rules")
"""Tests of clauses, readings, printed tables and settled rounds. None of them compares a hash."""
LEFT_OUT = ("tests/rules/test_king_cross_sheets.py", "tests/rules/test_player_edges.py")
"""Tests that start threads, which do not survive a fork: typesetting and solving have pools of them."""
SECONDS = 300
"""The most that all tests together may take on one mutant."""
JOBS = 2
SPREAD = 20
"""How many tests show that data which is written again and not changed passes."""


@dataclass(frozen=True, slots=True)
class Verdict:
    mutant: str
    killed_by: str
    """The test that failed, empty for a survivor."""
    seconds: float
    is_out_of_time: bool = False


class Harness:
    """The pytest plugin: it takes over once the tests are collected."""

    def __init__(self, chosen: Sequence[Mutant], jobs: int, results: Path) -> None:
        self.chosen = chosen
        self.jobs = jobs
        self.results = results
        self._last: dict[str, str] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests for each mutant instead of once."""
        session.config.option.tbstyle = "no"
        items = {item.nodeid: item for item in session.items}
        with TemporaryDirectory() as folder:
            problem = self._unchanged_fails(items, Path(folder))
            if not problem:
                self._run(items, Path(folder))
        self._note({"problem": problem})
        return True

    def _note(self, entry: Mapping[str, object]) -> None:
        with self.results.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")

    def _unchanged_fails(self, items: Mapping[str, pytest.Item], folder: Path) -> str:
        """Name a test or file that fails without a mutation, which makes all verdicts worthless; empty if none does."""
        for item in _first(items, SPREAD):  # warms the imports of this process too
            if _fails(item):
                return f"{item.nodeid} fails without a change"
        for file in FILES:
            path = folder / f"unchanged-{file.name}"
            path.write_text(written(read(file)), encoding="utf-8")
            pid = _forked(partial(_run_changed, file, path, _first(items, SPREAD)), None)
            if os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]):
                return f"a test fails on {file.name} written again"
        clear_caches()
        threads = len(list(Path("/proc/self/task").iterdir()))
        if threads > 1:
            return f"{threads} threads run, and a fork has only one of them"
        return f"{stale} is kept from before" if (stale := _stale()) else ""

    def _run(self, items: Mapping[str, pytest.Item], folder: Path) -> None:
        gc.collect()
        gc.freeze()  # a fork that collects garbage would copy every page of this process
        waiting = list(enumerate(self.chosen))
        with selectors.DefaultSelector() as selector:
            running = 0
            while waiting or running:
                while waiting and running < self.jobs:
                    number, mutant = waiting.pop(0)
                    selector.register(*self._start(number, mutant, items, folder))
                    running += 1
                for key, _ in selector.select(timeout=1) or ():
                    running -= self._finish(selector, key.data)
                for key in list(selector.get_map().values()):
                    if time.monotonic() > key.data.deadline:
                        os.kill(key.data.pid, signal.SIGKILL)
                        running -= self._finish(selector, key.data, is_out_of_time=True)

    def _start(
        self, number: int, mutant: Mutant, items: Mapping[str, pytest.Item], folder: Path
    ) -> tuple[int, int, _Running]:
        path = folder / f"{number}.toml"
        path.write_text(mutant.written(), encoding="utf-8")
        ordered = self._ordered(mutant, items)
        reading, writing = os.pipe()
        pid = _forked(partial(_run_changed, mutant.file, path, ordered), writing)
        os.close(writing)
        return reading, selectors.EVENT_READ, _Running(mutant, pid, reading, path)

    def _finish(self, selector: selectors.BaseSelector, run: _Running, is_out_of_time: bool = False) -> int:
        selector.unregister(run.pipe)
        with os.fdopen(run.pipe) as pipe:
            killed_by = pipe.read()
        os.waitpid(run.pid, 0)
        run.path.unlink()
        if killed_by:
            self._last[run.mutant.part] = killed_by
        seconds = time.monotonic() - run.began
        self._note(asdict(Verdict(run.mutant.name, killed_by, round(seconds, 3), is_out_of_time)))
        return 1

    def _ordered(self, mutant: Mutant, items: Mapping[str, pytest.Item]) -> list[pytest.Item]:
        """The likely killers first: the last one of this part, the printed section, the tests of this text."""
        last = self._last.get(mutant.part)
        section = f"[{mutant.part.replace('-1:', '')}]"

        def likelihood(name: str) -> tuple[bool, ...]:
            return name != last, not name.endswith(section), "printed" not in name, mutant.text not in name

        names = [name for name in items if _may_tell(name, mutant.text)]
        return [items[name] for name in sorted(names, key=likelihood)]


def _may_tell(name: str, text: str) -> bool:
    """Whether a test is about this text, or about none in particular."""
    name = name.replace("_", "-")
    return text in name or not any(other in name for other in registered())


@dataclass(slots=True)
class _Running:
    mutant: Mutant
    pid: int
    pipe: int
    path: Path
    began: float = 0.0
    deadline: float = 0.0

    def __post_init__(self) -> None:
        self.began = time.monotonic()
        self.deadline = self.began + SECONDS


def _first(items: Mapping[str, pytest.Item], count: int) -> list[pytest.Item]:
    """A spread of the tests."""
    return list(items.values())[:: max(1, len(items) // count)]


def _forked(task: Callable[[], str], pipe: int | None) -> int:
    """Start a process for the task, which writes its answer into the pipe; with one, it ends with status 1."""
    pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        answer = task()
        if pipe is not None:
            os.write(pipe, answer.encode())
        status = 1 if answer else 0
    finally:
        os._exit(status)


def _run_changed(file: Path, changed: Path, items: Sequence[pytest.Item]) -> str:
    """The first test that fails with one file changed, or nothing."""
    redirect(file, changed)
    clear_caches()
    return next((item.nodeid for item in items if _fails(item)), "")


def _fails(item: pytest.Item) -> bool:
    return any(report.failed for report in runtestprotocol(item, nextitem=None, log=False))


def redirect(file: Path, changed: Path) -> None:
    """Make every later attempt to open the file open the changed one."""
    target, opened = os.fspath(file), io.open

    def open_other(path: Any, *arguments: Any, **options: Any) -> Any:
        is_target = not isinstance(path, int) and os.path.realpath(path) == target
        return opened(changed if is_target else path, *arguments, **options)

    for module in (io, builtins):
        patch.object(module, "open", open_other).start()


def clear_caches() -> None:
    """Empty every cache of the package and of the tests."""
    views._last_public = None
    for cached in _every(functools._lru_cache_wrapper):
        if _is_ours(cached):
            cached.cache_clear()


def _every(kind: type[Any]) -> list[Any]:
    """Every object of a type. `isinstance` would ask a module that loads on first use for its class, and load it."""
    return [thing for thing in gc.get_objects() if issubclass(type(thing), kind)]


def _is_ours(cached: Any) -> bool:
    module = getattr(cached, "__module__", "") or ""
    return module.startswith(("crossfelt", "tests")) and module != "tests.support.mutants.changes"


def _stale() -> str:
    """Rules that something still refers to, which would be compared with changed ones: no kill would mean anything."""
    gc.collect()
    alive = _every(Resolved)
    return f"{alive[0]!r} in {_holders(alive[0])}" if alive else ""


def _holders(thing: object) -> str:
    return ", ".join(sorted({type(holder).__name__ for holder in gc.get_referrers(thing)}))


# ---- as a program


def chosen(sample: int, seed: int, only: Sequence[str], left_out: str) -> list[Mutant]:
    """The mutants of a run: all of them, or a sample that depends on the seed alone."""
    every = [mutant for mutant in mutants() if any(fnmatchcase(mutant.name, pattern) for pattern in only)]
    every = [mutant for mutant in every if not re.fullmatch(left_out, mutant.name)]
    return random.Random(seed).sample(every, sample) if 0 < sample < len(every) else every


def main(arguments: Sequence[str]) -> int:
    """Run the mutants and write a line of JSON for each; the last line says how the run ended."""
    parser = argparse.ArgumentParser()
    parser.add_argument("results", type=Path)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", default=["*"])
    parser.add_argument("--leave-out", default="", help="a regular expression")
    parser.add_argument("--jobs", type=int, default=JOBS)
    parser.add_argument("--tests", nargs="+", default=KILLERS)
    options = parser.parse_args(arguments)
    options.results.unlink(missing_ok=True)
    mutants_of_run = chosen(options.sample, options.seed, options.only, options.leave_out)
    harness = Harness(mutants_of_run, options.jobs, options.results.resolve())
    quiet = ["--capture=no", "--no-header", "--no-summary", "-p", "no:cacheprovider", "-o", "faulthandler_timeout=0"]
    os.chdir(ROOT)
    left_out = [f"--ignore={path}" for path in LEFT_OUT]
    return int(pytest.main([*quiet, "-p", "no:xdist", *left_out, *options.tests], plugins=[harness]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Runs one part of what must hold with its full counts, and adds a row to the table of results in `docs/soak.md`.

`python3 dev.py soak` lists the parts. Standard library only: `dev.py` imports this before anything is installed.
"""

from __future__ import annotations

import os
import platform
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "docs/soak.md"
WORKERS = 2
"""Cores to use. Every part finishes within 40 minutes on them."""


@dataclass(frozen=True)
class Part:
    """Tests that belong together, by the files that they stand in."""

    description: str
    """The property these tests prove, for the list of parts."""
    tests: tuple[str, ...]
    """Files and folders."""
    chosen: str = ""
    """Which of the tests in them, as `pytest -k` takes it; all of them where nothing is said."""
    is_alone: bool = False
    """Whether it measures, so that nothing else may run beside it."""
    needs: tuple[tuple[str, str], ...] = ()
    """Programs that its tests call, each with the system package that has it, installed for this part alone."""


PARTS: Mapping[str, Part] = {
    "kills": Part("1,000 killed servers lose and repeat nothing", ("tests/service/test_kills.py",)),
    "ready": Part("a server with 10,000 rounds is ready at once", ("tests/service/test_ready.py",), is_alone=True),
    "ends": Part(
        "4,000 stories of departures, pauses and failures: every round ends",
        ("tests/service/test_every_round_ends.py",),
    ),
    "once": Part(
        "10,000 actions, sent again and again, are done once",
        ("tests/service/test_once.py", "tests/storage/test_ledger.py"),
        "once",
    ),
    "overdraft": Part(
        "of 50 bets on funds for one, one is taken, 1,000 times",
        ("tests/service/test_overdraft.py", "tests/storage/test_ledger.py"),
        "fifty_bets",
    ),
    "hidden": Part(
        "no byte of 5,000 rounds tells a hidden card",
        ("tests/service/test_hidden.py", "tests/service/test_hidden_sockets.py"),
    ),
    "pairs": Part(
        "500 pairs of rounds that differ in hidden cards look alike",
        ("tests/service/test_hidden_pairs.py", "tests/service/test_hidden_leaks.py"),
    ),
    "matrix": Part("every irregularity ends as its clause says", ("tests/service/test_irregularities.py",)),
    "shuffle": Part("4,000,000 decks pass every test of chance", ("tests/properties/test_shuffle.py",), is_alone=True),
    "verify": Part(
        "10,000 records verify, 10,000 tamperings are refused, and 108,000 seeds reach no further deck",
        ("tests/properties/test_proofs.py", "tests/properties/test_grinder.py", "tests/unit/test_verifier.py"),
    ),
    "processes": Part(
        "three processes on one PostgreSQL database: 200 kills, 500 stops past the lease, none acts under an old one",
        ("tests/service/test_many_processes.py", "tests/service/test_two_processes.py"),
    ),
    "postgresql": Part(
        "two writers on one PostgreSQL database: once, never overdrawn, one chain; 500 broken connections",
        ("tests/storage/test_postgresql.py",),
    ),
    "log": Part(
        "5,000 edits of the log are found; 1,000 kills at the storage; an fsync before each answer",
        (
            "tests/storage/test_verify.py",
            "tests/storage/test_damage.py",
            "tests/storage/test_kills.py",
            "tests/storage/test_durable.py",
        ),
    ),
    "ledger": Part(
        "chips are conserved over 1,000,000 events", ("tests/storage/test_ledger.py",), "not fifty_bets and not once"
    ),
    "wallets": Part(
        "2,000 rounds near the bounds: no accepted wager leads to a settlement that is refused",
        ("tests/service/test_at_stake.py",),
    ),
    "wire": Part("hostile clients, and messages of every form", ("tests/http", "tests/service/workers")),
    "simulation": Part("means and outcomes of simulated tables against exact values", ("tests/simulation",)),
    "environments": Part("both environments against the engine, step by step", ("tests/envs",)),
    "rounds": Part(
        "rounds of both games by chance, with everything checked after each step",
        ("tests/properties",),
        "not test_shuffle and not test_proofs and not test_grinder",
    ),
    "mutants": Part(
        "every number, name and order of the rule data, changed one at a time, fails a test",
        ("tests/mutants",),
        is_alone=True,
    ),
    "workbook": Part(
        "LibreOffice calculates the workbook of every rule book as the exact code does, each pay entry changed",
        ("tests/cli/crisscross/test_par_libreoffice.py",),
        needs=(("soffice", "libreoffice-calc-nogui"),),
    ),
    "reach": Part(
        "every control on every page and state is within reach at 12 sizes",
        ("tests/browser/test_reach.py",),
        is_alone=True,
    ),
    "play": Part(
        "50 rounds of each rule book and 10 King Cross games at random: the screen agrees with the server",
        ("tests/browser/test_play.py",),
        is_alone=True,
    ),
    "webkit": Part(
        "the main paths work in WebKit, the engine of Safari",
        ("tests/browser/test_engines.py",),
        "webkit",
        is_alone=True,
        needs=(("WebKitWebDriver", "webkit2gtk-driver"), ("Xvfb", "xvfb")),
    ),
    "firefox": Part(
        "the main paths work in Firefox ESR",
        ("tests/browser/test_engines.py",),
        "firefox",
        is_alone=True,
        needs=(("firefox-esr", "firefox-esr"),),
    ),
    "abuse": Part("honest tables beside seven attacks: p99, errors, memory, disk", ("tests/abuse",), is_alone=True),
    "figures": Part("counts and figures in full", ("tests/counts", "tests/published", "tests/unit"), "not verifier"),
}
"""The parts by name."""


def listed() -> str:
    """The parts, one to a line."""
    lines = [f"  {name:<10} {part.description}" for name, part in PARTS.items()]
    return "\n".join(["usage: python3 dev.py soak PART [options of pytest]", "", *lines])


def fault(name: str) -> str | None:
    """Why a part cannot be run, in one line; None where it can."""
    if name not in PARTS:
        return f"there is no part {name}; the parts are {', '.join(PARTS)}"
    missing = [path for path in PARTS[name].tests if not (ROOT / path).exists()]
    return f"there is no {' and no '.join(missing)}" if missing else None


def command(python: str, part: Part, options: Sequence[str]) -> list[str]:
    """The pytest that runs a part."""
    chosen = ["-k", part.chosen] if part.chosen else []
    workers = ["-n", "0"] if part.is_alone else ["-n", str(WORKERS), "--dist", "worksteal"]
    # Tests in a browser need a process of their own, so a part has only these or none of them.
    is_browser = all(path.startswith("tests/browser") for path in part.tests)
    marked = ["-m", "browser" if is_browser else "not browser"]
    quiet = ["--no-header", "--tb=short", *marked, "-o", "faulthandler_timeout=2400"]
    return [python, "-m", "pytest", *quiet, *workers, *chosen, *options, *part.tests]


def run(
    name: str, options: Sequence[str], python: str, surroundings: Mapping[str, str], results: Path = RESULTS
) -> int:
    """Runs a part, says what it did and how long that took, and adds a row to the table; the exit status of pytest."""
    part = PARTS[name]
    with tempfile.TemporaryDirectory() as folder:
        figures, counts = Path(folder) / "figures.txt", Path(folder) / "counts.xml"
        environment = {**surroundings, "CROSSFELT_SCALE": "full", "CROSSFELT_FIGURES": str(figures)}
        began = time.monotonic()
        run_tests = [*command(python, part, options), f"--junit-xml={counts}"]
        status = subprocess.run(run_tests, cwd=ROOT, env=environment, check=False).returncode
        seconds = time.monotonic() - began
        reported = figures.read_text(encoding="utf-8").splitlines() if figures.exists() else []
        did = "; ".join([*_counted(counts), *reported])
    if options:
        did = f"only {' '.join(options)}: {did}"
    print(f"{name}: {did}; {'held' if status == 0 else 'FAILED'}, {seconds:.0f} s", flush=True)
    add_row(results, row(name, did, status, seconds, datetime.now(UTC)))
    return status


def _counted(counts: Path) -> list[str]:
    """How many tests ran, in words; nothing where pytest did not come so far."""
    if not counts.exists():
        return []
    suites = [suite.attrib for suite in ElementTree.parse(counts).iter("testsuite")]
    ran, skipped = (sum(int(suite[name]) for suite in suites) for name in ("tests", "skipped"))
    return [f"{ran - skipped} tests"] + ([f"{skipped} left out"] if skipped else [])


def row(name: str, did: str, status: int, seconds: float, moment: datetime) -> str:
    """A line of the table of results."""
    machine = f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}, Python {platform.python_version()}"
    cells = [f"{moment:%Y-%m-%d}", name, did.replace("|", "/"), "held" if status == 0 else "failed"]
    return f"| {' | '.join([*cells, f'{seconds:.0f}', machine])} |"


def add_row(results: Path, line: str) -> None:
    """Adds a line to the end of the table, which is the end of the page."""
    text = results.read_text(encoding="utf-8").rstrip("\n")
    results.write_text(f"{text}\n{line}\n", encoding="utf-8")

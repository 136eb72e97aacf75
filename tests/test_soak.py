"""The parts of `dev.py soak`: what they run, what they say, and the row that each run leaves."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import dev
import pytest

from tests import soak

ROOT = Path(__file__).resolve().parents[1]
LARGE_COUNT = re.compile(r"\bscaled\(\d")


def run_dev(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "dev.py"), "soak", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_alone_it_lists_the_parts() -> None:
    done = run_dev()
    assert done.returncode == 0 and not done.stderr
    for name in soak.PARTS:
        assert re.search(rf"^  {name} +\w", done.stdout, re.MULTILINE), name


def test_an_unknown_part_is_refused() -> None:
    done = run_dev("flying")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("error: there is no part flying; the parts are kills, ready, ")
    assert done.stdout.count("\n") == 1


@pytest.mark.parametrize("name", soak.PARTS)
def test_the_tests_of_a_part_are_there(name: str) -> None:
    assert soak.fault(name) is None


def test_a_part_in_a_browser_runs_the_tests_that_are_marked_for_it() -> None:
    def marks(name: str) -> str:
        words = soak.command("python", soak.PARTS[name], [])
        return words[words.index("-m", words.index("pytest")) + 1]

    assert {name: marks(name) for name in ("reach", "kills")} == {"reach": "browser", "kills": "not browser"}


def test_a_part_whose_tests_are_gone_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "PARTS", {"gone": soak.Part("nothing", ("tests/gone.py",))})
    assert soak.fault("gone") == "there is no tests/gone.py"
    with pytest.raises(dev.Failed, match=r"^there is no tests/gone\.py$"):
        dev.soak(["gone"])


def test_every_large_count_belongs_to_a_part() -> None:
    covered = [ROOT / path for part in soak.PARTS.values() for path in part.tests]
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if path != Path(__file__) and LARGE_COUNT.search(path.read_text(encoding="utf-8")):
            assert any(path == place or place in path.parents for place in covered), path


def test_every_part_is_explained() -> None:
    text = (ROOT / "docs/soak.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE) == list(soak.PARTS)


def test_it_needs_the_standard_library_only() -> None:
    tree = ast.parse((ROOT / "tests/soak.py").read_text(encoding="utf-8"))
    imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert {name.split(".")[0] for name in imported} <= sys.stdlib_module_names


def test_a_run_takes_the_full_counts_and_leaves_its_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A part of one small test, run as any other, once when it passes and once when it fails."""
    results = tmp_path / "soak.md"
    results.write_text("| date | part |\n|---|---|\n")
    for name, status in (("good", 0), ("bad", 1)):
        path = tmp_path / f"test_{name}.py"
        path.write_text(
            "from tests.support.scale import report_figures, scaled\n\n\ndef test_counts():\n"
            f"    report_figures(f'{{scaled(3, 7_000)}} things | counted')\n    assert {status == 0}\n"
        )
        part = soak.Part("small things", (str(path),), is_alone=True)
        monkeypatch.setattr(soak, "PARTS", {"small": part})
        options = ["-p", "no:cacheprovider", "--rootdir", str(ROOT)]
        assert soak.run("small", options, sys.executable, dev.surroundings(None), results) == status
    said = capfd.readouterr().out
    assert "small: only -p no:cacheprovider" in said and ": 1 tests; 7000 things | counted; held" in said
    _, _, held, failed = results.read_text().splitlines()
    assert re.match(
        r"\| \d{4}-\d\d-\d\d \| small \| only .*: 1 tests; 7000 things / counted \| held \| \d+ \| \d+ cores", held
    )
    assert "| failed |" in failed


def test_a_row() -> None:
    result = soak.row("once", "10 | 20", 0, 61.6, datetime(2026, 1, 2, tzinfo=UTC))
    assert result.startswith("| 2026-01-02 | once | 10 / 20 | held | 62 | ")
    assert result.count("|") == 7

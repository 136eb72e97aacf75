"""The project's own commands, the pinned versions they install, and the script of continuous integration."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import dev
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]


def run_dev(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(folder / "dev.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_without_a_command_it_lists_all_of_them() -> None:
    done = run_dev(ROOT)
    assert done.returncode == 0
    for verb in ("serve", "test", "check", "bench", "soak", "types", "docs", "warmup", "constraints"):
        assert re.search(rf"^  {verb} +\w", done.stdout, re.MULTILINE), verb


def test_an_unknown_command_is_refused() -> None:
    done = run_dev(ROOT, "fly")
    assert done.returncode == 2
    assert done.stdout.startswith("dev.py has no command fly\n")
    assert not done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "everything"], "error: check takes no arguments, not everything\n"),
        (["bench"], "error: there is no benchmarks/__main__.py\n"),
        (["types"], "error: there is no src/crossfelt/service/wire/generate.py\n"),
        (["warmup"], "error: there is no src/crossfelt/kernels/hands.py\n"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(tmp_path: Path, arguments: list[str], message: str) -> None:
    shutil.copy(ROOT / "dev.py", tmp_path)
    done = run_dev(tmp_path, *arguments)
    assert (done.returncode, done.stdout, done.stderr) == (1, message, "")


def test_it_needs_the_standard_library_only() -> None:
    tree = ast.parse((ROOT / "dev.py").read_text(encoding="utf-8"))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported <= sys.stdlib_module_names


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that stands for the project, with an environment that is up to date but for the dev group."""
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.setattr(dev, "STAMP", tmp_path / "stamp.json")
    monkeypatch.setattr(dev, "PYTHON", sys.executable)
    for name in ("pyproject.toml", "constraints.txt", "hatch_build.py"):
        (tmp_path / name).write_text(name)
    dev.write_stamp(dev.environment_digest(), dev=False)
    return tmp_path


def test_an_environment_is_installed_once(tree: Path) -> None:
    assert dev.is_prepared(dev=False)
    assert not dev.is_prepared(dev=True)
    dev.write_stamp(dev.environment_digest(), dev=True)
    assert dev.is_prepared(dev=True)
    assert dev.is_prepared(dev=False)


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt", "hatch_build.py"])
def test_an_environment_is_installed_again_after_a_change(tree: Path, name: str) -> None:
    (tree / name).write_text("something else")
    assert not dev.is_prepared(dev=False)


@pytest.mark.parametrize("content", ["", "[]", "{}", "null", "\udce9"])
def test_an_unreadable_stamp_means_to_install(tree: Path, content: str) -> None:
    dev.STAMP.write_bytes(content.encode("utf-8", "surrogateescape"))
    assert not dev.is_prepared(dev=False)


def test_an_environment_without_its_python_is_made_again(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "PYTHON", str(tree / "gone"))
    assert not dev.is_prepared(dev=False)


def test_browser_tests_have_a_process_of_their_own() -> None:
    assert [options[:2] for _, options in dev.pytest_processes([])] == [["-m", "not browser"], ["-m", "browser"]]
    assert [options[2:] for _, options in dev.pytest_processes(["-k", "x"])] == [["-k", "x"], ["-k", "x"]]
    assert dev.pytest_processes(["-m", "browser"]) == [("tests", ["-m", "browser"])]


def test_without_a_browser_and_apt_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert dev.find_browser() is None
    assert dev.install_browser() == "no chromium and no apt-get to install it with"
    assert dev.install_through_apt("strace") == "no strace and no apt-get to install it with"


NOTHING: list[str] = []
NO_BROWSER = ["browser tests, why"]


@pytest.mark.parametrize(
    ("failed_and_left_out", "ci", "status_and_last"),
    [
        ((NOTHING, NOTHING), "", (0, "all passed")),
        ((NOTHING, NOTHING), "true", (0, "all passed")),
        ((["mypy", "tests"], NOTHING), "", (1, "failed: mypy, tests")),
        ((NOTHING, NO_BROWSER), "", (0, "all passed")),
        ((NOTHING, NO_BROWSER), "true", (1, "failed: CI=true, so nothing may be left out")),
    ],
)
def test_the_verdict(
    failed_and_left_out: tuple[list[str], list[str]],
    ci: str,
    status_and_last: tuple[int, str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    failed, left_out = failed_and_left_out
    status, last = status_and_last
    monkeypatch.setenv("CI", ci)
    assert dev.verdict(failed, left_out) == status
    said = capsys.readouterr().out.splitlines()
    assert said == [*(f"left out: {what}" for what in left_out), last]


def test_failed_steps_are_named_and_show_their_output(capsys: pytest.CaptureFixture[str]) -> None:
    good = dev.Step("good", [sys.executable, "-c", "print('not shown')"])
    bad = dev.Step("bad", [sys.executable, "-c", "import sys; sys.exit('the reason')"])
    assert dev.run_steps([bad, good]) == ["bad"]
    said = capsys.readouterr().out
    assert "the reason" in said
    assert "not shown" not in said


def test_continuous_integration_runs_every_test() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert script.read_text(encoding="utf-8").endswith("exec python3 dev.py test\n")


def declared() -> Iterator[Requirement]:
    """Everything pyproject.toml asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lists = [project["project"]["dependencies"], project["build-system"]["requires"]]
    lists += project["dependency-groups"].values()
    lists += project["project"].get("optional-dependencies", {}).values()
    yield from (Requirement(text) for texts in lists for text in texts if isinstance(text, str))


def test_every_dependency_is_pinned_to_a_version_it_allows() -> None:
    pins: dict[str, list[str]] = {}
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines():
        requirement = Requirement(line)  # refuses options, addresses and paths
        [specifier] = requirement.specifier
        assert (specifier.operator, requirement.url) == ("==", None), line
        pins.setdefault(canonicalize_name(requirement.name), []).append(specifier.version)
    for wanted in [*declared(), Requirement("uv"), Requirement(dev.toolchain().NODE_PACKAGE)]:
        versions = pins.get(canonicalize_name(wanted.name))
        assert versions, f"{wanted.name} is not in constraints.txt: run `python3 dev.py constraints`"
        assert all(wanted.specifier.contains(version, prereleases=True) for version in versions), wanted.name

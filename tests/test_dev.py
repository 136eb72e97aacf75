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
    every, chosen = (dev.pytest_processes(arguments, with_browser=True) for arguments in ([], ["-k", "x"]))
    assert [options[:2] for _, options in every] == [["-m", "not browser"], ["-m", "browser"]]
    assert [options[2:] for _, options in chosen] == [["-k", "x"], ["-k", "x"]]
    assert dev.pytest_processes(["-m", "browser"], with_browser=True) == [("tests", ["-m", "browser"])]
    assert dev.pytest_processes(["-k", "x"], with_browser=False) == [("tests", ["-m", "not browser", "-k", "x"])]


@pytest.mark.parametrize(
    ("arguments", "is_chosen"),
    [
        (["tests/rules", "-x"], False),
        (["tests/test_dev.py::test_the_verdict"], False),
        (["-k", "no_such_test_anywhere"], False),
        (["-k", "test_targets"], True),
        (["-m", "not browser", "-k", "test_targets"], False),
        (["tests/rules", "tests/browser/test_targets.py"], True),
    ],
)
def test_browser_tests_are_found_among_the_chosen(arguments: list[str], is_chosen: bool) -> None:
    assert dev.chooses_browser_tests(arguments) is is_chosen


@pytest.mark.parametrize(("is_chosen", "steps"), [(True, ["page", "tests", "browser tests"]), (False, ["tests"])])
def test_the_page_is_built_for_browser_tests_only(
    is_chosen: bool, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[str] = []

    def run(command: list[str]) -> int:
        taken.append("browser tests" if "browser" in command else "tests")
        return 0

    monkeypatch.setattr(dev, "prepare", lambda **_: None)
    monkeypatch.setattr(dev, "chooses_browser_tests", lambda _: is_chosen)
    monkeypatch.setattr(dev, "find_browser", lambda: "a browser")
    monkeypatch.setattr(dev, "build_page", lambda: taken.append("page"))
    monkeypatch.setattr(dev, "run", run)
    assert dev.test(["-k", "x"]) == 0
    assert taken == steps


def test_without_a_browser_and_apt_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert dev.find_browser() is None
    assert dev.install_browser() == "no chromium and no apt-get to install it with"
    assert dev.install_through_apt("strace") == "no strace and no apt-get to install it with"


@pytest.fixture
def apt_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The calls of an apt-get that installs nothing, on a machine where we are root and not in CI."""
    log, program = tmp_path / "calls.txt", tmp_path / "apt-get"
    program.write_text(f"#!/bin/sh\necho $4 >> {log}\n")
    program.chmod(0o755)
    log.touch()
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    return log


SHOWN = "apt-get -q -o DPkg::Lock::Timeout=300 install -y --no-install-recommends strace\n"


@pytest.mark.parametrize(
    ("answer", "obstacle"),
    [
        ("y", None),
        ("", "no strace, and you chose not to install it"),
        ("n", "no strace, and you chose not to install it"),
    ],
)
def test_apt_runs_after_a_yes(
    answer: str,
    obstacle: str | None,
    apt_log: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def ask(prompt: str) -> str:
        assert SHOWN in capsys.readouterr().out, "the commands are shown before the question"
        assert apt_log.read_text() == ""
        return answer

    monkeypatch.setattr("builtins.input", ask)
    assert dev.install_through_apt("strace") == obstacle
    assert apt_log.read_text().split() == (["update", "install"] if obstacle is None else [])


def test_apt_asks_nothing_in_continuous_integration(
    apt_log: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False, raising=False)
    assert dev.install_through_apt("strace") is None
    assert SHOWN in capsys.readouterr().out
    assert apt_log.read_text().split() == ["update", "install"]


def test_apt_needs_a_terminal_to_ask_in(
    apt_log: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False, raising=False)
    with pytest.raises(dev.Failed, match=r"^strace is missing, and there is no terminal to ask in\. Run the commands"):
        dev.install_through_apt("strace")
    assert SHOWN in capsys.readouterr().out
    assert apt_log.read_text() == ""


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
    assert script.read_text(encoding="utf-8").endswith("export CI=true\nexec python3 dev.py test\n")


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
    for needed in [*declared(), Requirement("uv"), Requirement(dev.toolchain().NODE_PACKAGE)]:
        versions = pins.get(canonicalize_name(needed.name))
        assert versions, f"{needed.name} is not in constraints.txt: run `python3 dev.py constraints`"
        assert all(needed.specifier.contains(version, prereleases=True) for version in versions), needed.name

"""The package as a stranger gets it: built as a wheel, installed into a new environment, tried in an empty folder."""

from __future__ import annotations

import email
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from email.message import Message
from pathlib import Path

import dev
import pytest

from tests.support.markdown_examples import parse_console, run_commands

ROOT = Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"^```(console|python)\n(.*?)^```$", re.M | re.S)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package in one file, as it would be published."""
    folder = tmp_path_factory.mktemp("wheel")
    run_uv("build", "--wheel", "--out-dir", str(folder), str(ROOT))
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def programs(wheel: Path, pytestconfig: pytest.Config) -> Path:
    """The programs folder of a new environment with the package and its dependencies installed.

    It always has the same path, so that compiled code, which is cached by the path of its sources, can be reused.
    """
    assert pytestconfig.cache is not None
    environment = pytestconfig.cache.mkdir("crossfelt-installed") / "environment"
    run_uv("venv", "--clear", "--python", sys.executable, str(environment))
    run_uv("pip", "install", "--python", str(environment), "-c", str(ROOT / dev.CONSTRAINTS), str(wheel))
    return environment / dev.BIN.name


def run_uv(*arguments: str) -> None:
    done = subprocess.run([dev.uv(), "--quiet", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def described(wheel: Path) -> Message:
    """The metadata of a wheel; its text is the description that a package index shows."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return email.message_from_bytes(archive.read(name))


def description(wheel: Path) -> str:
    content = described(wheel).get_payload(decode=True)
    assert isinstance(content, bytes)
    return content.decode("utf-8")


def test_the_description_leads_to_no_file_of_the_repository(wheel: Path) -> None:
    text = description(wheel)
    assert described(wheel)["Description-Content-Type"] == "text/markdown"
    assert text.startswith("# Crossfelt")
    assert "](docs/" in (ROOT / "README.md").read_text(encoding="utf-8"), "there is something to leave out"
    assert [target for target in re.findall(r"\]\(([^)]*)\)", text) if not target.startswith("https://")] == []
    assert "![" not in text


def test_everything_that_the_readme_shows_works_from_the_wheel_in_an_empty_folder(
    wheel: Path, programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    # The first run in a new place says that it compiles, which no example shows.
    python(programs, "-m", "crossfelt", "solve")
    shown = BLOCK.findall(description(wheel))
    assert {language for language, _ in shown} == {"console", "python"}
    for language, block in shown:
        if language == "console":
            trouble = run_commands(parse_console(block), programs)
            assert trouble is None, trouble
        else:
            (tmp_path / "session.txt").write_text(block, encoding="utf-8")
            python(programs, "-m", "doctest", "-o", "ELLIPSIS", "session.txt")
    where = python(programs, "-c", "import crossfelt; print(crossfelt.__file__)")
    assert Path(where.strip()).is_relative_to(programs.parent)
    page = python(programs, "-c", "from crossfelt.http.page import FOLDER; print((FOLDER / 'index.html').is_file())")
    assert page.strip() == "True"


def python(programs: Path, *arguments: str) -> str:
    command: Sequence[str] = [str(programs / Path(sys.executable).name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "NO_COLOR": "1"})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout

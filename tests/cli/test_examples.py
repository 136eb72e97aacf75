"""`crossfelt examples`: says what there is, and brings it, without taking anything away."""

from __future__ import annotations

from pathlib import Path

import pytest

import crossfelt
from crossfelt.cli.examples import FILES
from tests.support.cli.program import run

SHIPPED = Path(crossfelt.__file__).parent / "examples"


def test_every_shipped_file_is_described_and_every_described_one_shipped() -> None:
    results = (path.relative_to(SHIPPED) for path in SHIPPED.rglob("*") if path.is_file())
    shipped = {path.as_posix() for path in results if "__pycache__" not in path.parts}
    assert set(FILES) == shipped
    assert all(len(sentence.split()) >= 4 and sentence.endswith(".") for sentence in FILES.values())


def test_without_a_folder_they_are_listed() -> None:
    ran = run("examples")
    assert (ran.status, ran.err) == (0, "")
    text = " ".join(ran.out.split())
    assert all(name in text for name in FILES)
    assert "A royal flush cut by the aggregate limit: for settle." in text
    assert ran.out.splitlines()[-1] == "To copy them into a folder: crossfelt examples DIR"


def test_with_a_folder_they_are_copied(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    ran = run("examples", str(folder))
    assert (ran.status, ran.out) == (0, "")
    for line, name in zip(ran.err.splitlines(), FILES, strict=True):
        content = (folder / name).read_bytes()
        assert content == (SHIPPED / name).read_bytes()
        size = f"{len(content)} bytes" if len(content) < 1000 else f"{len(content) / 1000:.0f} kB"
        assert line == f"Wrote {folder / name}, {size}."


def test_what_is_there_stays_unless_told(tmp_path: Path) -> None:
    mine = tmp_path / "royal.json"
    mine.write_text("mine")
    assert run("examples", str(tmp_path)).refusal == f"{str(mine)!a} already exists: use --force to overwrite"
    assert [path.name for path in tmp_path.iterdir()] == ["royal.json"]
    assert mine.read_text() == "mine"
    assert run("examples", str(tmp_path), "--force").status == 0
    assert mine.read_bytes() == (SHIPPED / "royal.json").read_bytes()
    assert f"and {len(FILES) - 1} more" in run("examples", str(tmp_path)).refusal


@pytest.mark.parametrize(
    ("name", "why"),
    [("a file", "a file has that name"), ("a file/x", "Not a directory"), ("a\0b", "isn't a valid name")],
)
def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "a file").write_text("")
    assert why in run("examples", str(tmp_path / name)).refusal
    assert (tmp_path / "a file").read_text() == ""

"""Files that commands write: refused before the work where that can be known, and never left half written."""

from __future__ import annotations

from pathlib import Path

import pytest

from crossfelt.cli.shared.streams import refuse_unwritable, replace_file, write_bytes
from crossfelt.errors import BadInput

TOO_LONG = "x" * 5000
NO_NAMES = ("nul\0", TOO_LONG, "half a pair \ud800")


def test_a_file_is_replaced_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    (tmp_path / "old.json").write_bytes(b"old")
    replace_file(tmp_path / "old.json", b"new")
    assert (tmp_path / "old.json").read_bytes() == b"new"
    (tmp_path / "folder.json").mkdir()
    with pytest.raises(BadInput, match="cannot write"):
        replace_file(tmp_path / "folder.json", b"new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.json", "old.json"]


@pytest.mark.parametrize("name", NO_NAMES, ids=range(3))
def test_what_is_no_file_name_is_refused_before_and_after(name: str) -> None:
    with pytest.raises(BadInput, match=r"^--out: '.*' is no file name$"):
        refuse_unwritable("--out", name)
    with pytest.raises(BadInput, match=r"^cannot write '.*': .+ name"):
        write_bytes(name, b"")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("-", "--out: needs a file"),
        ("folder", "--out: 'folder' is not a file in an existing directory"),
        ("no/such/x", "--out: 'no/such/x' is not a file in an existing directory"),
    ],
)
def test_what_cannot_be_a_new_file_is_refused(
    name: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    with pytest.raises(BadInput) as caught:
        refuse_unwritable("--out", name)
    assert str(caught.value) == says
    refuse_unwritable("--out", "folder/x")


def test_the_end_of_a_name_says_what_is_written(tmp_path: Path) -> None:
    refuse_unwritable("--out", str(tmp_path / "x.PDF"), (".pdf", ".svg"))
    for name in ("x.txt", "x", "-"):
        with pytest.raises(BadInput, match=r"must end in \.pdf or \.svg"):
            refuse_unwritable("--out", name, (".pdf", ".svg"))

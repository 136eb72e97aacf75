"""Files that commands read, up to a limit, and write: refused before the work, and never left half written."""

from __future__ import annotations

import os
import resource
import subprocess
from pathlib import Path

import pytest

from crossfelt.cli.shared.streams import MEBIBYTE, read_bytes, refuse_unwritable, replace_file, write_bytes
from crossfelt.errors import BadInput
from tests.support.cli.program import program, run

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
    with pytest.raises(BadInput, match=r"^--out: '.*' cannot be the name of a file$"):
        refuse_unwritable("--out", name)
    with pytest.raises(BadInput, match=r"^cannot write '.*': .+ name"):
        write_bytes(name, b"")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("-", "--out: needs the name of a file, not -"),
        ("folder", "--out: 'folder' is not a file in an existing directory"),
        ("no/such/x", "--out: 'no/such/x' is not a file in an existing directory"),
    ],
)
def test_what_cannot_be_a_new_file_is_refused(
    name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    with pytest.raises(BadInput) as caught:
        refuse_unwritable("--out", name)
    assert str(caught.value) == message
    refuse_unwritable("--out", "folder/x")


def test_the_end_of_a_name_says_what_is_written(tmp_path: Path) -> None:
    refuse_unwritable("--out", str(tmp_path / "x.PDF"), (".pdf", ".svg"))
    for name in ("x.txt", "x", "-"):
        with pytest.raises(BadInput, match=r"must end in \.pdf or \.svg"):
            refuse_unwritable("--out", name, (".pdf", ".svg"))


def test_a_file_is_read_up_to_its_limit_and_no_further(tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_bytes(b"x" * MEBIBYTE)
    assert len(read_bytes(str(file))) == MEBIBYTE
    file.write_bytes(b"x" * (MEBIBYTE + 1))
    with pytest.raises(BadInput, match="it is longer than 1 MiB, the limit"):
        read_bytes(str(file))
    assert len(read_bytes(str(file), 2 * MEBIBYTE)) == MEBIBYTE + 1


ENDLESS = {
    "rules show": ("rules", "show", "/dev/zero"),
    "settle": ("settle", "/dev/zero"),
    "settle, rules": ("settle", "x.json", "--rules", "/dev/zero"),
    "stdin": ("settle", "-"),
    "solve": ("solve", "--rules", "/dev/zero"),
    "strategy": ("strategy", "--file", "/dev/zero"),
    "replay": ("replay", "/dev/zero"),
    "king score": ("king", "score", "/dev/zero"),
    "king score card": ("king", "score", "x.json", "--scoring", "/dev/zero"),
    "king hint": ("king", "hint", "/dev/zero"),
    "king best": ("king", "best", "/dev/zero"),
    "king review": ("king", "review", "/dev/zero"),
    "king sheet": ("king", "sheet", "--out", "x.pdf", "--filled", "/dev/zero"),
}


@pytest.mark.parametrize("arguments", ENDLESS.values(), ids=ENDLESS)
def test_no_input_is_read_without_end(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """The real program may take no more memory than a file of the greatest length needs."""
    (tmp_path / "x.json").write_text("{}")
    with Path("/dev/zero").open("rb") as zeros:
        done = subprocess.run(
            program(*arguments), stdin=zeros, capture_output=True, text=True, cwd=tmp_path, timeout=60, check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (2**30, 2**30)),
        )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert "MiB, the limit" in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [("deal",), ("king", "play"), ("king", "play", "--dice")], ids=" ".join)
def test_an_answer_without_end_is_refused(arguments: tuple[str, ...]) -> None:
    assert "is longer than 65536 characters" in run(*arguments, given=b"x" * 70_000).error_line


def test_a_file_that_cannot_be_written_is_refused_by_trying(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_bytes(b"old")
    for path in (old, new):
        refuse_unwritable("--out", str(path))
    assert old.read_bytes() == b"old" and not new.exists()
    for name in ("/proc/version", "/proc/new-file"):
        with pytest.raises(BadInput, match=f"^--out: cannot write '{name}': "):
            refuse_unwritable("--out", name)


def test_trying_to_write_never_creates_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process killed while it tries would leave an empty checkpoint, and the next run would refuse it."""
    new = tmp_path / "new"
    seen = []
    remove = Path.unlink

    def unlink(path: Path, *, missing_ok: bool = False) -> None:
        seen.append(new.exists())
        remove(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", unlink)
    refuse_unwritable("--out", str(new))
    assert seen == [False] and not list(tmp_path.iterdir())


def test_a_file_does_not_take_the_place_of_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    replace_file(pipe, b"new")
    assert os.read(reader, 10) == b"new" and not pipe.is_file()
    os.close(reader)

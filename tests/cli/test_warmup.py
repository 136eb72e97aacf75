"""`crossfelt warmup`: names what it compiles, says where it is kept, and what to do where nothing can be kept."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from crossfelt.cli.shared.progress import COMPILING, NOT_SAVED, compilation_shown
from crossfelt.kernels import compile_cache
from tests.support.cli.program import run


def test_everything_is_compiled_and_kept() -> None:
    ran = run("warmup")
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "Compiling ranking hands ..." and "Compiling training ..." in lines
    saved = re.fullmatch(r"The compiled code \([\d.]+ MB\) is in (.+)", lines[-1])
    assert saved is not None
    for kernel in ("tally_strategy", "tally_jointly", "take_off", "look_ahead", "learn_together"):
        assert any(Path(saved[1]).rglob(f"*.{kernel}-*.nbi")), kernel


def test_a_folder_that_goes_away_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = tmp_path / "a file"
    closed.write_text("")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(compile_cache.usable_folder(closed, "kernels-x")))
    assert compile_cache.cache_folder() is None
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(compile_cache.usable_folder(tmp_path / "open", "kernels-x")))
    assert compile_cache.cache_folder() == tmp_path / "open" / "kernels-x"


def test_a_first_run_that_keeps_nothing_says_so_with_the_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    closed = tmp_path / "a file"
    closed.write_text("")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(compile_cache.usable_folder(closed, "kernels-x")))
    with compilation_shown():
        compile_cache.report(0, 2)
        compile_cache.report(1, 2)
    assert capsys.readouterr().err == f"{COMPILING.format(done=0, total=2)}\n{NOT_SAVED}\n"


def test_only_what_is_compiled_is_reported_and_within_its_block() -> None:
    reported: list[tuple[int, int]] = []
    with compile_cache.reported_to(lambda done, total: reported.append((done, total))):
        compile_cache.report(1, 2)
    compile_cache.report(2, 2)
    assert reported == [(1, 2)]

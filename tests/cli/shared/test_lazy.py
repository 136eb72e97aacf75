"""Modules that are imported when something of theirs is first used."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from crossfelt.cli.shared.lazy import deferred


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A module that leaves a mark when it runs."""
    path = tmp_path / "marked_module.py"
    path.write_text("import sys\nsys.marks.append(__name__)\nVALUE = 7\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "marks", [], raising=False)
    monkeypatch.delitem(sys.modules, "marked_module", raising=False)
    return path


def test_a_deferred_module_runs_once_when_it_is_used(source: Path) -> None:
    with deferred():
        module = importlib.import_module(source.stem)
    assert sys.marks == []  # type: ignore[attr-defined]
    assert (module.VALUE, module.VALUE) == (7, 7)
    assert sys.marks == [source.stem]  # type: ignore[attr-defined]
    assert sys.modules[source.stem] is module


def test_elsewhere_modules_run_when_they_are_imported(source: Path) -> None:
    finders = list(sys.meta_path)
    with pytest.raises(ZeroDivisionError), deferred():
        raise ZeroDivisionError
    assert sys.meta_path == finders
    importlib.import_module(source.stem)
    assert sys.marks == [source.stem]  # type: ignore[attr-defined]


def test_a_module_that_is_not_there_is_missed_at_once() -> None:
    with pytest.raises(ModuleNotFoundError), deferred():
        importlib.import_module("no_such_module")

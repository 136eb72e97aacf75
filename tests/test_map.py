"""`docs/architecture.md` says what is so: its levels, its walks, its count of files, and the files it names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.architecture import LEVELS
from tests.walks import ROOT, WALKS, files_of

PAGE = Path(__file__).resolve().parents[1] / "docs" / "architecture.md"
TEXT = PAGE.read_text(encoding="utf-8")
NAMED = re.compile(r"`([\w./]+\.py)`")


def test_the_page_draws_the_levels_that_are_enforced() -> None:
    rows = re.findall(r"^\| (\d+) \| ([^|]+) \|", TEXT, re.MULTILINE)
    assert {int(level): tuple(re.findall(r"`(\w+)`", parts)) for level, parts in rows} == LEVELS


@pytest.mark.parametrize("walk", WALKS)
def test_a_walk_is_told_as_it_is_taken(walk: str) -> None:
    section = re.search(rf"\({walk}\)=\n### .*?(\d+) files\n(.*?)(?=\n\(\w+\)=|\n## )", TEXT, re.DOTALL)
    assert section is not None, f"the page has no section of {walk}"
    told = set(NAMED.findall(section[2]))
    assert told == files_of(walk)
    assert int(section[1]) == len(told)


def test_every_file_that_the_page_names_is_there() -> None:
    folders = (ROOT, ROOT.parents[1], ROOT / "crisscross")
    missing = [name for name in set(NAMED.findall(TEXT)) if not any((folder / name).exists() for folder in folders)]
    assert missing == []

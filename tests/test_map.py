"""`docs/architecture.md` says what is so: its levels, its walks, its count of files, and the files it names.

The glossary has the terms of the code, and names what exists.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.architecture import LEVELS, python_files
from tests.walks import ROOT, WALKS, taken

PAGE = Path(__file__).resolve().parents[1] / "docs" / "architecture.md"
TEXT = PAGE.read_text(encoding="utf-8")
NAMED = re.compile(r"`([\w./]+\.py)`")


def test_the_page_draws_the_levels_that_are_enforced() -> None:
    rows = re.findall(r"^\| (\d+) \| ([^|]+) \|", TEXT, re.MULTILINE)
    assert {int(level): tuple(re.findall(r"`(\w+)`", parts)) for level, parts in rows} == LEVELS


@pytest.mark.parametrize("name", WALKS)
def test_a_walk_is_described_as_it_is_taken(name: str) -> None:
    heading = rf"\({name}\)=\n### .*?(\d+) files(?:, (\d+) hops)?\n"
    section = re.search(rf"{heading}(.*?)(?=\n\(\w+\)=|\n## )", TEXT, re.DOTALL)
    assert section is not None, f"the page has no section of {name}"
    files, hops, words = section.groups()
    walk = taken(name)
    assert set(NAMED.findall(words)) == walk.files
    assert int(files) == len(walk.files)
    assert (None if hops is None else int(hops)) == walk.hops


def test_every_file_that_the_page_names_is_there() -> None:
    folders = (ROOT, ROOT.parents[1], ROOT / "crisscross")
    missing = [name for name in set(NAMED.findall(TEXT)) if not any((folder / name).exists() for folder in folders)]
    assert missing == []


GLOSSARY = (PAGE.parent / "glossary.md").read_text(encoding="utf-8")
CODE_TERMS = (
    "`catalog/`",
    "`catalog.GameKit`",
    "`RuleLibrary`",
    "`rulefiles/`",
    "`schema.py`",
    "`IllegalActionCode`",
    "`http/health.py`",
    "`AppContext`",
    "`TableSocket`",
    "`service/workers/`",
    "`WorkerPool`",
    "`Job`",
    "`DecisionBuilder`",
    "`Watchers`",
    "`storage/errors.py`",
    "`storage/paths.py`",
    "`storage/opener.py`",
    "`storage/connect.py`",
    "`storage/queries.py`",
    "`Appender`",
    "`TerminalSession`",
    "`cli/shared/gc_pause.py`",
    "`analysis/crisscross/`",
    "`analysis/king/`",
    "`crisscross/progressives/`",
    "`tests/naive/`",
    "`benchmarks/effort.py`",
)
"""Terms that a reader meets in the code and can't look up elsewhere."""


@pytest.mark.parametrize("term", CODE_TERMS)
def test_the_glossary_has_the_terms_of_the_code(term: str) -> None:
    assert term in GLOSSARY


def test_what_the_glossary_names_exists() -> None:
    repository = ROOT.parents[1]
    names = {
        node.name
        for path in python_files(ROOT)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    classes = re.findall(r"`(?:\w+\.)*([A-Z][a-z]\w+)`", GLOSSARY)
    assert classes and set(classes) <= names
    paths = re.findall(r"`((?:\w+/)+(?:\w+\.\w+)?|\w+\.py)`", GLOSSARY)
    folders = (ROOT, repository, ROOT / "service" / "tables")
    assert paths and [path for path in paths if not any((folder / path).exists() for folder in folders)] == []

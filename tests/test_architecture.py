"""The package keeps its shape, and the rules of `architecture.py` find what breaks it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.architecture import machine_paths, violations

ROOT = Path(__file__).resolve().parents[1]


def test_the_package_keeps_its_shape() -> None:
    assert violations(ROOT / "src" / "crossfelt") == []


def test_no_file_names_a_folder_of_one_machine() -> None:
    assert machine_paths(ROOT) == []


OPENING = '"""What this is. It may not do anything else."""\n'

PLANTED = {
    "a higher level": (
        "cards.py",
        "from crossfelt.crisscross import round",
        "cards (level 0) may not import",
    ),
    "inside a function": (
        "kernels/x.py",
        "def f():\n    import crossfelt.service",
        "kernels (level 4) may not",
    ),
    "inside a method": (
        "game.py",
        "class A:\n  def f(self):\n    import crossfelt.http.app",
        "game (level 1) may not",
    ),
    "inside an except": (
        "game.py",
        "try: ...\nexcept OSError:\n    import crossfelt.cli",
        "game (level 1) may not",
    ),
    "by a string": (
        "envs/x.py",
        "import importlib\nimportlib.import_module('crossfelt.cli')",
        "envs (level 7) may",
    ),
    "for types only": (
        "money.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from crossfelt.game import Game",
        "money (level 0) may not import game (level 1)",
    ),
    "a relative import": (
        "storage/x.py",
        "from ..service import tables",
        "storage (level 4) may not import service",
    ),
    "a part of the root": ("money.py", "from crossfelt import http", "money (level 0) may not import http"),
    "a name of the root": ("http/x.py", "from crossfelt import Card", "from the part that defines it"),
    "a sibling": (
        "crisscross/x.py",
        "import crossfelt.kingcross",
        "crisscross (level 3) may not import kingcross",
    ),
    "the commands": ("http/x.py", "import crossfelt.cli", "http (level 8) may not import cli (level 8)"),
    "an importer of the shipped tests": (
        "cli/x.py",
        "import crossfelt.testing",
        "cli (level 8) may not import",
    ),
    "an eager root": (
        "__init__.py",
        '"""Doc."""\nfrom crossfelt.cards import Card',
        "imports nothing of its own",
    ),
    "an unknown part": ("helpers.py", "", "helpers.py has no level"),
    "an unknown folder": ("helpers/__init__.py", OPENING, "helpers has no level"),
    "numba elsewhere": ("analysis/x.py", "from numba import njit", "only kernels imports numba"),
    "a clock": ("crisscross/x.py", "import time", "may not import time"),
    "a date": ("crisscross/x.py", "from datetime import datetime", "may not import datetime"),
    "the system": ("record.py", "import os.path", "may not import os.path"),
    "a dependency": ("ranking.py", "import numpy as np", "may not import numpy"),
    "chance elsewhere": ("ledger.py", "import random", "may not import random"),
    "imports by name": ("ledger.py", "import importlib", "may not import importlib"),
    "a file": ("ledger.py", "def f():\n    return open('x')", "may not call open()"),
    "a path": ("ledger.py", "def f(Path):\n    return Path('x')", "may not call Path()"),
    "a message": ("service/x.py", "print('x')", "print() below http and cli"),
    "a pure command": (
        "money.py",
        "if __name__ == '__main__':\n    print('x')",
        "print() below http and cli",
    ),
    "a docstring that says nothing": ("service/x.py", 'def f():\n    """The total."""', "says nothing alone"),
    "a question": ("service/x.py", "def f(book):\n    return book == 'somewhere'", "rules are 'somewhere'"),
    "a table of names": ("service/x.py", "TABLE = {'somewhere': 1}", "rules are 'somewhere'"),
    "a match": (
        "service/x.py",
        "def f(book):\n    match book:\n        case 'somewhere':\n            return 1",
        "rules are 'somewhere'",
    ),
    "a cycle": ("fields.py", "import crossfelt.jsontext", "import cycle"),
    "a long file": ("cards.py", "x = 1\n" * 601, "601 lines"),
    "a folder without an opening": ("service/wire/x.py", "", "service/wire has no __init__.py"),
    "a folder without a limit": (
        "service/__init__.py",
        '"""Tables."""',
        "does not say what the folder may not do",
    ),
}


@pytest.fixture
def tidy(tmp_path: Path) -> Path:
    """A small package without a fault, which uses what is allowed at the edges of each rule."""
    package = tmp_path / "crossfelt"
    parts = ("crisscross", "kernels", "service", "cli", "http", "storage", "envs", "analysis")
    for folder in (*parts, "crisscross/rulebooks"):
        (package / folder).mkdir(parents=True)
        (package / folder / "__init__.py").write_text(OPENING)
    files = {
        "__init__.py": '"""Doc."""\n__version__ = "1"\ndef __getattr__(name):\n    import crossfelt.cards\n',
        "cards.py": "import importlib.resources\nfrom importlib import resources\nimport collections.abc",
        "chance.py": "import random\nimport secrets\nfrom crossfelt.cards import Card",
        "jsontext.py": "import crossfelt.fields",
        "game.py": "from crossfelt.ledger import Posting\nfrom crossfelt import __version__",
        "crisscross/round.py": "from . import rulebooks\nfrom .rulebooks import x\nimport crossfelt.game",
        "crisscross/rulebooks/somewhere-1.toml": "",
        "kernels/hands.py": "import numba\nimport numpy",
        "service/tool.py": "if __name__ == '__main__':\n    print('done')",
        "cli/main.py": "DEFAULT = 'somewhere'\nprint(DEFAULT)\nimport time\nimport crossfelt.service, crossfelt.http",
    }
    for name, text in files.items():
        (package / name).write_text(text)
    return package


def test_a_tidy_package_has_no_violation(tidy: Path) -> None:
    assert violations(tidy) == []


@pytest.mark.parametrize(("name", "text", "complaint"), PLANTED.values(), ids=PLANTED.keys())
def test_each_violation_is_found(tidy: Path, name: str, text: str, complaint: str) -> None:
    path = tidy / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    [violation] = violations(tidy)
    assert complaint in violation


def test_paths_of_one_machine_are_found(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text(f"see /{'home'}/me/file\n\nand https://example.org/home/page\n")
    assert machine_paths(tmp_path) == [f"notes.md:1: see /{'home'}/me/file"]


def test_tests_in_a_browser_are_marked() -> None:
    """Their plugin leaves an event loop running, so an unmarked one breaks the tests that come after it."""
    files = sorted((ROOT / "tests/browser").glob("test_*.py"))
    assert files
    assert [file.name for file in files if "pytestmark = pytest.mark.browser" not in file.read_text()] == []

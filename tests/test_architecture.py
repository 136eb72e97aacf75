"""The package keeps its shape, and the rules of `architecture.py` find what breaks it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.architecture import colliding_names, machine_paths, undocumented, vague_names, violations
from tests.support.layout import layout_faults

ROOT = Path(__file__).resolve().parents[1]


def test_the_package_keeps_its_shape() -> None:
    assert violations(ROOT / "src" / "crossfelt") == []


def test_names_in_tests_benchmarks_and_tools_say_what_they_stand_for() -> None:
    assert vague_names(ROOT) == []


def test_no_file_names_a_folder_of_one_machine() -> None:
    assert machine_paths(ROOT) == []


def test_no_two_files_of_the_page_differ_only_in_case_or_extension() -> None:
    assert colliding_names(ROOT / "web" / "src") == []


def test_colliding_names_are_reported(tmp_path: Path) -> None:
    for name in ("Felt.svelte", "feltState.svelte.ts", "feltState.test.ts", "rows.ts", "king/felt.ts"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert colliding_names(tmp_path) == []
    for name in ("felt.svelte.ts", "rows.css"):
        (tmp_path / name).touch()
    assert colliding_names(tmp_path) == ["Felt.svelte and felt.svelte.ts", "rows.css and rows.ts"]


OPENING = '"""What this is.\n\nIt may not do `a. b` else. Open `__init__.py` first.\n\nMore. And more."""\n'

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
        OPENING + "from crossfelt.cards import Card",
        "imports nothing of its own",
    ),
    "an unknown part": ("helpers.py", "", "helpers.py has no level"),
    "an unknown folder": ("helpers/__init__.py", OPENING, "helpers has no level"),
    "numba elsewhere": ("analysis/x.py", "from numba import njit", "only kernels imports numba"),
    "uvicorn elsewhere": ("http/x.py", "import uvicorn", "only crossfelt.http.uvicorn_overrides imports uvicorn"),
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
    "a game outside its rooms": (
        "service/x.py",
        "def f():\n    from crossfelt.crisscross.round import CRISS_CROSS",
        "imports crossfelt.crisscross.round, which only the rooms of criss-cross do",
    ),
    "a game in the room of another": (
        "http/king.py",
        "import crossfelt.analysis.crisscross.solver",
        "imports crossfelt.analysis.crisscross.solver, which only the rooms of criss-cross do",
    ),
    "the kit of one game": (
        "http/x.py",
        "from crossfelt.catalog.kingcross import KING_CROSS_KIT",
        "imports crossfelt.catalog.kingcross, which only the rooms of king-cross do",
    ),
    "the name of a game": ("http/x.py", "if game == 'king-cross': ...", "names king-cross, which only its rooms do"),
    "a question": ("service/x.py", "def f(book):\n    return book == 'somewhere'", "rules are 'somewhere'"),
    "a table of names": ("service/x.py", "TABLE = {'somewhere': 1}", "rules are 'somewhere'"),
    "a match": (
        "service/x.py",
        "def f(book):\n    match book:\n        case 'somewhere':\n            return 1",
        "rules are 'somewhere'",
    ),
    "a vague variable": ("storage/x.py", "def f(x):\n    kept = x\n    return kept", "2: kept does not say what"),
    "a vague parameter": ("cards.py", "def f(told: int):\n    return told", "1: told does not say what"),
    "a vague keyword": ("envs/x.py", "def f(*, brought):\n    return brought", "1: brought does not say what"),
    "a vague lambda": ("envs/x.py", "f = lambda wanted: wanted", "1: wanted does not say what"),
    "a vague item": ("envs/x.py", "def f(x):\n    return [does for does in x]", "2: does does not say what"),
    "a vague pattern": (
        "envs/x.py",
        "def f(x):\n    match x:\n        case int() as found:\n            return found",
        "3: found does not say what",
    ),
    "a vague method": ("envs/x.py", "class A:\n  def f(self, says):\n    return says", "2: says does not say what"),
    "a vague attribute": (
        "envs/x.py",
        "class A:\n  def __init__(self, x):\n    self._kept = x",
        "3: _kept does not say what",
    ),
    "a vague field": ("envs/x.py", "class A:\n  told: int", "2: told does not say what"),
    "a vague function": ("envs/x.py", "def told():\n    return 1", "1: told does not say what"),
    "a vague class": ("envs/x.py", "class _Kept: ...", "1: _Kept does not say what"),
    "a vague constant": ("envs/x.py", "WANTED = 1", "1: WANTED does not say what"),
    "a cycle": ("fields.py", "import crossfelt.jsontext", "import cycle"),
    "a long file": ("cards.py", "x = 1\n" * 601, "601 lines"),
    "a folder without an opening": ("service/wire/x.py", "", "service/wire has no __init__.py"),
    "a folder with a short opening": (
        "service/__init__.py",
        '"""Tables. They may not print."""',
        "does not open with 3 sentences",
    ),
    "a folder with a long opening": (
        "service/__init__.py",
        '"""Tables.\n\nOf any game. They may not print. Open `__init__.py` first."""',
        "does not open with 3 sentences",
    ),
    "a folder without a limit": (
        "service/__init__.py",
        '"""Tables.\n\nThey are of any game. Open `__init__.py` first."""',
        "does not say what the folder may not do",
    ),
    "a folder without a first file": (
        "service/__init__.py",
        '"""Tables.\n\nThey may not print. Open the folder first."""',
        "does not name a file to open first",
    ),
    "a first file that is not there": (
        "service/__init__.py",
        '"""Tables.\n\nThey may not print. Open `nothing.py` first."""',
        "does not name a file to open first",
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
        "__init__.py": OPENING + '__version__ = "1"\ndef __getattr__(name):\n    import crossfelt.cards\n',
        "cards.py": "import importlib.resources\nfrom importlib import resources\nimport collections.abc",
        "chance.py": "import random\nimport secrets\nfrom crossfelt.cards import Card",
        "jsontext.py": "import crossfelt.fields",
        "game.py": "from crossfelt.ledger import Posting\nfrom crossfelt import __version__",
        "crisscross/round.py": "from . import rulebooks\nfrom .rulebooks import x\nimport crossfelt.game",
        "crisscross/rulebooks/somewhere-1.toml": "",
        "kernels/hands.py": "import numba\nimport numpy",
        "envs/fault.py": "class Fault:\n    says: str\n\ndef f(fault):\n    return g(says=fault.says)",
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


def test_public_functions_and_classes_are_documented() -> None:
    assert undocumented(ROOT / "src" / "crossfelt") == []


def test_a_public_function_without_a_docstring_is_found(tidy: Path) -> None:
    (tidy / "service" / "x.py").write_text('def f(): ...\ndef g():\n    """Sum."""\ndef _h(): ...\nclass C: ...\n')
    (tidy / "envs" / "fault.py").unlink()
    assert undocumented(tidy) == ["crossfelt.service.x.f", "crossfelt.service.x.C"]


def test_paths_of_one_machine_are_found(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text(f"see /{'home'}/me/file\n\nand https://example.org/home/page\n")
    assert machine_paths(tmp_path) == [f"notes.md:1: see /{'home'}/me/file"]


def test_tests_in_a_browser_are_marked() -> None:
    """Their plugin leaves an event loop running, so an unmarked one breaks the tests that come after it."""
    files = sorted((ROOT / "tests/browser").glob("test_*.py"))
    assert files
    marked = re.compile(r"^pytestmark = \[?pytest\.mark\.browser\b", re.MULTILINE)
    assert [file.name for file in files if not marked.search(file.read_text())] == []


def test_the_tests_keep_their_layout() -> None:
    assert layout_faults(ROOT) == []


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("rules/table.py", "", "tests/rules/table.py is no test: helpers belong in tests/support"),
        ("scale.py", "", "tests/scale.py is no test: helpers belong in tests/support"),
        (
            "rules/test_y.py",
            "from tests.rules.test_x import card",
            "tests/rules/test_y.py:1: imports tests.rules.test_x.card; move it to tests/support",
        ),
        (
            "support/y.py",
            "def f():\n    from tests.rules import test_x",
            "tests/support/y.py:2: imports tests.rules.test_x; move it to tests/support",
        ),
        (
            "rules/test_y.py",
            "from .conftest import client",
            "tests/rules/test_y.py:1: imports conftest.client; move it to tests/support",
        ),
        (
            "test_y.py",
            "import tests.rules.conftest",
            "tests/test_y.py:1: imports tests.rules.conftest; move it to tests/support",
        ),
        ("counts/test_y.py", "", "tests/counts has no __init__.py"),
        (
            "unit/crisscross/test_dice.py",
            "",
            "tests/unit/crisscross/test_dice.py has no src/crossfelt/crisscross/dice.py to test",
        ),
    ],
)
def test_each_fault_of_the_layout_is_found(tmp_path: Path, name: str, text: str, fault: str) -> None:
    files = {
        "soak.py": "",
        "conftest.py": "from tests.support.scale import scaled",
        "naive/dealing.py": "",
        "support/scale.py": "",
        "rules/test_x.py": "from tests.naive import dealing\nfrom tests.support.scale import scaled",
        "unit/test_verifier.py": "",
        "unit/crisscross/test_round.py": "",
    }
    for folder in ("", "naive", "support", "rules", "unit", "unit/crisscross"):
        (tmp_path / "tests" / folder).mkdir(exist_ok=True)
        (tmp_path / "tests" / folder / "__init__.py").touch()
    for file, content in files.items():
        (tmp_path / "tests" / file).write_text(content)
    for folder in ("verifier", "crisscross"):
        (tmp_path / "src/crossfelt" / folder).mkdir(parents=True)
    (tmp_path / "src/crossfelt/crisscross/round.py").touch()
    assert layout_faults(tmp_path) == []
    (tmp_path / "tests" / name).parent.mkdir(exist_ok=True)
    (tmp_path / "tests" / name).write_text(text)
    assert layout_faults(tmp_path) == [fault]

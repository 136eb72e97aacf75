"""The rules of the test tree: where helpers are, what tests may import, and which source a unit test belongs to."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

HELPERS = frozenset({"support", "naive"})
"""Folders of modules that are no tests."""
PROGRAMS = frozenset({"architecture.py", "duplicates.py", "soak.py", "walks.py"})
"""Modules beside the folders: the rules of the code, and what `dev.py soak` and the tests of the docs run."""


def layout_faults(root: Path) -> list[str]:
    """Every break of these rules below `root`, the folder of the project, one line each."""
    tests = root / "tests"
    paths = sorted(path for path in tests.rglob("*.py"))
    folders = sorted({path.parent for path in paths})
    results = [f"{_name(root, folder)} has no __init__.py" for folder in folders if not _is_package(folder)]
    for path in paths:
        where = _name(root, path)
        if not _may_be_here(path.relative_to(tests)):
            results.append(f"{where} is no test: helpers belong in tests/support")
        results += [f"{where}:{line}: imports {name}; move it to tests/support" for line, name in _test_imports(path)]
    return [*results, *_unit_faults(root)]


def _name(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix()


def _is_package(folder: Path) -> bool:
    return (folder / "__init__.py").exists()


def _may_be_here(path: Path) -> bool:
    """Whether a module may be at this path below `tests/`."""
    is_test = path.name.startswith("test_") or path.name in ("conftest.py", "__init__.py")
    return path.parts[0] in HELPERS or is_test or path.as_posix() in PROGRAMS


def _test_imports(path: Path) -> Iterator[tuple[int, str]]:
    """The line and name of every import from a `test_` file or a conftest."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for name in _imported(node):
            if any(word.startswith("test_") or word == "conftest" for word in name.split(".")):
                yield getattr(node, "lineno", 0), name


def _imported(node: ast.AST) -> list[str]:
    """The full names that an import statement of the test tree brings in."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names if alias.name.startswith("tests.")]
    if isinstance(node, ast.ImportFrom) and (node.level or (node.module or "").split(".")[0] == "tests"):
        return [f"{node.module or ''}.{alias.name}" for alias in node.names]
    return []


def _unit_faults(root: Path) -> Iterator[str]:
    """Unit tests without the module or folder that they are named after."""
    unit, source = root / "tests" / "unit", root / "src" / "crossfelt"
    for path in sorted(unit.rglob("test_*.py")):
        module = source / path.parent.relative_to(unit) / path.stem.removeprefix("test_")
        if not module.with_suffix(".py").exists() and not module.is_dir():
            yield f"{_name(root, path)} has no {_name(root, module)}.py to test"

"""No function is written twice, and a copy is found whatever its names and format are."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.duplicates import duplicate_bodies

ROOT = Path(__file__).resolve().parents[1]


def test_no_function_is_written_twice() -> None:
    duplicates = duplicate_bodies(ROOT)
    assert not duplicates, "\n".join(duplicates)


ORIGINAL = '''
def total(prices, limit):
    """Add up."""
    result = 0
    for price in prices:
        if price > limit:
            continue
        result += price
    return result
'''

COPIES = {
    "the same": ORIGINAL,
    "another name": ORIGINAL.replace("total", "summed"),
    "another docstring": ORIGINAL.replace("Add up.", "Sum them."),
    "no docstring": ORIGINAL.replace('    """Add up."""\n', ""),
    "a comment": ORIGINAL.replace("    for", "    # One by one.\n\n    for"),
    "another format": ORIGINAL.replace("price > limit", "(\n            price\n            > limit\n        )"),
    "another variable": ORIGINAL.replace("result", "amount"),
    "another parameter": ORIGINAL.replace("limit", "most"),
    "asynchronous": ORIGINAL.replace("def", "async def"),
    "a method": "class Till:\n" + ORIGINAL.strip().replace("\n", "\n    ").replace("def", "    def", 1),
}

DIFFERENT = {
    "another number": ORIGINAL.replace("0", "1"),
    "another operator": ORIGINAL.replace(">", ">="),
    "another global": ORIGINAL.replace("> limit", "> LIMIT"),
    "names exchanged": ORIGINAL.replace("return result", "return limit"),
    "another attribute": ORIGINAL.replace("result += price", "result += price.cents"),
    "one statement more": ORIGINAL.replace("return result", "print(result)\n    return result"),
}


def planted(folder: Path, text: str) -> list[str]:
    (folder / "first.py").write_text(ORIGINAL)
    (folder / "second.py").write_text(text)
    return duplicate_bodies(folder)


@pytest.mark.parametrize("text", COPIES.values(), ids=COPIES.keys())
def test_a_copy_is_found(tmp_path: Path, text: str) -> None:
    [duplicate] = planted(tmp_path, text)
    assert duplicate.startswith("second.py:")
    assert "repeats first.py:2 total" in duplicate


@pytest.mark.parametrize("text", DIFFERENT.values(), ids=DIFFERENT.keys())
def test_a_different_function_is_not_a_copy(tmp_path: Path, text: str) -> None:
    assert planted(tmp_path, text) == []


def test_short_functions_may_repeat(tmp_path: Path) -> None:
    short = ORIGINAL.replace("        if price > limit:\n            continue\n", "")
    (tmp_path / "first.py").write_text(short)
    (tmp_path / "second.py").write_text(short)
    assert duplicate_bodies(tmp_path) == []

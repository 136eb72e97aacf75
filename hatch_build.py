"""Build hook: puts the page, built from web/, into the package, for wheels, sdists and editable installs.

`CROSSFELT_SKIP_WEB=1` leaves the page as it is; the server then says how to build it. An unchanged page is
not built again, so that a wheel made from an sdist needs no node.
"""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageBuildHook(BuildHookInterface[Any]):
    """Named by `[tool.hatch.build.hooks.custom]`."""

    def dependencies(self) -> list[str]:
        """Node as a package, only where it is needed and PATH has none."""
        toolchain = _toolchain(Path(self.root))
        if _is_skipped() or toolchain.page_is_current() or toolchain.node_on_path() is not None:
            return []
        return [toolchain.NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the files of the distribution are collected."""
        del version, build_data
        toolchain = _toolchain(Path(self.root))
        if _is_skipped():
            self.app.display_info("crossfelt: CROSSFELT_SKIP_WEB=1, the page is not built")
        elif toolchain.build():
            self.app.display_info("crossfelt: page built")
        else:
            self.app.display_info("crossfelt: page is up to date")


def _is_skipped() -> bool:
    return os.environ.get("CROSSFELT_SKIP_WEB") == "1"


def _toolchain(root: Path) -> ModuleType:
    """The build environment holds no crossfelt, so the file is loaded by its path."""
    spec = importlib.util.spec_from_file_location("crossfelt_toolchain", root / "web" / "toolchain.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

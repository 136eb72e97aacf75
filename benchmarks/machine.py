"""A description of the machine on which figures were measured, without its name."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path


def describe(packages: Sequence[str]) -> list[str]:
    """Return one line each for processor, system, Python, compiler and packages."""
    system = f"{platform.system()} {platform.machine()}"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    lines = [f"{_processor()}, {os.cpu_count()} cores", f"{system}, {python}"]
    compiler = find_compiler()
    if compiler:
        lines.append(_first_line([compiler, "--version"]))
    lines.append(", ".join(f"{name} {version}" for name in packages if (version := package_version(name))))
    return lines


def find_compiler() -> str | None:
    """Return the path of a C compiler, gcc before any other."""
    return shutil.which("gcc") or shutil.which("cc")


def package_version(name: str) -> str | None:
    """Return the version of an installed package."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown processor"


def _first_line(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.partition("\n")[0]

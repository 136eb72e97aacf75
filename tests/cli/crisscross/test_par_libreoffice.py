"""`crossfelt par --xlsx` as LibreOffice calculates it, each pay entry changed alone. Only `dev.py soak workbook` runs
this, because it installs LibreOffice first."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from crossfelt.cli.crisscross.books import choose_rules
from crossfelt.ranking import Hand
from tests.support.cli.program import run
from tests.support.scale import SCALE, report_figures
from tests.support.workbooks import (
    OpenedWorkbook,
    bonus_figures,
    fixed_play,
    main_figures,
    odds_row,
    opened,
)

pytestmark = pytest.mark.skipif(SCALE != "full", reason="run by `dev.py soak workbook`, which installs LibreOffice")
EXAMPLES = Path(__file__).resolve().parents[3] / "src/crossfelt/examples"
RULES = {
    "cardroom": ("cardroom",),
    "maryland": ("maryland",),
    "massachusetts": ("massachusetts",),
    "wheels": (str(EXAMPLES / "wheels.toml"),),
    "modified": (
        "maryland",
        "--pay",
        "royal_flush=1000000",
        "--pay",
        "pair_6s_to_10s=1",
        "--option",
        "ace_low_straight=false",
    ),
}
OPTIONS = ("--pay", "--option")
TOLERANCE = 1e-9
Case = tuple[str, Mapping[tuple[str, str], float], Mapping[str, Fraction | float]]
"""A description of the change, the changed cells, and the resulting figures."""


def calculated(files: Sequence[Path], folder: Path) -> list[Path]:
    """Every file as LibreOffice saves it after calculating it, in one run of the program."""
    profile = f"-env:UserInstallation=file://{folder}/profile"
    out = folder / "calculated"
    command = ["soffice", profile, "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", str(out)]
    subprocess.run([*command, *map(str, files)], check=True, capture_output=True, timeout=1800)
    return [out / file.name for file in files]


def cases(workbook: OpenedWorkbook, arguments: Sequence[str]) -> Iterator[Case]:
    """The file as it is, then each entry of each pay table raised by one."""
    options = {
        name: [v for n, v in zip(arguments[1::2], arguments[2::2], strict=True) if n == name] for name in OPTIONS
    }
    rules = choose_rules(arguments[0], options["--option"], options["--pay"])
    book, scheme = rules.book, rules.scheme
    play = fixed_play(book, scheme)
    bonuses = [spot.id for spot in book.spots.values() if spot.kind == "bonus"]
    same = {name: value for spot in bonuses for name, value in bonus_figures(play.bonus_under(spot, {})).items()}
    yield "nothing", {workbook.cell("Confidence_level"): 0.9}, {**main_figures(play.best), **same}
    for hand in Hand:
        row = odds_row(hand)
        bets, antes = {hand: scheme.pay[hand] + 1}, {hand: scheme.ante[hand] + 1}
        yield f"bets {hand.slug}", {workbook.cell("Bet_odds", row): bets[hand]}, main_figures(play.under(bets))
        yield f"antes {hand.slug}", {workbook.cell("Ante_odds", row): antes[hand]}, main_figures(play.under({}, antes))
        for spot in bonuses:
            odds = {hand: book.odds_of[spot][hand] + 1}
            changes = {workbook.cell(f"Odds_{spot}", row): odds[hand]}
            yield f"{spot} {hand.slug}", changes, bonus_figures(play.bonus_under(spot, odds))


@pytest.mark.parametrize("name", RULES)
def test_libreoffice_calculates_what_the_exact_code_does(name: str, tmp_path: Path) -> None:
    path = tmp_path / "par.xlsx"
    assert run("par", *RULES[name], "--xlsx", str(path)).status == 0
    workbook = opened(path)
    tried = list(cases(workbook, RULES[name]))
    files = [
        workbook.changed(tmp_path / f"case-{number}.xlsx", changes) for number, (_, changes, _) in enumerate(tried)
    ]
    compared, farthest = 0, 0.0
    for (title, _, figures), file in zip(tried, calculated(files, tmp_path), strict=True):
        values = opened(file).stored()
        for figure, expected in figures.items():
            value = workbook.value(values, figure)
            miss = abs(Fraction(value) - Fraction(expected)) / max(Fraction(1), abs(Fraction(expected)))
            assert miss <= TOLERANCE, (title, figure, value, float(expected))
            compared, farthest = compared + 1, max(farthest, float(miss))
    report_figures(f"{name}: {len(tried)} files, {compared} figures, the farthest off by {farthest:.1e}")


def test_stored_results_are_those_of_libreoffice(tmp_path: Path) -> None:
    path = tmp_path / "par.xlsx"
    assert run("par", *RULES["wheels"], "--xlsx", str(path)).status == 0
    workbook = opened(path)
    stored, formulas = workbook.stored(), workbook.formulas()
    (file,) = calculated([workbook.changed(tmp_path / "same.xlsx", {})], tmp_path)
    values = opened(file).stored()
    for place, content in formulas.items():
        if isinstance(content, str) and content.startswith("="):
            same = values[place] == stored[place]
            assert same or values[place] == pytest.approx(stored[place], rel=1e-12, abs=1e-12), (place, content)

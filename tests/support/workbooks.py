"""Workbooks as tests open them: their cells, changed and calculated again, and exact values to compare with."""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from openpyxl import load_workbook

from crossfelt.analysis.crisscross.bonus import BonusResult, bonus_results
from crossfelt.analysis.crisscross.encode import Scheme
from crossfelt.analysis.crisscross.results import Results, results
from crossfelt.analysis.crisscross.solver import solve
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.ranking import Hand

Values = Mapping[tuple[str, str], Any]
"""Sheet and cell -> value."""


@dataclass(frozen=True, slots=True)
class OpenedWorkbook:
    """A file with the places of its names."""

    path: Path
    names: Mapping[str, tuple[str, str]]
    """Name -> sheet and cell or range."""

    def cell(self, name: str, row: int = 0) -> tuple[str, str]:
        """The sheet and cell of a name; of a range in one column, the cell of that row from 0."""
        sheet, place = self.names[name]
        column, first = place.partition(":")[0].strip("$").split("$")
        return sheet, f"{column}{int(first) + row}"

    def value(self, values: Values, name: str) -> Any:
        """The value of a named cell."""
        return values[self.cell(name)]

    def stored(self) -> Values:
        """Every value as it is stored, results of formulas included."""
        return dict(_cells(self.path, data_only=True))

    def formulas(self) -> Values:
        """Every formula and constant."""
        return dict(_cells(self.path, data_only=False))

    def changed(self, path: Path, changes: Mapping[tuple[str, str], float]) -> Path:
        """Save a copy with other inputs. It has no results of formulas, so nobody can read old ones."""
        book = load_workbook(self.path)
        for (sheet, cell), value in changes.items():
            assert isinstance(book[sheet][cell].value, int | float), "only inputs are changed"
            book[sheet][cell].value = value
        book.save(path)
        return path


def opened(path: Path) -> OpenedWorkbook:
    """A workbook with its names read."""
    defined = load_workbook(path).defined_names
    places = {name: next(iter(entry.destinations)) for name, entry in defined.items()}
    return OpenedWorkbook(path, {name: (sheet, place) for name, (sheet, place) in places.items()})


class Evaluator:
    """The package `formulas`, which knows nothing of ours and calculates a file as it stands."""

    def __init__(self, path: Path) -> None:
        self._file = path.name
        with _quiet():
            import formulas

            self._model = formulas.ExcelModel().loads(str(path)).finish(circular=False)

    def values(self, changes: Mapping[tuple[str, str], float] | None = None) -> Values:
        """Every calculated cell, after some inputs are changed."""
        inputs = {self._key(*place): value for place, value in (changes or {}).items()}
        with _quiet():
            solution = self._model.calculate(inputs=inputs or None)
        values = {}
        for key, ranges in solution.items():
            place = str(key)
            if place.startswith(f"'[{self._file}]") and ":" not in place.rpartition("!")[2]:
                sheet, _, cell = place.removeprefix(f"'[{self._file}]").rpartition("'!")
                values[sheet, cell] = ranges.value[0, 0]
        return _ByAnyCase(values)

    def _key(self, sheet: str, cell: str) -> str:
        return f"'[{self._file}]{sheet.upper()}'!{cell}"


class _ByAnyCase(dict[tuple[str, str], Any]):
    """Values by sheet and cell; the evaluator writes sheets in capital letters."""

    def __getitem__(self, place: tuple[str, str]) -> Any:
        return super().__getitem__((place[0].upper(), place[1]))


@dataclass(frozen=True, slots=True)
class FixedPlay:
    """Best play of a rule book, priced in fractions under any odds."""

    book: RuleBook
    best: Results

    def under(self, bets: Mapping[Hand, int], antes: Mapping[Hand, int] | None = None) -> Results:
        """The same play when some hands pay other odds."""
        scheme = self.best.scheme
        changed = replace(scheme, pay=_with(scheme.pay, bets), ante=_with(scheme.ante, antes or {}))
        return Results(changed, self.best.solution, self.best.tally)

    def bonus_under(self, spot: str, odds: Mapping[Hand, int]) -> BonusResult:
        """A bonus wager when some hands pay other odds."""
        entry = bonus_results(self.book)[spot]
        return replace(entry, odds=_with(entry.odds, odds))


def fixed_play(book: RuleBook, scheme: Scheme) -> FixedPlay:
    """Best play of a rule book, solved once."""
    return FixedPlay(book, results(solve(scheme)))


def main_figures(result: Results) -> dict[str, Fraction | float]:
    """The figures of the main game by the names that they have in a workbook."""
    return {
        "Expected_net": result.mean,
        "House_edge_one_ante": result.edge_of_one_ante,
        "House_edge_both_antes": result.edge_of_both_antes,
        "Element_of_risk": result.element_of_risk,
        "RTP_one_ante": 1 - result.edge_of_one_ante,
        "RTP_both_antes": 1 - result.edge_of_both_antes,
        "RTP_all_money_bet": 1 - result.element_of_risk,
        "Average_total_wager": result.average_total_wager,
        "Variance": result.variance,
        "Standard_deviation": result.standard_deviation,
        "Skewness": result.skewness,
        **{f"Rounds_{name}": share for name, share in result.rounds_won.items()},
        **{f"Folded_at_{name}": share for name, share in result.folds.items()},
    }


def bonus_figures(entry: BonusResult) -> dict[str, Fraction | float]:
    """The figures of a bonus wager by the names that they have in a workbook."""
    return {
        f"House_edge_{entry.spot}": entry.house_edge,
        f"RTP_{entry.spot}": 1 - entry.house_edge,
        f"Hit_rate_{entry.spot}": entry.hit_rate,
        f"Standard_deviation_{entry.spot}": entry.standard_deviation,
    }


def odds_row(hand: Hand) -> int:
    """The row of a hand among those of the sheet Pay, which has the best first."""
    return len(Hand) - 1 - hand


def _with(odds: tuple[int, ...], changes: Mapping[Hand, int]) -> tuple[int, ...]:
    return tuple(changes.get(hand, odds[hand]) for hand in Hand)


def _cells(path: Path, *, data_only: bool) -> Iterator[tuple[tuple[str, str], Any]]:
    for sheet in load_workbook(path, data_only=data_only):
        for row in sheet.iter_rows():
            yield from (((sheet.title, cell.coordinate), cell.value) for cell in row if cell.value is not None)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Without the warnings and the progress bar of the evaluator."""
    with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        yield

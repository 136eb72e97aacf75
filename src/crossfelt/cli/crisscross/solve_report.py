"""The report of a solved game: the house edge, the first decision as a grid, and tables of the results."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from crossfelt.analysis.crisscross.bonus import BonusResult
from crossfelt.analysis.crisscross.documents.figures import Document
from crossfelt.analysis.crisscross.results import FOLDED, Results
from crossfelt.analysis.crisscross.symmetry import DEALS, hole_classes
from crossfelt.cards import RANKS
from crossfelt.cli.shared.drawing import PlainTable, figures_table, percent, plain_table, section, won_or_lost
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.ranking import Hand

_STYLES = {"fold": "red", "1x": "dim"}
_EDGES = (-9, -6, -3, 0, 1, 6, 11, 26, 51, 101, 501)
"""Net results, in antes, at which a new row of the distribution starts."""
_BAR = 24


def report(
    book: RuleBook,
    title: str,
    result: Results,
    bonus: Mapping[str, BonusResult],
    together: Mapping[str, Document],
) -> Group:
    """Return what `crossfelt solve` prints below its header."""
    parts: list[RenderableType] = [
        Text(f"{title}: main game with optimal play", "bold"),
        _figures(result, bonus),
        section(
            "First decision (suited above the diagonal; F: fold; a number: bet that many antes)",
            _grid(result),
            _legend(result),
        ),
        section("Wagers, antes per round", _wagers(book, result)),
        section("Net by hand, antes per round", _hands(book, result)),
        section("Net result of a round, antes", _distribution(result)),
    ]
    if bonus:
        parts.append(section("Bonus bets, each on its own", _bonuses(bonus)))
    if together:
        parts.append(section("Bonus bets together with the main game", *together_lines(bonus, together)))
    return Group(*parts)


def _figures(result: Results, bonus: Mapping[str, BonusResult]) -> PlainTable:
    rows: list[tuple[str, RenderableType]] = [
        ("House edge, % of both antes", percent(result.edge_of_both_antes, 4)),
        ("House edge, % of one ante", percent(result.edge_of_one_ante, 4)),
        ("House edge, % of all money bet", percent(result.element_of_risk, 4)),
        ("Average total bet per round, antes", f"{float(result.average_total_wager):.4f}"),
        ("Standard deviation of a round, antes", f"{result.standard_deviation:.4f}"),
        ("Skewness of a round", f"{result.skewness:.2f}"),
        ("Won / even / lost, % of all rounds", " / ".join(percent(share, 2) for share in result.rounds_won.values())),
        ("Folded at across/down/middle, % of rounds", " / ".join(percent(share, 2) for share in result.folds.values())),
        ("Exact value, antes over all deals", f"{result.numerator:,} / {DEALS:,}"),
    ]
    rows += [(f"{entry.title}: house edge, % of this bet", percent(entry.house_edge, 4)) for entry in bonus.values()]
    return figures_table(rows, is_flush_right=False)


def _grid(result: Results) -> Table:
    """Return a grid from the aces down, with a letter or number in every cell: color is never the only sign."""
    best = {hole.name: result.best_start(hole) for hole in hole_classes()}
    table = Table("", *reversed(RANKS), box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for high in reversed(RANKS):
        cells = []
        for low in reversed(RANKS):
            ranks = sorted((high, low), key=RANKS.index, reverse=True)
            is_above = RANKS.index(high) > RANKS.index(low)
            action = best["".join(ranks) + ("" if high == low else "s" if is_above else "o")]
            cells.append(Text(_mark(action), _STYLES.get(action, "bold green")))
        table.add_row(high, *cells)
    return table


def _mark(action: str) -> str:
    return "F" if action == "fold" else action.removesuffix("x")


def _legend(result: Results) -> Text:
    holes = dict.fromkeys(result.actions, 0)
    for hole in hole_classes():
        holes[result.best_start(hole)] += hole.holes
    words = [f"{_mark(action)}: {count:,}" for action, count in holes.items()]
    return Text(f"\nOf the 1,326 two-card hands, {', '.join(words)}")


def _wagers(book: RuleBook, result: Results) -> PlainTable:
    table = plain_table(
        "wager", ">made, % of all rounds", ">staked", ">net", ">house edge, % of this wager", footer=True
    )
    for name, wager in result.wagers.items():
        cells = (percent(sum(wager.deals.values()) / DEALS, 2), f"{wager.staked / DEALS:.4f}", _net(wager.net))
        table.add_row(book.spots[name].title, *cells, percent(wager.edge, 2))
    staked, edge = f"{result.staked / DEALS:.4f}", percent(result.element_of_risk, 2)
    totals: list[RenderableType] = ["total", "", staked, _net(result.numerator), edge]
    for column, total in zip(table.columns, totals, strict=True):
        column.footer = total
    return table


def _hands(book: RuleBook, result: Results) -> PlainTable:
    table = plain_table("hand", *(f">{book.spots[name].title}" for name in result.wagers))
    table.is_by_column = True
    for name in [*(hand.slug for hand in reversed(Hand)), FOLDED]:
        table.add_row(name.replace("_", " "), *(_net(wager.by_hand.get(name, 0)) for wager in result.wagers.values()))
    return table


def _net(total: int) -> Text:
    return won_or_lost(f"{total / DEALS:+.4f}" if total else "0")


def _distribution(result: Results) -> PlainTable:
    table = plain_table("net", ">% of all rounds", "")
    lowest, highest = min(result.distribution), max(result.distribution)
    edges = [lowest, *(edge for edge in _EDGES if lowest < edge <= highest), highest + 1]
    for start, stop in pairwise(edges):
        share = sum(deals for net, deals in result.distribution.items() if start <= net < stop) / DEALS
        words = f"{start:+d}" if stop == start + 1 else f"{start:+d} to {stop - 1:+d}"
        table.add_row(words if start or stop > 1 else "0", percent(share, 4), "#" * round(_BAR * share))
    return table


def _bonuses(bonus: Mapping[str, BonusResult]) -> PlainTable:
    table = plain_table("bet", ">house edge, % of this bet", ">wins, % of all rounds", ">standard deviation, bets")
    for entry in bonus.values():
        cells = (percent(entry.house_edge, 4), percent(entry.hit_rate, 2), f"{entry.standard_deviation:.4f}")
        table.add_row(entry.title, *cells)
    return table


def together_lines(bonus: Mapping[str, BonusResult], together: Mapping[str, Document]) -> list[Text]:
    """Return the covariance of each bonus bet with the main game, and whether it was counted or sampled."""
    lines = []
    for spot, entry in together.items():
        words = f"{bonus[spot].title}: covariance with the main game {entry['covariance']:+.4f}, "
        if entry["method"] == "exact":
            words += "exact."
        else:
            words += f"SAMPLED over {entry['rounds']:,} rounds, standard error {entry['standard_error']:.4f}."
        lines.append(Text(words))
    return lines

"""The sheet `Wagers`: the cost of each wager of the main game, and its net by hand."""

from __future__ import annotations

from collections.abc import Sequence

from crossfelt.printing.blocks import words
from crossfelt.printing.par_front import WAGER_TITLES
from crossfelt.printing.workbook.book import Book, Page
from crossfelt.printing.workbook.play import HANDS, NO_HAND, Document, PlayRow

HEAD_ROW = 3
_BETS = ("across", "down", "middle")
_HAND_OF = {
    "ante_across": "Across_hand",
    "ante_down": "Down_hand",
    "across": "Across_hand",
    "down": "Down_hand",
    "middle": "Higher_hand",
}
"""Wager -> the column of `Best play` with the hand that settles it."""


def write_wagers(book: Book, document: Document, rows: Sequence[PlayRow]) -> None:
    """Write the sheet and name the net of each wager."""
    page = book.page("Wagers", [30, *(15 for _ in range(6))])
    page.text(0, 0, "Wagers of the main game", "title")
    page.note(1, "All figures are per round, in antes. Shares are of all rounds, folded ones included.")
    page.heads(
        HEAD_ROW,
        *("Wager", ">Staked, antes", ">Net, antes", ">House edge, % of this wager"),
        *(">Won, % of all rounds", ">Pushed, % of all rounds", ">Lost, % of all rounds"),
    )
    deals: int = document["deals"]
    for place, name in enumerate(WAGER_TITLES):
        _wager(page, HEAD_ROW + 1 + place, name, [_settled(row, place) for row in rows], deals)
    last = HEAD_ROW + len(WAGER_TITLES)
    page.define("Wager_nets", HEAD_ROW + 1, 2, last)
    row = _by_hand(page, last + 2, "Net by hand, antes per round", rows, deals, is_net=True)
    _by_hand(page, row, "Deals by hand", rows, deals, is_net=False)
    page.freeze(HEAD_ROW + 1, 1)


def _settled(row: PlayRow, place: int) -> tuple[int, int, int]:
    """Deals, stake and net of one wager in one row."""
    return row.deals, 1 if place < 2 else row.bets[place - 2], row.nets[place]


def _wager(page: Page, row: int, name: str, lines: Sequence[tuple[int, int, int]], deals: int) -> None:
    staked = sum(count * stake for count, stake, _ in lines) / deals
    net = sum(count * won for count, _, won in lines) / deals
    stakes = f"{name.capitalize()}_bet" if name in _BETS else ""
    made = f"*({stakes}>0)" if stakes else ""
    page.text(row, 0, WAGER_TITLES[name])
    page.formula(row, 1, f"SUMPRODUCT(Deals,{stakes})/All_deals" if stakes else "SUM(Deals)/All_deals", staked, "antes")
    page.formula(row, 2, f"SUMPRODUCT(Deals,Net_{name})/All_deals", net, "antes")
    page.formula(row, 3, f"IF(B{row + 1}=0,0,-C{row + 1}/B{row + 1})", -net / staked if staked else 0.0, "percent")
    for column, (sign, results) in enumerate({">0": (1,), "=0": (0,), "<0": (-1,)}.items(), 4):
        share = sum(count for count, stake, won in lines if stake and (won > 0) - (won < 0) in results) / deals
        page.formula(row, column, f"SUMPRODUCT(Deals{made}*(Net_{name}{sign}))/All_deals", share, "percent")


def _by_hand(page: Page, row: int, title: str, rows: Sequence[PlayRow], deals: int, *, is_net: bool) -> int:
    page.section(row, title, 6)
    page.heads(row + 1, "Hand", *(f">{title}" for title in WAGER_TITLES.values()))
    names = [*map(words, HANDS), NO_HAND]
    for place, hand in enumerate(names, row + 2):
        page.text(place, 0, hand)
        for column, name in enumerate(WAGER_TITLES):
            settled = [line for line in rows if _hand(line, name) == hand]
            label, source = f"$A{place + 1}", _HAND_OF[name]
            if is_net:
                net = sum(line.deals * line.nets[column] for line in settled) / deals
                formula = f"SUMPRODUCT(({source}={label})*Deals*Net_{name})/All_deals"
                page.formula(place, column + 1, formula, net, "antes")
            else:
                page.formula(
                    *(place, column + 1, f"SUMIF({source},{label},Deals)", sum(line.deals for line in settled)), "count"
                )
    return row + len(names) + 3


def _hand(row: PlayRow, name: str) -> str:
    return {"Across_hand": row.hands[0], "Down_hand": row.hands[1], "Higher_hand": row.higher}[_HAND_OF[name]]

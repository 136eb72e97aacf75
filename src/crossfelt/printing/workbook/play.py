"""The sheet `Best play`: the frequency table, with the net of each wager beside each row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from crossfelt.printing.blocks import words
from crossfelt.printing.par_front import WAGER_TITLES
from crossfelt.printing.workbook.book import Book, Number, Page, column_name
from crossfelt.ranking import Hand

Document = Mapping[str, Any]
HANDS = tuple(hand.slug for hand in reversed(Hand))
"""Best first, as the sheet `Pay` lists them."""
PLAYED, NO_HAND = "played", "no hand"
ANTES = 2
FLAGS_ROW, HEAD_ROW = 3, 4
FIRST_ROW = HEAD_ROW + 1
_HEADINGS = (
    ("Round", 18),
    (">Across bet, antes", 9),
    (">Down bet, antes", 9),
    (">Middle bet, antes", 9),
    ("Across hand", 21),
    ("Down hand", 21),
    (">Deals (count)", 17),
    (">Place of the across hand", 8),
    (">Place of the down hand", 8),
    ("Higher hand", 21),
    (">Staked, antes", 8),
    *((f">{title}: net, antes", 11) for title in WAGER_TITLES.values()),
    (">Net of the round, antes", 11),
    (">% of all rounds", 12),
    (">Winnings under the limit, antes", 12),
)
ROUND, ACROSS_BET, DOWN_BET, MIDDLE_BET, ACROSS, DOWN, DEALS, ACROSS_PLACE, DOWN_PLACE, HIGHER, STAKED = range(11)
NETS = range(11, 16)
NET, SHARE, WINNINGS = 16, 17, 18


@dataclass(frozen=True, slots=True)
class PlayRow:
    """One way for a round to end, with its net under the pay table of the document."""

    round: str
    bets: tuple[int, int, int]
    hands: tuple[str, str]
    places: tuple[int, int]
    """Positions of the hands in `HANDS`, from 1; 0 for a fold."""
    deals: int
    nets: tuple[int, ...]
    """By wager, in the order of `WAGER_TITLES`."""

    @property
    def net(self) -> int:
        """The net of the round, in antes."""
        return sum(self.nets)

    @property
    def staked(self) -> int:
        """All money bet, in antes."""
        return ANTES + sum(self.bets)

    @property
    def higher(self) -> str:
        """The better of the two hands, which settles the Middle bet."""
        return words(HANDS[min(self.places) - 1]) if self.round == PLAYED else NO_HAND

    def winnings(self, covered: Sequence[bool]) -> int:
        """Return the winnings that count toward an aggregate limit, in antes."""
        return sum(net for net, counts in zip(self.nets, covered, strict=True) if counts and net > 0)


def play_rows(document: Document) -> list[PlayRow]:
    """Return the frequency table of a par sheet, settled."""
    pay = document["pay"]
    bets, antes = ([pay[name].get(hand, -1) for hand in HANDS] for name in ("bets", "antes"))
    return [_settled(row, bets, antes) for row in document["frequencies"]]


def _settled(row: Document, odds: Sequence[int], antes: Sequence[int]) -> PlayRow:
    across, down, middle = bets = row["across_bet"], row["down_bet"], row["middle_bet"]
    if row["folded_at"] is not None:
        name = f"folded at {row['folded_at'].capitalize()}"
        return PlayRow(name, bets, (NO_HAND, NO_HAND), (0, 0), row["deals"], (-1, -1, -across, -down, -middle))
    hands = row["across_hand"], row["down_hand"]
    one, other = (HANDS.index(hand) for hand in hands)
    nets = antes[one], antes[other], across * odds[one], down * odds[other], middle * odds[min(one, other)]
    return PlayRow(PLAYED, bets, (words(hands[0]), words(hands[1])), (one + 1, other + 1), row["deals"], nets)


def covered_wagers(document: Document) -> list[bool]:
    """Return which wagers of the main game count toward the aggregate limit."""
    limit = document["caps"] or {"counts_towards_it": []}
    return [name in limit["counts_towards_it"] for name in WAGER_TITLES]


def write_play(book: Book, document: Document) -> list[PlayRow]:
    """Write the sheet and name its columns. Formulas elsewhere use the names alone."""
    rows, covered = play_rows(document), covered_wagers(document)
    page = book.page("Best play", [width for _, width in _HEADINGS], is_wide=True)
    page.text(0, 0, "Best play: every way a round can end", "title")
    page.note(
        1,
        "Bets and deals (blue) are exact counts of best play over all deals. A fold loses the antes and the bets made. "
        "The Middle bet follows the higher hand.",
    )
    page.text(FLAGS_ROW, STAKED, "1 where winnings count toward the aggregate limit", "above")
    for column, counts in zip(NETS, covered, strict=True):
        page.count(FLAGS_ROW, column, int(counts))
    page.heads(HEAD_ROW, *(heading for heading, _ in _HEADINGS), lines=4)
    total = sum(row.deals for row in rows)
    for number, row in enumerate(rows, FIRST_ROW):
        _write_row(page, number, row, covered, total)
    last = FIRST_ROW + len(rows) - 1
    names = {
        "Round": ROUND, "Across_bet": ACROSS_BET, "Down_bet": DOWN_BET, "Middle_bet": MIDDLE_BET, "Across_hand": ACROSS,
        "Down_hand": DOWN, "Higher_hand": HIGHER, "Deals": DEALS, "Staked": STAKED, "Net": NET, "Winnings": WINNINGS,
        **{f"Net_{name}": column for name, column in zip(WAGER_TITLES, NETS, strict=True)},
    }  # fmt: skip
    for name, column in names.items():
        page.define(name, FIRST_ROW, column, last)
    page.freeze(FIRST_ROW, 1)
    page.filter(HEAD_ROW, last, len(_HEADINGS) - 1)
    return rows


def _write_row(page: Page, number: int, row: PlayRow, covered: Sequence[bool], total: int) -> None:
    page.text(number, ROUND, row.round)
    for column, bet in zip((ACROSS_BET, DOWN_BET, MIDDLE_BET), row.bets, strict=True):
        page.count(number, column, bet)
    for column, hand in zip((ACROSS, DOWN), row.hands, strict=True):
        page.text(number, column, hand, "key")
    page.count(number, DEALS, row.deals)
    at = {column: f"{column_name(column)}{number + 1}" for column in range(len(_HEADINGS))}
    is_played = f'{at[ROUND]}="{PLAYED}"'
    one, other = at[ACROSS_PLACE], at[DOWN_PLACE]
    nets = (
        f"IF({one}=0,-1,INDEX(Ante_odds,{one}))",
        f"IF({other}=0,-1,INDEX(Ante_odds,{other}))",
        f"{at[ACROSS_BET]}*IF({one}=0,-1,INDEX(Bet_odds,{one}))",
        f"{at[DOWN_BET]}*IF({other}=0,-1,INDEX(Bet_odds,{other}))",
        f"{at[MIDDLE_BET]}*IF({one}=0,-1,INDEX(Bet_odds,MIN({one},{other})))",
    )
    first, last = at[NETS[0]], at[NETS[-1]]
    flags = f"${column_name(NETS[0])}${FLAGS_ROW + 1}:${column_name(NETS[-1])}${FLAGS_ROW + 1}"
    formulas: list[tuple[int, str, float | str, Number]] = [
        (ACROSS_PLACE, f"IF({is_played},MATCH({at[ACROSS]},Hands,0),0)", row.places[0], "count"),
        (DOWN_PLACE, f"IF({is_played},MATCH({at[DOWN]},Hands,0),0)", row.places[1], "count"),
        (HIGHER, f'IF({is_played},INDEX(Hands,MIN({one},{other})),"{NO_HAND}")', row.higher, "text"),
        (STAKED, f"{ANTES}+SUM({at[ACROSS_BET]}:{at[MIDDLE_BET]})", row.staked, "count"),
        *((column, nets[place], row.nets[place], "bets") for place, column in enumerate(NETS)),
        (NET, f"SUM({first}:{last})", row.net, "bets"),
        (SHARE, f"{at[DEALS]}/SUM(Deals)", row.deals / total, "percent"),
        (WINNINGS, f"SUMPRODUCT({flags}*({first}:{last}>0)*{first}:{last})", row.winnings(covered), "bets"),
    ]
    for column, formula, result, kind in formulas:
        page.formula(number, column, formula, result, kind)

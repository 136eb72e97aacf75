"""Tables of the results page: the three rule books side by side, solved during the Sphinx build."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from crossfelt import RuleBook, load_rule_book, rule_book_ids
from crossfelt.analysis.crisscross.bonus import BonusResult, bonus_results
from crossfelt.analysis.crisscross.caps import cap_effects, covered_wagers
from crossfelt.analysis.crisscross.encode import encode
from crossfelt.analysis.crisscross.protection import exposures
from crossfelt.analysis.crisscross.results import Results, results
from crossfelt.analysis.crisscross.sessions import RoundResults, after, round_results, rounds_to_tell, ruin
from crossfelt.analysis.crisscross.solver import solve
from crossfelt.money import dollars

Row = Iterable[str]
NOTHING = "–"
SESSION_ROUNDS = (100, 1_000, 10_000)
BANKROLL, RUIN_ROUNDS = 200, 1_000
CONFIDENCE = 0.99


@dataclass(frozen=True, slots=True)
class Solved:
    """One rule book with the results that the tables show."""

    book: RuleBook
    results: Results
    bonus: dict[str, BonusResult]
    outcome: RoundResults


@cache
def _solved() -> tuple[Solved, ...]:
    books = []
    for name in rule_book_ids():
        book = load_rule_book(name)
        result = results(solve(encode(book)))
        books.append(Solved(book, result, bonus_results(book), round_results(result.scheme, result.tally)))
    return tuple(books)


def result_edges() -> Iterator[Row]:
    """House edge by every base."""
    yield _head("main game")
    yield ["house edge, % of both antes", *(_percent(entry.results.edge_of_both_antes, 4) for entry in _solved())]
    yield ["house edge, % of one ante", *(_percent(entry.results.edge_of_one_ante, 4) for entry in _solved())]
    yield ["house edge, % of all money bet", *(_percent(entry.results.element_of_risk, 4) for entry in _solved())]
    yield ["value, antes over all deals", *(f"{entry.results.numerator:,}" for entry in _solved())]


def result_rounds() -> Iterator[Row]:
    """Folds, wins, average wager and spread of a round."""
    yield _head("a round")
    for name in ("across", "down", "middle"):
        yield [f"folded at {name}, % of all rounds", *(_percent(entry.results.folds[name]) for entry in _solved())]
    yield ["won, % of all rounds", *(_percent(entry.results.rounds_won["won"]) for entry in _solved())]
    yield ["average wager, antes", *(f"{float(entry.results.average_total_wager):.4f}" for entry in _solved())]
    yield ["standard deviation, antes", *(f"{entry.results.standard_deviation:.4f}" for entry in _solved())]
    yield ["skewness", *(f"{entry.results.skewness:.2f}" for entry in _solved())]
    yield ["largest win, antes", *(f"{max(entry.results.distribution):,}" for entry in _solved())]


def result_bonus() -> Iterator[Row]:
    """Each side bet on its own."""
    yield _head("bonus wager")
    spots = dict.fromkeys(spot for entry in _solved() for spot in entry.bonus)
    for spot in spots:
        items = [entry.bonus.get(spot) for entry in _solved()]
        title = next(bonus.title for bonus in items if bonus)
        for what, share in (("house edge, % of this wager", "house_edge"), ("wins, % of all draws", "hit_rate")):
            cells = (NOTHING if bonus is None else _percent(getattr(bonus, share), 4) for bonus in items)
            yield [f"{title}: {what}", *cells]


def result_exposed() -> Iterator[Row]:
    """House edge when a player sees a card before the first decision."""
    yield _head("seen; house edge, % of both antes")
    columns = [exposures(entry.results.scheme) for entry in _solved()]
    for row in zip(*columns, strict=True):
        yield [row[0].seen.replace("_", " "), *(_percent(-entry.value / 2) for entry in row)]


def result_caps() -> Iterator[Row]:
    """Cost of the aggregate limit at the smallest and the largest ante."""
    yield ["rule book", "limit", "ante", "no limit", "same play", "best play"]
    for entry in _solved():
        book = entry.book
        limit = book.aggregate_limit.amount_cents
        if limit is None:
            yield [book.id, "none", *[NOTHING] * 4]
            continue
        spot = next(spot for spot in book.betting_spots if spot.kind == "ante")
        antes = (spot.minimum_cents, spot.maximum_cents)
        for effect in cap_effects(entry.results.scheme, antes, limit, covered_wagers(book)):
            values = (effect.without_limit, effect.same_play, effect.best_play)
            cells = (_percent(-value / 2, 4) for value in values)
            yield [book.id, dollars(limit), dollars(effect.cap.ante_cents), *cells]


def result_sessions() -> Iterator[Row]:
    """Many rounds of one seat at flat antes."""
    yield _head("one seat, flat antes, best play")
    for rounds in SESSION_ROUNDS:
        items = [after(entry.outcome, rounds) for entry in _solved()]
        yield [f"ahead after {rounds:,} rounds, % of players", *(_percent(session.ahead) for session in items)]
        bands = ([-end / (2 * rounds) for end in reversed(session.band(CONFIDENCE))] for session in items)
        what = f"hold after {rounds:,} rounds in {CONFIDENCE:.0%} of cases, % of both antes"
        yield [what, *(f"{_percent(low)} to {_percent(high)}" for low, high in bands)]
    ruined = (ruin(entry.outcome, BANKROLL, RUIN_ROUNDS).ruined for entry in _solved())
    yield [f"{BANKROLL} antes do not last {RUIN_ROUNDS:,} rounds, % of players", *map(_percent, ruined)]
    telling = (rounds_to_tell(entry.outcome, CONFIDENCE) for entry in _solved())
    rounds_needed = (f"{tell.exact:,}" if tell and tell.exact else NOTHING for tell in telling)
    yield [f"rounds until the edge shows with {CONFIDENCE:.0%} confidence", *rounds_needed]


def _head(what: str) -> list[str]:
    return [what, *(entry.book.id for entry in _solved())]


def _percent(share: Fraction | float, digits: int = 2) -> str:
    return f"{100 * float(share):.{digits}f}%".replace("-", "−")


RESULT_TABLES = (result_edges, result_rounds, result_bonus, result_exposed, result_caps, result_sessions)

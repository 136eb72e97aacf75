"""The document of many rounds at flat stakes: `crossfelt session --json`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from crossfelt.analysis.crisscross import sessions
from crossfelt.analysis.crisscross.documents.figures import Document, exact, heading
from crossfelt.analysis.crisscross.encode import Scheme
from crossfelt.analysis.crisscross.sessions import Hold, RoundResults, RoundsToTell, Ruin, SessionResult
from crossfelt.crisscross.rulebook import RuleBook

SHARES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
"""The quantiles that are written."""


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """Questions about many rounds of one seat at flat stakes."""

    rounds: int
    bankroll_antes: int | None = None
    """A bankroll to follow, if given."""
    target_antes: int | None = None
    """The player stops when ahead by this much, if given."""
    ruin_below_antes: int | None = None
    hold_cents: int | None = None
    """A table's win over these rounds; one of the three amounts below must give the size of the antes."""
    ante_cents: int | None = None
    dropped_cents: int | None = None
    """All antes of the rounds together."""
    bet_cents: int | None = None
    """All money bet, antes included."""
    confidence: float = 0.99

    @property
    def sizes_given(self) -> int:
        """The number of the three amounts that are given."""
        return sum(amount is not None for amount in (self.ante_cents, self.dropped_cents, self.bet_cents))


def planned_session(
    book: RuleBook,
    scheme: Scheme,
    results: RoundResults,
    plan: SessionPlan,
    progress: Callable[[float], None] | None = None,
) -> Document:
    """Return the document of a plan, from the results of one round; following a bankroll takes most of the time."""
    session = sessions.after(results, plan.rounds)
    held = None if plan.hold_cents is None else _held(results, plan, plan.hold_cents)
    telling = sessions.rounds_to_tell(results, plan.confidence)
    ruin = None
    if plan.bankroll_antes is not None:
        ruin = sessions.ruin(
            results, plan.bankroll_antes, plan.rounds, plan.ruin_below_antes, plan.target_antes, progress
        )
    return session_document(book, scheme, session, telling, ruin, held)


def _held(results: RoundResults, plan: SessionPlan, won_cents: int) -> Document:
    assert plan.sizes_given == 1, "exactly one amount must give the size of an ante"
    rounds, average = plan.rounds, results.average_wager
    ante_cents = (
        Fraction(plan.ante_cents or 0)
        or Fraction(plan.dropped_cents or 0, 2 * rounds)
        or Fraction(plan.bet_cents or 0) / (rounds * average)
    )
    return hold_document(
        sessions.hold(results, rounds, won_cents, ante_cents, plan.confidence), average, plan.bet_cents
    )


def session_document(
    book: RuleBook,
    scheme: Scheme,
    result: SessionResult,
    telling: RoundsToTell | None,
    ruin: Ruin | None,
    hold: Document | None,
) -> Document:
    """Return where rounds of one seat end, in antes; `hold` is a `hold_document`."""
    return {
        **heading(book, scheme),
        "play": "optimal",
        "unit": "ante",
        "rounds": result.rounds,
        "mean": exact(result.mean),
        "standard_deviation": result.standard_deviation,
        "ahead": result.ahead,
        "even": result.even,
        "behind": result.behind,
        "error_bound": result.error,
        "quantiles": quantiles(result),
        "rounds_to_tell": telling
        and {"confidence": telling.confidence, "normal": telling.normal, "exact": telling.exact},
        "ruin": ruin
        and {
            "bankroll": ruin.bankroll,
            "ruined_below": ruin.needs,
            "target": ruin.target,
            "ruined": ruin.ruined,
            "reached": ruin.reached,
            "plays_on": ruin.plays_on,
            "error_bound": ruin.error,
        },
        "hold": hold,
    }


def quantiles(result: SessionResult) -> list[Document]:
    """Return the net result, in antes, at or below which each share of all sessions ends."""
    return [{"share": share, "net": result.quantile(share)} for share in SHARES]


def hold_document(judged: Hold, average_wager: Fraction, bet_cents: int | None = None) -> Document:
    """Return a table's win compared with its expected win. Without `bet_cents`, all money bet is the number of rounds
    times the average wager, in antes."""
    antes_cents = Fraction(2 * judged.rounds) * judged.ante_cents
    money_cents = Fraction(bet_cents) if bet_cents else judged.rounds * average_wager * judged.ante_cents
    return {
        "win_cents": judged.win_cents,
        "ante_cents": float(judged.ante_cents),
        "expected_cents": round(judged.expected_cents),
        "confidence": judged.confidence,
        "low_cents": round(judged.low_cents),
        "high_cents": round(judged.high_cents),
        "within": judged.is_within,
        "p_value": judged.p_value,
        "share_of_antes_dropped": _shares(judged, antes_cents),
        "share_of_money_bet": {**_shares(judged, money_cents), "base": "given" if bet_cents else "expected"},
    }


def _shares(judged: Hold, base_cents: Fraction) -> Document:
    return {
        "base_cents": round(base_cents),
        "actual": float(judged.win_cents / base_cents),
        "expected": float(judged.expected_cents / base_cents),
        "low": float(judged.low_cents / base_cents),
        "high": float(judged.high_cents / base_cents),
    }

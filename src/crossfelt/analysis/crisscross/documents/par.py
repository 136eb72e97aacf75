"""The par sheet: every figure of one rule book in one document, with its basis and the command to reproduce it.

The document is plain JSON data. The unit is one ante, and the key of every share names its base. Exact figures have
numerator and denominator; sampled ones say so, with their error and seed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from crossfelt import __version__
from crossfelt.analysis.crisscross import sessions
from crossfelt.analysis.crisscross.analyzed_rules import AnalyzedRules, changed_odds
from crossfelt.analysis.crisscross.bonus import CARDS_OF, BonusResult, bonus_results
from crossfelt.analysis.crisscross.caps import cap_effects, covered_wagers
from crossfelt.analysis.crisscross.documents.bonus import BonusJoint, bonus_joints, joint_document
from crossfelt.analysis.crisscross.documents.cap import covered_names, effect_row
from crossfelt.analysis.crisscross.documents.figures import Document, exact, house_edge, main_odds, over_deals
from crossfelt.analysis.crisscross.documents.frequencies import frequency_rows
from crossfelt.analysis.crisscross.documents.protection import exposure_row, sharing_document
from crossfelt.analysis.crisscross.documents.readings import readings_in_force, readings_set_aside
from crossfelt.analysis.crisscross.documents.session import quantiles
from crossfelt.analysis.crisscross.documents.solution import distribution
from crossfelt.analysis.crisscross.documents.wheels import progressives_part
from crossfelt.analysis.crisscross.encode import LEAST_ODDS, MOST_ODDS, Scheme
from crossfelt.analysis.crisscross.joint_tally import JointTally
from crossfelt.analysis.crisscross.protection import exposures, sharing
from crossfelt.analysis.crisscross.results import WAGERS, Results, results
from crossfelt.analysis.crisscross.sensitivity import paid_hands, solve_point, units_on, with_odds
from crossfelt.analysis.crisscross.solver import solve
from crossfelt.analysis.crisscross.strategy_card import (
    PricedStrategyCard,
    described,
    grow_strategy_cards,
    simple_strategy_card,
)
from crossfelt.analysis.crisscross.symmetry import DEALS, DEALS_PER_HOLE, hole_classes
from crossfelt.crisscross.resolve import choices_of
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.errors import BadInput
from crossfelt.ranking import Hand
from crossfelt.register import Reading

Progress = Callable[[float], None]

FORMAT = 1
"""Increases when a key changes its meaning or is removed."""
SESSION_ROUNDS = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
RUIN_ROUNDS = (200, 1_000)
BANKROLLS = (50, 100, 200, 500, 1_000)
CONFIDENCE = 0.99
VOLATILITY_CONFIDENCE = 0.9
VOLATILITY_DEVIATIONS = 1.645
"""To each side of the mean; the convention of PAR sheets for that confidence."""
VOLATILITY_ROUNDS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
MOST_CURVE_POINTS = 9
_CAP_ORDER = dict.fromkeys(
    ("ante_cents", "ev", "ev_same_play", "ev_without_limit", "house_edge", "house_edge_same_play")
)
"""Keeps the established order of the sheet: the same play before the play without a limit."""


@dataclass(frozen=True, slots=True)
class ParPlan:
    """The inputs of a par sheet that the rule book doesn't determine."""

    command: str
    """The command that reproduces the figures."""
    cap_antes_cents: tuple[int, ...]
    """The antes for which an aggregate limit is priced."""
    seed: int = 1
    shared_samples: int = 2_000
    joint_rounds: int = 200_000
    preparer: str | None = None
    """The preparer of the sheet; None leaves a line to write on."""


def par_document(rules: AnalyzedRules, plan: ParPlan, progress: Progress | None = None) -> Document:
    """Return the whole sheet, without the header of its report."""
    book, scheme = rules.book, rules.scheme
    done = 0.0

    def part(weight: float) -> Progress:
        """Report progress on one section that takes this share of the time."""
        nonlocal done
        start, done = done, done + weight
        return lambda share: progress(start + weight * share) if progress else None

    # First, because it is the only part that may refuse the plan.
    protection = _protection(scheme, plan, part(0.3))
    result = results(solve(scheme, progress=part(0.02)))
    bonus = bonus_results(book)
    together = bonus_joints(book, result, bonus, plan.joint_rounds, plan.seed, part(0.08))
    return {
        **_opening(rules, plan, result, bonus),
        "with_main_game": {spot: _joint(result, bonus[spot], joint) for spot, joint in together.items()},
        "progressives": progressives_part(book),
        "caps": _caps(book, scheme, plan, part(0.2)),
        "protection": protection,
        "sessions": session_figures(scheme, result, part(0.05)),
        "sensitivity": _sensitivity(scheme, result, part(0.1)),
        "strategy_cards": [
            _strategy_card(priced, scheme) for priced in grow_strategy_cards(result.solution, progress=part(0.25))
        ],
        "simple_strategy_card": _strategy_card(simple_strategy_card(result.solution), scheme),
    }


def workbook_document(rules: AnalyzedRules, plan: ParPlan, progress: Progress | None = None) -> Document:
    """Return the part of the sheet that a workbook shows: best play with its frequencies, bonus and progressive wagers.

    Nothing is sampled or priced again, so it takes a fraction of the time.
    """
    result = results(solve(rules.scheme, progress=progress))
    caps = _limit(rules.book)
    return {
        **_opening(rules, plan, result, bonus_results(rules.book)),
        "progressives": progressives_part(rules.book),
        "caps": caps and {**caps, "antes": [{"ante_cents": cents} for cents in plan.cap_antes_cents]},
    }


def _opening(rules: AnalyzedRules, plan: ParPlan, result: Results, bonus: Mapping[str, BonusResult]) -> Document:
    """Return the subject of the sheet, best play of the main game, and each bonus wager alone."""
    book = rules.book
    return {
        "par_sheet": FORMAT,
        "crossfelt": __version__,
        "reproduce": plan.command,
        "rules": book.id,
        "prepared_by": plan.preparer,
        "rule_book": _rule_book(rules),
        "readings": _readings(book, readings_in_force(book)),
        "readings_set_aside": _readings(book, readings_set_aside(book)),
        "pay": _pay(rules),
        "unit": "ante",
        "play": "optimal",
        "deals": DEALS,
        **_results(result),
        "bonus": {spot: _bonus(book, entry) for spot, entry in bonus.items()},
    }


def _rule_book(rules: AnalyzedRules) -> Document:
    book = rules.book
    return {
        "id": book.id,
        "version": book.version,
        "title": book.title,
        "name": rules.named.name,
        "hash": book.hash,
        "seat_count": book.seat_count,
        "choices": book.choices,
        "choices_say": {choice.name: choice.says for choice in choices_of(book.id)},
        "aggregate_limit_cents": book.aggregate_limit.amount_cents,
    }


def _readings(book: RuleBook, listed: Iterable[Reading]) -> list[Document]:
    return [
        {
            "id": reading.id,
            "title": reading.title,
            "says": reading.says,
            "why": reading.why,
            "clauses": [clause for clause in reading.clauses if clause.startswith(f"{book.id} ")],
            "option": reading.option if reading.option in book.choices else None,
            "in_force": None if reading.option is None else book.choices.get(reading.option),
        }
        for reading in listed
    ]


def _pay(rules: AnalyzedRules) -> Document:
    """Return the tables as solved, every hand that the rule book's table names."""
    book, scheme = rules.printed, rules.scheme
    tables = {spot.kind: book.pay_tables[spot.pays] for spot in book.spots.values() if spot.pays}
    main, ante = tables["main"], tables["ante"]
    return {
        "bets": main_odds(book, scheme),
        "antes": {name: scheme.ante[Hand[name.upper()]] for name in ante.named()},
        "clauses": {"bets": main.clause, "antes": ante.clause},
        "changed": {hand.slug: odds for hand, odds in changed_odds(book, scheme).items()},
        "bet_multiples": list(scheme.multiples),
        "ace_low_straight": scheme.ace_low_straight,
    }


def _results(result: Results) -> Document:
    return {
        "ev": over_deals(result.numerator),
        "house_edge": {
            "one_ante": exact(result.edge_of_one_ante),
            "both_antes": exact(result.edge_of_both_antes),
            "all_money_bet": exact(result.element_of_risk),
        },
        "average_total_wager": over_deals(result.staked),
        "variance": exact(result.variance),
        "standard_deviation": result.standard_deviation,
        "element_of_risk": exact(result.element_of_risk),
        "return_to_player": {
            "both_antes": exact(1 - result.edge_of_both_antes),
            "all_money_bet": exact(1 - result.element_of_risk),
        },
        "volatility_index": volatility_index(result),
        "skewness": result.skewness,
        "rounds": {name: over_deals(int(share * DEALS)) for name, share in result.rounds_won.items()},
        "folds": {name: over_deals(int(share * DEALS)) for name, share in result.folds.items()},
        "wagers": {name: _wager(result, name) for name in WAGERS},
        "distribution": distribution(result),
        "frequencies": frequency_rows(result),
        "starting_hands": {
            hole.name: {
                "holes": hole.holes,
                "best": result.best_start(hole),
                "ev": {
                    name: over_deals(int(value * DEALS_PER_HOLE), DEALS_PER_HOLE)
                    for name, value in result.starting_hand(hole).items()
                },
            }
            for hole in hole_classes()
        },
    }


def volatility_index(result: Results) -> Document:
    """Return the volatility index of PAR sheets: 1.645 standard deviations of a round, which cover 9 of 10 results of a
    normal distribution; and the resulting range of the return after many rounds."""
    index = VOLATILITY_DEVIATIONS * result.standard_deviation
    of_average = index / float(result.average_total_wager)
    expected = float(1 - result.element_of_risk)
    return {
        "confidence": VOLATILITY_CONFIDENCE,
        "standard_deviations": VOLATILITY_DEVIATIONS,
        "antes": index,
        "average_wagers": of_average,
        "return_bands": [
            {
                "rounds": rounds,
                "low": expected - of_average / math.sqrt(rounds),
                "expected": expected,
                "high": expected + of_average / math.sqrt(rounds),
            }
            for rounds in VOLATILITY_ROUNDS
        ],
    }


def _wager(result: Results, name: str) -> Document:
    wager = result.wagers[name]
    return {
        "staked": wager.staked,
        "net": wager.net,
        "house_edge_of_this_wager": float(wager.edge),
        "by_hand": {hand: {"deals": wager.deals[hand], "net": net} for hand, net in wager.by_hand.items()},
    }


def _bonus(book: RuleBook, entry: BonusResult) -> Document:
    spot = book.spots[entry.spot]
    assert spot.hand != "hole", "a bonus wager is decided by five cards"
    return {
        "title": entry.title,
        "clause": book.pay_tables[spot.pays].clause,
        "cards": CARDS_OF[spot.hand],
        "house_edge_of_this_wager": over_deals(entry.numerator, entry.denominator),
        "variance": exact(entry.variance),
        "standard_deviation": entry.standard_deviation,
        "hit_rate": exact(entry.hit_rate),
        "draws": entry.denominator,
        "hands": {
            hand.slug: {"odds": entry.odds[hand], "draws": entry.counts[hand]} for hand in reversed(entry.counts)
        },
    }


def _joint(result: Results, entry: BonusResult, joint: BonusJoint) -> Document:
    """Return a bonus wager of one ante in the same round as the main game."""
    figures = joint_document(entry, joint)
    spread = _together(float(result.variance), float(entry.variance), figures["covariance"])
    if isinstance(joint, JointTally):
        return {
            "method": figures["method"],
            "covariance": figures["covariance"],
            "covariance_exact": figures["exact"],
            **spread,
            "distribution": [{"net": int(net), "deals": deals} for net, deals in joint.total(entry.odds).items()],
        }
    return {
        "method": figures["method"],
        "rounds": joint.rounds,
        "seed": joint.seed,
        "covariance": joint.covariance,
        "covariance_standard_error": joint.standard_error,
        **spread,
    }


def _together(main: float, bonus: float, covariance: float) -> Document:
    spread = main * bonus
    return {
        "correlation": covariance / math.sqrt(spread) if spread else None,
        "standard_deviation_of_both": math.sqrt(main + bonus + 2 * covariance),
    }


def _caps(book: RuleBook, scheme: Scheme, plan: ParPlan, progress: Progress) -> Document | None:
    document = _limit(book)
    if document is None:
        return None
    document["antes"] = []
    try:
        effects = cap_effects(scheme, plan.cap_antes_cents, document["limit_cents"], covered_wagers(book), progress)
        document["antes"] = [{**_CAP_ORDER, **effect_row(effect)} for effect in effects]
    except BadInput as error:  # Odds so long that cents over all deals exceed 64 bits.
        document["left_out"] = str(error)
    return document


def _limit(book: RuleBook) -> Document | None:
    """Return the aggregate limit and the wagers that count towards it; None if there is no limit."""
    limit_cents = book.aggregate_limit.amount_cents
    if limit_cents is None:
        return None
    return {
        "limit_cents": limit_cents,
        "clause": book.aggregate_limit.clause,
        "counts_towards_it": covered_names(covered_wagers(book)),
    }


def _protection(scheme: Scheme, plan: ParPlan, progress: Progress) -> Document:
    shared = sharing(scheme, plan.shared_samples, plan.seed, progress=lambda share: progress(share * 4 / 5))
    seen = exposures(scheme, lambda share: progress((4 + share) / 5))
    base = seen[0].value
    return {
        "seen": [{**exposure_row(entry), "worth": house_edge(base - entry.value)} for entry in seen],
        "shared": sharing_document(shared, plan.shared_samples, plan.seed, base),
    }


def session_figures(scheme: Scheme, result: Results, progress: Progress) -> Document:
    """Return many rounds of one seat; if the odds are too long for that, the reason is under `left_out`."""
    one_round = sessions.round_results(scheme, result.tally)
    part: Document = {"confidence": CONFIDENCE, "seats": 1, "after": [], "ruin": [], "rounds_to_tell": None}
    try:
        part["after"] = [_after(sessions.after(one_round, rounds)) for rounds in SESSION_ROUNDS]
        telling = sessions.rounds_to_tell(one_round, CONFIDENCE)
        if telling is not None:
            part["rounds_to_tell"] = {"normal": telling.normal, "exact": telling.exact}
        cases = [(bankroll, rounds) for rounds in RUIN_ROUNDS for bankroll in BANKROLLS]
        for number, (bankroll, rounds) in enumerate(cases, 1):
            ruin = sessions.ruin(one_round, bankroll, rounds)
            part["ruin"].append(
                {
                    "bankroll": bankroll,
                    "rounds": rounds,
                    "ruined_below": ruin.needs,
                    "ruined": ruin.ruined,
                    "error_bound": ruin.error,
                }
            )
            progress(number / len(cases))
    except BadInput as error:  # Odds so long that the sums of many rounds are too many to hold.
        part["left_out"] = str(error)
    return part


def _after(session: sessions.SessionResult) -> Document:
    """Return where this many rounds of one seat end, and the hold of the table."""
    low, high = session.band(CONFIDENCE)
    antes = 2 * session.rounds
    return {
        "rounds": session.rounds,
        "mean": float(session.mean),
        "standard_deviation": session.standard_deviation,
        "ahead": session.ahead,
        "even": session.even,
        "behind": session.behind,
        "quantiles": quantiles(session),
        "hold_of_both_antes": {
            "expected": float(-session.mean / antes),
            "low": -high / antes,
            "high": -low / antes,
        },
        "error_bound": session.error,
    }


def _sensitivity(scheme: Scheme, result: Results, progress: Progress) -> list[Document]:
    part = []
    hands = paid_hands(scheme)
    for number, hand in enumerate(hands, 1):
        points = [(odds, solve_point(with_odds(scheme, {hand: odds}))) for odds in curve_odds(scheme.pay[hand])]
        part.append(
            {
                "hand": hand.slug,
                "odds": scheme.pay[hand],
                "house_edge_of_both_antes_per_odds": exact(-units_on(result.tally, hand) / 2),
                "points": [
                    {
                        "odds": odds,
                        "ev": over_deals(point.numerator),
                        "house_edge_of_both_antes": float(point.edge),
                    }
                    for odds, point in points
                ],
            }
        )
        progress(number / len(hands))
    return part


def curve_odds(odds: int) -> list[int]:
    """Return the odds at which a curve is drawn: up to half as much to either side, two at least, the entry among them.

    >>> curve_odds(5)
    [3, 4, 5, 6, 7]
    """
    reach = max(2, odds // 2)
    steps = MOST_CURVE_POINTS // 2
    offsets = {math.copysign(reach * step // steps, sign) for step in range(steps + 1) for sign in (-1, 1)}
    return sorted({odds + int(offset) for offset in offsets if LEAST_ODDS <= odds + offset <= MOST_ODDS})


def _strategy_card(priced: PricedStrategyCard, scheme: Scheme) -> Document:
    return {
        "lines": [
            {"decisions": list(line.decisions), "rule": described(line.rule, scheme.multiples)}
            for line in priced.strategy_card.lines()
        ],
        "rules": priced.strategy_card.text(scheme.multiples),
        "ev": over_deals(priced.value),
        "cost": over_deals(priced.optimum - priced.value),
        "cost_of_both_antes": float(priced.cost_of_both_antes),
    }

"""The par sheet: every figure of one rule book in one document, with what it rests on and how to make it again.

The document is plain JSON data. The unit is one ante, and every share stands under the name of its base. Exact figures
carry numerator and denominator; what is sampled says so, with its error and its seed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from crossfelt import __version__
from crossfelt.analysis import sessions
from crossfelt.analysis.bonus import BonusResult, bonus_results
from crossfelt.analysis.caps import cap_effects, covered_wagers
from crossfelt.analysis.documents.bonus import BonusJoint, bonus_joints, joint_document
from crossfelt.analysis.documents.cap import covered_names, effect_row
from crossfelt.analysis.documents.figures import Document, exact, house_edge, main_odds, over_deals
from crossfelt.analysis.documents.protection import exposure_row, sharing_document
from crossfelt.analysis.documents.session import quantiles
from crossfelt.analysis.documents.solution import distribution
from crossfelt.analysis.documents.wheels import progressives_part
from crossfelt.analysis.encode import LEAST_ODDS, MOST_ODDS, Scheme
from crossfelt.analysis.joint_tally import JointTally
from crossfelt.analysis.protection import exposures, sharing
from crossfelt.analysis.results import WAGERS, Results, results
from crossfelt.analysis.sensitivity import paid_hands, solve_point, units_on, with_odds
from crossfelt.analysis.solver import solve
from crossfelt.analysis.strategy_card import PricedStrategyCard, described, grow_strategy_cards, simple_strategy_card
from crossfelt.analysis.symmetry import DEALS, DEALS_PER_HOLE, hole_classes
from crossfelt.crisscross.resolve import choices_of
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.errors import BadInput
from crossfelt.ranking import Hand
from crossfelt.register import State, readings

Progress = Callable[[float], None]

FORMAT = 1
"""Rises when a key changes its meaning or goes away."""
SESSION_ROUNDS = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
RUIN_ROUNDS = (200, 1_000)
BANKROLLS = (50, 100, 200, 500, 1_000)
CONFIDENCE = 0.99
MOST_CURVE_POINTS = 9
_CAP_ORDER = dict.fromkeys(
    ("ante_cents", "ev", "ev_same_play", "ev_without_limit", "house_edge", "house_edge_same_play")
)
"""The sheet has always shown the same play before the play without a limit."""


@dataclass(frozen=True, slots=True)
class ParPlan:
    """What the rule book leaves open about its par sheet."""

    command: str
    """What a reader types to get the same figures."""
    cap_antes_cents: tuple[int, ...]
    """The antes for which an aggregate limit is priced."""
    seed: int = 1
    shared_samples: int = 2_000
    joint_rounds: int = 200_000


def par_document(book: RuleBook, scheme: Scheme, plan: ParPlan, progress: Progress | None = None) -> Document:
    """The whole sheet. `scheme` is the rule book's main game, or that with other odds."""
    done = 0.0

    def part(weight: float) -> Progress:
        """Reports on one section that takes this share of the time."""
        nonlocal done
        start, done = done, done + weight
        return lambda share: progress(start + weight * share) if progress else None

    # First, because it is the only part that may refuse the plan.
    protection = _protection(scheme, plan, part(0.3))
    found = results(solve(scheme, progress=part(0.02)))
    bonus = bonus_results(book)
    together = bonus_joints(book, found, bonus, plan.joint_rounds, plan.seed, part(0.08))
    return {
        "par_sheet": FORMAT,
        "crossfelt": __version__,
        "reproduce": plan.command,
        "rules": book.id,
        "rule_book": _rule_book(book),
        "readings": _readings(book),
        "pay": _pay(book, scheme),
        "unit": "ante",
        "play": "optimal",
        "deals": DEALS,
        **_results(found),
        "bonus": {spot: _bonus(entry) for spot, entry in bonus.items()},
        "with_main_game": {spot: _joint(found, bonus[spot], joint) for spot, joint in together.items()},
        "progressives": progressives_part(book),
        "caps": _caps(book, scheme, plan, part(0.2)),
        "protection": protection,
        "sessions": session_figures(scheme, found, part(0.05)),
        "sensitivity": _sensitivity(scheme, found, part(0.1)),
        "strategy_cards": [
            _strategy_card(priced, scheme) for priced in grow_strategy_cards(found.solution, progress=part(0.25))
        ],
        "simple_strategy_card": _strategy_card(simple_strategy_card(found.solution), scheme),
    }


def _rule_book(book: RuleBook) -> Document:
    return {
        "id": book.id,
        "version": book.version,
        "title": book.title,
        "hash": book.hash,
        "choices": book.choices,
        "choices_say": {choice.name: choice.says for choice in choices_of(book.id)},
        "aggregate_limit_cents": book.aggregate_limit.amount_cents,
    }


def _readings(book: RuleBook) -> list[Document]:
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
        for reading in readings(book.id)
        if reading.state is not State.NOT_YET
    ]


def _pay(book: RuleBook, scheme: Scheme) -> Document:
    """The tables as they were solved, every hand that the rule book's table names."""
    tables = {spot.kind: book.pay_tables[spot.pays] for spot in book.spots.values() if spot.pays}
    main, ante = tables["main"], tables["ante"]
    return {
        "bets": main_odds(book, scheme),
        "antes": {name: scheme.ante[Hand[name.upper()]] for name in ante.named()},
        "clauses": {"bets": main.clause, "antes": ante.clause},
        "changed": {hand.slug: main.odds[hand] for hand in reversed(Hand) if scheme.pay[hand] != main.odds[hand]},
        "bet_multiples": list(scheme.multiples),
        "ace_low_straight": scheme.ace_low_straight,
    }


def _results(found: Results) -> Document:
    return {
        "ev": over_deals(found.numerator),
        "house_edge": {
            "one_ante": exact(found.edge_of_one_ante),
            "both_antes": exact(found.edge_of_both_antes),
            "all_money_bet": exact(found.element_of_risk),
        },
        "average_total_wager": over_deals(found.staked),
        "variance": exact(found.variance),
        "standard_deviation": found.standard_deviation,
        "skewness": found.skewness,
        "rounds": {name: over_deals(int(share * DEALS)) for name, share in found.rounds_won.items()},
        "folds": {name: over_deals(int(share * DEALS)) for name, share in found.folds.items()},
        "wagers": {name: _wager(found, name) for name in WAGERS},
        "distribution": distribution(found),
        "starting_hands": {
            hole.name: {
                "holes": hole.holes,
                "best": found.best_start(hole),
                "ev": {
                    name: over_deals(int(value * DEALS_PER_HOLE), DEALS_PER_HOLE)
                    for name, value in found.starting_hand(hole).items()
                },
            }
            for hole in hole_classes()
        },
    }


def _wager(found: Results, name: str) -> Document:
    wager = found.wagers[name]
    return {
        "staked": wager.staked,
        "net": wager.net,
        "house_edge_of_this_wager": float(wager.edge),
        "by_hand": {hand: {"deals": wager.deals[hand], "net": net} for hand, net in wager.by_hand.items()},
    }


def _bonus(entry: BonusResult) -> Document:
    return {
        "title": entry.title,
        "house_edge_of_this_wager": over_deals(entry.numerator, entry.denominator),
        "variance": exact(entry.variance),
        "standard_deviation": entry.standard_deviation,
        "hit_rate": exact(entry.hit_rate),
        "draws": entry.denominator,
        "hands": {
            hand.slug: {"odds": entry.odds[hand], "draws": entry.counts[hand]} for hand in reversed(entry.counts)
        },
    }


def _joint(found: Results, entry: BonusResult, joint: BonusJoint) -> Document:
    """A bonus wager of one ante in the same round as the main game."""
    told = joint_document(entry, joint)
    spread = _together(float(found.variance), float(entry.variance), told["covariance"])
    if isinstance(joint, JointTally):
        return {
            "method": told["method"],
            "covariance": told["covariance"],
            "covariance_exact": told["exact"],
            **spread,
            "distribution": [{"net": int(net), "deals": deals} for net, deals in joint.total(entry.odds).items()],
        }
    return {
        "method": told["method"],
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
    limit_cents = book.aggregate_limit.amount_cents
    if limit_cents is None:
        return None
    covers = covered_wagers(book)
    found: Document = {
        "limit_cents": limit_cents,
        "clause": book.aggregate_limit.clause,
        "counts_towards_it": covered_names(covers),
        "antes": [],
    }
    try:
        effects = cap_effects(scheme, plan.cap_antes_cents, limit_cents, covers, progress)
        found["antes"] = [{**_CAP_ORDER, **effect_row(effect)} for effect in effects]
    except BadInput as error:  # Odds so long that cents over all deals leave 64 bits.
        found["left_out"] = str(error)
    return found


def _protection(scheme: Scheme, plan: ParPlan, progress: Progress) -> Document:
    shared = sharing(scheme, plan.shared_samples, plan.seed, progress=lambda share: progress(share * 4 / 5))
    seen = exposures(scheme, lambda share: progress((4 + share) / 5))
    base = seen[0].value
    return {
        "seen": [{**exposure_row(entry), "worth": house_edge(base - entry.value)} for entry in seen],
        "shared": sharing_document(shared, plan.shared_samples, plan.seed, base),
    }


def session_figures(scheme: Scheme, found: Results, progress: Progress) -> Document:
    """Many rounds of one seat; where odds are too long for that, the reason stands under `left_out`."""
    outcome = sessions.round_results(scheme, found.tally)
    part: Document = {"confidence": CONFIDENCE, "seats": 1, "after": [], "ruin": [], "rounds_to_tell": None}
    try:
        part["after"] = [_after(sessions.after(outcome, rounds)) for rounds in SESSION_ROUNDS]
        telling = sessions.rounds_to_tell(outcome, CONFIDENCE)
        if telling is not None:
            part["rounds_to_tell"] = {"normal": telling.normal, "exact": telling.exact}
        cases = [(bankroll, rounds) for rounds in RUIN_ROUNDS for bankroll in BANKROLLS]
        for number, (bankroll, rounds) in enumerate(cases, 1):
            ruin = sessions.ruin(outcome, bankroll, rounds)
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
    """Where so many rounds of one seat end, and what the table holds of them."""
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


def _sensitivity(scheme: Scheme, found: Results, progress: Progress) -> list[Document]:
    part = []
    hands = paid_hands(scheme)
    for number, hand in enumerate(hands, 1):
        points = [(odds, solve_point(with_odds(scheme, {hand: odds}))) for odds in curve_odds(scheme.pay[hand])]
        part.append(
            {
                "hand": hand.slug,
                "odds": scheme.pay[hand],
                "house_edge_of_both_antes_per_odds": exact(-units_on(found.tally, hand) / 2),
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
    """The odds at which a curve is drawn: up to half as much to either side, two at least, the entry among them.

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

"""Strategy cards: rule lists for the three decisions that a person can remember, with their exact price.

Call `grow_strategy_cards`, or `parse_strategy_card` and `price` for your own. Cards are grown, not written by hand: the
value of each action is summed over all states that look alike to a person, and the lists that lose least are searched
for. The price is then counted over every deal, so it is exact whatever the search did.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.crisscross.encode import Scheme
from crossfelt.analysis.crisscross.features import (
    COUNTED,
    FIRST,
    UNCOUNTED,
    code_count,
    first_code,
    pair_codes,
    rank_masks,
    second_codes,
    shared_ranks,
    third_codes,
)
from crossfelt.analysis.crisscross.rulelist import Rule, RuleList, action_name, grow, parse_rules
from crossfelt.analysis.crisscross.seen_states import seen_states
from crossfelt.analysis.crisscross.solver import FOLD, Solution
from crossfelt.analysis.crisscross.strategy import Strategy
from crossfelt.analysis.crisscross.symmetry import DEALS, hole_classes
from crossfelt.analysis.crisscross.tables import SHAPES, shape_tables
from crossfelt.errors import BadInput, Fault
from crossfelt.faults import FaultCode
from crossfelt.fields import safe_key
from crossfelt.kernels.crisscross.lines import Decisions

DECISIONS = ("across", "down", "middle")
MOST_LINES = 60
USUAL_LINES = 8
"""The most lines of a card, unless another number is chosen."""
SIMPLE_LINES = 5
"""The most lines of a card without counting, unless another number is chosen."""


@dataclass(frozen=True, slots=True)
class StrategyLine:
    """One line as printed: the same rule at several decisions is one line to learn."""

    decisions: tuple[str, ...]
    rule: Rule


@dataclass(frozen=True, slots=True)
class StrategyCard:
    """Three rule lists, one for each decision, that a person can remember."""

    across: RuleList
    down: RuleList
    middle: RuleList

    def lists(self) -> tuple[RuleList, RuleList, RuleList]:
        """The lists in the order of the decisions."""
        return self.across, self.down, self.middle

    def lines(self) -> list[StrategyLine]:
        """Return the lines to learn, in an order that is right for each decision: a rule that two decisions share is
        one line wherever their orders allow it."""
        merged: list[StrategyLine] = []
        for rules in self.lists():
            merged = _merged(merged, [StrategyLine((rules.decision,), rule) for rule in rules.rules])
        return merged

    def text(self, multiples: tuple[int, ...]) -> dict[str, list[str]]:
        """Return the strategy card as the text of its file."""
        return {rules.decision: rules.lines(multiples) for rules in self.lists()}


@dataclass(frozen=True, slots=True, eq=False)
class PricedStrategyCard:
    """A strategy card and its exact cost against the optimum."""

    strategy_card: StrategyCard
    value: int
    """Over all deals, in antes."""
    optimum: int

    @property
    def cost(self) -> Fraction:
        """Antes lost in a round against the optimum."""
        return Fraction(self.optimum - self.value, DEALS)

    @property
    def cost_of_both_antes(self) -> Fraction:
        """The cost of a round against the optimum, as a share of the two antes."""
        return self.cost / 2


def price(strategy_card: StrategyCard, solution: Solution) -> PricedStrategyCard:
    """Count every deal under the strategy card."""
    value = seen_states(solution).value(*(rules.actions() for rules in strategy_card.lists()))
    return PricedStrategyCard(strategy_card, value, solution.numerator)


def strategy_of(strategy_card: StrategyCard, scheme: Scheme) -> Strategy:
    """Return the strategy card's decision in every state."""
    first_actions, second_actions, third_actions = (rules.actions() for rules in strategy_card.lists())
    strategy: Strategy = {}
    for shape in SHAPES:
        tables = shape_tables(shape)
        first = np.array([first_actions[first_code(hole)] for hole in tables.holes], np.int8)
        second = second_actions[second_codes(shape, scheme.ace_low_straight)]
        second[first == FOLD] = FOLD
        pairs, masks = pair_codes(shape, scheme.ace_low_straight), rank_masks(shape)
        third = np.empty((len(tables.holes), tables.pairs.pairs, tables.pairs.pairs), np.int8)
        for row in range(len(tables.holes)):
            codes = third_codes()[pairs[row][:, None], pairs[row][None, :]]
            third[row] = third_actions[codes - shared_ranks()[masks[row][:, None] & masks[row][None, :]]]
        strategy[shape] = Decisions(first, second, third)
    return strategy


def parse_strategy_card(data: Mapping[str, object], multiples: tuple[int, ...]) -> StrategyCard:
    """Parse a strategy card from its file: lists of lines under `across`, `down` and `middle`."""
    faults = [
        Fault(
            FaultCode.UNKNOWN_KEY,
            f"unknown key {key!r}",
            field=safe_key(key),
            params={"key": key, "choices": DECISIONS},
        )
        for key in data
        if key not in DECISIONS and key.isprintable()
    ]
    lists: list[RuleList] = []
    for decision in DECISIONS:
        lines = data.get(decision)
        if not isinstance(lines, list) or not 1 <= len(lines) <= MOST_LINES:
            count = len(lines) if isinstance(lines, list) else 0
            params = {"least": 1, "most": MOST_LINES, "count": count}
            message = f"must be a list of 1 to {MOST_LINES} lines"
            faults.append(Fault(FaultCode.WRONG_COUNT, message, decision, params=params))
            continue
        try:
            lists.append(parse_rules(decision, lines, multiples))
        except BadInput as error:
            faults.extend(error.faults)
    if faults or len(lists) != len(DECISIONS):
        raise BadInput(faults)
    return StrategyCard(*lists)


def grow_strategy_cards(
    solution: Solution,
    most_lines: int = 16,
    progress: Callable[[float], None] | None = None,
    *,
    counting: bool = True,
) -> list[PricedStrategyCard]:
    """Return the best strategy card of every number of lines up to the most, priced; longer ones cost less. Without
    counting, the rules use only features that need no counting."""
    features = COUNTED if counting else UNCOUNTED
    report = progress or (lambda _: None)
    states = seen_states(solution)
    report(0.1)
    across = grow("across", _first_values(solution), features["across"], 5)
    third_values = states.third_values().astype(np.float64)
    middle = grow("middle", third_values, features["middle"], 8)
    report(0.5)
    second_values = states.second_values(middle[-1].actions()).astype(np.float64)
    down = grow("down", second_values, features["down"], 6)
    report(0.7)
    # Two decisions with the same last line share it, so lists that may also end with another action are tried both
    # ways.
    across, down, middle = ([*lists, *filter(None, map(RuleList.turned, lists))] for lists in (across, down, middle))
    loss = [
        _losses(_first_values(solution), across),
        _losses(second_values, down),
        _losses(third_values, middle),
    ]
    candidates: dict[int, tuple[float, StrategyCard]] = {}
    for i, j, k in product(range(len(across)), range(len(down)), range(len(middle))):
        strategy_card = StrategyCard(across[i], down[j], middle[k])
        size, estimate = len(strategy_card.lines()), loss[0][i] + loss[1][j] + loss[2][k]
        if size <= most_lines and (size not in candidates or estimate < candidates[size][0]):
            candidates[size] = (estimate, strategy_card)
    priced: list[PricedStrategyCard] = []
    for number, size in enumerate(sorted(candidates)):
        entry = price(candidates[size][1], solution)
        if not priced or entry.value > priced[-1].value:
            priced.append(entry)
        report(0.7 + 0.3 * (number + 1) / len(candidates))
    return priced


def simple_strategy_card(solution: Solution, progress: Callable[[float], None] | None = None) -> PricedStrategyCard:
    """Return the best strategy card of a few lines that needs no counting."""
    return grow_strategy_cards(solution, SIMPLE_LINES, progress, counting=False)[-1]


def longest_within(
    strategy_cards: Sequence[PricedStrategyCard], most_lines: int | None = None, *, counting: bool = True
) -> PricedStrategyCard:
    """Return the best of the grown cards with at most this many lines; by default the usual number."""
    most = most_lines or (USUAL_LINES if counting else SIMPLE_LINES)
    return [priced for priced in strategy_cards if len(priced.strategy_card.lines()) <= most][-1]


def _first_values(solution: Solution) -> NDArray[np.float64]:
    values = np.zeros((code_count(FIRST), len(solution.scheme.multiples) + 1))
    for hole in hole_classes():
        values[first_code(hole)] += np.array(solution.first_values(hole), float) * hole.holes
    return values


def _losses(values: NDArray[np.float64], lists: list[RuleList]) -> list[float]:
    """Return the loss of each list against the best action for every code."""
    top = float(values.max(1).sum())
    return [top - float(values[np.arange(len(values)), rules.actions()].sum()) for rules in lists]


def _merged(left: list[StrategyLine], right: list[StrategyLine]) -> list[StrategyLine]:
    """Return the shortest list that contains both in their order, equal rules joined."""
    lengths = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in reversed(range(len(left) + 1)):
        for j in reversed(range(len(right) + 1)):
            if i == len(left) or j == len(right):
                lengths[i][j] = len(left) - i + len(right) - j
            elif str(left[i].rule) == str(right[j].rule):
                lengths[i][j] = 1 + lengths[i + 1][j + 1]
            else:
                lengths[i][j] = 1 + min(lengths[i + 1][j], lengths[i][j + 1])
    merged: list[StrategyLine] = []
    i = j = 0
    while i < len(left) and j < len(right):
        if str(left[i].rule) == str(right[j].rule):
            merged.append(StrategyLine((*left[i].decisions, *right[j].decisions), left[i].rule))
            i, j = i + 1, j + 1
        elif lengths[i + 1][j] <= lengths[i][j + 1]:
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
    return [*merged, *left[i:], *right[j:]]


def described(rule: Rule, multiples: tuple[int, ...]) -> str:
    """Return a rule as one sentence for a strategy card."""
    name = action_name(rule.action, multiples)
    verb = "Fold" if rule.action == FOLD else f"Bet {name}"
    if not rule.conditions:
        return f"{verb} otherwise"
    *others, last = (condition.words() for condition in rule.conditions)
    joint = ", and " if any(" and " in words or ", " in words for words in (*others, last)) else " and "
    return f"{verb} with {', '.join(others)}{joint}{last}" if others else f"{verb} with {last}"

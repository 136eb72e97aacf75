"""Rules for people: ordered lines, of which the first that fits decides. Read from a file, or grown from exact values.

A line is `ACTION if CONDITION and CONDITION ...`, or an action alone, which fits everything. A condition is `FEATURE >=
LEVEL`, `FEATURE <= LEVEL` or `FEATURE = LEVEL` over the features of that decision (`features.py`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.crisscross.features import (
    CODED,
    FEATURES,
    Feature,
    code_count,
    code_levels,
    codes,
    levels_by_name,
)
from crossfelt.errors import BadInput, Fault, describe, not_one_of
from crossfelt.faults import FaultCode

_CONDITION = re.compile(r"(\w+) *(>=|<=|=) *(\w+)")


_YES_NO_WORDS = {
    "hole_pair": ("no pair in the hole", "a pair in the hole"),
    "suited": ("unsuited hole cards", "suited hole cards"),
    "hand_high": ("no jack or better in your hand", "a jack or better in your hand"),
}
_LOWS = "a 5 or below in each of your hand, across and down"
_RANGE_WORDS = {
    "holding": {
        (0, 0): "no pair and no draw",
        (1, 1): "no pair but a gutshot",
        (2, 2): "a pair of 2s to 5s and no draw",
        (3, 3): "a pair of 6s or better, an open-ended straight draw, a flush draw, or a smaller pair and a gutshot",
        (0, 1): "no pair and a gutshot at best",
        (0, 2): "a pair of 2s to 5s or a gutshot at best, and not both",
        (1, 3): "a pair or a draw",
        (2, 3): "a pair, an open-ended straight draw or a flush draw",
    },
    "cross": {
        (0, 0): "no jack or better on the cross",
        (1, 1): f"a jack or better on the cross but {_LOWS}",
        (2, 2): f"a jack or better on the cross and not {_LOWS}",
        (0, 1): f"either no jack or better on the cross or {_LOWS}",
        (1, 2): "a jack or better on the cross",
    },
}
"""Features whose levels have words of their own, for each range of levels."""
_LEVEL_WORDS = {
    "nothing": "no pair",
    "pair_2s_to_5s": "a pair of 2s to 5s",
    "pair_6s_to_10s": "a pair of 6s to 10s",
    "pair_jacks_or_better": "a pair of jacks to aces",
    "two_pair": "two pair",
    "none": "no draw",
    "gutshot": "a gutshot",
    "open_ended": "an open-ended straight draw",
    "flush": "a flush draw",
}
_COUNT_WORDS = {
    "highs": "cards from jack to ace",
    "hole_highs": "hole cards from jack to ace",
    "middles": "cards from 6 to 10",
    "card_points": "card points",
}


@dataclass(frozen=True, slots=True)
class Condition:
    """One feature between two levels, both included."""

    feature: Feature
    least: int
    most: int

    def __str__(self) -> str:
        if self.least == self.most:
            return f"{self.feature.name} = {self.feature.word(self.least)}"
        if self.least == 0:
            return f"{self.feature.name} <= {self.feature.word(self.most)}"
        return f"{self.feature.name} >= {self.feature.word(self.least)}"

    def opposite(self) -> Condition | None:
        """Return the complementary condition; None if that isn't a range of levels."""
        top = self.feature.levels - 1
        if self.least == 0 and self.most < top:
            return Condition(self.feature, self.most + 1, top)
        return Condition(self.feature, 0, self.least - 1) if self.most == top and self.least else None

    def words(self) -> str:
        """Return the condition in words."""
        name = self.feature.name
        if name in _YES_NO_WORDS:
            return _YES_NO_WORDS[name][self.least]
        if name in _RANGE_WORDS:
            return _RANGE_WORDS[name].get((self.least, self.most), "any cards")
        if self.feature.words:
            level = _LEVEL_WORDS.get(self.feature.word(self.least if self.least else self.most))
            subject = {"other_made": " on the other line", "high_card": "", "low_card": ""}.get(name, "")
            if name in ("high_card", "low_card"):
                return self._rank_words()
            assert level is not None
            if self.least == self.most:
                return level + subject
            return (f"{level} or better" if self.least else f"{level} at best") + subject
        noun = _COUNT_WORDS[name]
        if self.least == self.most:
            return f"exactly {self.least} {noun}"
        return f"{self.least} or more {noun}" if self.least else f"{self.most} or fewer {noun}"

    def _rank_words(self) -> str:
        is_higher = self.feature.name == "high_card"
        rank = self.feature.word(self.least or self.most).replace("T", "10")
        if self.least == self.most:
            return f"the {'higher' if is_higher else 'lower'} hole card {_with_article(rank)}"
        if self.least == 0:
            return f"no hole card above {_with_article(rank)}" if is_higher else f"a hole card of {rank} or below"
        return f"a hole card of {rank} or above" if is_higher else f"no hole card below {_with_article(rank)}"


def _with_article(rank: str) -> str:
    return f"an {rank}" if rank in ("8", "A") else f"a {rank}"


@dataclass(frozen=True, slots=True)
class Rule:
    """An action under conditions: 0 folds, i + 1 bets multiple i."""

    action: int
    conditions: tuple[Condition, ...]

    def __str__(self) -> str:
        return f"{self.action} if {' and '.join(map(str, self.conditions))}"

    def fits(self, decision: str) -> NDArray[np.bool_]:
        """Return [code of the decision] -> whether the rule fits."""
        fits = np.ones(code_count(CODED[decision]), bool)
        levels = levels_by_name(decision)
        for condition in self.conditions:
            level = levels[condition.feature.name]
            fits &= (level >= condition.least) & (level <= condition.most)
        return fits


@dataclass(frozen=True, slots=True)
class RuleList:
    """The rules of one decision; the last one fits everything."""

    decision: str
    rules: tuple[Rule, ...]

    def actions(self) -> NDArray[np.int8]:
        """Return the actions of the list, by code."""
        actions = np.zeros(code_count(CODED[self.decision]), np.int8)
        for rule in reversed(self.rules):
            actions[rule.fits(self.decision)] = rule.action
        return actions

    def turned(self) -> RuleList | None:
        """Return this list with its last two actions in the other order, if one condition separates them."""
        *before, last_but_one, last = (Rule(0, ()), *self.rules)
        if len(last_but_one.conditions) != 1:
            return None
        other = last_but_one.conditions[0].opposite()
        if other is None:
            return None
        rules = (*before[1:], Rule(last.action, (other,)), Rule(last_but_one.action, ()))
        return RuleList(self.decision, rules)

    def lines(self, multiples: Sequence[int]) -> list[str]:
        """Return the rules as lines of a file."""
        return [_line(rule, multiples) for rule in self.rules]


def action_name(action: int, multiples: Sequence[int]) -> str:
    """Return the name of an action: `fold`, `1x`, ..."""
    return "fold" if action == 0 else f"{multiples[action - 1]}x"


def _line(rule: Rule, multiples: Sequence[int]) -> str:
    name = action_name(rule.action, multiples)
    return f"{name} if {' and '.join(map(str, rule.conditions))}" if rule.conditions else name


def parse_rules(decision: str, lines: Sequence[object], multiples: Sequence[int]) -> RuleList:
    """Parse rules from their lines; `BadInput` lists every invalid line."""
    faults: list[Fault] = []
    rules: list[Rule] = []
    actions = [action_name(action, multiples) for action in range(len(multiples) + 1)]
    features = {feature.name: feature for feature in FEATURES[decision]}
    for number, line in enumerate(lines, start=1):
        where, path = f"{decision}, line {number}", f"{decision}[{number}]"
        if not isinstance(line, str):
            message, params = f"must be a string, not {describe(line)}", {"expected": "text", "value": line}
            faults.append(Fault(FaultCode.WRONG_TYPE, message, where, field=path, params=params))
            continue
        name, _, condition_text = line.partition(" if ")
        if name.strip() not in actions:
            message = f"{describe(name.strip())} is not one of {', '.join(actions)}"
            faults.append(not_one_of(where, message, name.strip(), actions).at(path))
            continue
        conditions: list[Condition] = []
        for text in condition_text.split(" and ") if condition_text else ():
            match = _CONDITION.fullmatch(text.strip())
            feature = features.get(match[1]) if match else None
            level = feature.level(match[3]) if match and feature else None
            if match is None or feature is None or level is None:
                message = f"{describe(text.strip())} is not a condition; start with one of {', '.join(features)}"
                faults.append(not_one_of(where, message, text.strip(), features).at(path))
                continue
            least = level if match[2] != "<=" else 0
            most = level if match[2] != ">=" else feature.levels - 1
            conditions.append(Condition(feature, least, most))
        rules.append(Rule(actions.index(name.strip()), tuple(conditions)))
    if not faults and (not rules or rules[-1].conditions):
        message = "the last line must be an action without conditions, for all other cases"
        faults.append(Fault(FaultCode.MISSING, message, decision, params={"choices": actions}))
    if faults:
        raise BadInput(faults)
    return RuleList(decision, tuple(rules))


def grow(
    decision: str,
    values: NDArray[np.float64],
    features: tuple[Feature, ...],
    lines: int,
    *,
    most_conditions: int = 3,
    taste: float = 1e-6,
) -> list[RuleList]:
    """Grow short rule lists that lose little and use only these features: `values[code, action]` is the value of each
    action over the states of a code. Return the best list of every length from 1 to `lines`, while another line still
    gains something.

    A list grows by the rule and place that gain most; then every rule is reconsidered in turn, given all the others,
    until none can be improved. `taste` is the share of the whole that a condition must be worth to be written down. The
    search uses floating point; the cost of a list is counted exactly elsewhere.
    """
    levels = levels_by_name(decision)
    seen = np.zeros((code_count(features), values.shape[1]))
    np.add.at(seen, codes([levels[feature.name] for feature in features], features), values)
    search = _Search(features, seen, most_conditions, taste)
    lists: list[RuleList] = []
    chosen: list[_Line] = []
    for _ in range(lines):
        if lists:
            longer = search.improved(search.longer(chosen))
            if search.value(longer) <= search.value(chosen):
                break  # Another line would gain nothing.
            chosen = longer
        rules = [Rule(line.action, line.conditions) for line in chosen]
        lists.append(RuleList(decision, (*rules, Rule(search.otherwise(chosen), ()))))
    return lists


@dataclass(frozen=True, slots=True)
class _Line:
    conditions: tuple[Condition, ...]
    action: int
    fits: NDArray[np.bool_]
    """[code in use] -> whether every condition is met."""


class _Search:
    """The state of one search: the values of the codes in use and every rule that could be added."""

    def __init__(
        self, features: tuple[Feature, ...], values: NDArray[np.float64], most_conditions: int, taste: float
    ) -> None:
        used = np.flatnonzero(np.abs(values).sum(1))
        self.table = values[used]
        self.boxes = _Boxes(features, used, most_conditions)
        self.condition_price = taste * float(np.abs(self.table.max(1)).sum())
        fitting = self.boxes.sums(np.ones((len(used), 1)))[:, 0]
        splits = (fitting > 0) & (fitting < len(used))
        # A condition that fits all codes or none isn't useful.
        self.price = np.where(splits, self.boxes.condition_counts * self.condition_price, np.inf)[:, None]

    def otherwise(self, chosen: list[_Line]) -> int:
        """Return the best action for the codes that no line fits."""
        return int(self.table[self._open(chosen)].sum(0).argmax())

    def longer(self, chosen: list[_Line]) -> list[_Line]:
        """Return the list with one more line, where it gains most."""
        options = [self._best(chosen[:place], chosen[place:]) for place in range(len(chosen) + 1)]
        place = max(range(len(options)), key=lambda number: options[number][0])
        return [*chosen[:place], options[place][1], *chosen[place:]]

    def improved(self, chosen: list[_Line]) -> list[_Line]:
        """Return the list after every line was reconsidered until none could be improved."""
        value = self.value(chosen)
        for _ in range(20):
            for place in range(len(chosen)):
                _, line = self._best(chosen[:place], chosen[place + 1 :])
                changed = [*chosen[:place], line, *chosen[place + 1 :]]
                if (better := self.value(changed)) > value:
                    chosen, value = changed, better
                    break
            else:
                break
        return chosen

    def _best(self, before: list[_Line], after: list[_Line]) -> tuple[float, _Line]:
        """Return the line between two parts of a list that gains most over having none there; among equals the
        simplest."""
        reached = self._open(before)
        gain = (self.table - self._followed(after)[:, None]) * reached[:, None]
        gains = self.boxes.sums(gain) - self.price
        most = gains.max()
        boxes, actions = np.nonzero(gains == most)
        first = self.boxes.simplest(boxes)
        conditions = self.boxes.conditions(int(boxes[first]))
        return float(most), _Line(conditions, int(actions[first]), self.boxes.fits(conditions))

    def _open(self, chosen: list[_Line]) -> NDArray[np.bool_]:
        is_open = np.ones(len(self.table), bool)
        for line in chosen:
            is_open &= ~line.fits
        return is_open

    def _followed(self, chosen: list[_Line]) -> NDArray[np.float64]:
        """Return [code] -> its value under these lines, with the best action for the rest."""
        values = self.table[:, self.otherwise(chosen)].copy()
        for line in reversed(chosen):
            values[line.fits] = self.table[line.fits, line.action]
        return values

    def value(self, chosen: list[_Line]) -> float:
        """Return the value of the list, less the price of its conditions."""
        price = sum(len(line.conditions) * self.condition_price for line in chosen)
        return float(self._followed(chosen).sum()) - price


class _Boxes:
    """Every conjunction of at most this many conditions, each on another feature: boxes in the grid of levels.

    A sum over a box doesn't visit its codes one by one: values are summed by the levels of the features that the box
    uses, and those sums along each of them over every range of levels. Values are whole numbers, so the sums are exact
    in any order.
    """

    def __init__(self, features: tuple[Feature, ...], used: NDArray[np.int64], most_conditions: int) -> None:
        self._features = features
        self._levels = [level[used] for level in code_levels(features)]
        ranges = [_conditions(feature) for feature in features]
        self._singles = [condition for conditions in ranges for condition in conditions]
        self._within = [
            np.array(
                [[entry.least <= level <= entry.most for level in range(entry.feature.levels)] for entry in row], float
            )
            for row in ranges
        ]
        self._groups = [
            group for count in range(1, most_conditions + 1) for group in combinations(range(len(features)), count)
        ]
        starts = np.cumsum([0, *map(len, ranges)])
        blocks = []
        for group in self._groups:
            members = (
                np.indices([len(ranges[place]) for place in group]).reshape(len(group), -1).T + starts[list(group)]
            )
            blocks.append(np.pad(members, ((0, 0), (0, most_conditions - len(group))), constant_values=-1))
        self._members = np.concatenate(blocks)
        """[box, place] -> number of the condition, -1 if the box has fewer."""
        self.condition_counts = (self._members >= 0).sum(1)

    def sums(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return [box, column] -> the values of all codes in the box, `values` being [code in use, column]."""
        columns = values.shape[1]
        parts = []
        for group in self._groups:
            shape = [self._features[place].levels for place in group]
            cells = np.ravel_multi_index([self._levels[place] for place in group], shape)
            added = [np.bincount(cells, column, prod(shape)).reshape(shape) for column in values.T]
            sums = np.stack(added, -1)
            for axis, place in enumerate(group):
                sums = np.moveaxis(np.tensordot(self._within[place], sums, (1, axis)), 0, axis)
            parts.append(sums.reshape(-1, columns))
        return np.concatenate(parts)

    def simplest(self, boxes: NDArray[np.int64]) -> int:
        """Return the index of the box with the fewest conditions; among equals the first in order."""
        return int(np.lexsort((*self._members[boxes].T[::-1], self.condition_counts[boxes]))[0])

    def conditions(self, box: int) -> tuple[Condition, ...]:
        """The conditions of a box."""
        return tuple(self._singles[number] for number in self._members[box] if number >= 0)

    def fits(self, conditions: tuple[Condition, ...]) -> NDArray[np.bool_]:
        """Return [code in use] -> whether it is in the box of these conditions."""
        fits = np.ones(len(self._levels[0]), bool)
        for condition in conditions:
            level = self._levels[self._features.index(condition.feature)]
            fits &= (level >= condition.least) & (level <= condition.most)
        return fits


def _conditions(feature: Feature) -> list[Condition]:
    """Return every condition on one feature that has words: from a level on, up to a level, and a level that has a
    name."""
    ranges = {(least, feature.levels - 1) for least in range(1, feature.levels)}
    ranges |= {(0, most) for most in range(feature.levels - 1)}
    if feature.words:
        ranges |= {(value, value) for value in range(feature.levels)}
    return [Condition(feature, least, most) for least, most in sorted(ranges)]

"""King Cross records: every single changed value is refused, and so is whatever was never a record."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from crossfelt.errors import RecordError
from crossfelt.kingcross.match import KING_CROSS
from crossfelt.kingcross.rules import Mode
from crossfelt.record import export_record, replay
from tests.support.matches import MATCHES, played
from tests.support.scale import scaled

RULES = played("solo", (4,)).rules


@pytest.mark.parametrize(("mode", "seats"), MATCHES)
def test_a_record_replays_to_the_same_match(mode: Mode, seats: tuple[int, ...]) -> None:
    contest = played(mode, seats)
    again = replay(KING_CROSS, export_record(contest))
    assert (again.rules, again.seats, again.state) == (contest.state.rules, seats, contest.state)
    assert (again.steps, again.events) == (contest.steps, contest.events)


def test_a_match_that_is_not_over_replays_too() -> None:
    contest = played("communal", (1, 2), 5)
    assert not contest.state.is_finished
    assert replay(KING_CROSS, export_record(contest)).state == contest.state


def leaves(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value that is no table and no list."""
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    result = False
    for key, child in items:
        result = True
        yield from leaves(child, (*path, key))
    if not result:
        yield path


def other_values(value: Any) -> Iterator[Any]:
    """Values of the same kind that are not this one, and one of another kind."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif isinstance(value, str):
        yield from (value + "x", "player" if value == "table" else "table", "Ah" if value != "Ah" else "Ac", "")
    elif value is None:
        yield 1
    yield 2.5


@pytest.mark.parametrize(("mode", "seats"), MATCHES)
def test_any_single_changed_value_is_refused(mode: Mode, seats: tuple[int, ...]) -> None:
    record = export_record(played(mode, seats))
    paths = list(leaves(record))
    # The heading and the score card in full, of the steps and of the scores at the end a sample.
    steps = [path for path in paths if path[0] == "steps"]
    scores = [path for path in steps if "scores" in path]
    draws = random.Random(1)
    chosen = draws.sample(steps, scaled(30, len(steps))) + draws.sample(scores, scaled(10, len(scores)))
    copy = deepcopy(record)
    for path in [path for path in paths if path[0] != "steps"] + chosen:
        table: Any = copy
        for key in path[:-1]:
            table = table[key]
        for value in other_values(table[path[-1]]):
            original, table[path[-1]] = table[path[-1]], value
            with pytest.raises(RecordError):
                replay(KING_CROSS, copy)
            table[path[-1]] = original


def test_steps_that_are_missing_or_swapped_are_refused() -> None:
    record = export_record(played("solo", (4,)))
    steps = record["steps"]
    for wrong in (steps[1:], [*steps[:5], *steps[6:]], [*steps, steps[-1]], steps[::-1]):
        copy = record | {"steps": wrong}
        with pytest.raises(RecordError, match="step"):
            replay(KING_CROSS, copy)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "crossfelt-round"}, "format"),
        ({"version": 2}, "version"),
        ({"game": "criss-cross"}, "game"),
        ({"rules": "king-cross-2"}, "the embedded rules are king-cross-1"),
        ({"rules_hash": "0" * 64}, "hash"),
        ({"rules_document": None}, "match rules"),
        ({"rules_document": {"score_card": None, "mode": "solo", "bonus": True}}, "score card"),
        ({"rules_document": RULES.document | {"mode": "duel"}}, "mode"),
        ({"rules_document": RULES.document | {"mode": "own_dice"}}, "hash"),
        ({"seats": [1, 2]}, "one seat"),
        ({"seats": [0]}, "seats"),
        ({"steps": {}}, "steps"),
        ({"steps": [3]}, "step 1"),
        ({"steps": [{"actor": "seat:1", "action": {}, "events": 3}]}, "step 1"),
        ({"steps": [{"actor": "nobody", "action": {}, "events": []}]}, "is not an actor"),
        ({"steps": [{"actor": "chance", "action": {"kind": "shuffle"}, "events": []}]}, "is not a known kind"),
        ({"more": 1}, "more: unknown key"),
    ],
)
def test_what_a_record_may_not_say(change: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        replay(KING_CROSS, export_record(played("solo", (4,))) | change)


def test_what_is_no_record_is_refused() -> None:
    nothing: tuple[object, ...] = (None, [], 3, "x", {})
    for data in nothing:
        with pytest.raises(RecordError):
            replay(KING_CROSS, data)

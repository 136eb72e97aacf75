"""Whatever comes in from outside is read or refused in its own words: sheets, score cards, records, notation."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from crossfelt.errors import BadInput, CaseError, NotationError, RecordError, RuleBookError
from crossfelt.kingcross.casefile import score_case
from crossfelt.kingcross.match import KING_CROSS
from crossfelt.kingcross.notation import format_match, parse_match
from crossfelt.kingcross.resolve import load_score_card, score_card_from_document
from crossfelt.record import export_record, replay
from tests.support.matches import MATCHES, played
from tests.support.properties.any_json import ANYTHING
from tests.support.properties.king_sheets import random_grid
from tests.support.scale import scaled

CARD = load_score_card()
CASE: dict[str, Any] = {"grid": random_grid(random.Random(1)), "bonus": True}


def read(reader: Callable[[Any], object], data: object, refusal: type[BadInput]) -> None:
    """Reads, or is refused in this one way and on one line."""
    try:
        reader(data)
    except BadInput as error:
        assert type(error) is refusal
        assert error.faults and all(fault.isprintable() for fault in error.faults)


def places(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every value inside."""
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    return [result for key, child in items for result in ((*path, key), *places(child, (*path, key)))]


def with_value(data: Any, path: tuple[Any, ...], value: object) -> Any:
    copy = deepcopy(data)
    table = copy
    for key in path[:-1]:
        table = table[key]
    table[path[-1]] = value
    return copy


@settings(max_examples=scaled(150, 5_000))
@given(ANYTHING)
def test_anything_at_all(data: object) -> None:
    read(lambda value: score_case(value, CARD), data, CaseError)
    read(lambda value: score_case({"grid": value}, CARD), data, CaseError)
    read(score_card_from_document, data, RuleBookError)
    read(partial(replay, KING_CROSS), data, RecordError)
    if isinstance(data, dict):
        read(lambda choices: load_score_card(choices=choices), data, RuleBookError)


@settings(max_examples=scaled(150, 5_000))
@given(st.data(), ANYTHING)
def test_good_input_with_one_value_changed(data: st.DataObject, value: object) -> None:
    record = export_record(played(*MATCHES[data.draw(st.integers(0, 2))], 8))
    for good, reader, refusal in (
        (CASE, lambda case: score_case(case, CARD), CaseError),
        (CARD.document, score_card_from_document, RuleBookError),
        (record, partial(replay, KING_CROSS), RecordError),
    ):
        path = data.draw(st.sampled_from(places(good)))
        read(reader, with_value(good, path, value), refusal)


@settings(max_examples=scaled(100, 5_000))
@given(st.integers(0, 2), st.integers(0, 10_000), st.integers(0, 10_000), st.text(max_size=4))
def test_notation_with_a_stretch_replaced(number: int, first: int, last: int, text: str) -> None:
    contest = played(*MATCHES[number], 8)
    good = format_match(contest.state.rules, contest.seats, contest.events)
    first, last = sorted((first % len(good), last % len(good)))
    read(parse_match, good[:first] + text + good[last:], NotationError)
    read(parse_match, text, NotationError)

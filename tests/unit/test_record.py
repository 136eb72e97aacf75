"""Records: exported, replayed, and refused when anything in them was changed."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from crossfelt.crisscross.resolve import load_rule_book, rule_book_from_document
from crossfelt.crisscross.round import CRISS_CROSS, open_round
from crossfelt.errors import RecordError
from crossfelt.record import STEP_KEYS, export_record, read_step, replay, step_document
from tests.support.rounds import random_round
from tests.support.scale import scaled


def test_a_record_replays_to_the_identical_state() -> None:
    for seed in range(scaled(150, 20_000)):
        contest = random_round(seed)
        record = json.loads(json.dumps(export_record(contest)))
        again = replay(CRISS_CROSS, record)
        assert again.state == contest.state, f"seed {seed}"
        assert again.events == contest.events, f"seed {seed}"


def test_a_record_of_an_open_round_replays_too() -> None:
    contest = random_round(3, trouble=0)
    record = export_record(contest)
    for length in range(len(record["steps"])):
        replay(CRISS_CROSS, record | {"steps": record["steps"][:length]})


def test_a_step_reads_as_it_was_written() -> None:
    for number, step in enumerate(random_round(3).steps, start=1):
        document = step_document(step)
        assert tuple(document) == STEP_KEYS
        assert read_step(CRISS_CROSS, json.loads(json.dumps(document)), f"step {number}") == step


@pytest.mark.parametrize("key", STEP_KEYS)
def test_a_step_without_one_of_its_keys_is_refused(key: str) -> None:
    document = step_document(random_round(3).steps[0])
    del document[key]
    with pytest.raises(RecordError, match="step 1"):
        read_step(CRISS_CROSS, document, "step 1")


def _paths(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(node, dict):
        return [result for key, child in node.items() for result in _paths(child, (*path, key))]
    if isinstance(node, list):
        return [result for index, child in enumerate(node) for result in _paths(child, (*path, index))]
    return [path]


def _tampered(record: dict[str, Any], path: tuple[Any, ...], choose: random.Random) -> dict[str, Any]:
    changed = copy.deepcopy(record)
    node: Any = changed
    for key in path[:-1]:
        node = node[key]
    old = node[path[-1]]
    others = [value for value in (old + 1 if isinstance(old, int) else 1, "Ah", None, -1, True) if value != old]
    node[path[-1]] = choose.choice(others)
    return changed


def test_no_single_value_can_be_changed_unnoticed() -> None:
    for seed in range(4):
        record = json.loads(json.dumps(export_record(random_round(seed, trouble=0.01))))
        choose = random.Random(seed)
        paths = _paths(record)
        for path in choose.sample(paths, min(len(paths), scaled(250, 100_000))):
            with pytest.raises(RecordError):
                replay(CRISS_CROSS, _tampered(record, path, choose))


@pytest.mark.parametrize("data", [None, [], {}, "x", 7, {"format": "crossfelt-record", "steps": {}}])
def test_what_is_no_record_is_refused(data: object) -> None:
    with pytest.raises(RecordError):
        replay(CRISS_CROSS, data)


def test_a_seat_that_the_rule_book_lacks_is_refused() -> None:
    document = copy.deepcopy(load_rule_book("cardroom").document)
    document["seats"]["count"] = 2
    record = export_record(open_round(rule_book_from_document(document), (1, 2))) | {"seats": [1, 3]}
    with pytest.raises(RecordError, match="seats must be different numbers from 1 to 2"):
        replay(CRISS_CROSS, record)


def test_places_in_a_list_are_counted_from_one() -> None:
    record = export_record(random_round(5, trouble=0))
    step = next(n for n, entry in enumerate(record["steps"], start=1) if entry["action"]["kind"] == "shuffle")
    record["steps"][step - 1]["action"]["deck"][51] = 7
    with pytest.raises(RecordError, match=rf"^step {step}\.action\.deck\[52\]: "):
        replay(CRISS_CROSS, record)


def test_a_step_left_out_is_noticed() -> None:
    record = export_record(random_round(5, trouble=0))
    for missing in range(len(record["steps"]) - 1):
        steps = [step for number, step in enumerate(record["steps"]) if number != missing]
        with pytest.raises(RecordError, match="step"):
            replay(CRISS_CROSS, record | {"steps": steps})

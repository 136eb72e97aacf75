"""Records looked through for a report: the same checks as `check`, one by one, and what is shown when one fails."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from crossfelt.errors import RecordError
from crossfelt.proof.attach import digest_of
from crossfelt.proof.check import check
from crossfelt.proof.inspection import SKIPPED, inspect_record
from crossfelt.proof.receipt import read_receipt
from crossfelt.record import export_record
from tests.support.proofs import proved, resealed, signed_receipt
from tests.support.rounds import random_round

Change = Callable[[dict[str, Any]], None]


@pytest.mark.parametrize("seed", range(8))
def test_a_record_that_holds_passes_every_check(seed: int) -> None:
    record = proved(seed)
    inspection = inspect_record(record)
    assert inspection.verified == check(record)
    assert {result.state for result in inspection.checks} == {"passed"}
    assert [result.id for result in inspection.checks] == [
        *("digest", "commitment", "chain", "order", "replay", "seeds", "chance", "sealed", "chips", "signature")
    ]
    assert (inspection.fault, inspection.failed, inspection.broken_step) == (None, None, None)
    assert inspection.log is not None and inspection.log.head.hex() == record["proof"]["log"]["head"]
    assert inspection.contest is not None and len(inspection.contest.steps) == len(record["steps"])


def other_secret(record: dict[str, Any]) -> None:
    record["proof"]["secret"] = "00" * 32


def other_time(record: dict[str, Any]) -> None:
    record["proof"]["log"]["entries"][0]["stamped_ms"] += 1


def other_seats(record: dict[str, Any]) -> None:
    record["seats"] = record["seats"][:-1]


def other_wager(record: dict[str, Any]) -> None:
    record["steps"][0]["action"]["wagers"]["ante_across"] += 100


@pytest.mark.parametrize(
    ("change", "failed"),
    [(other_secret, "commitment"), (other_time, "chain"), (other_seats, "order"), (other_wager, "order")],
)
def test_the_check_that_fails_is_named_and_later_ones_are_skipped(change: Change, failed: str) -> None:
    record = proved(190)
    change(record)
    # The digest fits again, so that a later check has something to find.
    head = record["proof"]["log"]["head"]
    record = resealed(record)
    if failed == "chain":
        record["proof"]["log"]["head"] = head
        record = record | {"digest": digest_of(record)}
    inspection = inspect_record(record)
    with pytest.raises(RecordError) as error:
        check(record)
    assert inspection.fault == str(error.value)
    assert inspection.failed is not None and inspection.failed.id == failed
    states = [result.state for result in inspection.checks]
    place = states.index("failed")
    assert states == ["passed"] * place + ["failed"] + ["skipped"] * (len(states) - place - 1)
    assert all(result.finding == SKIPPED for result in inspection.checks[place + 1 :])
    assert inspection.verified is None


def test_a_contest_is_shown_up_to_the_first_step_that_fails() -> None:
    record = deepcopy(export_record(random_round(3)))
    last = len(record["steps"])
    record["steps"][-1]["events"][-1]["kind"] = "betting_closed"
    inspection = inspect_record(record)
    assert inspection.failed is not None and inspection.failed.id == "replay"
    assert inspection.broken_step == last
    assert inspection.contest is not None and len(inspection.contest.steps) == last - 1
    assert not inspection.contest.is_finished


def test_what_no_game_can_open_is_not_shown() -> None:
    inspection = inspect_record({"format": "crossfelt-record", "game": "chess"})
    assert (inspection.contest, inspection.log) == (None, None)
    assert inspection.fault == "game: 'chess' is not one of criss-cross, king-cross"


def test_two_heads_of_one_server_are_cheating() -> None:
    record = proved(5)
    log = record["proof"]["log"]
    last = log["first_seq"] + len(log["entries"]) - 1
    same = read_receipt(signed_receipt("oak", last, bytes.fromhex(log["head"])))
    other = read_receipt(signed_receipt("oak", last, bytes(32)))
    assert inspect_record(record, same).checks[-1].finding == f"The receipt matches the log at entry {last}."
    inspection = inspect_record(record, other)
    assert inspection.is_cheating
    assert inspection.failed is not None and inspection.failed.id == "receipt"

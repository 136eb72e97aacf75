"""Chips moved otherwise than the events of a round say, with every hash made to fit: both verifiers name each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from crossfelt.jsontext import canonical_json
from crossfelt.proof.check import check
from crossfelt.verifier import crossfelt_verifier as stand_alone
from tests.support.proofs import resealed
from tests.support.properties.cheats import SPINS, Record, faults_of, honest

Entry = dict[str, Any]


def moving(record: Record) -> list[Entry]:
    """The steps of the log that move chips."""
    return [entry for entry in record["proof"]["log"]["entries"] if entry["kind"] == "step" and entry["postings"]]


def inserted(record: Record, kind: str, body: Record, postings: list[list[Any]], at: int = -1) -> None:
    entry = {"stamped_ms": 1, "kind": kind, "sealed": False, "body": canonical_json(body), "asked": ""}
    record["proof"]["log"]["entries"].insert(at, entry | {"postings": postings})


def one_cent_more(record: Record) -> None:
    moving(record)[-1]["postings"][0][2] += 1


def one_posting_left_out(record: Record) -> None:
    del moving(record)[-1]["postings"][0]


def one_posting_more(record: Record) -> None:
    moving(record)[-1]["postings"].append(["house:oak", "wallet:player-1", 5])


def moved_to_another_step(record: Record) -> None:
    first, second = moving(record)[:2]
    first["postings"], second["postings"] = second["postings"] + first["postings"], []


def paid_to_another_wallet(record: Record) -> None:
    paid = [move for entry in moving(record) for move in entry["postings"] if move[1].startswith("wallet:")]
    paid[-1][1] = "wallet:thief"


def staked_by_another_seat(record: Record) -> None:
    stakes = [move for entry in moving(record) for move in entry["postings"] if move[0].startswith("wallet:")]
    stakes[-1][0] = next(move[0] for move in stakes if move[0] != stakes[-1][0])


def another_round_pays(record: Record) -> None:
    for entry in moving(record):
        for move in entry["postings"]:
            move[0] = move[0].replace("escrow:oak-", "escrow:elm-")


def another_table_pays(record: Record) -> None:
    for move in moving(record)[-1]["postings"]:
        move[0], move[1] = (name.replace("house:oak", "house:elm") for name in move[:2])


def a_note_moves_chips(record: Record) -> None:
    inserted(record, "note", {"text": "x"}, [["wallet:player-1", "house:oak", 5]])


def a_correction_moves_more(record: Record) -> None:
    inserted(record, "corrected", {"player": "player-1", "cents": 5}, [["house:oak", "wallet:player-1", 6]])


def a_seat_handed_on_with_its_chips(record: Record) -> None:
    """The seat of the first wager gets another player right after it."""
    entries = record["proof"]["log"]["entries"]
    first = moving(record)[0]
    player = first["postings"][0][0].removeprefix("wallet:")
    at = entries.index(first) + 1
    seat = int(player.removeprefix("player-"))
    inserted(record, "seat_taken", {"seat": seat, "player": "thief", "bot": None}, [], at)
    inserted(record, "seat_left", {"seat": seat, "player": player, "reason": "asked"}, [], at)


@pytest.mark.parametrize(
    "cheat",
    [
        one_cent_more,
        one_posting_left_out,
        one_posting_more,
        moved_to_another_step,
        paid_to_another_wallet,
        staked_by_another_seat,
        another_round_pays,
        another_table_pays,
        a_note_moves_chips,
        a_correction_moves_more,
        a_seat_handed_on_with_its_chips,
    ],
)
def test_chips_that_no_event_moves(cheat: Callable[[Record], None]) -> None:
    record = honest(SPINS)
    cheat(record)
    for said in faults_of(resealed(record)):
        assert said.startswith(("log entry ", "wallet:")), said


def test_a_correction_and_a_change_of_players_between_wagers_hold() -> None:
    record = honest(SPINS)
    inserted(record, "seat_left", {"seat": 1, "player": "before", "reason": "asked"}, [], 1)
    inserted(record, "seat_taken", {"seat": 1, "player": "player-1", "bot": None}, [], 2)
    inserted(record, "corrected", {"player": "player-1", "cents": -5}, [["wallet:player-1", "house:oak", 5]])
    check(resealed(record))
    stand_alone.verify(resealed(record))

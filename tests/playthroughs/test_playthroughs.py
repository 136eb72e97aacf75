"""The transcripts beside this file are what the engine does, letter by letter."""

from __future__ import annotations

import pytest

from crossfelt.crisscross.notation import parse_round
from crossfelt.crisscross.resolve import rule_book_ids
from crossfelt.crisscross.round import CRISS_CROSS
from tests.support.playthroughs.criss_cross import HERE, SCENARIOS, Scenario


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_the_engine_plays_the_transcript(scenario: Scenario) -> None:
    assert scenario.path.read_text(encoding="utf-8") == scenario.transcript()


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_the_transcript_alone_leads_to_the_same_state(scenario: Scenario) -> None:
    noted = parse_round(scenario.path.read_text(encoding="utf-8"))
    state = CRISS_CROSS.open(noted.rules, noted.seats)
    for event in noted.events:
        state = CRISS_CROSS.evolve(state, event)
    assert state == scenario.play().state


def test_every_rule_book_has_a_transcript_and_every_file_a_scenario() -> None:
    assert {scenario.rules for scenario in SCENARIOS} == set(rule_book_ids())
    assert {scenario.path for scenario in SCENARIOS} == set(HERE.glob("*.txt"))

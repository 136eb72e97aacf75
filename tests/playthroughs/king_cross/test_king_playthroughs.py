"""The King Cross transcripts beside this file are what the engine does, letter by letter."""

from __future__ import annotations

import pytest

from crossfelt.kingcross.match import KING_CROSS
from crossfelt.kingcross.notation import parse_match
from crossfelt.kingcross.rules import MODES
from tests.support.playthroughs.king_cross import HERE, SCENARIOS, Scenario, transcript


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_the_engine_plays_the_transcript(scenario: Scenario) -> None:
    assert scenario.path.read_text(encoding="utf-8") == transcript(scenario.play())


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_the_transcript_alone_leads_to_the_same_state(scenario: Scenario) -> None:
    noted = parse_match(scenario.path.read_text(encoding="utf-8"))
    state = KING_CROSS.open(noted.rules, noted.seats)
    for event in noted.events:
        state = KING_CROSS.evolve(state, event)
    assert state == scenario.play().state


def test_every_mode_has_a_transcript_and_every_file_a_scenario() -> None:
    assert {scenario.mode for scenario in SCENARIOS} == set(MODES)
    assert {scenario.path for scenario in SCENARIOS} == set(HERE.glob("*.txt"))


def test_a_wild_roll_is_marked() -> None:
    assert " Ac wild by player\n" in (HERE / "solo-wild-roll.txt").read_text(encoding="utf-8")

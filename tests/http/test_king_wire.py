"""Actions, events and views of King Cross cross the wire unchanged, and nothing unknown does."""

from __future__ import annotations

import pytest

from crossfelt.catalog import KITS
from crossfelt.game import AUDITOR, FLOOR_AUDIENCE, SPECTATOR, seat_audience
from crossfelt.kingcross.match import KING_CROSS
from crossfelt.kingcross.rules import Mode
from crossfelt.service.wire.messages import game_messages
from tests.support.http.wire_actions import assert_no_action
from tests.support.matches import MATCHES, played

WIRE = game_messages(KITS[KING_CROSS.name])


@pytest.mark.parametrize(("mode", "seats"), MATCHES)
def test_whole_matches_cross_the_wire_unchanged(mode: Mode, seats: tuple[int, ...]) -> None:
    contest = played(mode, seats)
    state = KING_CROSS.open(contest.state.rules, seats)
    for step in contest.steps:
        assert WIRE.action.validate_json(WIRE.action.dump_json(step.action)) == step.action
        for event in step.events:
            assert WIRE.event.validate_json(WIRE.event.dump_json(event)) == event
            state = KING_CROSS.evolve(state, event)
        for audience in (SPECTATOR, FLOOR_AUDIENCE, AUDITOR, *map(seat_audience, seats)):
            view = KING_CROSS.view(state, audience)
            assert WIRE.view.validate_json(WIRE.view.dump_json(view)) == view


REFUSED = {
    '{"kind": "place", "roll": 1, "square": "a1"}': "card is missing",
    '{"kind": "place", "roll": 1, "square": "a1", "card": "Ah", "seat": 2}': "unknown key 'seat'",
    '{"kind": "place", "roll": true, "square": "a1", "card": "Ah"}': "action.roll",
    '{"kind": "place", "roll": 1.0, "square": "a1", "card": "Ah"}': "action.roll",
    '{"kind": "bet", "stage": "across", "multiple": 1}': "not a known kind",
}


@pytest.mark.parametrize("text", REFUSED)
def test_action_that_is_not_exactly_one_is_refused(text: str) -> None:
    assert_no_action(KITS[KING_CROSS.name], text, REFUSED[text])

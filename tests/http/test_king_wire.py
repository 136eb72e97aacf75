"""Actions, events and views of King Cross cross the wire unchanged, and nothing unknown does."""

from __future__ import annotations

import pytest

from crossfelt.errors import BadInput
from crossfelt.game import AUDITOR, FLOOR_AUDIENCE, SPECTATOR, seat_audience
from crossfelt.kingcross.match import KING_CROSS
from crossfelt.kingcross.rules import Mode
from crossfelt.service.wire.messages import KING_ACTION, KING_EVENT, KING_VIEW, read_king_action
from tests.matches import MATCHES, played


@pytest.mark.parametrize(("mode", "seats"), MATCHES)
def test_whole_matches_cross_the_wire_unchanged(mode: Mode, seats: tuple[int, ...]) -> None:
    contest = played(mode, seats)
    state = KING_CROSS.open(contest.state.rules, seats)
    for step in contest.steps:
        assert read_king_action(KING_ACTION.dump_json(step.action)) == step.action
        for event in step.events:
            assert KING_EVENT.validate_json(KING_EVENT.dump_json(event)) == event
            state = KING_CROSS.evolve(state, event)
        for audience in (SPECTATOR, FLOOR_AUDIENCE, AUDITOR, *map(seat_audience, seats)):
            view = KING_CROSS.view(state, audience)
            assert KING_VIEW.validate_json(KING_VIEW.dump_json(view)) == view


REFUSED = {
    '{"kind": "place", "roll": 1, "square": "a1"}': "place.card",
    '{"kind": "place", "roll": 1, "square": "a1", "card": "Ah", "seat": 2}': "place.seat",
    '{"kind": "place", "roll": true, "square": "a1", "card": "Ah"}': "place.roll",
    '{"kind": "place", "roll": 1.0, "square": "a1", "card": "Ah"}': "place.roll",
    '{"kind": "bet", "stage": "across", "multiple": 1}': "not one of roll_dice, place, place_for, abandon_sheet",
    '{"kind": "place", "kind": "place", "roll": 1}': "appears twice",
    "": "not JSON",
}


@pytest.mark.parametrize("text", REFUSED)
def test_action_that_is_not_exactly_one_is_refused(text: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_king_action(text)
    assert REFUSED[text] in str(refused.value)

"""Refusals that no typed caller should meet, met all the same."""

from __future__ import annotations

from typing import Any

import pytest

from crossfelt.crisscross.actions import Bet
from crossfelt.crisscross.round import CRISS_CROSS
from crossfelt.errors import IllegalAction, IllegalActionCode
from crossfelt.game import SYSTEM, seat_actor
from tests.support.rules.table import Table


@pytest.mark.parametrize("multiple", [True, 1.0, "1", None, 0, 4])
def test_a_multiple_is_a_whole_number_that_the_spot_allows(multiple: Any) -> None:
    table = Table("maryland", [1])
    table.wager(1, ante_across=500, ante_down=500)
    table.run_to("across")
    with pytest.raises(IllegalAction) as refusal:
        CRISS_CROSS.decide(table.state, seat_actor(1), Bet("across", multiple))
    assert refusal.value.code == IllegalActionCode.BAD_MULTIPLE


def test_what_is_no_action_is_refused() -> None:
    table = Table("maryland", [1])
    nothing: Any = object()
    with pytest.raises(IllegalAction) as refusal:
        CRISS_CROSS.decide(table.state, SYSTEM, nothing)
    assert refusal.value.code == IllegalActionCode.UNKNOWN_ACTION

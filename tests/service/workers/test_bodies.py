"""Whatever is asked, a worker answers it or names what is wrong with it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossfelt.cards import DECK, card_name
from crossfelt.errors import BadInput
from crossfelt.ranking import Hand
from crossfelt.service.workers.answers import answer
from crossfelt.service.workers.questions import TERMS, Kind
from tests.support.scale import scaled
from tests.support.service.worker_questions import read_question

CARDS = st.sampled_from([*map(card_name, DECK), "1h", "K", ""])
PAIR = st.lists(CARDS, min_size=1, max_size=3) | st.lists(st.sampled_from(["Ah", "Kd", "2c"]), min_size=2, max_size=2)
HALF = "\ud800"
"""Half a character, which JSON can write and UTF-8 cannot."""
NUMBER = st.integers(-2, 6) | st.integers()
ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
    | st.just(HALF),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8) | st.just(HALF), inner, max_size=3),
    max_leaves=8,
)
ODDS = st.dictionaries(st.sampled_from([hand.slug for hand in Hand]) | st.text(max_size=5), NUMBER, max_size=3)
OPTIONS = st.dictionaries(
    st.sampled_from(["limit_covers", "abandoned", "ace_low_straight"]),
    st.lists(st.integers(0, 12), max_size=4) | st.booleans() | st.text(max_size=5),
    max_size=2,
)
RULES = st.sampled_from(["maryland", "cardroom", "massachusetts", "nevada", "", HALF])
SQUARES = st.none() | CARDS
ROW = st.lists(SQUARES, min_size=5, max_size=5)
BODIES: dict[Kind, st.SearchStrategy[Any]] = {
    "advise": st.fixed_dictionaries(
        {"rules": RULES, "hole": PAIR},
        optional={
            "across": PAIR,
            "down": PAIR | st.none(),
            "bets": st.lists(NUMBER, max_size=3),
            "pay": ODDS,
            "options": OPTIONS,
        },
    ),
    "session": st.fixed_dictionaries(
        {"rules": RULES, "rounds": st.integers(-1, 50)},
        optional={
            "bankroll_antes": st.integers(-1, 200),
            "target_antes": NUMBER,
            "ruin_below_antes": NUMBER,
            "hold_cents": st.integers(),
            "ante_cents": NUMBER,
            "bet_cents": NUMBER,
            "confidence": st.floats(allow_nan=False),
        },
    ),
    "king_hint": st.fixed_dictionaries(
        {"grid": st.lists(ROW, min_size=5, max_size=5), "roll": CARDS},
        optional={"bonus": st.booleans(), "options": OPTIONS},
    ),
}


def answered_or_refused(kind: Kind, body: Any) -> None:
    try:
        assert isinstance(answer(kind, read_question(kind, body).body), dict)
    except BadInput as error:
        assert error.faults
        assert all(fault and "\n" not in fault for fault in error.faults)


@pytest.mark.parametrize("kind", BODIES)
@settings(max_examples=scaled(60, 5_000))
@given(data=st.data())
def test_a_body_of_nearly_the_right_form_is_answered_or_refused(kind: Kind, data: st.DataObject) -> None:
    answered_or_refused(kind, data.draw(BODIES[kind]))


@pytest.mark.parametrize("kind", TERMS)
@settings(max_examples=scaled(100, 5_000))
@given(data=st.data())
def test_a_body_of_any_form_is_answered_or_refused(kind: Kind, data: st.DataObject) -> None:
    fields = dict.fromkeys(TERMS[kind].request.model_fields, ANYTHING)
    answered_or_refused(kind, data.draw(st.fixed_dictionaries({}, optional=fields) | ANYTHING))

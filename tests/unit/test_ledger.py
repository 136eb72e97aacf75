from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossfelt.ledger import ESCROW, HOUSE, Posting, balances, posting, seat_account

ACCOUNTS = (ESCROW, HOUSE, "seat:1", "seat:2")
MOVES = st.builds(
    lambda pair, cents: Posting(pair[0], pair[1], cents),
    st.permutations(ACCOUNTS),
    st.integers(1, 10**15),
)


def test_seat_account() -> None:
    assert seat_account(3) == "seat:3"


def test_nothing_to_move_is_no_posting() -> None:
    assert posting(ESCROW, HOUSE, 0) == ()
    assert posting(ESCROW, HOUSE, 5) == (Posting(ESCROW, HOUSE, 5),)


@pytest.mark.parametrize("cents", [0, -1])
def test_a_posting_moves_something(cents: int) -> None:
    with pytest.raises(AssertionError):
        Posting(ESCROW, HOUSE, cents)


def test_a_posting_has_two_ends() -> None:
    with pytest.raises(AssertionError):
        Posting(HOUSE, HOUSE, 5)


def test_balances() -> None:
    moves = [Posting("seat:1", ESCROW, 500), Posting(ESCROW, HOUSE, 200), Posting(ESCROW, "seat:1", 300)]
    assert balances(moves) == {"seat:1": -200, ESCROW: 0, HOUSE: 200}
    assert balances([]) == {}


@given(st.lists(MOVES))
def test_balances_sum_to_zero(moves: list[Posting]) -> None:
    assert sum(balances(moves).values()) == 0
    back = [Posting(move.destination, move.source, move.cents) for move in moves]
    assert not any(balances([*moves, *back]).values())

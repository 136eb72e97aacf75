"""Cards as files name them and as people type them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossfelt.cards import (
    DECK,
    SUIT_SYMBOLS,
    Card,
    card_name,
    parse_card,
    parse_cards,
    parse_typed_card,
    parse_typed_cards,
    suit_of,
)
from crossfelt.errors import CardError


@pytest.mark.parametrize("text", ["Ah Kd", "ah kd", "AHKD", "Ah,Kd", " Ah ; Kd ", "A♥ K♦", "A♥️K♦️", "a♡,k♢"])
def test_two_cards_as_people_type_them(text: str) -> None:
    assert parse_typed_cards(text) == parse_cards("Ah Kd")


@given(st.sampled_from(DECK))
def test_every_card_by_each_of_its_names(card: Card) -> None:
    name = card_name(card)
    ranks = [name[0], name[0].lower(), *(["10"] if name[0] == "T" else [])]
    suits = [name[1], name[1].upper(), SUIT_SYMBOLS[suit_of(card)]]
    for typed in (rank + suit for rank in ranks for suit in suits):
        assert parse_typed_card(typed) == card
        assert parse_typed_cards(typed + typed) == (card, card)


@pytest.mark.parametrize("text", ["Kx", "1h", "A", "h", "AhK", "11d", "A\u017f", "\u212ah", "A-h", "10", "\ufe0f"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(CardError, match="is not a card: write a rank and a suit, such as Ah, 10d or Qs"):
        parse_typed_cards(text)


def test_no_text_has_no_cards() -> None:
    assert parse_typed_cards(" , ") == ()


@pytest.mark.parametrize(
    ("text", "name"), [("ah", "Ah"), ("10h", "Th"), ("A♥", "Ah"), ("AH", "Ah"), (" Ah", "Ah"), ("tS", "Ts")]
)
def test_files_are_read_strictly_and_a_refusal_says_what_to_write(text: str, name: str) -> None:
    with pytest.raises(CardError, match=f"isn't a card here: write {name}"):
        parse_card(text)


@pytest.mark.parametrize("text", ["", "K", "1h", "Ahh", 46, None])
def test_a_file_with_no_card_is_told_how_cards_are_written(text: object) -> None:
    with pytest.raises(CardError, match="write a rank of 23456789TJQKA and a suit of hcds"):
        parse_card(text)


@given(st.text())
def test_any_text_is_cards_or_refused(text: str) -> None:
    try:
        result = parse_typed_cards(text)
    except CardError:
        return
    assert set(result) <= set(DECK)

"""Names of guests: what is refused, and what looks like a bot."""

from __future__ import annotations

import pytest

from crossfelt.service.names import BOT_NAMES, bot_name, checked_name
from crossfelt.service.refusals import RefusalCode, Refused

INVISIBLE = {
    "zero-width space": "\u200b",
    "zero-width joiner": "\u200d",
    "word joiner": "\u2060",
    "byte order mark": "\ufeff",
    "soft hyphen": "\u00ad",
    "right-to-left override": "\u202e",
    "left-to-right isolate": "\u2066",
    "combining acute alone": "\u0301",
    "combining grapheme joiner": "\u034f",
    "variation selector": "\ufe0f",
    "Hangul filler": "\u3164",
    "half-width Hangul filler": "\uffa0",
    "Hangul choseong filler": "\u115f",
    "braille blank": "\u2800",
    "tag letter": "\U000e0041",
    "no-break space": "\u00a0",
    "Khmer inherent vowel": "\u17b4",
}


def refused(name: str) -> str:
    with pytest.raises(Refused) as caught:
        checked_name(name)
    assert caught.value.code is RefusalCode.BAD_REQUEST
    return str(caught.value)


@pytest.mark.parametrize("sign", INVISIBLE.values(), ids=INVISIBLE.keys())
def test_invisible_characters_are_no_name_and_no_part_of_one(sign: str) -> None:
    refused(sign)
    refused(sign * 3)
    if sign not in ("\u00a0", "\u0301"):
        refused(f"Ad{sign}a")
        refused(f"Ada{sign}")
        refused(f"{sign}Ada")


def test_blanks_and_accents_that_can_be_seen_are_one_spelling() -> None:
    assert checked_name("Ada\u00a0 Lovelace") == checked_name(" Ada  Lovelace ") == "Ada Lovelace"
    assert checked_name("Ame\u0301lie") == checked_name("Am\u00e9lie") == "Am\u00e9lie"
    assert checked_name("\uff21\uff44\uff41") == "Ada"


@pytest.mark.parametrize("name", BOT_NAMES)
def test_names_of_bots_are_refused(name: str) -> None:
    for looks_so in (name, name.upper(), f"{name} 2", f"{name}17", f"{name}.", " ".join(name)):
        assert "looks like" in refused(looks_so)


@pytest.mark.parametrize(
    "name",
    ["0tto", "Ott0", "\u041ett\u043e", "\u039ftto", "\u00d3tt\u00f6", "Ne11", "NeII", "M\u0430x", "Th3o", "0skar"],
)
def test_names_that_look_like_a_bot_are_refused(name: str) -> None:
    assert "looks like" in refused(name)


@pytest.mark.parametrize("name", ["operator", "0perator", "Dealer", "A former guest", "System", "The House"])
def test_names_of_the_house_are_refused(name: str) -> None:
    assert "looks like" in refused(name)


@pytest.mark.parametrize(
    "name",
    ["Ada", "Guest 1234", "Ottoline", "Maxine", "Rosalind", "Jean-Luc", "O'Brien", "J. R.", "李小龙", "Ольга", "Zoë"],
)
def test_other_names_are_as_good_as_ever(name: str) -> None:
    assert checked_name(name) == name


def test_a_bot_gets_a_name_that_no_guest_can_have() -> None:
    seated = {bot_name(set())}
    for _ in range(40):
        seated.add(bot_name(seated))
    assert len(seated) == 41
    for name in seated:
        refused(name)

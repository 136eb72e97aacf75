"""Names of guests and bots: what a guest may be called, and that nobody looks like a bot or the house.

Two names look alike when their skeletons are equal: letters alone, without accents and case, and with Latin letters in
place of digits and of characters of other scripts that look like them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container
from itertools import count

from crossfelt.errors import Fault
from crossfelt.faults import FaultCode
from crossfelt.service.refusals import RefusalCode, Refused

MOST_NAME = 24
FORMER_GUEST = "a former guest"
"""The name of a player who was deleted."""
BOT_NAMES = (
    "Otto",
    "Bert",
    "Frida",
    "Hugo",
    "Ida",
    "Karl",
    "Lotte",
    "Max",
    "Nell",
    "Oskar",
    "Paula",
    "Rosa",
    "Theo",
    "Vera",
)
_OF_THE_HOUSE = (FORMER_GUEST, "operator", "system", "dealer", "house", "the house", "floor", "crossfelt")
_NAME = re.compile(r"[^\W_](?:[\w .'-]*[\w.])?")
_BLANK_LETTERS = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that count as letters or signs and show nothing."""
_AT_THE_END = "0123456789 .'-_"
"""A suffix that makes no other name: a bot may be called Otto 2."""
_LOOKS_LIKE = str.maketrans(
    {
        **dict(zip("аеорсухіјѕԛԝһкмнтвзԁӏ", "aeopcyxljsqwhkmhtbedl", strict=True)),
        **dict(zip("αεορτυνικχβημ", "aeoptuvlkxbnu", strict=True)),
        **dict(zip("iıɩɑɡʏǀ", "lllagyl", strict=True)),
        **dict(zip("013457$@|!", "oleastsall", strict=True)),
    }
)


def checked_name(name: str) -> str:
    """A name as others will see it; `Refused` says what a name may be."""
    tidy = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 1 <= len(tidy) <= MOST_NAME or not _NAME.fullmatch(tidy) or not _BLANK_LETTERS.isdisjoint(tidy):
        message = f"a name has 1 to {MOST_NAME} letters, digits, spaces, points, apostrophes and hyphens"
        if 1 <= len(tidy) <= MOST_NAME:
            fault = Fault(FaultCode.BAD_FORMAT, message, field="name", params={"value": tidy})
        else:
            params = {"least": 1, "most": MOST_NAME, "count": len(tidy)}
            fault = Fault(FaultCode.WRONG_COUNT, message, field="name", params=params)
        raise Refused(RefusalCode.BAD_REQUEST, fault)
    if skeleton(tidy) in _TAKEN or skeleton(tidy.rstrip(_AT_THE_END)) in _TAKEN:
        message = "This name looks like a bot or the house. Choose another name."
        fault = Fault(FaultCode.NAME_RESERVED, message, field="name", params={"value": tidy})
        raise Refused(RefusalCode.BAD_REQUEST, fault)
    return tidy


def skeleton(name: str) -> str:
    """Return how a name looks at a glance.

    >>> skeleton("Otto"), skeleton("0TTO"), skeleton("\u00d3tto."), skeleton("\u041ett\u043e")
    ('otto', 'otto', 'otto', 'otto')
    """
    apart = unicodedata.normalize("NFKD", name).casefold()
    return "".join(sign for sign in apart.translate(_LOOKS_LIKE) if sign.isalpha())


_TAKEN = frozenset(map(skeleton, (*BOT_NAMES, *_OF_THE_HOUSE)))


def bot_name(taken: Container[str]) -> str:
    """A name of a bot that nobody at the table has."""
    for number in count(1):
        for name in BOT_NAMES:
            candidate = name if number == 1 else f"{name} {number}"
            if candidate not in taken:
                return candidate
    raise AssertionError("there is always another number")

"""Titles of tables. At listed live tables they are held to the same letters as names, because strangers read them."""

from __future__ import annotations

import re

from crossfelt.service.refusals import RefusalCode, Refused

MOST_TITLE = 40
_PLAIN = re.compile(r"[^\W_](?:[\w .,'&-]*[\w.])?")


def checked_title(title: str, is_listed: bool) -> str:
    """A title as everyone will see it; `Refused` says what a title may be."""
    tidy = " ".join(title.split())
    if not 1 <= len(tidy) <= MOST_TITLE or not tidy.isprintable():
        raise Refused(RefusalCode.BAD_REQUEST, f"title: must have 1 to {MOST_TITLE} characters")
    if is_listed and not _PLAIN.fullmatch(tidy):
        raise Refused(
            RefusalCode.BAD_REQUEST,
            "title: use letters, digits, spaces and . , ' & - only; a listed live table is seen by everyone",
        )
    return tidy

"""Titles of tables. At listed live tables they are held to the same letters as names, because strangers read them."""

from __future__ import annotations

import re

from crossfelt.errors import Fault
from crossfelt.faults import FaultCode
from crossfelt.service.refusals import RefusalCode, Refused

MOST_TITLE = 40
_PLAIN = re.compile(r"[^\W_](?:[\w .,'&-]*[\w.])?")


def checked_title(title: str, is_listed: bool) -> str:
    """A title as everyone will see it; `Refused` says what a title may be."""
    tidy = " ".join(title.split())
    if not 1 <= len(tidy) <= MOST_TITLE or not tidy.isprintable():
        message = f"must have 1 to {MOST_TITLE} characters"
        params = {"least": 1, "most": MOST_TITLE, "count": len(tidy)}
        raise Refused(RefusalCode.BAD_REQUEST, Fault(FaultCode.WRONG_COUNT, message, "title", params=params))
    if is_listed and not _PLAIN.fullmatch(tidy):
        message = "use letters, digits, spaces and . , ' & - only; a listed live table is seen by everyone"
        fault = Fault(FaultCode.BAD_FORMAT, message, "title", params={"value": tidy})
        raise Refused(RefusalCode.BAD_REQUEST, fault)
    return tidy

"""Fixed reasons for orders at listed live tables, where free text would be a chat channel (Maryland 11.A(4)).

A request names a code, and the log holds the words. Practice tables and private tables take free text instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.tables.events import TableOpened

MOST_REASON = 200
"""Characters of a free-text reason."""

Purpose = Literal["pause", "out_of_service", "close", "note", "correction", "void"]

REASONS: Mapping[Purpose, Mapping[str, str]] = {
    "pause": {
        "break": "Short break.",
        "ruling": "A ruling is pending.",
        "player_absent": "Waiting for a player.",
        "technical": "Technical problem.",
    },
    "out_of_service": {
        "maintenance": "Maintenance.",
        "closing_soon": "The table closes soon.",
        "meter": "A meter is being checked.",
        "technical": "Technical problem.",
    },
    "close": {
        "finished": "The session is over.",
        "replaced": "Another table replaces this one.",
        "maintenance": "Maintenance.",
        "rules_broken": "House rules were broken.",
    },
    "note": {
        "card": "A card was handled wrongly.",
        "conduct": "A player was warned about conduct.",
        "dispute": "A player disputed a result.",
        "wager": "A wager was disputed.",
        "technical": "Technical problem.",
    },
    "correction": {
        "wrong_payout": "A payout was wrong.",
        "missed_payout": "A payout was missed.",
        "wrong_wager": "A wager was wrong.",
        "wrong_ruling": "A ruling was wrong.",
        "server_fault": "The server failed.",
    },
    "void": {
        "server_fault": "The server failed.",
        "wheel_failed": "A wheel failed.",
        "meter_failed": "A meter failed.",
        "misdeal": "Misdeal.",
        "wrong_wagers": "Wagers were placed wrongly.",
    },
}


def has_fixed_reasons(opened: TableOpened) -> bool:
    """Whether orders at this table take a code instead of free text."""
    return opened.table_kind == "live" and not opened.is_private


def reasons_at(opened: TableOpened) -> dict[str, dict[str, str]]:
    """The reasons that a page offers for orders at this table, by purpose: code -> words. A purpose that is not here
    takes free text."""
    if has_fixed_reasons(opened):
        return {purpose: dict(codes) for purpose, codes in REASONS.items()}
    return {"void": dict(REASONS["void"])} if opened.table_kind == "live" else {}


def reason_words(opened: TableOpened, purpose: Purpose, given: str) -> str:
    """The words of a reason as the log holds them; `Refused` names the codes where the table takes no free text."""
    known = REASONS[purpose]
    if given in known:
        return known[given]
    if has_fixed_reasons(opened):
        codes = ", ".join(known)
        message = f"Listed live tables take fixed reasons only. Use one of: {codes}."
        raise Refused(RefusalCode.REASON_NEEDED, message, "reason", value=given, choices=list(known))
    return one_line(given)


def one_line(text: str) -> str:
    """Free text in one line; `Refused` where it is empty or too long."""
    if not text.strip() or len(text) > MOST_REASON or not text.isprintable():
        message = f"say why in one line of at most {MOST_REASON} characters"
        raise Refused(RefusalCode.REASON_NEEDED, message, "reason", value=text, most=MOST_REASON)
    return text.strip()

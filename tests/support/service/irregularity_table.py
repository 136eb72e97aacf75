"""The outcome of each irregularity, typed from the rules and from the readings, not from our data.

A table deals a whole hand at once, so only the moment before the first card of the deal can be tested there. The
moments between two cards are in `tests/rules`.
"""

from __future__ import annotations

from dataclasses import dataclass

BEFORE_DEAL = ("dealing",)
AFTER_DEAL = ("across", "down", "middle", "settling")
WITH_CARDS = (*BEFORE_DEAL, *AFTER_DEAL)
ALWAYS = ("betting", "shuffling", *WITH_CARDS)
NEVER: tuple[str, ...] = ()

VOID = "void"
KINDS = (
    "face_up_card",
    "drawn_in_error",
    "backed_up",
    "wrong_card_count",
    "community_card_exposed",
    "bonus_card_exposed",
    "own_card_exposed",
    "shuffler_failure",
    "shoe_failure",
    "deck_count_wrong",
    "stub_wrong_misdealt",
    "stub_wrong_not_misdealt",
)
"""Everything that a floor may report anywhere."""


@dataclass(frozen=True)
class Expected:
    """The outcome of one irregularity under one rule text."""

    stages: tuple[str, ...]
    """Stages at which it can occur at a table that deals automatically."""
    outcomes: tuple[str, ...]
    """Of its first occurrence in a round, of its second, and so on."""
    clause: str


@dataclass(frozen=True)
class Kind:
    """One kind of house: a rule text, a way of dealing, and the wagers that it offers."""

    name: str
    rules: str
    method: str
    shuffler: str
    table: dict[str, Expected]
    has_wheels: bool = False


def _cardroom(method: str, shuffler: str = "automatic") -> Kind:
    table = {
        "face_up_card": Expected(BEFORE_DEAL, (VOID,), "reading R18"),
        # One card may be backed up, a second is a misdeal; a card drawn in error is put back the same way (R19).
        "drawn_in_error": Expected(BEFORE_DEAL, ("back_up", VOID), "Irregularities/3"),
        "backed_up": Expected(NEVER, ("back_up", VOID), "Irregularities/3"),
        "wrong_card_count": Expected(AFTER_DEAL, (VOID,), "Irregularities/1"),
        "community_card_exposed": Expected(AFTER_DEAL, (VOID,), "reading R20"),
        "bonus_card_exposed": Expected(AFTER_DEAL, (VOID,), "reading R20"),
        "own_card_exposed": Expected(AFTER_DEAL, ("play_on",), "reading R20"),
        "stub_wrong_misdealt": Expected(AFTER_DEAL, (VOID,), "Irregularities/1"),
        "stub_wrong_not_misdealt": Expected(AFTER_DEAL, ("void_and_remove_deck",), "reading R21"),
    }
    if shuffler != "none":
        table["shuffler_failure"] = Expected(ALWAYS, (VOID,), "Irregularities/2")
    if method == "shuffler":
        table["shoe_failure"] = Expected(WITH_CARDS, (VOID,), "Irregularities/2")
    return Kind(f"cardroom {method} {shuffler}", "cardroom", method, shuffler, table)


_MARYLAND_STUB = {
    "manual_shoe": ("8.F(4)", "8.F(5)"),
    "hand": ("9.D(4)", "9.D(5)"),
    "automated_shoe": ("10.C(3)", "10.C(4)"),
    "shuffler": ("10.C(3)", "10.C(4)"),
}


def _maryland(method: str, shuffler: str = "counting", *, has_wheels: bool = False) -> Kind:
    misdealt, not_misdealt = _MARYLAND_STUB[method]
    table = {
        "face_up_card": Expected(BEFORE_DEAL, (VOID,), "13.A"),
        "drawn_in_error": Expected(BEFORE_DEAL, ("use_as_next",), "13.B"),
        "wrong_card_count": Expected(AFTER_DEAL, (VOID,), "13.C"),
        "community_card_exposed": Expected(AFTER_DEAL, (VOID,), "reading R20"),
        "own_card_exposed": Expected(AFTER_DEAL, ("play_on",), "reading R20"),
        "stub_wrong_misdealt": Expected(AFTER_DEAL, (VOID,), misdealt),
        "stub_wrong_not_misdealt": Expected(AFTER_DEAL, ("void_and_remove_deck",), not_misdealt),
    }
    if shuffler != "none":
        # The device that deals voids the round when it fails; one beside the table has its own deck shuffled again.
        fails = VOID if method == "shuffler" else "reshuffle"
        table["shuffler_failure"] = Expected(ALWAYS, (fails,), "reading R20")
    if shuffler == "counting":
        table["deck_count_wrong"] = Expected(ALWAYS, ("replace_deck",), "5.B")
    if method in ("automated_shoe", "shuffler"):
        clause = "13.D" if method == "automated_shoe" else "reading R20"
        table["shoe_failure"] = Expected(WITH_CARDS, (VOID,), clause)
    name = f"maryland {method} {shuffler}{' both wheels' if has_wheels else ''}"
    return Kind(name, "maryland", method, shuffler, table, has_wheels)


_MASSACHUSETTS_STUB = {"manual_shoe": "7(h)", "hand": "8(f)", "automated_shoe": "9(f)"}


def _massachusetts(method: str, shuffler: str = "counting") -> Kind:
    stub = _MASSACHUSETTS_STUB[method]
    table = {
        "face_up_card": Expected(BEFORE_DEAL, ("set_card_aside", VOID), "12(a)"),
        "drawn_in_error": Expected(BEFORE_DEAL, ("use_as_next",), "12(b)"),
        "wrong_card_count": Expected(AFTER_DEAL, (VOID,), "12(c)"),
        "community_card_exposed": Expected(AFTER_DEAL, (VOID,), "12(d)"),
        "own_card_exposed": Expected(AFTER_DEAL, ("play_on",), "reading R20"),
        "stub_wrong_misdealt": Expected(AFTER_DEAL, (VOID,), stub),
        "stub_wrong_not_misdealt": Expected(AFTER_DEAL, ("void_and_remove_deck",), stub),
    }
    if shuffler != "none":
        table["shuffler_failure"] = Expected(ALWAYS, ("reshuffle",), "12(e), reading R20")
    if shuffler == "counting":
        table["deck_count_wrong"] = Expected(ALWAYS, ("replace_deck",), "4(b)")
    if method == "automated_shoe":
        table["shoe_failure"] = Expected(WITH_CARDS, (VOID,), "12(f)")
    return Kind(f"massachusetts {method} {shuffler}", "massachusetts", method, shuffler, table)


HOUSES = (
    _cardroom("hand"),
    _cardroom("shuffler"),
    _cardroom("hand", "none"),
    _maryland("manual_shoe"),
    _maryland("hand"),
    _maryland("automated_shoe"),
    _maryland("shuffler"),
    _maryland("manual_shoe", "none"),
    _maryland("manual_shoe", has_wheels=True),
    _maryland("shuffler", has_wheels=True),
    _massachusetts("manual_shoe"),
    _massachusetts("hand"),
    _massachusetts("automated_shoe"),
    _massachusetts("manual_shoe", "none"),
)

HIDDEN_CROSS = {
    "across": ("down_far", "across_left", "middle", "across_right", "down_near"),
    "down": ("down_far", "middle", "down_near"),
    "middle": ("middle",),
    "settling": (),
}
"""The cards of the cross that are still face down while a player is in."""

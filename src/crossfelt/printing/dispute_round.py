"""A round in a dispute report: its cards, and every wager with the cards that decided it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from crossfelt.cards import card_symbols
from crossfelt.crisscross.progressives.terms import meter_words
from crossfelt.money import dollars, exact_dollars, signed_dollars
from crossfelt.printing.blocks import Block, Code, Picture, Section, Table, Words, words
from crossfelt.printing.card_pictures import table_picture, table_words

Document = Mapping[str, Any]


def round_sections(document: Document) -> tuple[Section, ...]:
    """Return the cards, then the wagers of each seat."""
    return (
        Section("round", "The round", tuple(_round(document))),
        Section("wagers", "Wagers", tuple(_wagers(document))),
    )


def _round(document: Document) -> Iterator[Block]:
    if document["community"] or any(seat["hole"] for seat in document["seats"]):
        alt = table_words(document)
        caption = "The cross as the dealer sees it, and the cards of each seat that wagered."
        yield Picture(table_picture(document), alt, caption)
    if document["seats"]:
        yield Table(
            "Seats",
            (">seat", "cards", "across hand", "down hand", "state", ">staked", ">won", ">returned", ">net"),
            tuple(_seat(seat, document["void"] is not None) for seat in document["seats"]),
        )
    if document["set_aside"]:
        yield Words(f"Set aside face up: {_cards(document['set_aside'])}.")
    if document["deck"] is not None:
        yield Words("The deck, first card dealt first:")
        yield Code(" ".join(document["deck"]))
    if document["meters"]["after"]:
        before, after = document["meters"]["before"], document["meters"]["after"]
        yield Table(
            "Meters, exact amounts",
            ("meter", ">before", ">after"),
            tuple(
                (
                    meter_words(name),
                    exact_dollars(Fraction(before[name])) if name in before else "initial amount",
                    exact_dollars(Fraction(cents)),
                )
                for name, cents in after.items()
            ),
        )


def _seat(seat: Document, is_void: bool) -> tuple[str, ...]:
    hands = [words(seat["hands"][line]["hand"]) if seat["hands"].get(line) else "" for line in ("across", "down")]
    staked = sum(seat["placed"].values())
    total = {"staked": staked, "won": 0, "returned": staked, "net": 0} if is_void else seat["total"]
    amounts = (
        [signed_dollars(total[key]) if key == "net" else dollars(total[key]) for key in _TOTALS] if total else [""] * 4
    )
    return str(seat["seat"]), _cards(seat["hole"]), *hands, _state(seat), *amounts


_TOTALS = ("staked", "won", "returned", "net")


def _state(seat: Document) -> str:
    if seat["folded_at"]:
        by = " by the table" if seat["decided_by"] == "table" else ""
        return f"folded at {seat['folded_at']}{by}"
    return str(seat["status"])


def _wagers(document: Document) -> Iterator[Block]:
    if not document["wagers"]:
        yield Words(
            "No wager was settled." if document["void"] is None else "The round is void: every wager was returned."
        )
        placed = [
            (str(seat["seat"]), seat["titles"][spot], dollars(cents))
            for seat in document["seats"]
            for spot, cents in seat["placed"].items()
        ]
        if placed:
            yield Table("Wagers as they were placed", (">seat", "wager", ">staked"), tuple(placed))
        return
    yield Words(
        "Odds are to 1, and the stake of a winning wager is returned too. The cards are those that decided the wager. "
        "# is the order of settlement:"
    )
    for seat in document["seats"]:
        lines = [wager for wager in document["wagers"] if wager["seat"] == seat["seat"]]
        if lines:
            yield Table(
                f"Seat {seat['seat']}",
                ("#", "wager", "cards", "hand", ">odds", ">staked", "result", ">won", ">returned", ">net", "clause"),
                tuple(_wager(wager) for wager in lines),
            )
            yield from (
                Words(f"#{wager['order']}: {_remark(wager, document)}") for wager in lines if _is_special(wager)
            )


def _wager(wager: Document) -> tuple[str, ...]:
    odds = wager["odds"]
    return (
        str(wager["order"]),
        wager["title"],
        _cards(wager["cards"]),
        words(wager["hand"] or ""),
        ""
        if odds is None or wager["result"] == "forfeit"
        else "loses"
        if odds < 0
        else "push"
        if odds == 0
        else f"{odds:,}",
        dollars(wager["staked"]),
        wager["result"],
        dollars(wager["won"]),
        dollars(wager["returned"]),
        signed_dollars(wager["net"]),
        wager["clause"],
    )


def _is_special(wager: Document) -> bool:
    return bool(wager["cut"] or wager["prizes"])


def _remark(wager: Document, document: Document) -> str:
    if wager["prizes"]:
        return f"{wager['explanation']}."
    return f"{dollars(wager['cut'])} cut by the aggregate limit ({document['limit_clause']})."


def _cards(cards: Sequence[str | None]) -> str:
    return " ".join("??" if card is None else card_symbols(card) for card in cards)

"""Looks through everything that left a house for what its audience may not know yet."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from tests.support.service.hidden.known import SPOKEN, Knowledge, Log, named_cards
from tests.support.service.hidden.sent import Sent

OWN_ROUNDS = "/api/me/rounds"
"""The list of a player's own rounds, each with how it ended."""
SEALED_KINDS = ("shuffled", "placement_sealed", "secret_sealed")


def leaks(sent: Iterable[Sent], log: Log) -> list[str]:
    """List everything sent too early."""
    results = list(log.early)
    for item in sent:
        where = f"{item.channel} to {item.audience} at entry {item.seq} {item.about}"
        results += [f"{where}: {leak}" for leak in _leaks(item, log)]
    return results


def _leaks(item: Sent, log: Log) -> Iterator[str]:
    known = log.at(item.seq)
    yield from (f"the secret of round {known.round}" for word in known.hidden if word in item.text)
    yield from (f"a card in words, {word}" for word in SPOKEN.findall(item.text))
    match item.channel:
        case "frame":
            yield from _in_frame(json.loads(item.text), item, log, known)
        case "record":
            # A finished round may be shown in full. An open round has no record.
            if log.closed.get(item.about, item.seq + 1) > item.seq:
                yield from _named(item.text, frozenset())
        case "refusal":
            # A refusal may name the cards that the request named.
            yield from _named(item.text, named_cards(item.about))
        case "http" if item.about == OWN_ROUNDS and item.text.startswith("200"):
            yield from _in_history(item, log)
        case "http":
            yield from _named(item.text, log.printed)
        case _:
            yield from _named(item.text, frozenset())


def _in_history(item: Sent, log: Log) -> Iterator[str]:
    """A row shows how a round ended for its player: the cards that this seat knew when the round was closed."""
    head, _, body = item.text.partition("\n\n")
    document = json.loads(body)
    for row in document["rounds"]:
        end, closed = row.pop("end"), log.closed.get(row["round"], item.seq + 1)
        known = log.at(closed).of(f"seat:{row['seat']}") if closed <= item.seq else frozenset()
        yield from (f"{leak} of round {row['round']}" for leak in _named(json.dumps(end), known))
    yield from _named(head + json.dumps(document), log.printed)


def _in_frame(update: dict[str, Any], item: Sent, log: Log, known: Knowledge) -> Iterator[str]:
    for entry in update.pop("happened"):
        kind = entry["event"]["kind"]
        if kind in SEALED_KINDS:
            yield f"the event {kind} of entry {entry['seq']}"
        yield from (f"{leak} in {kind}" for leak in _named(json.dumps(entry), log.at(entry["seq"]).public))
    view = update["view"]
    if view is not None and view["kind"] == "match":
        # A wild roll may become any card that fits, and the seat that has it sees which.
        if item.audience.startswith("seat:"):
            view.pop("options")
        yield from _on_sheets(view, item.audience, known)
    yield from _named(json.dumps(update, ensure_ascii=False), known.of(item.audience))


def _on_sheets(view: dict[str, Any], audience: str, known: Knowledge) -> Iterator[str]:
    """Every sheet but one's own shows the placements that everybody has seen, and no other."""
    for sheet in view["seats"]:
        seat = sheet["seat"]
        if f"seat:{seat}" == audience:
            continue
        if sheet["sealed"] is not None:
            yield f"the sealed placement of seat {seat}"
        shown = {
            f"{'abcde'[column]}{row + 1}": card
            for row, cards in enumerate(sheet["grid"])
            for column, card in enumerate(cards)
            if card not in (None, "K")
        }
        if shown != dict(known.grids.get(seat, {})):
            yield f"the sheet of seat {seat} shows {shown}, and everybody has seen {known.grids.get(seat, {})}"


def _named(text: str, allowed: frozenset[str]) -> Iterator[str]:
    yield from (f"the card {name}" for name in sorted(named_cards(text) - allowed))

"""One match as text that people read and that parses back to the same events.

The first lines name the scoring, its hash, the choices that differ from its defaults, the mode and the seats; then
one line an event, in plain words. A line that starts with `#` is a remark.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from crossfelt.errors import NotationError, describe
from crossfelt.kingcross import events as happened
from crossfelt.kingcross.events import EVENTS, CardPlacement, Event, SeatScore
from crossfelt.kingcross.resolve import choices_of, load_score_card
from crossfelt.kingcross.rules import MODES, MatchRules, Mode
from crossfelt.notation import (
    CHOICE,
    RULES,
    SEATS,
    choice_value,
    lines_after,
    noted_rules,
    parse_event,
    rules_lines,
    seats_line,
)
from crossfelt.plain import kinds_of

_TITLE = "crossfelt match, notation 1"
_KINDS = kinds_of(*EVENTS)
_MODE = re.compile(rf"({'|'.join(MODES)}), bonus (on|off)")


@dataclass(frozen=True, slots=True)
class NotedMatch:
    """What a text in our notation says."""

    rules: MatchRules
    seats: tuple[int, ...]
    events: tuple[Event, ...]


def format_match(rules: MatchRules, seats: Sequence[int], events: Iterable[Event]) -> str:
    """The text of a match, or of the part of it that has happened."""
    score_card = rules.score_card
    lines = [_TITLE, *rules_lines("scoring", score_card, choices_of(score_card.id))]
    lines.append(f"mode {rules.mode}, bonus {'on' if rules.bonus else 'off'}")
    lines += [seats_line(seats), *map(format_event, events)]
    return "\n".join(lines) + "\n"


def parse_match(text: str) -> NotedMatch:
    """The match of a text; `NotationError` names the first line that does not hold."""
    heading = _Heading()
    events: list[Event] = []
    for number, line in lines_after(_TITLE, text):
        if heading.seats:
            events.append(parse_event(number, line, _KINDS, _plain_event))
        else:
            heading.read(number, line)
    if heading.rules is None or not heading.seats:
        raise NotationError("the text ends before its line of seats")
    return NotedMatch(heading.rules, heading.seats, tuple(events))


class _Heading:
    """The lines before the first event, each in its turn."""

    def __init__(self) -> None:
        self.name, self.digest = "", ""
        self.choices: dict[str, object] = {}
        self.rules: MatchRules | None = None
        self.seats: tuple[int, ...] = ()

    def read(self, number: int, line: str) -> None:
        """Takes one line, or refuses it."""
        word, _, rest = line.partition(" ")
        if word == "scoring" and not self.name and (match := RULES.fullmatch(rest)):
            self.name, self.digest = match[1], match[2]
        elif word == "choice" and self.name and self.rules is None and (match := CHOICE.fullmatch(rest)):
            self.choices[match[1]] = choice_value(number, match[2])
        elif word == "mode" and self.name and self.rules is None and (match := _MODE.fullmatch(rest)):
            load = partial(load_score_card, self.name, self.choices)
            card = noted_rules(number, "scoring", self.name, self.digest, load)
            self.rules = MatchRules(card, cast(Mode, match[1]), match[2] == "on")
        elif word == "seats" and self.rules is not None and SEATS.fullmatch(rest):
            self.seats = tuple(map(int, rest.split()))
        else:
            raise NotationError(f"line {number}: scoring, choices, mode and seats come first, not {describe(line)}")


def format_event(event: Event) -> str:
    """One event as one line."""
    match event:
        case happened.Rolled(roll=roll, seat=seat, card=card):
            return f"roll {roll} {'for all' if seat is None else f'for seat {seat}'}: {card}"
        case happened.CardPlaced(roll=roll, placement=placement):
            return f"placed {roll}: {_placement(placement)}"
        case happened.PlacementSealed(roll=roll, placement=placement):
            return f"sealed {roll}: {_placement(placement)}"
        case happened.PlacementsShown(roll=roll, placements=placements):
            return f"shown {roll}: {', '.join(map(_placement, placements))}"
        case happened.SheetAbandoned(seat=seat):
            return f"seat {seat} is abandoned"
        case happened.MatchFinished(scores=scores, winners=winners):
            return f"finished, won by {' '.join(map(str, winners))}: {', '.join(map(_score, scores))}"


def _placement(entry: CardPlacement) -> str:
    wild = " wild" if entry.is_wild else ""
    return f"seat {entry.seat} {entry.square} {entry.card}{wild} by {entry.decided_by}"


def _score(score: SeatScore) -> str:
    achievements = " ".join(score.achievements) or "nothing"
    return (
        f"seat {score.seat} total {score.total} lines {score.line_points} bonus {score.bonus_points} "
        f"for {achievements} with {' '.join(score.hands)}"
    )


def _plain_event(line: str) -> dict[str, Any] | None:
    for pattern, build in _PATTERNS:
        if match := pattern.fullmatch(line):
            return build(match)
    return None


_PLACEMENT = re.compile(r"seat (\d{1,3}) (\w\w) (\w\w)( wild)? by (\w+)", re.ASCII)
_SCORE = re.compile(
    r"seat (\d{1,3}) total (\d{1,9}) lines (\d{1,9}) bonus (\d{1,9}) for ([\w ]+) with ([\w ]+)", re.ASCII
)


def _read_placement(text: str) -> dict[str, Any]:
    match = _PLACEMENT.fullmatch(text)
    if match is None:
        raise ValueError("not a placement")
    return {
        "seat": int(match[1]),
        "square": match[2],
        "card": match[3],
        "is_wild": match[4] is not None,
        "decided_by": match[5],
    }


def _read_score(text: str) -> dict[str, Any]:
    match = _SCORE.fullmatch(text)
    if match is None:
        raise ValueError("not a score")
    return {
        "seat": int(match[1]),
        "total": int(match[2]),
        "line_points": int(match[3]),
        "bonus_points": int(match[4]),
        "achievements": [] if match[5] == "nothing" else match[5].split(" "),
        "hands": match[6].split(" "),
    }


def _rolled(match: re.Match[str]) -> dict[str, Any]:
    return {
        "kind": "rolled",
        "roll": int(match[1]),
        "seat": None if match[2] is None else int(match[2]),
        "card": match[3],
    }


def _one_placement(match: re.Match[str]) -> dict[str, Any]:
    kind = "card_placed" if match[1] == "placed" else "placement_sealed"
    return {"kind": kind, "roll": int(match[2]), "placement": _read_placement(match[3])}


def _shown(match: re.Match[str]) -> dict[str, Any]:
    placements = [_read_placement(text) for text in match[2].split(", ")]
    return {"kind": "placements_shown", "roll": int(match[1]), "placements": placements}


def _abandoned(match: re.Match[str]) -> dict[str, Any]:
    return {"kind": "sheet_abandoned", "seat": int(match[1])}


def _finished(match: re.Match[str]) -> dict[str, Any]:
    return {
        "kind": "match_finished",
        "winners": [int(seat) for seat in match[1].split(" ")],
        "scores": [_read_score(text) for text in match[2].split(", ")],
    }


_PATTERNS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], dict[str, Any]]], ...] = tuple(
    (re.compile(pattern, re.ASCII), build)
    for pattern, build in (
        (r"roll (\d{1,2}) for (?:all|seat (\d{1,3})): (\w\w)", _rolled),
        (r"(placed|sealed) (\d{1,2}): (.+)", _one_placement),
        (r"shown (\d{1,2}): (.+)", _shown),
        (r"seat (\d{1,3}) is abandoned", _abandoned),
        (r"finished, won by (\d{1,3}(?: \d{1,3})*): (.+)", _finished),
    )
)

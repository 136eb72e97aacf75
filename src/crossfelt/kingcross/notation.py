"""One match as readable text that parses back to the same events.

Write it with `format_match` and read it with `parse_match`. The first lines name the scoring, its hash, the choices
that differ from its defaults, the mode and the seats. Then each event has one line in plain words. A line that starts
with `#` is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, cast

from crossfelt.kingcross import events as happened
from crossfelt.kingcross.events import EVENTS, CardPlacement, Event, SeatScore
from crossfelt.kingcross.resolve import choices_of, load_score_card
from crossfelt.kingcross.rules import MODES, MatchRules, Mode
from crossfelt.notation import Noted, Patterns, heading_lines, lines_after, parse_event, read_heading
from crossfelt.schema import kinds_of

_TITLE = "crossfelt match, notation 1"
_KINDS = kinds_of(*EVENTS)
_MODE = re.compile(rf"mode ({'|'.join(MODES)}), bonus (on|off)")

NotedMatch = Noted[MatchRules, Event]


def format_match(rules: MatchRules, seats: Sequence[int], events: Iterable[Event]) -> str:
    """Return the text of a match, complete or in progress."""
    mode = f"mode {rules.mode}, bonus {'on' if rules.bonus else 'off'}"
    score_card = rules.score_card
    heading = heading_lines("scoring", score_card, choices_of(score_card.id), seats, mode)
    return "\n".join([_TITLE, *heading, *map(format_event, events)]) + "\n"


def parse_match(text: str) -> NotedMatch:
    """Return the match of a text; `NotationError` names the first line that is wrong."""
    lines = lines_after(_TITLE, text)
    heading = read_heading(lines, "scoring", _MODE)
    mode = _MODE.fullmatch(heading.setting)
    assert mode is not None
    rules = MatchRules(heading.rules("scoring", load_score_card), cast(Mode, mode[1]), mode[2] == "on")
    events = tuple(parse_event(number, line, _KINDS, _PATTERNS.read) for number, line in lines)
    return Noted(rules, heading.seats, events, heading.carried)


def format_event(event: Event) -> str:
    """Return one event as one line."""
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


_PATTERNS = Patterns(
    (
        (r"roll (\d{1,2}) for (?:all|seat (\d{1,3})): (\w\w)", _rolled),
        (r"(placed|sealed) (\d{1,2}): (.+)", _one_placement),
        (r"shown (\d{1,2}): (.+)", _shown),
        (r"seat (\d{1,3}) is abandoned", _abandoned),
        (r"finished, won by (\d{1,3}(?: \d{1,3})*): (.+)", _finished),
    )
)

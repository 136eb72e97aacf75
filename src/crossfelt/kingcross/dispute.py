"""The data of a match in a dispute report: every sheet with its lines, points and achievements, and every roll."""

from __future__ import annotations

from typing import Any

from crossfelt.cards import card_symbols
from crossfelt.game import AUDITOR
from crossfelt.kingcross.events import CardPlaced, CardPlacement, Event, PlacementSealed, PlacementsShown
from crossfelt.kingcross.match import MatchContest
from crossfelt.kingcross.notation import format_event
from crossfelt.kingcross.resolve import load_score_card, score_card_ids
from crossfelt.kingcross.scorecard import HAND_BY_SLUG, ScoreCard
from crossfelt.kingcross.sheet import LINES, square_name
from crossfelt.kingcross.story import MatchStory
from crossfelt.kingcross.views import MatchView, SheetView
from crossfelt.rulefiles import origin_of
from crossfelt.schema import to_plain

Document = dict[str, Any]
HIDDEN_PLACEMENT = "placement (hidden until the match is over)"
SAYS_HIDDEN = "A card is placed. The report hides where until the match is over."


def match_document(contest: MatchContest, shows_hidden: bool) -> Document:
    """Return a replayed match as plain data; an empty square is null.

    Pass `shows_hidden` for a match that is over, or whose record says so; otherwise hidden placements stay hidden.
    """
    rules, view = contest.rules, contest.view(AUDITOR)
    placed, story = _placements(contest), MatchStory(card_symbols)

    def is_hidden(event: Event) -> bool:
        return isinstance(event, PlacementSealed) and not shows_hidden

    return {
        "rules_id": rules.score_card.id,
        "origin": to_plain(origin_of(rules.score_card, score_card_ids(), load_score_card)),
        "title": rules.score_card.title,
        "stage": view.stage,
        "mode": rules.mode,
        "bonus": rules.bonus,
        "winners": list(view.winners),
        "seats": [_sheet(rules.score_card, view, sheet, placed) for sheet in view.seats],
        "points_clause": rules.score_card.document["points"]["clause"],
        "course": [
            {
                "actor": str(step.actor),
                "events": [HIDDEN_PLACEMENT if is_hidden(event) else format_event(event) for event in step.events],
                "says": [SAYS_HIDDEN if is_hidden(event) else story.tell(event) for event in step.events],
            }
            for step in contest.steps
        ],
        "citations": _citations(rules.score_card, view, any(entry.is_wild for entry in placed)),
    }


def _placements(contest: MatchContest) -> list[CardPlacement]:
    """Return every public placement."""
    placements: list[CardPlacement] = []
    for event in (event for step in contest.steps for event in step.events):
        if isinstance(event, CardPlaced):
            placements.append(event.placement)
        elif isinstance(event, PlacementsShown):
            placements.extend(event.placements)
    return placements


def _sheet(score_card: ScoreCard, view: MatchView, sheet: SheetView, placed: list[CardPlacement]) -> Document:
    score = next((score for score in view.scores if score.seat == sheet.seat), None)
    squares = [card for row in sheet.grid for card in row]
    own = [entry for entry in placed if entry.seat == sheet.seat]
    return {
        "seat": sheet.seat,
        "grid": [list(row) for row in sheet.grid],
        "rolls": list(sheet.rolls),
        "wild": [entry.square for entry in own if entry.is_wild],
        "by_table": [entry.square for entry in own if entry.decided_by == "table"],
        "lines": [
            {
                "line": number,
                "squares": [square_name(square) for square in line],
                "cards": [squares[square] for square in line],
                "hand": sheet.made[number - 1],
                "points": score_card.points[HAND_BY_SLUG[sheet.made[number - 1]]],
            }
            for number, line in enumerate(LINES, 1)
        ],
        "achievements": [
            {"name": name, "title": entry.title, "points": entry.points, "clause": entry.clause}
            for name, entry in score_card.achievements.items()
            if score is not None and name in score.achievements
        ],
        "line_points": sheet.points_made if score is None else score.line_points,
        "bonus_points": 0 if score is None else score.bonus_points,
        "total": None if score is None else score.total,
    }


def _citations(score_card: ScoreCard, view: MatchView, has_wild: bool) -> list[str]:
    """Return every clause that decided something, each once."""
    paid = {name for score in view.scores for name in score.achievements}
    cited = [score_card.document["points"]["clause"]]
    cited += [entry.clause for name, entry in score_card.achievements.items() if name in paid]
    cited += [score_card.document["wild"]["clause"]] if has_wild else []
    return list(dict.fromkeys(cited))

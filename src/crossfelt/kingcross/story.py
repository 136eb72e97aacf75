"""The events of a match as sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from crossfelt.kingcross import events as happened
from crossfelt.kingcross.events import CardPlacement, Event


@dataclass(frozen=True, slots=True)
class MatchStory:
    """Tells what happened in a match."""

    draw: Callable[[str], str]
    """Writes a card, such as `Ah`, for the reader."""

    def tell(self, event: Event) -> str:
        """One event as a sentence."""
        match event:
            case happened.Rolled(roll=roll, seat=seat, card=card):
                return f"Roll {roll} for {'every seat' if seat is None else f'seat {seat}'}: {self.draw(card)}."
            case happened.CardPlaced(placement=placement):
                return f"{self._placement(placement)}."
            case happened.PlacementSealed(placement=placement):
                return f"{self._placement(placement)}, hidden until every seat has placed the roll."
            case happened.PlacementsShown(roll=roll, placements=placements):
                return f"Every seat has placed roll {roll}: {'; '.join(map(self._shown, placements))}."
            case happened.SheetAbandoned(seat=seat):
                return f"The player of seat {seat} has left. The table places for the seat."
            case happened.MatchFinished(scores=scores, winners=winners):
                totals = ", ".join(f"seat {score.seat} {score.total:,} points" for score in scores)
                return f"The match is over: {totals}.{_win(winners) if len(scores) > 1 else ''}"

    def _placement(self, entry: CardPlacement) -> str:
        what = f"{'the wild roll as ' if entry.is_wild else ''}{self.draw(entry.card)} on {entry.square}"
        if entry.decided_by == "table":
            return f"The table places {what} for seat {entry.seat}"
        return f"Seat {entry.seat} places {what}"

    def _shown(self, entry: CardPlacement) -> str:
        return f"seat {entry.seat}, {self.draw(entry.card)} on {entry.square}{' (wild)' if entry.is_wild else ''}"


def _win(winners: Sequence[int]) -> str:
    *others, last = map(str, winners)
    return f" Seats {', '.join(others)} and {last} share the win." if others else f" Seat {last} wins."

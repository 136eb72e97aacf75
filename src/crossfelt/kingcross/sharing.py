"""The result of a day's practice sheet as a few spoiler-free lines to share."""

from __future__ import annotations

from collections import Counter
from textwrap import wrap

from crossfelt.kingcross.events import SeatScore
from crossfelt.kingcross.scorecard import HAND_BY_SLUG, words

_BARS = "·▁▂▃▄▅▆▇█★"
"""By strength of the hand, from everything else to royal flush; 0 to 9 where these characters aren't available."""
_WIDTH = 72
"""The most characters in a line of the shared text, so that it can be pasted anywhere."""


def shared_result(*, day: str, bonus: bool, score: SeatScore, hint_count: int, attempt: str, is_ascii: bool) -> str:
    """Return the text; `attempt` comes from `attempt_words`, after any other remarks on the game."""
    mode = "bonus" if bonus else "base"
    help_used = "no hints" if not hint_count else f"hints for {hint_count} roll{'' if hint_count == 1 else 's'}"
    strengths = [HAND_BY_SLUG[hand] for hand in score.hands]
    bars = "".join(str(int(strength)) if is_ascii else _BARS[strength] for strength in strengths)
    counts = Counter(score.hands)
    made = [f"{words(slug)} {counts[slug]}" for slug in HAND_BY_SLUG if counts[slug]]
    lines = [
        f"King Cross daily {day} ({mode}): {score.total}, {help_used}{attempt}",
        f"columns {bars[:5]}  rows {bars[5:10]}  diagonals {bars[10:]}",
        *wrap(", ".join(made), _WIDTH),
    ]
    if score.achievements:
        lines += wrap(", ".join(map(words, score.achievements)), _WIDTH)
    return "\n".join(lines)


def attempt_words(games_before: int, first: int | None) -> str:
    """Return which try this is, because a player who plays a day again has seen its dice."""
    return ", first try" if first is None else f", try {games_before + 1} after {first} at first"

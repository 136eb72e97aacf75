"""Two runs of one plan that differ in hidden cards alone, compared byte by byte until the first of those cards is
turned."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from crossfelt.cards import DECK, card_name
from tests.support.service.hidden.known import TURNED
from tests.support.service.hidden.plans import BOOKS, Plan
from tests.support.service.hidden.ports import GivenChances
from tests.support.service.hidden.sent import EVERYBODY, FLOOR, SPECTATOR, Sent
from tests.support.service.hidden.story import Story

LEVELS = ("hole", "across", "down", "middle")
"""How much the two decks have in common: the audience's own cards, then also each further group that is turned."""
_DURATIONS = re.compile(r"^crossfelt_durable_seconds.*$|^.*_created.*$|^content-length: .*$", re.MULTILINE)
"""How long something took is another figure in each run."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The comparison of everything sent in two runs."""

    compared: int
    """Messages that were sent before their reader could know the first differing card."""
    first_difference: str | None


def card_pair(seed: int) -> Comparison:
    """Run a round of Criss Cross with a deck, and again with another that differs only in what one audience may not
    see up to some point; the others may know of a difference sooner, and each is compared up to there."""
    choose = random.Random(seed)
    plan = Plan(
        seed,
        "criss-cross",
        choose.choice(BOOKS),
        {},
        choose.randint(1, 6),
        1,
        choose.choice((0.0, 0.01)),
        choose.choice((0.0, 0.1)),
    )
    order = choose.sample(range(52), 52)
    one = _run(plan, order)
    log = one.log()
    audience = choose.choice([SPECTATOR, FLOOR, *(f"seat:{seat}" for seat in range(1, plan.seats + 1))])
    unchanged = {
        position for place, position in log.deck_places.items() if place in _unchanged_places(choose, audience)
    }
    others = [position for position in range(52) if position not in unchanged]
    moved = choose.sample(others, len(others))
    other_order = list(order)
    for position, source in zip(others, moved, strict=True):
        other_order[position] = order[source]
    differing = frozenset(
        card_name(DECK[order[position]]) for position in others if order[position] != other_order[position]
    )
    two = _run(plan, other_order)
    round_id = f"{one.table.state.table}-1"
    seats = [f"seat:{seat}" for seat in range(1, plan.seats + 1)]
    until = {reader: log.first_known(reader, differing, round_id) for reader in (SPECTATOR, FLOOR, *seats)}
    return _compared(one, two, {**until, EVERYBODY: until[SPECTATOR]})


def placement_pair(seed: int) -> Comparison:
    """Run a communal match of King Cross twice up to one roll that the first seat places on another square; nobody
    else may notice before everybody has placed."""
    choose = random.Random(seed)
    plan = Plan(
        seed, "king-cross", "king-cross", {"mode": "communal"}, choose.randint(2, 4), 1, 0.0, choose.choice((0.0, 0.1))
    )
    order = range(52)
    one, two = _run(plan, order), _run(replace(plan, choice=choose.randint(1, 5)), order)
    shown = one.log().first_shown
    assert shown is not None
    readers = [SPECTATOR, FLOOR, EVERYBODY, *(f"seat:{seat}" for seat in range(2, plan.seats + 1))]
    return _compared(one, two, dict.fromkeys(readers, shown))


def _unchanged_places(choose: random.Random, audience: str) -> set[str]:
    level = LEVELS[: choose.randint(1, len(LEVELS))]
    places = {place for name in level if name in TURNED for place in TURNED[name]}
    if audience.startswith("seat:"):
        seat = audience.removeprefix("seat:")
        places |= {f"hole:{seat}:1", f"hole:{seat}:2"}
    return places


def _run(plan: Plan, order: Sequence[int]) -> Story:
    story = Story(plan, GivenChances(order, plan.seed))
    asyncio.run(story.run())
    return story


def _compared(one: Story, two: Story, until: Mapping[str, int | None]) -> Comparison:
    firsts, seconds = (_sent(story, until) for story in (one, two))
    for first, second in zip(firsts, seconds, strict=False):
        if first != second:
            return Comparison(len(firsts), f"{first}\n{second}")
    if len(firsts) != len(seconds):
        return Comparison(len(firsts), f"{len(firsts)} messages against {len(seconds)}")
    return Comparison(len(firsts), None)


def _sent(story: Story, until: Mapping[str, int | None]) -> list[Sent]:
    """Return each reader's messages before the entry in `until`, without records of finished rounds, which show
    everything."""
    closed = story.log().closed
    return [
        replace(item, text=_DURATIONS.sub("", item.text))
        for item in story.outbox.sent
        if item.audience in until
        and ((last := until[item.audience]) is None or item.seq < last)
        and not (item.channel == "record" and closed.get(item.about, item.seq + 1) <= item.seq)
    ]

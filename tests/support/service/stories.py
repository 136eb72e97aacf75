"""Rounds at a table in memory: Criss Cross dealt to the first decision, King Cross placed to the end."""

from __future__ import annotations

from tests.support.service.houses import Person, StillClock

ANTES = {"ante_across": 500, "ante_down": 500}


async def dealt(clock: StillClock, person: Person, wagers: dict[str, int] | None = None) -> None:
    """Place wagers, then let time pass until the cards are dealt."""
    await person.act("place_wagers", wagers=wagers or ANTES)
    await clock.move(20_000)
    await clock.move(1_900)
    assert person.view.stage == "across"


async def to_across(clock: StillClock, *people: Person, **others: int) -> str:
    """Play a round with antes and other wagers of these people up to the first decision and return its id."""
    while people[0].view is None or people[0].view.stage != "betting":
        await clock.move(500)
    for person in people:
        await person.act("place_wagers", wagers={**ANTES, **others})
    await clock.move(24_000)
    assert people[0].view.stage == "across"
    return people[0].round


async def place_until_finished(clock: StillClock, people: list[Person]) -> None:
    """Play a match to its end: everyone takes the first option for each roll."""
    while people[0].view.stage != "finished":
        for person in people:
            [own] = [sheet for sheet in person.view.seats if sheet.seat == person.updates[-1].you]
            if own.in_hand is not None:
                option = person.view.options[0]
                await person.act("place", roll=len(own.rolls), square=option.square, card=option.card)
        await clock.move(1)

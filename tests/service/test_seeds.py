"""Seeds at a running table: committed before betting closes, locked, revealed, and withheld by players who don't."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from crossfelt.proof.check import ProvenChance, check
from crossfelt.service import history
from crossfelt.service.house import House
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.terms import SEEDS_MS, TableTerms
from crossfelt.verifier import crossfelt_verifier as stand_alone
from tests.support.service.houses import KEY, Person, StillClock, open_table, refused
from tests.support.service.stories import place_until_finished

ANTES = {"ante_across": 500, "ante_down": 500}
PAUSE_MS = 700
BETTING_MS = 20_000

Story = Callable[[House, StillClock, list[Person]], Awaitable[None]]


def run_story(story: Story, people: int = 2, terms: TableTerms | None = None) -> None:
    """Run a story at a table with this many people and its first round open."""

    async def whole() -> None:
        clock, house, _, seated = await open_table(people, terms)
        await story(house, clock, seated)

    asyncio.run(whole())


async def bet(clock: StillClock, *people: Person) -> None:
    """These people wager, and betting closes."""
    for person in people:
        await person.act("place_wagers", wagers=ANTES)
    await clock.move(BETTING_MS)


def phase(person: Person) -> str:
    result = person.updates[-1].info.round
    assert result is not None
    return result.phase


def seats_that(person: Person, what: str) -> list[int]:
    return [seat.seat for seat in person.updates[-1].info.seats if getattr(seat, what)]


async def proven(house: House, clock: StillClock, people: list[Person]) -> ProvenChance:
    """Plays the round to its end; what both verifiers say of its record."""
    name = people[0].round
    while people[0].round == name and people[0].view.stage not in ("settled", "voided"):
        for person in people:
            info = person.updates[-1].info
            if person.updates[-1].you in [due.seat for due in info.due]:
                await person.act("fold", stage=person.view.stage)
        await clock.move(PAUSE_MS)
    record = history.record(house.store, house.sealer, house.signer, name)
    stand_alone.verify(record)
    result = check(record).chance
    assert result is not None
    return result


def kinds(house: House, person: Person) -> list[str]:
    return [entry.kind for entry in house.store.entries(person.table.state.table)]


def test_the_log_holds_commitments_lock_reveals_and_lock_in_this_order() -> None:
    async def story(house: House, clock: StillClock, people: list[Person]) -> None:
        ann, bob = people
        assert phase(ann) == "committing"
        await ann.commit("mine")
        await bob.commit("his")
        assert seats_that(ann, "has_committed") == [1, 2]
        await bet(clock, ann, bob)
        assert phase(ann) == "revealing"
        await bob.reveal()
        assert seats_that(ann, "has_revealed") == [2]
        await ann.reveal()
        await clock.move(PAUSE_MS)
        assert phase(ann) == "locked"
        result = await proven(house, clock, people)
        assert (result.seeds, result.withheld) == (2, ())
        assert house.store.withheld_of(ann.player) == house.store.withheld_at(ann.table.state.table) == 0
        about = [kind for kind in kinds(house, ann) if kind.startswith(("seed", "commitments", "round_", "secret"))]
        assert about[:10] == [
            *("round_committed", "secret_sealed", "round_opened", "seed_committed", "seed_committed"),
            *("commitments_locked", "seed_revealed", "seed_revealed", "seeds_locked", "round_closed"),
        ]

    run_story(story)


def test_the_lock_is_in_the_batch_that_closes_betting() -> None:
    async def story(house: House, clock: StillClock, people: list[Person]) -> None:
        await people[0].commit("mine")
        await bet(clock, people[0])
        *_, closing, lock = house.store.entries(people[0].table.state.table)
        assert (closing.kind, lock.kind) == ("step", "commitments_locked")
        assert b"betting_closed" in closing.body
        assert [update.seq for update in people[0].updates if update.seq >= closing.seq] == [lock.seq]

    run_story(story, 1)


def test_a_later_commitment_replaces_an_earlier_one_until_the_lock() -> None:
    async def story(house: House, clock: StillClock, people: list[Person]) -> None:
        [ann] = people
        await ann.commit("first")
        first = dict(ann.seeds)
        await ann.commit("second")
        await bet(clock, ann)
        nonce, seed = first[ann.round]
        await refused(ann.ask(asked.RevealSeed(ann.round, nonce.hex(), seed)), RefusalCode.SEED_MISMATCH)
        await refused(ann.ask(asked.CommitSeed(ann.round, "ab" * 32)), RefusalCode.COMMITMENTS_LOCKED)
        await ann.reveal()  # A reveal that was refused may be retried.
        await refused(ann.reveal(), RefusalCode.ALREADY_SO)
        assert (await proven(house, clock, people)).seeds == 1

    run_story(story, 1)


def test_only_seats_in_the_contest_are_locked() -> None:
    async def story(house: House, clock: StillClock, people: list[Person]) -> None:
        ann, bob = people
        await ann.commit("mine")
        await bob.commit("his, without a wager")
        await bet(clock, ann)
        assert seats_that(ann, "has_committed") == [1]
        await refused(bob.reveal(), RefusalCode.NO_COMMITMENT)
        await ann.reveal()
        assert (await proven(house, clock, people)).seeds == 1

    run_story(story)


def test_leaving_before_the_lock_removes_a_commitment() -> None:
    async def story(house: House, clock: StillClock, people: list[Person]) -> None:
        ann, bob = people
        await ann.commit("mine")
        await bob.commit("his")
        await bob.act("place_wagers", wagers=ANTES)
        await bob.ask(asked.Leave())
        await bet(clock, ann)
        assert seats_that(ann, "has_committed") == [1]
        await ann.reveal()
        result = await proven(house, clock, [ann])
        assert (result.seeds, result.withheld) == (1, ())

    run_story(story)


@pytest.mark.parametrize("has_revealed", [True, False])
def test_leaving_after_the_lock_changes_nothing(has_revealed: bool) -> None:
    async def story(house: House, clock: StillClock, people: list[Person]) -> None:
        ann, bob = people
        await ann.commit("mine")
        await bob.commit("his")
        await bet(clock, ann, bob)
        await ann.reveal()
        if has_revealed:
            await bob.reveal()
        await bob.ask(asked.Leave())
        await clock.move(SEEDS_MS)
        result = await proven(house, clock, [ann])
        assert (result.seeds, result.withheld) == ((2, ()) if has_revealed else (1, (2,)))

    run_story(story)


def test_the_window_waits_for_reveals_and_ends_early() -> None:
    async def story(house: House, clock: StillClock, people: list[Person]) -> None:
        ann, bob = people
        await ann.commit("mine")
        await bob.commit("his")
        await bet(clock, ann, bob)
        await ann.reveal()
        await clock.move(SEEDS_MS - 1)
        assert phase(ann) == "revealing"
        await bob.reveal()
        await clock.move(PAUSE_MS)
        assert phase(ann) == "locked"

    run_story(story)


def test_nobody_waits_where_nobody_committed() -> None:
    async def story(house: House, clock: StillClock, people: list[Person]) -> None:
        await bet(clock, people[0])
        await clock.move(PAUSE_MS)
        assert phase(people[0]) == "locked"
        result = await proven(house, clock, people)
        assert (result.seeds, result.withheld) == (0, ())

    run_story(story, 1)


def test_a_seed_that_comes_too_late_is_withheld() -> None:
    async def story(house: House, clock: StillClock, people: list[Person]) -> None:
        [ann] = people
        await ann.commit("mine")
        await bet(clock, ann)
        await clock.move(SEEDS_MS)
        await refused(ann.reveal(), RefusalCode.SEEDS_LOCKED)
        result = await proven(house, clock, people)
        assert (result.seeds, result.withheld) == (0, (1,))
        [played] = house.store.rounds_of(ann.player)
        assert played.has_withheld and played.withheld == 1
        assert house.store.withheld_of(ann.player) == house.store.withheld_at(ann.table.state.table) == 1

    run_story(story, 1)


def test_the_window_starts_again_after_a_restart() -> None:
    async def story(house: House, clock: StillClock, people: list[Person]) -> None:
        [ann] = people
        await ann.commit("mine")
        await bet(clock, ann)
        await clock.move(SEEDS_MS - 1)
        house.lobby.stop()
        again = House(house.store, KEY, clock=clock)
        await again.start()
        back = Person(again, again.lobby.get(ann.table.state.table), ann.player)
        back.seeds = ann.seeds
        back.table.watch(back)
        await clock.move(SEEDS_MS - 1)
        assert phase(back) == "revealing"
        await back.reveal()
        result = await proven(again, clock, [back])
        assert (result.seeds, result.withheld) == (1, ())

    run_story(story, 1)


def test_the_window_starts_again_after_a_pause() -> None:
    async def story(house: House, clock: StillClock, people: list[Person]) -> None:
        [ann] = people
        await ann.commit("mine")
        await bet(clock, ann)
        await clock.move(SEEDS_MS - 1)
        await ann.ask(asked.Pause("a card fell"))
        await clock.move(10 * SEEDS_MS)
        assert phase(ann) == "revealing"
        await ann.ask(asked.Resume())
        await clock.move(SEEDS_MS - 1)
        assert phase(ann) == "revealing"
        await clock.move(1)
        assert phase(ann) == "locked"

    practice = TableTerms("A table", "criss-cross", "practice", "maryland", betting_seconds=20)
    run_story(story, 1, practice)


def test_requests_that_cannot_count_are_refused() -> None:
    async def story(house: House, clock: StillClock, people: list[Person]) -> None:
        ann, bob = people
        name = ann.round
        stranger = Person(house, ann.table, (await house.players.create("Eve"))[0].id)
        await refused(stranger.ask(asked.CommitSeed(name, "ab" * 32)), RefusalCode.NOT_SEATED)
        await refused(ann.ask(asked.CommitSeed("elm-9", "ab" * 32)), RefusalCode.WRONG_ROUND)
        for bad in ("", "ab", "AB" * 32, "zz" * 32, "ab" * 33):
            await refused(ann.ask(asked.CommitSeed(name, bad)), RefusalCode.BAD_SEED)
        await ann.commit("mine")
        await refused(ann.reveal(), RefusalCode.TOO_EARLY)
        await bet(clock, ann, bob)
        await refused(bob.ask(asked.RevealSeed(name, "ab" * 32, "x")), RefusalCode.NO_COMMITMENT)
        nonce, seed = ann.seeds[name]
        for other in ((nonce.hex(), ""), (nonce.hex(), "ä"), (nonce.hex()[2:], seed), ("", seed)):
            await refused(ann.ask(asked.RevealSeed(name, *other)), RefusalCode.BAD_SEED)
        await refused(ann.ask(asked.RevealSeed(name, "00" * 32, seed)), RefusalCode.SEED_MISMATCH)
        await refused(ann.ask(asked.RevealSeed(name, nonce.hex(), seed + "!")), RefusalCode.SEED_MISMATCH)
        await refused(stranger.ask(asked.RevealSeed(name, nonce.hex(), seed)), RefusalCode.NOT_SEATED)

    run_story(story)


def test_a_seed_that_is_sent_too_early_reaches_nobody(caplog: pytest.LogCaptureFixture) -> None:
    """A client that reveals before the lock is refused, and what it sent is in no entry, update or log line."""
    caplog.set_level("DEBUG")

    async def story(house: House, clock: StillClock, people: list[Person]) -> None:
        ann, bob = people
        await ann.commit("quite unlikely words")
        nonce, seed = ann.seeds[ann.round]
        with pytest.raises(Refused) as caught:
            await ann.reveal()
        await bet(clock, ann, bob)
        entries = [entry.body for entry in house.store.entries(ann.table.state.table)]
        sent = f"{caught.value} {bob.updates} {ann.updates} {caplog.text} {entries}"
        assert seed not in sent and nonce.hex() not in sent

    run_story(story)


def test_a_commitment_of_another_player_or_seat_is_worth_nothing() -> None:
    """The commitment names its player: Bob can't use Ann's, nor reveal what she revealed."""

    async def story(house: House, clock: StillClock, people: list[Person]) -> None:
        ann, bob = people
        await ann.commit("mine")
        state = ann.table.state
        assert state.round is not None
        await bob.ask(asked.CommitSeed(ann.round, state.round.commitments[1].commitment))
        await bet(clock, ann, bob)
        await ann.reveal()
        nonce, seed = ann.seeds[ann.round]
        await refused(bob.ask(asked.RevealSeed(ann.round, nonce.hex(), seed)), RefusalCode.SEED_MISMATCH)

    run_story(story)


def test_a_bot_adds_no_seed() -> None:
    async def story(house: House, clock: StillClock, people: list[Person]) -> None:
        [ann] = people
        await ann.ask(asked.AddBot(2, "random"))
        bot = Person(house, ann.table, ann.table.state.seats[2].player)
        await refused(bot.commit("a bot's"), RefusalCode.NOT_YOUR_ROLE)

    run_story(story, 1, TableTerms("A table", "criss-cross", "practice", "maryland"))


def test_king_cross_locks_once_when_the_match_starts() -> None:
    async def story(house: House, clock: StillClock, people: list[Person]) -> None:
        for person in people:
            await person.commit("mine")
            await person.ask(asked.Ready())
        await clock.move(0)
        assert phase(people[0]) == "revealing"
        await people[0].reveal()
        await people[1].reveal()
        await clock.move(0)
        result = kinds(house, people[0])
        assert result.index("commitments_locked") == result.index("round_opened") + 1
        name = people[0].round
        await place_until_finished(clock, people)
        result = kinds(house, people[0])
        assert (result.count("commitments_locked"), result.count("seeds_locked")) == (1, 1)
        record = history.record(house.store, house.sealer, house.signer, name)
        stand_alone.verify(record)
        proof = check(record).chance
        assert proof is not None and (proof.seeds, proof.withheld) == (2, ())

    run_story(story, 2, TableTerms("Kings", "king-cross", "practice", "king-cross", seat_count=2, pace_ms=0))

"""Wallets and open wagers together: what a refill counts, and that no settlement is ever too large."""

from __future__ import annotations

import asyncio
import random
from secrets import token_hex
from typing import Any

import pytest

from crossfelt.bounds import MOST_PRIZE_CENTS, MOST_WALLET_CENTS
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.errors import BadInput
from crossfelt.service.house import House
from crossfelt.service.players import OPENING_CENTS
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.tables import requests as asked
from tests.naive.progressives import BONUS_SPIN_WHEELS, HOT_SPOT_WHEELS
from tests.support.progressive_choices import spin_choices
from tests.support.scale import scaled
from tests.support.service.houses import KEY, Person, StillClock, live, open_table, refused

ROUNDS = scaled(25, 2_000)
ANTES = {"ante_across": 500, "ante_down": 500}


async def holds(house: House, player: str, cents: int) -> None:
    """Set a wallet to this balance with chips from the mint."""
    players = house.players
    seen = house.store.head(f"player:{player}")[0]
    await players._append(player, token_hex(16), "granted", cents - players.balance(player), seen)


async def seated(terms: Any, people: int = 1) -> tuple[House, StillClock, list[Person]]:
    clock, house, _, result = await open_table(people, terms)
    await clock.move(100)
    return house, clock, result


def practice(rules: str = "maryland", **changes: Any) -> Any:
    return live(rules, table_kind="practice", pace_ms=1, decision_seconds=0, betting_seconds=0, **changes)


def test_a_refill_counts_chips_at_stake() -> None:
    """Today's trick: wager everything, refill, and have twice as much."""

    async def story() -> None:
        house, _, (person, _) = await seated(practice(), people=2)
        await holds(house, person.player, 21_000)
        await person.act("place_wagers", wagers={"ante_across": 10_000, "ante_down": 10_000})
        assert house.players.balance(person.player) == 1_000
        message = await refused(house.players.refill(person.player, token_hex(16)), RefusalCode.TOO_EARLY)
        assert "$210" in message and "$200 of it at stake" in message
        await person.act("withdraw_wagers")
        await holds(house, person.player, 15_000)
        await person.act("place_wagers", wagers={"ante_across": 5_000, "ante_down": 5_000})
        await house.players.refill(person.player, token_hex(16))
        assert house.players.balance(person.player) == OPENING_CENTS - 10_000

    asyncio.run(story())


def test_a_refill_at_the_moment_of_a_wager_counts_it() -> None:
    async def story() -> None:
        house, _, (person, _) = await seated(practice(), people=2)
        await holds(house, person.player, 20_000)
        wager = person.act("place_wagers", wagers={"ante_across": 10_000, "ante_down": 10_000})
        result = await asyncio.gather(wager, house.players.refill(person.player, token_hex(16)), return_exceptions=True)
        assert not isinstance(result[0], BaseException)
        assert isinstance(result[1], Refused) and result[1].code is RefusalCode.TOO_EARLY
        assert house.players.balance(person.player) == 0

    asyncio.run(story())


def test_a_restart_still_counts_chips_at_stake() -> None:
    async def story() -> None:
        house, _, (person, _) = await seated(practice(), people=2)
        await holds(house, person.player, 20_000)
        await person.act("place_wagers", wagers={"ante_across": 10_000, "ante_down": 10_000})
        house.lobby.stop()
        again = House(house.store, KEY, clock=StillClock())
        await again.start()
        await refused(again.players.refill(person.player, token_hex(16)), RefusalCode.TOO_EARLY)

    asyncio.run(story())


def test_a_wager_that_could_pass_the_bound_is_refused() -> None:
    """At the edge: $5 antes can become 3,313 antes, of which 2 leave the wallet now."""

    async def story() -> None:
        house, _, (person, _) = await seated(practice(), people=2)
        edge = MOST_WALLET_CENTS - (3_313 - 2) * 500
        await holds(house, person.player, edge + 1)
        before = house.store.balances(), person.table.state.seq
        message = await refused(person.act("place_wagers", wagers=ANTES), RefusalCode.WALLET_FULL)
        assert "$10,000,000,000" in message
        assert (house.store.balances(), person.table.state.seq) == before
        await holds(house, person.player, edge)
        await person.act("place_wagers", wagers=ANTES)

    asyncio.run(story())


def test_wagers_at_all_tables_count_together() -> None:
    async def story() -> None:
        house, clock, (person, _) = await seated(practice(), people=2)
        other = await house.open_table(person.player, token_hex(16), practice())
        there = Person(house, other, person.player)
        other.watch(there)
        await there.ask(asked.Sit(1))
        await clock.move(100)
        await holds(house, person.player, MOST_WALLET_CENTS - 3_311 * 500)
        both = [at.act("place_wagers", wagers=ANTES) for at in (person, there)]
        result = await asyncio.gather(*both, return_exceptions=True)
        codes = [each.code for each in result if isinstance(each, Refused)]
        assert codes == [RefusalCode.WALLET_FULL]

    asyncio.run(story())


def test_neither_a_refill_nor_a_correction_passes_the_bound() -> None:
    async def story() -> None:
        house, clock, (host, other) = await seated(practice(), people=2)
        name = host.round
        for person in (host, other):
            await person.act("place_wagers", wagers=ANTES)
            await person.ask(asked.Ready())
        for person in (host, other):
            await clock.move(1_000)
            await person.act("fold", stage="across")
        await clock.move(1_000)
        await holds(house, other.player, MOST_WALLET_CENTS - 499)
        request = asked.Correct(name, 2, 500, "R17", "A line was misread.")
        await refused(host.ask(request), RefusalCode.WALLET_FULL)
        await holds(house, other.player, MOST_WALLET_CENTS - 500)
        await host.ask(request)
        assert house.players.balance(other.player) == MOST_WALLET_CENTS

    asyncio.run(story())


def submission(chance: random.Random) -> dict[str, Any]:
    """Choices of a Maryland house near the bounds."""
    amounts = {"initial_cents": MOST_PRIZE_CENTS, "reset_cents": MOST_PRIZE_CENTS - chance.randrange(2)}
    wheel = chance.choice("bd")
    spin: dict[str, Any] = {"wheel": wheel, "community": "b", "rate_ppm": 1_000_000, **amounts}
    spin["weights"] = _mostly_jackpots(BONUS_SPIN_WHEELS[wheel])
    xtreme = {
        "wheel_5": "g",
        "rate_ppm": 1_000_000,
        "event": chance.choice(("hole_pair", "high_card")),
        "weights": {"g": _mostly_jackpots(HOT_SPOT_WHEELS["g"])},
        "meters": {"g": amounts},
    }
    return {
        "bonus_spin": spin,
        "xtreme": xtreme,
        "ante_maximum_cents": 10_000_000,
        "five_card_bonus_maximum_cents": 10_000_000,
    }


def _mostly_jackpots(printed: tuple[int, ...]) -> dict[str, int]:
    return {"jackpot": 900_000, **dict.fromkeys(map(str, printed), 1)}


def test_no_accepted_wager_leads_to_a_settlement_that_is_refused() -> None:
    """Random houses near the bounds, wallets near theirs, every wager as large as the house takes."""

    async def story(number: int) -> tuple[int, int]:
        chance = random.Random(number)
        text = "\n".join(_toml({"rules": "maryland", "choices": submission(chance)}))
        house, clock, people = await seated(practice(text), people=3)
        await clock.move(100)
        wagers = {
            "ante_across": 10_000_000,
            "ante_down": 10_000_000,
            "five_card_bonus": chance.choice((500, 10_000_000)),
            "bonus_spin": 500,
            "bonus_spin_xtreme": 500,
        }
        accepted = []
        for person in people:
            await holds(house, person.player, MOST_WALLET_CENTS - chance.randrange(10**11))
            try:
                await person.act("place_wagers", wagers=wagers)
                accepted.append(person)
            except Refused as refusal:
                assert refusal.code is RefusalCode.WALLET_FULL, refusal
            await person.ask(asked.Ready())
        for _ in range(40):
            await clock.move(1_000)
            state = people[0].table.state
            if not accepted or not state.is_playing or state.play is None:
                break
            for seat in state.play.due_since:
                stage = state.play.state.stage
                await people[seat - 1].act("bet", stage=stage, multiple=3)
        assert not accepted or not any(account.startswith("escrow:") for account in house.store.balances())
        assert not people[0].table.is_stuck
        for person in people:
            assert 0 <= house.players.balance(person.player) <= MOST_WALLET_CENTS, f"case {number}"
        return len(accepted), len(people) - len(accepted)

    async def all_of_them() -> None:
        taken = [await story(number) for number in range(ROUNDS)]
        assert sum(accepted for accepted, _ in taken) > ROUNDS and sum(refused for _, refused in taken) > ROUNDS // 5

    asyncio.run(all_of_them())


@pytest.mark.parametrize("key", ["initial_cents", "reset_cents"])
def test_prizes_and_meters_of_a_submission_are_bounded(key: str) -> None:
    spin = spin_choices() | {key: MOST_PRIZE_CENTS}
    load_rule_book("maryland", {"bonus_spin": spin})
    with pytest.raises(BadInput, match=str(MOST_PRIZE_CENTS)):
        load_rule_book("maryland", {"bonus_spin": spin | {key: MOST_PRIZE_CENTS + 1}})
    fixed = {"wheel": "a", "community": "a", "prize_cents": MOST_PRIZE_CENTS + 1}
    with pytest.raises(BadInput, match=str(MOST_PRIZE_CENTS)):
        load_rule_book("maryland", {"bonus_spin": fixed})


def _toml(document: dict[str, Any], path: str = "") -> list[str]:
    """A submission as text."""
    tables = {key: value for key, value in document.items() if isinstance(value, dict)}
    lines = [f'"{key}" = {value!r}'.replace("'", '"') for key, value in document.items() if key not in tables]
    for key, value in tables.items():
        lines += [f"[{path}{key}]", *_toml(value, f"{path}{key}.")]
    return lines


def test_a_bot_without_chips_folds_and_keeps_nobody_waiting() -> None:
    """Its chips in the round count, so it can't refill the wallet in the middle of one."""

    async def story() -> None:
        terms = practice(options={"ante_minimum_cents": 10_000}, seat_count=2)
        house, clock, (host,) = await seated(terms)
        await host.ask(asked.AddBot(2, "never-fold"))
        bot = host.table.state.seats[2].player
        async with asyncio.timeout(60):
            while host.table.state.play is None or 2 not in host.table.state.play.stakes:
                await clock.move(10)
            await holds(house, bot, 0)
            await host.act("place_wagers", wagers={"ante_across": 10_000, "ante_down": 10_000})
            await host.ask(asked.Ready())
            while not host.table.state.play.due_since:
                await clock.move(10)
            await host.act("bet", stage="across", multiple=1)
            while (own := host.table.state.play.state.seat(2)).folded_at is None:
                await clock.move(10)
        assert own.folded_at == "across" and house.players.balance(bot) == 0

    asyncio.run(story())

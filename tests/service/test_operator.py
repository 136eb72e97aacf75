"""The operator's credential, blocked addresses, removed guests, and the log of what the operator does."""

from __future__ import annotations

import asyncio
from secrets import token_hex

import pytest

from crossfelt.service.house import House
from crossfelt.service.operator import OperatorTokens, new_operator_token
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.removals import REMOVED_NAME
from crossfelt.service.sealing import derived_key
from crossfelt.service.tables import requests as asked
from crossfelt.storage.memory import MemoryStore
from tests.support.service.houses import KEY, StillClock, as_operator, house_in_memory, live, open_table, table_of
from tests.support.service.stories import to_across

DAY_MS = 24 * 3600 * 1000


def test_a_token_works_until_it_expires_and_only_under_its_key() -> None:
    clock = StillClock()
    tokens = OperatorTokens(KEY, MemoryStore(), clock)
    token = new_operator_token(KEY, clock.wall_ms(), 2)
    assert tokens.is_valid(token)
    clock.ms += 2 * DAY_MS - 1
    assert tokens.is_valid(token)
    clock.ms += 1
    assert not tokens.is_valid(token)
    assert not tokens.is_valid(new_operator_token(bytes(32), clock.wall_ms()))
    assert derived_key(KEY, "operator") != derived_key(KEY, "identity")


def test_nothing_else_is_a_token() -> None:
    clock = StillClock()
    tokens = OperatorTokens(KEY, MemoryStore(), clock)
    name, issued, expires, signature = new_operator_token(KEY, clock.wall_ms()).split(".")
    later = str(int(expires) + 365 * DAY_MS)
    strange = [
        "",
        ".",
        "operator",
        "operator...",
        f"guest.{issued}.{expires}.{signature}",
        f"{name}.{issued}.{later}.{signature}",
        f"{name}.{issued}.{expires}.",
        f"{name}.{issued}.{expires}.{signature[:-1]}",
        f"{name}.{issued}.{expires}.{signature}é",
    ]
    assert [token for token in strange if tokens.is_valid(token)] == []


def test_revoking_ends_every_earlier_token_also_after_a_restart() -> None:
    async def story() -> None:
        clock = StillClock()
        house = await house_in_memory(clock)
        earlier = new_operator_token(KEY, clock.wall_ms())
        assert house.operators.is_valid(earlier)
        await house.revoke_operator_tokens()
        assert not house.operators.is_valid(earlier)
        clock.ms += 1
        later = new_operator_token(KEY, clock.wall_ms())
        again = House(house.store, KEY, clock=clock)
        assert again.operators.is_valid(later) and not again.operators.is_valid(earlier)

    asyncio.run(story())


def test_blocks_are_kept_with_reason_and_time_and_the_log_has_no_address() -> None:
    async def story() -> None:
        clock = StillClock()
        house = await house_in_memory(clock)
        made = await house.moderation.block("203.0.113.9", "flooding")
        await house.moderation.block("2001:db8:1:2::/64", "names")
        with pytest.raises(Refused, match="already blocked"):
            await house.moderation.block("203.0.113.9", "again")
        again = House(house.store, KEY, clock=clock)
        assert again.moderation.blocks[0] == made
        assert (made.reason, made.blocked_ms) == ("flooding", clock.wall_ms())
        assert again.moderation.is_blocked("2001:db8:1:2::/64") and not again.moderation.is_blocked("203.0.113.8")
        await again.moderation.unblock("203.0.113.9")
        with pytest.raises(Refused, match="not blocked"):
            await again.moderation.unblock("203.0.113.9")
        assert [block.number for block in again.moderation.blocks] == [2]
        logged = again.moderation.logged()
        assert [(deed.kind, deed.about) for deed in logged] == [
            ("address_blocked", {"block": 1}),
            ("address_blocked", {"block": 2}),
            ("address_unblocked", {"block": 1}),
        ]
        assert {deed.stamped_ms for deed in logged} == {clock.wall_ms()}
        assert len(again.lobby) == 0  # The operator's log is no table.

    asyncio.run(story())


async def deleted(house: House, player: str) -> None:
    """Waits until an account is deleted: the still clock doesn't wait for the threads that read the store."""
    async with asyncio.timeout(60):
        while (result := house.store.player(player)) is None or result.deleted_ms is None:
            await asyncio.sleep(0.005)
        while house.removals._tasks:
            await asyncio.sleep(0.005)
    assert house.store.setting("removals") == "[]"
    assert house.players.balance(player) == 0 and sum(house.store.balances().values()) == 0


def restarted(house: House, clock: StillClock) -> House:
    """Another server on the same store, the first one gone."""
    house.removals.stop()
    house.lobby.stop()
    return House(house.store, KEY, clock=clock)


@pytest.mark.parametrize("restarts", [False, True], ids=["running", "restarted"])
def test_a_guest_removed_in_a_contest_is_locked_at_once_and_deleted_when_it_ends(restarts: bool) -> None:
    async def story() -> None:
        clock, house, table, (ann, bob) = await open_table(2)
        other, _ = await table_of(house, live())
        await house.ask(bob.player, other.state.table, token_hex(16), asked.Sit(2))
        await to_across(clock, ann, bob)
        code = house.players.get(bob.player).recovery_hash
        signed_out: list[str] = []
        house.players.credentials_changed = signed_out.append
        assert await house.removals.remove(bob.player) is False
        assert set(signed_out) == {bob.player}
        assert house.players.get(bob.player).name == REMOVED_NAME
        assert house.players.get(bob.player).recovery_hash != code
        assert table.state.seats[2].is_removed and other.state.seat_of(bob.player) is None
        await ann.act("fold", stage="across")
        if restarts:
            house = restarted(house, clock)
            await house.start()
            table = house.lobby.get(table.state.table)
        assert table.state.seat_of(bob.player) == 2
        await clock.move(120_000)  # The table has folded for Bob, and the round is settled.
        await deleted(house, bob.player)
        with pytest.raises(Refused, match="no such player"):
            await house.removals.remove(bob.player)
        logged = [deed.about for deed in house.moderation.logged() if deed.kind == "guest_removed"]
        assert logged == [{"player": bob.player, "is_deleted": done} for done in (False, True)]

    asyncio.run(story())


def test_a_removed_guest_is_deleted_when_the_table_closes() -> None:
    async def story() -> None:
        clock, house, table, (ann, bob) = await open_table(2)
        await to_across(clock, ann, bob)
        assert await house.removals.remove(bob.player) is False
        assert await house.removals.remove(bob.player) is False  # Asking again changes nothing.
        await as_operator(house, table, asked.CloseTable("rules_broken"))
        await deleted(house, bob.player)

    asyncio.run(story())


@pytest.mark.parametrize("is_seated", [False, True])
def test_a_removal_that_a_crash_interrupted_is_taken_up_again(is_seated: bool) -> None:
    async def story() -> None:
        clock, house, _, (_, bob) = await open_table(2)
        if not is_seated:
            await bob.ask(asked.Leave())
        house.removals._waiting.add(bob.player)
        await house.removals._save()
        again = restarted(house, clock)
        await again.start()
        await deleted(again, bob.player)
        assert all(table.state.seat_of(bob.player) is None for table in again.lobby)

    asyncio.run(story())


def test_a_removal_that_fails_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        clock = StillClock()
        house = await house_in_memory(clock)
        bob, _ = await house.players.create("Bob")

        async def fails(_: str) -> None:
            raise Refused(RefusalCode.TOO_MANY, "busy")

        with monkeypatch.context() as failing:
            failing.setattr(house.removals, "_delete", fails)
            with pytest.raises(Refused, match="busy"):
                await house.removals.remove(bob.id)
        await clock.move(60_000)
        await deleted(house, bob.id)

    asyncio.run(story())


def test_a_guest_is_renamed_and_nobody_renames_themselves_in_a_live_contest() -> None:
    async def story() -> None:
        clock, house, _, (ann,) = await open_table()
        house.refuse_rename(ann.player)
        await to_across(clock, ann)
        with pytest.raises(Refused) as caught:
            house.refuse_rename(ann.player)
        assert caught.value.code is RefusalCode.ROUND_IS_OPEN
        await house.rename_guest(ann.player, "Guest 7")
        assert house.players.name_of(ann.player) == "Guest 7"
        assert [deed.kind for deed in house.moderation.logged()] == ["guest_renamed"]

    asyncio.run(story())

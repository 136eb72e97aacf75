"""A game that has a kit and nothing else sits at a live table: recorded, replayed, verified, reported, with a bot."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from crossfelt.catalog import KITS, GameKit, replay_record
from crossfelt.catalog.kit import Lazy
from crossfelt.chance import SeedStream
from crossfelt.errors import BadInput, IllegalActionCode, RecordError
from crossfelt.game import seat_audience
from crossfelt.proof.check import check
from crossfelt.schema import to_plain
from crossfelt.service import history
from crossfelt.service.bots import playable_policies
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.report import Reports
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.terms import TableTerms
from crossfelt.service.wire.messages import game_messages
from crossfelt.service.wire.strict import read_wire
from crossfelt.service.wire.tables import OpenTableRequest
from crossfelt.service.workers import seats
from crossfelt.service.workers.questions import PolicyAction, ViewAdvice
from tests.support.cli.program import run
from tests.support.coin_toss import COIN_TOSS, CoinRules, coin_toss_shipped
from tests.support.service.houses import StillClock, granted_floor, house_in_memory, refused, table_of

TERMS = TableTerms("Coins", "coin-toss", "live", "coin", {"stake_cents": 700}, seat_count=3, pace_ms=0)
MOVED_MS = 5_000


@pytest.fixture(autouse=True)
def kit() -> Iterator[GameKit]:
    with coin_toss_shipped() as shipped:
        yield shipped


async def _play(record: dict[str, Any]) -> None:
    """One round of a person and a bot, and then one that the floor voids."""
    clock = StillClock()
    house = await house_in_memory(clock)
    table, (ann,) = await table_of(house, TERMS)
    await ann.ask(asked.AddBot(2, "random"))
    with pytest.raises(Refused, match="'optimal' is not one of random"):
        await ann.ask(asked.AddBot(3, "optimal"))
    with pytest.raises(Refused, match=r"A player has one seat at a table\.$"):
        await ann.ask(asked.Sit(3))
    [entry] = house.lobby.listed()
    assert (entry.game, entry.rules_title, entry.minimum_cents) == ("coin-toss", "A coin for 700 cents", 700)
    await clock.move(0)
    first = ann.round
    await ann.commit("mine")
    await ann.ask(asked.Ready())
    await clock.move(100)
    await ann.act("call", side="heads")
    await clock.move(100)
    await ann.reveal()
    await clock.move(100)
    assert set(ann.view.calls) == {"1", "2"} and ann.view.side in ("heads", "tails")
    record |= history.record(house.store, house.sealer, house.signer, first)
    steps = history.steps(house.store, house.sealer, house.signer, first, 1)["steps"]
    assert [step["view"]["side"] for step in steps] == [None, None, ann.view.side]
    await _void(house, table, ann, clock)
    report, _ = Reports(house.store, house.sealer).report(table.state.table)
    assert (
        report.house.difference_cents == 0
        and report.spots[0].staked_cents == 1_400
        and (report.rounds, report.voids) == (1, 1)
    )
    assert sum(house.store.balances().values()) == 0
    await house.stop()


async def _void(house: Any, table: Any, ann: Any, clock: StillClock) -> None:
    """The floor voids the next round, for a reason that the game allows."""
    flo = await granted_floor(house, table)
    await clock.move(MOVED_MS)
    await ann.ask(asked.Ready())
    await clock.move(100)
    rulings: tuple[tuple[dict[str, object], RefusalCode | IllegalActionCode], ...] = (
        ({"kind": "skip_seat", "seat": 1}, IllegalActionCode.NOT_YOUR_ACTION),
        ({"kind": "void_toss", "reason": "server_fault"}, RefusalCode.REASON_NEEDED),
    )
    for ruling, code in rulings:
        await refused(flo.ask(asked.Rule(ann.round, ruling)), code)
    await flo.ask(asked.Rule(ann.round, {"kind": "void_toss", "reason": "misdeal"}))


def test_a_game_with_a_kit_is_played_recorded_and_verified() -> None:
    record: dict[str, Any] = {}
    asyncio.run(_play(record))
    assert check(record).chance is not None
    assert replay_record(record).is_finished
    text = json.dumps(record)
    assert run("verify", "-", given=text).status == 0
    assert run("replay", "-", "--json", given=text).document["kind"] == "coin"
    assert run("replay", "-", given=text).out.startswith("Record valid: 3 steps.")
    changed = text.replace('"side": "heads"', '"side": "tails"')
    with pytest.raises(RecordError):
        check(json.loads(changed))


def test_without_its_kit_it_is_unknown(kit: GameKit) -> None:
    body = {"id": "0" * 32, "title": "Coins", "game": kit.name, "table_kind": "live", "rules": "coin"}
    assert read_wire(OpenTableRequest, body).game == "coin-toss"
    del KITS[kit.name]
    with pytest.raises(BadInput, match="game: Input should be 'criss-cross' or 'king-cross'"):
        read_wire(OpenTableRequest, body)
    with pytest.raises(RecordError, match="'coin-toss' is not one of criss-cross, king-cross"):
        replay_record({"format": "crossfelt-record", "game": kit.name})
    KITS[kit.name] = kit


def test_workers_answer_for_its_seats(kit: GameKit) -> None:
    rules = CoinRules()
    state = COIN_TOSS.open(rules, (1, 2))
    view = COIN_TOSS.view(state, seat_audience(2))
    assert game_messages(kit).view.validate_json(game_messages(kit).view.dump_json(view)) == view
    question = {"game": kit.name, "rules": rules.document, "view": to_plain(view)}
    answer = seats.policy_action(PolicyAction(**question, policy="random", seed=4))
    assert answer == {"kind": "call", "side": ("heads", "tails")[SeedStream(4).below(2)]}
    assert seats.view_advice(ViewAdvice(**question)) == {"rules": "coin-1", "best": "either"}
    assert [policy.name for policy in playable_policies(kit, None)] == ["random"]


def test_everything_that_the_kits_name_exists() -> None:
    """A path that is wrong would only be noticed when its policy or report is first needed."""
    for kit in KITS.values():
        assert kit.game.name == kit.name
        loads = [kit.load_tables, kit.load_takings, kit.wire.load_action, kit.wire.load_event, kit.wire.load_view]
        loads += [kit.wire.load_rules_document]
        loads += [policy.load for policy in kit.policies]
        loads += [policy.load_arrays for policy in kit.policies if policy.load_arrays is not None]
        loads += [load for load in (kit.load_adviser, kit.load_report, kit.load_warm_up) if load is not None]
        assert all(load() is not None for load in loads)
        if kit.environment is not None:
            assert Lazy[Any](f"{kit.environment.path}Env")() is not Lazy[Any](f"{kit.environment.path}Vector")()


SERVER_IMPORTS = """
import sys
import crossfelt.http.app
from crossfelt.catalog import KITS
for kit in KITS.values():
    wire = kit.wire
    loads = [kit.load_game, kit.load_tables, kit.load_takings, wire.load_action, wire.load_event, wire.load_view]
    loads += [wire.load_rules_document, *(policy.load for policy in kit.policies if not policy.needs_worker)]
    for load in loads:
        load()
sys.exit(", ".join({"numba", "numpy", "crossfelt.kernels"} & set(sys.modules)) or None)
"""


def test_a_server_imports_nothing_that_computes() -> None:
    """It uses these parts of a kit; `test_workers.py` looks at a real server."""
    done = subprocess.run([sys.executable, "-c", SERVER_IMPORTS], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

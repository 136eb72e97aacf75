"""Actions, events and views cross the wire unchanged; nothing unknown does; the committed types are current."""

from __future__ import annotations

from pathlib import Path

import jsonschema_rs
import pytest
from starlette.testclient import TestClient

from crossfelt.catalog import KITS
from crossfelt.crisscross.round import CRISS_CROSS
from crossfelt.errors import RecordError
from crossfelt.game import AUDITOR, FLOOR_AUDIENCE, SPECTATOR, seat_audience
from crossfelt.schema import from_plain
from crossfelt.service.wire import generate
from crossfelt.service.wire.messages import game_messages
from crossfelt.service.wire.protocol import protocol_schema
from tests.support.http.wire_actions import assert_no_action
from tests.support.rounds import random_round
from tests.support.scale import scaled

WIRE = game_messages(KITS[CRISS_CROSS.name])


@pytest.mark.parametrize("seed", range(scaled(25, 1_000)))
def test_whole_rounds_cross_the_wire_unchanged(seed: int) -> None:
    contest = random_round(seed, trouble=0.05)
    for step in contest.steps:
        assert WIRE.action.validate_json(WIRE.action.dump_json(step.action)) == step.action
        for event in step.events:
            assert WIRE.event.validate_json(WIRE.event.dump_json(event)) == event
    for audience in (SPECTATOR, FLOOR_AUDIENCE, AUDITOR, *map(seat_audience, contest.seats)):
        view = CRISS_CROSS.view(contest.state, audience)
        assert WIRE.view.validate_json(WIRE.view.dump_json(view)) == view


REFUSED = {
    '{"kind": "bet", "stage": "across", "multiple": 3, "seat": 1}': "unknown key 'seat'",
    '{"kind": "bet", "stage": "across"}': "multiple is missing",
    '{"kind": "bet", "stage": "river", "multiple": 1}': "action.stage",
    '{"kind": "bet", "stage": "across", "multiple": "3"}': "action.multiple",
    '{"kind": "bet", "stage": "across", "multiple": true}': "action.multiple",
    '{"kind": "bet", "stage": "across", "multiple": 1.0}': "action.multiple",
    '{"kind": "place_wagers", "wagers": {"ante_across": 5.5}}': "action.wagers.'ante_across'",
    '{"kind": "place_wagers", "wagers": [["ante_across", 500]]}': "action.wagers",
    '{"stage": "across"}': "not a known kind",
    '{"kind": "raise"}': "not a known kind",
    '{"kind": 7}': "not a known kind",
    "[]": "action",
}


@pytest.mark.parametrize("text", REFUSED)
def test_action_that_is_not_exactly_one_is_refused(text: str) -> None:
    assert_no_action(KITS[CRISS_CROSS.name], text, REFUSED[text])


def test_refusal_does_not_repeat_what_was_sent() -> None:
    with pytest.raises(RecordError) as refused:
        from_plain(CRISS_CROSS.action_kinds, {"kind": "x" * 9_000, "y" * 9_000: 1}, "action")
    assert len(str(refused.value)) < 400


def test_every_object_of_the_protocol_refuses_unknown_keys() -> None:
    objects = [
        (name, definition)
        for name, definition in protocol_schema()["$defs"].items()
        if definition.get("type") == "object"
    ]
    assert len(objects) > 60
    assert [name for name, definition in objects if definition.get("additionalProperties") is not False] == []


def test_committed_types_are_current() -> None:
    assert generate.main(["--check"]) == 0


def test_the_schema_is_shipped_and_served(client: TestClient) -> None:
    answer = client.get("/api/protocol.schema.json")
    assert answer.headers["content-type"] == "application/schema+json"
    assert answer.text == generate.schema_text()
    jsonschema_rs.meta.validate(answer.json())


def test_drift_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    stale = tmp_path / "protocol.schema.json"
    stale.write_text(generate.schema_text().replace("SettledCase", "SettledReply"), encoding="utf-8")
    before = stale.read_bytes()
    monkeypatch.setattr(generate, "SCHEMA", stale)
    assert generate.main(["--check"]) == 1
    assert "protocol.schema.json: out of date" in capsys.readouterr().out
    assert stale.read_bytes() == before, "checking writes nothing"

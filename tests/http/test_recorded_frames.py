"""The recordings that the page's own tests replay are messages of today's protocol.

`python -m tests.support.browser.recorded_frames` records them again.
"""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import pytest

from crossfelt.service.wire.protocol import protocol_schema
from crossfelt.service.wire.tables import PROTOCOL
from tests.support.browser.recorded_frames import FOLDER, SCENES

NAMES = [scene.__name__ for scene in SCENES]


def valid(name: str, message: Any) -> bool:
    schema = {"$ref": f"#/$defs/{name}", "$defs": protocol_schema()["$defs"]}
    return jsonschema_rs.validator_for(schema).is_valid(message)


def read(name: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return result


def test_every_scene_is_recorded() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.json")) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_message_is_of_this_protocol(name: str) -> None:
    recording = read(name)
    entries = recording["entries"]
    assert valid("TableAnswer", recording["table"])
    assert [entry for entry in entries if "heard" in entry and not valid("ServerMessage", entry["heard"])] == []
    assert [entry for entry in entries if "asked" in entry and not valid("ClientMessage", entry["asked"])] == []
    welcomes = [entry["heard"] for entry in entries if entry.get("heard", {}).get("kind") == "welcome"]
    assert {welcome["protocol"] for welcome in welcomes} == {PROTOCOL}


def test_a_message_of_another_protocol_is_found() -> None:
    heard = [entry["heard"] for entry in read("rounds")["entries"] if "heard" in entry]
    update = next(message for message in heard if message["kind"] == "update")
    assert valid("ServerMessage", update)
    assert not valid("ServerMessage", {key: value for key, value in update.items() if key != "is_gap"})
    assert not valid("ServerMessage", update | {"news": 1})

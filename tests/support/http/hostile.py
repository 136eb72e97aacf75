"""Frames that no honest client sends, made from a seed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from secrets import token_hex
from typing import Any


@dataclass(frozen=True, slots=True)
class Scene:
    """Where the frames are sent: names that are real, so that only what is asked is wrong."""

    table: str
    round: str
    """The round that is open, at its first decision."""
    old_round: str
    other_player: str
    used_ids: tuple[str, ...]
    """Ids under which the honest player has asked for something."""


@dataclass(frozen=True, slots=True)
class HostileFrame:
    """One frame, and how it may be answered: codes of a refusal, or a number with which the socket is closed."""

    kind: str
    sent: str | bytes | tuple[str, ...]
    """Several pieces are one message in several fragments."""
    codes: frozenset[str] = frozenset({"bad_request"})
    closes: int | None = None


def frames(seed: int, scene: Scene) -> Iterator[HostileFrame]:
    """Hostile frames without end."""
    chosen = random.Random(seed)
    while True:
        yield chosen.choice(_MAKERS)(chosen, scene)


NOT_FOR_YOU = frozenset(
    {
        "not_seated",
        "not_your_role",
        "operator_needed",
        "floor_needed",
        "wrong_round",
        "seat_taken",
        "no_such_seat",
        "no_such_round",
        "no_such_player",
        "already_seated",
        "no_such_policy",
        "reason_needed",
    }
)
"""Reasons to refuse any well-formed request from a guest without a seat or a role."""


def _requests(scene: Scene) -> list[dict[str, Any]]:
    """Return well-formed requests that a guest without a seat may not make at a full table."""
    bet = {"kind": "bet", "stage": "across", "multiple": 1}
    return [
        {"kind": "sit", "seat": 1},
        {"kind": "sit", "seat": 2},
        {"kind": "leave"},
        {"kind": "sit_out"},
        {"kind": "sit_in"},
        {"kind": "ready"},
        {"kind": "commit_seed", "round": scene.round, "commitment": "ab" * 32},
        {"kind": "reveal_seed", "round": scene.round, "nonce": "ab" * 32, "seed": "mine"},
        {"kind": "act", "round": scene.round, "action": bet},
        {"kind": "act", "round": scene.old_round, "action": bet},
        {"kind": "act", "round": scene.round, "action": {"kind": "fold", "stage": "across"}},
        {"kind": "act", "round": scene.round, "action": {"kind": "place_wagers", "wagers": {"ante_across": 500}}},
        {"kind": "act", "round": scene.round, "action": {"kind": "shuffle", "deck": ["As"]}},
        {"kind": "act", "round": scene.round, "action": {"kind": "deal", "cards": None}},
        {"kind": "add_bot", "seat": 1, "policy": "random"},
        {"kind": "remove_bot", "seat": 1},
        {"kind": "rule", "round": scene.round, "action": {"kind": "void_round", "reason": "mine"}},
        {"kind": "pause", "reason": "mine"},
        {"kind": "resume"},
        {"kind": "take_out_of_service", "reason": "mine"},
        {"kind": "put_in_service"},
        {"kind": "note", "says": "mine"},
        {"kind": "correct", "round": scene.old_round, "seat": 1, "cents": 10**6, "clause": "1", "reason": "mine"},
        {"kind": "remove_player", "seat": 1},
        {"kind": "grant", "player": scene.other_player},
        {"kind": "revoke", "player": scene.other_player},
        {"kind": "rename_table", "title": "mine"},
        {"kind": "close_table", "reason": "mine"},
    ]


def _asking(request: Any, action_id: str | None = None) -> dict[str, Any]:
    return {"kind": "ask", "id": action_id or token_hex(16), "request": request}


_STRANGE: list[Any] = [
    True,
    False,
    None,
    -1,
    -0.0,
    10.0,
    1.5,
    2**53,
    2**63,
    -(2**63),
    10**39,
    "",
    "1",
    "１",
    "٣",
    "\ud800",
    "\u0000",
    "\u202e",
    "x" * 3_000,
    [],
    {},
    [1],
    {"kind": "sit"},
    "__proto__",
    "' OR 1=1 --",
    "../../etc/passwd",
]
"""Values of the wrong type, or such that careless readers take for another."""
_RAW = [
    "",
    " ",
    "null",
    "true",
    "0",
    "-0",
    '"ask"',
    "[]",
    "{}",
    "{",
    "\ufeff",
    "NaN",
    '{"kind": "ping", "at": NaN}',
    '{"kind": "ping", "at": Infinity}',
    '{"kind": "ping", "at": 1e400}',
    '{"kind": "ping", "at": -1}',
    '{"kind": "ping", "at": 1.0}',
    '{"kind": "ping", "at": 1e2}',
    '{"kind": "ping", "at": true}',
    '{"kind": "ping", "at": ' + "9" * 3_900 + "}",
    '{"kind": "ping", "at": 01}',
    '{"kind": "ping", "at": +1}',
    '{"kind": "ping", "at": 0x10}',
    '{"kind": "ping", "at": "１"}',
    '{"kind": "ping", "at": 1, "at": 2}',
    '{"kind": "ping", "kind": "ask", "at": 1}',
    '{"kind": "ping", "at": 1, "\\u0061t": 2}',
    '{"kind": "ping", "at": 1}{"kind": "ping", "at": 1}',
    '{"kind": "ping", "at": 1,}',
    "{'kind': 'ping', 'at': 1}",
    '{"kind": "pong", "at": 1}',
    '{"kind": "update"}',
    '{"kind": "ask"}',
    '{"kind": "ask", "id": "short", "request": {"kind": "ready"}}',
    '{"kind": ["ask"], "id": 1}',
    '{"kind": "ping", "at": 1, "extra": 1}',
    '{"kind": "ping", "at": "\\ud800"}',
    "[" * 1_500,
    "[" * 1_500 + "]" * 1_500,
    '{"a":' * 600 + "1" + "}" * 600,
]


def _raw(chosen: random.Random, scene: Scene) -> HostileFrame:
    return HostileFrame("raw", chosen.choice(_RAW))


def _wrong_value(chosen: random.Random, scene: Scene) -> HostileFrame:
    """A request with one value replaced, anywhere in it."""
    message = _asking(chosen.choice(_requests(scene)))
    places = list(_places(message))
    holder, key = chosen.choice(places)
    before = holder[key]
    holder[key] = chosen.choice([value for value in _STRANGE if repr(value) != repr(before)])
    return HostileFrame("wrong value", json.dumps(message), NOT_FOR_YOU | {"bad_request"})


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(items):
        yield value, key
        yield from _places(inner)


def _wrong_keys(chosen: random.Random, scene: Scene) -> HostileFrame:
    """A request with a key too many or too few."""
    message = _asking(chosen.choice(_requests(scene)))
    part = chosen.choice([message, message["request"]])
    if chosen.random() < 0.5:
        unknown = [key for key in ("seat_", "player", "account", "cents_", "__class__", "kind ") if key not in part]
        part[chosen.choice(unknown)] = chosen.choice(_STRANGE)
    else:
        del part[chosen.choice(list(part))]
    return HostileFrame("wrong keys", json.dumps(message))


def _twice(chosen: random.Random, scene: Scene) -> HostileFrame:
    """A key that appears twice: two readers would see two requests."""
    text = json.dumps(_asking(chosen.choice(_requests(scene))))
    return HostileFrame("twice", text[:-1] + ', "request": {"kind": "sit", "seat": 1}}')


def _not_for_you(chosen: random.Random, scene: Scene) -> HostileFrame:
    """Well formed, fresh id, not for this player."""
    return HostileFrame("not for you", json.dumps(_asking(chosen.choice(_requests(scene)))), NOT_FOR_YOU)


def _stolen_id(chosen: random.Random, scene: Scene) -> HostileFrame:
    """Reuse the ID of another player's action. An ID means nothing for anyone else."""
    request = chosen.choice(_requests(scene))
    return HostileFrame("stolen id", json.dumps(_asking(request, chosen.choice(scene.used_ids))), NOT_FOR_YOU)


def _in_pieces(chosen: random.Random, scene: Scene) -> HostileFrame:
    text = json.dumps(_asking(chosen.choice(_requests(scene))))
    cuts = sorted(chosen.sample(range(1, len(text)), 5))
    pieces = tuple(text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True))
    return HostileFrame("in pieces", pieces, NOT_FOR_YOU)


def _bytes(chosen: random.Random, scene: Scene) -> HostileFrame:
    body = chosen.choice([b"", b"\x00", chosen.randbytes(60), json.dumps(_asking({"kind": "ready"})).encode()])
    return HostileFrame("bytes", body)


def _bytes_of_text(chosen: random.Random, scene: Scene) -> HostileFrame:
    """Letters at random, cut from something that was right."""
    text = json.dumps(_asking(chosen.choice(_requests(scene))))
    at = chosen.randrange(len(text))
    return HostileFrame("cut", text[:at])


def _too_long(chosen: random.Random, scene: Scene) -> HostileFrame:
    text = json.dumps(_asking({"kind": "note", "says": "x" * chosen.choice([4_097, 20_000, 200_000])}))
    pieces = (text[:3_000], text[3_000:]) if chosen.random() < 0.5 else text
    return HostileFrame("too long", pieces, closes=1009)


_Maker = Callable[[random.Random, Scene], HostileFrame]
_MAKERS: list[_Maker] = [
    *[_raw, _wrong_value, _wrong_keys, _not_for_you] * 4,
    *[_twice, _stolen_id, _in_pieces, _bytes, _bytes_of_text] * 2,
    _too_long,
]

"""One scene for every code with which tables and the server refuse a request, and every code of the games that a seat
or the floor can get. Each gives the refusal as a client got it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from secrets import token_hex
from typing import Any

from starlette.testclient import TestClient

from crossfelt.bounds import MOST_WALLET_CENTS
from crossfelt.errors import IllegalActionCode
from crossfelt.fairness import seed_commitment
from crossfelt.faults import FaultCode
from crossfelt.http.app import create_app
from crossfelt.service.refusals import RefusalCode
from crossfelt.service.tables.lobby import MOST_TABLES_OF_ONE
from crossfelt.storage.port import StorageFailed
from tests.support.http.every_fault import PLACED
from tests.support.http.in_process import Answer, Guest, InProcess, in_process
from tests.support.http.players import PRACTICE, WAGERS
from tests.support.service.failing_store import FailingStore

Scene = Callable[[InProcess], Answer]
LIVE = {"table_kind": "live", "decision_seconds": 60, "betting_seconds": 60}
KING = {"game": "king-cross", "rules": "king-cross"}


def _seated(app: InProcess, **terms: Any) -> tuple[Guest, str]:
    """The host of a new table on its first seat, with a round open."""
    host = app.guest()
    table = host.open(**{"seat_count": 2, **terms})
    host.done(table, "sit", seat=1)
    app.move(1_000)
    return host, table


def _dealt(app: InProcess, **terms: Any) -> tuple[Guest, str]:
    """The same, with the host's wagers placed and the first decision open."""
    host, table = _seated(app, **terms)
    assert "head" in host.act(table, "place_wagers", wagers=WAGERS)
    host.ask(table, "ready")
    app.move(1_000)
    return host, table


def _asked(kind: str, **fields: Any) -> Scene:
    """A request by the host, who has a seat at a practice table with a round open."""

    def scene(app: InProcess) -> Answer:
        host, table = _seated(app)
        return host.ask(table, kind, **fields)

    return scene


def _asked_when_dealt(kind: str, **fields: Any) -> Scene:
    """The same, with a decision of the host open."""

    def scene(app: InProcess) -> Answer:
        host, table = _dealt(app)
        return host.ask(table, kind, **fields)

    return scene


def _stranger(kind: str, **fields: Any) -> Scene:
    """A request by a guest without a seat, at another guest's table."""

    def scene(app: InProcess) -> Answer:
        _, table = _seated(app)
        return app.guest().ask(table, kind, **fields)

    return scene


def _acted(kind: str, **fields: Any) -> Scene:
    """A game action by the host, who has a seat and may bet."""

    def scene(app: InProcess) -> Answer:
        host, table = _seated(app)
        return host.act(table, kind, **fields)

    return scene


def _decided(kind: str, **fields: Any) -> Scene:
    """A game action by the host, whose first decision is open."""

    def scene(app: InProcess) -> Answer:
        host, table = _dealt(app)
        return host.act(table, kind, **fields)

    return scene


def _ruled(kind: str, **fields: Any) -> Scene:
    """A ruling by the floor on a round with a decision open."""

    def scene(app: InProcess) -> Answer:
        host, table = _dealt(app)
        return host.rule(table, kind, **fields)

    return scene


def _sent(method: str, path: str, body: object = None, **headers: str) -> Scene:
    return lambda app: app.send(method, path, body, **headers)


def _opened(**terms: Any) -> Scene:
    """A table that isn't opened."""
    return lambda app: app.send("POST", "tables", {"id": token_hex(16), **PRACTICE, **terms}, app.guest().token)


def _again(kind: str, **fields: Any) -> Scene:
    """A request that the host may make only once, made twice."""

    def scene(app: InProcess) -> Answer:
        host, table = _seated(app)
        host.done(table, kind, **fields)
        return host.ask(table, kind, **fields)

    return scene


def _after(kind: str, **fields: Any) -> Scene:
    """Wagers of a seat at a table at which the floor did this before."""

    def scene(app: InProcess) -> Answer:
        host, table = _seated(app)
        host.done(table, kind, **fields)
        return host.act(table, "place_wagers", wagers=WAGERS)

    return scene


def _corrected(**fields: Any) -> Scene:
    """A correction by a host who didn't play in the round."""

    def scene(app: InProcess) -> Answer:
        host, player = app.guest(), app.guest("Bea")
        table = host.open(seat_count=1)
        player.done(table, "sit", seat=1)
        app.move(1_000)
        name = host.round(table)
        assert "head" in player.act(table, "place_wagers", wagers=WAGERS)
        player.ask(table, "ready")
        app.move(1_000)
        assert "head" in player.act(table, "fold", stage="across")
        app.move(1_000)
        order = {"round": name, "seat": 1, "cents": 1, "clause": "R17", "reason": "A payout was wrong.", **fields}
        return host.ask(table, "correct", **order)

    return scene


def _operating(app: InProcess) -> Guest:
    """The operator, at the tables."""
    return Guest(app, "operator", app.operator)


def _hung_up(app: InProcess) -> Answer:
    """A client that disconnects before its body is complete, and the answer it was sent even so."""
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"content-type", b"application/json"), (b"host", b"localhost"), (b"content-length", b"9")]
    scope = {"type": "http", "method": "POST", "path": "/api/settle", "query_string": b"", "headers": headers}
    scope |= {"http_version": "1.1", "scheme": "http", "client": ("testclient", 1), "server": ("localhost", 80)}

    async def answered() -> None:
        await app.client.app(scope, receive, send)

    asyncio.run(answered())
    answer: Answer = json.loads(b"".join(message.get("body", b"") for message in sent))
    return answer


def _other_host(_: InProcess) -> Answer:
    with TestClient(create_app(names=["cards.example"])) as client:
        answer: Answer = client.get("/api/rules", headers={"host": "elsewhere.example"}).json()
    return answer


def _broken(_: InProcess) -> Answer:
    """A server that makes a mistake: something took its threads away."""
    with in_process() as app:
        app.client.app.state.pools = None  # type: ignore[attr-defined]
        return app.send("POST", "settle", {})


def _blocked(_: InProcess) -> Answer:
    with in_process() as app:
        blocked = app.client.portal.call(app.house.moderation.block, "testclient", "flooding")  # type: ignore[union-attr]
        assert blocked
        return app.send("GET", "rules")


def _in_contest(app: InProcess) -> Answer:
    """A floor manager with a wager in the round."""
    host, table = _dealt(app, **LIVE)
    _operating(app).done(table, "grant", player=host.id)
    return host.rule(table, "report", irregularity="face_up_card", place=None)


def _reused(app: InProcess) -> Answer:
    host, table = _seated(app)
    action = token_hex(16)
    answers = [
        app.send("POST", f"tables/{table}/ask", {"id": action, "request": {"kind": "note", "says": text}}, host.token)
        for text in ("one", "two")
    ]
    return answers[1]


def _with_wallet(change_cents: int) -> Scene:
    """Wagers of a guest whose wallet was changed by this amount."""

    def scene(app: InProcess) -> Answer:
        host, table = _seated(app)
        assert app.client.portal is not None
        app.client.portal.call(app.house.players._append, host.id, "changed", "changed", change_cents, 1)
        return host.act(table, "place_wagers", wagers=WAGERS)

    return scene


def _too_many(app: InProcess) -> Answer:
    host = app.guest()
    for _ in range(MOST_TABLES_OF_ONE):
        host.open()
    return app.send("POST", "tables", {"id": token_hex(16), **PRACTICE}, host.token)


def _guest_twice(app: InProcess) -> Answer:
    """A browser that has a guest makes another one."""
    token = app.guest().token
    return app.send("POST", "guests", {"name": "Bea"}, cookie=f"crossfelt-guest={token}")


def _not_stored(_: InProcess) -> Answer:
    store = FailingStore()
    with in_process(store) as app:
        host, table = _seated(app)
        store.refuses = lambda _: StorageFailed("the disk is full")
        return host.ask(table, "note", says="x")


def _commit(host: Guest, table: str, seed: str = "a seed") -> bytes:
    """A commitment of the host's on seat 1; its nonce."""
    nonce, name = bytes(32), host.round(table)
    made = seed_commitment(table, name, 1, host.id, nonce, seed)
    host.done(table, "commit_seed", round=name, commitment=made)
    return nonce


def _revealed(seed: str, after_lock_ms: int) -> Scene:
    """A seed that is revealed after the commitments are locked, at once or when the seeds are locked too."""

    def scene(app: InProcess) -> Answer:
        host, table = _seated(app)
        nonce = _commit(host, table)
        assert "head" in host.act(table, "place_wagers", wagers=WAGERS)
        host.ask(table, "ready")
        app.move(after_lock_ms)
        return host.ask(table, "reveal_seed", round=host.round(table), nonce=nonce.hex(), seed=seed)

    return scene


def _about_round(kind: str, deal: bool = False, **fields: Any) -> Scene:
    """A request about the round that is open."""

    def scene(app: InProcess) -> Answer:
        host, table = (_dealt if deal else _seated)(app)
        return host.ask(table, kind, round=host.round(table), **fields)

    return scene


def _advised(app: InProcess) -> Answer:
    host, table = _seated(app, **LIVE)
    return app.send("POST", f"tables/{table}/advice", {}, host.token)


SERVICE_REFUSALS: dict[RefusalCode, Scene] = {
    RefusalCode.BAD_REQUEST: _sent("POST", "guests", {}),
    RefusalCode.NOT_FOUND: _sent("GET", "nonsense"),
    RefusalCode.METHOD_NOT_ALLOWED: _sent("PATCH", "rules"),
    RefusalCode.BODY_INCOMPLETE: _hung_up,
    RefusalCode.BODY_NOT_JSON: _sent("POST", "settle", b"{"),
    RefusalCode.BODY_TOO_LONG: _sent("POST", "settle", b" " * 70_000),
    RefusalCode.WRONG_CONTENT_TYPE: _sent("POST", "settle", b"{}", **{"content-type": "text/plain"}),
    RefusalCode.WRONG_HOST: _other_host,
    RefusalCode.OTHER_SITE: _sent("POST", "settle", {}, origin="http://elsewhere.example"),
    RefusalCode.SERVER_ERROR: _broken,
    RefusalCode.NO_ANALYSIS: _sent("POST", "advise", {"rules": "maryland", "hole": ["Ah", "Kd"]}),
    RefusalCode.NOT_SIGNED_IN: _sent("GET", "me"),
    RefusalCode.ALREADY_SIGNED_IN: _guest_twice,
    RefusalCode.NO_SUCH_TABLE: _sent("GET", "tables/nonsense"),
    RefusalCode.NO_SUCH_ROUND: _sent("GET", "rounds/nonsense/record"),
    RefusalCode.NO_SUCH_SEAT: _stranger("sit", seat=9),
    RefusalCode.NO_SUCH_PLAYER: _sent("POST", "guests/recover", {"code": "AAAA"}),
    RefusalCode.OUT_OF_SERVICE: _after("take_out_of_service", reason="maintenance"),
    RefusalCode.PAUSED: _after("pause", reason="break"),
    RefusalCode.NOT_SEATED: _stranger("leave"),
    RefusalCode.SEAT_TAKEN: _stranger("sit", seat=1),
    RefusalCode.ALREADY_SEATED: _asked("sit", seat=2),
    RefusalCode.NOT_YOUR_ROLE: _stranger("close_table", reason="finished"),
    RefusalCode.OPERATOR_NEEDED: _asked("rename_table", title="Oak"),
    RefusalCode.FLOOR_NEEDED: _stranger("note", says="x"),
    RefusalCode.IN_CONTEST: _in_contest,
    RefusalCode.BLOCKED: _blocked,
    RefusalCode.WRONG_ROUND: _asked("act", round="nonsense", action={"kind": "withdraw_wagers"}),
    RefusalCode.ROUND_IS_OPEN: _asked_when_dealt("close_table", reason="x"),
    RefusalCode.COMMITMENTS_LOCKED: _about_round("commit_seed", deal=True, commitment="0" * 64),
    RefusalCode.SEEDS_LOCKED: _revealed("a seed", 30_000),
    RefusalCode.NO_COMMITMENT: _about_round("reveal_seed", deal=True, nonce="0" * 64, seed="x"),
    RefusalCode.BAD_SEED: _about_round("commit_seed", commitment="x"),
    RefusalCode.SEED_MISMATCH: _revealed("another seed", 0),
    RefusalCode.NO_SUCH_POLICY: _asked("add_bot", seat=2, policy="nonsense"),
    RefusalCode.NO_ADVICE: _advised,
    RefusalCode.ALREADY_SO: _again("sit_out"),
    RefusalCode.REASON_NEEDED: _asked("close_table", reason=""),
    RefusalCode.NO_SUCH_CLAUSE: _corrected(clause="nonsense"),
    RefusalCode.OUT_OF_BOUNDS: _corrected(cents=10**9),
    RefusalCode.WALLET_FULL: _with_wallet(MOST_WALLET_CENTS - 200_000),
    RefusalCode.INSUFFICIENT_FUNDS: _with_wallet(-99_900),
    RefusalCode.TOO_EARLY: lambda app: app.send("POST", "me/refill", {"id": token_hex(16)}, app.guest().token),
    RefusalCode.ACTION_REUSED: _reused,
    RefusalCode.TOO_MANY: _too_many,
    RefusalCode.STORAGE_FAILED: _not_stored,
}


def _two_dealt(app: InProcess) -> tuple[Guest, Guest, str]:
    """Two seats with wagers, the host's to act."""
    host, other = app.guest(), app.guest("Bea")
    table = host.open(seat_count=2)
    for seat, guest in enumerate((host, other), start=1):
        guest.done(table, "sit", seat=seat)
    app.move(1_000)
    for guest in (host, other):
        assert "head" in guest.act(table, "place_wagers", wagers=WAGERS)
    for guest in (host, other):
        guest.ask(table, "ready")
    app.move(1_000)
    return host, other, table


def _other_turn(app: InProcess) -> Answer:
    _, other, table = _two_dealt(app)
    return other.act(table, "fold", stage="across")


def _forfeited_twice(app: InProcess) -> Answer:
    host, _, table = _two_dealt(app)
    assert "head" in host.rule(table, "forfeit_seat", seat=2, reason="cards_out_of_view")
    return host.rule(table, "forfeit_seat", seat=2, reason="cards_out_of_view")


def _late(app: InProcess) -> Answer:
    """A player who sits down during a match of King Cross."""
    _, table = _rolling(app, seat_count=3)
    other = app.guest("Bea")
    other.done(table, "sit", seat=3)
    return other.act(table, "place", roll=1, square="a1", card="Ah")


def _rolling(app: InProcess, **terms: Any) -> tuple[Guest, str]:
    """The host of a table of King Cross with a roll to place."""
    host = app.guest()
    table = host.open(**{**KING, "seat_count": 1, **terms})
    host.done(table, "sit", seat=1)
    if terms:
        other = app.guest("Cy")
        other.done(table, "sit", seat=2)
        app.move(1_000)
        other.ask(table, "ready")
    host.ask(table, "ready")
    app.move(1_000)
    return host, table


def _rolled(app: InProcess, host: Guest, table: str) -> str:
    """The card that the host has rolled."""
    with host.socket(table) as socket:
        socket.answer({"kind": "ping", "at": 1})
        card: str = socket.updates[-1]["view"]["seats"][0]["in_hand"]
    return card


def _placed(square: str, card: str | None = None, *, after: str | None = None) -> Scene:
    """A placement of King Cross: of the rolled card unless another is named, `after` it was placed elsewhere."""

    def scene(app: InProcess) -> Answer:
        host, table = _rolling(app)
        roll = 1
        if after is not None:
            assert "head" in host.act(table, "place", roll=1, square=after, card=_rolled(app, host, table))
            app.move(1_000)
            roll = 2
        return host.act(table, "place", roll=roll, square=square, card=card or _rolled(app, host, table))

    return scene


GAME_REFUSALS: dict[IllegalActionCode, Scene] = {
    IllegalActionCode.NOT_YOUR_ACTION: _acted("close_betting"),
    IllegalActionCode.WRONG_STAGE: _acted("bet", stage="across", multiple=1),
    IllegalActionCode.NOT_SEATED: _late,
    IllegalActionCode.NOT_YOUR_TURN: _other_turn,
    IllegalActionCode.BETTING_CLOSED: _decided("place_wagers", wagers=WAGERS),
    IllegalActionCode.BAD_WAGERS: _acted("place_wagers", wagers={"ante_across": 500}),
    IllegalActionCode.BAD_MULTIPLE: _decided("bet", stage="across", multiple=9),
    IllegalActionCode.NO_WAGERS: _acted("withdraw_wagers"),
    IllegalActionCode.NO_SUCH_CARD: _ruled("report", irregularity="face_up_card", place="nonsense"),
    IllegalActionCode.NO_SUCH_RULING: _ruled("report", irregularity="nonsense", place=None),
    IllegalActionCode.ALREADY_DONE: _forfeited_twice,
    IllegalActionCode.REASON_NEEDED: _ruled("void_round", reason=""),
    IllegalActionCode.NO_SUCH_SQUARE: _placed("z9"),
    IllegalActionCode.SQUARE_TAKEN: _placed("a1", after="a1"),
    IllegalActionCode.BAD_CHANGE: _placed("a1", "Kh"),
    IllegalActionCode.CARD_IN_LINE: _sent("POST", "king/match", {"placements": [PLACED, {**PLACED, "square": "b1"}]}),
}
TABLE_FAULTS: dict[FaultCode, Scene] = {
    FaultCode.NOT_TOML: _opened(rules="a = = b"),
    FaultCode.NOT_WHOLE_UNITS: _acted("place_wagers", wagers=dict.fromkeys(WAGERS, 550)),
    FaultCode.PLACED_TOO_EARLY: _acted("place_wagers", wagers={**WAGERS, "across": 500}),
}

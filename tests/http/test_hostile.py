"""Hostile clients beside an honest player at the same table: each gets its refusal, and nothing changes."""

from __future__ import annotations

import json
import socket
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from secrets import token_hex
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from crossfelt.errors import IllegalActionCode
from crossfelt.http.table_socket import MESSAGES_AT_ONCE
from crossfelt.service.players import REFILL_BELOW_CENTS
from crossfelt.service.refusals import RefusalCode
from tests.support.http.hostile import HostileFrame, Scene, frames
from tests.support.http.players import WAGERS, WAIT_SECONDS, Line, Person
from tests.support.http.refusals import check_refusal
from tests.support.http.servers import METRICS_TOKEN, Server, running
from tests.support.scale import report_figures, scaled

SEED = 20_261_116
A_SOCKETFUL = MESSAGES_AT_ONCE - 2
"""Frames that one socket accepts before the server refuses more."""
KNOWN = {*map(str, RefusalCode), *map(str, IllegalActionCode)}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running() as server:
        yield server
    assert server.faults == []


class Honest:
    """Plays rounds one step at a time, whenever it is let."""

    def __init__(self, server: Server) -> None:
        self.person = Person(server, "Honest")
        self.table = self.person.open(seat_count=1)
        self.line = self.person.watch(self.table)
        self.line.ask("sit", seat=1)
        self.old_round = self.line.play_round()
        self.deal()

    def deal(self) -> None:
        line, http = self.line, self.person.http
        if http.get("/api/me").json()["balance_cents"] < REFILL_BELOW_CENTS:
            assert http.post("/api/me/refill", json={"id": token_hex(16)}).status_code == 200
        line.wait(lambda update: bool(update["info"]["may_act"]))
        line.act("place_wagers", wagers=WAGERS)
        line.ask("ready")
        line.wait(lambda update: update["view"]["stage"] == "across")

    def step(self) -> None:
        """One decision; after the last one the next round is dealt."""
        line, stage = self.line, self.line.update["view"]["stage"]
        line.act("bet", stage=stage, multiple=1)
        if stage == "middle":
            self.old_round = line.round
            line.wait(lambda update: update["info"]["round"]["id"] != self.old_round)
            self.deal()
        else:
            line.wait(lambda update: update["view"]["stage"] != stage)

    def standing(self) -> tuple[int, str]:
        """Where the log is, after everything that was sent to this player has been read."""
        # A request that changes nothing: what comes before its answer was sent before it.
        refused = self.line.answer({"kind": "sit", "seat": 1})
        assert refused["code"] == "seat_taken"
        return self.line.update["seq"], self.line.update["head"]

    def scene(self, other: str) -> Scene:
        ids = tuple(message["id"] for message in self.line.messages if message["kind"] == "done")[-20:]
        del self.line.messages[:-200]
        return Scene(self.table, self.line.round, self.old_round, other, ids)


def sent(line: Line, frame: HostileFrame) -> str:
    """Sends a frame; what became of it. A socket that was closed says with which number."""
    try:
        line.socket.send(iter(frame.sent) if isinstance(frame.sent, tuple) else frame.sent)
        answer = line.until(lambda message: message["kind"] not in ("update", "wallet"))
    except ConnectionClosed as closed:
        # Who is still writing when the server hangs up may not get to read why.
        return f"closed {closed.rcvd.code}" if closed.rcvd is not None else "closed"
    assert answer["kind"] == "refused", (frame, answer)
    check_refusal(answer)
    assert answer["code"] in KNOWN and len(answer["error"]) < 2_000 and answer["faults"], answer
    code: str = answer["code"]
    return code


def test_hostile_frames_change_nothing(server: Server) -> None:
    honest, mallory = Honest(server), Person(server, "Mallory")
    count, seen, number = scaled(500, 20_000), Counter[str](), 0
    while number < count:
        scene = honest.scene(mallory.id)
        before = honest.standing()
        line = mallory.watch(honest.table)
        for frame in islice(frames(SEED + number, scene), A_SOCKETFUL):
            number += 1
            became = sent(line, frame)
            if frame.closes is not None:
                assert became in (f"closed {frame.closes}", "closed"), (SEED, number, frame)
            else:
                assert became in frame.codes, (SEED, number, frame, became)
            seen[f"{frame.kind}: {became}"] += 1
            if became.startswith("closed"):
                break
        line.close()
        assert honest.standing() == before, f"seed {SEED}, before frame {number}"
        honest.step()
    assert len(seen) >= 20, seen
    report_figures(f"{number} hostile frames, {len(seen)} kinds of answer")
    statement = honest.person.http.get("/api/me/statement", params={"limit": 200}).json()
    balance = honest.person.http.get("/api/me").json()["balance_cents"]
    assert statement["balance_cents"] == balance
    honest.line.close()


def test_hostile_bodies_over_http_change_nothing(server: Server) -> None:
    honest, mallory = Honest(server), Person(server, "Mallory")
    before = honest.standing()
    statuses = Counter[int]()
    for frame in islice(frames(SEED, honest.scene(mallory.id)), scaled(150, 3_000)):
        text = "".join(frame.sent) if isinstance(frame.sent, tuple) else frame.sent
        if isinstance(text, str) and frame.kind == "raw":
            body: Any = text
        elif isinstance(text, str):
            body = text.replace('"kind": "ask", ', "", 1)
        else:
            body = text
        answer = mallory.http.post(
            f"/api/tables/{honest.table}/ask",
            content=body.encode("utf-8", "surrogatepass") if isinstance(body, str) else body,
            headers={"content-type": "application/json"},
        )
        statuses[answer.status_code] += 1
        assert answer.status_code in (400, 403, 404, 409, 413, 422, 429), (SEED, frame, answer.text)
        assert answer.json()["faults"]
    assert {400, 422} < set(statuses)
    assert honest.standing() == before
    honest.step()
    honest.line.close()


RAW_SOCKET = [
    ("text that is not UTF-8", b"\x81\x82\x00\x00\x00\x00\xff\xfe", 1007),
    ("UTF-8 of a lone surrogate", b"\x81\x83\x00\x00\x00\x00\xed\xa0\x80", 1007),
    ("a frame that is not masked", b"\x81\x02{}", 1002),
    ("reserved bits", b"\xf1\x80\x00\x00\x00\x00", 1002),
    ("an unknown kind of frame", b"\x83\x80\x00\x00\x00\x00", 1002),
    ("a piece of nothing", b"\x80\x80\x00\x00\x00\x00", 1002),
    ("a long ping", b"\x89\xfe\x00\x7e\x00\x00\x00\x00" + b"x" * 126, 1002),
    ("an announced terabyte", b"\x81\xff\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00", 1009),
    ("a close with half a number", b"\x88\x81\x00\x00\x00\x00\x03", 1002),
]


@pytest.mark.parametrize(("what", "data", "code"), RAW_SOCKET, ids=[row[0] for row in RAW_SOCKET])
def test_bytes_that_are_no_frame_end_their_own_socket_only(server: Server, what: str, data: bytes, code: int) -> None:
    honest = Honest(server)
    before = honest.standing()
    line = Person(server).watch(honest.table)
    line.socket.socket.sendall(data)
    with pytest.raises(ConnectionClosed) as closed:
        line.until(lambda _: False)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == code
    assert honest.standing() == before
    honest.step()
    honest.line.close()


def test_half_open_handshakes_keep_nobody_waiting(server: Server) -> None:
    honest = Honest(server)
    head = f"GET /api/tables/{honest.table}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    left = []
    for number in range(scaled(40, 500)):
        line = socket.create_connection(("127.0.0.1", server.port))
        line.sendall(head.encode()[: 1 + number % len(head)])
        left.append(line)
    for _ in range(6):
        honest.step()
    for line in left:
        line.close()
    honest.step()
    honest.line.close()


@pytest.mark.parametrize(
    "query", ["after=x", "after=-5", f"after={10**30}", "after=1.0", "floor=maybe", "after=1&after=2"]
)
def test_hostile_parameters_of_a_socket_change_nothing(server: Server, query: str) -> None:
    honest = Honest(server)
    before = honest.standing()
    url = f"ws://127.0.0.1:{server.port}/api/tables/{honest.table}/live?{query}"
    try:
        with connect(url, origin=Origin(server.url)) as line:
            line.recv(timeout=WAIT_SECONDS)
    except Exception as error:
        assert "HTTP 403" in str(error), error
    assert honest.standing() == before
    honest.line.close()


def test_flooder_is_let_go_and_the_honest_player_is_not(server: Server) -> None:
    honest = Honest(server)
    flooder = Person(server).watch(honest.table)
    with pytest.raises(ConnectionClosed):  # Who is still writing when the server hangs up may not get to read why.
        for number in range(100_000):
            flooder.send(json.dumps({"kind": "ping", "at": number}))
        flooder.until(lambda _: False)
    honest.step()
    honest.line.close()


def test_flooder_who_reads_is_told_why(server: Server) -> None:
    ada = Person(server)
    flooder = ada.watch(ada.open())
    answers = Counter[str]()
    with pytest.raises(ConnectionClosed) as closed:
        for number in range(100_000):
            flooder.send(json.dumps({"kind": "ping", "at": number}))
            answer = flooder.until(lambda message: message["kind"] in ("pong", "refused"))
            answers[answer.get("code", "pong")] += 1
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008
    assert answers["pong"] >= A_SOCKETFUL
    assert set(answers) == {"pong", "too_many"}


def evicted(server: Server) -> float:
    with server.client(METRICS_TOKEN) as client:
        lines = client.get("/metrics").text.splitlines()
    return float(next(line for line in lines if line.startswith("crossfelt_evicted_total ")).split()[1])


def test_slow_reader_is_let_go_and_delays_nobody(server: Server) -> None:
    ada = Person(server)
    table = ada.open(seat_count=6)
    line = ada.watch(table)
    before = evicted(server)
    with socket.create_connection(("127.0.0.1", server.port)) as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        handshake = [
            f"GET /api/tables/{table}/live HTTP/1.1",
            f"Host: 127.0.0.1:{server.port}",
            f"Origin: {server.url}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        ]
        slow.sendall("\r\n".join([*handshake, "", ""]).encode())
        for seat in range(1, 7):
            line.ask("add_bot", seat=seat, policy="random")
        updates, last = 0, 0
        while evicted(server) == before:
            for _ in range(200):
                message = line.read()
                updates += message["kind"] == "update"
                assert message.get("seq", last) >= last
                last = message.get("seq", last)
            line.messages.clear()
            assert updates < 100_000, "nobody was let go"
        line.read()
        assert evicted(server) == before + 1, "only the one who does not read"
    line.close()
    for seat in range(1, 7):
        assert ada.post(table, {"kind": "remove_bot", "seat": seat}).status_code == 200

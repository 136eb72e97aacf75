"""Clients that do not behave, against the real server in a process of its own, over real sockets."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import httpx2
import pytest
from websockets.sync.client import connect

from crossfelt.errors import BadInput
from crossfelt.http.hosts import canonical, host_of_url
from tests.support.cli.program import program

IMPATIENT = (
    "from crossfelt.http import serve; from crossfelt.http.uvicorn_overrides import connections; "
    "connections.REQUEST_SECONDS = 1.5; "
    "serve({host!r}, 0, False, {urls!r}, 'memory:')"
)
HEAD = b"POST /api/settle HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n"
WHOLE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"

Dial = Callable[[], socket.socket]


@contextmanager
def impatient(host: str = "127.0.0.1", urls: tuple[str, ...] = ()) -> Iterator[int]:
    """A server that waits for requests only briefly; yields its port."""
    command = [sys.executable, "-c", IMPATIENT.format(host=host, urls=urls)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield int(server.stdout.readline().split()[3].rstrip("/").rpartition(":")[2])
        server.terminate()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with impatient() as port:
        yield port


def answer_of(line: socket.socket) -> bytes:
    """Everything that the server says before it closes the connection."""
    with line:
        line.settimeout(20)
        said = b""
        while piece := line.recv(4096):
            said += piece
    return said


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET /heal", b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", HEAD, HEAD + b'{"rules"'],
    ids=["nothing", "half a line", "half the headers", "no body", "half a body"],
)
def test_a_request_that_does_not_arrive_is_not_waited_for(port: int, sent: bytes) -> None:
    line = socket.create_connection(("127.0.0.1", port))
    line.sendall(sent)
    assert answer_of(line).startswith(b"HTTP/1.1 408 ")


def test_a_socket_is_waited_for_longer_than_a_request(port: int) -> None:
    own = f"http://127.0.0.1:{port}"
    with httpx2.Client(base_url=own) as client:
        guest = {"authorization": f"Bearer {client.post('/api/guests', json={'name': 'Ada'}).json()['token']}"}
        body = {"id": "0" * 32, "title": "A", "game": "criss-cross", "table_kind": "practice", "rules": "maryland"}
        table = client.post("/api/tables", json=body, headers=guest).json()["info"]["table"]
    url = f"ws://127.0.0.1:{port}/api/tables/{table}/live"
    with connect(url, additional_headers=guest, compression=None) as line:
        for _ in ("welcome", "update", "wallet"):
            line.recv()
        with pytest.raises(TimeoutError):
            line.recv(timeout=3)  # Twice as long as this server waits for a request.
        line.send('{"kind": "ping", "at": 1}')
        assert line.recv() == '{"kind":"pong","at":1}'


def test_a_client_that_drips_gets_no_longer_than_one_that_is_silent(port: int) -> None:
    line = socket.create_connection(("127.0.0.1", port))
    line.sendall(HEAD)
    line.settimeout(0.1)
    said = b""
    for _ in range(150):
        if said:
            break
        line.sendall(b" ")
        try:
            said = line.recv(4096)
        except TimeoutError:
            continue
    line.close()
    assert said.startswith(b"HTTP/1.1 408 ")


def test_the_clock_stops_for_a_request_that_is_whole_and_starts_with_the_next(port: int) -> None:
    line = socket.create_connection(("127.0.0.1", port))
    for _ in range(2):
        line.sendall(WHOLE)
        said = b""
        while not said.endswith(b"}"):
            said += line.recv(4096)
        assert said.startswith(b"HTTP/1.1 200 ")
        time.sleep(0.8)  # both pauses together are longer than the server waits for one request
    line.sendall(b"GET /healthz HT")
    assert b" 408 " in answer_of(line)


def _silent(dial: Dial) -> socket.socket:
    return dial()


def _half_headers(dial: Dial) -> socket.socket:
    line = dial()
    line.sendall(b"GET / HTTP/1.1\r\nHost: loc")
    return line


def _half_body(dial: Dial) -> socket.socket:
    line = dial()
    line.sendall(HEAD + b"{")
    return line


def _kept_alive(dial: Dial) -> socket.socket:
    line = dial()
    line.sendall(WHOLE)
    line.recv(4096)
    return line


def _never_reads(dial: Dial) -> socket.socket:
    line = dial()
    line.setblocking(False)
    request = b"GET /api/rules/maryland/clauses HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50
    for _ in range(20):
        try:
            line.send(request)
        except BlockingIOError:
            break
        time.sleep(0.02)
    return line


def _speaks_no_http(dial: Dial) -> socket.socket:
    line = dial()
    line.sendall(b"\x16\x03\x01\x00\xa5 what?\r\n\r\n")
    return line


@pytest.mark.parametrize(
    "clients",
    [
        (_silent,),
        (_half_headers,),
        (_half_body,),
        (_kept_alive,),
        (_never_reads,),
        (_speaks_no_http,),
        (_silent, _half_headers, _half_body, _kept_alive, _never_reads, _speaks_no_http),
    ],
    ids=lambda clients: "+".join(client.__name__.strip("_") for client in clients),
)
def test_the_first_interrupt_stops_it_whatever_clients_do(clients: tuple[Callable[[Dial], socket.socket], ...]) -> None:
    with (
        subprocess.Popen(
            program("serve", "--port", "0", "--database", "memory:"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as server,
        ExitStack() as lines,
    ):
        assert server.stdout is not None and server.stderr is not None
        port = int(server.stdout.readline().split()[3].rstrip("/").rpartition(":")[2])
        for client in clients:
            lines.enter_context(client(lambda: socket.create_connection(("127.0.0.1", port))))
        time.sleep(0.3)
        server.send_signal(signal.SIGINT)
        try:
            status = server.wait(timeout=60)  # far beyond the grace of two seconds, far below for ever
        finally:
            server.kill()
        assert status == 130
        said = server.stderr.read()
        assert "Traceback" not in said and "Error" not in said, said


def _status(address: str, port: int, host: str) -> int:
    with socket.create_connection((address, port), timeout=20) as line:
        line.sendall(f"GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        return int(line.recv(4096).split()[1])


@pytest.mark.parametrize("host", ["localhost", "LocalHost:1", "localhost.", "127.0.0.1:{port}", "[::1]:{port}"])
def test_it_goes_by_its_local_names(port: int, host: str) -> None:
    assert _status("127.0.0.1", port, host.format(port=port)) == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:{port}", "localhost.evil.example", "192.0.2.7", "[2001:db8::1]", "localhost:x"],
)
def test_a_host_that_it_does_not_go_by_is_refused(port: int, host: str) -> None:
    assert _status("127.0.0.1", port, host.format(port=port)) == 421


def test_a_refused_host_is_told_the_way_out(port: int) -> None:
    line = socket.create_connection(("127.0.0.1", port))
    line.sendall(b"GET / HTTP/1.1\r\nHost: cards.example\r\nConnection: close\r\n\r\n")
    said = answer_of(line)
    assert b"does not go by the name 'cards.example'" in said and b"--public-url" in said
    assert b"content-security-policy" in said


def test_a_local_network_and_public_names_work() -> None:
    with impatient("0.0.0.0", ("https://cards.example", "http://tables.example:8080/")) as port:
        own = _own_address()
        for address in ("127.0.0.1", own):
            assert _status(address, port, f"{address}:{port}") == 200
            assert _status(address, port, "cards.example") == 200
            assert _status(address, port, f"{socket.gethostname()}:{port}") == 200
            assert _status(address, port, "tables.example") == 200
            assert _status(address, port, "evil.example") == 421
            assert _status(address, port, "192.0.2.7") == 421


def _own_address() -> str:
    """An address of this machine for others; connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.2"
        return str(line.getsockname()[0])


def test_spellings_of_one_host_are_one() -> None:
    assert canonical("LOCALHOST.") == "localhost"
    assert canonical("[0:0::1]") == "::1"
    assert canonical("::ffff:192.0.2.7") == "192.0.2.7"
    assert canonical("bücher.example") == "xn--bcher-kva.example"


@pytest.mark.parametrize(
    "url", ["cards.example", "ftp://x", "https://", "https://x/path", "http://u@x", "http://x:99999", "http://[x", ""]
)
def test_what_is_no_public_address_is_refused(url: str) -> None:
    with pytest.raises(BadInput, match="is not an address such as"):
        host_of_url(url)

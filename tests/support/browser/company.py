"""People at tables for tests of the page: each has a browser that records what it received and showed."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, expect

LIVE = {
    "title": "Heron",
    "game": "criss-cross",
    "table_kind": "live",
    "rules": "massachusetts",
    "seat_count": 3,
    "decision_seconds": 300,
    "betting_seconds": 300,
    "pace_ms": 30,
}
CARD = re.compile(r'"([2-9TJQKA][cdhs])"')
NOTICE = "Connection lost"

# In the order in which it happens: each message of a socket, and each card that the page newly shows, in any form.
WATCH = """(() => {
  window.trace = [];
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', (event) => window.trace.push({ frame: String(event.data) }));
    }
  };
  const ranks = 'ace two three four five six seven eight nine ten jack queen king'.split(' ');
  const words = new RegExp(`(${ranks.join('|')}) of (clubs|diamonds|hearts|spades)`, 'g');
  const known = new Set();
  function look() {
    const seen = new Set();
    for (const card of document.querySelectorAll('svg.card')) {
      const suit = [...card.classList].find((name) => 'cdhs'.includes(name));
      const rank = card.querySelector('text')?.textContent;
      if (rank && suit) seen.add(rank.replace('10', 'T') + suit);
    }
    const labels = [...document.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label'));
    for (const [, rank, suit] of `${labels.join('|')}|${document.body?.textContent}`.toLowerCase().matchAll(words)) {
      seen.add('A23456789TJQK'[ranks.indexOf(rank)] + suit[0]);
    }
    const cards = [...seen].filter((card) => !known.has(card));
    for (const card of cards) known.add(card);
    if (cards.length > 0) window.trace.push({ cards });
  }
  const all = { childList: true, subtree: true, attributes: true, characterData: true };
  new MutationObserver(look).observe(document, all);
})()"""


class Visitor:
    """A player with a browser of their own."""

    def __init__(self, browser: Browser, address: str, lost_is_fine: bool = False) -> None:
        self.address = address
        self.context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        self.context.add_init_script(WATCH)
        self.page: Page = self.context.new_page()
        self.troubles: list[str] = []
        self._lost_is_fine = lost_is_fine
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))

    def _note(self, message: ConsoleMessage) -> None:
        is_lost = re.search(r"WebSocket connection|ERR_|Failed to load resource", message.text) is not None
        if message.type in ("error", "warning") and not (is_lost and self._lost_is_fine):
            self.troubles.append(message.text)

    def close(self) -> None:
        """Leave; every error that the page reported is a fault."""
        self.context.close()
        assert not self.troubles, self.troubles

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """Ask the server as this browser's guest."""
        answer = self.context.request.post(f"{self.address}api/{path}", data=body, headers={"origin": self.origin})
        assert answer.ok, answer.text()
        return answer.json()

    @property
    def origin(self) -> str:
        """The origin of the page."""
        return self.address.rstrip("/")

    def become(self, name: str) -> None:
        """Become a guest of that name, as a player who has been here before."""
        self.post("guests", {"name": name})
        self.page.goto(self.address)

    def open(self, **terms: Any) -> str:
        """Open a table, sit down at its first seat, and return the table's id."""
        opened = self.post("tables", {"id": token_hex(16), **LIVE, **terms})
        table: str = opened["info"]["table"]
        self.ask(table, {"kind": "sit", "seat": 1})
        return table

    def ask(self, table: str, request: dict[str, Any]) -> None:
        """Ask for something at a table without using the page."""
        self.post(f"tables/{table}/ask", {"id": token_hex(16), "request": request})

    def go(self, table: str) -> None:
        """Open a table from its plain link, as an invited player does."""
        self.page.goto(f"{self.address}table/{table}")
        expect(self.page.get_by_role("button", name="Table menu")).to_be_visible()

    def wager(self) -> None:
        """Put the smallest chip that is chosen on both antes, and get ready."""
        self.page.locator('[data-spot="ante_across"]').click()
        self.page.get_by_role("button", name=re.compile("^Deal")).click()

    def bet(self, spot: str) -> None:
        """Bet one ante on a spot, once it is this player's turn."""
        self.page.get_by_role("button", name=re.compile(f"^Bet 1 times the ante, .*, on {spot}")).click()

    def trace(self) -> list[dict[str, Any]]:
        """Return everything this page received and newly showed, in order."""
        results: list[dict[str, Any]] = self.page.evaluate("window.trace")
        return results

    def updates(self) -> list[dict[str, Any]]:
        """Every update that came over its sockets."""
        frames = (json.loads(entry["frame"]) for entry in self.trace() if "frame" in entry)
        return [frame for frame in frames if frame["kind"] == "update"]

    def events(self) -> list[tuple[int, dict[str, Any]]]:
        """Return every public event this page received, each once."""
        results = {
            (happened["seq"], json.dumps(happened["event"], sort_keys=True)): happened
            for update in self.updates()
            for happened in update["happened"]
        }
        return [(one["seq"], one["event"]) for one in results.values()]

    def wait_for_event(self, kind: str) -> None:
        """Wait until this player's socket has received such an event."""
        self.page.wait_for_function(
            'kind => window.trace.some(({ frame }) => frame?.includes(`"kind":"${kind}"`))', arg=kind
        )


def early_in_page(visitor: Visitor) -> list[str]:
    """Cards that the page showed before its own socket had received them."""
    known: set[str] = set()
    early: list[str] = []
    for entry in visitor.trace():
        known.update(CARD.findall(entry.get("frame", "")))
        early.extend(card for card in entry.get("cards", ()) if card not in known)
    return early


def early_in_socket(visitor: Visitor) -> list[str]:
    """Cards in any message that were neither the player's own nor turned up for everybody by then."""
    allowed: set[str] = set()
    early: list[str] = []
    for entry in visitor.trace():
        if "frame" not in entry:
            continue
        frame = json.loads(entry["frame"])
        if frame["kind"] == "update":
            allowed.update(card for happened in frame["happened"] for card in _turned_up(happened["event"]))
            own = [seat for seat in (frame["view"] or {}).get("seats", ()) if seat["seat"] == frame["you"]]
            allowed.update(card for seat in own for card in seat["hole"] if card)
        early.extend(card for card in CARD.findall(entry["frame"]) if card not in allowed)
    return early


def _turned_up(event: dict[str, Any]) -> Iterator[str]:
    match event["kind"]:
        case "community_revealed":
            yield from event["cards"].values()
        case "hand_shown" | "bonus_cards_revealed":
            yield from event["cards"]
        case "irregularity_ruled" | "card_set_aside":
            yield from [event["card"]] if event["card"] else []


def undecided_reveals(events: list[tuple[int, dict[str, Any]]], seats: int) -> list[str]:
    """Stages whose cards were turned up before every seat had decided on them."""
    decided: dict[str, int] = {}
    early = []
    for _, event in events:
        if event["kind"] == "bet_placed":
            decided[event["spot"]] = decided.get(event["spot"], 0) + 1
        elif event["kind"] == "community_revealed" and decided.get(event["stage"], 0) < seats:
            early.append(event["stage"])
    return early


class OwnServer:
    """A server on a file, which can be killed and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.database = f"sqlite:///{folder / 'tables.db'}"
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}/"

    def start(self, upgrade: str = "") -> None:
        """Start, and wait until it answers. `upgrade` is code that runs first, such as one that sets the version."""
        options = f"database={self.database!r}, limit_factor=100"
        code = f"{upgrade}\nfrom crossfelt.http import serve; serve('127.0.0.1', {self.port}, {options})"
        self._process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.startswith("Crossfelt is at http://"), line
        self.port = int(line.split()[3].rstrip("/").rsplit(":", 1)[1])

    def kill(self) -> None:
        """Kill it at once, without notice to anyone."""
        assert self._process is not None and self._process.stdout is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self._process.stdout.close()


class Wire:
    """A connection to a server that can be slow, and that can break."""

    def __init__(self, port: int) -> None:
        self._behind = port
        self.delay_seconds = 0.0
        self._is_cut = False
        self._open: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        """Where a browser goes instead of to the server."""
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}/"

    def cut(self) -> None:
        """Break every connection, and let none through."""
        self._is_cut = True
        for one in list(self._open):
            _end(one)

    def mend(self) -> None:
        """Let connections through again."""
        self._is_cut = False

    def close(self) -> None:
        """Close for good."""
        self.cut()
        _end(self._listener)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                if self._is_cut:
                    _end(near)
                    continue
                far = socket.create_connection(("127.0.0.1", self._behind))
                for source, destination in ((near, far), (far, near)):
                    self._open.add(source)
                    threading.Thread(target=self._pump, args=(source, destination), daemon=True).start()

    def _pump(self, source: socket.socket, destination: socket.socket) -> None:
        wait = threading.Event()
        with suppress(OSError):
            while data := source.recv(65536):
                wait.wait(self.delay_seconds)
                destination.sendall(data)
        self._open.discard(source)
        _end(source)
        _end(destination)


def _end(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()

"""A King Cross Poker player in sixty lines: python king_bot.py http://127.0.0.1:8000

Creates a guest, opens a practice table with one sheet, places 24 rolls, prints the score and verifies the record of the
match. See docs/protocol.md and docs/protocol-games.md.
"""

import json
import subprocess
import sys
from secrets import token_hex
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect

server = sys.argv[1].rstrip("/")


def call(path: str, body: object = None, token: str = "") -> Any:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    with urlopen(Request(server + path, json.dumps(body).encode() if body else None, headers)) as answer:
        return json.load(answer)


token = call("/api/guests", {"name": "King in Sixty"})["token"]
terms = {"title": "One sheet", "game": "king-cross", "table_kind": "practice", "rules": "king-cross"}
options = {"mode": "solo", "bonus": True}
opened = call("/api/tables", {"id": token_hex(16), **terms, "options": options, "seat_count": 1, "pace_ms": 0}, token)
address = f"{server.replace('http', 'ws', 1)}/api/tables/{opened['info']['table']}/live"

with connect(address, additional_headers={"Authorization": f"Bearer {token}"}, compression=None) as socket:
    answered: set[str | int] = set()

    def ask(kind: str, **fields: object) -> None:
        socket.send(json.dumps({"kind": "ask", "id": token_hex(16), "request": {"kind": kind, **fields}}))

    def decide(update: Any) -> None:  # Put a better player here: `options` lists every legal placement.
        info, view, name = update["info"], update["view"], update["info"]["round"]["id"]
        if update["you"] and info["round"]["is_open"] and name not in answered:
            answered.add(name)
            ask("ready")
        for since in {due["since"] for due in info["due"] if due["seat"] == update["you"]} - answered:
            answered.add(since)
            [sheet] = view["seats"]
            ask("act", round=name, action={"kind": "place", "roll": len(sheet["rolls"]), **view["options"][0]})

    ask("sit", seat=1)
    closed = None
    while closed is None:
        message = json.loads(socket.recv())
        if message["kind"] == "refused":
            sys.exit(f"refused, {message['code']}: {message['error']}")
        if message["kind"] == "update" and message["info"]["round"]:
            decide(message)
            closed = next((new["event"] for new in message["happened"] if new["event"]["kind"] == "round_closed"), None)

print(json.dumps(message["view"]["scores"][0]))
record = json.dumps(call(f"/api/rounds/{closed['round']}/record"))
verify = [sys.executable, "-m", "crossfelt", "verify", "-"]
sys.exit(subprocess.run(verify, input=record, text=True, check=False).returncode)

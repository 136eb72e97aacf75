"""A Criss Cross Poker player in sixty lines: python bot.py http://127.0.0.1:8000 SEED

Creates a guest, opens a practice table, plays a round, prints the result and verifies its record. See docs/protocol.md.
"""

import json
import sys
from secrets import token_bytes, token_hex
from subprocess import run
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect

from crossfelt.fairness import seed_commitment

server, seed, nonce = sys.argv[1].rstrip("/"), sys.argv[2], token_bytes(32)


def call(path: str, body: object = None, token: str = "") -> Any:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    with urlopen(Request(server + path, json.dumps(body).encode() if body else None, headers)) as answer:
        return json.load(answer)


guest = call("/api/guests", {"name": "Sixty Lines"})
terms = {"title": "Practice", "game": "criss-cross", "table_kind": "practice", "rules": "maryland", "pace_ms": 0}
opened = call("/api/tables", {"id": token_hex(16), **terms, "seat_count": 1}, guest["token"])
antes = {spot: opened["rules_document"]["spots"][spot]["minimum_cents"] for spot in ("ante_across", "ante_down")}
address = f"{server.replace('http', 'ws', 1)}/api/tables/{opened['info']['table']}/live"
with connect(address, additional_headers={"Authorization": f"Bearer {guest['token']}"}, compression=None) as socket:
    answered: set[str | int] = set()

    def ask(kind: str, **fields: object) -> None:
        socket.send(json.dumps({"kind": "ask", "id": token_hex(16), "request": {"kind": kind, **fields}}))

    def decide(update: Any, you: int, events: list[Any]) -> None:  # Put a better player here.
        info, view, name = update["info"], update["view"], update["info"]["round"]["id"]
        own = seed_commitment(info["table"], name, you, guest["player"], nonce, seed)
        if you in info["may_act"] and name not in answered:
            answered.add(name)
            ask("commit_seed", round=name, commitment=own)
            ask("act", round=name, action={"kind": "place_wagers", "wagers": antes})
            ask("ready")
        locked = [one for event in events if event["kind"] == "commitments_locked" for one in event["commitments"]]
        if own in (one["commitment"] for one in locked):
            ask("reveal_seed", round=name, nonce=nonce.hex(), seed=seed)
        for since in {due["since"] for due in info["due"] if due["seat"] == you} - answered:
            answered.add(since)
            ask("act", round=name, action={"kind": "bet", "stage": view["stage"], "multiple": 1})

    ask("sit", seat=1)
    while (message := json.loads(socket.recv()))["kind"] != "update" or not (message["view"] or {}).get("totals"):
        if message["kind"] == "refused":
            sys.exit(f"refused, {message['code']}: {message['error']}")
        if message["kind"] == "update" and message["info"]["round"]:
            decide(message, message["you"], [new["event"] for new in message["happened"]])
print(json.dumps(message["view"]["totals"][0]))
record = json.dumps(call(f"/api/rounds/{message['info']['round']['id']}/record"))
sys.exit(run([sys.executable, "-m", "crossfelt", "verify", "-"], input=record, text=True, check=False).returncode)

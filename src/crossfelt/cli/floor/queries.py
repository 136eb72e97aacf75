"""`crossfelt floor tables` and `show`: the tables of a server, and one of them."""

from __future__ import annotations

from typing import Any

import click

from crossfelt.cli.floor.client import Client, connected
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.streams import open_console, print_json

with deferred():
    from crossfelt.cli.shared import drawing


@click.command("tables")
@json_option
@connected
def list_tables(client: Client, as_json: bool) -> None:
    """List the open tables, your private ones included."""
    client.check_token()
    document = client.get("tables")
    if as_json:
        print_json(document)
        return
    table = drawing.plain_table("table", "title", "rules", "kind", ">seats", "state")
    for entry in document["tables"]:
        seats = f"{entry['seats_taken']} of {entry['seat_count']}"
        kind = f"{entry['table_kind']}{', private' if entry['is_private'] else ''}"
        table.add_row(entry["table"], entry["title"], entry["rules"], kind, seats, _state(entry))
    console = open_console()
    console.print(table)
    count = len(document["tables"])
    console.print(f"\n{count} table{'' if count == 1 else 's'}")


def _state(entry: dict[str, Any]) -> str:
    words = {"paused": "paused", "out_of_service": "out of service"}
    notes = [said for key, said in words.items() if entry[key]]
    return ", ".join(notes) or ("playing" if entry["is_playing"] else "waiting")


@click.command()
@click.argument("table", metavar="TABLE")
@json_option
@connected
def show(client: Client, table: str, as_json: bool) -> None:
    """Show a table: its seats, its round, and who rules there.

    TABLE is its id.
    """
    client.check_token()
    document = client.get("tables", table)
    if as_json:
        print_json(document)
        return
    info = document["info"]
    console = open_console()
    current = info["round"]
    rows = [
        ("title", info["title"]),
        ("rules", f"{info['game']}, {info['rules']}"),
        ("kind", info["table_kind"]),
        ("round", "none yet" if current is None else f"{current['id']}, {'open' if current['is_open'] else 'over'}"),
        ("paused", "no" if info["paused"] is None else info["paused"] or "yes, no reason yet"),
        ("out of service", info["out_of_service"] or "no"),
        ("host", info["host"]),
        ("who rules", _who_rules(info)),
        ("floor managers", ", ".join(info["floor"]) or "none"),
    ]
    console.print(drawing.figures_table(rows, is_flush_right=False))
    seats = drawing.plain_table(">seat", "name", "player", "state")
    due = {entry["seat"] for entry in info["due"]}
    for seat in info["seats"]:
        seats.add_row(str(seat["seat"]), seat["name"], seat["player"], _seat_state(seat, due))
    console.print(drawing.section("Seats", seats))


def _who_rules(info: dict[str, Any]) -> str:
    if info["host_rules"]:
        return "The host rules here"
    return "A floor manager rules here" if info["floor"] else "No floor manager: the system rules"


def _seat_state(seat: dict[str, Any], due: set[int]) -> str:
    words = {
        "to act": seat["seat"] in due,
        "leaving": seat["is_leaving"],
        "removed, leaves after the round": seat["is_removed"],
        "sitting out": seat["is_out"],
        "not connected": not seat["is_here"],
        f"bot {seat['bot']}": seat["bot"] is not None,
    }
    return ", ".join(said for said, holds in words.items() if holds)

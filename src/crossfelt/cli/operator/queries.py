"""The commands that list tables, guests, blocked addresses and the operator's log."""

from __future__ import annotations

from datetime import UTC, datetime
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
    """List every open table, private ones included, and who hosts it."""
    document = client.get("operator", "tables")
    if as_json:
        print_json(document)
        return
    table = drawing.plain_table("table", "title", "kind", "host", "host ID", ">seated", "rules")
    for entry in document["tables"]:
        kind = f"{entry['table_kind']}{', private' if entry['is_private'] else ''}"
        rules = "host" if entry["host_rules"] else ", ".join(entry["floor"]) or "no floor manager"
        seated = str(entry["seats_taken"])
        table.add_row(entry["table"], entry["title"], kind, entry["host_name"], entry["host"], seated, rules)
    open_console().print(table)


@click.command("guests")
@json_option
@connected
def list_guests(client: Client, as_json: bool) -> None:
    """List every guest, with the tables they host and sit at."""
    guests: list[dict[str, Any]] = []
    after: str | None = ""
    while after is not None:
        page = client.get("operator", "guests", query={"after": after, "limit": "200"})
        guests += page["guests"]
        after = page["after"]
    if as_json:
        print_json({"guests": guests})
        return
    table = drawing.plain_table("player", "name", "since", "hosts", "sits at")
    for guest in guests:
        hosts, sits_at = ", ".join(guest["hosts"]), ", ".join(guest["sits_at"])
        table.add_row(guest["player"], guest["name"], _time(guest["created_ms"]), hosts, sits_at)
    open_console().print(table)


@click.command("blocks")
@json_option
@connected
def list_blocks(client: Client, as_json: bool) -> None:
    """List every blocked address, with reason and time."""
    document = client.get("operator", "blocks")
    if as_json:
        print_json(document)
        return
    table = drawing.plain_table(">number", "address", "since", "reason")
    for block in document["blocks"]:
        table.add_row(str(block["number"]), block["address"], _time(block["blocked_ms"]), block["reason"])
    open_console().print(table)


@click.command("log")
@json_option
@connected
def show_log(client: Client, as_json: bool) -> None:
    """Show the operator's actions on guests, blocks and tokens. Actions at a table are in the table's log."""
    document = client.get("operator", "log")
    if as_json:
        print_json(document)
        return
    table = drawing.plain_table(">entry", "time", "action", "details")
    for entry in document["entries"]:
        about = ", ".join(f"{name} {value}" for name, value in entry["about"].items())
        table.add_row(str(entry["seq"]), _time(entry["stamped_ms"]), entry["kind"].replace("_", " "), about)
    open_console().print(table)


def _time(stamped_ms: int) -> str:
    return datetime.fromtimestamp(stamped_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")

"""The commands that change guests, addresses, tokens and titles."""

from __future__ import annotations

import click

from crossfelt.cli.floor.client import Client, connected, new_action_id
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.streams import print_json

_player = click.argument("player", metavar="PLAYER")
_address = click.argument("address", metavar="ADDRESS")


@click.command()
@click.argument("table", metavar="TABLE")
@click.argument("title", metavar="TITLE")
@json_option
@connected
def title(client: Client, table: str, title: str, as_json: bool) -> None:
    """Change the title of a table.

    TABLE is its id. TITLE has at most 40 characters: letters, digits, spaces and . , ' & -
    """
    answer = client.ask(table, new_action_id(), {"kind": "rename_table", "title": title})
    _done(f"The table's title is now {title}.", as_json, {"receipt": answer})


@click.command()
@_player
@click.argument("name", metavar="NAME")
@json_option
@connected
def rename(client: Client, player: str, name: str, as_json: bool) -> None:
    """Change the name of a guest.

    PLAYER is the id of a guest; crossfelt operator guests lists them.
    """
    client.send("POST", {"name": name}, "operator", "guests", player, "name")
    _done(f"The name of {player} is now {name}.", as_json, {"player": player, "name": name})


@click.command()
@_player
@json_option
@connected
def remove(client: Client, player: str, as_json: bool) -> None:
    """Remove a guest: name, credentials and seats.

    PLAYER is the id of a guest. The account is locked and signed out immediately. It is deleted at once or, if the
    guest is playing, when the round or match ends.
    """
    answer = client.send("DELETE", None, "operator", "guests", player)
    _done(f"{player}: {answer['says']}", as_json, answer)


@click.command()
@_address
@click.argument("reason", metavar="REASON")
@json_option
@connected
def block(client: Client, address: str, reason: str, as_json: bool) -> None:
    """Block an address and close its connections.

    ADDRESS is an IPv4 or IPv6 address; for IPv6, its /64 network is blocked. REASON is one line for your own list.
    """
    answer = client.send("POST", {"address": address, "reason": reason}, "operator", "blocks")
    _done(f"Blocked {answer['blocks'][-1]['address']}.", as_json, answer)


@click.command()
@_address
@json_option
@connected
def unblock(client: Client, address: str, as_json: bool) -> None:
    """Remove the block of an address.

    ADDRESS is a blocked address, as crossfelt operator blocks lists it.
    """
    answer = client.send("POST", {"address": address}, "operator", "blocks", "remove")
    _done(f"Unblocked {address}.", as_json, answer)


@click.command("revoke-tokens")
@json_option
@connected
def revoke_tokens(client: Client, as_json: bool) -> None:
    """Revoke every operator token, including the one in use."""
    client.send("POST", None, "operator", "tokens", "revoke")
    _done("All operator tokens are revoked. Make a new one with crossfelt operator token.", as_json, {})


def _done(words: str, as_json: bool, document: object) -> None:
    if as_json:
        print_json(document)
    else:
        click.echo(words)

"""`crossfelt floor login`: get a token for the other floor commands."""

from __future__ import annotations

from secrets import randbelow

import click

from crossfelt.cli.floor.client import client_for, server_option
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.streams import print_json


@click.command()
@click.option("--name", metavar="NAME", help="Name that players see.  [default: Guest and a number]")
@json_option
@server_option
def login(server: str, name: str | None, as_json: bool) -> None:
    """Make a guest account and print its token.

    Put the token in CROSSFELT_TOKEN, and every floor command uses it. The account manages no table yet: the host or the
    operator grants the role with crossfelt floor grant.
    """
    name = name or f"Guest {1000 + randbelow(9000)}"
    made = client_for(server, None).send("POST", {"name": name}, "guests")
    if as_json:
        print_json(made)
        return
    click.echo(made["token"])
    click.echo(
        f"You are {made['name']}, player {made['player']}. Save the token: export CROSSFELT_TOKEN=TOKEN\n"
        f"To manage a table, ask for the role: crossfelt floor grant TABLE {made['player']}",
        err=True,
    )

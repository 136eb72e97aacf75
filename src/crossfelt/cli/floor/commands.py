"""The commands by which hosts and floor managers run a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from crossfelt.cli.floor.client import Client, connected, new_action_id
from crossfelt.cli.shared.amounts import WON_OR_LOST
from crossfelt.cli.shared.numbers import WholeNumber
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.streams import print_json
from crossfelt.errors import BadInput, CrossfeltError, describe
from crossfelt.money import dollars

Command = TypeVar("Command", bound=Callable[..., Any])
Words = Callable[[Client, str], str]
_table = click.argument("table", metavar="TABLE")
_seat = click.argument("seat", metavar="SEAT", type=WholeNumber(1, 100))
_reason = click.argument("reason", metavar="REASON")
_round = click.option(
    "--round", "round_id", metavar="ROUND", help="Round to rule on.  [default: the round in progress]"
)
_id = click.option("--id", "action_id", metavar="HEX", help="ID of an earlier try, so that the server acts only once.")


def _order(command: Command) -> Command:
    """Add the options that all these commands have."""
    for option in (json_option, _id, connected):
        command = option(command)
    return command


@click.command()
@_table
@_reason
@_order
def pause(client: Client, table: str, reason: str, action_id: str | None, as_json: bool) -> None:
    """Pause a table: clocks stop and nothing is dealt.

    TABLE is its id. REASON is break, ruling, player_absent or technical; private and practice tables take any text.
    For a host who isn't floor manager, a pause during a round starts when the round ends.
    """
    _ask(client, table, {"kind": "pause", "reason": reason}, action_id, as_json, _pause_words)


@click.command()
@_table
@_order
def resume(client: Client, table: str, action_id: str | None, as_json: bool) -> None:
    """Continue a paused table; clocks start again.

    TABLE is its id.
    """
    _ask(client, table, {"kind": "resume"}, action_id, as_json, "the table continues")


@click.command()
@_table
@click.argument("kind", metavar="KIND")
@click.option("--place", metavar="PLACE", help="Place of an exposed card, such as middle or hole:3:1.")
@_round
@_order
def irregularity(
    client: Client,
    table: str,
    kind: str,
    place: str | None,
    round_id: str | None,
    action_id: str | None,
    as_json: bool,
) -> None:
    """Report an irregularity; the rule book decides.

    TABLE is its id. KIND is an irregularity, such as wrong_card_count or community_card_exposed. For an unknown one,
    the refusal lists those of the rule book.
    """
    action = {"kind": "report", "irregularity": kind, "place": place}
    _rule(client, table, round_id, action, action_id, as_json)


@click.command()
@_table
@_reason
@_round
@_order
def void(client: Client, table: str, reason: str, round_id: str | None, action_id: str | None, as_json: bool) -> None:
    """Void the round in progress and return every wager.

    TABLE is its id. REASON is server_fault, wheel_failed, meter_failed, misdeal or wrong_wagers. Once a community card
    is face up, only the first three are allowed, and irregularities that void the round under the rules. Practice
    tables take any text.
    """
    _rule(client, table, round_id, {"kind": "void_round", "reason": reason}, action_id, as_json)


@click.command()
@_table
@_seat
@_reason
@_round
@_order
def forfeit(
    client: Client, table: str, seat: int, reason: str, round_id: str | None, action_id: str | None, as_json: bool
) -> None:
    """Forfeit all wagers of one seat.

    TABLE is its id, SEAT a number from 1. REASON is a rule of conduct, such as shared_information. For an unknown one,
    the refusal lists those of the rule text; some rule texts have none.
    """
    _rule(client, table, round_id, {"kind": "forfeit_seat", "seat": seat, "reason": reason}, action_id, as_json)


@click.command()
@_table
@_seat
@_order
def remove(client: Client, table: str, seat: int, action_id: str | None, as_json: bool) -> None:
    """Remove a player from a table. During a round, the seat is freed when the round ends.

    TABLE is its id, SEAT a number from 1.
    """
    request = {"kind": "remove_player", "seat": seat}
    _ask(client, table, request, action_id, as_json, f"the player of seat {seat} is removed")


@click.command("out-of-service")
@_table
@_reason
@_order
def out_of_service(client: Client, table: str, reason: str, action_id: str | None, as_json: bool) -> None:
    """Take a table out of service: no more wagers, and the round is played to its end.

    TABLE is its id. REASON is maintenance, closing_soon, meter or technical; private and practice tables take any text.
    """
    request = {"kind": "take_out_of_service", "reason": reason}
    _ask(client, table, request, action_id, as_json, "the table is out of service")


@click.command("in-service")
@_table
@_order
def in_service(client: Client, table: str, action_id: str | None, as_json: bool) -> None:
    """Put a table back in service.

    TABLE is its id.
    """
    _ask(client, table, {"kind": "put_in_service"}, action_id, as_json, "the table is in service")


@click.command()
@_table
@click.argument("text", metavar="TEXT")
@_order
def note(client: Client, table: str, text: str, action_id: str | None, as_json: bool) -> None:
    """Add a note to the log of a table.

    TABLE is its id. TEXT is card, conduct, dispute, wager or technical; private and practice tables take any text.
    Players see the note in the record of the round.
    """
    _ask(client, table, {"kind": "note", "says": text}, action_id, as_json, "the note is in the log")


@click.command(context_settings={"ignore_unknown_options": True})
@_table
@click.argument("round_id", metavar="ROUND")
@_seat
@click.argument("amount", metavar="DOLLARS", type=WON_OR_LOST)
@click.option(
    "--clause", metavar="CLAUSE", required=True, help="Clause of the table's rules, or a reading such as R17."
)
@click.option("--reason", metavar="REASON", required=True, help="The mistake, in one line.")
@_order
def correct(
    client: Client,
    table: str,
    round_id: str,
    seat: int,
    amount: int,
    clause: str,
    reason: str,
    action_id: str | None,
    as_json: bool,
) -> None:
    """Correct a finished round with chips.

    TABLE is its id, ROUND the id of the round, SEAT the player's seat. DOLLARS such as 5 or 12.50 pay the player; -5
    takes chips back. The corrections of a seat can't total less than 0 or more than its wagers could have returned.
    """
    request = {
        "kind": "correct",
        "round": round_id,
        "seat": seat,
        "cents": amount,
        "clause": clause,
        "reason": reason,
    }
    _ask(client, table, request, action_id, as_json, f"round {round_id} is corrected by {dollars(amount)}")


@click.command()
@_table
@click.argument("player", metavar="PLAYER")
@_order
def grant(client: Client, table: str, player: str, action_id: str | None, as_json: bool) -> None:
    """Make a guest floor manager of a table.

    TABLE is its id. PLAYER is the id of a guest, which crossfelt floor login prints. At tables where the host rules,
    the host may do this; at any other table it takes an operator token.
    """
    done = f"{player} is floor manager of this table"
    _ask(client, table, {"kind": "grant", "player": player}, action_id, as_json, done)


@click.command()
@_table
@click.argument("player", metavar="PLAYER")
@_order
def revoke(client: Client, table: str, player: str, action_id: str | None, as_json: bool) -> None:
    """End a guest's role as floor manager.

    TABLE is its id. PLAYER is the id of a guest; crossfelt floor show lists the floor managers of a table.
    """
    done = f"{player} is no longer floor manager of this table"
    _ask(client, table, {"kind": "revoke", "player": player}, action_id, as_json, done)


@click.command()
@_table
@_reason
@_order
def close(client: Client, table: str, reason: str, action_id: str | None, as_json: bool) -> None:
    """Close a table; the operator can do so at any time.

    TABLE is its id. REASON is finished, replaced, maintenance or rules_broken; private and practice tables take any
    text. The host can close a table between rounds. With an operator token, a round in progress is voided first.
    """
    _ask(client, table, {"kind": "close_table", "reason": reason}, action_id, as_json, "the table is closed")


def _ask(
    client: Client, table: str, request: dict[str, Any], action_id: str | None, as_json: bool, done: str | Words
) -> None:
    """Send a request and print the result with its log entries. `done` is the result, or asks the server for it."""
    action_id = _checked(action_id)
    receipt = client.ask(table, action_id, request)
    if as_json:
        print_json({"id": action_id, "request": request, "receipt": receipt})
        return
    first, last = receipt["first_seq"], receipt["last_seq"]
    where = f"entry {first}" if first == last else f"entries {first} to {last}"
    words = done if isinstance(done, str) else done(client, table)
    click.echo(f"Done: {words} ({where} of the log).")


def _pause_words(client: Client, table: str) -> str:
    is_paused = client.get("tables", table)["info"]["paused"] is not None
    return "the table is paused" if is_paused else "the table pauses when the round ends"


def _rule(
    client: Client, table: str, round_id: str | None, action: dict[str, Any], action_id: str | None, as_json: bool
) -> None:
    """Rule on a round in progress, and print how the round is afterward."""
    if action_id is not None and round_id is None:
        raise BadInput("--id: a repeated ruling needs --round too: the round that it was for")
    name = round_id or _round_on(client, table)
    action_id = _checked(action_id)
    request = {"kind": "rule", "round": name, "action": action}
    try:
        receipt = client.ask(table, action_id, request)
    except CrossfeltError as error:
        raise type(error)(str(error).replace(f"--id {action_id}", f"--round {name} --id {action_id}")) from None
    current = client.get("tables", table)["info"]["round"]
    is_over = current is None or current["id"] != name or not current["is_open"]
    ended = _ending(client, name) if is_over else None
    if as_json:
        print_json({"id": action_id, "request": request, "receipt": receipt, "is_over": is_over, "ended": ended})
    elif ended is None:
        click.echo(f"Done: round {name} continues (log to entry {receipt['last_seq']}).")
    else:
        how = f"void by {ended['clause']}" if ended["kind"] == "round_voided" else "settled"
        click.echo(f"Done: round {name} is {how} (log to entry {receipt['last_seq']}).")


def _round_on(client: Client, table: str) -> str:
    current = client.get("tables", table)["info"]["round"]
    if current is None or not current["is_playing"]:
        raise CrossfeltError("No round is in progress at this table. A finished round can only be corrected")
    return str(current["id"])


def _ending(client: Client, round_id: str) -> dict[str, Any] | None:
    """Return the event that ended a round, from its record."""
    events = (event for step in client.get("rounds", round_id, "record")["steps"] for event in step["events"])
    ends = [event for event in events if event["kind"] in ("round_voided", "round_settled")]
    return ends[-1] if ends else None


def _checked(action_id: str | None) -> str:
    if action_id is None:
        return new_action_id()
    if len(action_id) != 32 or set(action_id) - set("0123456789abcdef"):
        raise BadInput(f"--id: {describe(action_id)} isn't the ID of an earlier try: 32 hexadecimal digits")
    return action_id

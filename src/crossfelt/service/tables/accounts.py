"""Which account of the ledger an abstract account of a contest is at one table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from crossfelt.ledger import ESCROW, HOUSE, Posting

PLAYER_LOGS = "player:"
"""The prefix of the logs of wallets; every other log is a table's."""


def wallet(player: str) -> str:
    """Return the account of a player's chips that aren't wagered."""
    return f"wallet:{player}"


def player_of(account: str) -> str | None:
    """Return the player whose wallet this is; None for any other account."""
    kind, _, player = account.partition(":")
    return player if kind == "wallet" else None


def house(table: str) -> str:
    """Return the house account of a table; negative when the house has lost there."""
    return f"house:{table}"


def escrow(round_id: str) -> str:
    """The wagers of one round until they are settled."""
    return f"escrow:{round_id}"


def meter(table: str, name: str) -> str:
    """The whole cents of one of the table's meters."""
    return f"meter:{table}:{name}"


def at_table(
    postings: Iterable[Posting], table: str, round_id: str, players: Mapping[int, str], before: str = ""
) -> tuple[Posting, ...]:
    """The postings of a contest between the accounts of this table and of the players on its seats; `before` is the
    table whose meters it takes over."""

    def named(account: str) -> str:
        kind, _, rest = account.partition(":")
        match kind:
            case "seat":
                return wallet(players[int(rest)])
            case "meter":
                return meter(table, rest)
            case "before":
                return meter(before, rest.removeprefix("meter:"))
        return {ESCROW: escrow(round_id), HOUSE: house(table)}[account]

    return tuple(Posting(named(move.source), named(move.destination), move.cents) for move in postings)

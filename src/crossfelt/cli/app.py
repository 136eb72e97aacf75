"""The tree of commands: for each one where it is defined, and its line in the list that help prints."""

from __future__ import annotations

from collections.abc import Mapping

import click

from crossfelt import __version__
from crossfelt.cli.shared.lazy import CommandList, LazyCommand

EXAMPLES = """\b
Examples:
  crossfelt deal                            play in this terminal
  crossfelt settle round.json --json        settle a finished round
  crossfelt rules show cardroom             pay tables, limits, order of play
"""

COMMANDS = {
    "advise": ("crisscross.advise:advise", "Show the exact expected net of each action, and why."),
    "cap": ("crisscross.cap:cap", "Show how an aggregate limit changes the house edge."),
    "completion": ("completion:completion", "Print the tab completion script for your shell."),
    "deal": ("crisscross.deal:deal", "Play in this terminal."),
    "dispute": ("dispute:dispute", "Write the report on a disputed round or match."),
    "examples": ("examples:examples", "List the example files, or copy them into a folder."),
    "help": ("help:help_command", "Explain any command and its options."),
    "par": ("crisscross.par:par", "Make the par sheet: every figure of a rule book."),
    "protect": ("crisscross.protect:protect", "Show what exposed and shared cards are worth to players."),
    "replay": ("replay:replay", "Replay a recorded round or match and say whether every step holds."),
    "sensitivity": ("crisscross.sensitivity:sensitivity", "Show how the house edge changes with the pay table."),
    "serve": ("serve:serve", "Serve the page and the tables."),
    "session": ("crisscross.session:session", "Show how a long session ends: results, ruin, a table's hold."),
    "settle": ("crisscross.settle:settle", "Settle finished rounds and explain every chip."),
    "simulate": ("crisscross.simulate:simulate", "Simulate many rounds at a full table."),
    "solve": (
        "crisscross.solve:solve",
        "Solve the game exactly: house edge, volatility, folds, all 169 starting hands.",
    ),
    "strategy": (
        "crisscross.strategy:strategy",
        "Find a short strategy card, or compute the exact cost of a strategy file.",
    ),
    "sweep": ("crisscross.sweep:sweep", "Compare rule variations, strategies and numbers of seats."),
    "verify": ("verify:verify", "Check the record of a round without trusting the table it was dealt at."),
    "warmup": ("warmup:warmup", "Compile everything that computes now, so that no later command waits for it."),
}
"""Name of a command -> where it is defined inside this package, and the first line of its own help."""

DB_COMMANDS = {
    "migrate": ("db:migrate", "Bring a database to the form that this program uses."),
    "verify": ("db:verify", "Verify every page, hash and row of a database."),
    "backup": ("db:backup", "Copy a database, also while a server uses it."),
    "restore": ("db:restore", "Put a backup where no database is."),
    "copy": ("db:copy", "Copy a database into an empty one of the other kind."),
    "export": ("db:export", "Write the log as JSON Lines, every entry as it is stored."),
}

KING_COMMANDS = {
    "score": ("king.score:score", "Score full sheets: twelve hands, achievements, total."),
    "best": ("king.best:best", "Find the best sheet for 24 cards, placed in any order."),
    "sheet": ("king.sheet:sheet", "Make score sheets to print, empty or filled with finished games."),
    "play": ("king.play:play", "Play King Cross Poker in this terminal."),
    "daily": ("king.daily:daily", "Play the practice sheet of a day: the same dice for everyone."),
    "hint": ("king.hint:hint", "Show the expected score of each legal square for a roll."),
    "review": ("king.review:review", "Review a finished match: points lost by each placement, luck of each roll."),
    "bench": ("king.bench:bench", "Measure the average score of a bot."),
    "train": ("king.train:train", "Train the learned bots by self-play."),
}

FLOOR_COMMANDS = {
    "tables": ("floor.looks:list_tables", "List the open tables, your private ones included."),
    "show": ("floor.looks:show", "Show a table: seats, round, and who rules there."),
    "pause": ("floor.orders:pause", "Pause a table: no clock runs and nothing is dealt."),
    "resume": ("floor.orders:resume", "Let a paused table go on; clocks start anew."),
    "irregularity": ("floor.orders:irregularity", "Report an irregularity; the rule book answers."),
    "void": ("floor.orders:void", "Void the round that is on: every wager goes back."),
    "forfeit": ("floor.orders:forfeit", "Forfeit all wagers of one seat."),
    "remove": ("floor.orders:remove", "Remove a player. In a contest the seat is freed when it ends."),
    "out-of-service": (
        "floor.orders:out_of_service",
        "Take no more wagers; the round goes to its end.",
    ),
    "in-service": ("floor.orders:in_service", "Take wagers at a table again."),
    "note": ("floor.orders:note", "Write an incident down in the log of a table."),
    "correct": ("floor.orders:correct", "Put right a round that is over, with chips."),
    "grant": ("floor.orders:grant", "Make a guest floor of a table."),
    "revoke": ("floor.orders:revoke", "End the floor role of a guest."),
    "close": ("floor.orders:close", "Close a table; as the operator at any time."),
    "summary": (
        "floor.summary:summary",
        "Report on tables: win, hold, jackpots, ledger.",
    ),
}

OPERATOR_COMMANDS = {
    "token": ("operator.token:token", "Print an operator token, made from the key of a server."),
    "key": ("operator.keys:key", "Print the verifier key of a server."),
    "rotate-key": ("operator.keys:rotate_key", "Replace the signing key of a server."),
    "tables": ("operator.looks:list_tables", "List every open table, private ones included, and who hosts it."),
    "title": ("operator.orders:title", "Give a table another title."),
    "close": ("floor.orders:close", "Close a table; as the operator at any time."),
    "grant": ("floor.orders:grant", "Make a guest floor of a table."),
    "revoke": ("floor.orders:revoke", "End the floor role of a guest."),
    "guests": ("operator.looks:list_guests", "List every guest, with the tables they host and sit at."),
    "rename": ("operator.orders:rename", "Give a guest another name."),
    "remove": ("operator.orders:remove", "Remove a guest: name, credentials and seats."),
    "block": ("operator.orders:block", "Block an address and end its connections."),
    "unblock": ("operator.orders:unblock", "Let a blocked address in again."),
    "blocks": ("operator.looks:list_blocks", "List every blocked address, with reason and time."),
    "log": (
        "operator.looks:show_log",
        "Show what the operator did with guests, blocks and tokens. Orders at a table are in that table's log.",
    ),
    "revoke-tokens": (
        "operator.orders:revoke_tokens",
        "Make every operator token issued until now stop working, the one in use included.",
    ),
}

RULES_COMMANDS = {
    "check": (
        "rules.submissions:check",
        "Say whether a rules submission is allowed, with every fault, its line and its clause.",
    ),
    "clauses": ("rules.register:clauses", "List every clause of a rule text and how it is met."),
    "diff": ("rules.diff:diff", "Say what differs between two rule books, and what that does to every edge."),
    "list": ("rules.books:list_books", "List the rule books."),
    "new-submission": (
        "rules.submissions:new_submission",
        "Print a rules submission to start from, with every choice explained.",
    ),
    "procedure": ("rules.register:procedure", "List the dealer's steps in order, each with its clause."),
    "readings": ("rules.register:readings", "Show how unclear points of the texts are read, and why."),
    "show": ("rules.books:show", "Show what one rule book fixes and the choices it leaves."),
    "submission": (
        "rules.submissions:submission",
        "Print a rules submission as the document that a facility hands in.",
    ),
}

WHEEL_COMMANDS = {
    "fit": ("wheel.fit:fit", "Find whole-number weights for a target return."),
    "meter": ("wheel.meter:meter", "Show how often a meter is won, how high it grows and its cost."),
    "show": ("wheel.show:show", "Draw a wheel and show the exact return of a wager on it."),
}


def _listed(table: Mapping[str, tuple[str, str]]) -> list[click.Command]:
    return [LazyCommand(name, f"crossfelt.cli.{place}", line) for name, (place, line) in table.items()]


db = CommandList("db", _listed(DB_COMMANDS), help="The database of a server: verify, back up, restore, copy, export.")
floor = CommandList("floor", _listed(FLOOR_COMMANDS), help="Run the tables of a server: pause, rule, correct, report.")
operator = CommandList(
    "operator", _listed(OPERATOR_COMMANDS), help="Run a server: grant floor roles, close tables, remove guests, block."
)
king = CommandList("king", _listed(KING_COMMANDS), help="King Cross Poker: score, play and study sheets.")
rules = CommandList(
    "rules", _listed(RULES_COMMANDS), help="Read the rule books: pay tables, limits, clauses, procedure."
)
wheel = CommandList("wheel", _listed(WHEEL_COMMANDS), help="Wheels and meters of the progressive wagers.")
_ALL = sorted((*_listed(COMMANDS), db, floor, king, operator, rules, wheel), key=lambda command: command.name or "")


@click.group(cls=CommandList, commands=_ALL, epilog=EXAMPLES, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, help="Print the version and exit.")
@click.pass_context
def crossfelt(context: click.Context, version: bool) -> None:
    """Criss Cross Poker and King Cross Poker, exactly by their published rules."""
    if version:
        click.echo(f"crossfelt {__version__}")
        context.exit()

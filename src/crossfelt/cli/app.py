"""The tree of commands: where each is defined, and its line in help.

A command's module is imported when the command runs. To add a command, add its entry here; a test compares the line
with the first line of the command's docstring.
"""

from __future__ import annotations

from collections.abc import Mapping

import click

from crossfelt import __version__
from crossfelt.cli.shared.lazy import CommandList, LazyCommand

EXAMPLES = """\b
Examples:
  crossfelt deal                   play Criss Cross Poker
  crossfelt king play              play King Cross Poker
  crossfelt serve --open           open the page in the browser
  crossfelt rules show cardroom    pay tables, limits, order of play
  crossfelt settle                 settle a round that you type in
"""

COMMANDS = {
    "advise": ("crisscross.advise:advise", "Show the exact expected net of each action, and why."),
    "cap": ("crisscross.cap:cap", "Show how an aggregate limit changes the house edge."),
    "completion": ("completion:completion", "Print the tab completion script for your shell."),
    "deal": ("crisscross.deal:deal", "Play Criss Cross Poker in this terminal."),
    "dispute": ("dispute:dispute", "Write the report on a disputed round or match."),
    "examples": ("examples:examples", "List the example files, or copy them into a folder."),
    "help": ("help:help_command", "Show the help of any command."),
    "par": ("crisscross.par:par", "Make the par sheet: every figure of a rule book."),
    "protect": ("crisscross.protect:protect", "Show what exposed and shared cards are worth to players."),
    "replay": ("replay:replay", "Replay a recorded round or match step by step, and check every step."),
    "sensitivity": ("crisscross.sensitivity:sensitivity", "Show how the house edge changes with the pay table."),
    "serve": ("serve:serve", "Start the server: the page and its tables."),
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
    "verify": ("verify:verify", "Check the record of a round or match without trusting the server."),
    "warmup": ("warmup:warmup", "Compile all analysis code now, so that no later command waits for it."),
}
"""Name of a command -> where it is defined in this package, and the first line of its help."""

DB_COMMANDS = {
    "migrate": ("db:migrate", "Update a database to the schema of this version."),
    "verify": ("db:verify", "Verify every page, hash and row of a database."),
    "backup": ("db:backup", "Copy a database, even while a server uses it."),
    "restore": ("db:restore", "Restore a backup where there is no database yet."),
    "copy": ("db:copy", "Copy a database from SQLite to PostgreSQL, or back."),
    "export": ("db:export", "Export the log as JSON Lines, every entry as it is stored."),
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
    "login": ("floor.login:login", "Make a guest account and print its token."),
    "tables": ("floor.queries:list_tables", "List the open tables, your private ones included."),
    "show": ("floor.queries:show", "Show a table: its seats, its round, and who rules there."),
    "pause": ("floor.commands:pause", "Pause a table: clocks stop and nothing is dealt."),
    "resume": ("floor.commands:resume", "Continue a paused table; clocks start again."),
    "irregularity": ("floor.commands:irregularity", "Report an irregularity; the rule book decides."),
    "void": ("floor.commands:void", "Void the round in progress and return every wager."),
    "forfeit": ("floor.commands:forfeit", "Forfeit all wagers of one seat."),
    "remove": (
        "floor.commands:remove",
        "Remove a player from a table. During a round, the seat is freed when the round ends.",
    ),
    "out-of-service": (
        "floor.commands:out_of_service",
        "Take a table out of service: no more wagers, and the round is played to its end.",
    ),
    "in-service": ("floor.commands:in_service", "Put a table back in service."),
    "note": ("floor.commands:note", "Add a note to the log of a table."),
    "correct": ("floor.commands:correct", "Correct a finished round with chips."),
    "grant": ("floor.commands:grant", "Make a guest floor manager of a table."),
    "revoke": ("floor.commands:revoke", "End a guest's role as floor manager."),
    "close": ("floor.commands:close", "Close a table; the operator can do so at any time."),
    "summary": (
        "floor.summary:summary",
        "Report on tables: win, hold, jackpots, ledger.",
    ),
}

OPERATOR_COMMANDS = {
    "token": ("operator.token:token", "Print a new operator token, made from the server key."),
    "key": ("operator.keys:key", "Print the verifier key of a server."),
    "rotate-key": ("operator.keys:rotate_key", "Replace the signing key of a server."),
    "tables": ("operator.queries:list_tables", "List every open table, private ones included, and who hosts it."),
    "title": ("operator.commands:title", "Change the title of a table."),
    "close": ("floor.commands:close", "Close a table; the operator can do so at any time."),
    "grant": ("floor.commands:grant", "Make a guest floor manager of a table."),
    "revoke": ("floor.commands:revoke", "End a guest's role as floor manager."),
    "guests": ("operator.queries:list_guests", "List every guest, with the tables they host and sit at."),
    "rename": ("operator.commands:rename", "Change the name of a guest."),
    "remove": ("operator.commands:remove", "Remove a guest: name, credentials and seats."),
    "block": ("operator.commands:block", "Block an address and close its connections."),
    "unblock": ("operator.commands:unblock", "Remove the block of an address."),
    "blocks": ("operator.queries:list_blocks", "List every blocked address, with reason and time."),
    "log": (
        "operator.queries:show_log",
        "Show the operator's actions on guests, blocks and tokens. Actions at a table are in the table's log.",
    ),
    "revoke-tokens": (
        "operator.commands:revoke_tokens",
        "Revoke every operator token, including the one in use.",
    ),
}

RULES_COMMANDS = {
    "check": (
        "rules.submissions:check",
        "Check a rules submission: every fault, with its line and its clause.",
    ),
    "clause": (
        "rules.register:clause",
        "Show one clause of a rule text: what it says, how it is met, and what shows it.",
    ),
    "clauses": ("rules.register:clauses", "List every clause of a rule text and how it is met."),
    "diff": ("rules.diff:diff", "Compare two rule books: every difference, and its effect on each edge."),
    "list": ("rules.books:list_books", "List the rule books."),
    "new-submission": (
        "rules.submissions:new_submission",
        "Print a template for a rules submission, with every choice explained.",
    ),
    "procedure": ("rules.register:procedure", "List the dealer's steps in order, each with its clause."),
    "reading": ("rules.register:reading", "Show one reading of an unclear point: how we read it, and why."),
    "readings": ("rules.register:readings", "Show how we read unclear points of the rule texts, and why."),
    "show": ("rules.books:show", "Show one rule book: pay tables, limits, order of play, and choices."),
    "submission": (
        "rules.submissions:submission",
        "Print a rules submission as the PDF that a facility hands in.",
    ),
}

WHEEL_COMMANDS = {
    "fit": ("wheel.fit:fit", "Find whole-number weights for a target return."),
    "meter": ("wheel.meter:meter", "Show how often a meter is won, how high it grows and its cost."),
    "show": ("wheel.show:show", "Draw a wheel and show the exact return of a wager on it."),
}


def _listed(table: Mapping[str, tuple[str, str]]) -> list[click.Command]:
    return [LazyCommand(name, f"crossfelt.cli.{place}", line) for name, (place, line) in table.items()]


db = CommandList("db", _listed(DB_COMMANDS), help="Verify, back up, restore, copy or export the database of a server.")
floor = CommandList("floor", _listed(FLOOR_COMMANDS), help="Run the tables of a server: pause, rule, correct, report.")
operator = CommandList(
    "operator",
    _listed(OPERATOR_COMMANDS),
    help="Run a server: appoint floor managers, close tables, remove guests, block addresses.",
)
king = CommandList("king", _listed(KING_COMMANDS), help="King Cross Poker: score, play and study sheets.")
rules = CommandList(
    "rules", _listed(RULES_COMMANDS), help="Read the rule books: pay tables, limits, clauses, procedure."
)
wheel = CommandList(
    "wheel", _listed(WHEEL_COMMANDS), help="Show and fit the wheels of progressive wagers, and study their meters."
)
_ALL = sorted((*_listed(COMMANDS), db, floor, king, operator, rules, wheel), key=lambda command: command.name or "")


SYNONYMS = {
    "advice": "advise",
    "analyze": "par",
    "audit": "verify",
    "compile": "warmup",
    "game": "deal",
    "hint": "advise",
    "play": "deal",
    "run": "serve",
    "server": "serve",
    "start": "deal",
    "web": "serve",
}
"""Words that people try -> the command that they mean."""


@click.group(
    cls=CommandList,
    commands=_ALL,
    synonyms=SYNONYMS,
    epilog=EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option("--version", is_flag=True, help="Print the version and exit.")
@click.pass_context
def crossfelt(context: click.Context, version: bool) -> None:
    """Criss Cross Poker and King Cross Poker, exactly by their published rules."""
    if version:
        click.echo(f"crossfelt {__version__}")
        context.exit()

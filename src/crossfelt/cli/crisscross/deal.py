"""`crossfelt deal`: play Criss Cross Poker in the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click
from click.core import ParameterSource

from crossfelt.catalog.crisscross import CRISS_CROSS_KIT
from crossfelt.chance import Chance, SeededChance, SystemChance, TextStream
from crossfelt.cli.crisscross.books import choose_book, option_option, rules_option
from crossfelt.cli.shared.amounts import DOLLARS
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.numbers import WholeNumber
from crossfelt.cli.shared.streams import open_console, refuse_unwritable
from crossfelt.errors import BadInput

with deferred():
    from crossfelt.cli.crisscross import questions, table_bots, terminal_session
    from crossfelt.cli.crisscross import wagers as entries
    from crossfelt.cli.shared import drawing, prompts, records
    from crossfelt.crisscross import rulebook
    from crossfelt.crisscross import wagers as rules_of_wagers


@click.command()
@rules_option
@option_option
@click.option("--ante", type=DOLLARS, metavar="DOLLARS", help="Each ante of the first round, such as 5 or 5.50.")
@click.option("--five-card-bonus", type=DOLLARS, metavar="DOLLARS", help="Five Card Bonus of the first round.")
@click.option("--six-card-bonus", type=DOLLARS, metavar="DOLLARS", help="Six Card Bonus of the first round.")
@click.option("--bonus-spin", type=DOLLARS, metavar="DOLLARS", help="Bonus Spin of the first round, if offered.")
@click.option("--xtreme", type=DOLLARS, metavar="DOLLARS", help="Bonus Spin Xtreme of the first round, if offered.")
@click.option("--bankroll", type=DOLLARS, metavar="DOLLARS", help="Your bankroll.  [default: 100 antes]")
@click.option("--seed", metavar="TEXT", help="Seed for the decks: the same seed deals the same cards.")
@click.option("--rounds", metavar="N", type=WholeNumber(1), help="Number of rounds to play.")
@click.option("--seats", metavar="N", type=WholeNumber(1), help="Number of seats taken, yours included.  [default: 1]")
@click.option(
    "--with",
    "bot_names",
    metavar="NAMES",
    help=f"Bots for the other seats, such as card,optimal. Any of {', '.join(CRISS_CROSS_KIT.policy_names)}, or a "
    "strategy file.  [default: never-fold]",
)
@click.option("--four-color", is_flag=True, help="Give each suit its own color.")
@click.option("--save", metavar="FILE", help="Save the record of the last round in this file.")
@click.option("--resume", metavar="FILE", help="Continue the unfinished round of this record.")
@click.option("--notation", is_flag=True, help="Print each round in notation as well.")
def deal(
    *,
    rules: str,
    option: tuple[str, ...],
    ante: int | None,
    five_card_bonus: int | None,
    six_card_bonus: int | None,
    bonus_spin: int | None,
    xtreme: int | None,
    bankroll: int | None,
    seed: str | None,
    rounds: int | None,
    seats: int | None,
    bot_names: str | None,
    four_color: bool,
    save: str | None,
    resume: str | None,
    notation: bool,
) -> None:
    """Play Criss Cross Poker in this terminal.

    A resumed round uses the rules, wagers, bankroll and bots of its record. It is saved in the same file unless --save
    names another.
    """
    book = choose_book(rules, option)
    if save is not None:
        refuse_unwritable("--save", save)
    extras = {
        "five_card_bonus": five_card_bonus,
        "six_card_bonus": six_card_bonus,
        "bonus_spin": bonus_spin,
        "bonus_spin_xtreme": xtreme,
    }
    wagers = _first_wagers(book, ante, extras)
    unfinished = None
    if resume is not None:
        given = (
            "rules",
            "option",
            "ante",
            "five_card_bonus",
            "six_card_bonus",
            "bonus_spin",
            "xtreme",
            "seed",
            "seats",
        )
        _refuse_with_resume(given)
        resumed = terminal_session.resumed_round(resume)
        unfinished, seats = resumed.contest, len(resumed.contest.seats)
        bankroll = resumed.bankroll if bankroll is None else bankroll
        bot_names = resumed.players if bot_names is None else bot_names
        if seats > 1 and bot_names is None:
            raise BadInput(f"--resume: this record doesn't name the bots of its {seats} seats. Name them with --with")
        book, wagers, save = (
            unfinished.rules,
            terminal_session.placed_wagers(unfinished),
            save or records.record_of(resume),
        )
    console = open_console()
    chance: Chance = SystemChance() if seed is None else SeededChance(seed)
    visit = terminal_session.TerminalSession(
        book=book,
        chance=chance,
        console=console,
        questions=questions.Questions(book, prompts.Prompter(console)),
        pencil=drawing.Pencil.for_console(console, four_colour=four_color),
        wagers=wagers,
        bankroll=100 * entries.ante_of(book, wagers) if bankroll is None else bankroll,
        save=save,
        notation=notation,
        bots=table_bots.seat_bots(book, seats, bot_names, SystemChance() if seed is None else TextStream(seed)),
        unfinished=unfinished,
    )
    visit.play(rounds)


def _refuse_with_resume(names: Sequence[str]) -> None:
    """Refuse options that the record decides; later decks don't come from a seed."""
    context = click.get_current_context()
    given = [entry for entry in context.command.params if entry.name in names]
    for entry in given:
        if context.get_parameter_source(entry.name or "") is ParameterSource.COMMANDLINE:
            raise BadInput(f"{entry.opts[0]}: can't be combined with --resume: the record decides it")


def _first_wagers(book: rulebook.RuleBook, ante: int | None, extras: Mapping[str, int | None]) -> dict[str, int]:
    """Return the wagers that Enter bets in the first round: the smallest antes, or those of the options."""
    wagers = rules_of_wagers.smallest_wagers(book)
    if ante is not None:
        wagers = dict.fromkeys(wagers, ante)
    wagers |= {spot: cents for spot, cents in extras.items() if cents}
    entries.check_wagers(book, wagers)
    return wagers

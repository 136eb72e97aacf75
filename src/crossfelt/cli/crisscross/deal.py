"""`crossfelt deal`: one seat in the terminal, whole rounds under any rule book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click
from click.core import ParameterSource

from crossfelt.catalog.crisscross import CRISS_CROSS_KIT
from crossfelt.chance import Chance, SeededChance, SystemChance, TextStream
from crossfelt.cli.crisscross.books import choose_book, option_option, rules_option
from crossfelt.cli.shared.amounts import DOLLARS
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.streams import open_console, refuse_unwritable
from crossfelt.errors import BadInput

with deferred():
    from crossfelt.cli.crisscross import company, questions, terminal_session
    from crossfelt.cli.crisscross import wagers as entries
    from crossfelt.cli.shared import asker, drawing, records
    from crossfelt.crisscross import rulebook
    from crossfelt.crisscross import wagers as rules_of_wagers


@click.command()
@rules_option
@option_option
@click.option("--ante", type=DOLLARS, metavar="DOLLARS", help="Each ante of the first round: 5, 5.50 or '$5'.")
@click.option("--five-card-bonus", type=DOLLARS, metavar="DOLLARS", help="Five Card Bonus of the first round.")
@click.option("--six-card-bonus", type=DOLLARS, metavar="DOLLARS", help="Six Card Bonus of the first round.")
@click.option("--bonus-spin", type=DOLLARS, metavar="DOLLARS", help="Bonus Spin of the first round, where offered.")
@click.option("--xtreme", type=DOLLARS, metavar="DOLLARS", help="Bonus Spin Xtreme of the first round, where offered.")
@click.option("--bankroll", type=DOLLARS, metavar="DOLLARS", help="What you bring; 100 antes unless you say.")
@click.option("--seed", metavar="TEXT", help="The same decks for the same seed.")
@click.option("--rounds", metavar="N", type=click.IntRange(min=1), help="Leave after so many rounds.")
@click.option("--seats", metavar="N", type=click.IntRange(min=1), help="How many sit at the table, you included.")
@click.option(
    "--with",
    "company_names",
    metavar="NAMES",
    help=f"Who the others are: card,optimal. Any of {', '.join(CRISS_CROSS_KIT.policy_names)}, or a strategy file.",
)
@click.option("--four-colour", is_flag=True, help="A colour for each suit.")
@click.option("--save", metavar="FILE", help="Keep the JSON record of the last round here.")
@click.option("--resume", metavar="FILE", help="Go on with the unfinished round of this record.")
@click.option("--notation", is_flag=True, help="Print each round's notation.")
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
    company_names: str | None,
    four_colour: bool,
    save: str | None,
    resume: str | None,
    notation: bool,
) -> None:
    """Play in this terminal.

    A round that is resumed has the rule book and the wagers of its record and is saved in the same file, unless --save
    names another. The bankroll is what you had before that round. Who sits at the other seats is not in a record: name
    them again by --with.
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
        unfinished = terminal_session.resumed_round(resume)
        seats = len(unfinished.seats)
        if seats > 1 and company_names is None:
            raise BadInput(f"--resume: the round of this record has {seats} seats: say who the others are by --with")
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
        questions=questions.Questions(book, asker.Asker(console)),
        pencil=drawing.Pencil.for_console(console, four_colour=four_colour),
        wagers=wagers,
        bankroll=100 * entries.ante_of(book, wagers) if bankroll is None else bankroll,
        save=save,
        notation=notation,
        company=company.seat_company(book, seats, company_names, SystemChance() if seed is None else TextStream(seed)),
        unfinished=unfinished,
    )
    visit.play(rounds)


def _refuse_with_resume(names: Sequence[str]) -> None:
    """A record says itself under which rules and wagers its round goes on, and decks after it are fresh."""
    context = click.get_current_context()
    given = [entry for entry in context.command.params if entry.name in names]
    for entry in given:
        if context.get_parameter_source(entry.name or "") is ParameterSource.COMMANDLINE:
            raise BadInput(
                f"{entry.opts[0]}: cannot be given with --resume, which goes on with the round of its record"
            )


def _first_wagers(book: rulebook.RuleBook, ante: int | None, extras: Mapping[str, int | None]) -> dict[str, int]:
    """What Enter bets in the first round: the smallest antes, unless the options say otherwise."""
    wagers = rules_of_wagers.smallest_wagers(book)
    if ante is not None:
        wagers = dict.fromkeys(wagers, ante)
    wagers |= {spot: cents for spot, cents in extras.items() if cents}
    entries.check_wagers(book, wagers)
    return wagers

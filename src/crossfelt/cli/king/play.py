"""`crossfelt king play`: play King Cross Poker in the terminal, alone, with others or against bots."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from crossfelt.catalog.kingcross import KING_CROSS_KIT
from crossfelt.chance import Draws, SeededChance, SystemChance
from crossfelt.cli.king.score_cards import choose_score_card, describe_rules, option_option
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.numbers import SEED
from crossfelt.cli.shared.progress import compilation_shown
from crossfelt.cli.shared.streams import open_console, refuse_unwritable
from crossfelt.errors import BadInput

with deferred():
    from crossfelt.analysis.king import policies
    from crossfelt.cli.king import best_scores, match, result, resume_match
    from crossfelt.cli.shared import records
    from crossfelt.kingcross import match as matches
    from crossfelt.kingcross import rules as match_rules

if TYPE_CHECKING:
    from crossfelt.kingcross.rules import Mode

LONGEST_NAME = 12
"""Eight columns of scores have room for names of this length."""
MOST_PLAYERS = 8
"""A match may have more players (reading K16), but a terminal has no columns for them."""
MODES: dict[str, Mode] = {"communal": "communal", "own": "own_dice"}


@click.command()
@click.option("--bonus", is_flag=True, help="Bonus mode: achievements count.")
@click.option("--players", metavar="NAMES", help="Names of the people at this terminal, such as Ann,Ben.")
@click.option(
    "--variation",
    type=click.Choice(list(MODES)),
    help="For several players: one roll for all, or own dice for each.  [default: communal]",
)
@click.option(
    "--against",
    metavar="BOT",
    multiple=True,
    help=f"Add a bot: {', '.join(KING_CROSS_KIT.policy_names)}. Repeatable.",
)
@click.option("--seed", metavar="N", type=SEED, help="Random seed: the same number gives the same dice.")
@click.option("--dice", is_flag=True, help="Roll real dice and type them in, such as 7 3 or 7d.")
@click.option("--hints", is_flag=True, help="Show the best squares before every placement.")
@click.option("--record", metavar="FILE", help="Save the match to this file, finished or not.")
@click.option("--resume", metavar="FILE", help="Continue the unfinished match in this file.")
@option_option
@compilation_shown()
def play(
    *,
    bonus: bool,
    players: str | None,
    variation: str | None,
    against: tuple[str, ...],
    seed: int | None,
    dice: bool,
    hints: bool,
    record: str | None,
    resume: str | None,
    option: tuple[str, ...],
) -> None:
    """Play King Cross Poker in this terminal.

    A resumed match keeps its rules and is saved to the same file, unless --record names another. Records have no
    names: give --players and --against again.
    """
    if dice and seed is not None:
        raise BadInput("--seed and --dice: give only one of them; real dice have no seed")
    if record is not None:
        refuse_unwritable("--record", record)
    names = _names(players)
    count = len(names) + len(against)
    if count > MOST_PLAYERS:
        raise BadInput(f"{count} players are too many for one terminal: the most is {MOST_PLAYERS}")
    if count == 1 and variation is not None:
        raise BadInput("--variation: needs several players; name them with --players or --against")
    rolls: Draws = SystemChance() if seed is None else SeededChance(seed)
    if resume is None:
        mode: Mode = "solo" if count == 1 else MODES[variation or "communal"]
        rules = match_rules.MatchRules(choose_score_card(option), mode, bonus)
        contest = matches.open_match(rules, range(1, count + 1))
    else:
        if bonus or variation is not None or option:
            problem = "can't be combined with --resume, which keeps the rules of its record"
            raise BadInput(f"--bonus, --variation and --option: {problem}")
        contest = resume_match.resumed_match(resume)
        if len(contest.seats) != count:
            problem = f"{len(contest.seats)} players, not {count}: name them with --players and --against"
            raise BadInput(f"--resume: the match in this file has {problem}")
        if seed is not None:
            resume_match.skip_rolls(rolls, contest, f"--seed {seed}")
        record = record or records.record_of(resume)
    rules = contest.rules
    seated = _seated(contest.seats, names, against, rules, _company_seed(seed))
    played = match.TerminalMatch(
        contest=contest,
        players=seated,
        dice=None if dice else rolls,
        console=open_console(),
        command=_command(players, against, seed, dice=dice, hints=hints),
        always_hints=hints,
        record=record,
    )
    played.console.print(_opening(rules, seated))
    if played.play():
        result.show_result(played, best_scores.FRESH if seed is None else f"seed {seed}")
    played.close_record()


def _command(players: str | None, against: Sequence[str], seed: int | None, *, dice: bool, hints: bool) -> str:
    """Return this command line without the options that a record decides."""
    words = ["crossfelt", "king", "play"]
    words += [] if players is None else ["--players", players]
    words += [word for bot in against for word in ("--against", bot)]
    words += [] if seed is None else ["--seed", str(seed)]
    words += [name for name, is_on in (("--dice", dice), ("--hints", hints)) if is_on]
    return shlex.join(words)


def _names(players: str | None) -> list[str]:
    """Return the people at the terminal, in the order of their seats."""
    if players is None:
        return [match.ALONE]
    names = [" ".join(name.split()) for name in players.split(",")]
    faults = [
        f"--players: {name!a} isn't a valid name: use 1 to {LONGEST_NAME} characters"
        for name in names
        if not name.isprintable() or not 1 <= len(name) <= LONGEST_NAME
    ]
    if len({name.lower() for name in names}) < len(names):
        faults.append("--players: two players have the same name")
    if faults:
        raise BadInput(faults)
    return names


def _seated(
    seats: Sequence[int], names: Sequence[str], levels: Sequence[str], rules: match_rules.MatchRules, seed: int
) -> tuple[match.Player, ...]:
    """Return all players with their seats: people in the order of their names, then bots."""
    people = [match.Player(seat, name) for seat, name in zip(seats, names, strict=False)]
    if not levels:
        return tuple(people)
    known = KING_CROSS_KIT.policy_names
    if unknown := [level for level in levels if level not in known]:
        raise BadInput(f"--against: there is no bot {unknown[0]!a}: choose from {', '.join(known)}")
    taken = {name.lower() for name in names}
    company: list[match.Player] = []
    for seat, level in zip(seats[len(names) :], levels, strict=True):
        name = next(name for name in (level, *(f"{level} {n}" for n in range(2, 99))) if name not in taken)
        taken.add(name)
        company.append(match.Player(seat, name, policies.new_policy(rules.score_card, rules.bonus, level, seed + seat)))
    return (*people, *company)


def _company_seed(seed: int | None) -> int:
    """Return the seed for the bots: that of the match, or a fresh one."""
    return SystemChance().below(2**48) if seed is None else seed


def _opening(rules: match_rules.MatchRules, players: Sequence[match.Player]) -> str:
    """Return the line above the first roll: the rules and the players."""
    described = f"King Cross Poker: {describe_rules(rules)}."
    company = "" if len(players) == 1 else f" Players: {', '.join(player.name for player in players)}."
    return f"{described}{company} Type help for the rules, quit to leave."

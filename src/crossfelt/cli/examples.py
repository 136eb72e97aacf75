"""`crossfelt examples`: list the example files of the documentation, or copy them into a folder."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path

import click

from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.notes import tell_written
from crossfelt.cli.shared.streams import open_console, write_bytes
from crossfelt.errors import BadInput

with deferred():
    from crossfelt.cli.shared import drawing

FILES = {
    "round.json": "A finished round of two seats, one of them folded: for settle.",
    "royal.json": "A royal flush cut by the aggregate limit: for settle.",
    "rounds.jsonl": "Three rounds, one on each line, the last one faulty: for settle.",
    "faulty.json": "A round with several faults: settle names them all.",
    "spins.json": "A round with both progressive wagers, under wheels.toml: for settle.",
    "wheels.toml": "A rules submission that offers Bonus Spin and Bonus Spin Xtreme.",
    "harbour.toml": "A rules submission: for rules show and every --rules.",
    "unlawful.toml": "A rules submission that the rule text doesn't allow: for rules check.",
    "overreach.toml": "A rules submission that breaks four clauses: for rules check.",
    "sweep.toml": "Six variations of a rule book with three strategies: for sweep.",
    "strategies/middle-rule-of-thumb.toml": "A strategy card of three short lists: for strategy --file.",
    "other-receipt.json": "A receipt that contradicts proved-round.json: for verify --against.",
    "proved-round.json": "The record of a round with its proof: for verify, replay and dispute.",
    "bot.py": "A Criss Cross bot in sixty lines, for a running server: see the protocol page.",
    "king_bot.py": "A King Cross bot in sixty lines, for a running server: see the protocol page.",
    "learn_king.py": "Learns King Cross with numpy alone; needs the extra gym: see the environments page.",
    "king-sheet.json": "A full King Cross sheet: for king score and king sheet --filled.",
}
"""Each example file, and what it is for."""


@click.command()
@click.argument("folder", metavar="[DIR]", required=False)
@click.option("--force", is_flag=True, help="Overwrite existing files.")
def examples(folder: str | None, force: bool) -> None:
    """List the example files, or copy them into a folder.

    DIR is the folder; it is created if needed. The example commands of the documentation expect the files in a folder
    named examples: crossfelt examples examples
    """
    if folder is not None:
        _copy(folder, force)
        return
    table = drawing.plain_table("file", "what it is")
    for name, sentence in FILES.items():
        table.add_row(name, sentence)
    console = open_console()
    console.print(table)
    console.print("\nTo copy them into a folder: crossfelt examples DIR")


def _copy(folder: str, force: bool) -> None:
    targets = {name: Path(folder, name) for name in FILES}
    try:
        taken = [path for path in targets.values() if os.path.lexists(path)]
        if taken and not force:
            others = "" if len(taken) == 1 else f", and {len(taken) - 1} more"
            raise BadInput(f"{str(taken[0])!a} already exists{others}: use --force to overwrite")
        for path in targets.values():
            path.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise BadInput(f"can't create the folder {folder!a}: a file has that name") from None
    except OSError as error:
        raise BadInput(f"can't create the folder {folder!a}: {error.strerror}") from None
    except ValueError:
        raise BadInput(f"can't create the folder {folder!a}: that isn't a valid name") from None
    source = files("crossfelt").joinpath("examples")
    for name, path in targets.items():
        write_bytes(str(path), source.joinpath(name).read_bytes())
        tell_written(path)

"""`crossfelt examples`: the example files of the documentation, listed, or copied to where they can be tried."""

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
    "round.json": "A finished round of two seats, one of which folded: for settle.",
    "royal.json": "A royal flush that meets the aggregate limit: for settle.",
    "rounds.jsonl": "Three rounds, one on each line, the last with a fault: for settle.",
    "faulty.json": "A round with several faults, all of which settle names.",
    "spins.json": "A round with both progressive wagers, under wheels.toml: for settle.",
    "wheels.toml": "A rules submission that offers Bonus Spin and Bonus Spin Xtreme.",
    "harbour.toml": "A rules submission, the choices of one house: for rules show and every --rules.",
    "unlawful.toml": "A rules submission that its rule text does not allow.",
    "overreach.toml": "A rules submission that breaks four clauses of its rule text.",
    "sweep.toml": "Six variations of a rule book by three strategies: for sweep.",
    "strategies/middle-rule-of-thumb.toml": "A strategy of three short lists: for strategy --file.",
    "other-receipt.json": "A receipt that contradicts proved-round.json: for verify --against.",
    "proved-round.json": "The record of a round at a table, with its proof: for verify and replay.",
    "bot.py": "A player in sixty lines, for a running server: the protocol of tables explains it.",
    "king_bot.py": "A player of King Cross in sixty lines, for a running server: the protocol of tables explains it.",
    "learn_king.py": "Learns King Cross with numpy alone, for the extra gym: the page on environments explains it.",
    "king-sheet.json": "A full King Cross sheet: for king score and king sheet --filled.",
}
"""Each file that comes with the package, and what it is in a sentence."""


@click.command()
@click.argument("folder", metavar="[DIR]", required=False)
@click.option("--force", is_flag=True, help="Write over files that are there already.")
def examples(folder: str | None, force: bool) -> None:
    """List the example files, or copy them into a folder.

    DIR is where they go; a folder that is not there is made. Every example command of the documentation finds its files
    after: crossfelt examples examples
    """
    if folder is not None:
        _copy(folder, force)
        return
    table = drawing.plain_table("file", "what it is")
    for name, sentence in FILES.items():
        table.add_row(name, sentence)
    console = open_console()
    console.print(table)
    console.print("\ncrossfelt examples DIR copies them into a folder.")


def _copy(folder: str, force: bool) -> None:
    targets = {name: Path(folder, name) for name in FILES}
    try:
        taken = [path for path in targets.values() if os.path.lexists(path)]
        if taken and not force:
            others = "" if len(taken) == 1 else f", and {len(taken) - 1} more of them"
            raise BadInput(f"{str(taken[0])!a} is there already{others}: --force writes over what is there")
        for path in targets.values():
            path.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise BadInput(f"cannot make the folder {folder!a}: a file has that name") from None
    except OSError as error:
        raise BadInput(f"cannot make the folder {folder!a}: {error.strerror}") from None
    except ValueError:
        raise BadInput(f"cannot make the folder {folder!a}: that is no folder name") from None
    source = files("crossfelt").joinpath("examples")
    for name, path in targets.items():
        write_bytes(str(path), source.joinpath(name).read_bytes())
        tell_written(path)

"""Which score card a King Cross command runs under: `--scoring` and `--option`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from crossfelt.cli.crisscross.books import options_by_name
from crossfelt.cli.shared.streams import read_bytes

if TYPE_CHECKING:
    from crossfelt.kingcross.scorecard import ScoreCard

option_option = click.option(
    "--option", metavar="NAME=VALUE", multiple=True, help="Set a choice of the score card; repeatable."
)
scoring_option = click.option("--scoring", metavar="FILE", help="Choices of the score card from a TOML file.")


def choose_card(options: Sequence[str], scoring: str | None = None) -> ScoreCard:
    """The score card of a file or with its defaults, options on top; what cannot be read is refused together."""
    from crossfelt.kingcross.resolve import load_score_card, load_submission, parse_option

    base = load_score_card() if scoring is None else load_submission(read_bytes(scoring))
    found = options_by_name(options, lambda assignment: parse_option(base.id, assignment))
    return load_score_card(base.id, {**base.choices, **found})

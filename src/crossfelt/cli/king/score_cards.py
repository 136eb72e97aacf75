"""Which score card a King Cross command runs under: `--scoring` and `--option`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.options import options_by_name
from crossfelt.cli.shared.streams import read_bytes

with deferred():
    from crossfelt.kingcross import resolve, scorecard

option_option = click.option(
    "--option", metavar="NAME=VALUE", multiple=True, help="Set a choice of the score card; repeatable."
)
scoring_option = click.option("--scoring", metavar="FILE", help="Choices of the score card from a TOML file.")


def choose_score_card(options: Sequence[str], scoring: str | None = None) -> scorecard.ScoreCard:
    """The score card of a file or with its defaults, options on top; what cannot be read is refused together."""
    base = resolve.load_score_card() if scoring is None else resolve.load_submission(read_bytes(scoring))
    found = options_by_name(options, lambda assignment: resolve.parse_option(base.id, assignment))
    return resolve.load_score_card(base.id, {**base.choices, **found})

"""The score card of a King Cross command: `--scoring` and `--option`, and the rules in words."""

from __future__ import annotations

from collections.abc import Sequence

import click

from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.numbers import plain_assignment
from crossfelt.cli.shared.report import header_for
from crossfelt.cli.shared.streams import read_bytes
from crossfelt.rulefiles import choice_text, options_by_name

with deferred():
    from crossfelt.analysis import report_header
    from crossfelt.kingcross import resolve, scorecard
    from crossfelt.kingcross import rules as match_rules

option_option = click.option(
    "--option", metavar="NAME=VALUE", multiple=True, help="Set a choice of the score card. Repeatable."
)
scoring_option = click.option(
    "--scoring", metavar="FILE", help="Read choices of the score card from a TOML file (- for stdin)."
)


def choose_score_card(options: Sequence[str], scoring: str | None = None) -> scorecard.ScoreCard:
    """Return the score card of a file, or the default one, with the options on top; faults are reported together."""
    base = resolve.load_score_card() if scoring is None else resolve.load_submission(read_bytes(scoring))
    choices = options_by_name(
        list(map(plain_assignment, options)), lambda assignment: resolve.parse_option(base.id, assignment)
    )
    return resolve.load_score_card(base.id, {**base.choices, **choices})


def header_of_card(card: scorecard.ScoreCard) -> report_header.ReportHeader:
    """Return the header of a report under a score card; options that differ from their defaults are changes."""
    return header_for(resolve.named_score_card(card))


def describe_rules(rules: match_rules.MatchRules) -> str:
    """Return the rules as a player would name them: `solo, bonus, anarchy_scope=neighbours`."""
    score_card = rules.score_card
    changed = [
        f"{choice.name}={choice_text(score_card.choices[choice.name])}"
        for choice in resolve.choices_of(score_card.id)
        if score_card.choices[choice.name] != choice.default
    ]
    return ", ".join([rules.mode.replace("_", " "), "bonus" if rules.bonus else "base", *changed])

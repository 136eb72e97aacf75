"""`crossfelt advise`: the exact expected net of every action of a decision."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from crossfelt.cards import Card, parse_typed_cards
from crossfelt.cli.crisscross.books import choose_rules, option_option, pay_option, rules_option
from crossfelt.cli.shared.answers import csv_files, csv_option, give_answer
from crossfelt.cli.shared.gc_pause import without_collection
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.report import header_for
from crossfelt.errors import BadInput

with deferred():
    from crossfelt.analysis.crisscross import advice as analysis
    from crossfelt.analysis.crisscross import encode
    from crossfelt.analysis.crisscross.csv_tables import decisions as tables
    from crossfelt.analysis.crisscross.documents import advice as documents
    from crossfelt.cli.crisscross import advice_table

if TYPE_CHECKING:
    from rich.console import Console

MOST_BETS = 3
_BETWEEN = re.compile(r"\s*,\s*|\s+")


@click.command()
@rules_option
@option_option
@click.option("--hole", metavar="CARDS", required=True, help='Your two cards, such as "Ah Kd".')
@click.option("--across", metavar="CARDS", help="The across cards, once they are face up.")
@click.option("--down", metavar="CARDS", help="The down cards, once they are face up.")
@click.option("--bets", metavar="N,N", help="The bets so far in antes, across then down, such as 1,3.")
@pay_option
@csv_option
@json_option
@without_collection()
def advise(
    *,
    rules: str,
    option: tuple[str, ...],
    hole: str,
    across: str | None,
    down: str | None,
    bets: str | None,
    pay: tuple[str, ...],
    csv: str | None,
    as_json: bool,
) -> None:
    """Show the exact expected net of each action, and why.

    The expected net is in antes for the whole round, including what is already staked, if every later decision is the
    best one.
    """
    analyzed = choose_rules(rules, option, pay)
    scheme = analyzed.scheme
    faults: list[str] = []
    cards = {
        name: None if text is None else _cards(name, text, faults)
        for name, text in (("hole", hole), ("across", across), ("down", down))
    }
    made = _bets(bets, faults)
    if not faults and across is not None and len(made) < (1 if down is None else 2):
        faults.append(_missing_bets(scheme, down is not None))
    if faults:
        raise BadInput(faults)
    advice = analysis.advise(scheme, cards["hole"] or (), cards["across"], cards["down"], made)
    document = documents.advise_document(analyzed.book, advice)
    header = header_for(analyzed.named)
    files = csv_files(csv, header, lambda: tables.advise_tables(document))
    give_answer(header, document, lambda console: _show(console, advice), as_json=as_json, files=files)


def _cards(name: str, text: str, faults: list[str]) -> tuple[Card, ...]:
    try:
        return parse_typed_cards(text)
    except BadInput as error:
        faults.extend(f"{name}: {fault}" for fault in error.faults)
        return ()


def _bets(text: str | None, faults: list[str]) -> tuple[int, ...]:
    words = [word.lower().removesuffix("x") for word in _BETWEEN.split(text.strip())] if text else []
    if len(words) > MOST_BETS or not all(word.isascii() and word.isdecimal() and len(word) <= 3 for word in words):
        faults.append(f"bets: write the bets so far in antes, such as 1,3, not {text!a:.60}")
        return ()
    return tuple(map(int, words))


def _missing_bets(scheme: encode.Scheme, is_down_turned: bool) -> str:
    *others, most = map(str, scheme.multiples)
    multiples = f"{', '.join(others)} or {most}" if others else most
    example = scheme.multiples[0]
    if is_down_turned:
        return (
            "--bets: the across and down cards are face up, so give the bets on across and down: "
            f"{multiples} antes each, such as --bets {example},{example}"
        )
    return (
        f"--bets: the across cards are face up, so give the bet on across: {multiples} antes, such as --bets {example}"
    )


def _show(console: Console, advice: analysis.Advice) -> None:
    console.print(f"{advice.decision.capitalize()} decision: {advice.best}", style="bold")
    console.print(advice_table.advice_table(advice.values, advice.best))
    console.print()
    for sentence in advice.explained:
        console.print(sentence)

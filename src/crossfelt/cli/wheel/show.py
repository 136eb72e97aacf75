"""`crossfelt wheel show`: draw a wheel and show the return of a wager on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.crisscross.books import option_option
from crossfelt.cli.shared.answers import csv_files, csv_option, give_answer
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.report import header_for
from crossfelt.cli.wheel import choice
from crossfelt.money import dollars

with deferred():
    from crossfelt.analysis.crisscross import wheels
    from crossfelt.analysis.crisscross.csv_tables import wheels as tables
    from crossfelt.analysis.crisscross.documents import wheels as documents
    from crossfelt.cli.shared import drawing
    from crossfelt.cli.wheel import picture
    from crossfelt.printing import wheels as printed

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


@click.command()
@choice.wheel_argument
@choice.rules_option
@choice.seats_option
@choice.wager_option
@choice.event_option
@choice.out_option
@option_option
@csv_option
@json_option
def show(
    wheel: str,
    rules: str,
    seats: int,
    wager: int | None,
    event: str | None,
    out: str | None,
    option: tuple[str, ...],
    csv: str | None,
    as_json: bool,
) -> None:
    """Draw a wheel and show the exact return of a wager on it.

    WHEEL is bonus_spin_a to _d, xtreme_a to _i or xtreme_community_a to _i. Without a rules submission that uses it,
    the weights are examples and the amounts are the lowest that the rules allow.
    """
    choice.refuse_picture(out)
    _, chosen, named = choice.choose_wheel(wheel, rules, option, wager, event)
    document, header = documents.wheel_document(wheels.price(chosen, seats)), header_for(named)
    files = choice.picture_files(out, lambda: printed.wheel_svg(document))
    files += csv_files(csv, header, lambda: tables.wheel_tables(document))
    give_answer(header, document, lambda console: _show(console, document), as_json=as_json, files=files)


def _show(console: Console, document: dict[str, Any]) -> None:
    shown = [entry for entry in document["symbols"] if entry["weight"]]
    signs = printed.SIGNS[: len(shown)]
    drawn = picture.wheel_text(
        signs, [entry["weight"] for entry in shown], console.width - 2, is_ascii=console.options.ascii_only
    )
    weights = "weight (example)" if document["example"] else "weight"
    table = drawing.plain_table("", "symbol", f">{weights}", ">% of spins")
    for sign, entry in zip(signs, shown, strict=True):
        share = drawing.percent(entry["chance_in_a_spin"])
        table.add_row(sign, printed.symbol_name(entry), f"{entry['weight']:,}", share)
    console.print(drawing.section(document["title"], drawn))
    for note in document["notes"]:
        console.print(f"\n{note}")
    console.print()
    console.print(table)
    seats = document["seats"]
    count = "1 seat" if seats == 1 else f"{seats} seats"
    console.print(drawing.section(f"A wager of {dollars(document['wager_cents'])}, {count}", _figures(document)))


def _figures(document: dict[str, Any]) -> Table:
    table = drawing.plain_table("", ">")
    spins, wins = document["spin_chance"]["value"], document["hit_rate"]
    is_list = document["wheel"].startswith("xtreme_community")
    meter, slope = document["meter"], document["return_per_1000_dollars_of_meter"]
    table.add_row("triggered by", printed.event_words(document))
    table.add_row("is paid" if is_list else "spins", f"{drawing.percent(spins)} of all rounds, {choice.one_in(spins)}")
    table.add_row("wins anything", f"{drawing.percent(wins)} of all rounds")
    base = "return" if meter is None else f"return, meter at {dollars(meter['reset_cents'])}"
    table.add_row(base, f"{drawing.percent(document['return']['value'], 4)} of the wager")
    table.add_row("exactly", f"{document['return']['numerator']} / {document['return']['denominator']}")
    if document["long_run_return"] is not None:
        table.add_row("in the long run", f"{drawing.percent(document['long_run_return']['value'], 4)} of the wager")
    if slope is not None:
        table.add_row("each extra $1,000 on the meter", f"+{drawing.percent(slope, 4)} of the wager")
        table.add_row("breaks even at a meter of", printed.break_even(document["break_even_meter_cents"]))
    if document["jackpot_chance"] is not None:
        table.add_row("wins the jackpot", f"{choice.one_in(document['jackpot_chance']['value'])} rounds")
    table.add_row("standard deviation", f"{document['standard_deviation']:.4f} wagers")
    table.add_row("variance", f"{document['variance']['value']:.4f} wagers squared")
    if received := document["received_from_other_spins"]["value"]:
        table.add_row("from other seats' spins", f"+{drawing.percent(received, 4)} of the wager")
    return table

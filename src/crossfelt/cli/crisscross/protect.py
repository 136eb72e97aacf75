"""`crossfelt protect`: what careless dealing and players who share their cards cost the house."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.crisscross.books import json_option, option_option
from crossfelt.cli.crisscross.scheme import choose_scheme, house_edge, pay_option, percent, progress_bar, rules_option
from crossfelt.cli.shared.streams import json_text, open_console

if TYPE_CHECKING:
    from crossfelt.analysis.protection import Exposure, Sharing

TITLES = {
    "nothing": "nothing",
    "one_across": "one across card",
    "one_down": "one down card",
    "both_across": "both across cards",
    "middle": "the middle card",
}


@click.command()
@rules_option
@click.option(
    "--samples", type=int, metavar="N", default=2000, help="Situations sampled for shared cards, 2000; 0 for none."
)
@click.option("--seed", type=int, metavar="SEED", default=1, help="The same seed, the same situations; 1.")
@click.option("--seats", type=int, metavar="SEATS", default=6, help="Up to so many seats share their cards; 6.")
@option_option
@pay_option
@json_option
def protect(
    rules: str, samples: int, seed: int, seats: int, option: tuple[str, ...], pay: tuple[str, ...], as_json: bool
) -> None:
    """What exposed and shared cards are worth.

    Exactly, when a card is seen before the first decision; sampled, with its error, when seats show each other their
    hole cards.
    """
    from crossfelt.analysis.protection import exposures, sharing

    book, scheme = choose_scheme(rules, option, pay)
    shared: list[Sharing] = []
    if samples != 0:
        with progress_bar("sampling shared cards") as report:
            shared = sharing(scheme, samples, seed, seats, report)
    with progress_bar("solving with a card seen") as report:
        seen = exposures(scheme, report)
    if as_json:
        document = {
            "rules": book.id,
            "pay": scheme.named_pay(),
            "seen": [_seen(entry) for entry in seen],
            "shared": {
                "method": "sampled",
                "samples": samples,
                "seed": seed,
                "seats": [_shared(entry, seen[0].value) for entry in shared],
            },
        }
        print(json_text(document))
    else:
        _show(seen, shared, samples, seed)


def _seen(entry: Exposure) -> dict[str, Any]:
    return {
        "seen": entry.seen,
        "ev": {"numerator": entry.numerator, "denominator": entry.denominator, "value": float(entry.value)},
        "house_edge": house_edge(entry.value),
        "player_edge": house_edge(-entry.value),
    }


def _shared(entry: Sharing, base: Fraction) -> dict[str, Any]:
    return {
        "seats": entry.seats,
        "known_cards": entry.known_cards,
        "gain": entry.gain,
        "standard_error": entry.standard_error,
        "extra_per_card": entry.extra_per_card,
        "extra_standard_error": entry.extra_standard_error,
        "house_edge": house_edge(base + Fraction(entry.gain)),
    }


def _show(seen: list[Exposure], shared: list[Sharing], samples: int, seed: int) -> None:
    from crossfelt.cli.shared.tables import plain_table, section

    console = open_console()
    exposed = plain_table("seen before the first decision", ">house edge", ">worth to the player")
    for entry in seen:
        gain = entry.value - seen[0].value
        exposed.add_row(TITLES[entry.seen], percent(-entry.value / 2), percent(gain / 2))
    console.print(section("Exact, % of both antes", exposed))
    if shared:
        table = plain_table(">seats", ">cards known", ">house edge", ">worth", ">+-", ">each more card", ">+-")
        for row in shared:
            shares = (row.gain, row.standard_error, row.extra_per_card, row.extra_standard_error)
            edge = percent(-seen[0].value / 2 - Fraction(row.gain) / 2)
            table.add_row(str(row.seats), str(row.known_cards), edge, *(percent(share / 2) for share in shares))
        title = (
            f"Seats that share: % of both antes each, sampled, +- one standard error ({samples:,} samples, seed {seed})"
        )
        console.print(section(title, table))

"""Wheels and meters as pictures and tables, from the documents of `analysis.documents.wheels`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from crossfelt.crisscross.progressives.terms import meter_words
from crossfelt.money import dollars
from crossfelt.printing.blocks import Block, Picture, Table, Words, number, percent, words
from crossfelt.printing.charts import Axis, Sector, Series, line_chart, wheel_chart

Document = Mapping[str, Any]
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def wheel_svg(document: Document) -> str:
    """Draw the wheel of a document, without segments of weight 0."""
    total = document["total_weight"]
    shown = [entry for entry in document["symbols"] if entry["weight"]]
    sectors = [
        Sector(
            sign,
            symbol_name(entry),
            entry["weight"],
            f"weight {entry['weight']:,}, {percent(entry['weight'] / total, 3)}",
        )
        for sign, entry in zip(SIGNS, shown, strict=False)
    ]
    note = "Example weights, not of a wheel in use" if document["example"] else "Weights of the rules submission"
    alt = f"{document['title']} with {len(shown)} kinds of segment, each as wide as its weight. {note}."
    return wheel_chart(alt, document["title"], f"{note}. Percentages are of all spins.", sectors)


def meter_svg(document: Document) -> str:
    """Draw how often a meter is won before it passes an amount: exactly, and in the simulation if there was one."""
    alt = f"Share of the jackpots of {meter_words(document['meter'])} that are won before the meter passes an amount."
    curve = document["curve"]
    series = [Series("exact", [(point["cents"] / 100, point["won"]) for point in curve])]
    if "won_in_simulation" in curve[0]:
        series.append(Series("simulated", [(point["cents"] / 100, point["won_in_simulation"]) for point in curve]))
    return line_chart(
        alt,
        series,
        Axis("meter when it is won", text=lambda amount: dollars(round(100 * amount))),
        Axis("won by then, % of jackpots", text=lambda share: percent(share, 0)),
    )


def progressives_blocks(document: Document) -> Iterator[Block]:
    """Yield the part of a par sheet on progressive wagers; nothing where the house offers none."""
    part = document["progressives"]
    if part is None:
        return
    yield Words(
        "Every return is a share of one wager of the size that spins, with the meter at its reset amount. Payments to "
        "other seats are not counted. An Xtreme wager shares the Hot Spot with the other seats that make it, so its "
        "return is given for each number of seats."
    )
    for wheel in part["wheels"]:
        yield from _wheel(wheel)
    if part["meters"]:
        yield _meters(part["meters"])
        yield _costs(part["meters"])


def symbol_name(entry: Document) -> str:
    """Return a segment in words: `Jackpot, $1,000`, `$500`, `$500 and $100`."""
    symbol: str = entry["symbol"]
    if symbol.isalpha():
        return f"{symbol.capitalize()}, {dollars(entry['pays'])}"
    return " and ".join(f"${int(amount):,}" for amount in symbol.split("&"))


def event_words(document: Document) -> str:
    """Return the event that triggers a wager, in words."""
    if document["event"] == "hole_pair":
        return "a pair in the hand"
    return f"{words(document['event'])} or better on the cross"


def break_even(cents: int | None) -> str:
    """Return the break-even meter in words."""
    if cents is None:
        return "no meter"
    return dollars(cents) if cents else "any meter"


def _wheel(wheel: Document) -> Iterator[Block]:
    svg = wheel_svg(wheel)
    wager = dollars(wheel["wager_cents"])
    example = ", example weights" if wheel["example"] else ""
    yield Picture(svg, f"{wheel['title']}{example}", f"{wheel['title']}, wagers of {wager}{example}.", 0.8)
    for note in wheel["notes"]:
        yield Words(f"{wheel['title']}: {note}")
    yield Table(
        f"{wheel['title']}, wagers of {wager}{example}",
        ("symbol", ">pays", ">weight", ">% of all spins", "clause"),
        tuple(
            (
                symbol_name(entry),
                dollars(entry["pays"]),
                number(entry["weight"]),
                percent(entry["chance_in_a_spin"], 4),
                entry["clause"],
            )
            for entry in wheel["symbols"]
        ),
    )
    yield Table(
        f"{wheel['title']}: a wager of {wager}, its meter at the reset amount",
        (
            ">seats with this wager",
            ">return, % of this wager",
            ">return in the long run, % of this wager",
            ">wins anything, % of all rounds",
            ">standard deviation, wagers",
            ">break-even meter",
        ),
        tuple(
            (
                str(row["seats"]),
                percent(row["return"]["value"], 4),
                percent((row["long_run_return"] or row["return"])["value"], 4),
                percent(row["hit_rate"]["value"], 4),
                number(row["standard_deviation"], 4),
                break_even(row["break_even_meter_cents"]),
            )
            for row in wheel["by_seats"]
        ),
    )
    slope = wheel["return_per_1000_dollars_of_meter"]
    returned, variance = wheel["return"], wheel["variance"]
    grows = "" if slope is None else f" Each extra $1,000 on the meter adds {percent(slope, 4)} of this wager."
    yield Words(
        f"With one seat, exactly: return {number(returned['numerator'])} / {number(returned['denominator'])} of this "
        f"wager, variance {number(variance['value'], 4)} wagers squared. Triggered by {event_words(wheel)}.{grows}"
    )


def _meters(meters: list[Document]) -> Table:
    return Table(
        "Each meter in the long run, every seat with a wager of the size that spins",
        (
            "meter",
            ">seats and wagers",
            ">growth per round",
            ">mean rounds between jackpots",
            ">mean jackpot",
            ">half are won by",
            ">95% are won by",
        ),
        tuple(
            (
                meter_words(row["meter"]),
                _seats(row),
                cents_text(row["contribution_cents_a_round"]["value"]),
                number(row["rounds_between_jackpots"]["value"], 1),
                cents_text(row["mean_jackpot_cents"]["value"]),
                *(
                    dollars(entry["cents"])
                    for entry in row["at_hit_cents"]["quantiles"]
                    if entry["share"] in (0.5, 0.95)
                ),
            )
            for row in meters
        ),
    )


def _costs(meters: list[Document]) -> Table:
    parts = ("contributions", "reset_money", "wheel_prizes", "community_pay", "total")
    return Table(
        "Cost of the wagers to the house in the long run, % of all dollars wagered on them",
        ("meter", ">seats and wagers", *(f">{words(part)}" for part in parts)),
        tuple(
            (
                meter_words(row["meter"]),
                _seats(row),
                *(percent(row["cost_of_dollars_wagered"][part]["value"], 3) for part in parts),
            )
            for row in meters
        ),
    )


def _seats(row: Document) -> str:
    """Return seats with the same wager: `6 of $5`."""
    return f"{len(row['wagers_cents'])} of {dollars(row['wagers_cents'][0])}"


def cents_text(cents: float) -> str:
    """Return a mean amount in dollars, to the nearest cent."""
    return f"${cents / 100:,.2f}"

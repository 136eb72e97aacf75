"""`crossfelt session`: the outcome of many rounds at flat stakes, for a bankroll and for a table's hold."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.crisscross.ante_limits import note_antes
from crossfelt.cli.crisscross.books import choose_rules, option_option, pay_option, rules_option
from crossfelt.cli.shared.amounts import DOLLARS, WON_OR_LOST
from crossfelt.cli.shared.answers import csv_files, csv_option, give_answer
from crossfelt.cli.shared.gc_pause import without_collection
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.numbers import ROUNDS, SHARE, WHOLE
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.report import header_for
from crossfelt.errors import BadInput
from crossfelt.money import dollars

with deferred():
    from crossfelt.analysis.crisscross import sessions, solver, tally
    from crossfelt.analysis.crisscross.csv_tables import questions as tables
    from crossfelt.analysis.crisscross.documents import session as documents
    from crossfelt.cli.shared import drawing

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


@click.command()
@rules_option
@click.option("--rounds", type=ROUNDS, metavar="N", required=True, help="Number of rounds of one seat.")
@click.option("--bankroll-antes", type=WHOLE, metavar="N", help="Bankroll to follow, in antes.")
@click.option("--target-antes", type=WHOLE, metavar="N", help="With --bankroll-antes: stop when ahead by N antes.")
@click.option(
    "--ruin-below-antes",
    type=WHOLE,
    metavar="N",
    help="With --bankroll-antes: ruined below N antes.  [default: the most that a round can cost]",
)
@click.option(
    "--hold", type=WON_OR_LOST, metavar="DOLLARS", help="Win of a table over these rounds; negative for a loss."
)
@click.option("--ante", type=DOLLARS, metavar="DOLLARS", help="With --hold: size of one ante.")
@click.option("--dropped", type=DOLLARS, metavar="DOLLARS", help="With --hold, instead of --ante: total of all antes.")
@click.option(
    "--bet", type=DOLLARS, metavar="DOLLARS", help="With --hold, instead of --ante: all money bet, antes included."
)
@click.option("--confidence", type=SHARE, metavar="SHARE", default=0.99, show_default=True, help="Confidence level.")
@option_option
@pay_option
@csv_option
@json_option
@without_collection()
def session(
    rules: str,
    rounds: int,
    bankroll_antes: int | None,
    target_antes: int | None,
    ruin_below_antes: int | None,
    hold: int | None,
    ante: int | None,
    dropped: int | None,
    bet: int | None,
    confidence: float,
    option: tuple[str, ...],
    pay: tuple[str, ...],
    csv: str | None,
    as_json: bool,
) -> None:
    """Show how a long session ends: results, ruin, a table's hold.

    Shows the results after N rounds of optimal play at flat stakes, how long a bankroll lasts, and whether the win of a
    table is plausible. Rounds are those of one seat, each independent of the others.
    """
    if bankroll_antes is None and (target_antes is not None or ruin_below_antes is not None):
        raise BadInput("--target-antes and --ruin-below-antes need --bankroll-antes")
    analyzed = choose_rules(rules, option, pay)
    book, scheme = analyzed.book, analyzed.scheme
    plan = documents.SessionPlan(
        rounds, bankroll_antes, target_antes, ruin_below_antes, hold, ante, dropped, bet, confidence
    )
    if hold is None and plan.sizes_given:
        raise BadInput("--ante, --dropped and --bet need --hold")
    if hold is not None and plan.sizes_given != 1:
        raise BadInput("--hold needs the size of the antes: give one of --ante, --dropped and --bet")
    with progress_bar("solving") as report:
        results = sessions.round_results(scheme, tally.best_tally(solver.solve(scheme, progress=report)))
    with progress_bar("following the bankroll") if bankroll_antes is not None else nullcontext() as report:
        document = documents.planned_session(book, scheme, results, plan, report)
    note_antes(book, [] if ante is None else [ante])
    header = header_for(analyzed.named)
    files = csv_files(csv, header, lambda: tables.session_tables(document))
    give_answer(header, document, lambda console: _show(console, document), as_json=as_json, files=files)


def _show(console: Console, document: dict[str, Any]) -> None:
    rounds = document["rounds"]
    end: list[tuple[str, RenderableType]] = [
        (f"{name}, % of sessions", drawing.percent(document[name])) for name in ("ahead", "even", "behind")
    ]
    end.append(("average", drawing.won_or_lost(f"{document['mean']['value']:+.2f} antes")))
    end.append(("standard deviation", f"{document['standard_deviation']:.2f} antes"))
    for entry in document["quantiles"]:
        net = drawing.won_or_lost(f"{entry['net']:+d} antes")
        end.append((f"{drawing.percent(entry['share'], 0)} of sessions end at or below", net))
    title = f"After {rounds:,} {'round' if rounds == 1 else 'rounds'} of optimal play, one seat, flat antes"
    console.print(drawing.section(title, drawing.figures_table(end)))
    if telling := document["rounds_to_tell"]:
        exactly = f"{telling['exact']:,}" if telling["exact"] else "very many"
        console.print(
            f"\nIt takes {exactly} rounds ({telling['normal']:,} by a normal approximation) before the side with the "
            f"edge is ahead with {drawing.percent(telling['confidence'], 2)} probability."
        )
    if ruin := document["ruin"]:
        lasts = [(f"ruined: less than {ruin['ruined_below']} antes left", drawing.percent(ruin["ruined"]))]
        if ruin["target"] is not None:
            lasts.append((f"ahead by {ruin['target']} antes first", drawing.percent(ruin["reached"])))
        title = f"A bankroll of {ruin['bankroll']:,} antes, % of sessions"
        plays_on = "still playing after" if ruin["target"] is None else "neither within"
        lasts.append((f"{plays_on} {rounds:,} rounds", drawing.percent(ruin["plays_on"])))
        console.print(drawing.section(title, drawing.figures_table(lasts)))
    if hold := document["hold"]:
        band = drawing.plain_table("", ">actual", ">expected", ">lowest", ">highest")
        amounts = (dollars(hold[f"{name}_cents"]) for name in ("win", "expected", "low", "high"))
        band.add_row("win", *amounts)
        bases = {"share_of_antes_dropped": "both antes", "share_of_money_bet": "all money bet"}
        for key, base in bases.items():
            band.add_row(
                f"% of {base}", *(drawing.percent(hold[key][name]) for name in ("actual", "expected", "low", "high"))
            )
        verdict = "is within" if hold["within"] else "is OUTSIDE"
        console.print(
            drawing.section(f"Hold of a table over {rounds:,} {'round' if rounds == 1 else 'rounds'} of one seat", band)
        )
        console.print(
            f"\nThe win {verdict} the {drawing.percent(hold['confidence'], 2)} range. A result at least this far off "
            f"has a probability of {drawing.percent(hold['p_value'], 4)} (two-sided)."
        )

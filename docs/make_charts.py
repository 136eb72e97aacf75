"""Draw the charts of the analysis pages: `.venv/bin/python -m docs.make_charts`."""

from __future__ import annotations

from pathlib import Path

from crossfelt import load_rule_book
from crossfelt.analysis.crisscross.documents.wheels import meter_document, wheel_document
from crossfelt.analysis.crisscross.encode import encode
from crossfelt.analysis.crisscross.meter_runs import meter_play, meter_run
from crossfelt.analysis.crisscross.meter_simulation import simulate
from crossfelt.analysis.crisscross.solver import Solution, solve
from crossfelt.analysis.crisscross.symmetry import DEALS_PER_HOLE, hole_classes, pair_table
from crossfelt.analysis.crisscross.wheels import price, wheel_wager
from crossfelt.cards import RANKS
from crossfelt.printing.charts import for_screen
from crossfelt.printing.simulation import simulation_svg
from crossfelt.printing.wheels import meter_svg, wheel_svg
from crossfelt.simulation.chart import chart_document
from crossfelt.simulation.exact import exact_mean
from crossfelt.simulation.history import History
from crossfelt.simulation.plan import SeatStrategy, plan_of
from crossfelt.simulation.results import Counts
from crossfelt.simulation.run import prepare, run

PICTURES = Path(__file__).parent / "pictures"
FONT = 'font-family="DejaVu Sans, Verdana, sans-serif"'


STYLE = (
    "<style>.ground { fill: #fdfaf2 } text:not([fill]) { fill: #17251d } "
    "@media (prefers-color-scheme: dark) { .ground { fill: #17201b } text:not([fill]) { fill: #ece9dd } }</style>"
)


def opened(width: int, height: int, title: str) -> list[str]:
    """Return the beginning of a picture: its title, and a ground and ink for light and dark pages."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" {FONT}>',
        f"<title>{title}</title>",
        STYLE,
        f'<rect class="ground" width="{width}" height="{height}"/>',
    ]


def starting_hands(solution: Solution) -> str:
    """Draw the 169 starting hands: best action and its value in antes, suited above the diagonal."""
    best = {}
    for hole in hole_classes():
        values = solution.first_values(hole)
        best[hole.name] = (solution.first_action(hole), max(values) / DEALS_PER_HOLE)
    cell, edge = 50, 26
    size = edge + 13 * cell
    parts = opened(size, size, "Best first action and its value in antes for every starting hand")
    ranks = list(reversed(RANKS))
    for row, high in enumerate(ranks):
        middle = edge + row * cell + cell / 2
        parts.append(f'<text x="13" y="{middle + 5}" text-anchor="middle" font-size="14">{high}</text>')
        parts.append(f'<text x="{middle}" y="18" text-anchor="middle" font-size="14">{high}</text>')
        for column, low in enumerate(ranks):
            first, second = (high, low) if row <= column else (low, high)
            name = first + second + ("" if row == column else "s" if row < column else "o")
            action, value = best[name]
            shade = {0: "#d9d2c0", 1: "#eef3ea", 2: "#9cc4a6", 3: "#1f6b46"}[action]
            ink = "#ffffff" if action == 3 else "#17251d"
            x, y = edge + column * cell, edge + row * cell
            mark = "fold" if action == 0 else f"{action}x"
            inner, anchor = cell - 2, f'x="{x + cell / 2}" text-anchor="middle" fill="{ink}"'
            parts.append(f'<rect x="{x + 1}" y="{y + 1}" width="{inner}" height="{inner}" rx="5" fill="{shade}"/>')
            parts.append(f'<text y="{y + 22}" font-size="13" font-weight="bold" {anchor}>{mark}</text>')
            parts.append(f'<text y="{y + 38}" font-size="11" {anchor}>{value:+.2f}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def kinds() -> str:
    """Draw the kinds of card for an unsuited and for a suited hole."""
    parts = opened(720, 250, "Cards that act alike beside an unsuited and a suited hole")
    rows = (("mixed", "Beside A K of two suits: a kind is a rank", 30), ("suited", "Beside A K of hearts", 120))
    for shape, title, top in rows:
        table = pair_table(shape)
        parts.append(f'<text x="16" y="{top}" font-size="14" font-weight="bold">{title}</text>')
        parts.append(
            f'<text x="704" y="{top}" font-size="13" text-anchor="end">'
            f"{table.kinds} kinds, {table.pairs} kinds of pair</text>"
        )
        labels = [*reversed(RANKS), *(f"{rank}\u2665" for rank in reversed(RANKS[:11]))][: table.kinds]
        for number, (label, count) in enumerate(zip(labels, table.counts.tolist(), strict=True)):
            x, y = 16 + (number % 13) * 53, top + 10 + (number // 13) * 52
            fill = "#b3261e" if "\u2665" in label else "#14452f"
            parts.append(f'<rect x="{x}" y="{y}" width="47" height="44" rx="6" fill="{fill}"/>')
            parts.append(
                f'<text x="{x + 23.5}" y="{y + 20}" text-anchor="middle" font-size="15" fill="#fff">{label}</text>'
                f'<text x="{x + 23.5}" y="{y + 36}" text-anchor="middle" font-size="11" fill="#fff">{count} left</text>'
            )
    return "\n".join([*parts, "</svg>"]) + "\n"


def progressives() -> dict[str, str]:
    """Draw a wheel with example weights, and the distribution of its meter when it is won."""
    terms = {"wheel": "b", "community": "a", "rate_ppm": 200_000, "initial_cents": 100_000, "reset_cents": 100_000}
    book = load_rule_book("maryland", {"bonus_spin": terms})
    wager = wheel_wager(book, "bonus_spin_b")
    play = meter_play(book, wager, [500, 500, 100])
    document = meter_document(meter_run(play), simulate(play, 200_000, seed=1))
    return {
        "wheel.svg": for_screen(wheel_svg(wheel_document(price(wager)))) + "\n",
        "meter.svg": for_screen(meter_svg(document)) + "\n",
    }


def simulation() -> str:
    """Draw the running mean of six seats against the exact value, and the results of their rounds."""
    book = load_rule_book("maryland")
    prepared = prepare(plan_of(book, encode(book), 6, (SeatStrategy("optimal"),), 4_000_000, seed=1))
    history = History()

    def watch(counts: Counts) -> bool:
        nonlocal history
        history = history.after(counts)
        return True

    counts = run(prepared, watch=watch)
    return simulation_svg(chart_document(prepared, counts, exact_mean(prepared), history))


def main() -> None:
    """Write all charts."""
    for name, svg in progressives().items():
        (PICTURES / name).write_text(svg, encoding="utf-8")
    solution = solve(encode(load_rule_book("maryland")))
    (PICTURES / "starting-hands.svg").write_text(starting_hands(solution), encoding="utf-8")
    (PICTURES / "kinds.svg").write_text(kinds(), encoding="utf-8")
    (PICTURES / "simulation.svg").write_text(simulation(), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Make every picture of the documentation from the running program: `.venv/bin/python -m docs.make_pictures`.

The script serves the page, opens it in Chromium and takes pictures. The terminal picture is drawn from the output of
a seeded round of `crossfelt deal`. No picture is edited, but the rounds are chosen: the tour plays until one wins, and
makes the worst Down bet on purpose to show the coach. It needs a built page and Chromium, which `python3 dev.py test`
provides.
"""

from __future__ import annotations

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

from playwright.sync_api import Page
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from docs.browsing import Scheme, browsing, program, serving, tab
from docs.page_tour import PAGES, Tour
from docs.palette import with_palette

PICTURES = Path(__file__).parent / "pictures"
MOST_BYTES = 250_000
COLUMNS = 100

SIZES: dict[str, tuple[int, int, bool, Scheme]] = {
    "desktop": (1440, 900, False, "light"),
    "desktop at night": (1440, 900, False, "dark"),
    "phone": (390, 844, True, "light"),
    "phone at night": (390, 844, True, "dark"),
}
SIGHTS = {
    "home.png": ("home", "desktop"),
    "felt.png": ("felt-settled", "desktop"),
    "round.png": ("round", "desktop"),
    "rule-book.png": ("rule-book", "desktop"),
    "plain.png": ("plain", "desktop"),
    "king.png": ("king-play", "desktop"),
    "trainer.png": ("trainer-down", "desktop at night"),
    "company.png": ("company", "desktop at night"),
    "wheel.png": ("wheel", "phone at night"),
    "room.png": ("room", "desktop"),
    "floor.png": ("floor", "desktop"),
    "king-review.png": ("king-review", "desktop at night"),
    "felt-phone.png": ("felt-settled", "phone"),
    "king-phone.png": ("king-play", "phone at night"),
}
"""Picture of the documentation -> view of the tour and size."""

ROUND = ("--rules", "cardroom", "--seed", "18", "--rounds", "1", "--four-color")
ANSWERS = ("5 5", "3", "3", "3")
FIRST_LINE = "Middle decision"
"""The picture begins here: the two decisions before it look the same with fewer cards."""

THEME = TerminalTheme(
    background=(16, 36, 27),
    foreground=(236, 233, 221),
    normal=[
        (16, 36, 27),
        (255, 128, 115),
        (116, 217, 133),
        (232, 199, 105),
        (124, 178, 255),
        (214, 160, 232),
        (120, 214, 206),
        (236, 233, 221),
    ],
)

DRAWING = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg" role="img"
  aria-label="The end of a round of crossfelt deal in a terminal">
<style>
.{unique_id}-matrix {{
  font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: {char_height}px; line-height: {line_height}px; white-space: pre;
}}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
<rect width="100%" height="100%" rx="10" fill="#10241b"/>
<g transform="translate({terminal_x}, 24)" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""Without the window frame and web fonts that rich adds, so that the picture loads nothing from other sites."""


def main() -> int:
    """Make all pictures, and fail if one is too large."""
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / "deal.svg").write_text(draw_terminal(play_a_round()), encoding="utf-8")
    with serving() as address, browsing() as browser:
        for name, (width, height, is_phone, scheme) in SIZES.items():
            with tab(browser, width=width, height=height, is_phone=is_phone, scheme=scheme) as page:
                walk(page, address, name)
        with tab(browser, width=1280, height=900) as page:
            photograph_form(page, address, "settle.png")
            photograph_answer(page, "settled.png")
        with tab(browser, width=390, height=844, is_phone=True) as page:
            photograph_form(page, address, "settle-phone.png")
            photograph_answer(page, "settled-phone.png")
    sizes = {path.name: path.stat().st_size for path in sorted(PICTURES.iterdir())}
    for file, size in sizes.items():
        print(f"{file:<18} {size:>8,} bytes")
    return int(max(sizes.values()) > MOST_BYTES)


def play_a_round() -> str:
    """Return what a terminal shows of the round, with colors."""
    done = subprocess.run(
        [program(), "deal", *ROUND],
        input="\n".join(ANSWERS) + "\n",
        env={**os.environ, "FORCE_COLOR": "1", "COLUMNS": str(COLUMNS), "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return done.stdout


def draw_terminal(printed: str) -> str:
    """Return the last part of a round as SVG, below the command that starts it."""
    lines = Text.from_ansi(printed).split("\n")
    start = next(number for number, line in enumerate(lines) if line.plain.startswith(FIRST_LINE))
    console = Console(record=True, width=COLUMNS, file=StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text(f"$ crossfelt deal {' '.join(ROUND)}", "bold"))
    console.print(Text("...", "dim"))
    for line in lines[start:]:
        console.print(line, soft_wrap=True)
    return console.export_svg(title="", theme=THEME, code_format=DRAWING, unique_id="deal")


def walk(page: Page, address: str, size: str) -> None:
    """Take the pictures of the tour that the documentation shows at this size."""
    names = {sight: name for name, (sight, shown) in SIGHTS.items() if shown == size}
    tour = Tour(page, address, lambda sight: shoot(page, names[sight]) if sight in names else None)
    for path_of in ("home", "criss-cross", "rule-book", "plain", "compare"):
        if path_of in names:
            tour.open(PAGES[path_of])
            tour.shoot(path_of)
    if any(sight.startswith(("felt", "trainer", "round")) for sight in names):
        tour.criss_cross()
    if "wheel" in names:
        tour.wheels()
    if names.keys() & {"company", "floor"}:
        tour.company()
    if any(sight.startswith("king") for sight in names):
        tour.king_cross()
    if "room" in names:
        tour.room()


def photograph_form(page: Page, address: str, name: str) -> None:
    """Take a picture of the settling form with the example round."""
    page.goto(f"{address}#/settle?rules=cardroom")
    page.get_by_role("button", name="Example round").click()
    page.get_by_text("Ready to settle").wait_for()
    page.get_by_text("Example filled in").evaluate("note => window.scrollTo(0, note.offsetTop - 60)")
    shoot(page, name)


def photograph_answer(page: Page, name: str) -> None:
    """Take a picture of the settled round. The page scrolls to its answer, and one seat is expanded."""
    page.get_by_role("button", name="Settle the round").click()
    page.get_by_role("heading", level=2, name="Settled by").wait_for()
    page.get_by_role("region", name="Seat 1, settled").locator("summary").click()
    shoot(page, name)


def shoot(page: Page, name: str) -> None:
    """Take a picture of the visible part once fonts and answers have loaded, with the pointer out of the way."""
    page.mouse.move(0, 0)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    blank = page.context.new_page()
    (PICTURES / name).write_bytes(with_palette(blank, page.screenshot(animations="disabled")))
    blank.close()


if __name__ == "__main__":
    sys.exit(main())

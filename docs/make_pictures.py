"""Makes every picture of the documentation from the running product: `.venv/bin/python -m docs.make_pictures`.

The page is served, opened in the system's chromium and photographed; the terminal is drawn from what a seeded
round of `crossfelt deal` printed. Nothing is touched up, so a picture cannot show what the product does not do.
The page must be built and chromium installed: `python3 dev.py test` sees to both.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Literal

import dev
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from docs.palette import with_palette

PICTURES = Path(__file__).parent / "pictures"
MOST_BYTES = 250_000
COLUMNS = 100

ROUND = ("--rules", "cardroom", "--seed", "18", "--rounds", "1", "--four-colour")
ANSWERS = ("5 5", "3", "3", "3")
FIRST_LINE = "Middle decision"
"""The picture begins here; the two decisions before look the same with fewer cards."""

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
"""Without the window frame and the web fonts that rich draws by default: our pictures load nothing from elsewhere."""


def main() -> int:
    """Makes all pictures; refuses to leave one behind that is too large."""
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / "deal.svg").write_text(draw_terminal(play_a_round()), encoding="utf-8")
    with serving() as address, browsing() as browser:
        with tab(browser, width=1280, height=900) as page:
            photograph_rule_book(page, address)
            photograph_form(page, address, "settle.png")
            photograph_answer(page, "settled.png")
        with tab(browser, width=390, height=844, is_phone=True) as page:
            photograph_form(page, address, "settle-phone.png")
            photograph_answer(page, "settled-phone.png")
    sizes = {path.name: path.stat().st_size for path in sorted(PICTURES.iterdir())}
    for name, size in sizes.items():
        print(f"{name:<18} {size:>8,} bytes")
    return int(max(sizes.values()) > MOST_BYTES)


def play_a_round() -> str:
    """What a terminal shows of the round, colours included."""
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
    """The last part of a round as SVG, under the command that starts it."""
    lines = Text.from_ansi(printed).split("\n")
    start = next(number for number, line in enumerate(lines) if line.plain.startswith(FIRST_LINE))
    console = Console(record=True, width=COLUMNS, file=StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text(f"$ crossfelt deal {' '.join(ROUND)}", "bold"))
    console.print(Text("...", "dim"))
    for line in lines[start:]:
        console.print(line, soft_wrap=True)
    return console.export_svg(title="", theme=THEME, code_format=DRAWING, unique_id="deal")


def photograph_rule_book(page: Page, address: str) -> None:
    """The pay tables of one rule book."""
    page.goto(f"{address}#/rules/maryland")
    page.get_by_role("heading", level=1, name="Maryland").wait_for()
    shoot(page, "rule-book.png")


def photograph_form(page: Page, address: str, name: str) -> None:
    """The example round as it is laid out."""
    page.goto(f"{address}#/settle?rules=cardroom")
    page.get_by_role("button", name="Example round").click()
    page.get_by_text("Ready to settle").wait_for()
    page.get_by_text("Example filled in").evaluate("note => window.scrollTo(0, note.offsetTop - 60)")
    shoot(page, name)


def photograph_answer(page: Page, name: str) -> None:
    """The round of the form, settled: the page goes to its answer by itself, and one seat is unfolded."""
    page.get_by_role("button", name="Settle the round").click()
    page.get_by_role("heading", level=2, name="Settled by").wait_for()
    page.get_by_role("region", name="Seat 1, settled").locator("summary").click()
    shoot(page, name)


def shoot(page: Page, name: str) -> None:
    """What is in sight, once fonts and answers are there, and nothing lifts under the pointer."""
    page.mouse.move(0, 0)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    blank = page.context.new_page()
    (PICTURES / name).write_bytes(with_palette(blank, page.screenshot(animations="disabled")))
    blank.close()


@contextmanager
def serving() -> Iterator[str]:
    """The address of a server that runs as long as the block."""
    command = [program(), "serve", "--port", "0", "--database", "memory:"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as server:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        try:
            if found is None:
                raise SystemExit("crossfelt serve did not say where it listens")
            yield found[0]
        finally:
            server.terminate()


@contextmanager
def browsing() -> Iterator[Browser]:
    """The system's own chromium, as the browser tests start it."""
    found = dev.find_browser()
    if found is None:
        raise SystemExit("no chromium on this machine; `python3 dev.py test` installs it where it may")
    quiet = [f"--disable-{name}" for name in ("gpu", "quic", "background-networking", "component-update", "sync")]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found, chromium_sandbox=False, args=["--no-first-run", *quiet]
        )
        yield browser
        browser.close()


@contextmanager
def tab(
    browser: Browser, *, width: int, height: int, is_phone: bool = False, scheme: Literal["light", "dark"] = "light"
) -> Iterator[Page]:
    """A page of that size, without movement."""
    context: BrowserContext = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=2 if is_phone else 1,
        has_touch=is_phone,
        color_scheme=scheme,
        reduced_motion="reduce",
        locale="en-US",
    )
    yield context.new_page()
    context.close()


def program() -> str:
    """The `crossfelt` of this environment."""
    return str(Path(sys.executable).with_name("crossfelt"))


if __name__ == "__main__":
    sys.exit(main())

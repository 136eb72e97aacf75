"""Draw the icons of the page and the picture of its links: `.venv/bin/python -m docs.make_page_icons`.

All are made of the page's own mark, suits and typeface, and written to `web/public/`. Chromium must be installed.
"""

from __future__ import annotations

import base64
import re
import sys
from pathlib import Path

from playwright.sync_api import Browser

from docs.browsing import browsing, tab
from docs.palette import with_palette

WEB = Path(__file__).resolve().parents[1] / "web"
PUBLIC = WEB / "public"
FONT = WEB / "node_modules/@fontsource/source-serif-4/files/source-serif-4-latin-700-normal.woff2"
ICONS = {"touch-icon.png": 180, "icon.png": 512}
SHARE = (1200, 630)
CROSS = {"Qh": (1, 0), "As": (0, 1), "Kd": (1, 1), "Jc": (2, 1), "Th": (1, 2)}
"""Cards of the picture with column and row."""
CARD_WIDTH, CARD_HEIGHT, GAP = 112, 157, 16
COLORS = {"h": "#b3201a", "d": "#b3201a", "s": "#191d22", "c": "#191d22"}


def main() -> int:
    """Write every icon and picture."""
    mark = (PUBLIC / "mark.svg").read_text(encoding="utf-8")
    with browsing() as browser:
        for name, size in ICONS.items():
            write(browser, name, size, size, icon(mark))
        write(browser, "share.png", *SHARE, share())
    return 0


def icon(mark: str) -> str:
    """Return the mark with square corners and a margin, because each system cuts icons its own way."""
    inner = mark.partition(">")[2].rpartition("</svg>")[0]
    ground, cross = inner.replace(' rx="7"', "", 1).split("/>", 1)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="100%" height="100%">'
        f'{ground}/><g transform="translate(16 16) scale(.84) translate(-16 -16)">{cross}</g></svg>'
    )


def share() -> str:
    """Return a drawing of five cards in a cross on felt, beside the name."""
    width, height = SHARE
    suits = dict(re.findall(r"^\s+([hdsc]): '(.+)',$", (WEB / "src/shared/SuitMark.svelte").read_text("utf-8"), re.M))
    left, top = 72, (height - 3 * CARD_HEIGHT - 2 * GAP) // 2
    cards = "".join(
        card(name, suits, left + column * (CARD_WIDTH + GAP), top + row * (CARD_HEIGHT + GAP))
        for name, (column, row) in CROSS.items()
    )
    font = base64.b64encode(FONT.read_bytes()).decode()
    return f"""<style>
@font-face {{ font-family: Words; src: url(data:font/woff2;base64,{font}); }}
text {{ font-family: Words; }}
</style>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">
<rect width="{width}" height="{height}" fill="#12432f"/>
<rect x="18" y="18" width="{width - 36}" height="{height - 36}" rx="22" fill="none" stroke="#8b854f" stroke-width="2"/>
{cards}
<text x="540" y="290" font-size="128" fill="#f4efdf">Crossfelt</text>
<text x="545" y="362" font-size="42" fill="#efd797">Criss Cross Poker</text>
<text x="545" y="416" font-size="42" fill="#efd797">King Cross Poker</text>
</svg>"""


def card(name: str, suits: dict[str, str], x: int, y: int) -> str:
    """Return a card drawn like `PlayingCard.svelte`."""
    rank, suit = name.replace("T", "10")[:-1], name[-1]
    return f"""<g transform="translate({x} {y}) scale({CARD_WIDTH / 60})" fill="{COLORS[suit]}">
<rect x=".75" y=".75" width="58.5" height="82.5" rx="6.5" fill="#fdfaf1" stroke="#cfc7b2" stroke-width="1.5"/>
<text x="{10 if rank == "J" else 6}" y="27.5" font-size="29" letter-spacing="{-3 if len(rank) > 1 else 0}">{rank}</text>
<path d="{suits[suit]}" transform="translate(6 32) scale(.62)"/>
<path d="{suits[suit]}" transform="translate(22.5 43.5) scale(1.4)"/></g>"""


def write(browser: Browser, name: str, width: int, height: int, drawing: str) -> None:
    """Render a drawing of this size to a file."""
    with tab(browser, width=width, height=height) as page:
        page.set_content(f"<body style='margin:0'>{drawing}</body>")
        page.evaluate("document.fonts.ready")
        picture = page.screenshot()
        page.goto("about:blank")
        (PUBLIC / name).write_bytes(with_palette(page, picture))
    print(f"{name:<16} {(PUBLIC / name).stat().st_size:>7,} bytes")


if __name__ == "__main__":
    sys.exit(main())

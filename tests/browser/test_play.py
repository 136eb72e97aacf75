"""Games played at random: everything on the screen agrees with the server, and nothing is shown before its time.

`dev.py soak play` plays 50 rounds of each rule book and 10 King Cross games; every run plays a few.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.support.browser import random_felt, random_king
from tests.support.browser.felt_games import WHEELS, open_table
from tests.support.browser.king_games import KingTable
from tests.support.browser.random_felt import RandomFelt
from tests.support.browser.random_king import RandomKing
from tests.support.scale import report_figures, scaled

pytestmark = pytest.mark.browser

ROUNDS = scaled(3, 50)
GAMES = scaled(1, 10)
AT_A_TABLE = scaled(2, 10)
"""How many rounds are played at a table before the next one is opened, with another screen and other terms."""
SEED = 20_261_118
BOOKS = ("maryland", "massachusetts", "cardroom")
SCREENS: tuple[dict[str, Any], ...] = (
    {"viewport": {"width": 1440, "height": 900}},
    {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce"},
    {"viewport": {"width": 390, "height": 844}},
    {"viewport": {"width": 1280, "height": 720}},
)


@pytest.fixture
def contexts(browser: Browser) -> Iterator[list[BrowserContext]]:
    """Browsers that a test opened, closed after it."""
    opened: list[BrowserContext] = []
    yield opened
    for context in opened:
        context.close()


def visit(browser: Browser, contexts: list[BrowserContext], watch: str, number: int) -> Page:
    """A new visitor whose page is watched from the start."""
    context = browser.new_context(**SCREENS[number % len(SCREENS)])
    contexts.append(context)
    page = context.new_page()
    page.add_init_script(watch)
    page.on("pageerror", lambda error: page.evaluate("words => window.faults.push(words)", str(error)))
    return page


def listed(counts: Counter[str]) -> str:
    """Return the counts on one line, sorted by name."""
    return ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))


@pytest.mark.parametrize("book", BOOKS)
def test_rounds(browser: Browser, address: str, contexts: list[BrowserContext], book: str) -> None:
    random = Random(f"{book} {SEED}")
    counts: Counter[str] = Counter()
    for first in range(0, ROUNDS, AT_A_TABLE):
        number = first // AT_A_TABLE
        page = visit(browser, contexts, random_felt.WATCH, number)
        kind = random.choice(["practice", "live"])
        rules = WHEELS if book == "maryland" and number % 2 == 0 else book
        open_table(page, address, rules=rules, table_kind=kind, holds="never")
        player = RandomFelt(page, address, random)
        for round_number in range(first, min(first + AT_A_TABLE, ROUNDS)):
            try:
                player.play()
            except BaseException:
                print(
                    f"{book}, round {round_number + 1}, seed {SEED}, a {kind} table on {SCREENS[number % len(SCREENS)]}"
                )
                raise
        counts += player.counts
    report_figures(f"{book}: {listed(counts)}")


def test_king_games(browser: Browser, address: str, contexts: list[BrowserContext]) -> None:
    random = Random(SEED)
    counts: Counter[str] = Counter()
    for game in range(GAMES):
        page = visit(browser, contexts, random_king.WATCH, game)
        mode = ("solo", "communal", "own_dice")[game % 3]
        table = KingTable(page.context, address, mode=mode, seats=1 if mode == "solo" else 3)
        for seat, policy in () if mode == "solo" else ((2, "random"), (3, "greedy")):
            table.ask({"kind": "add_bot", "seat": seat, "policy": policy})
        page.goto(table.page)
        player = RandomKing(page, address, random)
        try:
            player.play()
        except BaseException:
            print(f"game {game + 1}, seed {SEED}, {mode} on {SCREENS[game % len(SCREENS)]}")
            raise
        counts += player.counts
    report_figures(f"King Cross: {listed(counts)}")

"""Take a picture of every page and state: `.venv/bin/python -m docs.page_tour FOLDER`.

The tour really plays: it bets on rounds, fills sheets and opens tables. Run as a script it takes every picture at
phone and desktop size, in light and dark. `make_pictures` uses it for the few pictures that the documentation shows.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from secrets import token_hex
from typing import Any

from playwright.sync_api import Locator, Page, expect

from docs.browsing import Scheme, browsing, serving, tab

PAGES = {
    "home": "",
    "criss-cross": "#/criss-cross",
    "strategy": "#/criss-cross/strategy",
    "king": "#/king",
    "daily": "#/king/daily",
    "paper": "#/king/paper",
    "tables": "#/tables",
    "new-table": "#/tables/new",
    "me": "#/me",
    "rounds": "#/rounds",
    "rules": "#/rules",
    "hands": "#/rules/hands",
    "plain": "#/rules/maryland/plain",
    "rule-book": "#/rules/maryland/pays",
    "wagers": "#/rules/maryland/wagers",
    "deal": "#/rules/maryland/round",
    "settlement": "#/rules/maryland/settlement",
    "irregularities": "#/rules/maryland/irregularities",
    "choices": "#/rules/maryland/choices",
    "procedure": "#/rules/maryland/procedure",
    "readings": "#/rules/maryland/readings",
    "clauses": "#/rules/maryland/clauses",
    "compare": "#/rules/compare?a=maryland&b=cardroom",
    "king-rules": "#/rules/king-cross",
    "settle": "#/settle?rules=cardroom",
    "nowhere": "#/nowhere",
}
ROLLS = 24
HALF_WAY = 15
SEATS = 6
MOST_ROUNDS = 12
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
EVERY_ROUND_SPINS = (
    (files("crossfelt.examples") / "wheels.toml")
    .read_text(encoding="utf-8")
    .replace("[choices.xtreme]", '[choices.xtreme]\nevent = "high_card"')
)
"""The example submission with both progressive wagers, changed so that every cross sets off the wheel."""
WAITING = re.compile("Opening|Fetching|Loading|Analyzing|Solving|Going to|Looking")


class Tour:
    """One visitor. `shoot` is called with the name of each view once it has loaded."""

    def __init__(self, page: Page, address: str, shoot: Callable[[str], None]) -> None:
        self.page, self.address, self.shoot = page, address, shoot

    def all(self) -> None:
        """Take every picture."""
        self.pages()
        self.menu()
        self.criss_cross()
        self.guest()
        self.wheels()
        self.king_cross()
        self.room()
        # Last, because the server refuses advice to a guest in a round of a live table.
        self.company()

    def pages(self) -> None:
        """Pages that need no play."""
        for name, path in PAGES.items():
            self.open(path)
            self.shoot(name)

    def menu(self) -> None:
        """The menu with settings and further pages."""
        self.open("")
        self.page.get_by_label("Menu and settings").click()
        self.shoot("menu")

    def open(self, path: str) -> None:
        """Open an address and wait until everything has loaded."""
        self.page.goto("about:blank")
        self.page.goto(self.address + path)
        expect(self.page.get_by_role("heading", level=1).first).to_be_attached()
        expect(self.page.get_by_role("status").filter(has_text=WAITING)).to_have_count(0, timeout=120_000)

    def criss_cross(self) -> None:
        """Rounds at a practice table: from the home page to a winning receipt and the verified round."""
        self.open("")
        self.page.get_by_role("button", name="Deal me in").click()
        for line in ("Across", "Down", "Middle"):
            expect(self.prompt(line)).to_be_visible(timeout=15_000)
            self.see(f"felt-{line.lower()}")
            values = self.advice()["ev"]
            bets = [action for action in values if action != "fold"]
            # Choose the worst Down bet, so that the coach has something to say.
            self.decide((min if line == "Down" else max)(bets, key=values.__getitem__)[0], line)
        expect(self.again).to_be_visible(timeout=15_000)
        for _ in range(MOST_ROUNDS):
            if "+$" in self.net():
                break
            self.again.click()
            self.play_well()
        self.see("felt-settled")
        self.button("Change").click()
        expect(self.button("Deal")).to_be_visible()
        self.see("felt-bet")
        self.open("#/rounds")
        self.page.get_by_role("main").locator("a[href*='#/rounds/']").first.click()
        verify = self.button("Verify this round")
        expect(verify.or_(self.page.get_by_text("holds")).first).to_be_visible()
        if verify.count():
            verify.click()
        self.see("round")

    def guest(self) -> None:
        """The pages of a guest who has played: wallet, statement and rounds."""
        self.open("#/me")
        self.see("me-guest")
        self.open("#/rounds")
        self.see("rounds-played")

    def wheels(self) -> None:
        """A table with both progressive wagers where every cross sets off the Community wheel."""
        self.become_guest()
        terms = open_terms("criss-cross", EVERY_ROUND_SPINS, kind="practice", seats=1)
        table = self.ask("tables", terms)["info"]["table"]
        self.at(table, {"kind": "sit", "seat": 1})
        self.open(f"#/table/{table}")
        for spot in ("ante_across", "bonus_spin", "bonus_spin_xtreme"):
            self.page.locator(f"[data-spot={spot}]").click()
        self.see("felt-meters")
        self.button("Deal").click()
        for line in ("Across", "Down", "Middle"):
            expect(self.prompt(line)).to_be_visible(timeout=15_000)
            self.decide("1")
        expect(self.page.get_by_role("heading", name="The Community wheel spins")).to_be_visible(timeout=15_000)
        self.shoot("wheel")

    def become_guest(self) -> None:
        """Sign in as a guest, unless already signed in."""
        if not self.page.request.get(f"{self.address}api/me").ok:
            self.ask("guests", {"name": "Ada"})
            self.open("")

    def prompt(self, line: str) -> Locator:
        """The prompt for a decision."""
        return self.page.get_by_text(re.compile(f"^Bet on (the )?{line}")).filter(visible=True).first

    @property
    def again(self) -> Locator:
        """The button that starts the next round."""
        return self.button("Same again")

    def net(self) -> str:
        """The net result of the round as the page shows it."""
        return self.page.locator(".net").filter(visible=True).first.inner_text()

    def decide(self, key: str, line: str | None = None) -> None:
        """Make a decision, and continue if the coach pauses."""
        self.page.keyboard.press(key)
        self.page.wait_for_timeout(1_500)
        held = self.page.get_by_role("button", name=re.compile("^(Turn the cards?|Continue)")).filter(visible=True)
        if held.count():
            if line is not None:
                self.see(f"trainer-{line.lower()}")
            held.first.click()

    def play_well(self) -> None:
        """Play a whole round by the advice."""
        expect(self.prompt("Across")).to_be_visible(timeout=15_000)
        while True:
            expect(self.prompt("").or_(self.again).first).to_be_visible(timeout=15_000)
            if self.again.count():
                return
            self.decide(self.advice()["best"][0])

    def advice(self) -> Any:
        """Return the server's advice at the table of this page."""
        table = self.page.url.rsplit("/", 1)[1].split("?")[0]
        return self.ask(f"tables/{table}/advice", None)

    def company(self) -> None:
        """A live table with five bots: in the lobby, on the felt, and in the floor manager's view."""
        self.become_guest()
        table = self.ask("tables", open_terms("criss-cross", "maryland", kind="live", seats=SEATS))["info"]["table"]
        self.at(table, {"kind": "sit", "seat": 3})
        bots = [bot["policy"] for bot in self.get("bots")["bots"] if bot["game"] == "criss-cross"]
        for number, seat in enumerate(seat for seat in range(1, SEATS + 1) if seat != 3):
            self.at(table, {"kind": "add_bot", "seat": seat, "policy": bots[number % len(bots)]})
        self.open("#/tables")
        self.see("lobby")
        self.open(f"#/table/{table}?deal=1")
        prompt = self.page.get_by_text(re.compile("^Bet on")).filter(visible=True).first
        expect(prompt).to_be_visible(timeout=60_000)
        self.see("company")
        self.button("Table menu").click()
        self.see("table-menu")
        self.button("Floor").click()
        self.see("floor")
        self.page.keyboard.press("Escape")

    def king_cross(self) -> None:
        """A King Cross sheet played by the hints, and its review."""
        self.open("")
        self.page.get_by_role("button", name="Roll the dice").click()
        self.page.wait_for_url("**/table/**")
        for roll in range(1, ROLLS + 1):
            expect(
                self.page.get_by_text(f"Roll {roll} of {ROLLS}", exact=True).filter(visible=True).first
            ).to_be_visible()
            best = self.advice()["best"]
            self.choose(best["square"], best["card"])
            if roll == HALF_WAY:
                self.see("king-play")
                self.page.keyboard.press("h")
                expect(self.button("Hide")).to_be_visible(timeout=30_000)
                self.see("king-hint")
            self.button("Place ").click()
        expect(self.page.get_by_role("link", name="Review the game")).to_be_visible()
        self.see("king-finished")
        self.page.get_by_role("link", name="Review the game").click()
        expect(self.page.get_by_role("main")).to_contain_text("hindsight", timeout=120_000)
        self.see("king-review")

    def room(self) -> None:
        """A room with shared dice: the seats before the start, and the first roll."""
        terms = open_terms("king-cross", "king-cross", kind="practice", seats=4)
        room = self.ask("tables", terms | {"options": {"mode": "communal", "bonus": True}})["info"]["table"]
        self.at(room, {"kind": "sit", "seat": 1})
        bots = [bot["policy"] for bot in self.get("bots")["bots"] if bot["game"] == "king-cross"]
        for seat, policy in enumerate(bots[:3], start=2):
            self.at(room, {"kind": "add_bot", "seat": seat, "policy": policy})
        self.open(f"#/table/{room}")
        self.see("room-gathering")
        self.button("I’m ready").click()
        expect(self.page.get_by_text(f"Roll 1 of {ROLLS}", exact=True).filter(visible=True).first).to_be_visible()
        self.see("room")

    def choose(self, square: str, card: str) -> None:
        """Select a square of the sheet; choose the card first if the roll is wild."""
        if self.page.get_by_role("radiogroup").count():
            choice = self.page.get_by_role("radio", name=re.compile(spoken(card), re.IGNORECASE))
            (choice if choice.count() else self.page.get_by_role("radio", disabled=False)).first.click()
        self.page.locator(f"[data-square='{square}']").first.click()

    def see(self, name: str) -> None:
        """Take a picture once cards and chips have stopped moving."""
        self.page.wait_for_timeout(900)
        self.shoot(name)

    def button(self, name: str) -> Locator:
        """Return the enabled button whose name begins with this text."""
        return self.page.get_by_role("button", name=re.compile(f"^{name}")).filter(visible=True)

    def get(self, path: str) -> Any:
        """GET a route of the server."""
        return self.page.request.get(f"{self.address}api/{path}").json()

    def ask(self, path: str, body: dict[str, Any] | None) -> Any:
        """POST to a route of the server."""
        answer = self.page.request.post(f"{self.address}api/{path}", data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def at(self, table: str, request: dict[str, Any]) -> None:
        """Send a request to a table."""
        self.ask(f"tables/{table}/ask", {"id": token_hex(16), "request": request})


def open_terms(game: str, rules: str, *, kind: str, seats: int) -> dict[str, Any]:
    """Terms of a private table."""
    return {
        "id": token_hex(16),
        "title": "Friday",
        "game": game,
        "table_kind": kind,
        "rules": rules,
        "is_private": True,
        "host_rules": True,
        "seat_count": seats,
        "pace_ms": 100,
    }


RANKS = dict(
    zip(
        "A23456789TJQK",
        ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"],
        strict=True,
    )
)
SUITS = {"h": "hearts", "c": "clubs", "d": "diamonds", "s": "spades"}


def spoken(card: str) -> str:
    """Return the name of a card on the page, such as `ten of hearts`."""
    return f"{RANKS[card[0]]} of {SUITS[card[1]]}"


def main(folder: Path) -> int:
    """Take every picture into a folder, at both sizes and in both color schemes."""
    folder.mkdir(parents=True, exist_ok=True)
    with serving() as address, browsing() as browser:
        for scheme in SCHEMES:
            for width, height in ((390, 844), (1440, 900)):
                with tab(browser, width=width, height=height, scheme=scheme) as page:
                    Tour(page, address, Camera(page, folder, f"{width}-{scheme}").take).all()
    return 0


class Camera:
    """Return a function that saves pictures of a page, named by view and page size."""

    def __init__(self, page: Page, folder: Path, size: str) -> None:
        self.page, self.folder, self.size = page, folder, size

    def take(self, sight: str) -> None:
        """Take a picture of the page once the fonts are loaded."""
        self.page.evaluate("document.fonts.ready")
        self.page.screenshot(path=self.folder / f"{sight}-{self.size}.png", animations="disabled")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))

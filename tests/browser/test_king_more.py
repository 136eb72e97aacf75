"""King Cross beside its tables: the daily sheet, a game with real dice, the review, and the page of the game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from crossfelt.cards import card_name
from crossfelt.kingcross.casefile import score_case
from crossfelt.kingcross.dice import daily_dice
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.sheet import BLANK_SHEET, Sheet, square_name
from tests.support.browser.accessibility import Scheme, violations
from tests.support.browser.king_games import KingTable
from tests.support.cli.program import run

pytestmark = pytest.mark.browser

DAY = "2026-11-15"
GAME = f"{DAY}-bonus"
ROLLS = [roll.card for roll in daily_dice(DAY)]


def played(count: int) -> tuple[Sheet, list[dict[str, str]]]:
    """The day's first rolls, each on the last square that takes it."""
    sheet, placements = BLANK_SHEET, []
    for rolled in ROLLS[:count]:
        square, card = sheet.placements(rolled, may_be_king=False)[-1]
        sheet = sheet.place(square, card)
        placements.append({"rolled": card_name(rolled), "square": square_name(square), "card": card_name(card)})
    return sheet, placements


def bring(
    page: Page, address: str, name: str, count: int, day: str | None = DAY, bonus: bool = True
) -> list[dict[str, str]]:
    """A browser in which part of a game was played before."""
    placements = played(count)[1]
    game = {"day": day, "bonus": bonus, "placements": placements, "rolled": None, "hinted": [], "settled": None}
    page.goto(address)
    page.evaluate(
        "([name, game]) => localStorage.setItem(`crossfelt.king.game.${name}`, JSON.stringify(game))", [name, game]
    )
    return placements


def stored(page: Page, name: str) -> Any:
    """The game as the browser keeps it."""
    return json.loads(page.evaluate(f"localStorage.getItem('crossfelt.king.game.{name}')"))


def place(page: Page) -> None:
    """Places the roll that waits on the first square that takes it."""
    expect(page.get_by_role("button", name=re.compile("^Choose a"))).to_be_visible()
    if page.get_by_role("radiogroup").count():
        page.get_by_role("radio", disabled=False).first.click()
    page.get_by_role("gridcell", name=re.compile(r", open\.")).first.click()
    page.get_by_role("button", name=re.compile("^Place ")).click()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Scores of the terminal are kept in a folder of the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def test_a_day_is_played_to_its_end_and_shared_as_in_the_terminal(page: Page, address: str, home: Path) -> None:
    assert home.is_dir()
    bring(page, address, GAME, 22)
    page.goto(f"{address}#/king/daily/{GAME}")
    place(page)
    expect(page.get_by_text("Roll 24 of 24", exact=True).filter(visible=True)).to_be_visible()
    page.reload()
    expect(page.get_by_text("Roll 24 of 24", exact=True).filter(visible=True)).to_be_visible()
    place(page)
    expect(page.get_by_role("heading", name=re.compile(r"^[\d,]+ points$"))).to_be_visible()
    typed = "".join(
        f"{entry['square']} {entry['card']}\n" if entry["card"] != entry["rolled"] else f"{entry['square']}\n"
        for entry in stored(page, GAME)["placements"]
    )
    output = run("king", "daily", "--date", DAY, "--bonus", given=typed).out
    shared = page.get_by_label("Text to share").text_content()
    assert output.split("To share:\n")[1] == f"{shared}\n"
    page.goto(f"{address}#/king/daily")
    page.get_by_role("button", name="Bonus points").click()
    total = stored(page, GAME)["settled"]["score"]["total"]
    expect(page.get_by_role("link", name=f"Sunday, November 15: {total:,} points")).to_be_visible()
    # A player who plays it again knows its dice, and the result says so.
    page.get_by_role("link", name=f"Sunday, November 15: {total:,} points").click()
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_text("Roll 1 of 24", exact=True).filter(visible=True)).to_be_visible()


def test_a_day_is_played_by_keyboard_and_kept_over_a_reload(page: Page, address: str) -> None:
    page.goto(f"{address}#/king/daily/{DAY}-base")
    expect(page.get_by_text("Roll 1 of 24", exact=True).filter(visible=True)).to_be_visible()
    for key in ("b", "2", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_text("Roll 2 of 24", exact=True).filter(visible=True)).to_be_visible()
    page.reload()
    expect(page.get_by_text("Roll 2 of 24", exact=True).filter(visible=True)).to_be_visible()
    expect(page.get_by_role("gridcell", name=re.compile("^b2, "))).to_be_visible()
    assert [entry["square"] for entry in stored(page, f"{DAY}-base")["placements"]] == ["b2"]


def test_a_day_to_come_has_no_sheet(page: Page, address: str) -> None:
    page.goto(f"{address}#/king/daily/9999-01-01-base")
    expect(page.get_by_text("9999-01-01 is in the future")).to_be_visible()


def test_real_dice_are_entered_by_tap_and_by_keys(page: Page, address: str) -> None:
    page.goto(f"{address}#/king/paper")
    page.get_by_role("button", name="7, seven").click()
    page.get_by_role("button", name="3, diamonds").click()
    page.get_by_role("gridcell", name=re.compile("^b2, open")).click()
    page.get_by_role("button", name="Place on b2").click()
    expect(page.get_by_text("Roll 2 of 24: what do your dice show?")).to_be_visible()
    for key in ("q", "s"):
        page.keyboard.press(key)
    expect(page.get_by_text("Queen of spades", exact=True)).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Roll 2 of 24: what do your dice show?")).to_be_visible()
    for key in ("7", "d"):
        page.keyboard.press(key)
    page.get_by_role("gridcell", name=re.compile("^b3, closed")).click()
    expect(page.get_by_text("Hand 2 already has").first).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("gridcell", name=re.compile("^b2, open"))).to_be_visible()
    page.reload()
    expect(page.get_by_role("gridcell", name=re.compile("^b2, open"))).to_be_visible()


def test_a_paper_game_is_coached_and_scored(page: Page, address: str) -> None:
    bring(page, address, "paper", 23, day=None)
    page.goto(f"{address}#/king/paper")
    name = card_name(ROLLS[23])
    expect(page.get_by_text("Roll 24 of 24: what do your dice show?")).to_be_visible()
    for key in (name[0].replace("T", "0").lower(), name[1]):
        page.keyboard.press(key)
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("region", name="Hint").first).to_be_visible()
    place(page)
    expect(page.get_by_role("heading", name=re.compile(r"^[\d,]+ points$"))).to_be_visible()
    game = stored(page, "paper")
    grid: list[list[str]] = [["K"] * 5 for _ in range(5)]
    for entry in game["placements"]:
        grid[int(entry["square"][1]) - 1]["abcde".index(entry["square"][0])] = entry["card"]
    scored = score_case({"grid": grid, "bonus": True}, load_score_card())
    assert game["settled"]["score"]["total"] == scored["total"]
    assert game["hinted"] == [24]


def summed(page: Page) -> list[int]:
    """Expected, luck, lost and total, as the page shows them."""
    texts = page.locator(".sums dd").all_inner_texts()
    signs = [-1 if "minus" in text else 1 for text in texts]
    return [sign * int(re.sub(r"\D", "", text)) for sign, text in zip(signs, texts, strict=True)]


def reviewed(record: dict[str, Any], tmp_path: Path) -> dict[str, Any]:
    """The review of a record by the command."""
    file = tmp_path / "match.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    answer: dict[str, Any] = run("king", "review", str(file), "--no-best", "--json").document["seats"][0]
    return answer


def check_review(page: Page, review: dict[str, Any]) -> None:
    expected, luck, lost, total = summed(page)
    assert (expected, -lost, total) == (round(review["start"]), round(review["points_lost"]), review["total"])
    assert expected + luck + lost == total and abs(luck - review["luck"]) <= 1
    steps = page.get_by_role("list", name="All rolls").get_by_role("button")
    assert steps.count() == 24
    for number, move in enumerate(review["moves"]):
        words = steps.nth(number).get_attribute("aria-label") or ""
        assert f"on {move['square']}," in words
        lost_words = "nothing lost" if move["loss"] < 0.05 else f"{move['loss']:,.1f} lost"
        assert words.endswith(lost_words), (words, move["loss"])


def test_the_review_adds_up_and_agrees_with_the_command(page: Page, address: str, tmp_path: Path) -> None:
    placements = bring(page, address, GAME, 24)
    page.goto(f"{address}#/king/review/local/{GAME}")
    expect(page.get_by_role("list", name="All rolls")).to_be_visible(timeout=60_000)
    body = {"placements": placements, "bonus": True}
    review = reviewed(page.request.post(f"{address}api/king/match", data=body).json()["record"], tmp_path)
    check_review(page, review)
    first = next(move["number"] for move in review["moves"][1:] if move["loss"] >= 1)
    page.keyboard.press("m")
    heading = page.get_by_role("heading", name=re.compile("^Roll "))
    expect(heading).to_contain_text(f"Roll {first}:")
    page.keyboard.press("ArrowRight")
    expect(heading).to_contain_text(f"Roll {first + 1}:")
    page.keyboard.press("ArrowLeft")
    expect(heading).to_contain_text(f"Roll {first}:")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Replay")).to_be_visible()
    expect(page.get_by_text(re.compile("can score more"))).to_be_visible(timeout=60_000)


def test_a_round_of_a_table_is_reviewed(page: Page, address: str, tmp_path: Path) -> None:
    table = KingTable(page.context, address)
    firsts: list[str] = []

    def is_second_game(sheet: dict[str, Any], _: list[dict[str, str]]) -> bool:
        firsts.extend(sheet["rolls"] if len(sheet["rolls"]) == 1 else [])
        return len(firsts) == 2

    table.play_until(is_second_game)
    name = page.request.get(f"{address}api/me/rounds").json()["rounds"][-1]["round"]
    page.goto(f"{address}#/king/review/{name}")
    expect(page.get_by_role("list", name="All rolls")).to_be_visible(timeout=60_000)
    judged = reviewed(page.request.get(f"{address}api/rounds/{name}/record").json(), tmp_path)
    check_review(page, judged)
    expect(page.get_by_label("Text to share")).to_contain_text(f"King Cross with bonus points: {judged['total']:,}")
    page.goto(f"{address}#/rounds/{name}")
    sheet = page.get_by_role("region", name="Sheet: You").get_by_role("img")
    expect(sheet).to_have_attribute("aria-label", re.compile("^You: a1, empty.*c3, the printed King"))


def test_the_page_of_the_game_leads_everywhere(page: Page, address: str) -> None:
    page.goto(f"{address}#/king")
    for name, path in (("Daily sheet", "#/king/daily"), ("With real dice", "#/king/paper")):
        expect(page.get_by_role("link", name=name)).to_have_attribute("href", path)
    levels = page.get_by_role("region", name="Against a bot").get_by_role("button")
    expect(levels).to_have_count(7)
    sheets = page.get_by_role("link", name="Open PDF").get_attribute("href")
    assert page.request.get(f"{address}{sheets}").body().startswith(b"%PDF-")
    page.get_by_role("button", name="Greedy").click()
    expect(page.get_by_text("Roll 1 of 24", exact=True).filter(visible=True)).to_be_visible()


@pytest.fixture(params=["light", "dark"])
def scheme(request: pytest.FixtureRequest) -> Scheme:
    """By day and by night."""
    result: Scheme = request.param
    return result


@pytest.fixture(params=[(390, 844), (1440, 900)], ids=["phone", "desk"])
def seen(browser: Browser, scheme: Scheme, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page of each size in each scheme."""
    width, height = request.param
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    yield context.new_page()
    context.close()


def test_every_page_is_for_everybody(seen: Page, address: str) -> None:
    bring(seen, address, GAME, 24)
    bring(seen, address, f"{DAY}-base", 20, bonus=False)
    bring(seen, address, "paper", 9, day=None)
    waits_for = {
        "#/king": seen.get_by_role("button", name="Champion"),
        "#/king/daily": seen.get_by_role("heading", level=1),
        f"#/king/daily/{GAME}": seen.get_by_role("button", name="Copy text"),
        f"#/king/daily/{DAY}-base": seen.get_by_role("gridcell").first,
        "#/king/paper": seen.get_by_text("what do your dice show?"),
        f"#/king/review/local/{GAME}": seen.get_by_role("list", name="All rolls"),
    }
    for path, sign in waits_for.items():
        seen.goto(f"{address}{path}")
        expect(sign).to_be_visible(timeout=60_000)
        assert violations(seen) == [], path
        assert seen.evaluate("document.documentElement.scrollWidth <= innerWidth"), path

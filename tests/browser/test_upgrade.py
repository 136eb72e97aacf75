"""A page that is open while the server is upgraded says so, and loses nothing; so does one without a network."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, WebSocket, expect
from web import toolchain

from crossfelt.http.page import FOLDER
from tests.support.browser.company import OwnServer
from tests.support.browser.page_servers import pictured

pytestmark = pytest.mark.browser

UPGRADE = """
from functools import partial
from pathlib import Path
import crossfelt
crossfelt.__version__ = {version!r}
from crossfelt.http import server
server.create_app = partial(server.create_app, page=Path({folder!r}))
"""
NEW = "9.9.9"


def scripts_of(folder: Path, *names: str) -> set[str]:
    return {path.name for name in names for path in (folder / "assets").glob(f"{name}-*.js")}


def test_page_from_before_an_upgrade_offers_to_reload(context: BrowserContext, tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    shutil.copytree(FOLDER, old)
    toolchain.build_into(new, NEW)
    parts = "Rules", "Table", "Felt"
    assert scripts_of(old, *parts) and not scripts_of(old, *parts) & scripts_of(new, *parts)
    page = context.new_page()
    sockets: list[WebSocket] = []

    def keep(socket: WebSocket) -> None:
        sockets.append(socket)

    page.on("websocket", keep)
    server = OwnServer(tmp_path)
    server.start(UPGRADE.format(version=toolchain.version(), folder=str(old)))
    try:
        page.goto(server.address)
        page.get_by_role("button", name="Deal me in").click()
        expect(page.get_by_role("button", name=re.compile("on Across")).first).to_be_visible()
        page.evaluate("window.stayed = true")
        expect(page.get_by_role("button", name="Reload")).to_have_count(0)
        server.kill()
        server.start(UPGRADE.format(version=NEW, folder=str(new)))
        # In mid-hand the table stays and can be played; only the notice is new.
        expect(page.get_by_role("banner").get_by_text("New version: reload")).to_be_visible(timeout=20_000)
        pictured(page, "upgrade-table")
        with sockets[-1].expect_event("framereceived", lambda text: '"kind":"done"' in text):
            page.get_by_role("button", name=re.compile("on Across")).first.click()
        # The old page has never loaded this part, and the server doesn't have it any more.
        page.evaluate("location.hash = '#/rules/maryland'")
        expect(page.get_by_role("heading", name="New version: reload")).to_be_visible()
        pictured(page, "upgrade-missing")
        assert page.evaluate("window.stayed"), "the page reloaded on its own"
        page.get_by_role("main").get_by_role("button", name="Reload").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Maryland")
        expect(page.get_by_role("button", name="Reload")).to_have_count(0)
    finally:
        server.kill()


def test_offline_is_said_within_three_seconds_on_every_page(address: str, context: BrowserContext) -> None:
    # Without the fixture of that name: the browser itself reports what it could not fetch.
    page = context.new_page()
    notice = page.get_by_role("banner").get_by_text("You’re offline.")
    page.goto(address)
    page.get_by_role("button", name="Deal me in").hover()
    page.get_by_role("button", name="Deal me in").click()
    expect(page.get_by_role("button", name=re.compile("on Across")).first).to_be_visible()
    for back_to in ("#/", page.url[page.url.index("#") :]):
        context.set_offline(True)
        expect(notice).to_be_visible(timeout=3_000)
        expect(page.get_by_role("alert")).to_contain_text("You’re offline.")
        pictured(page, f"offline-{len(back_to)}")
        context.set_offline(False)
        expect(notice).to_have_count(0)
        expect(page.get_by_role("alert")).to_contain_text("You’re back online.")
        page.evaluate("hash => { location.hash = hash }", back_to)

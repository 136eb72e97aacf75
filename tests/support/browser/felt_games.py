"""Rounds of Criss Cross in a browser: opening tables, and going from one moment of a round to the next."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

from playwright.sync_api import Locator, Page, expect

WHEELS = (files("crossfelt.examples") / "wheels.toml").read_text()
"""A submission with both progressive wagers of Maryland."""

OPEN = """async ({ terms, seat }) => {
  const hex = (byte) => byte.toString(16).padStart(2, '0');
  const id = () => [...crypto.getRandomValues(new Uint8Array(16))].map(hex).join('');
  const post = async (path, body) => {
    const answer = await fetch(`api/${path}`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  await post('guests', { name: 'Ada', replace: true });
  const { info } = await post('tables', { id: id(), ...terms });
  if (seat !== null) await post(`tables/${info.table}/ask`, { id: id(), request: { kind: 'sit', seat } });
  return info.table;
}"""

TERMS = {
    "title": "Practice",
    "game": "criss-cross",
    "table_kind": "practice",
    "rules": "maryland",
    "seat_count": 1,
    "pace_ms": 0,
}


WALLET = """(() => {
  const parse = JSON.parse;
  const said = CENTS;
  JSON.parse = (text) => {
    const message = parse(text);
    if (message?.kind !== 'wallet') return message;
    return said === null ? { kind: 'pong', at: 0 } : { ...message, balance_cents: said };
  };
})()"""


def wallet_says(page: Page, cents: int | None) -> None:
    """Let tables say from now on that the wallet holds this much; None for nothing at all."""
    script = WALLET.replace("CENTS", json.dumps(cents))
    page.add_init_script(script)
    page.evaluate(script)


def open_table(page: Page, address: str, *, seat: int | None = 1, holds: str = "never", **terms: Any) -> str:
    """Create a guest, open a table, take a seat and go there. By default the trainer never pauses."""
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    table: str = page.evaluate(OPEN, {"terms": {**TERMS, **terms}, "seat": seat})
    page.evaluate("holds => localStorage.setItem('crossfelt.trainer.holds', JSON.stringify(holds))", holds)
    page.goto(f"{address}#/table/{table}")
    page.reload()
    expect(spot(page, "ante_across")).to_be_visible()
    return table


def spot(page: Page, name: str) -> Locator:
    return page.locator(f"[data-spot={name}]")


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name="What you can do").get_by_role("button", name=re.compile(name))


def bet(page: Page, *spots: str) -> None:
    """A chip on each of these spots."""
    expect(button(page, "^Deal")).to_be_visible()
    for name in spots:
        spot(page, name).click()


def decide(page: Page, stage: str, multiple: int = 1) -> None:
    """Wait for this decision, and bet."""
    expect(button(page, f"on {stage} Bet")).to_have_count(3)
    button(page, f"^Bet {multiple} times").click()


def settled(page: Page) -> None:
    """Wait until the page has shown everything."""
    expect(button(page, "^Same again")).to_be_visible()
    expect(page.locator(".telling")).to_have_count(0)


def play(page: Page, *spots: str) -> None:
    bet(page, *(spots or ("ante_across",)))
    button(page, "^Deal").click()
    for stage in ("Across", "Down", "Middle"):
        decide(page, stage)
    settled(page)

"""Accessibility checks of a page."""

from __future__ import annotations

from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

Scheme = Literal["light", "dark"]

AT_REST = """async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const finite = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity);
    await Promise.all(finite.map((one) => one.finished.catch(() => null)));
}"""
"""Resolves when everything drawn has its final color: axe reads colors one by one, also in mid-transition."""


def violations(page: Page) -> list[str]:
    """Return the faults that axe finds on a page at rest."""
    page.evaluate(AT_REST)
    result = Axe().run(page)
    return [
        f"{violation['id']}: {node['html']} {node['failureSummary']}"
        for violation in result.response["violations"]
        for node in violation["nodes"]
    ]

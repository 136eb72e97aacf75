"""Colors and fonts of the documentation, read from the style sheet of the page so that both stay the same."""

from __future__ import annotations

import re
from pathlib import Path

PAGE_STYLE = Path(__file__).resolve().parents[1] / "web" / "src" / "theme.css"

_DECLARATION = re.compile(r"^  --([\w-]+): ([^;]+);$", re.M)
_PAIR = re.compile(r"light-dark\((#\w+), (#\w+)\)")

OWN_NAMES = {
    "felt-2": "felt-2",
    "felt-3": "felt-3",
    "felt-ink": "felt-ink",
    "felt-ink-2": "felt-ink-2",
    "gold-line": "felt-line",
    "serif": "serif",
}
"""Variable of `_static/crossfelt.css` -> variable of the page."""

THEME_NAMES = {
    "font-stack": "sans",
    "font-stack--monospace": "mono",
    "color-background-primary": "paper",
    "color-background-secondary": "surface-2",
    "color-background-border": "rule",
    "color-background-hover": "surface-2",
    "color-foreground-primary": "ink",
    "color-foreground-secondary": "ink-2",
    "color-foreground-muted": "ink-2",
    "color-foreground-border": "rule-strong",
    "color-brand-primary": "accent",
    "color-brand-content": "accent",
    "color-brand-visited": "accent",
    "color-highlight-on-target": "gold-soft",
    "color-highlighted-background": "gold-soft",
    "color-inline-code-background": "surface-2",
    "color-code-background": "surface",
    "color-code-foreground": "ink",
    "color-admonition-background": "surface",
    "color-card-background": "surface",
    "color-table-border": "rule",
    "color-table-header-background": "surface-2",
    "color-sidebar-brand-text": "felt-ink",
    "color-sidebar-caption-text": "felt-line",
    "color-sidebar-link-text": "felt-ink-2",
    "color-sidebar-link-text--top-level": "felt-ink",
    "color-sidebar-item-background--hover": "felt-3",
    "color-sidebar-item-background--current": "felt-3",
    "color-sidebar-item-expander-background--hover": "felt-2",
    "color-sidebar-search-background": "felt-3",
    "color-sidebar-search-background--focus": "felt-3",
    "color-sidebar-search-border": "felt-2",
    "color-sidebar-search-icon": "felt-ink-2",
    "color-sidebar-search-text": "felt-ink",
    "color-toc-title-text": "gold",
    "color-toc-item-text--active": "accent",
}
"""Variable of the Sphinx theme -> variable of the page."""


def theme_variables() -> tuple[dict[str, str], dict[str, str]]:
    """Return the theme variables for light and for dark mode."""
    declared = dict(_DECLARATION.findall(PAGE_STYLE.read_text(encoding="utf-8")))
    names = {**OWN_NAMES, **THEME_NAMES}
    light = {theme: _PAIR.sub(r"\1", declared[page]) for theme, page in names.items()}
    dark = {theme: _PAIR.sub(r"\2", declared[page]) for theme, page in names.items()}
    return light, dark

"""A sheet as one HTML file without scripts or network, for screens, screen readers and paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from importlib.resources import files
from typing import Any

from crossfelt.printing.blocks import (
    SIGNS,
    Banner,
    Block,
    Check,
    Checks,
    Code,
    Entries,
    Entry,
    Picture,
    Section,
    Sheet,
    Table,
    Words,
)
from crossfelt.printing.par_sheet import par_sheet


def par_html(document: Mapping[str, Any]) -> str:
    """Return the par sheet as a page."""
    return page(par_sheet(document))


def page(sheet: Sheet) -> str:
    """Return any sheet as a page."""
    style = files("crossfelt.printing").joinpath("par_sheet.css").read_text("utf-8")
    links = "\n".join(f'<li><a href="#{entry.id}">{escape(entry.title)}</a></li>' for entry in sheet.sections)
    return "\n".join(
        [
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{escape(sheet.title)}, {escape(sheet.subtitle)}</title>",
            f"<style>\n{style}</style>\n</head>\n<body>",
            f"<header>\n<h1>{escape(sheet.title)}</h1>\n<p>{escape(sheet.subtitle)}</p>{_header(sheet)}\n</header>",
            f'<nav aria-label="Contents">\n<ol>\n{links}\n</ol>\n</nav>\n<main>',
            *(_section(entry) for entry in sheet.sections),
            f"</main>\n<footer><p>{escape(sheet.footer)}</p></footer>\n</body>\n</html>\n",
        ]
    )


def _header(sheet: Sheet) -> str:
    return f'\n<p class="made">{escape(sheet.header)}</p>' if sheet.header else ""


def _section(section: Section) -> str:
    name = escape(section.id)
    opening = f'<section aria-labelledby="{name}">\n<h2 id="{name}">{escape(section.title)}</h2>'
    blocks = (_block(block, f"{name}-{place}") for place, block in enumerate(section.blocks, 1))
    return "\n".join([opening, *blocks, "</section>"])


def _block(block: Block, name: str) -> str:
    if isinstance(block, Words):
        return f"<p>{escape(block.text)}</p>"
    if isinstance(block, Code):
        return f"<pre><code>{escape(block.text)}</code></pre>"
    if isinstance(block, Picture):
        width = "" if block.width == 1 else f' style="--share: {block.width:g}"'
        chart = f"{_region('chart-box', name)}\n{block.svg}\n</div>"
        return f'<figure{width}>\n{chart}\n<figcaption id="{name}">{escape(block.caption)}</figcaption>\n</figure>'
    if isinstance(block, Entries):
        return "\n".join(["<dl>", *(_entry(entry) for entry in block.entries), "</dl>"])
    if isinstance(block, Banner):
        kind = "passed" if block.is_good else "failed"
        return f'<p class="banner {kind}"><strong>{SIGNS[kind]} {escape(block.text)}</strong></p>'
    if isinstance(block, Checks):
        return "\n".join(['<ul class="checks">', *(_check(check) for check in block.checks), "</ul>"])
    return "\n".join(_table(block, name))


def _check(check: Check) -> str:
    sign = f'<span aria-hidden="true">{SIGNS[check.state]}</span>'
    state = f'<span class="state">{check.state}</span>'
    head = f"{sign} <strong>{escape(check.title)}</strong> {state}"
    return f'<li class="{check.state}">{head}<p>{escape(check.text)}</p></li>'


def _table(table: Table, name: str) -> Iterator[str]:
    yield f"{_region('long' if table.is_long else 'wide', name)}\n<table>"
    yield f'<caption id="{name}"><span>{escape(table.caption)}</span></caption>'
    is_figure = [heading.startswith(">") for heading in table.columns]
    yield "<thead><tr>"
    for heading, flush_right in zip(table.columns, is_figure, strict=True):
        yield f'<th scope="col"{_side(flush_right)}>{escape(heading.removeprefix(">"))}</th>'
    yield "</tr></thead>\n<tbody>"
    for row in table.rows:
        first, *rest = (escape(cell) for cell in row)
        cells = "".join(
            f"<td{_side(flush_right)}>{cell}</td>" for cell, flush_right in zip(rest, is_figure[1:], strict=True)
        )
        yield f'<tr><th scope="row"{_side(is_figure[0])}>{first}</th>{cells}</tr>'
    yield "</tbody>\n</table>\n</div>"


def _region(kind: str, name: str) -> str:
    """Return a box that scrolls; it can be focused, for people without a mouse."""
    return f'<div class="region {kind}" role="region" aria-labelledby="{name}" tabindex="0">'


def _entry(entry: Entry) -> str:
    remark = f'\n<dd class="remark">{escape(entry.remark)}</dd>' if entry.remark else ""
    name = f"<span>{escape(entry.name)}</span> " if entry.name else ""
    head = f"<dt>{name}{escape(entry.title)}</dt>"
    return f"<div>\n{head}\n<dd>{escape(entry.text)}</dd>{remark}\n</div>"


def _side(flush_right: bool) -> str:
    return ' class="figure"' if flush_right else ""

"""`crossfelt par`: one sheet in all its forms, and what is refused before any work. Its figures are tested where they
are made."""

from __future__ import annotations

import errno
import json
import re
import shlex
import xml.etree.ElementTree as ET
from collections import Counter
from datetime import UTC, datetime
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from crossfelt.analysis.crisscross.analyzed_rules import analyzed_rules
from crossfelt.analysis.crisscross.documents.par import ParPlan, par_document
from crossfelt.analysis.report_header import report_header, with_report
from crossfelt.cli.crisscross.books import choose_rules
from crossfelt.cli.crisscross.par import FORMS, rendered, reproducing
from crossfelt.crisscross.resolve import load_rule_book, named_rules
from crossfelt.printing.blocks import Picture, Table
from crossfelt.printing.par_html import par_html
from crossfelt.printing.par_pdf import template_data
from crossfelt.printing.par_sheet import par_sheet
from tests.support.cli.program import Ran, run
from tests.support.pdf import text_heights

SUBMISSION = 'rules = "massachusetts"\n[choices]\nfive_card_bonus_maximum_cents = 3000\n'
SAMPLED = ("--samples", "2", "--seed", "3")
CHANGES = ("--option", "ante_minimum_cents=1000", "--pay", "flush=7", *SAMPLED, "--preparer", "Jane Doe")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Ran, Path]:
    folder = tmp_path_factory.mktemp("par")
    (folder / "house.toml").write_text(SUBMISSION, encoding="utf-8")
    out = folder / "sheet.HTML"
    out.write_text("an older sheet", encoding="utf-8")
    return run("par", str(folder / "house.toml"), *CHANGES, "--out", str(out), "--json"), out


@pytest.fixture(scope="module")
def document(made: tuple[Ran, Path]) -> Any:
    return made[0].document


def on_one_line(text: str) -> str:
    """A sheet whose command is not broken into lines that fit on paper."""
    return text.replace(" \\\n  --", " --")


class Page(HTMLParser):
    """Counts the tags of a page and lists their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def values(self, tag: str, name: str) -> list[str]:
        return [value for of, attribute, value in self.attributes if (of, attribute) == (tag, name)]


def test_the_document_says_what_it_is_of(document: Any) -> None:
    assert document["rule_book"]["choices"]["five_card_bonus_maximum_cents"] == 3000
    assert document["rule_book"]["choices"]["ante_minimum_cents"] == 1000
    assert document["pay"]["bets"]["flush"] == 7
    assert document["pay"]["changed"] == {"flush": 8}
    assert document["caps"] is None
    assert document["protection"]["shared"]["seed"] == 3
    assert sum(row["deals"] for row in document["distribution"]) == 84_284_272_800


def test_the_command_it_names_leads_to_the_same_game(document: Any) -> None:
    program, command, rules, *options = shlex.split(document["reproduce"])
    assert (program, command, rules, options.pop()) == ("crossfelt", "par", "massachusetts", "--json")
    given = {name: [v for n, v in zip(options[::2], options[1::2], strict=True) if n == name] for name in options[::2]}
    analyzed = choose_rules(rules, given["--option"], given["--pay"])
    assert analyzed.book.hash == document["rule_book"]["hash"]
    assert analyzed.scheme.named_pay() == document["pay"]["bets"]
    assert (given["--samples"], given["--seed"]) == (["2"], ["3"])


def test_the_page_stands_alone_and_can_be_read_aloud(made: tuple[Ran, Path], document: Any) -> None:
    text = made[1].read_text(encoding="utf-8")
    assert text == par_html(document)
    page = Page(text)
    assert page.tags["script"] == page.tags["link"] == page.tags["img"] == 0
    assert not re.search(r'(?:href|src)="(?!#)|url\(|@import', text)
    assert page.tags["table"] == page.tags["caption"] > 15
    assert page.tags["svg"] == page.tags["figcaption"] == len(page.values("svg", "aria-label")) == 7
    assert page.tags["h1"] == 1
    ids = [value for _, name, value in page.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    assert {value.removeprefix("#") for value in page.values("a", "href")} == set(page.values("h2", "id"))
    assert set(page.values("section", "aria-labelledby")) == set(page.values("h2", "id"))
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text


def test_the_page_has_every_figure(made: tuple[Ran, Path], document: Any) -> None:
    text = made[1].read_text(encoding="utf-8")
    assert document["rule_book"]["hash"] in text
    assert document["reproduce"] in on_one_line(text)
    for row in document["distribution"]:
        assert f">{row['deals']:,}</td>" in text
    for name in document["starting_hands"]:
        assert f'<th scope="row">{name}</th>' in text
    for reading in document["readings"]:
        assert f"<dt><span>{reading['id']}</span> " in text
    assert "Not the odds of the rule book" in text


def test_a_changed_sheet_says_so_in_title_header_and_footer(document: Any) -> None:
    changes = ["ante minimum is $10, not $5", "flush pays 7, not 8"]
    assert document["report"]["changes"] == changes
    sheet = par_sheet(document)
    assert sheet.title == "Par sheet: Criss Cross Poker (MODIFIED)"
    for part in (sheet.subtitle, sheet.header, sheet.footer):
        assert "MODIFIED" in part and all(change in part for change in changes)
    assert sheet.footer.startswith("house MODIFIED (under massachusetts-1)")
    page = par_html(document)
    assert sheet.header in unescape(page) and f"<footer><p>{sheet.footer}</p>" in unescape(page)
    assert template_data(sheet)["header"] == sheet.header


def test_the_sheet_names_facility_and_preparer(document: Any) -> None:
    assert document["prepared_by"] == "Jane Doe"
    report = {**document["report"], "facility": "Harbor Casino"}
    rows = _rows({**document, "report": report}, "Identification")
    assert rows["Facility"] == "Harbor Casino" and rows["Prepared by"] == "Jane Doe"
    blank = _rows({**document, "prepared_by": None}, "Identification")
    assert set(blank["Prepared by"]) == {"_"} and blank["Facility"] == "not named"


def test_the_summary_has_the_figures_of_a_par_sheet(document: Any) -> None:
    rows = _rows(document, "Main figures")
    risk = document["house_edge"]["all_money_bet"]["value"]
    assert rows["Element of risk: house edge, % of all money bet"] == f"{risk:.4%}"
    assert rows["Return to player (RTP), % of all money bet"] == f"{1 - risk:.4%}"
    index = rows["Volatility index (90% confidence), antes"]
    assert index == f"{1.645 * document['standard_deviation']:.4f}"


def test_there_is_one_aggregate_limit() -> None:
    """The choice that no one made shows the limit in force, and no second amount stands beside it."""
    figures = par_document(analyzed_rules(load_rule_book("maryland")), ParPlan("", (500,), shared_samples=0))
    header = report_header(named_rules(load_rule_book("maryland")), "crossfelt par maryland", "2026-01-01")
    text = par_html(with_report(figures, header))
    assert text.count("<dt>Aggregate limit: $50,000, the highest allowed</dt>") == 1
    assert "0, not set" not in text
    assert text.count("Aggregate limit: ") == 1


def _rows(document: Any, caption: str) -> dict[str, str]:
    """The first two cells of each row of a table."""
    blocks = [block for section in par_sheet(document).sections for block in section.blocks]
    table = next(block for block in blocks if isinstance(block, Table) and block.caption == caption)
    return {name: value for name, value, *_ in table.rows}


def test_charts_have_a_mark_for_every_value(document: Any) -> None:
    pictures = {
        section.id: [ET.fromstring(block.svg) for block in section.blocks if isinstance(block, Picture)]
        for section in par_sheet(document).sections
    }

    def marks(section: str, picture: int, *kinds: str) -> int:
        return sum(element.get("class", "") in kinds for element in pictures[section][picture].iter())

    assert marks("distribution", 0, "gain", "loss") == len(document["distribution"])
    assert marks("starting-hands", 0, "cell-0", "cell-1", "cell-2", "cell-3") == 169
    assert marks("protection", 0, "gain", "loss") == len(document["protection"]["seen"])
    assert marks("sessions", 1, "dot", "dot-second") == len(document["sessions"]["ruin"])
    points = [point for row in document["sensitivity"] for point in row["points"]]
    assert marks("sensitivity", 0, "dot", "here") == len(points)
    assert marks("sensitivity", 0, "here") == len(document["sensitivity"])
    assert marks("strategy", 0, "dot") == len(document["strategy_cards"])


def test_every_percentage_names_its_base(document: Any) -> None:
    bases = r"of (both antes|one ante|all money bet|this wager|that wager|all rounds|all draws|players)"
    for section in par_sheet(document).sections:
        for block in section.blocks:
            if isinstance(block, Table):
                for place, heading in enumerate(block.columns):
                    if any(row[place].endswith("%") for row in block.rows):
                        whole = " ".join([block.caption, *block.columns[: place + 1], *(row[0] for row in block.rows)])
                        assert re.search(bases, whole), (block.caption, heading)


def test_paper_and_data(document: Any) -> None:
    assert json.loads(rendered(document, ".json")) == document
    paper = rendered(document, ".pdf")
    assert paper.startswith(b"%PDF-")
    assert paper == rendered(document, ".pdf")


def test_the_workbook_of_the_whole_sheet_is_the_one_that_is_made_alone(
    made: tuple[Ran, Path], document: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = datetime.fromisoformat(document["report"]["date"]).replace(tzinfo=UTC)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(day.timestamp())))
    files = ("--xlsx", str(tmp_path / "alone.xlsx"), "--out", str(tmp_path / "again.XLSX"))
    ran = run("par", str(made[1].with_name("house.toml")), *CHANGES, *files)
    assert (ran.status, ran.out) == (0, "")
    assert (tmp_path / "alone.xlsx").read_bytes() == rendered(document, ".xlsx")
    assert (tmp_path / "again.XLSX").read_bytes() == rendered(document, ".xlsx")


def test_paper_has_no_half_empty_pages(document: Any) -> None:
    footer = 280
    *pages, last = text_heights(rendered(document, ".pdf"))
    assert len(pages) > 5 and last
    for number, heights in enumerate(pages, 1):
        assert max(height for height in heights if height < footer) > 0.7 * 297, f"page {number}"


def test_choices_are_told_in_words(document: Any) -> None:
    text = par_html(document)
    assert "<dt>Five card bonus maximum: $30</dt>" in text
    assert "<dt>Ante minimum: $10</dt>" in text
    assert "<dt>Five card bonus offered: yes</dt>" in text
    assert "<dt>Limit covers: Across Ante, Down Ante, Across bet, Down bet, Middle bet, Five Card Bonus</dt>" in text
    commands = (document["reproduce"], document["report"]["command"])
    words = on_one_line(text).replace(commands[0], "").replace(commands[1], "")
    for name in document["rule_book"]["choices"]:
        assert name not in words or "_" not in name


def test_a_choice_that_is_a_table_of_its_own_is_told_in_words(document: Any) -> None:
    book = document["rule_book"]
    sentences = {**book["choices_say"], "bonus_spin": "The Bonus Spin wager.", "xtreme": "The Xtreme wager."}
    changed = {**book, "choices": {"bonus_spin": {"wheel": "A"}, "xtreme": None}, "choices_say": sentences}
    text = par_html({**document, "rule_book": changed})
    assert "<dt>Bonus spin: set by the house</dt>" in text and "<dt>Xtreme: none</dt>" in text


def test_boxes_that_scroll_can_be_reached_without_a_mouse(document: Any) -> None:
    page = Page(par_html(document))
    boxes = page.values("div", "tabindex")
    assert len(boxes) == page.tags["table"] + page.tags["svg"] == page.values("div", "role").count("region")
    names = [value for _, name, value in page.attributes if name == "id"]
    assert set(page.values("div", "aria-labelledby")) <= set(names)


def test_labels_of_charts_stand_apart(document: Any) -> None:
    """Bottom tick labels don't overlap: they are centered, of one size, and each letter takes at least six units."""
    for section in par_sheet(document).sections:
        for block in section.blocks:
            if isinstance(block, Picture) and section.id != "starting-hands":
                rows: dict[str, list[tuple[float, float]]] = {}
                for text in ET.fromstring(block.svg).iter("{http://www.w3.org/2000/svg}text"):
                    if text.get("text-anchor") == "middle":
                        half = 6 * len(text.text or "") / 2
                        place = float(text.get("x") or "nan")
                        rows.setdefault(text.get("y") or "", []).append((place - half, place + half))
                for spans in rows.values():
                    ends = [-1.0, *(end for _, end in sorted(spans))]
                    assert all(start > end for (start, _), end in zip(sorted(spans), ends, strict=False)), section.id


def test_a_limit_and_a_left_out_part_are_laid_out(document: Any) -> None:
    cap = {"ante_cents": 500, "changed_starting_hands": [], "cost": {"both_antes": 0.0}}
    edges = {f"house_edge{name}": {"both_antes": 0.05} for name in ("", "_same_play", "_without_limit")}
    limit = {"limit_cents": 300_000, "clause": "9", "counts_towards_it": ["middle"]}
    sessions = {**document["sessions"], "left_out": "too long"}
    for caps, words in (
        ({**limit, "antes": [{**cap, **edges}]}, "$3,000"),
        ({**limit, "left_out": "too large"}, "too large"),
    ):
        text = par_html({**document, "caps": caps, "sessions": sessions})
        assert words in text
        assert "Left out: too long." in text


def test_the_command_of_a_rule_book_as_it_stands_is_short() -> None:
    book = analyzed_rules(load_rule_book("cardroom"))
    assert reproducing(book, "cardroom", 2000, 1) == "crossfelt par cardroom --json"
    wider = [*load_rule_book("maryland").spots]
    house = load_rule_book("maryland", {"limit_covers": wider, "ace_low_straight": False})
    options = f"--option ace_low_straight=false --option limit_covers={','.join(wider)}"
    assert reproducing(analyzed_rules(house), "house.toml", 2000, 1) == f"crossfelt par maryland {options} --json"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (
            ("maryland",),
            "name a file with --out (.json, .html, .pdf or .xlsx) or --xlsx, or print the document with --json",
        ),
        (("maryland", "--out", "sheet.docx"), "--out: 'sheet.docx' must end in .json, .html, .pdf or .xlsx"),
        (("maryland", "--out", "sheet"), "must end in"),
        (("maryland", "--out", "-"), "--out: needs the name of a file"),
        (("maryland", "--xlsx", "sheet.xls"), "--xlsx: 'sheet.xls' must end in .xlsx"),
        (("maryland", "--xlsx", "-"), "--xlsx: needs the name of a file"),
        (("maryland", "--out", "no/such/folder/sheet.pdf"), "is not a file in an existing directory"),
        (("maryland", "--out", "nul\0.pdf"), "cannot be the name of a file"),
        (("maryland", "--out", "x" * 5000 + ".pdf"), "cannot be the name of a file"),
        (("nowhere", "--json"), "there is no rule book 'nowhere'"),
        (("maryland", "--pay", "flush=x", "--json"), "pay 'flush=x'"),
        (("maryland", "--samples", "1", "--json"), "must be 0 for none, or a whole number from 2 to 1,000,000, not 1"),
        (("maryland", "--seed", "-1", "--json"), "--seed: must be a whole number from 0"),
        ((), "RULES: name a rule book"),
    ],
)
def test_refusals(arguments: tuple[str, ...], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert reason in run("par", *arguments).refusal
    assert list(tmp_path.iterdir()) == []


def test_the_forms_are_those_that_can_be_made() -> None:
    assert FORMS == (".json", ".html", ".pdf", ".xlsx")


@pytest.mark.parametrize("extra", [(), ("--json",)])
def test_figures_that_cannot_be_written_appear_on_the_screen(
    extra: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_path: Path, _content: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("crossfelt.analysis.crisscross.documents.par.par_document", lambda *_: {"edge": 1})
    monkeypatch.setattr("crossfelt.cli.shared.streams.swap_file", full)
    ran = run("par", "maryland", "--out", str(tmp_path / "par.json"), *extra)
    assert ran.status == 2 and "No space left on device" in ran.error_line
    printed = json.loads(ran.out)
    assert printed.pop("report")["rules"] == "maryland-1" and printed == {"edge": 1}

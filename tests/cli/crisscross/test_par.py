"""`crossfelt par`: one sheet in all its forms, and what is refused before any work. Its figures are tested where they
are made."""

from __future__ import annotations

import errno
import json
import re
import shlex
import xml.etree.ElementTree as ET
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from crossfelt.analysis.encode import encode
from crossfelt.cli.crisscross.books import choose_scheme
from crossfelt.cli.crisscross.par import FORMS, rendered, reproducing
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.printing.blocks import Picture, Table
from crossfelt.printing.par_html import par_html
from crossfelt.printing.par_sheet import par_sheet
from tests.cli.program import Ran, run
from tests.pdf import text_heights

SUBMISSION = 'rules = "massachusetts"\n[choices]\nbet_multiples = [1, 3]\n'
CHANGES = ("--option", "ante_minimum_cents=1000", "--pay", "flush=7", "--samples", "2", "--seed", "3")


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


class Page(HTMLParser):
    """What a test asks of a page."""

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
    assert document["rule_book"]["choices"]["bet_multiples"] == [1, 3]
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
    book, scheme = choose_scheme(rules, given["--option"], given["--pay"])
    assert book.hash == document["rule_book"]["hash"]
    assert scheme.named_pay() == document["pay"]["bets"]
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
    assert document["reproduce"] in text
    for row in document["distribution"]:
        assert f">{row['deals']:,}</td>" in text
    for name in document["starting_hands"]:
        assert f'<th scope="row">{name}</th>' in text
    for reading in document["readings"]:
        assert f"<dt><span>{reading['id']}</span> " in text
    assert "Not the odds of the rule book" in text


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


def test_paper_has_no_half_empty_pages(document: Any) -> None:
    footer = 280
    *pages, last = text_heights(rendered(document, ".pdf"))
    assert len(pages) > 5 and last
    for number, heights in enumerate(pages, 1):
        assert max(height for height in heights if height < footer) > 0.7 * 297, f"page {number}"


def test_choices_are_told_in_words(document: Any) -> None:
    text = par_html(document)
    assert "<dt>Bet multiples: 1, 3</dt>" in text
    assert "<dt>Ante minimum: $10</dt>" in text
    assert "<dt>Five card bonus offered: yes</dt>" in text
    assert "In force: Across Ante, Down Ante, Across bet, Down bet, Middle bet, Five Card Bonus." in text
    for name in document["rule_book"]["choices"]:
        assert name not in text.replace(document["reproduce"], "") or "_" not in name


def test_a_choice_that_is_a_table_of_its_own_is_told_in_words(document: Any) -> None:
    book = document["rule_book"]
    says = {**book["choices_say"], "bonus_spin": "The Bonus Spin wager.", "xtreme": "The Xtreme wager."}
    changed = {**book, "choices": {"bonus_spin": {"wheel": "A"}, "xtreme": None}, "choices_say": says}
    text = par_html({**document, "rule_book": changed})
    assert "<dt>Bonus spin: set by the house</dt>" in text and "<dt>Xtreme: none</dt>" in text


def test_boxes_that_scroll_can_be_reached_without_a_mouse(document: Any) -> None:
    page = Page(par_html(document))
    boxes = page.values("div", "tabindex")
    assert len(boxes) == page.tags["table"] + page.tags["svg"] == page.values("div", "role").count("region")
    names = [value for _, name, value in page.attributes if name == "id"]
    assert set(page.values("div", "aria-labelledby")) <= set(names)


def test_labels_of_charts_stand_apart(document: Any) -> None:
    """Ticks along the bottom of a chart are centred texts of one size; a letter is at least six units wide."""
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
    book = load_rule_book("cardroom")
    assert reproducing(book, "cardroom", encode(book), 2000, 1) == "crossfelt par cardroom --json"
    wider = [*load_rule_book("maryland").spots]
    house = load_rule_book("maryland", {"limit_covers": wider, "ace_low_straight": False})
    options = f"--option ace_low_straight=false --option limit_covers={','.join(wider)}"
    assert reproducing(house, "house.toml", encode(house), 2000, 1) == f"crossfelt par maryland {options} --json"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("maryland",), "name a file with --out (.json, .html or .pdf), or ask for --json"),
        (("maryland", "--out", "sheet.docx"), "--out: 'sheet.docx' must end in .json, .html or .pdf"),
        (("maryland", "--out", "sheet"), "must end in"),
        (("maryland", "--out", "-"), "--out: needs a file"),
        (("maryland", "--out", "no/such/folder/sheet.pdf"), "is not a file in an existing directory"),
        (("maryland", "--out", "nul\0.pdf"), "cannot be the name of a file"),
        (("maryland", "--out", "x" * 5000 + ".pdf"), "cannot be the name of a file"),
        (("nowhere", "--json"), "there is no rule book 'nowhere'"),
        (("maryland", "--pay", "flush=x", "--json"), "pay 'flush=x'"),
        (("maryland", "--samples", "1", "--json"), "must be 0 for none, or from 2 to 1000000, not 1"),
        (("maryland", "--seed", "-1", "--json"), "'--seed': must be from 0"),
        ((), "missing argument 'RULES'"),
    ],
)
def test_refusals(arguments: tuple[str, ...], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert reason in run("par", *arguments).refusal
    assert list(tmp_path.iterdir()) == []


def test_the_forms_are_those_that_can_be_made() -> None:
    assert FORMS == (".json", ".html", ".pdf")


@pytest.mark.parametrize("extra", [(), ("--json",)])
def test_figures_that_cannot_be_written_appear_on_the_screen(
    extra: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_path: Path, _content: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("crossfelt.analysis.documents.par.par_document", lambda *_: {"edge": 1})
    monkeypatch.setattr("crossfelt.cli.shared.streams.swap_file", full)
    ran = run("par", "maryland", "--out", str(tmp_path / "par.json"), *extra)
    assert ran.status == 2 and "No space left on device" in ran.error_line
    assert json.loads(ran.out) == {"edge": 1}

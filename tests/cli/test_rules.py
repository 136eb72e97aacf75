"""`crossfelt rules`: what each command shows, to programs and to people."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from crossfelt.crisscross.procedure import methods_of, procedure
from crossfelt.crisscross.resolve import choices_of, load_rule_book, rule_book_ids
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.register import Met, clauses, readings, registered
from tests.support.cli.program import run

BOOKS = rule_book_ids()
EXAMPLES = Path("src/crossfelt/examples")


def squeezed(text: str) -> str:
    """The words of a table, however its cells were wrapped."""
    return " ".join(text.split())


def test_list() -> None:
    document = run("rules", "list", "--json").document
    assert [entry["id"] for entry in document["rule_books"]] == list(BOOKS)
    for entry in document["rule_books"]:
        assert entry["hash"] == load_rule_book(entry["id"]).hash
    assert [(entry["id"], entry["hash"]) for entry in document["score_cards"]] == [
        ("king-cross", load_score_card().hash)
    ]
    shown = run("rules", "list").out
    assert "king-cross" in shown
    assert all(name in shown for name in BOOKS)


@pytest.mark.parametrize("rules", BOOKS)
def test_show_as_json_is_the_resolved_book(rules: str) -> None:
    book = load_rule_book(rules)
    document = run("rules", "show", rules, "--json").document
    assert document["document"] == book.document
    assert document["hash"] == book.hash
    assert {
        choice["name"]: choice["value"] for choice in document["choices"] if choice["type"] != "table"
    } == book.choices
    assert document["arising"] == list(book.rulings)


def test_show_knows_king_cross() -> None:
    card = load_score_card()
    document = run("rules", "show", "king-cross", "--json").document
    assert (document["document"], document["hash"]) == (card.document, card.hash)
    assert {choice["name"]: choice["value"] for choice in document["choices"]} == card.choices
    ran = run("rules", "show", "king-cross", "--option", "anarchy_scope=neighbours")
    shown = squeezed(ran.out)
    assert f"hash {load_score_card(choices={'anarchy_scope': 'neighbours'}).hash}" in shown
    assert "anarchy_scope = neighbours (line or neighbours; default line" in shown
    for entry in card.achievements.values():
        assert f"{entry.title} {entry.points}" in shown
    for name, points in card.chart.items():
        assert f"{name.replace('_', ' ')} {points}" in shown
    assert max(map(len, ran.out.splitlines())) <= 80


def test_show_takes_a_submission_from_a_file_and_from_stdin(tmp_path: Path) -> None:
    text = 'rules = "maryland"\n[choices]\nace_low_straight = false\nante_minimum_cents = 1000\n'
    submission = tmp_path / "house.toml"
    submission.write_text(text)
    expected = load_rule_book("maryland", {"ace_low_straight": False, "ante_minimum_cents": 1000})
    assert run("rules", "show", str(submission), "--json").document["hash"] == expected.hash
    assert run("rules", "show", "-", "--json", given=text).document["hash"] == expected.hash
    changed = run("rules", "show", str(submission), "--json", "--option", "ace_low_straight=true").document
    assert changed["hash"] == load_rule_book("maryland", {"ante_minimum_cents": 1000}).hash


@pytest.mark.parametrize("rules", BOOKS)
def test_show_tells_people_everything(rules: str) -> None:
    book = load_rule_book(rules)
    shown = squeezed(run("rules", "show", rules).out)
    assert f"hash {book.hash}" in shown
    for spot in book.spots.values():
        assert spot.title in shown
    for ruling in book.rulings.values():
        assert ruling.clause.split(" ")[-1] in shown
    for choice in choices_of(rules):
        assert f"{choice.name} = " in shown
        assert choice.says in shown
    assert squeezed(f"royal flush 1 to 1 {book.pay_tables['main'].odds[-1]} to 1") in shown


def test_show_tells_what_an_option_changed() -> None:
    shown = squeezed(run("rules", "show", "maryland", "--option", "ante_maximum_cents=20000").out)
    assert (
        "ante_maximum_cents = 20000 (1 to 10000000, upper limit set by Crossfelt; default 10000; 7.E(1), R13)" in shown
    )
    assert "$5 to $200" in shown
    without = run("rules", "show", "maryland", "--option", "five_card_bonus_offered=false").out
    assert "stays live" not in without


@pytest.mark.parametrize("rules", registered())
def test_clauses(rules: str) -> None:
    register = clauses(rules)
    document = run("rules", "clauses", rules, "--json").document
    assert [entry["id"] for entry in document["clauses"]] == [clause.id for clause in register.clauses]
    assert document["rules"] == rules
    total = 0
    for kind in Met:
        chosen = run("rules", "clauses", rules, "--met", kind.value, "--json").document["clauses"]
        assert all(entry["met"] == kind for entry in chosen)
        total += len(chosen)
    assert total == len(register.clauses)
    assert f"{total} of {total} clauses" in squeezed(run("rules", "clauses", rules).out)


def test_clauses_take_the_kind_with_a_hyphen() -> None:
    hyphen, blank = (run("rules", "clauses", "king-cross", "--met", kind, "--json") for kind in ("not-yet", "not yet"))
    assert hyphen.document == blank.document


def test_clauses_and_readings_of_a_submission_are_those_of_its_text(tmp_path: Path) -> None:
    submission = tmp_path / "house.toml"
    submission.write_text('rules = "maryland"\n')
    for command in ("clauses", "readings"):
        of_file, of_text = (run("rules", command, name, "--json") for name in (str(submission), "maryland"))
        assert of_file.document == of_text.document


def test_readings() -> None:
    everything = run("rules", "readings", "--json").document
    assert everything["rules"] is None
    assert [entry["id"] for entry in everything["readings"]] == [reading.id for reading in readings()]
    own = run("rules", "readings", "cardroom", "--json").document["readings"]
    assert [entry["id"] for entry in own] == [reading.id for reading in readings("cardroom")]
    shown = squeezed(run("rules", "readings", "cardroom").out)
    for reading in readings("cardroom"):
        assert f"{reading.id} {reading.title} ({reading.state})" in shown
        assert f"Why: {reading.why}" in shown


@pytest.mark.parametrize("rules", BOOKS)
def test_procedure(rules: str) -> None:
    for method in (None, *methods_of(rules)):
        arguments = ("rules", "procedure", rules, *(("--method", method) if method else ()))
        document = run(*arguments, "--json").document
        assert document["method"] == method
        assert document["methods"] == list(methods_of(rules))
        steps = procedure(rules, method)
        assert [entry["says"] for entry in document["steps"]] == [step.says for step in steps]
        shown = run(*arguments).out
        assert str(len(steps)) in shown
        assert "Opening the table" in shown
        assert f"Rules: {rules}-1, hash {document['hash']}" in squeezed(shown)


def test_a_step_of_some_methods_names_them() -> None:
    shown = squeezed(run("rules", "procedure", "maryland").out)
    assert "[hand]" in shown
    assert "[hand]" not in run("rules", "procedure", "maryland", "--method", "hand").out


ALL = [
    ("list",),
    *((command, rules) for command in ("show", "clauses", "procedure", "readings") for rules in BOOKS),
    ("clauses", "king-cross"),
    ("readings",),
]


@pytest.mark.parametrize("arguments", ALL, ids=" ".join)
def test_tables_fit_and_are_never_cut(arguments: tuple[str, ...]) -> None:
    long = ("--long",) if arguments[0] == "clauses" else ()
    for columns in (80, 50, 40):
        ran = run("rules", *arguments, *long, columns=columns)
        assert ran.status == 0
        assert max(map(len, ran.out.splitlines())) <= columns
        assert "…" not in ran.out
    assert "\x1b" not in ran.out


def test_a_clause_is_one_line_and_whole_on_request() -> None:
    sentence = "The game is played with one standard deck of 52 cards."
    short, long = run("rules", "clauses", "cardroom").out, run("rules", "clauses", "cardroom", "--long").out
    assert sum(line.startswith("Equipment/") for line in short.splitlines()) == 5
    assert len(short.splitlines()) < 60 < len(long.splitlines())
    assert sentence not in squeezed(short)
    assert sentence in squeezed(long)
    assert "--long shows every clause in full." in short


@pytest.mark.parametrize(("rules", "sentence"), [("cardroom", "Round of Play/9"), ("king-cross", "reading K13")])
def test_a_rule_book_at_length_says_what_its_clauses_say(rules: str, sentence: str) -> None:
    title = "What the clauses say"
    assert title not in run("rules", "show", rules).out
    text = squeezed(run("rules", "show", rules, "--long").out.partition(title)[2])
    assert sentence in text


def test_clauses_are_cited_by_their_own_names() -> None:
    shown = squeezed(run("rules", "show", "cardroom").out)
    assert "Pay Tables/" not in shown
    assert "Criss Cross" in shown
    assert "Round of Play/2" in shown


@pytest.mark.parametrize("arguments", ALL, ids=" ".join)
def test_json_is_one_document_in_ascii(arguments: tuple[str, ...]) -> None:
    ran = run("rules", *arguments, "--json")
    assert ran.err == ""
    assert ran.out.isascii()
    json.loads(ran.out)


def test_one_clause_is_shown() -> None:
    text = squeezed(run("rules", "clause", "maryland", " 12.b ").out)
    assert "clause 12.B" in text and "met by engine" in text and "R11: How high the aggregate limit is" in text
    document = run("rules", "clause", "maryland", "12.B", "--json").document
    assert (document["rules"], document["id"], document["readings"]) == ("maryland", "12.B", ["R10", "R11"])
    assert "maryland has no clause '7': did you mean 7.A, " in run("rules", "clause", "maryland", "7").refusal
    assert "crossfelt rules clauses maryland lists them" in run("rules", "clause", "maryland", "99").refusal


def test_every_clause_and_reading_can_be_shown_alone() -> None:
    for text in registered():
        for clause in clauses(text).clauses:
            assert run("rules", "clause", text, clause.id, "--json").document["id"] == clause.id
    for reading in readings():
        assert run("rules", "reading", reading.id.lower()).out.startswith(f"{reading.id}  ")


def test_one_reading_is_shown() -> None:
    assert run("rules", "reading", "R4").out.startswith("R4  What the antes are paid  (in force)\n")
    assert run("rules", "reading", "r4", "--json").document["option"] == "ante_pays"
    assert "there is no reading 'X9': choose from R1, " in run("rules", "reading", "X9").refusal


@pytest.mark.parametrize(
    "words",
    [
        ("rules", "show", "RULES"),
        ("rules", "clauses", "RULES"),
        ("rules", "clause", "RULES", "12.B"),
        ("rules", "readings", "RULES"),
        ("rules", "procedure", "RULES"),
        ("rules", "new-submission", "RULES"),
        ("deal", "RULES", "--seed", "7"),
        ("settle", str(EXAMPLES / "royal.json"), "--rules", "RULES"),
    ],
    ids=" ".join,
)
def test_names_of_rule_books_may_be_capitalized(words: tuple[str, ...]) -> None:
    written, lower = (run(*(name if word == "RULES" else word for word in words)) for name in ("Maryland", "maryland"))
    assert (written.status, written.out, written.err) == (lower.status, lower.out, lower.err)
    assert "no rule book" not in written.err and "no clause register" not in written.err


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_a_clause_on_one_line_is_cut_to_the_width(encoding: str) -> None:
    lines = run("rules", "clauses", "maryland", encoding=encoding).out.splitlines()
    assert max(map(len, lines)) == 80

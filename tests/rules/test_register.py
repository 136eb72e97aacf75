"""The clause register is complete, and each of its entries points to something that exists.

The id lists in `ids/` were taken from the rule texts, one id a line in the order of the text: they, not the
register, say which clauses there are. Each check is a function that returns its faults, so that the tests at
the end can plant a fault and see it found.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from crossfelt.register import Clause, Met, Reading, Register, State, clauses, readings, registered

ROOT = Path(__file__).resolve().parents[2]
IDS = Path(__file__).parent / "ids"
PACKAGE = ROOT / "src" / "crossfelt"
RULE_BOOKS = (PACKAGE / "crisscross" / "rulebooks", PACKAGE / "kingcross" / "scorecards")

Book = Mapping[str, object]

TEXTS = sorted(path.stem for path in IDS.glob("*.txt"))


# ---- what the register is held against


def committed_ids(rules: str) -> list[str]:
    return (IDS / f"{rules}.txt").read_text("utf-8").splitlines()


@cache
def newest_rule_book(rules: str) -> Book | None:
    """The rule book or score card of a text in its highest version, or None where there is no such game yet."""
    paths = [path for folder in RULE_BOOKS for path in folder.glob(f"{rules}-*.toml")]
    versions = {int(path.stem.rpartition("-")[2]): path for path in paths}
    return tomllib.loads(versions[max(versions)].read_text("utf-8")) if versions else None


def rule_books() -> dict[str, Book]:
    results = {rules: newest_rule_book(rules) for rules in TEXTS}
    return {rules: book for rules, book in results.items() if book is not None}


@cache
def functions_of(path: Path) -> frozenset[str]:
    """The names of the functions at the top of a test file; none where the file does not exist."""
    if not path.is_file():
        return frozenset()
    body = ast.parse(path.read_text("utf-8")).body
    return frozenset(node.name for node in body if isinstance(node, ast.FunctionDef))


# ---- the checks


def faults_of_order(register: Register, ids: Sequence[str]) -> list[str]:
    entries = [clause.id for clause in register.clauses]
    faults = [f"{name}: no entry" for name in ids if name not in entries]
    faults += [f"{name}: not a clause of the text" for name in entries if name not in ids]
    known = [name for name in entries if name in ids]
    expected = [name for name in ids if name in entries]
    faults += [
        f"{mine}: stands where {text} should" for mine, text in zip(known, expected, strict=False) if mine != text
    ]
    return faults


def faults_of_entries(register: Register, book: Book | None, root: Path = ROOT) -> list[str]:
    """Entries that claim more than they show."""
    faults: list[str] = []
    for clause in register.clauses:
        if clause.met in (Met.ENGINE, Met.CHOICE) and not clause.shown_by:
            faults.append(f"{clause.id}: shown by nothing")
        if clause.met is Met.PROCEDURE and "procedure" not in clause.shown_by:
            faults.append(f"{clause.id}: not shown by a step of the procedure")
        if clause.met is Met.NOT_YET and not clause.missing:
            faults.append(f"{clause.id}: does not say what is missing")
        faults += [
            f"{clause.id}: {pointer} does not exist"
            for pointer in clause.shown_by
            if not exists(pointer, clause, book or {}, root)
        ]
    return faults


def faults_of_steps(register: Register, book: Book) -> list[str]:
    """Clauses that people carry out, as a step says, and whose entries do not say so."""
    named = {step.get("clause") for step in steps(book)}
    return [
        f"{clause.id}: a step of the procedure names it, its entry does not"
        for clause in register.clauses
        if clause.id in named and clause.met is not Met.PHYSICAL and "procedure" not in clause.shown_by
    ]


def exists(pointer: str, clause: Clause, book: Book, root: Path) -> bool:
    kind, _, target = pointer.partition(":")
    if kind == "procedure":
        return clause.id in {step.get("clause") for step in steps(book)}
    if kind == "choice":
        return holds(book, ("choices", target))
    if kind == "data":
        return holds(book, target.split("."))
    path, _, function = target.partition("::")
    return kind == "test" and function in functions_of(root / path)


def holds(book: object, path: Iterable[str]) -> bool:
    for key in path:
        if not isinstance(book, Mapping) or key not in book:
            return False
        book = book[key]
    return True


def steps(book: Book) -> list[Mapping[str, str]]:
    result = book.get("procedure", [])
    assert isinstance(result, list)
    return result


def citations(value: object) -> Iterator[tuple[str, str]]:
    """Every clause and reading that a rule book names, as (`clause` or `reading`, id)."""
    if isinstance(value, list):
        for item in value:
            yield from citations(item)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            if isinstance(item, str) and (key == "clause" or key.endswith("_clause")):
                yield "clause", item
            elif isinstance(item, str) and (key == "reading" or key.endswith("_reading")):
                yield "reading", item
            elif isinstance(item, list) and key == "clauses":
                yield from (("clause", str(name)) for name in item)
            elif isinstance(item, Mapping) and key == "reasons":
                yield from (("clause", str(name)) for name in item.values())
            else:
                yield from citations(item)


def faults_of_citations(register: Register, book: Book, known_readings: Sequence[Reading]) -> list[str]:
    """Clauses and readings that a rule book names and nobody has written down."""
    ids = {
        "clause": {clause.id for clause in register.clauses},
        "reading": {reading.id for reading in known_readings if register.rules in reading.rules},
    }
    return [f"the rule book names {kind} {name}" for kind, name in citations(book) if name not in ids[kind]]


def faults_of_readings(
    registers: Sequence[Register], known_readings: Sequence[Reading], books: Mapping[str, Book]
) -> list[str]:
    """Readings and clauses that name what does not exist, and options that no rule book offers."""
    by_id = {reading.id: reading for reading in known_readings}
    names = {f"{register.rules} {clause.id}" for register in registers for clause in register.clauses}
    faults: list[str] = []
    for register in registers:
        for clause in register.clauses:
            if clause.reading is None:
                continue
            if clause.reading not in by_id:
                faults.append(f"{register.rules} {clause.id}: no reading {clause.reading}")
            elif register.rules not in by_id[clause.reading].rules:
                faults.append(f"{register.rules} {clause.id}: {clause.reading} is about other rules")
    for reading in known_readings:
        rules = {register.rules for register in registers}
        faults += [f"{reading.id}: no rule text {name}" for name in reading.rules if name not in rules]
        faults += [f"{reading.id}: no clause {name}" for name in reading.clauses if name not in names]
        offered = any(holds(books.get(name), ("choices", reading.option or "")) for name in reading.rules)
        if reading.option and reading.state is State.IN_FORCE and not offered:
            faults.append(f"{reading.id}: no rule book offers {reading.option}")
    return faults


# ---- the register itself


def test_the_printed_wheels_name_clauses_of_the_text() -> None:
    folder = PACKAGE / "crisscross" / "progressives"
    for path in folder.glob("*.toml"):
        ids = {clause.id for clause in clauses(path.stem).clauses}
        known = {reading.id for reading in readings(path.stem)}
        for kind, names in citations(tomllib.loads(path.read_text("utf-8"))):
            assert set(names.split(", ")) <= (ids if kind == "clause" else known), names


def test_every_rule_text_has_a_register_and_an_id_list() -> None:
    assert list(registered()) == TEXTS
    assert {"cardroom", "king-cross", "maryland", "massachusetts"} <= set(TEXTS)


@pytest.mark.parametrize("rules", TEXTS)
def test_id_list_names_every_clause_once(rules: str) -> None:
    ids = committed_ids(rules)
    assert ids and all(name == name.strip() and name for name in ids)
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("rules", TEXTS)
def test_every_clause_has_an_entry_in_its_place(rules: str) -> None:
    assert faults_of_order(clauses(rules), committed_ids(rules)) == []


@pytest.mark.parametrize("rules", TEXTS)
def test_every_entry_points_to_something(rules: str) -> None:
    assert faults_of_entries(clauses(rules), newest_rule_book(rules)) == []


@pytest.mark.parametrize("rules", sorted(rule_books()))
def test_rule_book_names_only_clauses_and_readings_that_exist(rules: str) -> None:
    assert faults_of_citations(clauses(rules), rule_books()[rules], readings()) == []


@pytest.mark.parametrize("rules", sorted(rule_books()))
def test_choices_that_favor_the_player_are_choices_of_the_book(rules: str) -> None:
    book = rule_books()[rules]
    entries, choices = book.get("player_edges", []), book["choices"]
    assert isinstance(entries, list) and isinstance(choices, dict)
    for entry in entries:
        assert set(entry["choices"]) <= set(choices)
        assert entry["names"] in entry["choices"]


@pytest.mark.parametrize("rules", sorted(rule_books()))
def test_a_clause_that_a_step_carries_out_says_so(rules: str) -> None:
    assert faults_of_steps(clauses(rules), rule_books()[rules]) == []


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("massachusetts 8(b)", "Take each card off the top with the hand that does not hold the deck."),
        ("massachusetts 10(f)", "With your Middle Bet placed, lay your cards face down on the layout."),
        ("maryland 11.B", "Lay your cards back face down."),
        ("cardroom 6 Card Bonus Wager/3", "clear the cross and turn up the four bonus cards."),
    ],
)
def test_a_duty_of_hands_is_a_step_and_its_clause_points_there(name: str, step: str) -> None:
    rules, _, clause = name.partition(" ")
    assert "procedure" in entries_by_name()[name].shown_by
    assert any(entry["says"].endswith(step) for entry in steps(rule_books()[rules]) if entry.get("clause") == clause)


def test_2_B_6_claims_nothing_about_a_text_that_is_not_here() -> None:
    """Maryland's clause asks for a system by COMAR 36.05.03.24, which no test here can hold anything against."""
    entry = entries_by_name()["maryland 2.B(6)"]
    assert (entry.met, entry.shown_by) == (Met.PHYSICAL, ())
    assert entry.note is not None and "COMAR 36.05.03.24" in entry.note


def test_readings_and_clauses_name_what_exists() -> None:
    assert faults_of_readings([clauses(rules) for rules in TEXTS], readings(), rule_books()) == []


def test_no_reading_is_left_out() -> None:
    expected = [f"R{n}" for n in range(1, 29)] + [f"P{n}" for n in range(1, 10)] + [f"K{n}" for n in range(1, 19)]
    assert [reading.id for reading in readings()] == expected


SAME_DUTY = (
    ("maryland 3.B", "massachusetts 2(b)", "cardroom Equipment/3"),
    ("maryland 3.B(4)", "massachusetts 2(b)(3)"),
    ("maryland 3.C(1)", "massachusetts 2(c)(1)"),
    ("maryland 5.B(2)", "massachusetts 4(b)"),
    ("maryland 5.G", "massachusetts 4(g)"),
    ("maryland 7.A", "massachusetts 6(a)"),
    ("maryland 8.C", "massachusetts 7(b)"),
    ("maryland 8.E", "massachusetts 7(f)"),
    ("maryland 9.A(1)", "massachusetts 8(a)(1)"),
    ("maryland 9.A(5)", "massachusetts 8(a)(3)"),
    ("maryland 10.A(2)", "massachusetts 9(a)(2)"),
    ("maryland 11.A", "massachusetts 10(a)"),
    ("maryland 11.A(1)", "massachusetts 10(a)(1)"),
    ("maryland 11.J", "massachusetts 10(h)(5)(i)", "cardroom Paying Out/3"),
    ("maryland 13.C", "massachusetts 12(c)", "cardroom Irregularities/1"),
    ("maryland 13.E", "massachusetts 12(g)"),
)
"""Clauses of different texts that ask the same of the same people."""


def entries_by_name() -> dict[str, Clause]:
    return {f"{rules} {clause.id}": clause for rules in TEXTS for clause in clauses(rules).clauses}


@pytest.mark.parametrize("names", SAME_DUTY, ids=lambda names: names[0])
def test_the_same_duty_is_met_the_same_way_in_every_text(names: tuple[str, ...]) -> None:
    entries = [entries_by_name()[name] for name in names]
    assert len({(entry.met, "procedure" in entry.shown_by) for entry in entries}) == 1


def test_every_clause_is_met() -> None:
    """By the engine, by tables, by a choice, by people: nothing in any of the texts waits to be done."""
    assert [name for name, clause in entries_by_name().items() if clause.met is Met.NOT_YET] == []


@pytest.mark.parametrize("name", ["R27", "R28"])
def test_the_clauses_of_a_reading_refer_to_it(name: str) -> None:
    (reading,) = (reading for reading in readings() if reading.id == name)
    for clause in reading.clauses:
        entry = entries_by_name()[clause]
        assert name in (entry.reading, *(entry.note or "").replace("(", " ").replace(")", " ").split())


# ---- teeth: a planted fault is found

CLAUSE = Clause(
    id="7(b)",
    says="Bets close first.",
    met=Met.ENGINE,
    shown_by=("data:seats",),
    missing=None,
    reading=None,
    note=None,
)
BOOK: Book = {
    "seats": {"count": 6},
    "choices": {"abandoned": {"default": "fold"}},
    "procedure": [{"phase": "cut", "clause": "4(d)"}],
}
READING = Reading(
    id="R1",
    rules=("sample",),
    title="A sample",
    clauses=("sample 7(b)",),
    says="So.",
    why="Silence.",
    option=None,
    state=State.IN_FORCE,
    missing=None,
)


def register_of(*entries: Clause) -> Register:
    return Register("sample", "A sample", "Nobody", entries)


def test_a_clause_without_an_entry_is_found() -> None:
    assert faults_of_order(register_of(CLAUSE), ["7(a)", "7(b)"]) == ["7(a): no entry"]


def test_an_entry_without_a_clause_is_found() -> None:
    assert faults_of_order(register_of(CLAUSE), []) == ["7(b): not a clause of the text"]


def test_entries_out_of_order_are_found() -> None:
    swapped = register_of(CLAUSE, replace(CLAUSE, id="7(a)"))
    assert faults_of_order(swapped, ["7(a)", "7(b)"]) == [
        "7(b): stands where 7(a) should",
        "7(a): stands where 7(b) should",
    ]


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        (replace(CLAUSE, shown_by=("data:seats.colour",)), "7(b): data:seats.colour does not exist"),
        (replace(CLAUSE, shown_by=("data:seats.count.more",)), "7(b): data:seats.count.more does not exist"),
        (replace(CLAUSE, shown_by=("choice:count",)), "7(b): choice:count does not exist"),
        (replace(CLAUSE, met=Met.PROCEDURE, shown_by=("procedure",)), "7(b): procedure does not exist"),
        (
            replace(CLAUSE, met=Met.PROCEDURE, shown_by=("data:seats",)),
            "7(b): not shown by a step of the procedure",
        ),
        (
            replace(CLAUSE, shown_by=("test:tests/rules/test_register.py::test_absent",)),
            "7(b): test:tests/rules/test_register.py::test_absent does not exist",
        ),
        (
            replace(CLAUSE, shown_by=("test:tests/rules/test_nowhere.py::test_7_b",)),
            "7(b): test:tests/rules/test_nowhere.py::test_7_b does not exist",
        ),
        (replace(CLAUSE, shown_by=("page:12",)), "7(b): page:12 does not exist"),
        (replace(CLAUSE, shown_by=()), "7(b): shown by nothing"),
        (replace(CLAUSE, met=Met.CHOICE, shown_by=()), "7(b): shown by nothing"),
        (replace(CLAUSE, met=Met.NOT_YET, shown_by=()), "7(b): does not say what is missing"),
    ],
)
def test_an_entry_that_claims_too_much_is_found(entry: Clause, fault: str) -> None:
    assert faults_of_entries(register_of(entry), BOOK) == [fault]


def test_every_kind_of_pointer_can_be_followed() -> None:
    here = "test:tests/rules/test_register.py::test_every_kind_of_pointer_can_be_followed"
    entries = (
        replace(CLAUSE, shown_by=("data:seats.count", "choice:abandoned", here)),
        replace(CLAUSE, id="4(d)", met=Met.PROCEDURE, shown_by=("procedure",)),
    )
    assert faults_of_entries(register_of(*entries), BOOK) == []


def test_a_step_whose_clause_does_not_point_to_it_is_found() -> None:
    silent = replace(CLAUSE, id="4(d)")
    assert faults_of_steps(register_of(silent), BOOK) == ["4(d): a step of the procedure names it, its entry does not"]
    assert faults_of_steps(register_of(replace(silent, shown_by=("data:seats", "procedure"))), BOOK) == []
    assert faults_of_steps(register_of(replace(silent, met=Met.PHYSICAL, shown_by=())), BOOK) == []


def test_a_pointer_needs_a_rule_book_to_point_into() -> None:
    assert faults_of_entries(register_of(CLAUSE), None) == ["7(b): data:seats does not exist"]


def test_a_rule_book_that_names_an_unknown_clause_is_found() -> None:
    book = {
        "deck": {"clause": "7(b)", "rotation_clause": "9(z)", "reading": "R2"},
        "stages": [{"decision_clause": "8(z)"}],
        "stub": {"by_method": {"hand": {"clause": "6(z)"}}, "count_reading": "R3"},
        "conduct": {"reasons": {"touched": "5(z)"}},
        "procedure": [{"clause": "4(z)"}],
    }
    assert faults_of_citations(register_of(CLAUSE), book, [READING]) == [
        "the rule book names clause 9(z)",
        "the rule book names reading R2",
        "the rule book names clause 8(z)",
        "the rule book names clause 6(z)",
        "the rule book names reading R3",
        "the rule book names clause 5(z)",
        "the rule book names clause 4(z)",
    ]


@pytest.mark.parametrize(
    ("entry", "reading", "fault"),
    [
        (replace(CLAUSE, reading="R9"), READING, "sample 7(b): no reading R9"),
        (
            replace(CLAUSE, id="7(c)", reading="R1"),
            replace(READING, clauses=("sample 7(c)", "sample 7(d)")),
            "R1: no clause sample 7(d)",
        ),
        (
            replace(CLAUSE, reading=None),
            replace(READING, rules=("sample", "other")),
            "R1: no rule text other",
        ),
        (CLAUSE, replace(READING, option="weather"), "R1: no rule book offers weather"),
    ],
)
def test_a_reading_that_names_nothing_is_found(entry: Clause, reading: Reading, fault: str) -> None:
    assert faults_of_readings([register_of(entry)], [reading], {"sample": BOOK}) == [fault]


def test_a_reading_of_other_rules_is_found() -> None:
    other = replace(READING, id="R2", rules=("other",), clauses=("other 7(b)",))
    registers = [register_of(replace(CLAUSE, reading="R2")), replace(register_of(CLAUSE), rules="other")]
    assert faults_of_readings(registers, [READING, other], {}) == ["sample 7(b): R2 is about other rules"]


def test_an_option_may_wait_for_its_rule_book() -> None:
    later = replace(READING, option="weather", state=State.NOT_YET, missing="a barometer")
    assert faults_of_readings([register_of(CLAUSE)], [later], {"sample": BOOK}) == []
    offered = replace(READING, option="abandoned")
    assert faults_of_readings([register_of(CLAUSE)], [offered], {"sample": BOOK}) == []

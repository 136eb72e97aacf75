"""Lines of keys. In these texts every whole number is the line on which it stands."""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from crossfelt.rulefiles.lines import KeyPath, LineIndex, key_lines

TEXTS = {
    "plain keys": "a = 1\n\n# b = 0\nb = 4 # c = 0\n  c=5\n",
    "tables": "a = 1\n[b]\nc = 3\n[b.d]\ne = 5\n[ b . 'f' ]\ng = 7",
    "dotted keys": "a.b.c = 1\na . b . d = 2\na.\"x.y\".'z w' = 3\n[t]\nu.v = 5",
    "lists of tables": "[[a]]\nb = 2\n[[a]]\nb = 4\n[a.c]\nd = 6\n[[a.e]]\nf = 8\n[[a.e]]\nf = 10\n[[a]]\n[[a.e]]\n",
    "inline tables": "a = { b = 1, c.d = 1, 'e' = { f = 1 } }\ng = {}\nh = [{ i = 3 }, { i = 3, j = [3] }]",
    "lists over lines": "a = [ # [\n  2, 2,\n  3, # , 9\n  [ 4 ],\n  { b = 5 },\n]\nc = [\n]\nd = 9",
    "texts": 'a = "x = 0 # ["\nb = 2\nc = "\\" = \\\\"\nd = 4\ne = \'\\\'\nf = 6\n"" = 7\n"g\\u0041" = 8',
    "texts over lines": "a = \"\"\"\nb = 0\n\"\"\" # c = 0\nd = 4\ne = '''\n[f]\n'''\ng = 8",
    "texts that end in quotes": 'a = """x"""""\nb = 2\nc = """"y"""\nd = 4\ne = \'\'\'z\'\'\'\'\nf = 6',
    "empty texts": 'a = ""\nb = 2\nc = \'\'\nd = 4\ne = """"""\nf = 6\ng = ["", \'\', 7]\nh = ["""\n""", 9]',
    "other values": "a = 1979-05-27 07:32:00Z\nb = 2\nc = -1.5e3\nd = 4\ne = true\nf = [inf, 6]\ng = 07:32:00\nh = 8",
    "a table after its parts": "[a.b]\nc = 2\n[a]\nd = 4\n[a.e]\nf = 6",
    "line ends of another system": "a = 1\r\n[b]\r\n# c\r\nd = 4\r\ne = [\r\n6 ]\r\n",
    "a mark at the start": "\ufeffa = 1\nb = 2",
    "nothing": "",
    "only remarks": "# a = 1\n\n   # b",
}


def parts_of(node: object, path: KeyPath = ()) -> Iterator[tuple[KeyPath, object]]:
    """Every key and item below a value."""
    children: list[tuple[str | int, Any]] = []
    if isinstance(node, dict):
        children = list(node.items())
    elif isinstance(node, list):
        children = list(enumerate(node, start=1))
    for key, child in children:
        yield (*path, key), child
        yield from parts_of(child, (*path, key))


def assert_lines(text: str) -> dict[KeyPath, int]:
    """Check that every key `tomllib` reads has a line, nothing else has one, and every number is that of its line."""
    lines = key_lines(text)
    parts = dict(parts_of(tomllib.loads(text.removeprefix("\ufeff"))))
    assert set(lines) == set(parts)
    for path, value in parts.items():
        if isinstance(value, int) and not isinstance(value, bool):
            assert lines[path] == value, path
    return lines


@pytest.mark.parametrize("name", TEXTS)
def test_every_key_has_its_line(name: str) -> None:
    assert_lines(TEXTS[name])
    assert key_lines(TEXTS[name].encode()) == key_lines(TEXTS[name])


def test_a_table_has_the_line_of_its_header() -> None:
    lines = key_lines(TEXTS["tables"])
    assert (lines["b",], lines["b", "d"], lines["b", "f"]) == (2, 4, 6)
    lines = key_lines(TEXTS["a table after its parts"])
    assert (lines["a", "b"], lines["a",], lines["a", "e"]) == (1, 3, 5)
    lines = key_lines(TEXTS["lists of tables"])
    assert (lines["a",], lines["a", 1], lines["a", 2], lines["a", 2, "e", 2], lines["a", 3]) == (1, 1, 3, 9, 11)
    lines = key_lines(TEXTS["dotted keys"])
    assert (lines["a",], lines["a", "b"], lines["a", "x.y"], lines["t", "u"]) == (1, 1, 3, 5)


class Writer:
    """Writes TOML in every style, with the number of the line as each value."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.text = ""
        self.names = iter(range(10_000))

    @property
    def line(self) -> int:
        return self.text.count("\n") + 1

    def key(self) -> str:
        name = f"k{next(self.names)}"
        return self.chance.choice((name, f'"{name}"', f"'{name}'", f'"{name}.x"', json.dumps(f"{name} = [#")))

    def document(self) -> str:
        for _ in range(self.chance.randint(0, 4)):
            self.pair()
        for _ in range(self.chance.randint(0, 6)):
            self.table()
        return self.text

    def table(self) -> None:
        blank = self.chance.choice(("", " "))
        header = ".".join(self.key() for _ in range(self.chance.randint(1, 3)))
        is_list = self.chance.random() < 0.4
        for _ in range(self.chance.randint(1, 3) if is_list else 1):
            opening, closing = ("[[", "]]") if is_list else ("[", "]")
            self.text += f"{blank}{opening}{blank}{header}{blank}{closing}{self.remark()}\n"
            for _ in range(self.chance.randint(0, 4)):
                self.pair()

    def remark(self) -> str:
        return self.chance.choice(("", " # remark", ' # a = "', " # ]]}", "\n", "\n\n# b = 1"))

    def pair(self) -> None:
        self.text += self.chance.choice(("", "  ", "\t"))
        self.text += self.chance.choice((".", " . ")).join(self.key() for _ in range(self.chance.randint(1, 3)))
        self.text += self.chance.choice((" = ", "="))
        self.value(2)
        self.text += f"{self.remark()}\n"

    def value(self, depth: int) -> None:
        match self.chance.randrange(6 if depth else 4):
            case 0 | 1:
                self.text += str(self.line)
            case 2:
                self.text += self.chance.choice(('"a = 1 # ["', "'\\'", '""', "true", "1.5", "1979-05-27"))
            case 3:
                self.text += self.chance.choice(('"""\n a = 1\n"""', "'''\n[b]\n'''", '"""x""""'))
            case 4:
                self.text += "["
                for _ in range(self.chance.randint(0, 3)):
                    self.text += self.chance.choice((" ", "\n", "\n # ], \n"))
                    self.value(depth - 1)
                    self.text += self.chance.choice((",", " ,", " # ,\n,"))
                self.text += self.chance.choice((" ]", "]", "\n]"))
            case _:
                self.text += "{ "
                for number in range(self.chance.randint(0, 3)):
                    self.text += f"{', ' if number else ''}{self.key()} = "
                    self.value(depth - 1)
                self.text += " }"


def test_the_lines_of_random_files() -> None:
    keys = 0
    for seed in range(400):
        keys += len(assert_lines(Writer(random.Random(seed)).document()))
    assert keys > 2_000


def test_a_path_as_faults_print_it_leads_to_its_line() -> None:
    lines = LineIndex('[choices.spin]\n"25&15" = 2\n"two words" = 3\n[choices."1"]\n"2" = 5\n[[list]]\na = 7')
    for where, line in {
        "choices.spin": 1,
        "choices.spin.25&15": 2,
        "choices.spin.'two words'": 3,
        "choices.'1'": 4,
        "choices.'1'.2": 5,
        "list[1]": 6,
        "list[1].a": 7,
    }.items():
        assert lines.exact(where) == lines.nearest(where) == line


def test_what_is_missing_has_the_line_of_the_table_it_is_missing_from() -> None:
    lines = LineIndex("a = 1\n[b.c]\nd = 3\n[[e]]\n[f]\ng = { h = 6 }")
    for where, line in {"b.c.x": 2, "b.x.y": 2, "e[1].x": 4, "e[2].x": 4, "f.g.x": 6, "x": None, "x.y": None}.items():
        assert lines.exact(where) is None
        assert lines.nearest(where) == line

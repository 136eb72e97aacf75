"""Every way to change one number, name or order in the data files of the rules.

A mutant is a data file with one change:

- a number is raised by one, a flag turned over;
- a name becomes another name of its kind: the next clause of the text for a clause, another hand for a hand;
- the key under which an entry stands becomes another one;
- two neighbors of a list, or two neighboring entries of a table that is read in its order, change places;
- a number in a sentence is raised by one.

Titles and the rest of a sentence are for people: no program depends on them, and a clearer word changes no rule.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from crossfelt.ranking import Hand

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "src" / "crossfelt"
FOLDERS = ("crisscross/rulebooks", "crisscross/progressives", "kingcross/scorecards")
FILES = tuple(sorted(path for folder in FOLDERS for path in (PACKAGE / folder).glob("*.toml")))

PROSE = ("says", "note", "title", "publisher")
"""Keys of texts for people."""
KEYED_BY_NAME = (
    "choices",
    "spots",
    "pay_tables",
    "pay_tables.*",
    "dealing",
    "irregularities",
    "irregularities.*.by_method",
    "conduct.reasons",
    "points",
    "achievements",
    "*.wheels",
    "*.community",
    "player_edges.choices",
)
"""Tables whose keys are names of the data; the keys of all others are those of the file format."""
UNORDERED = ("pay_tables.*", "irregularities.*.by_method", "points", "player_edges.choices")
"""Those of them that are only ever asked by name, so that their order is nothing that anyone sees."""
WORDS: Mapping[str, tuple[str, ...]] = {
    "decided_by": ("clause", "both"),
    "shows": ("hands", "bonus_cards", "nothing"),
    "bound": ("at_most", "at_least"),
    "pay_tables.*": tuple(hand.slug for hand in Hand),
}
"""Names that no file may happen to use, by the key or table that takes them."""
NUMBER_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")
_NUMBER = re.compile(rf"\d+(?:,\d{{3}})*|\b(?:{'|'.join(NUMBER_WORDS[:-1])})\b")

Keys = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A data file with one change."""

    file: Path
    where: str
    """The place of the change, such as `pay_tables.main.flush`."""
    change: str
    """The old value and the new one."""
    make: Callable[[], dict[str, Any]]

    @property
    def name(self) -> str:
        """Its name in reports and in the list of equivalent changes."""
        return f"{self.file.stem}: {self.where}: {self.change}"

    @property
    def part(self) -> str:
        """The file and the table at its top that is changed: what kills one mutant of it likely kills the next."""
        return f"{self.file.stem}: {re.split(r'[.[]', self.where)[0]}"

    @property
    def text(self) -> str:
        """The id of the rule text that the file is about."""
        return _text(self.file)

    def written(self) -> str:
        """The file with the change, as TOML."""
        return written(self.make())


def mutants(files: Sequence[Path] = FILES) -> Iterator[Mutant]:
    """Every mutant of the files, in the order of their lines."""
    for file in files:
        data = read(file)
        for keys, value in walk(data):
            yield from _of_value(file, data, keys, value)


@cache
def read(file: Path) -> dict[str, Any]:
    """A data file as it is shipped."""
    return tomllib.loads(file.read_text(encoding="utf-8"))


def written(data: Mapping[str, Any]) -> str:
    """The data as TOML: one line for each key at the top, everything below it inline."""
    return "".join(f"{json.dumps(key)} = {_inline(value)}\n" for key, value in data.items())


def _inline(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_inline(child)}" for key, child in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return json.dumps(value)


def walk(node: object, keys: Keys = ()) -> Iterator[tuple[Keys, object]]:
    """Every value of the data with its keys, tables and lists before what they hold."""
    yield keys, node
    if isinstance(node, dict):
        for key, child in node.items():
            yield from walk(child, (*keys, key))
    elif isinstance(node, list):
        for index, child in enumerate(node):
            yield from walk(child, (*keys, index))


def where(keys: Keys) -> str:
    """Keys as people write them; lists count from 1."""
    text = ""
    for key in keys:
        text += f"[{key + 1}]" if isinstance(key, int) else f".{key}" if text else key
    return text


def numbers_of(sentence: str) -> list[str]:
    """The numbers that a sentence names, in digits or words.

    >>> numbers_of("Deal 52 cards to six seats.")
    ['52', 'six']
    """
    return _NUMBER.findall(sentence)


def _of_value(file: Path, data: Mapping[str, Any], keys: Keys, value: object) -> Iterator[Mutant]:
    """The mutants of one value: what it is changed into, and how the change is called."""
    for place, change, changed in _changes(file, keys, value):
        yield Mutant(file, where(place), change, partial(_with, data, keys, changed))


def _changes(file: Path, keys: Keys, value: object) -> Iterator[tuple[Keys, str, object]]:
    if _field(keys) in PROSE:
        if isinstance(value, str):
            yield from ((keys, *change) for change in _raised(value))
    elif isinstance(value, bool):
        yield keys, *_replaced(value, not value)
    elif isinstance(value, int):
        yield keys, *_replaced(value, value + 1)
    elif isinstance(value, str):
        yield keys, *_replaced(value, _other_name(file, keys, value))
    elif isinstance(value, list):
        yield from ((keys, *change) for change in _swapped_items(value))
    elif isinstance(value, dict) and _table(keys):
        names = [name for name in value if not _is_citation(name)]
        yield from (((*keys, name), *_renamed(keys, value, name)) for name in names)
        if _table(keys) not in UNORDERED:
            yield from ((keys, *change) for change in _swapped_entries(value, names))


Change = tuple[str, object]
"""A description of the change, and the changed value."""


def _replaced(value: object, other: object) -> Change:
    return f"{json.dumps(value)} -> {json.dumps(other)}", other


def _raised(sentence: str) -> Iterator[Change]:
    """Each number of a sentence raised by one."""
    for match in _NUMBER.finditer(sentence):
        number = match[0]
        if number in NUMBER_WORDS:
            raised = NUMBER_WORDS[NUMBER_WORDS.index(number) + 1]
        else:
            raised = format(int(number.replace(",", "")) + 1, "," if "," in number else "")
        changed = sentence[: match.start()] + raised + sentence[match.end() :]
        yield f"{number} at {match.start()} -> {raised}", changed


def _swapped_items(items: list[Any]) -> Iterator[Change]:
    """Neighbors change places, unless they are the same."""
    for first, second in pairwise(range(len(items))):
        if items[first] != items[second]:
            swapped = [*items[:first], items[second], items[first], *items[second + 1 :]]
            yield f"{first + 1} and {second + 1} change places", swapped


def _swapped_entries(table: Mapping[str, Any], names: Sequence[str]) -> Iterator[Change]:
    for first, second in pairwise(names):
        other = {first: second, second: first}
        order = [other.get(key, key) for key in table]
        yield f"{first} and {second} change places", {key: table[key] for key in order}


def _renamed(keys: Keys, table: Mapping[str, Any], name: str) -> Change:
    new = next((other for other in _pools()[_table(keys)] if other not in table), f"{name}_x")
    return f"key {name} -> {new}", {new if key == name else key: child for key, child in table.items()}


def _get(data: Any, keys: Keys) -> Any:
    for key in keys:
        data = data[key]
    return data


def _with(node: Any, keys: Keys, value: object) -> Any:
    """A copy with another value at one place; what lies beside the way there is shared."""
    if not keys:
        return value
    copied = node.copy()
    copied[keys[0]] = _with(node[keys[0]], keys[1:], value)
    return copied


# ---- names


def _field(keys: Keys) -> str:
    """The last key that is not a place in a list."""
    return next((key for key in reversed(keys) if isinstance(key, str)), "")


def _is_citation(key: str) -> bool:
    return key in ("clause", "clauses", "reading") or key.endswith(("_clause", "_reading"))


def _table(keys: Keys) -> str:
    """The pattern of `KEYED_BY_NAME` that fits a table, or nothing."""
    path = where(tuple(key for key in keys if isinstance(key, str)))
    return next((pattern for pattern in KEYED_BY_NAME if _fits(path, pattern)), "")


def _fits(path: str, pattern: str) -> bool:
    return fnmatchcase(path, pattern) and path.count(".") == pattern.count(".")


@cache
def _pools() -> dict[str, tuple[str, ...]]:
    """Kind of name -> all names of the kind in all files, by the key that holds them."""
    pools: dict[str, dict[str, None]] = {key: dict.fromkeys(words) for key, words in WORDS.items()}
    for file in FILES:
        for keys, value in walk(read(file)):
            if isinstance(value, str):
                pools.setdefault(_field(keys), {})[value] = None
            if isinstance(value, dict) and (table := _table(keys)):
                pools.setdefault(table, {}).update(dict.fromkeys(key for key in value if not _is_citation(key)))
    return {kind: tuple(names) for kind, names in pools.items()}


def _other_name(file: Path, keys: Keys, value: str) -> str:
    kind = _field(keys)
    if _is_clause(keys, kind):
        pool = _clauses(_text(file))
    elif kind == "reading" or kind.endswith("_reading"):
        pool = tuple(sorted({name for key, names in _pools().items() if key.endswith("reading") for name in names}))
    elif kind == "default":
        pool = _defaults(read(file), keys)
    else:
        pool = _pools()[kind]
    if value in pool and len(pool) > 1:
        return pool[(pool.index(value) + 1) % len(pool)]
    return next((name for name in pool if name != value), f"{value}_x")


def _is_clause(keys: Keys, kind: str) -> bool:
    return "reasons" in keys or (_is_citation(kind) and "reading" not in kind)


def _defaults(data: Mapping[str, Any], keys: Keys) -> tuple[str, ...]:
    """Return the possible defaults of a choice: its own values, or those of the same choice in any file."""
    choice = _get(data, keys[:2])
    if "values" in choice:
        return tuple(choice["values"])
    same = (read(file).get("choices", {}).get(keys[1], {}).get("default", ()) for file in FILES)
    return tuple(dict.fromkeys(name for names in same for name in names))


def _text(file: Path) -> str:
    return re.sub(r"-\d+$", "", file.stem)


@cache
def _clauses(rules: str) -> tuple[str, ...]:
    """The clauses of a text, as `tests/rules/ids/` lists them."""
    return tuple((ROOT / "tests" / "rules" / "ids" / f"{rules}.txt").read_text(encoding="utf-8").splitlines())

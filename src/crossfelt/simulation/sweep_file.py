"""Files that describe a sweep: rule variations by strategies by seats, as a list, as a grid, or both.

    rounds = 1_000_000                              # of each cell by chance; left out, nothing is simulated
    seats = [1, 6]
    strategies = ["optimal", "always-1x", "timid.toml", ["optimal", "never-fold"]]

    [[rules]]                                       # one variation
    rules = "maryland"
    pay = { royal_flush = 250 }

    [[grid]]                                        # every combination
    rules = ["maryland", "harbour.toml"]
    options = { ace_low_straight = [true, false] }

A list of strategies is a table of its own, with one seat for each. Files are looked for beside the sweep's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from crossfelt.analysis.crisscross.analyzed_rules import analyzed_rules
from crossfelt.analysis.crisscross.encode import Scheme
from crossfelt.analysis.crisscross.strategy_card import parse_strategy_card
from crossfelt.crisscross.resolve import examine_submission, load_rule_book, named_rules, rule_book_ids
from crossfelt.errors import BadInput, Fault, RuleBookError, describe
from crossfelt.faults import FaultCode
from crossfelt.fields import Fields
from crossfelt.jsontext import parse_toml
from crossfelt.rulefiles import NamedRules
from crossfelt.simulation.plan import MOST_ROUNDS, MOST_SEED, NAMED, SeatStrategy, plan_of
from crossfelt.simulation.sweep import Cell, Sweep, Variation

MOST_CELLS = 10_000
_MOST_SEATS = 100
"""Above any real table; the rule book sets the actual limit."""
Read = Callable[[str], bytes]
"""Returns the content of a file that the sweep names."""


def parse_sweep(text: bytes, read: Read) -> Sweep:
    """Return the sweep of a file; `BadInput` lists everything wrong with it, each fault with its place."""
    fields = Fields(parse_toml(text), container="table")
    reader = _Reader(fields, read)
    rounds = fields.integer("rounds", least=0, most=MOST_ROUNDS, default=0)
    seed = fields.integer("seed", least=0, most=MOST_SEED, default=1)
    is_exact = fields.boolean("exact", default=True)
    if not is_exact and not rounds:
        message = "must be at least 1 if nothing is solved exactly"
        fields.fault(FaultCode.OUT_OF_RANGE, message, "rounds", least=1, most=MOST_ROUNDS, value=rounds)
    seats = fields.integers("seats", least=1, most=_MOST_SEATS) if "seats" in fields else (1,)
    tables = [table for entry in reader.strategies() for table in _tables(entry, seats)]
    variations = list(reader.variations())
    fields.refuse_unknown()
    if len(variations) * len(tables) > MOST_CELLS:
        count = len(variations) * len(tables)
        message = f"{count:,} cells are too many; use at most {MOST_CELLS:,}"
        fields.fault(FaultCode.TOO_LONG, message, None, count=count, most=MOST_CELLS)
    elif not fields.faults:
        cells = [cell for variation in variations for cell in reader.cells(variation, tables, max(rounds, 1), seed)]
        if not fields.faults:
            return Sweep(tuple(cells), is_exact, rounds > 0)
    raise BadInput(dict.fromkeys(fields.faults))


@dataclass(frozen=True, slots=True)
class _Named:
    """A strategy, or one for each seat, and its place in the file."""

    names: tuple[str, ...]
    is_table: bool
    where: str


def _tables(entry: _Named, seats: Sequence[int]) -> Iterator[tuple[_Named, int]]:
    if entry.is_table:
        yield entry, len(entry.names)
    else:
        yield from ((entry, count) for count in seats)


@dataclass(slots=True)
class _Reader:
    fields: Fields
    read: Read
    contents: dict[str, Mapping[str, object] | None] = field(default_factory=dict)
    """The contents of the strategy files; None for one that can't be read."""

    def strategies(self) -> Iterator[_Named]:
        """Return the strategies of the file; the best play if it names none."""
        given = self.fields.raw("strategies") if "strategies" in self.fields else ["optimal"]
        if not isinstance(given, list) or not given:
            message = f"must be a list of strategies, not {describe(given)}"
            self.fields.fault(FaultCode.WRONG_TYPE, message, "strategies", expected="list", value=given)
            return
        for number, entry in enumerate(given, 1):
            where = f"strategies[{number}]"
            names = entry if isinstance(entry, list) else [entry]
            known = [self._is_known(name, where) for name in names]
            if names and all(known):
                yield _Named(tuple(names), isinstance(entry, list), where)
            elif not names:
                self._fault(FaultCode.MISSING, "must name a strategy for each seat", where)

    def _is_known(self, name: object, where: str) -> bool:
        if not isinstance(name, str) or not (name in NAMED or name.endswith(".toml")):
            message = f"{describe(name)} must be a file or one of {', '.join(NAMED)}"
            self._fault(FaultCode.NOT_ONE_OF, message, where, value=name, choices=list(NAMED))
            return False
        if name not in NAMED and name not in self.contents:
            try:
                self.contents[name] = parse_toml(self.read(name))
            except BadInput as error:
                self.contents[name] = None
                self._refused(error, where)
        return name in NAMED or self.contents[name] is not None

    def variations(self) -> Iterator[Variation]:
        """Return the list, then every combination of the grids."""
        if "rules" not in self.fields and "grid" not in self.fields:
            message = "is missing; add variations as [[rules]], or combinations as [[grid]]"
            self.fields.fault(FaultCode.MISSING, message, "rules")
        names: set[str] = set()
        for entry in self.fields.tables("rules", ()):
            name, rules = entry.optional_text("name"), entry.text("rules")
            options, pay = _content(entry, "options"), _content(entry, "pay")
            entry.refuse_unknown()
            variation = self._variation(entry.path, rules, options, pay) if rules else None
            if variation is not None:
                variation = Variation(name or variation.name, variation.rules, options, pay)
                if variation.name in names:
                    message = f"{describe(variation.name)} appears twice; give it another name"
                    entry.fault(FaultCode.REPEATED, message, None, value=variation.name)
                names.add(variation.name)
                yield variation
        for entry in self.fields.tables("grid", ()):
            yield from self._grid(entry, names)

    def _grid(self, entry: Fields, names: set[str]) -> Iterator[Variation]:
        books = entry.texts("rules")
        options, pay = (_lists(entry, key) for key in ("options", "pay"))
        entry.refuse_unknown()
        count = len(books)
        for choices in (*options.values(), *pay.values()):
            count *= len(choices)
        if count > MOST_CELLS:
            message = f"{count:,} combinations are too many; use at most {MOST_CELLS:,}"
            entry.fault(FaultCode.TOO_LONG, message, None, count=count, most=MOST_CELLS)
            return
        for rules, values in product(books, product(*options.values(), *pay.values())):
            chosen = dict(zip(options, values[: len(options)], strict=True))
            paid = dict(zip(pay, values[len(options) :], strict=True))
            variation = self._variation(entry.path, rules, chosen, paid)
            if variation is not None and variation.name in names:
                message = f"{describe(variation.name)} appears twice"
                entry.fault(FaultCode.REPEATED, message, None, value=variation.name)
            elif variation is not None:
                names.add(variation.name)
                yield variation

    def _variation(
        self, where: str, rules: str, options: Mapping[str, object], pay: Mapping[str, object]
    ) -> Variation | None:
        changes = [f"{name}={_written(value)}" for name, value in (*options.items(), *pay.items())]
        try:
            analyzed = analyzed_rules(self._named(rules, options), pay)
        except BadInput as error:
            self._refused(error, where)
            return None
        return Variation(" ".join([rules.removesuffix(".toml"), *changes]), analyzed, options, pay)

    def _named(self, rules: str, options: Mapping[str, object]) -> NamedRules:
        if rules in rule_book_ids():
            return named_rules(load_rule_book(rules, options))
        if not rules.endswith(".toml"):
            message = f"there is no rule book {describe(rules)}: choose from {', '.join(rule_book_ids())}"
            raise BadInput(message, FaultCode.NO_SUCH_RULES, value=rules, choices=rule_book_ids())
        submission = examine_submission(self.read(rules))
        submitted = submission.rules
        if submitted is None:
            raise RuleBookError(submission.faults)
        book = load_rule_book(submitted.id, {**submitted.choices, **options}) if options else submitted
        return named_rules(book, submitted, submission.name(rules.rpartition("/")[2].removesuffix(".toml")))

    def cells(
        self, variation: Variation, tables: Sequence[tuple[_Named, int]], rounds: int, seed: int
    ) -> Iterator[Cell]:
        """Yield the tables under one variation."""
        for entry, seats in tables:
            try:
                strategies = tuple(self._strategy(name, variation.rules.scheme) for name in entry.names)
                plan = plan_of(variation.rules.book, variation.rules.scheme, seats, strategies, rounds, seed)
            except BadInput as error:
                self._refused(error, entry.where)
            else:
                yield Cell(variation, plan)

    def _strategy(self, name: str, scheme: Scheme) -> SeatStrategy:
        content = self.contents.get(name)
        if content is None:
            return SeatStrategy(name)
        return SeatStrategy(name.removesuffix(".toml"), parse_strategy_card(content, scheme.multiples))

    def _refused(self, error: BadInput, where: str) -> None:
        """Note the faults of another reader, at the place of the file that led there."""
        for fault in error.faults:
            is_choice = fault.where.startswith("choices")
            path = f"{where}.{fault.where.replace('choices', 'options', 1)}" if is_choice else where
            message = fault.message if is_choice or not fault.where else f"{fault.where}: {fault.message}"
            self.fields.faults.append(Fault(fault.code, message, path, fault.clause, params=fault.params))

    def _fault(self, code: FaultCode, message: str, where: str, **params: object) -> None:
        self.fields.faults.append(Fault(code, message, where, params=params))


def _content(entry: Fields, key: str) -> dict[str, object]:
    table = entry.table(key) if key in entry else entry.empty(key)
    return {name: table.raw(name) for name in table.names()}


def _lists(entry: Fields, key: str) -> dict[str, list[object]]:
    """Return the values of each name of a grid."""
    lists: dict[str, list[object]] = {}
    table = entry.table(key) if key in entry else entry.empty(key)
    for name in table.names():
        values = table.raw(name)
        if isinstance(values, list) and values:
            lists[name] = values
        else:
            message = f"must be a list of values, not {describe(values)}"
            table.fault(FaultCode.WRONG_TYPE, message, name, expected="list", value=values)
    return lists


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)

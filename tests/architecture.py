"""The shape of the package as rules: which part imports which, what the pure parts may touch, and tidiness.

A part is a module or folder directly under `crossfelt`. It imports only parts of a lower level. Those of levels
0 and 1 are one vocabulary each and may import their neighbors; other parts may not.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

LEVELS: dict[int, tuple[str, ...]] = {
    0: ("faults", "errors", "money", "bounds", "cards", "ranking", "chance", "fields", "jsontext", "merkle"),
    1: ("schema", "rulefiles", "ledger", "game", "record", "notation", "fairness"),
    3: ("crisscross", "kingcross", "register"),
    4: ("catalog", "storage", "kernels", "verifier"),
    5: ("analysis", "proof"),
    6: ("simulation",),
    7: ("service", "printing", "envs"),
    8: ("http", "cli", "testing"),
    9: ("__main__",),
}
"""`docs/architecture.md` draws these levels; a test compares the two."""
LEVEL_OF = {part: level for level, parts in LEVELS.items() for part in parts}
EXAMPLES = "examples"
"""The folder of files that are copied to their readers: nothing in it is a part, and nobody imports from it."""
ALLOWED_SIBLINGS = frozenset({("cli", "http")})
"""`crossfelt serve` is a command like any other, and starts the server."""

HIGHEST_SHARED_LEVEL = 1
HIGHEST_PURE_LEVEL = 3
HIGHEST_SILENT_LEVEL = 7

_PURE = """
__future__ abc array base64 binascii bisect collections contextlib copy dataclasses difflib enum fnmatch fractions
functools graphlib hashlib heapq hmac importlib.resources itertools json math numbers operator re string
struct textwrap tomllib types typing unicodedata
"""
PURE_LIBRARY = frozenset(_PURE.split())
"""The standard library as far as it reaches no clock, file, network, process or source of chance."""

ALLOWED_IN = {"random": "chance", "secrets": "chance"}
"""Sources of chance enter through one module."""

OVERRIDDEN = frozenset({"h11", "uvicorn", "websockets"})
OVERRIDES = "crossfelt.http.uvicorn_overrides"
"""The one folder that may depend on the internals of these packages. It names the tested versions."""

IMPURE_CALLS = frozenset({"open", "Path", "input", "exec", "eval", "__import__", "breakpoint"})

GAME_ROOMS: dict[str, tuple[str, ...]] = {
    "criss-cross": (
        "crisscross",
        "analysis.crisscross",
        "kernels.crisscross",
        "catalog.crisscross",
        "cli.crisscross",
        "cli.floor.summary",
        "cli.wheel",
        "envs.crisscross",
        "envs.crisscross_baselines",
        "envs.crisscross_drawing",
        "http.settle",
        "http.submissions",
        "service.wire.cases",
        "service.wire.book_document",
        "simulation",
    ),
    "king-cross": (
        "kingcross",
        "analysis.king",
        "kernels.king",
        "catalog.kingcross",
        "cli.king",
        "envs.king",
        "envs.king_baselines",
        "envs.king_drawing",
        "envs.king_room",
        "http.king",
        "http.king_sheets",
        "service.king",
        "service.wire.king",
        "service.wire.match_document",
    ),
}
"""Each game -> the modules and folders that are about it alone: its own, its analysis, and questions only it has."""
GAME_ROOTS = {game: rooms[:5] for game, rooms in GAME_ROOMS.items()}
"""Each game -> the modules and folders that only its rooms import."""
ROOMS_OF_ALL_GAMES = (
    "__init__",  # the names that the package exports
    "catalog.__init__",
    "cli.app",  # the list of commands
    "cli.rules",  # rule texts and score cards as they are published
    "http.rules",
    "kernels",  # arrays; some kernels share a generator
    "printing",  # sheets to print, each of one game
    "service.workers.rules",  # documents of the commands above
    "testing",  # conformance tests for both games
    "verifier",  # imports nothing of ours, so it has both games inside
)
"""Modules that may name every game. Everything else reads the games' kits."""

MOST_LINES = 600
ONE_FILE = {"crossfelt_verifier.py": 1200}
"""The program that people download to check a round is one file, because they are to read it and run it alone."""
VAGUE_NAMES = frozenset({"told", "says", "brought", "wanted", "kept", "found", "does"})
"""Words that don't say what a name stands for."""
CONTRACT_FIELDS = frozenset({"says"})
"""Those of them that outside programs read as keys of JSON, so that a class may have a field of this name."""
PROGRAMS = frozenset({EXAMPLES, "verifier"})
"""Parts that people run as programs and nobody imports, so they have no API to document."""
LIMIT_WORDS = re.compile(r"\b(not|never|no|nothing|none|only)\b", re.IGNORECASE)
OPENING_SENTENCES = 3
"""One each for the folder's purpose, its limits, and the file to open first."""
QUOTED = re.compile(r"`[^`]*`")
SENTENCE_END = re.compile(r"\.(?=\s|$)")
FIRST_FILE = re.compile(r"Open `([^`]+)` first\.$")
MACHINE_PATH = re.compile(r"(?<![\w.~])/(?:home|root|work|Users)/\w")
TEXT_FILES = frozenset({".py", ".md", ".toml", ".txt", ".json", ".ts", ".js", ".svelte", ".css", ".html", ".ini"})
MADE_BY_TOOLS = frozenset({"node_modules", "_build", "page", "build", "dist", "__pycache__"})


@dataclass(frozen=True, slots=True)
class Import:
    """One imported module, by its full name."""

    name: str
    line: int
    is_deferred: bool
    """Inside a function or under `TYPE_CHECKING`: no part of what importing the module runs."""


@dataclass(frozen=True, slots=True)
class Module:
    """One source file of the package."""

    path: Path
    name: str
    """`crossfelt.crisscross.round`; a folder's `__init__.py` has the name of the folder."""
    tree: ast.Module
    imports: tuple[Import, ...]

    @property
    def part(self) -> str:
        """The first name below `crossfelt`; empty for the package's own `__init__.py`."""
        return part_of(self.name)

    @property
    def level(self) -> int:
        """The package's own `__init__.py` stands above all: it hands names on, on demand."""
        return LEVEL_OF.get(self.part, 0) if self.part else max(LEVELS)

    @property
    def is_command(self) -> bool:
        """Run by `python -m`, so what it prints is its result."""
        return any(isinstance(node, ast.If) and "__name__" in ast.unparse(node.test) for node in self.tree.body)


def read_package(package: Path) -> list[Module]:
    """Every module of the package, in order of their names."""
    paths = sorted(path for path in package.rglob("*.py") if path.relative_to(package).parts[0] != EXAMPLES)
    names = {path: module_name(package, path) for path in paths}
    known = frozenset(names.values())
    modules = []
    for path, name in names.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        folder = name if path.name == "__init__.py" else name.rpartition(".")[0]
        modules.append(Module(path, name, tree, tuple(find_imports(tree.body, folder, known))))
    return sorted(modules, key=lambda module: module.name)


def module_name(package: Path, path: Path) -> str:
    """The dotted name of a file."""
    words = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(words[:-1] if words[-1] == "__init__" else words)


def part_of(name: str) -> str:
    """`crisscross` for `crossfelt.crisscross.round`."""
    return name.split(".")[1] if "." in name else ""


def find_imports(
    nodes: list[ast.stmt], folder: str, known: frozenset[str], *, is_deferred: bool = False
) -> Iterator[Import]:
    """The imports in these statements, those inside functions and conditions included."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, node.lineno, is_deferred) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = node.module or ""
            if node.level:
                above = folder.split(".")[: len(folder.split(".")) - node.level + 1]
                source = ".".join([*above, *([source] if source else [])])
            for alias in node.names:
                full = f"{source}.{alias.name}"
                # `from folder import module` imports the module, `from module import name` only its module.
                is_module = full in known or (source == "crossfelt" and alias.name in LEVEL_OF)
                is_resources = full == "importlib.resources"
                is_root_name = source == "crossfelt" and not is_module
                yield Import(full if is_module or is_resources or is_root_name else source, node.lineno, is_deferred)
        else:
            yield from called_imports(node, is_deferred)
            is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            is_for_types = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
            inner = [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr)]
            blocks = [child for child in inner if isinstance(child, ast.stmt)]
            for handler in inner:
                if isinstance(handler, ast.ExceptHandler | ast.match_case):
                    blocks += handler.body
            yield from find_imports(blocks, folder, known, is_deferred=is_deferred or is_function or is_for_types)


def called_imports(node: ast.stmt, is_deferred: bool) -> Iterator[Import]:
    """`import_module("name")`, in a statement without statements inside it."""
    if any(isinstance(child, ast.stmt) for child in ast.iter_child_nodes(node)):
        return
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and "import_module" in ast.unparse(call.func) and call.args:
            name = call.args[0]
            if isinstance(name, ast.Constant) and isinstance(name.value, str):
                yield Import(name.value, call.lineno, is_deferred)


def violations(package: Path) -> list[str]:
    """Everything in the package that breaks a rule of this file, one line each."""
    modules = read_package(package)
    results = [*unknown_parts(package), *cycles(modules), *folders(package, modules)]
    published = published_names(package)
    for module in modules:
        rules = (
            *(layers(module), purity(module), silence(module), neutrality(module, published)),
            naming(module.tree),
            game_names(module),
        )
        where = module.path.relative_to(package.parent).as_posix()
        results += [f"{where}:{complaint}" for rule in rules for complaint in rule]
        lines = len(module.path.read_text(encoding="utf-8").splitlines())
        most = ONE_FILE.get(module.path.name, MOST_LINES)
        if lines > most:
            results.append(f"{where}: {lines} lines, more than {most}")
    return results


def unknown_parts(package: Path) -> Iterator[str]:
    """A new part needs a level before it can have a place."""
    for path in sorted(package.iterdir()):
        is_part = path.suffix == ".py" or (path.is_dir() and any(path.rglob("*.py")))
        if is_part and path.stem not in (*LEVEL_OF, "__init__", EXAMPLES):
            yield f"{path.name} has no level in tests/architecture.py"


def layers(module: Module) -> Iterator[str]:
    """Lower levels only; numba and uvicorn only in their folders; the package's own names nowhere inside it."""
    for imported in module.imports:
        top = imported.name.split(".")[0]
        if top == "numba" and module.part != "kernels":
            yield f"{imported.line}: only kernels imports numba"
        if top in OVERRIDDEN and not module.name.startswith(OVERRIDES):
            yield f"{imported.line}: only {OVERRIDES} imports {top}"
        if top != "crossfelt":
            continue
        part = part_of(imported.name)
        if not module.part:
            if not imported.is_deferred:
                yield f"{imported.line}: the package imports nothing of its own until a name is asked for"
        elif part not in LEVEL_OF:
            if part != "__version__":
                yield f"{imported.line}: {imported.name} is to be imported from the part that defines it"
        elif part != module.part and not may_import(module.part, part):
            yield (
                f"{imported.line}: {module.part} (level {module.level}) may not import {part} (level {LEVEL_OF[part]})"
            )


def may_import(part: str, other: str) -> bool:
    """Whether one part may import a different one."""
    level = LEVEL_OF.get(part, 0)
    is_shared = LEVEL_OF[other] == level <= HIGHEST_SHARED_LEVEL
    return LEVEL_OF[other] < level or is_shared or (part, other) in ALLOWED_SIBLINGS


def purity(module: Module) -> Iterator[str]:
    """Levels 0 to 3 reach nothing outside but their own packaged data."""
    if not module.part or module.level > HIGHEST_PURE_LEVEL:
        return
    for imported in module.imports:
        name = imported.name
        is_allowed = any(name == pure or name.startswith(f"{pure}.") for pure in PURE_LIBRARY)
        if not is_allowed and name.split(".")[0] != "crossfelt" and ALLOWED_IN.get(name) != module.part:
            yield f"{imported.line}: pure parts may not import {name}"
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
            yield f"{node.lineno}: pure parts may not call {node.func.id}()"


def silence(module: Module) -> Iterator[str]:
    """Only what assembles parts talks to a person; commands run by `python -m` print their result."""
    if module.level > HIGHEST_SILENT_LEVEL or (module.is_command and module.level > HIGHEST_PURE_LEVEL):
        return
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            yield f"{node.lineno}: print() below http and cli"


def published_names(package: Path) -> frozenset[str]:
    """The ids of the published rule texts, as the names of their data files give them."""
    folders = ("rulebooks", "scorecards", "clauses")
    stems = (path.stem for folder in folders for path in package.rglob(f"{folder}/*.toml"))
    return frozenset(re.sub(r"-\d+$", "", stem) for stem in stems)


def neutrality(module: Module, published: frozenset[str]) -> Iterator[str]:
    """Whatever differs between rule texts is data: no comparison and no table asks for one by name."""
    for node in ast.walk(module.tree):
        asked: list[ast.AST] = []
        if isinstance(node, ast.Compare):
            asked = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            asked = [node.value]
        elif isinstance(node, ast.Dict):
            asked = [key for key in node.keys if key is not None]
        for constant in (inner for part in asked for inner in ast.walk(part)):
            if isinstance(constant, ast.Constant) and constant.value in published:
                yield f"{constant.lineno}: asks whether the rules are {constant.value!r}"


def game_names(module: Module) -> Iterator[str]:
    """Only a game's own rooms name it, by an import or by its name as text; everything else reads its kit."""
    place = f"{module.name}.__init__" if module.path.name == "__init__.py" else module.name
    place = place.removeprefix("crossfelt.")
    if is_in(place, ROOMS_OF_ALL_GAMES):
        return
    for game, rooms in GAME_ROOMS.items():
        if is_in(place, rooms):
            continue
        for imported in module.imports if module.level > HIGHEST_PURE_LEVEL else ():  # below, `layers` refuses it
            if is_in(imported.name.removeprefix("crossfelt."), GAME_ROOTS[game]):
                yield f"{imported.line}: imports {imported.name}, which only the rooms of {game} do; read its kit"
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Constant) and node.value == game:
                yield f"{node.lineno}: names {game}, which only its rooms do; read its kit"


def is_in(name: str, places: tuple[str, ...]) -> bool:
    """Whether a module is one of these, or inside one of them."""
    return any(name == place or name.startswith(f"{place}.") for place in places)


def undocumented(package: Path) -> list[str]:
    """Return the public functions and classes without a docstring. Private ones need one only if it says something."""
    return [
        f"{module.name}.{node.name}"
        for module in read_package(package)
        if module.part not in PROGRAMS
        for node in module.tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        if not node.name.startswith("_") and not ast.get_docstring(node)
    ]


def naming(tree: ast.Module) -> Iterator[str]:
    """Every parameter, variable, attribute, function and class says what it stands for."""
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    fields = {node.target for owner in classes for node in owner.body if isinstance(node, ast.AnnAssign)}
    for node in ast.walk(tree):
        name = bound_name(node) or ""
        is_contract = node in fields and name in CONTRACT_FIELDS
        if name.strip("_").lower() in VAGUE_NAMES and not is_contract:
            yield f"{node.lineno}: {name} does not say what it stands for"  # type: ignore[attr-defined]


def vague_names(root: Path) -> list[str]:
    """Return the complaints of `naming` for every Python file below a folder: tests, benchmarks and tools too."""
    return [
        f"{path.relative_to(root).as_posix()}:{complaint}"
        for path in python_files(root)
        for complaint in naming(ast.parse(path.read_text(encoding="utf-8")))
    ]


def bound_name(node: ast.AST) -> str | None:
    """The name that this node of a tree binds or defines."""
    match node:
        case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
            return name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.MatchAs(name=name) | ast.MatchStar(name=name) | ast.ExceptHandler(name=name):
            return name
    return None


def cycles(modules: list[Module]) -> Iterator[str]:
    """No module needs itself to be imported."""
    names = {module.name for module in modules}
    graph = {
        module.name: {
            imported.name for imported in module.imports if imported.name in names and not imported.is_deferred
        }
        for module in modules
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        yield f"import cycle: {' <- '.join(error.args[1])}"


def folders(package: Path, modules: list[Module]) -> Iterator[str]:
    """Each folder opens with three sentences: its purpose, what it may not do, and the file to open first."""
    openings = {module.path.parent: module for module in modules if module.path.name == "__init__.py"}
    for folder in sorted({module.path.parent for module in modules}):
        where = folder.relative_to(package.parent).as_posix()
        opening = openings.get(folder)
        docstring = ast.get_docstring(opening.tree) if opening else None
        if not docstring:
            yield f"{where} has no __init__.py that opens with a docstring"
        else:
            yield from (f"{where}/__init__.py {fault}" for fault in opening_faults(folder, docstring))


def opening_faults(folder: Path, docstring: str) -> Iterator[str]:
    """Yield the faults in the first two paragraphs of a folder's docstring. Later paragraphs are free."""
    purpose, _, rest = docstring.partition("\n\n")
    rest = " ".join(rest.partition("\n\n")[0].split())
    if len(SENTENCE_END.findall(QUOTED.sub("", f"{purpose} {rest}"))) != OPENING_SENTENCES:
        yield f"does not open with {OPENING_SENTENCES} sentences in two paragraphs"
    elif not LIMIT_WORDS.search(FIRST_FILE.sub("", rest)):
        yield "does not say what the folder may not do"
    else:
        first = FIRST_FILE.search(rest)
        if first is None or not (folder / first[1]).is_file():
            yield "does not name a file to open first"


def machine_paths(root: Path) -> list[str]:
    """Places where a text file names a folder of one machine."""
    results = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not is_made_by_tools(name))
        for path in (Path(folder, name) for name in sorted(names)):
            if path.suffix in TEXT_FILES:
                for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                    if MACHINE_PATH.search(line):
                        results.append(f"{path.relative_to(root).as_posix()}:{number}: {line.strip()}")
    return results


def colliding_names(folder: Path) -> list[str]:
    """Files of one folder whose names differ only in case or extension; a test belongs to the file it tests."""
    stems: dict[tuple[Path, str], list[str]] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and ".test." not in path.name:
            stem = path.name.lstrip(".").partition(".")[0].lower()
            stems.setdefault((path.parent, stem), []).append(path.relative_to(folder).as_posix())
    return [" and ".join(names) for names in stems.values() if len(names) > 1]


def python_files(root: Path) -> Iterator[Path]:
    """The Python sources below a folder, without what tools generate."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not is_made_by_tools(name))
        yield from (Path(folder, name) for name in sorted(names) if name.endswith(".py"))


def is_made_by_tools(folder: str) -> bool:
    """Caches, environments and build results, none of which is committed."""
    return folder in MADE_BY_TOOLS or (folder.startswith(".") and folder != ".ci")

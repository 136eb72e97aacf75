"""Find functions that are written twice.

Two functions are the same when their statements are the same apart from formatting, comments, docstrings and the
names of parameters and local variables. Short bodies may repeat: a call and a return say little twice.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.architecture import python_files

FEWEST_LINES = 6
"""Bodies with fewer lines of code are not compared."""

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
RENAMABLE = frozenset({"id", "arg", "name", "asname", "rest"})
"""The fields of syntax nodes that can hold the name of a local variable."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function and where it is defined."""

    path: str
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.name}"


def duplicate_bodies(root: Path) -> list[str]:
    """Every function in the Python files below `root` that repeats an earlier one."""
    first: dict[tuple[str, ...], Function] = {}
    results = []
    for path in python_files(root):
        where = path.relative_to(root).as_posix()
        for function, body in long_functions(path, where):
            if body in first:
                results.append(f"{function} repeats {first[body]}: keep one and call it from both places")
            else:
                first[body] = function
    return results


def long_functions(path: Path, where: str) -> Iterator[tuple[Function, tuple[str, ...]]]:
    """The functions of a file that are long enough to compare, each with its normalized body."""
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, FunctionNode):
            body = without_docstring(node.body)
            if body and code_line_count(lines[body[0].lineno - 1 : body[-1].end_lineno]) >= FEWEST_LINES:
                yield Function(where, node.lineno, node.name), normalized(node, body)


def without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a function after its docstring."""
    match body:
        case [ast.Expr(ast.Constant(str())), *rest]:
            return rest
    return body


def code_line_count(lines: list[str]) -> int:
    """The number of lines that are neither blank nor a comment."""
    stripped = (line.strip() for line in lines)
    return sum(bool(line) and not line.startswith("#") for line in stripped)


def normalized(function: FunctionNode, body: list[ast.stmt]) -> tuple[str, ...]:
    """A body as a sequence of words, with each local name replaced by its order of appearance."""
    numbers: defaultdict[str, int] = defaultdict(lambda: len(numbers))
    return tuple(_words(body, local_names(function), numbers))


def local_names(function: FunctionNode) -> frozenset[str]:
    """The names that a function binds: parameters, variables and nested functions."""
    bound, shared = set[str](), set[str]()
    for node in ast.walk(function):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                bound.add(name)
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.alias(asname=str(name)):
                bound.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if node is not function:
                bound.add(name)
            case ast.Global(names=names):
                shared.update(names)
    return frozenset(bound - shared)


def _words(node: object, local: frozenset[str], numbers: defaultdict[str, int]) -> Iterator[str]:
    """A syntax tree as words, without positions."""
    if isinstance(node, list):
        yield "["
        for item in node:
            yield from _words(item, local, numbers)
        yield "]"
    elif isinstance(node, ast.AST):
        yield type(node).__name__
        for field, value in ast.iter_fields(node):
            is_name = field in RENAMABLE and isinstance(value, str) and not isinstance(node, ast.keyword)
            if is_name and value in local:
                yield f"local {numbers[value]}"
            elif isinstance(node, FunctionNode) and field == "body":
                yield from _words(without_docstring(value), local, numbers)
            else:
                yield from _words(value, local, numbers)
    else:
        yield repr(node)

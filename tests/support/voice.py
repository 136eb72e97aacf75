"""Find turns of phrase that read as translated, in everything that people read: docs, help, messages, docstrings.

Python is read by `ast` and `tokenize`, so names in code don't count. A string counts if it has a space, which leaves
out keys, codes and other data.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

SPELLING = "American spelling"
TURNS: tuple[tuple[str, str], ...] = (
    (r"\b(?:whoever|somebody who)\b", "every visitor, a player who"),
    (r"\bso (?:many|long)\b(?! as\b)(?![^.;:]*\bthat\b)", "the number of ..., seconds"),
    (r"\b(?:anew|once more)\b", "again"),
    (r"\b(?:bets?|chips?|cards?|wagers?) (?:lies?|stands?)\b", "is, are"),
    (r"\b(?:lies|stands) (?:in|on|with|here|there)\b", "is, are"),
    (r"\b(?:comes to|goes on)\b", "totals, continues"),
    (r"(?<!there )\bis (?:none|no level)\b", "isn't a valid ..."),
    (r"\blooks? on\b|\bgallery\b", "watches, spectators"),
    (r"\b(?:bot|computer|process|worker)s? (?:that )?thinks?\b", "is thinking, the analysis worker"),
    (r"\b(?:by itself|at leisure)\b", "automatically, in the background"),
    (r"\bholds? the floor\b|\bfloor role\b", "floor manager"),
    (r"\bof the house\b(?! edges?\b)", "the house's, the bot"),
    (r"\b(?:send away|nobody yet|you are deleted)\b", "Remove, Not signed in, Account deleted"),
    (r"\btells? nothing\b|\b(?:is|was) told\b", "spoiler-free, shown"),
    (r"\b(?:colour|behaviour|licence|centre|neighbour|favour|grey|analys(?:e|ed|ing)\b)", SPELLING),
)
"""A pattern and what to write instead. `web/src/strings.test.ts` has the same list for the page's strings."""
_TURNS = tuple((re.compile(pattern, re.IGNORECASE), instead) for pattern, instead in TURNS)
OPENING = re.compile(r"What (?!\S+\?)[^?]*?(?:\n\n|\Z)", re.DOTALL)
"""A docstring that begins with a clause instead of a verb or a noun."""

Text = tuple[int, str]
"""A line number and the text that begins there."""

_CODE = re.compile(r"``[^`]*``|`[^`\n]*`")
_FENCE = re.compile(r"^ *(`{3,}|~{3,}).*?^ *\1 *$", re.DOTALL | re.MULTILINE)
_WEB_COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<![:\w\"'])//[^\n]*", re.DOTALL)
_TOML_STRING = re.compile(r"\"((?:[^\"\\]|\\.)*)\"")
_DEFINITIONS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def faults_of(path: Path, *, is_test: bool = False) -> Iterator[str]:
    """Yield each turn in a file: its line, the turn, and what to write instead.

    Strings of tests may have British spelling: they name keys of a contract, such as `neighbours`.
    """
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        docstrings, strings = python_texts(source)
        texts = [*docstrings, *python_comments(source)]
        for line, text in strings:
            for turn, instead in turns_in(text):
                if not is_test or instead != SPELLING:
                    yield f"{line}: {turn!r} (write: {instead})"
        for line, text in docstrings:
            if OPENING.match(text):
                yield f"{line}: {' '.join(text.split())[:60]!r} (write: a verb or a noun)"
    else:
        texts = _TEXTS.get(path.suffix, web_comments)(source)
    for line, text in texts:
        for turn, instead in turns_in(text):
            yield f"{line}: {turn!r} (write: {instead})"


def turns_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield each turn in a text, without code in backticks and Python's None, with what to write instead."""
    prose = " ".join(_CODE.sub("``", text).replace("None", "``").split())
    for pattern, instead in _TURNS:
        for match in pattern.finditer(prose):
            yield match[0], instead


def python_texts(source: str) -> tuple[list[Text], list[Text]]:
    """Return the docstrings, those of attributes included, and the other strings that have a space."""
    tree = ast.parse(source)
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, _DEFINITIONS)]
    alone = [statement.value for body in bodies for statement in body if isinstance(statement, ast.Expr)]
    docstrings = {node: node.value for node in alone if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    joined = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    parts = {part for node in joined for part in ast.walk(node) if part is not node}
    strings = [(node.lineno, "".join(_piece(value) for value in node.values)) for node in joined]
    strings += [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if node not in docstrings and node not in parts
    ]
    return [(node.lineno, text) for node, text in docstrings.items()], [text for text in strings if " " in text[1]]


def _piece(value: ast.expr) -> str:
    return str(value.value) if isinstance(value, ast.Constant) else "{}"


def python_comments(source: str) -> list[Text]:
    """Return the comments, those on consecutive lines as one."""
    comments: list[Text] = []
    last = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            line, text = token.start[0], token.string.lstrip("# ")
            if comments and line == last + 1 and token.line.lstrip().startswith("#"):
                comments[-1] = (comments[-1][0], f"{comments[-1][1]} {text}")
            else:
                comments.append((line, text))
            last = line
    return comments


def markdown_texts(source: str) -> list[Text]:
    """Return the paragraphs outside of code blocks."""
    prose = _FENCE.sub(lambda match: "\n" * match[0].count("\n"), source)
    return [(prose.count("\n", 0, match.start()) + 1, match[0]) for match in re.finditer(r"(?:.+\n?)+", prose)]


def web_comments(source: str) -> list[Text]:
    """Return the comments of TypeScript, Svelte and CSS."""
    return [(source.count("\n", 0, match.start()) + 1, match[0]) for match in _WEB_COMMENT.finditer(source)]


def toml_texts(source: str) -> list[Text]:
    """Return the comments of a TOML file, and its strings that have a space."""
    texts: list[Text] = []
    for number, line in enumerate(source.splitlines(), 1):
        texts += [(number, match[1]) for match in _TOML_STRING.finditer(line) if " " in match[1]]
        comment = _TOML_STRING.sub("", line).partition("#")[2]
        texts += [(number, comment)] if comment else []
    return texts


_TEXTS = {".md": markdown_texts, ".toml": toml_texts}

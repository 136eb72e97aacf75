"""Read a PDF made by typst from its bytes: page sizes, text in drawing order, and alternative text of figures."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

_OBJECT = re.compile(rb"\n(\d+) 0 obj\n(.*?)\nendobj", re.DOTALL)
# Parentheses inside a string need no backslash where they are balanced.
_INNER = rb"(?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*"
_LITERAL = re.compile(rb"\((" + _INNER + rb")\)", re.DOTALL)
_ANY = rb"\(" + _INNER + rb"\)"
_SHOWN = re.compile(
    rb"1 0 0 -1 (?P<x>[\d.]+) (?P<y>[\d.]+) cm[^\n]*\nBT[^/]*/(?P<font>f\d+) [^(\[]*"
    rb"1 0 0 -1 0 0 Tm(?P<shown>\[(?:" + _ANY + rb"|[^\]()])*\]TJ|" + _ANY + rb"Tj)",
    re.DOTALL,
)
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
_LETTERS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
POINTS_PER_MM = 72 / 25.4


@dataclass(frozen=True, slots=True)
class Piece:
    """Text that was set in one go, and where it begins: millimeters from the left and from the top."""

    text: str
    left: float
    top: float


@dataclass(frozen=True, slots=True)
class Pdf:
    """A PDF, read."""

    sizes: tuple[tuple[float, float], ...]
    """Width and height of each page in millimeters."""
    pages: tuple[tuple[Piece, ...], ...]
    """The text of each page in the order in which it is read."""
    figures: tuple[str, ...]
    """The alternative text of each figure."""

    @property
    def texts(self) -> tuple[str, ...]:
        """Every piece of text of every page."""
        return tuple(piece.text for page in self.pages for piece in page)


def read_pdf(content: bytes, chosen: slice = slice(None)) -> Pdf:
    """The parts of a PDF that tests ask about. Pages whose pictures hold text can't be read: leave them out."""
    assert content.startswith(b"%PDF-")
    objects = {int(match[1]): match[2] for match in _OBJECT.finditer(content)}
    pages = [body for body in objects.values() if b"/Type/Page/" in body][chosen]
    return Pdf(
        tuple(_size(page) for page in pages),
        tuple(tuple(_pieces(objects, page)) for page in pages),
        figure_words(content),
    )


def figure_words(content: bytes) -> tuple[str, ...]:
    """Return the alternative text of each figure in a PDF."""
    return tuple(_unescaped(match).decode() for match in re.findall(rb"/Alt" + _LITERAL.pattern, content))


def drawn_colors(content: bytes) -> frozenset[bytes]:
    """Every color that text and shapes of a PDF are filled with, as red, green and blue from 0 to 1."""
    objects = {int(match[1]): match[2] for match in _OBJECT.finditer(content)}
    pages = [body for body in objects.values() if b"/Type/Page/" in body]
    drawn = [_stream(objects[_reference(page, b"Contents")]) for page in pages]
    return frozenset(color for stream in drawn for color in re.findall(rb"((?:[\d.]+ ){3})scn", stream))


def text_heights(content: bytes) -> list[list[float]]:
    """For each page, return the distance of its pieces of text from the top, in millimeters, without text in charts."""
    objects = {int(match[1]): match[2] for match in _OBJECT.finditer(content)}
    pages = [body for body in objects.values() if b"/Type/Page/" in body]
    drawn = [_stream(objects[_reference(page, b"Contents")]) for page in pages]
    results = [re.findall(rb"1 0 0 -1 [\d.]+ ([\d.]+) cm[^\n]*\nBT", stream) for stream in drawn]
    return [
        [_size(page)[1] - float(height) / POINTS_PER_MM for height in heights]
        for page, heights in zip(pages, results, strict=True)
    ]


def _size(page: bytes) -> tuple[float, float]:
    result = re.search(rb"/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]", page)
    assert result is not None
    return round(float(result[1]) / POINTS_PER_MM, 1), round(float(result[2]) / POINTS_PER_MM, 1)


def _pieces(objects: dict[int, bytes], page: bytes) -> Iterator[Piece]:
    resources = objects[_reference(page, b"Resources")]
    fonts = {name: _letters(objects, int(number)) for name, number in re.findall(rb"/(f\d+) (\d+) 0 R", resources)}
    drawn = _stream(objects[_reference(page, b"Contents")])
    height = _size(page)[1]
    pieces = [(match, fonts[match["font"]]) for match in _SHOWN.finditer(drawn)]
    assert len(pieces) == len(re.findall(rb"\bBT\b", drawn)), "some text is set in a way that is not read here"
    for match, letters in pieces:
        glyphs = b"".join(_unescaped(part) for part in _LITERAL.findall(match["shown"]))
        codes = [int.from_bytes(glyphs[at : at + 2]) for at in range(0, len(glyphs), 2)]
        text = "".join(letters[code] for code in codes).replace("\u00a0", " ").strip()
        yield Piece(text, float(match["x"]) / POINTS_PER_MM, height - float(match["y"]) / POINTS_PER_MM)


def _letters(objects: dict[int, bytes], font: int) -> dict[int, str]:
    pairs = re.findall(rb"<([0-9A-F]{4})> <([0-9A-F]+)>\n", _stream(objects[_reference(objects[font], b"ToUnicode")]))
    return {int(code, 16): bytes.fromhex(text.decode()).decode("utf-16-be") for code, text in pairs}


def _reference(body: bytes, key: bytes) -> int:
    result = re.search(rb"/" + key + rb" (\d+) 0 R", body)
    assert result is not None, key
    return int(result[1])


def _stream(body: bytes) -> bytes:
    return zlib.decompress(body.partition(b"stream\n")[2])


def _unescaped(text: bytes) -> bytes:
    def one(match: re.Match[bytes]) -> bytes:
        result = match[1]
        return bytes([int(result, 8)]) if result.isdigit() else _LETTERS.get(result, result)

    return _ESCAPE.sub(one, text)

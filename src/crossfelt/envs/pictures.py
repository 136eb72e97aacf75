"""Cards on felt, drawn with Pillow, for the pictures of both games.

Everything is drawn at three times the size and then scaled down, which smooths the edges. Suits are shapes, because the
font that comes with Pillow has none.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from crossfelt.cards import Card, card_name

FELT, FELT_DARK, GOLD, INK, FAINT = "#12432f", "#0c3123", "#e3c67c", "#f4efdf", "#8fb3a2"
PAPER, EDGE, RED, BLACK, BACK_LINE, CROWN = "#fdfaf1", "#cfc7b2", "#b3201a", "#191d22", "#2c6a50", "#b8902f"
_SCALE = 3
_HEARTS, _CLUBS, _DIAMONDS, _SPADES = range(4)
Picture = NDArray[np.uint8]
Point = tuple[float, float]


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


class Canvas:
    """A piece of felt of a given size in pixels."""

    def __init__(self, width: int, height: int) -> None:
        self._image = Image.new("RGB", (width * _SCALE, height * _SCALE), FELT)
        self._draw = ImageDraw.Draw(self._image)
        self.box(6, 6, width - 12, height - 12, None, GOLD, 14)

    def picture(self) -> Picture:
        """The pixels, (height, width, 3)."""
        return np.array(self._image.reduce(_SCALE))

    def box(
        self,
        left: float,
        top: float,
        width: float,
        height: float,
        fill: str | None,
        line: str | None,
        radius: float = 8,
    ) -> None:
        """Draw a box with round corners."""
        corners = [left * _SCALE, top * _SCALE, (left + width) * _SCALE, (top + height) * _SCALE]
        self._draw.rounded_rectangle(corners, radius * _SCALE, fill, line, _SCALE if line is None else 2 * _SCALE)

    def text(self, x: float, y: float, words: str, size: int, fill: str = INK, anchor: str = "mm") -> None:
        """Draw text at a point, by default centered on it."""
        self._draw.text((x * _SCALE, y * _SCALE), words, fill, _font(size * _SCALE), anchor)

    def cross(self, x: float, y: float, size: float, fill: str) -> None:
        """Draw two strokes for a square where nothing may go."""
        for way in (-1, 1):
            ends = [(x - size) * _SCALE, (y - way * size) * _SCALE, (x + size) * _SCALE, (y + way * size) * _SCALE]
            self._draw.line(ends, fill, 2 * _SCALE)

    def dot(self, x: float, y: float, size: float, fill: str) -> None:
        """Draw a full circle around a point."""
        self._draw.ellipse([(value + way * size) * _SCALE for way in (-1, 1) for value in (x, y)], fill)

    def card(self, left: float, top: float, width: float, height: float, card: Card) -> None:
        """Draw a card face up."""
        self.box(left, top, width, height, PAPER, EDGE)
        rank, suit = card_name(card)[0], int(card) & 3
        colour = RED if suit in (_HEARTS, _DIAMONDS) else BLACK
        self.text(left + width / 2, top + height * 0.31, "10" if rank == "T" else rank, int(height * 0.42), colour)
        self.suit(left + width / 2, top + height * 0.71, height * 0.18, suit, colour)

    def king(self, left: float, top: float, width: float, height: float) -> None:
        """Draw the printed King, which has no suit: a crown."""
        self.box(left, top, width, height, PAPER, GOLD)
        self.text(left + width / 2, top + height * 0.66, "K", int(height * 0.5), BLACK)
        x, y, size = left + width / 2, top + height * 0.24, height * 0.14
        points = [(-1.4, 0.8), (-1.5, -0.6), (-0.7, 0.1), (0, -1.0), (0.7, 0.1), (1.5, -0.6), (1.4, 0.8)]
        self._draw.polygon([((x + size * a) * _SCALE, (y + size * b) * _SCALE) for a, b in points], CROWN)

    def back(self, left: float, top: float, width: float, height: float) -> None:
        """Draw a card face down."""
        self.box(left, top, width, height, FELT_DARK, EDGE)
        self.box(left + 6, top + 6, width - 12, height - 12, None, BACK_LINE, 5)
        self.suit(left + width / 2, top + height / 2, height * 0.16, _DIAMONDS, BACK_LINE)

    def suit(self, x: float, y: float, size: float, suit: int, fill: str) -> None:
        """Draw the sign of a suit around a point; `size` is half its height."""
        if suit == _CLUBS:
            for across, down in ((0, -0.48), (-0.5, 0.22), (0.5, 0.22)):
                self.dot(x + across * size, y + down * size, 0.47 * size, fill)
        for points in _shape(suit):
            self._draw.polygon([((x + size * a) * _SCALE, (y + size * b) * _SCALE) for a, b in points], fill)


@cache
def _shape(suit: int) -> tuple[tuple[Point, ...], ...]:
    """Return the outlines of a suit's sign in a square from -1 to 1."""
    stem: tuple[Point, ...] = ((0.0, -0.1), (0.36, 1.0), (-0.36, 1.0))
    if suit == _DIAMONDS:
        return (((0.0, -1.05), (0.74, 0.0), (0.0, 1.05), (-0.74, 0.0)),)
    if suit == _CLUBS:
        return (stem,)
    turns = [pi * step / 40 for step in range(80)]
    # A well-known heart curve; upside down, smaller and with a stem it is a spade.
    heart = tuple(
        (sin(turn) ** 3, -(13 * cos(turn) - 5 * cos(2 * turn) - 2 * cos(3 * turn) - cos(4 * turn) + 2.5) / 15)
        for turn in turns
    )
    if suit == _HEARTS:
        return (heart,)
    return tuple((0.92 * across, -0.8 * down - 0.2) for across, down in heart), stem

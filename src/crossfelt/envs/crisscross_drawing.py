"""A round of Criss Cross as text and as a picture: the cross, the seat's cards, the bets."""

from __future__ import annotations

from typing import Any

from crossfelt.cards import Card, card_name
from crossfelt.crisscross.layout import ACROSS, COMMUNITY, DOWN, MIDDLE, line_cards
from crossfelt.envs.pictures import FAINT, GOLD, INK, Canvas
from crossfelt.kernels.crisscross.environments import FACE_DOWN, OVER
from crossfelt.ranking import ranker

_NAMES = ("Across", "Down", "Middle")
_WIDTH, _HEIGHT = 64, 86
_PLACES = {"across_left": (-1, 0), "across_right": (1, 0), "down_far": (0, -1), "down_near": (0, 1), "middle": (0, 0)}
"""Columns and rows of the cross, relative to its middle."""


def draw_round(observation: dict[str, Any], mode: str, ace_low_straight: bool) -> Any:
    """Draw the observation as text (`ansi`) or as a picture (`rgb_array`)."""
    return as_text(observation, ace_low_straight) if mode == "ansi" else as_picture(observation, ace_low_straight)


def as_text(observation: dict[str, Any], ace_low_straight: bool) -> str:
    """Return the cross in three rows, with the seat's own cards and its bets below."""
    hole, cross = _cards(observation)
    at = {place: "##" if card is None else card_name(card) for place, card in cross.items()}
    lines = [
        f"       {at[DOWN[0]]}",
        f"  {at[ACROSS[0]]}   {at[MIDDLE]}   {at[ACROSS[1]]}",
        f"       {at[DOWN[1]]}",
        f"  own {' '.join(map(card_name, hole))}, {_bets(observation)}",
        f"  {_status(observation, hole, cross, ace_low_straight)}",
    ]
    return "\n".join([*lines, ""])


def as_picture(observation: dict[str, Any], ace_low_straight: bool) -> Any:
    """Return the cross on felt, with the seat's own cards below it."""
    hole, cross = _cards(observation)
    canvas = Canvas(520, 600)
    canvas.text(28, 40, "Criss Cross Poker", 26, GOLD, "lm")
    canvas.text(28, 70, _status(observation, hole, cross, ace_low_straight), 15, INK, "lm")
    for place, (column, row) in _PLACES.items():
        left, top = 260 + column * (_WIDTH + 44) - _WIDTH / 2, 250 + row * (_HEIGHT + 14) - _HEIGHT / 2
        card = cross[place]
        if card is None:
            canvas.back(left, top, _WIDTH, _HEIGHT)
        else:
            canvas.card(left, top, _WIDTH, _HEIGHT, card)
    canvas.text(52, 250, "across", 14, FAINT)
    canvas.text(330, 118, "down", 14, FAINT)
    for number, card in enumerate(hole):
        canvas.card(260 - _WIDTH - 5 + number * (_WIDTH + 10), 430, _WIDTH, _HEIGHT, card)
    canvas.text(260, 410, "own cards", 14, FAINT)
    for number, (name, bet) in enumerate(zip(_NAMES, observation["bets"].tolist(), strict=True)):
        x = 100 + 160 * number
        canvas.text(x, 540, f"{name} bet", 14, FAINT)
        canvas.text(x, 563, f"{bet}x" if bet else "-", 20, GOLD if bet else FAINT)
    return canvas.picture()


def _cards(observation: dict[str, Any]) -> tuple[tuple[Card, Card], dict[str, Card | None]]:
    numbers = observation["cards"].tolist()
    seen = [None if number == FACE_DOWN else Card(number) for number in numbers[2:]]
    return (Card(numbers[0]), Card(numbers[1])), dict(zip(COMMUNITY, seen, strict=True))


def _bets(observation: dict[str, Any]) -> str:
    bets = zip(_NAMES, observation["bets"].tolist(), strict=True)
    return "bets " + ", ".join(f"{name} {f'{bet}x' if bet else '-'}" for name, bet in bets)


def _status(
    observation: dict[str, Any], hole: tuple[Card, Card], cross: dict[str, Card | None], ace_low_straight: bool
) -> str:
    if observation["stage"] != OVER:
        return f"to decide: the {_NAMES[int(observation['stage'])]} bet"
    seen = {place: card for place, card in cross.items() if card is not None}
    if len(seen) < len(cross):
        return "folded"
    hand = ranker(ace_low_straight).hand
    across, down = (hand(*line_cards(line, hole, seen)).slug.replace("_", " ") for line in ("across", "down"))
    return f"across {across}, down {down}"

"""Cards and the cross are readable without color, without symbols, and in four colors."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from crossfelt.cards import DECK, card_name
from crossfelt.cli.shared.drawing import Pencil

CROSS = {"across_left": "2c", "across_right": "9d", "down_far": "Th", "down_near": None, "middle": "Kd"}


def test_a_row_of_cards() -> None:
    assert Pencil().row(["Ah", "Ts", None]).plain.split("\n") == [
        "╭────╮╭────╮╭────╮",
        "│ A♥ ││10♠ ││▒▒▒▒│",
        "╰────╯╰────╯╰────╯",
    ]
    assert Pencil(is_ascii=True).row(["Ah", "Ts", None]).plain.split("\n") == [
        "+----++----++----+",
        "| Ah || Ts ||####|",
        "+----++----++----+",
    ]


def test_the_cross() -> None:
    drawn = Pencil(is_ascii=True).cross(CROSS).plain.split("\n")
    assert [line.rstrip() for line in drawn] == [
        "      +----+",
        "      | Th |",
        "      +----+",
        "+----++----++----+",
        "| 2c || Kd || 9d |",
        "+----++----++----+",
        "      +----+",
        "      |####|",
        "      +----+",
    ]


def test_a_place_without_a_card_is_blank() -> None:
    assert Pencil().cross({}).plain.strip() == ""
    assert "9♦" in Pencil().cross({"across_right": "9d"}).plain


@pytest.mark.parametrize("pencil", [Pencil(), Pencil(is_ascii=True), Pencil(four_colour=True)])
def test_every_card_reads_differently_without_colour(pencil: Pencil) -> None:
    assert len({pencil.name(card_name(card)).plain for card in DECK}) == 52


def test_four_colours_tell_the_suits_apart() -> None:
    styles = [{str(Pencil(four_colour=four).name(f"A{suit}").style) for suit in "hcds"} for four in (False, True)]
    assert [len(result) for result in styles] == [2, 4]


def test_the_console_decides_on_symbols_and_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    def printed(encoding: str) -> str:
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        console = Console(file=stream, force_terminal=True, color_system="standard", width=80)
        console.print(Pencil.for_console(console).row(["Ah"]))
        stream.seek(0)
        return stream.read()

    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "31m" in printed("utf-8")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "31m" not in printed("utf-8")
    assert "A♥" in printed("utf-8")
    assert "Ah" in printed("ascii")

"""The score of a sheet as tables: lines, achievements in bonus mode, and the total."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from crossfelt.cli.shared.drawing import plain_table
from crossfelt.kingcross.scorecard import words


def score_table(result: Mapping[str, Any]) -> Group:
    """Return the tables of a scored sheet, and its total."""
    lines = plain_table(">line", "makes", ">points")
    for line in result["lines"]:
        lines.add_row(str(line["hand"]), words(line["name"]), str(line["points"]))
    parts: list[Table | Text] = [lines]
    if result["bonus"]:
        bonus = plain_table("achievement", ">points", "progress", "lines")
        for name, points in result["achievements"].items():
            counted = result["counted"][name]
            bonus.add_row(
                words(name),
                str(points),
                f"{counted['have']} of {counted['need']}",
                ", ".join(map(str, counted["hands"])),
            )
        parts += [Text(), bonus]
    parts.append(Text(f"\nTotal {result['total']}", "bold"))
    return Group(*parts)

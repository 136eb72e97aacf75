"""The page about running a server names every option of `serve` and only metrics that exist."""

from __future__ import annotations

import re
from pathlib import Path

import click

from crossfelt.cli.app import OPERATOR_COMMANDS
from crossfelt.cli.serve import serve
from crossfelt.http.metrics import METRICS
from crossfelt.service.tables.growth import BOT_PACE_MS, BYTES_PER_HOUR

PAGE = (Path(__file__).parents[2] / "docs" / "operating.md").read_text(encoding="utf-8")


def test_every_option_is_explained() -> None:
    options = [option for option in serve.params if isinstance(option, click.Option) and not option.hidden]
    names = [option.opts[0] for option in options if option.opts[0] not in ("--open", "--help")]
    assert len(names) >= 8
    assert [name for name in names if f"`{name}" not in PAGE] == []


def test_every_metric_exists() -> None:
    known = METRICS.text().decode()
    named = set(re.findall(r"`(crossfelt_\w+)", PAGE))
    assert len(named) >= 3
    assert [name for name in named if name not in known] == []


def test_limits_of_growth_are_those_of_the_server() -> None:
    assert f"{BYTES_PER_HOUR // 10**6} MB an hour" in PAGE
    assert f"at least {BOT_PACE_MS} ms" in PAGE


def test_every_command_of_the_operator_is_named() -> None:
    rows = re.findall(r"^\| (`crossfelt operator .*?) \|", PAGE, re.MULTILINE)
    named = {
        name.removeprefix("crossfelt operator ").split()[0] for row in rows for name in re.findall(r"`(.*?)`", row)
    }
    assert named | {"token"} == set(OPERATOR_COMMANDS)

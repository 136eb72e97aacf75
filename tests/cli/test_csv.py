"""`--csv` of every analysis: the figures of its JSON, columns that say unit and base, and the rules in every row."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli.program import run
from tests.support.cli.wheel_submission import SUBMISSION

SWEEP = 'rounds = 64\n[[rules]]\nrules = "maryland"\n[[rules]]\nrules = "maryland"\npay = { flush = 7 }\n'
CHANGED = ("--option", "ace_low_straight=false")
ANALYSES: dict[str, tuple[tuple[str, ...], str, set[str]]] = {
    "solve": (
        ("solve", *CHANGED),
        "",
        {"figures", "starting_hands", "wagers", "wagers_by_hand", "distribution", "bonus_wagers", "bonus_hands"},
    ),
    "advise": (
        ("advise", *CHANGED, "--hole", "Ah Kd", "--across", "2c 9d", "--down", "Th 4s", "--bets", "1,1"),
        "",
        {"actions", "chances", "middle_cards"},
    ),
    "strategy": (("strategy", *CHANGED, "--simple", "--lines", "3"), "", {"cards", "rules"}),
    "session": (
        ("session", *CHANGED, *("--rounds", "50", "--bankroll-antes", "100", "--hold", "9", "--ante", "5")),
        "",
        {"figures", "quantiles", "bankroll", "hold"},
    ),
    "cap": (("cap", *CHANGED, "--ante", "5"), "", {"limit"}),
    "protect": (("protect", *CHANGED, "--samples", "2"), "", {"seen_cards", "shared_cards"}),
    "slopes": (("sensitivity", *CHANGED), "", {"slopes"}),
    "curve": (("sensitivity", *CHANGED, "--hand", "flush", "--from", "7", "--to", "8"), "", {"curve"}),
    "search": (
        ("sensitivity", *CHANGED, "--edge", "4.7", "--tolerance", "1", "--bounds", "flush=7..8"),
        "",
        {"pay_tables"},
    ),
    "simulate": (
        *(("simulate", "--rules", "-", "--rounds", "64", "--wager", "bonus_spin=5", "--hours", "--ante", "5"),),
        SUBMISSION,
        {"figures", "wagers", "meters", "hours", "seats", "outcomes"},
    ),
    "sweep": (("sweep", "-"), SWEEP, {"cells"}),
    "wheel show": (
        ("wheel", "show", "bonus_spin_b", "--rules", "-"),
        SUBMISSION,
        {"segments", "figures", "amounts_won"},
    ),
    "wheel fit": (
        ("wheel", "fit", "bonus_spin_b", "--rules", "-", "--return", "85%"),
        SUBMISSION,
        {"segments", "returns"},
    ),
    "wheel meter": (
        ("wheel", "meter", "bonus_spin_b", "--rules", "-", "--simulate", "50"),
        SUBMISSION,
        {"figures", "quantiles", "curve", "simulated"},
    ),
    "par": (
        ("par", "-", "--samples", "2"),
        SUBMISSION,
        {
            *("figures", "return_bands", "choices", "pay_table", "wagers", "wagers_by_hand", "distribution"),
            *("starting_hands", "bonus_wagers", "bonus_hands", "wheel_segments", "wheel_returns", "meters", "limit"),
            *("seen_cards", "shared_cards", "sessions", "session_quantiles", "bankrolls", "sensitivity"),
            *("strategy_cards", "strategy_rules"),
        },
    ),
}
UNIT = re.compile(
    r"antes|cents|stakes|wagers|share|deals|rounds|draws|odds_to_1|numerator|denominator|weight|seats?$|seed|samples"
    r"|jackpots|lines|holes|known_cards|hours|confidence|p_value|standard_error$|value|^bet_|^symbol"
)
"""The name of a numeric column must contain one of these."""


@pytest.fixture(scope="module", params=ANALYSES)
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, bytes, Any]:
    """The file of one analysis, and its JSON."""
    words, given, _ = ANALYSES[request.param]
    file = tmp_path_factory.mktemp("csv") / "tables.csv"
    ran = run(*words, "--csv", str(file), "--json", given=given)
    assert f"Wrote {file}" in ran.err
    return request.param, file.read_bytes(), ran.document


def rows_of(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode(), newline=""), strict=True))


def test_the_file_has_every_table_and_its_rules(written: tuple[str, bytes, Any]) -> None:
    name, content, document = written
    rows = rows_of(content)
    assert {row["table"] for row in rows} == ANALYSES[name][2]
    report = document["report"]
    for row in rows:
        assert None not in row and None not in row.values(), "every row has every column"
        assert (row["version"], row["date"], row["command"]) == (report["version"], report["date"], report["command"])
        if name != "sweep":
            assert (row["rules"], row["rules_hash"]) == (report["rules"], report["rules_hash"])
            assert row["changes"] == "; ".join(report["changes"])


def test_the_form_is_rfc_4180_without_comments(written: tuple[str, bytes, Any]) -> None:
    _, content, _ = written
    head = content.decode().split("\r\n", 1)[0].split(",")
    assert head[0] == "table" and len(head) == len(set(head))
    assert content.endswith(b"\r\n") and b"\n" not in content.replace(b"\r\n", b"")
    assert not any(line.startswith(("#", "//")) for line in content.decode().splitlines())


def test_columns_of_numbers_say_their_unit(written: tuple[str, bytes, Any]) -> None:
    _, content, _ = written
    rows = rows_of(content)
    described = {"rules", "rules_hash", "changes", "facility", "version", "date", "command"}
    for column in rows[0].keys() - described:
        cells = [row[column] for row in rows if row[column]]
        if cells and all(re.fullmatch(r"-?\d+(\.\d+)?(e-?\d+)?", cell) for cell in cells):
            assert UNIT.search(column), column


def figure(rows: list[dict[str, str]], name: str) -> float:
    return next(float(row["value"]) for row in rows if row["figure"] == name)


def test_figures_are_those_of_the_json(written: tuple[str, bytes, Any]) -> None:
    name, content, document = written
    rows = rows_of(content)
    match name:
        case "solve":
            assert figure(rows, "house_edge_share_of_both_antes") == document["house_edge"]["both_antes"]
            hands = {row["hand"]: row for row in rows if row["table"] == "starting_hands"}
            assert len(hands) == 169
            assert float(hands["AKs"]["expected_net_antes_1x"]) == document["starting_hands"]["AKs"]["ev"]["1x"]
            deals = sum(int(row["deals"]) for row in rows if row["table"] == "distribution")
            assert deals == document["deals"]
        case "wheel fit":
            assert figure(rows, "long_run_share_of_this_wager") == document["long_run_return"]["value"] == 0.85
        case "simulate":
            assert figure(rows, "mean_net_antes_per_seat_and_round") == document["mean"]
            ended = sum(int(row["rounds"]) for row in rows if row["table"] == "outcomes")
            assert ended == document["rounds"] * document["seats"]
        case "sweep":
            assert [row["rules"] for row in rows] == ["maryland-1", "maryland-1 MODIFIED"]
            assert [row["rules_hash"] for row in rows] == [cell["hash"] for cell in document["cells"]]
        case "par":
            assert figure(rows, "volatility_index_antes") == document["volatility_index"]["antes"]
            wheels = [row for row in rows if row["table"] == "wheel_returns"]
            assert float(wheels[0]["long_run_return_share_of_this_wager"]) == pytest.approx(
                document["progressives"]["wheels"][0]["long_run_return"]["value"]
            )
        case "session":
            hold = next(row for row in rows if row["table"] == "hold")
            assert int(hold["win_cents"]) == 900
            assert float(hold["hold_actual_share_of_both_antes"]) == pytest.approx(9 / (2 * 50 * 5))


def test_par_needs_no_other_file(tmp_path: Path) -> None:
    ran = run("par", "maryland", "--samples", "0", "--csv", str(tmp_path / "par.csv"))
    assert (ran.status, ran.out) == (0, "") and rows_of((tmp_path / "par.csv").read_bytes())


@pytest.mark.parametrize(
    ("name", "reason"),
    [("-", "--csv: needs the name of a file"), ("no/such/folder.csv", "is not a file in an existing directory")],
)
def test_a_file_that_cannot_be_written_is_refused_before_any_work(name: str, reason: str) -> None:
    assert reason in run("solve", "--csv", name, "--json").refusal

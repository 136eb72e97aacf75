"""`crossfelt dispute`: the report in all its forms, its exit status, and what is refused."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from crossfelt.proof.dispute import dispute_document
from crossfelt.proof.inspection import inspect_record
from tests.support.cli.program import program, run
from tests.support.proofs import proved, signed_receipt

EXAMPLE = Path(__file__).resolve().parents[2] / "src/crossfelt/examples/proved-round.json"


@pytest.fixture
def broken(tmp_path: Path) -> str:
    record = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    record["proof"]["log"]["entries"][3]["stamped_ms"] += 1
    path = tmp_path / "broken.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(("form", "opening"), [("pdf", b"%PDF-"), ("HTML", b"<!DOCTYPE html>"), ("json", b"{\n")])
def test_a_record_that_holds_has_its_report(form: str, opening: bytes, tmp_path: Path) -> None:
    out = tmp_path / f"report.{form}"
    ran = run("dispute", str(EXAMPLE), "--out", str(out))
    assert (ran.status, ran.out) == (0, "")
    assert ran.err.startswith(f"Wrote {out}, ")
    first = out.read_bytes()
    assert first.startswith(opening)
    assert run("dispute", str(EXAMPLE), "--out", str(out)).status == 0
    assert out.read_bytes() == first


def test_programs_get_the_same_report_as_json() -> None:
    record: dict[str, Any] = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    document = run("dispute", "-", "--json", given=EXAMPLE.read_bytes()).document
    expected = dispute_document(record, inspect_record(record))
    assert {key: document[key] for key in expected} == json.loads(json.dumps(expected))
    assert [entry["state"] for entry in document["checks"]] == ["passed"] * 10


def test_a_record_that_does_not_hold_has_its_report_and_status_1(broken: str, tmp_path: Path) -> None:
    out = tmp_path / "report.pdf"
    ran = run("dispute", broken, "--out", str(out))
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.endswith("Record invalid: the digest is not that of the record: something in the file was changed\n")
    assert out.read_bytes().startswith(b"%PDF-")
    ran = run("dispute", broken, "--json")
    assert (ran.status, json.loads(ran.out)["failed"]["check"]) == (1, "digest")


def test_the_file_is_there_before_anything_is_printed(tmp_path: Path) -> None:
    """A reader who closes the pipe at once still has the report."""
    out = tmp_path / "report.pdf"
    command = program("dispute", str(EXAMPLE), "--out", str(out), "--json")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.close()
        running.stderr.read()
    assert out.read_bytes().startswith(b"%PDF-")


def test_a_receipt_is_compared(tmp_path: Path) -> None:
    other = EXAMPLE.with_name("other-receipt.json")
    ran = run("dispute", str(EXAMPLE), "--against", str(other), "--json")
    assert ran.status == 1 and "the server cheated" in ran.err
    document = json.loads(ran.out)
    assert (document["cheating"], document["failed"]["check"]) == (True, "receipt")
    elsewhere = tmp_path / "receipt.json"
    elsewhere.write_text(json.dumps(signed_receipt("elm", 1, bytes(32))), encoding="utf-8")
    refusal = run("dispute", str(EXAMPLE), "--against", str(elsewhere), "--json").refusal
    assert "the receipt is about table 'elm'" in refusal


@pytest.mark.parametrize(
    ("arguments", "given", "reason"),
    [
        (("-",), "{}", "Name a file with --out (.pdf, .html or .json), or use --json"),
        (("-", "--json"), "{", "not JSON"),
        (("-", "--json"), "{}", "not a record: it must be a JSON object with the format 'crossfelt-record'"),
        (("-", "--json"), "[]", "not a record"),
        (("no/such/file.json", "--json"), "", "cannot read 'no/such/file.json'"),
        (("-", "--out", "report.docx"), "{}", "must end in .pdf, .html or .json"),
        (("-", "--out", "no/folder/report.pdf"), "{}", "is not a file in an existing directory"),
        ((), "", "missing argument 'RECORD'"),
    ],
)
def test_refusals(
    arguments: tuple[str, ...], given: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert reason in run("dispute", *arguments, given=given).refusal
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("seed", [3, 44])
def test_matches_and_wheels_too(seed: int, tmp_path: Path) -> None:
    out = tmp_path / "report.pdf"
    assert run("dispute", "-", "--out", str(out), given=json.dumps(proved(seed))).status == 0
    assert out.stat().st_size > 50_000

"""A record looked through for a report: every check with its result, and what can be shown even if one fails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from crossfelt.catalog import AnyContest, replay_record_so_far
from crossfelt.errors import RecordError
from crossfelt.fields import Fields
from crossfelt.proof.check import Checking, Verified
from crossfelt.proof.log_slice import LogSlice, read_log_slice
from crossfelt.proof.receipt import Cheating, Receipt
from crossfelt.record import PROOF

SKIPPED = "Skipped: an earlier check failed."


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check and how it ended."""

    id: str
    title: str
    """The claim that holds when it passes."""
    state: Literal["passed", "failed", "skipped"]
    finding: str


@dataclass(frozen=True, slots=True)
class Inspection:
    """Everything that a report can say about a record."""

    checks: tuple[CheckResult, ...]
    verified: Verified | None
    """None where a check failed."""
    fault: str | None
    """The fault, as `crossfelt verify` words it."""
    is_cheating: bool
    """Whether the server signed two logs that contradict each other."""
    contest: AnyContest | None
    """The contest as far as its steps hold; None where it can't be opened."""
    broken_step: int | None
    """The number of the first step that doesn't replay."""
    log: LogSlice | None
    """The log of the round where its hashes hold; None without a proof."""

    @property
    def failed(self) -> CheckResult | None:
        """The check that failed; those after it are skipped."""
        return next((result for result in self.checks if result.state == "failed"), None)


def inspect_record(data: object, receipt: Receipt | None = None, statements: Sequence[str] = ()) -> Inspection:
    """Check a record as `check` does, and go on for the report after a check that fails.

    `BadInput` when a receipt can't be compared with it.
    """
    checking = Checking(data, receipt, statements)
    results: list[CheckResult] = []
    failure: RecordError | None = None
    for step in checking.steps:
        if failure is not None:
            results.append(CheckResult(step.id, step.title, "skipped", SKIPPED))
            continue
        try:
            results.append(CheckResult(step.id, step.title, "passed", step.run()))
        except RecordError as error:
            failure = error
            results.append(CheckResult(step.id, step.title, "failed", f"{str(error)[:1].upper()}{str(error)[1:]}."))
    contest, broken_step = _shown_contest(data)
    return Inspection(
        checks=tuple(results),
        verified=None if failure is not None else checking.verified(),
        fault=None if failure is None else str(failure),
        is_cheating=isinstance(failure, Cheating),
        contest=contest,
        broken_step=broken_step,
        log=_shown_log(data),
    )


def _shown_contest(data: object) -> tuple[AnyContest | None, int | None]:
    try:
        contest, fault = replay_record_so_far(data)
    except RecordError:
        return None, None
    return contest, None if fault is None else len(contest.steps) + 1


def _shown_log(data: Any) -> LogSlice | None:
    proof = data.get(PROOF) if isinstance(data, dict) else None
    if not isinstance(proof, dict):
        return None
    try:
        return read_log_slice(Fields(proof.get("log"), "proof.log"))
    except RecordError:
        return None

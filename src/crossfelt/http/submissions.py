"""Rules submissions over HTTP: everything that is wrong with one, and what is worth a warning."""

from __future__ import annotations

from fastapi import APIRouter, Request

from crossfelt.analysis.crisscross.submission_warnings import located_warnings
from crossfelt.crisscross.resolve import examine_submission
from crossfelt.errors import CaseError, Fault
from crossfelt.fields import Fields
from crossfelt.http.bodies import StrictJson, described
from crossfelt.http.pools import pools_of
from crossfelt.http.refusals import UNREADABLE_BODY, refused
from crossfelt.service.wire import SubmissionAnswer, SubmissionFault
from crossfelt.service.wire.refusals import fault_parts

router = APIRouter(prefix="/api/submissions", tags=["rule books"])


@router.post(
    "/check",
    response_model=SubmissionAnswer,
    responses=UNREADABLE_BODY | refused("The submission is not TOML, or too long."),
    openapi_extra=described("SubmissionRequest", {"submission": 'rules = "maryland"'}),
)
async def check_submission(request: Request, body: StrictJson) -> SubmissionAnswer:
    """Says whether a rules submission is allowed: every fault with its line and its clause, and warnings."""
    return await pools_of(request).rules.run(_checked, body)


def _checked(body: object) -> SubmissionAnswer:
    fields = Fields(body)
    text = fields.text("submission")
    fields.refuse_unknown()
    if fields.faults:
        raise CaseError(fields.faults)
    examined = examine_submission(text)
    return SubmissionAnswer(
        valid=examined.rules is not None,
        rules=examined.id or None,
        hash=examined.rules.hash if examined.rules is not None else None,
        facility=examined.labels["facility"],
        faults=[_fault(fault) for fault in examined.faults],
        warnings=[_fault(warning) for warning in located_warnings(examined)],
    )


def _fault(fault: Fault) -> SubmissionFault:
    return SubmissionFault.model_validate({**fault_parts(fault), "line": fault.line})

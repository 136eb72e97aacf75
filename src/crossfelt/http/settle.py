"""One finished round settled over HTTP, by the same contract as on the command line."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from crossfelt.crisscross.casefile import SettledCase, settle_finished
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.errors import CaseError
from crossfelt.fields import Fields
from crossfelt.http.bodies import StrictJson, described
from crossfelt.http.pools import pools_of
from crossfelt.http.refusals import UNREADABLE_BODY, refused
from crossfelt.http.rules import read_options

router = APIRouter(prefix="/api", tags=["settling"])

EXAMPLE: dict[str, Any] = {
    "rules": "massachusetts",
    "community": {"across": ["2c", "9d"], "down": ["Th", "4s"], "middle": "Kd"},
    "seats": [
        {
            "seat": 1,
            "hole": ["Ah", "Kc"],
            "folded_at": None,
            "wagers": {"ante_across": 500, "ante_down": 500, "across": 1500, "down": 500, "middle": 1500},
        }
    ],
}


@router.post(
    "/settle",
    response_model=SettledCase,
    responses=UNREADABLE_BODY | refused("The round cannot be settled as described."),
    openapi_extra=described("SettleRequest", EXAMPLE),
)
async def settle(request: Request, body: StrictJson) -> SettledCase:
    """Settles a finished round: one line for each wager, in the order the rule book settles them."""
    return await pools_of(request).rules.run(_settled, body)


def _settled(body: object) -> SettledCase:
    if not isinstance(body, dict):
        raise CaseError(Fields(body).faults)
    fields = Fields(body)
    options = read_options(fields)
    if fields.faults:
        raise CaseError(fields.faults)
    case = {key: value for key, value in body.items() if key != "options"}
    return settle_finished(case, lambda name: load_rule_book(name, options))

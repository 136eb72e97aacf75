"""Every code of a refusal is produced at least once, with all its parts; a code that nothing produces has no place.

Clients get them over HTTP from the whole application. Codes that no client can get are raised by the function that
raises them (`tests/support/raised_refusals.py` gives the reason of each).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from crossfelt.errors import CrossfeltError, IllegalActionCode
from crossfelt.faults import Code, FaultCode
from crossfelt.service.refusals import RefusalCode
from crossfelt.service.wire.refusals import Refusal, refusal_parts
from tests.support.http.every_fault import HTTP_FAULTS, WARNINGS
from tests.support.http.every_refusal import GAME_REFUSALS, SERVICE_REFUSALS, TABLE_FAULTS, Scene
from tests.support.http.in_process import Answer, InProcess, in_process
from tests.support.http.refusals import check_refusal
from tests.support.http.worker_refusals import WORKER_FAULTS, WORKER_REFUSALS, impatient_workers
from tests.support.raised_refusals import RAISED

SCENES: list[tuple[Code, Scene]] = [*SERVICE_REFUSALS.items(), *GAME_REFUSALS.items(), *TABLE_FAULTS.items()]


@pytest.fixture(scope="module")
def app() -> Iterator[InProcess]:
    with in_process() as app:
        yield app


@pytest.fixture(scope="module")
def app_with_workers() -> Iterator[InProcess]:
    """Processes that import numba take some seconds to start, so all tests share them."""
    with in_process(workers=impatient_workers()) as app:
        yield app


def check_produced(code: Code, refusal: Answer) -> None:
    """The refusal has all its parts, the code among them, and says something of what it is about."""
    check_refusal(refusal)
    if refusal["code"] == code and type(code) is RefusalCode:
        return
    params = [detail["params"] for detail in refusal["details"] if detail["code"] == code]
    assert params or refusal["code"] == code, refusal
    for each in params:
        assert not each or any(value is not None for value in each.values()), refusal


@pytest.mark.parametrize("code", HTTP_FAULTS, ids=str)
def test_input_that_cannot_be_used(app: InProcess, code: FaultCode) -> None:
    check_produced(code, app.send(*HTTP_FAULTS[code]))


@pytest.mark.parametrize("code", WARNINGS, ids=str)
def test_choices_that_are_valid_but_unwise(app: InProcess, code: FaultCode) -> None:
    warnings = app.send(*WARNINGS[code])["warnings"]
    assert [warning["code"] for warning in warnings] == [code]
    assert warnings[0]["field"].startswith("choices.") and set(warnings[0]["params"]) == set(code.params)


@pytest.mark.parametrize(("code", "scene"), SCENES, ids=[str(code) for code, _ in SCENES])
def test_a_request_that_is_refused(app: InProcess, code: Code, scene: Scene) -> None:
    check_produced(code, scene(app))


@pytest.mark.parametrize("code", WORKER_FAULTS, ids=str)
def test_a_question_that_cannot_be_answered(app_with_workers: InProcess, code: FaultCode) -> None:
    route, body = WORKER_FAULTS[code]
    check_produced(code, app_with_workers.send("POST", route, body))


@pytest.mark.parametrize("code", WORKER_REFUSALS, ids=str)
def test_a_question_that_is_not_answered(app_with_workers: InProcess, code: RefusalCode) -> None:
    check_produced(code, WORKER_REFUSALS[code](app_with_workers))


@pytest.mark.parametrize("code", RAISED, ids=str)
def test_a_refusal_that_no_client_gets(code: Code) -> None:
    with pytest.raises(CrossfeltError) as caught:
        RAISED[code].call()
    check_produced(code, Refusal.model_validate(refusal_parts(caught.value)).model_dump(mode="json"))
    assert RAISED[code].reason


def test_every_code_is_produced_in_one_place() -> None:
    # A code may have the same name in two lists, so they are told apart by their list.
    by_scene: list[Code] = [*SERVICE_REFUSALS, *GAME_REFUSALS, *TABLE_FAULTS, *WORKER_REFUSALS]
    codes: list[Code] = [*HTTP_FAULTS, *WARNINGS, *WORKER_FAULTS, *by_scene, *RAISED]
    produced = Counter((type(code), str(code)) for code in codes)
    every = Counter((kind, str(code)) for kind in (FaultCode, IllegalActionCode, RefusalCode) for code in kind)
    assert produced == every

"""Honest rounds with proofs, and what both verifiers say after one was changed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from crossfelt.errors import RecordError
from crossfelt.proof.check import check
from crossfelt.verifier import crossfelt_verifier as stand_alone
from tests.support.proofs import proved

Record = dict[str, Any]
ROUND = 37
"""A settled round of several seats without rulings: four seeds were revealed, one was withheld."""
MATCH = 7
SPINS = 44


def faults_of(record: Record) -> tuple[str, str]:
    """Return the faults that both verifiers report, the stand-alone one last."""
    with pytest.raises(RecordError) as ours:
        check(record)
    with pytest.raises(stand_alone.DoesNotHold) as alone:
        stand_alone.verify(record)
    return str(ours.value), str(alone.value)


def honest(seed: int = ROUND) -> Record:
    record: Record = json.loads(json.dumps(proved(seed)))
    return record

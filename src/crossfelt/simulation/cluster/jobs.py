"""The worker's side: unpack a job once, prepare it once, and do one portion of it after another."""

from __future__ import annotations

import pickle
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from typing import Any, Generic, Protocol, TypeVar

from distributed import get_worker

from crossfelt.simulation.cluster.versions import Versions, differences, versions
from crossfelt.simulation.engines import EngineLost

Item = TypeVar("Item")
Item_contra = TypeVar("Item_contra", contravariant=True)
Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)

_MOST_READY = 4
"""Jobs that a worker caches. A prepared plan takes some megabytes."""


class Job(Protocol[Item_contra, Result_co]):
    """Work that can be split into portions. It is pickled before it is prepared."""

    def prepare(self) -> None:
        """Compute what every portion needs; called once in each process, before the first portion."""

    def run(self, items: Sequence[Item_contra]) -> Sequence[Result_co]:
        """Do one portion; several threads may do so at once."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """A job as it is sent."""

    content: bytes
    digest: str
    versions: Versions
    """The versions of the sending process."""


@dataclass(frozen=True, slots=True)
class Portion:
    """Part of a job, as much as one task does."""

    parcel: Parcel
    items: Sequence[Any]


@dataclass(frozen=True, slots=True)
class Answer(Generic[Result]):
    """The result of one portion."""

    results: Sequence[Result]
    seconds: float
    """How long it took, without the preparation."""


def packed(job: Job[Any, Any]) -> Parcel:
    """Return the job as it is sent."""
    content = pickle.dumps(job)
    return Parcel(content, sha256(content).hexdigest(), versions())


def work(portion: Portion) -> Answer[Any]:
    """Do a portion of a job on a worker, which may have joined the cluster after the versions were checked."""
    refuse_other_versions(f"the worker {get_worker().address}", versions(), portion.parcel.versions)
    job = _ready(portion.parcel)
    began = time.perf_counter()
    results = job.run(portion.items)
    return Answer(results, time.perf_counter() - began)


def refuse_other_versions(who: str, there: Versions, here: Versions) -> None:
    """Refuse a process with other versions installed."""
    wrong = "; ".join(differences(there, here))
    if wrong:
        raise EngineLost(f"{who} has {wrong}: install the same versions on every machine")


_ready_jobs: OrderedDict[str, Job[Any, Any]] = OrderedDict()
_lock = Lock()


def _ready(parcel: Parcel) -> Job[Any, Any]:
    """Return the prepared job. Other threads wait, which is better than preparing it twice."""
    with _lock:
        job = _ready_jobs.pop(parcel.digest, None)
        if job is None:
            job = pickle.loads(parcel.content)
            job.prepare()
        _ready_jobs[parcel.digest] = job
        while len(_ready_jobs) > _MOST_READY:
            _ready_jobs.popitem(last=False)
        return job

"""Checkpoints: what was counted comes back exactly, and nothing else is taken for one."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, fields
from fractions import Fraction
from hashlib import sha256
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from crossfelt.errors import BadInput
from crossfelt.jsontext import canonical_json
from crossfelt.simulation.checkpoint import Checkpoint, checkpoint_bytes, read_checkpoint
from crossfelt.simulation.counts_data import from_data, to_data
from crossfelt.simulation.history import History
from crossfelt.simulation.results import Counts
from crossfelt.simulation.run import prepare, run
from tests.support.simulation.plans import SEED, a_plan


@dataclass(frozen=True, slots=True, eq=False)
class Inner:
    """Something that may be counted one day."""

    pairs: tuple[tuple[int, int], ...]
    seen: NDArray[np.int64]
    part: Fraction


@dataclass(frozen=True, slots=True, eq=False)
class Outer:
    """Counts with fields of every kind."""

    rounds: int
    seen: NDArray[np.int64]
    inner: Inner | None = None
    others: tuple[Inner, ...] = ()


def same(one: Any, other: Any) -> bool:
    """Whether two values are equal, arrays inside them included."""
    if isinstance(one, np.ndarray):
        return one.shape == other.shape and one.dtype == other.dtype and bool((one == other).all())
    if hasattr(one, "__dataclass_fields__"):
        return all(same(getattr(one, field.name), getattr(other, field.name)) for field in fields(one))
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(type(one) is type(other) and one == other)


def test_counts_of_any_shape_come_back() -> None:
    inner = Inner(((1, 2), (-3, 10**30)), np.zeros((0, 2), np.int64), Fraction(1, 3))
    for value in (
        Outer(5, np.arange(-6, 6, dtype=np.int64).reshape(2, 3, 2)),
        Outer(2**63 + 1, np.array([2**62], np.int64), inner, (inner, inner)),
    ):
        assert same(from_data(Outer, json.loads(json.dumps(to_data(value)))), value)


@pytest.fixture(scope="module")
def reached() -> Checkpoint:
    counts = run(prepare(a_plan("maryland", "always-1x", rounds=5_000)))
    return Checkpoint(counts, History(((4_096, -5, 7),)))


HASH = "0" * 64


def test_a_checkpoint_comes_back_exactly(reached: Checkpoint) -> None:
    content = checkpoint_bytes(HASH, reached)
    result = read_checkpoint(content, HASH)
    assert same(result, reached)
    assert checkpoint_bytes(HASH, result) == content


def test_every_field_of_the_counts_is_kept(reached: Checkpoint) -> None:
    document = json.loads(checkpoint_bytes(HASH, reached))
    assert set(document["counts"]) == {field.name for field in fields(Counts)}


def test_a_file_that_was_cut_off_or_changed_is_refused(reached: Checkpoint) -> None:
    content = checkpoint_bytes(HASH, reached)
    chance = random.Random(SEED)
    places = [*range(60), *(chance.randrange(len(content) - 1) for _ in range(300)), *range(-140, -1)]
    for place in places:
        changed = bytearray(content)
        changed[place] ^= 1 << chance.randrange(8)
        for broken in (bytes(changed), content[:place]):
            with pytest.raises(BadInput, match=r"not a checkpoint of a simulation|wrong checksum"):
                read_checkpoint(broken, HASH)
                pytest.fail(f"byte {place}, seed {SEED}")


def test_one_figure_changed_by_hand_is_refused(reached: Checkpoint) -> None:
    document = json.loads(checkpoint_bytes(HASH, reached))
    document["counts"]["net"] += 1
    with pytest.raises(BadInput, match="changed after it was written"):
        read_checkpoint(json.dumps(document).encode(), HASH)


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b"null", b"\xff", b"[" * 100_000, b'{"format": "other"}'])
def test_other_files_are_refused(content: bytes) -> None:
    with pytest.raises(BadInput, match="not a checkpoint of a simulation"):
        read_checkpoint(content, HASH)


def signed(document: dict[str, Any]) -> bytes:
    """A document with the checksum that fits it."""
    document.pop("sha256")
    return json.dumps({**document, "sha256": sha256(canonical_json(document).encode()).hexdigest()}).encode()


def test_what_fits_but_cannot_be_gone_on_from_is_refused(reached: Checkpoint) -> None:
    content = checkpoint_bytes(HASH, reached)
    assert same(read_checkpoint(signed(json.loads(content)), HASH), reached)
    with pytest.raises(BadInput, match="the checkpoint belongs to another plan: use the same rules"):
        read_checkpoint(content, "1" * 64)
    for name, value in (("program", "0.0.1"), ("counts", {"rounds": 3}), ("history", None)):
        with pytest.raises(BadInput, match=r"the checkpoint is from crossfelt \S+: continue with that version"):
            read_checkpoint(signed({**json.loads(content), name: value}), HASH)


def test_whatever_changes_what_is_dealt_or_paid_changes_the_hash_of_a_plan() -> None:
    plan = a_plan("maryland", "always-1x", "optimal", rounds=10)
    assert plan.hash == a_plan("maryland", "always-1x", "optimal", rounds=99).hash, "how many are wanted is left out"
    others = [
        a_plan("cardroom", "always-1x", "optimal", rounds=10),
        a_plan("maryland", "optimal", "always-1x", rounds=10),
        a_plan("maryland", "always-1x", rounds=10),
        a_plan("maryland", "always-1x", "optimal", rounds=10, ante_cents=500),
    ]
    assert len({plan.hash, *(other.hash for other in others)}) == 5

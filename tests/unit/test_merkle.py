"""The tree of RFC 6962, against a naive second implementation and against published vectors."""

from __future__ import annotations

import random
from functools import cache

import pytest

from crossfelt.merkle import (
    EMPTY_ROOT,
    Node,
    consistency_ranges,
    includes,
    inclusion_ranges,
    is_consistent,
    leaf_hash,
    proof,
    root_of,
)
from tests.naive import merkle as naive

SIZES = 200
ENTRIES = [b"entry %d" % number for number in range(SIZES)]
ROOTS = [naive.tree_hash(ENTRIES[:size]) for size in range(SIZES + 1)]
PUBLISHED = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
"""Entries, in hex, that implementations of Certificate Transparency share as their test tree."""
PUBLISHED_ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


@cache
def hash_of(node: Node) -> bytes:
    return naive.tree_hash(ENTRIES[node.number << node.level : (node.number + 1) << node.level])


def test_roots_are_those_that_others_publish() -> None:
    entries = [bytes.fromhex(entry) for entry in PUBLISHED]
    made = [naive.tree_hash(entries[:size]).hex() for size in range(1, 9)]
    assert made == PUBLISHED_ROOTS
    assert root_of(0, hash_of) == EMPTY_ROOT == naive.tree_hash([])
    assert EMPTY_ROOT.hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_every_root_and_inclusion_proof_up_to_200_leaves() -> None:
    for size in range(1, SIZES + 1):
        assert root_of(size, hash_of) == ROOTS[size]
        for index in range(size):
            path = proof(inclusion_ranges(index, size), hash_of)
            assert includes(size, ROOTS[size], index, leaf_hash(ENTRIES[index]), path)
            assert len(path) <= (size - 1).bit_length()


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 8, 9, 31, 64, 65, 127, 200])
def test_inclusion_proofs_are_those_of_the_definition(size: int) -> None:
    for index in range(size):
        assert proof(inclusion_ranges(index, size), hash_of) == naive.audit_path(index, ENTRIES[:size])


def test_every_consistency_proof_up_to_200_leaves() -> None:
    for new in range(SIZES + 1):
        for old in range(new + 1):
            path = proof(consistency_ranges(old, new), hash_of)
            assert is_consistent(old, ROOTS[old], new, ROOTS[new], path), (old, new)


@pytest.mark.parametrize("new", [1, 2, 3, 6, 7, 8, 33, 64, 100])
def test_consistency_proofs_are_those_of_the_definition(new: int) -> None:
    for old in range(new + 1):
        assert proof(consistency_ranges(old, new), hash_of) == naive.consistency_proof(old, ENTRIES[:new])


def test_changed_inclusion_proofs_are_refused() -> None:
    draw = random.Random(31)
    for _ in range(500):
        size = draw.randint(1, SIZES)
        index = draw.randrange(size)
        leaf, path = leaf_hash(ENTRIES[index]), proof(inclusion_ranges(index, size), hash_of)
        wrong_leaf = leaf_hash(b"another")
        assert not includes(size, ROOTS[size], index, wrong_leaf, path)
        assert not includes(size, wrong_leaf, index, leaf, path)
        assert not includes(size, ROOTS[size], index, leaf, [*path, wrong_leaf])
        assert not includes(size, ROOTS[size], size, leaf, path)
        assert not includes(size, ROOTS[size], -1, leaf, path)
        if path:
            place = draw.randrange(len(path))
            assert not includes(size, ROOTS[size], index, leaf, [*path[:place], *path[place + 1 :]])
            assert not includes(size, ROOTS[size], index, leaf, [*path[:place], wrong_leaf, *path[place + 1 :]])
            other = draw.choice([number for number in range(size) if number != index])
            assert not includes(size, ROOTS[size], other, leaf, path)


def test_changed_consistency_proofs_are_refused() -> None:
    draw = random.Random(32)
    for _ in range(500):
        new = draw.randint(2, SIZES)
        old = draw.randint(1, new - 1)
        path, another = proof(consistency_ranges(old, new), hash_of), leaf_hash(b"another")
        assert not is_consistent(old, another, new, ROOTS[new], path)
        assert not is_consistent(old, ROOTS[old], new, another, path)
        assert not is_consistent(old, ROOTS[old], new, ROOTS[new], [*path, another])
        assert not is_consistent(old, ROOTS[old], new, ROOTS[new], path[:-1])
        assert not is_consistent(new, ROOTS[new], old, ROOTS[old], path)
        place = draw.randrange(len(path))
        changed = [*path[:place], another, *path[place + 1 :]]
        assert not is_consistent(old, ROOTS[old], new, ROOTS[new], changed)


def test_trees_of_the_same_size_are_consistent_only_when_equal() -> None:
    assert is_consistent(7, ROOTS[7], 7, ROOTS[7], [])
    assert not is_consistent(7, ROOTS[7], 7, ROOTS[8], [])
    assert not is_consistent(7, ROOTS[7], 7, ROOTS[7], [ROOTS[7]])
    assert is_consistent(0, EMPTY_ROOT, 7, ROOTS[7], [])
    assert not is_consistent(0, ROOTS[7], 7, ROOTS[7], [])
    assert not is_consistent(0, EMPTY_ROOT, 7, ROOTS[7], [ROOTS[7]])

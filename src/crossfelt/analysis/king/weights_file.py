"""Learned weights on disk: whole numbers of 16 bits, one scale for each table, compressed.

A weight is a number of points. Sixteen bits store it to within a fiftieth of a point, far below the noise of training.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.king.arrays_file import read_arrays, wrong_file
from crossfelt.kernels.king.values import table_starts, weight_count

Weights = NDArray[np.float32]

_LARGEST = 32767


def shipped_name(with_bonus: bool) -> str:
    """Return the name of the file inside the package."""
    return "bonus.npz" if with_bonus else "base.npz"


@cache
def shipped_weights(with_bonus: bool, classes: int) -> Weights:
    """Return the weights that come with the package, for one of the two ways to score."""
    with as_file(files("crossfelt.analysis.king.weights").joinpath(shipped_name(with_bonus))) as path:
        weights = load_weights(path, classes)
    weights.setflags(write=False)
    return weights


def save_weights(path: Path, weights: Weights, classes: int) -> None:
    """Write the file; equal weights give equal bytes."""
    whole = np.zeros(len(weights), np.int16)
    scales = []
    for start, end in _tables(classes):
        largest = float(np.abs(weights[start:end]).max(initial=0.0))
        scale = largest / _LARGEST if largest else 1.0
        scales.append(scale)
        whole[start:end] = np.rint(weights[start:end] / scale).astype(np.int16)
    partial = path.with_name(path.name + ".part")
    with partial.open("wb") as file:
        np.savez_compressed(file, weights=whole, scales=np.array(scales, np.float64))
    partial.replace(path)


def load_weights(path: Path, classes: int) -> Weights:
    """Return the weights of a file made by `save_weights`."""
    stored = read_arrays(path, "a file of learned weights", 4 * weight_count(classes))
    tables = _tables(classes)
    shapes = {name: array.shape for name, array in stored.items()}
    if shapes != {"weights": (weight_count(classes),), "scales": (len(tables),)}:
        raise wrong_file(path, "was made for other tables of weights; train again")
    whole, scales = stored["weights"], stored["scales"]
    weights = np.empty(len(whole), np.float32)
    for (start, end), scale in zip(tables, scales, strict=True):
        weights[start:end] = whole[start:end] * np.float32(scale)
    return weights


def _tables(classes: int) -> list[tuple[int, int]]:
    return list(pairwise((*table_starts(classes), weight_count(classes))))

"""Files of named arrays, as numpy's `savez` writes them, read within a limit."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crossfelt.errors import BadInput
from crossfelt.faults import FaultCode

_ENDING = ".npy"
_NOT_ARRAYS = (OSError, ValueError, EOFError, MemoryError, RuntimeError, zipfile.BadZipFile, zlib.error)
"""Errors raised by reading a file that is damaged, encrypted or of another format."""


def read_arrays(path: Path, what: str, most_bytes: int) -> dict[str, NDArray[Any]]:
    """Return every array of a file, by name; `BadInput` if it isn't such a file or unpacks to more than this many
    bytes.

    `what` describes the file for people. The sizes are checked before anything is unpacked.
    """
    try:
        if path.stat().st_size > most_bytes:
            raise wrong_file(path, f"is larger than {what} can be")
        with zipfile.ZipFile(path) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > most_bytes:
                raise wrong_file(path, f"unpacks to more than {what} can be")
            return {name.removesuffix(_ENDING): _read_array(archive, name) for name in archive.namelist()}
    except _NOT_ARRAYS:
        raise wrong_file(path, f"is not {what}, or it is damaged") from None


def wrong_file(path: Path, message: str) -> BadInput:
    """Return the error of a file that isn't what it should be."""
    return BadInput(f"{str(path)!a} {message}", FaultCode.WRONG_FILE, file=str(path))


def _read_array(archive: zipfile.ZipFile, name: str) -> NDArray[Any]:
    with archive.open(name) as file:
        array: NDArray[Any] = np.lib.format.read_array(file, allow_pickle=False)
    return array

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
"""What reading a file raises that is damaged, encrypted or something else altogether."""


def read_arrays(path: Path, what: str, most_bytes: int) -> dict[str, NDArray[Any]]:
    """Every array of a file, by name; `BadInput` where it is no such file or holds more than so many bytes unpacked.

    `what` is what the file should be, in words for people. The sizes are looked at before anything is unpacked.
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
    """A file that isn't what it should be."""
    return BadInput(f"{str(path)!a} {message}", FaultCode.WRONG_FILE, file=str(path))


def _read_array(archive: zipfile.ZipFile, name: str) -> NDArray[Any]:
    with archive.open(name) as file:
        array: NDArray[Any] = np.lib.format.read_array(file, allow_pickle=False)
    return array

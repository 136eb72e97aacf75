"""Proofs of the transparency log. Each is also a file that `crossfelt verify` reads."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from crossfelt.service.wire.history import Hex
from crossfelt.service.wire.strict import Wire

Base64 = Annotated[str, Field(pattern="^[0-9A-Za-z+/]*={0,2}$")]


class LogProof(Wire):
    """The fields of every proof."""

    hashes: Annotated[list[Base64], Field(description="The hashes of RFC 6962, each 32 bytes.")]
    log_key: Annotated[str, Field(description="The verifier key of the transparency log: NAME+ID+BASE64.")]
    log_statement: Annotated[str, Field(description="A note in which the key of the server names the key of the log.")]


class InclusionAnswer(LogProof):
    """Shows that the transparency log has the append that a receipt is about."""

    format: Literal["crossfelt-inclusion"] = "crossfelt-inclusion"
    version: Literal[1] = 1
    table: str
    seq: Annotated[int, Field(description="The last entry of the append.")]
    head: Annotated[Hex, Field(description="The hash of that entry.")]
    number: Annotated[int, Field(description="The place of its leaf, counted from 0.")]
    checkpoint: Annotated[str, Field(description="The checkpoint over the tree that has the leaf.")]


class ConsistencyAnswer(LogProof):
    """Shows that an earlier tree is the beginning of a later one."""

    format: Literal["crossfelt-consistency"] = "crossfelt-consistency"
    version: Literal[1] = 1
    old_size: int
    new_size: int
    checkpoint: Annotated[
        str | None, Field(description="The checkpoint of the later tree; null if none was signed at this size.")
    ]

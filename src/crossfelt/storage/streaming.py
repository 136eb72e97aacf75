"""Reads rows a page at a time, so that a log of any size fits in memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Connection

PAGE = 2000
"""Rows that are fetched at a time."""


def streamed(connection: Connection, query: Any, values: Mapping[str, object] | None = None) -> Iterator[Any]:
    """Yield the rows of a query. The cursor is closed when the last row was read or the iterator is dropped."""
    with connection.execute(query.execution_options(yield_per=PAGE), values) as rows:
        yield from rows

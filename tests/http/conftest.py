"""One application for all tests of the interface: it keeps no state that a test could see."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from crossfelt.http import create_app


@pytest.fixture(scope="package")
def client() -> Iterator[TestClient]:
    """A client that gets the 500 of a broken endpoint as an answer, as a browser would."""
    with TestClient(create_app(limit_factor=1000), raise_server_exceptions=False) as client:
        yield client

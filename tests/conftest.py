"""Shared setup for all tests: the report date, Hypothesis profiles, and how the browser starts."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import dev
import pytest
from hypothesis import HealthCheck, settings

from tests.support.postgresql import Cluster, running_cluster
from tests.support.scale import SCALE

# Reports carry a date, and tests compare reports.
os.environ["SOURCE_DATE_EPOCH"] = "1767225600"  # 2026-01-01

# A shell lets what it starts in the background ignore Ctrl-C, and so would every program that a test interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A loaded machine must not fail a test, so nothing here watches the clock. The quick run takes the same
# examples every time; the full one looks for new ones and prints how to repeat what it finds.
settings.register_profile(
    "quick", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None
)
settings.register_profile(
    "full", max_examples=2_000, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile(SCALE)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests go last: their plugin leaves an event loop running that others would stumble over."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """A PostgreSQL server of this test process, with a database for each test that asks."""
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture(scope="session")
def base_url() -> str | None:
    """Nothing, until a test that serves the page says otherwise. The browser plugin's own warns under pytest 9."""
    return None


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's own chromium, which needs no download, and without a sandbox, which root does not get."""
    browser = dev.find_browser()
    if browser is None:
        pytest.fail("no chromium on this machine; `python3 dev.py test` installs it where it may")
    quiet = ["gpu", "quic", "background-networking", "component-update", "sync"]
    return {
        **browser_type_launch_args,
        "executable_path": browser,
        "chromium_sandbox": False,
        "args": ["--no-first-run", *(f"--disable-{name}" for name in quiet)],
    }

"""Metrics are for the operator: with a token, or at an address of their own, and for nobody else."""

from __future__ import annotations

import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from crossfelt.errors import BadInput
from crossfelt.http import create_app
from crossfelt.http.health import METRICS_CLOSED, METRICS_OFF
from crossfelt.http.metrics import Metrics, metrics_token
from crossfelt.service.house import House
from crossfelt.storage.memory import MemoryStore

TOKEN = "0123456789abcdef"


def asked(client: TestClient, authorization: str | None) -> tuple[int, str]:
    headers = {} if authorization is None else {"authorization": authorization}
    answer = client.get("/metrics", headers=headers)
    return answer.status_code, answer.text


def test_without_a_token_there_are_no_metrics() -> None:
    with TestClient(create_app(house=House(MemoryStore(), bytes(32)))) as client:
        for authorization in (None, "Bearer ", "Bearer None", f"Bearer {TOKEN}"):
            assert asked(client, authorization) == (404, f"{METRICS_OFF}\n")


@pytest.mark.parametrize("authorization", [None, "", "Bearer", "Bearer ", f"Basic {TOKEN}", f"Bearer {TOKEN}0"])
def test_a_wrong_token_is_refused(authorization: str | None) -> None:
    with TestClient(create_app(metrics_token=TOKEN)) as client:
        assert asked(client, authorization) == (401, f"{METRICS_CLOSED}\n")


def test_the_token_opens_the_metrics() -> None:
    with TestClient(create_app(house=House(MemoryStore(), bytes(32)), metrics_token=TOKEN)) as client:
        status, text = asked(client, f"Bearer {TOKEN}")
        assert status == 200 and "crossfelt_tables 0.0\n" in text


def test_an_own_address_needs_no_token() -> None:
    url = Metrics().serve("127.0.0.1:0")
    with urllib.request.urlopen(url, timeout=30) as answer:
        assert b"crossfelt_sockets 0.0" in answer.read()
    with pytest.raises(BadInput, match="can't listen on"):
        Metrics().serve(url.removeprefix("http://").removesuffix("/metrics"))


@pytest.mark.parametrize("address", ["", "9100", "127.0.0.1", "127.0.0.1:", "127.0.0.1:70000", "127.0.0.1:x"])
def test_an_address_is_host_and_port(address: str) -> None:
    with pytest.raises(BadInput, match="must be HOST:PORT"):
        Metrics().serve(address)


def test_the_token_comes_from_a_file_or_a_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CROSSFELT_METRICS_TOKEN", raising=False)
    assert metrics_token(None) is None
    monkeypatch.setenv("CROSSFELT_METRICS_TOKEN", TOKEN)
    assert metrics_token(None) == TOKEN
    file = tmp_path / "token"
    file.write_text("f" * 32 + "\nnot this\n")
    assert metrics_token(file) == "f" * 32
    file.write_text("short\n")
    with pytest.raises(BadInput, match="at least 16 printable"):
        metrics_token(file)
    with pytest.raises(BadInput, match="can't read"):
        metrics_token(tmp_path / "missing")


def test_a_bad_token_file_stops_the_start_in_one_line(tmp_path: Path) -> None:
    command = ["serve", "--port", "0", "--database", "memory:", "--metrics-token-file", str(tmp_path / "missing")]
    done = subprocess.run([sys.executable, "-m", "crossfelt", *command], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("error: --metrics-token-file: can't read") and done.stderr.count("\n") == 1

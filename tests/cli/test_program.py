"""The real program, as a shell runs it."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from crossfelt import __version__
from tests.support.cli.cases import CASE
from tests.support.cli.program import program, run, run_program


def test_version_and_help() -> None:
    assert run_program("--version").out == f"crossfelt {__version__}\n"
    shown = run_program("--help")
    assert (shown.status, shown.err) == (0, "")
    for word in ("deal", "settle", "replay", "rules", "serve", "Examples:"):
        assert word in shown.out
    assert max(map(len, shown.out.splitlines())) <= 80


def test_the_installed_command_is_this_one() -> None:
    command = Path(sys.executable).with_name("crossfelt")
    done = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"crossfelt {__version__}\n"


def test_settle_prints_one_document_and_nothing_else() -> None:
    ran = run_program("settle", "-", "--json", given=json.dumps(CASE).encode())
    assert ran.err == ""
    assert ran.document["seats"][0]["net"] == 6500


def test_bad_input_is_one_line_without_a_traceback() -> None:
    assert "not UTF-8" in run_program("settle", "-", "--json", given=b"\xff\xfe").refusal
    assert "nested" in run_program("settle", "-", "--json", given=b"[" * 100_000).refusal
    assert "no such option" in run_program("settle", "-", "--jsn").refusal


def test_a_reader_that_goes_away_causes_no_complaint(tmp_path: Path) -> None:
    cases = tmp_path / "cases.jsonl"
    cases.write_text(f"{json.dumps(CASE)}\n" * 200)
    for arguments in (("settle", str(cases), "--json"), ("settle", str(cases)), ("rules", "show", "maryland")):
        with subprocess.Popen(program(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None and process.stderr is not None
            process.stdout.close()
            assert process.stderr.read() == b""


def test_a_full_disk_is_one_error() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    with full.open("wb") as stdout:
        done = subprocess.run(program("rules", "list"), stdout=stdout, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr == b"error: can't write the output: No space left on device\n"


def test_closed_streams_are_no_crash() -> None:
    def with_closed(number: int, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        shell = f'exec "$@" {number}{"<" if number == 0 else ">"}&-'
        return subprocess.run(["sh", "-c", shell, "sh", *program(*arguments)], capture_output=True, check=False)

    assert with_closed(0, "settle", "-").stderr == b"error: there is no standard input to read\n"
    assert b"You leave with $500" in with_closed(0, "deal").stdout
    assert with_closed(1, "rules", "list").stderr == b""
    assert with_closed(2, "nothing").returncode == 2


def test_ctrl_c_ends_quietly() -> None:
    with subprocess.Popen(
        program("deal"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        shown = b""
        while not shown.endswith(b"dollars: ") and (more := os.read(process.stdout.fileno(), 4096)):
            shown += more
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert process.stderr.read() == b""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_gets_colours_and_no_echo_of_its_own_typing() -> None:
    import pty

    controller, terminal = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80"}
    environment.pop("NO_COLOR", None)
    with subprocess.Popen(
        program("deal", "--rules", "cardroom", "--seed", "7"),
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env=environment,
    ) as process:
        os.close(terminal)
        shown = b""
        for question, answer in ((b"dollars: ", b"5\n"), (b"or a): ", b"q\n"), (b"plays on) ", b"f\n")):
            while not shown.endswith(question):
                shown += os.read(controller, 4096)
            os.write(controller, answer)
            shown += os.read(controller, 1)
        with contextlib.suppress(OSError):  # what a pseudo-terminal says when its program has ended
            while more := os.read(controller, 4096):
                shown += more
        assert process.wait() == 0
    os.close(controller)
    assert b"\x1b[1;31m Q\xe2\x99\xa5" in shown
    assert b"in dollars: 5\r\n\r\n" in shown
    assert b"You folded at the across decision" in shown


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_answers_can_be_edited_and_come_again() -> None:
    import pty

    controller, terminal = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80"}
    words = program("deal", "--rules", "cardroom", "--seed", "7", "--rounds", "2")
    typed = (
        (b"dollars: ", b"8\x7f7\n"),
        (b"or a): ", b"f\n"),
        (b"dollars: ", b"\x1b[A\x1b[A\n"),
        (b"or a): ", b"f\n"),
    )
    with subprocess.Popen(words, stdin=terminal, stdout=terminal, stderr=terminal, env=environment) as process:
        os.close(terminal)
        shown = b""
        for question, answer in typed:
            while not shown.endswith(question):
                shown += os.read(controller, 4096)
            os.write(controller, answer)
            shown += os.read(controller, 1)
        with contextlib.suppress(OSError):
            while more := os.read(controller, 4096):
                shown += more
        assert process.wait() == 0
    os.close(controller)
    assert shown.count(b"$14 at stake") == 2


def test_a_port_in_use_is_one_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        reason = run("serve", "--port", str(port)).refusal
    assert f"port {port}" in reason
    assert "in use" in reason


def test_serve_serves() -> None:
    with subprocess.Popen(
        program("serve", "--port", "0", "--database", "memory:"), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        address = process.stdout.readline().decode().split(" at ")[1].split(" ")[0]
        try:
            with urllib.request.urlopen(f"{address}api/rules") as answer:
                assert answer.status == 200
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()
        assert b"Traceback" not in process.stderr.read()

"""`crossfelt completion`: a script for each shell, and what the program answers to it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.cli.program import run


def completed(monkeypatch: pytest.MonkeyPatch, *words: str) -> list[str]:
    """Return the answers to a Tab after these words, the last of which is incomplete."""
    monkeypatch.setenv("_CROSSFELT_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", " ".join(("crossfelt", *words)))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    ran = run()
    assert (ran.status, ran.err) == (0, "")
    return ran.out.splitlines()


@pytest.mark.parametrize(
    ("words", "answers"),
    [
        (("ki",), ["plain,king"]),
        (("king", "rev"), ["plain,review"]),
        (("solve", "--thr"), ["plain,--threads"]),
        (("solve", "mary"), ["plain,maryland"]),
        (("solve", "--rules", "c"), ["plain,cardroom"]),
        (("king", "bench", "--policy", "ch"), ["plain,champion"]),
        (("settle", "round.j"), ["file,round.j"]),
        (("par", "my-rules"), ["file,my-rules"]),
    ],
    ids=" ".join,
)
def test_a_tab_completes(monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], answers: list[str]) -> None:
    assert completed(monkeypatch, *words) == answers


def test_every_command_is_offered_with_the_shell_that_shows_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_CROSSFELT_COMPLETE", "fish_complete")
    monkeypatch.setenv("COMP_WORDS", "crossfelt ")
    monkeypatch.setenv("COMP_CWORD", "")
    assert "solve" in run().out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_one_that_the_shell_reads(shell: str, tmp_path: Path) -> None:
    ran = run("completion", shell)
    assert (ran.status, ran.err) == (0, "")
    assert f"_CROSSFELT_COMPLETE={shell}_complete" in ran.out
    if (program := shutil.which(shell)) is not None:
        script = tmp_path / "script"
        script.write_text(ran.out)
        subprocess.run([program, "-n", str(script)], check=True)


def test_other_shells_are_refused() -> None:
    assert "'tcsh' is not one of 'bash', 'zsh', 'fish'" in run("completion", "tcsh").refusal

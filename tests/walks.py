"""Four walks through the code, as they really go: which files of the package does a reader open to follow each?

A file counts when one of its functions runs. Compiled kernels run unseen, so a kernel's file counts when it is
imported. `docs/architecture.md` tells the same walks in words; a test compares the two.
"""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, cast

import crossfelt

ROOT = Path(crossfelt.__file__).resolve().parent
EXAMPLES = ROOT / "examples"


def settle_a_case() -> None:
    """`crossfelt settle` on one finished round, drawn for people."""
    _command("settle", str(EXAMPLES / "royal.json"))


def live_round() -> None:
    """One round for two seats: wagers, deal, decisions, views, settlement."""
    from crossfelt.chance import SeededChance
    from crossfelt.crisscross.actions import Bet, PlaceWagers
    from crossfelt.crisscross.resolve import load_rule_book
    from crossfelt.crisscross.round import open_round
    from crossfelt.crisscross.rulebook import StageName
    from crossfelt.game import SYSTEM, seat_actor, seat_audience

    contest, chance = open_round(load_rule_book("maryland"), (1, 2)), SeededChance(1)
    for seat in (1, 2):
        contest.act(seat_actor(seat), PlaceWagers({"ante_across": 500, "ante_down": 500, "five_card_bonus": 500}))
    closing = contest.game.on_timeout(contest.state, None)
    assert closing is not None
    contest.act(SYSTEM, closing)
    contest.advance(chance)
    while not contest.is_finished:
        (seat,) = contest.pending.seats
        view = contest.view(seat_audience(seat))
        contest.act(seat_actor(seat), Bet(cast(StageName, view.stage), view.multiples[0]))
        contest.advance(chance)


def solve() -> None:
    """`crossfelt solve` for one rule book, drawn for people."""
    _command("solve", "--rules", "maryland")


def king_move_with_hint() -> None:
    """`crossfelt king play`: one hint, one placement, then the player leaves."""
    _command("king", "play", "--seed", "7", given="hint\nc4\nquit\ny\n")


WALKS: dict[str, Callable[[], None]] = {
    walk.__name__: walk for walk in (settle_a_case, live_round, solve, king_move_with_hint)
}


def files_of(walk: str) -> frozenset[str]:
    """The files of a walk, taken in a process of its own, so that nothing was loaded before."""
    ran = subprocess.run([sys.executable, "-m", "tests.walks", walk], capture_output=True, text=True, check=True)
    return frozenset(json.loads(ran.stdout.splitlines()[-1]))


def _command(*words: str, given: str = "") -> None:
    from crossfelt.cli import main

    kept, sys.stdin = sys.stdin, io.StringIO(given)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            assert main(words) == 0
    finally:
        sys.stdin = kept


def _taken(walk: Callable[[], None]) -> Iterator[str]:
    called: set[str] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and not _is_import(frame):
            called.add(frame.f_code.co_filename)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        walk()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    kernels = {
        str(module.__file__)
        for name, module in list(sys.modules.items())
        if name.startswith("crossfelt.kernels") and not str(module.__file__).endswith("__init__.py")
    }
    for file in called | kernels:
        path = Path(file)
        if path.is_relative_to(ROOT):
            yield path.relative_to(ROOT).as_posix()


def _is_import(frame: FrameType | None) -> bool:
    """Whether this is no call at all but a module being loaded, or something that its loading calls."""
    while frame is not None:
        if frame.f_code.co_name == "<module>" and frame.f_code.co_filename.startswith(str(ROOT)):
            return True
        frame = frame.f_back
    return False


if __name__ == "__main__":
    print(json.dumps(sorted(_taken(WALKS[sys.argv[1]]))))

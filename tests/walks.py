"""Walks through the code, taken for real: which files of the package does a reader open to follow each?

A file counts when one of its functions runs. Compiled kernels run unseen, so a kernel's file counts when it is
imported. A hop is a call from one file of the package into another, directly or through a library; a coroutine or
generator counts when it starts and not when it continues. `docs/architecture.md` has the same walks in words; a test
compares the two.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
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


def live_action() -> None:
    """One bet at a live table of six: its frame, its append, and what the six seats receive."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_bet(Path(folder)))


async def _bet(folder: Path) -> None:
    from tests.support.six_seats import quiet, table_of_six

    async with table_of_six(folder) as clients:
        await quiet()
        with TRAIL.only():
            seq = await clients[0].act("bet", stage="across", multiple=1)
            for client in clients:
                await client.reach(seq)
            await quiet()


WALKS: dict[str, Callable[[], None]] = {
    walk.__name__: walk for walk in (settle_a_case, live_round, solve, king_move_with_hint, live_action)
}


@dataclass(frozen=True, slots=True)
class Walk:
    """A walk as it was taken."""

    files: frozenset[str]
    hops: int | None
    """None where they aren't counted."""


def taken(walk: str) -> Walk:
    """Take a walk in a process of its own, so that nothing was loaded before."""
    ran = subprocess.run([sys.executable, "-m", "tests.walks", walk], capture_output=True, text=True, check=True)
    result = json.loads(ran.stdout.splitlines()[-1])
    return Walk(frozenset(result["files"]), result["hops"])


class Trail:
    """The files of the package whose functions are called."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.hops: int | None = None
        self._is_on = True
        self._frames: set[FrameType] = set()
        """Frames that have started, kept so that none is taken for another."""

    @contextlib.contextmanager
    def only(self) -> Iterator[None]:
        """Record only the calls of this block, and count its hops."""
        self.files, self.hops, self._frames, self._is_on = set(), 0, set(), True
        try:
            yield
        finally:
            self._is_on = False

    def note(self, frame: FrameType, event: str, _: Any) -> None:
        """Record one event of the interpreter."""
        if event != "call" or not self._is_on or not _is_ours(frame) or _is_import(frame):
            return
        self.files.add(frame.f_code.co_filename)
        if self.hops is not None and frame not in self._frames:
            self._frames.add(frame)
            caller = frame.f_back
            while caller is not None and not _is_ours(caller):
                caller = caller.f_back
            self.hops += caller is not None and caller.f_code.co_filename != frame.f_code.co_filename


TRAIL = Trail()
"""The trail of the one walk that this process takes."""


def _command(*words: str, given: str = "") -> None:
    from crossfelt.cli import main

    stdin, sys.stdin = sys.stdin, io.StringIO(given)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            assert main(words) == 0
    finally:
        sys.stdin = stdin


def _take(walk: Callable[[], None]) -> dict[str, Any]:
    threading.setprofile(TRAIL.note)
    sys.setprofile(TRAIL.note)
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
    files = sorted(Path(file).relative_to(ROOT).as_posix() for file in TRAIL.files | kernels)
    return {"files": files, "hops": TRAIL.hops}


def _is_ours(frame: FrameType) -> bool:
    return frame.f_code.co_filename.startswith(str(ROOT))


def _is_import(frame: FrameType | None) -> bool:
    """Whether a module is being loaded, or this is called by one that is."""
    while frame is not None:
        if frame.f_code.co_name == "<module>" and _is_ours(frame):
            return True
        frame = frame.f_back
    return False


if __name__ == "__main__":
    print(json.dumps(_take(WALKS[sys.argv[1]])))

"""Grows the transparency log in the background, and signs a checkpoint every few seconds.

Nothing waits for it: an append is answered before it has a leaf. Of all servers that share a database, the one that
holds the lease for it runs this. If two overlap, the store refuses the leaves of one, which then reads again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress

from crossfelt.service.signing import LogSigner
from crossfelt.storage.port import StorageError, Store

SECONDS = 2.0
"""How long an append waits at most for its leaf and a checkpoint over it, unless the server is busy."""
LEAVES_AT_ONCE = 256
"""Leaves that are written in one go: a commit with them takes about a millisecond longer."""
REST_SECONDS = 0.005
"""The pause between two such writes, for the actions at the tables."""


class Checkpointer:
    """A thread that runs between `start` and `stop`, both of which may be called again. It writes while it is the
    holder."""

    def __init__(
        self,
        store: Store,
        signer: LogSigner,
        seconds: float = SECONDS,
        is_holder: Callable[[], bool] = lambda: True,
    ) -> None:
        """`is_holder` is asked in the thread, before each turn."""
        self._store, self._signer, self._seconds, self._is_holder = store, signer, seconds, is_holder
        self._is_stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to write leaves and checkpoints."""
        if self._thread is None:
            self._is_stopping.clear()
            self._thread = threading.Thread(target=self._run, name="crossfelt-checkpointer", daemon=True)
            self._thread.start()

    def stop(self, is_last: bool = False) -> None:
        """End the thread. With `is_last` the holder signs a checkpoint over every append before."""
        if self._thread is None:
            return
        self._is_stopping.set()
        self._thread.join()
        self._thread = None
        if is_last and self._is_holder():
            with suppress(StorageError):
                self.run_once()

    def _run(self) -> None:
        while not self._is_stopping.is_set():
            # Everyone who appends learns of a failed store; here the next turn tries again.
            with suppress(StorageError):
                if self._is_holder():
                    self.run_once(REST_SECONDS)
            self._is_stopping.wait(self._seconds)

    def run_once(self, rest_seconds: float = 0) -> None:
        """Give every append its leaf, then sign the tree."""
        while self._store.grow_tree(LEAVES_AT_ONCE) == LEAVES_AT_ONCE:
            if rest_seconds and self._is_stopping.wait(rest_seconds):
                return
        head, last = self._store.tree(), self._store.checkpoint()
        if last is None or last.size < head.size:
            # The leaves are durable, so that no other tree of this size can follow.
            self._store.save_checkpoint(head, self._signer.checkpoint(head))

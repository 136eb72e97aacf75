"""A storage that fails on cue."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

from crossfelt.storage.memory import MemoryStore
from crossfelt.storage.port import Batch, Receipt, StorageError, StorageFailed


class FailingStore(MemoryStore):
    """Memory that refuses the batches that a test picks."""

    def __init__(self) -> None:
        super().__init__()
        self.refuses: Callable[[Batch], StorageError | None] = lambda _: None
        self.writes_first = False
        """Whether a batch is written although storage says that it failed, as when a disk fails late."""
        self.refused = 0

    def append(self, batch: Batch) -> Future[Receipt]:
        """Refuse the batches that the test picks."""
        error = self.refuses(batch)
        if error is None:
            return super().append(batch)
        self.refused += 1
        if self.writes_first and isinstance(error, StorageFailed):
            super().append(batch)
        answer: Future[Receipt] = Future()
        answer.set_exception(error)
        return answer

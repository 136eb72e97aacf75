"""A process that writes one batch after the other and says on stdout when each is acknowledged: `python -m
tests.support.storage.acknowledger FILE MODE COUNT`, where MODE is what `PRAGMA synchronous` is set to."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from crossfelt.ledger import Posting
from crossfelt.storage.sqlite import SqliteStore
from tests.support.storage.batches import batch


def main() -> None:
    store = SqliteStore(Path(sys.argv[1]), synchronous=sys.argv[2])
    for number in range(int(sys.argv[3])):
        moves = (Posting("mint", "wallet:1", 1),)
        receipt = store.append(batch("t1", number, f"a{number}", (b"one",), moves)).result()
        os.write(1, b"acknowledged %d\n" % receipt.last_seq)
    store.close()


if __name__ == "__main__":
    main()

"""A process that writes, makes marks and grows the transparency log until it is killed. It prints what was
acknowledged: `python -m tests.support.storage.log_writer FILE RUN`."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from crossfelt.ledger import Posting
from crossfelt.storage.port import Share
from crossfelt.storage.sqlite import SqliteStore
from tests.support.storage.batches import batch, closing, note_of

WRITERS = 4
KEY = bytes(range(32))


def write(store: SqliteStore, table: str, run: int, said: threading.Lock) -> None:
    """Append to one table without end; each batch puts a cent into a wallet and closes a round."""
    seq = store.head(table)[0]
    while True:
        move = Posting("mint", f"wallet:{table}", 1)
        asked = batch(table, seq, f"{run}-{seq}", (b"one", b"two"), (move,), table)
        shares = (Share(table, 1, 1, 2),)
        receipt = store.append(closing(asked, f"{table}-{seq}", seq + 1, shares)).result()
        seq = receipt.last_seq
        with said:
            print(table, receipt.first_seq, receipt.last_seq, receipt.head.hex(), flush=True)


def main() -> None:
    store, said = SqliteStore(Path(sys.argv[1]), KEY), threading.Lock()
    for number in range(WRITERS):
        threading.Thread(target=write, args=(store, f"t{number}", int(sys.argv[2]), said)).start()
    threading.Thread(target=grow, args=(store,)).start()
    while True:
        store.mark_verified().result()


def grow(store: SqliteStore) -> None:
    """Add leaves and checkpoints without end, a few at a time, so that a kill comes in between."""
    while True:
        store.grow_tree(3)
        store.save_checkpoint(store.tree(), note_of(store.tree()))


if __name__ == "__main__":
    main()

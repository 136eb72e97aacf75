"""Write until the disk is full, and print each acknowledgment and how it ended.

Run it with `python -m tests.support.storage.disk_filler FILE [MOST_BYTES]`. With MOST_BYTES, no file may grow larger.
"""

from __future__ import annotations

import resource
import signal
import sys
from pathlib import Path

from crossfelt.ledger import Posting
from crossfelt.storage.port import StorageFailed
from crossfelt.storage.sqlite import SqliteStore
from tests.support.storage.batches import batch

BODY = bytes(20_000)


def main() -> None:
    store = SqliteStore(Path(sys.argv[1]))
    if len(sys.argv) > 2:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
    seq = 0
    try:
        while True:
            moves = (Posting("mint", "wallet:1", 1),)
            receipt = store.append(batch("t1", seq, f"a{seq}", (BODY,), moves)).result()
            seq = receipt.last_seq
            print("acknowledged", receipt.table, receipt.first_seq, receipt.last_seq, receipt.head.hex(), flush=True)
    except StorageFailed as error:
        print("stopped", error)
    print("tells", store.failure)
    for answer in (store.append(batch("t2", 0, "later")), store.save_setting("x", "y")):
        print("refused", answer.exception())
    print("reads", store.head("t1")[0])
    store.close()


if __name__ == "__main__":
    main()

"""Writes the committed example records with proofs.

Run `python -m tests.support.proof_examples` after a change of format.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.support.proofs import TABLE, proved, signed_receipt

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "web/src/rounds/examples"
PROVED_ROUND = ROOT / "src/crossfelt/examples/proved-round.json"
OTHER_RECEIPT = PROVED_ROUND.with_name("other-receipt.json")


def examples() -> dict[Path, str]:
    """Return each file with its text: a settled round with one seed revealed and one withheld, a Hot Spot, a match."""
    compact = {"hot-spot.json": 44, "match.json": 3}
    results = {PAGE / name: json.dumps(proved(seed), separators=(",", ":")) + "\n" for name, seed in compact.items()}
    shown = proved(190)
    receipt = {OTHER_RECEIPT: json.dumps(_other_receipt(shown), indent=1, ensure_ascii=False) + "\n"}
    return results | receipt | {PROVED_ROUND: json.dumps(shown, indent=1) + "\n"}


def _other_receipt(record: dict[str, Any]) -> dict[str, Any]:
    """A receipt by the same key for another log: what a server that cheats would have handed out."""
    log = record["proof"]["log"]
    last = log["first_seq"] + len(log["entries"]) - 1
    return signed_receipt(TABLE, last, bytes(32))


def main() -> None:
    for path, text in examples().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

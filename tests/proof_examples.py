"""Writes the committed example records with proofs: run `python -m tests.proof_examples` after a change of format."""

from __future__ import annotations

import json
from pathlib import Path

from tests.proofs import proved

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "web/src/criss-cross/rounds/examples"
PROVED_ROUND = ROOT / "src/crossfelt/examples/proved-round.json"


def examples() -> dict[Path, str]:
    """Return each file with its text: a settled round with one seed revealed and one withheld, a Hot Spot, a match."""
    compact = {"hot-spot.json": 44, "match.json": 3}
    found = {PAGE / name: json.dumps(proved(seed), separators=(",", ":")) + "\n" for name, seed in compact.items()}
    return found | {PROVED_ROUND: json.dumps(proved(190), indent=1) + "\n"}


def main() -> None:
    for path, text in examples().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

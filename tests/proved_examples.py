"""Writes the records with proofs that the documentation and the tests of the page read.

Run `python -m tests.proved_examples` when the form of a record changes.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.proofs import proved

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "web" / "src" / "criss-cross" / "rounds" / "examples"


def main() -> None:
    """Writes each record to its file."""
    shown = json.dumps(proved(470), indent=1)
    (ROOT / "src" / "crossfelt" / "examples" / "proved-round.json").write_text(shown + "\n")
    for name, seed in (("hot-spot.json", 33), ("match.json", 3)):
        (PAGE / name).write_text(json.dumps(proved(seed), separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()

"""Writes the message schema and the page's types: `python -m crossfelt.service.wire.generate [--check]`.

Works in a source checkout only, where web/ is beside src/. The schema is part of the package, and the server serves it.
Both files are committed, because an isolated build cannot import the package it builds; `--check` fails when they
differ from the models.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

from crossfelt.service.wire.protocol import SCHEMA_FILE, protocol_schema

_WEB = Path(__file__).resolve().parents[4] / "web"
SCHEMA = Path(__file__).parent / SCHEMA_FILE
TYPES = _WEB / "src" / "shared" / "protocol.ts"


def schema_text() -> str:
    """The JSON Schema file as it should be."""
    return json.dumps(protocol_schema(), indent=2, ensure_ascii=False) + "\n"


def types_text(schema: str) -> str:
    """The TypeScript file as it should be; json-schema-to-typescript makes it, through node."""
    made = subprocess.run(
        [sys.executable, str(_WEB / "toolchain.py"), "node", "types.mjs"],
        input=schema,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if made.returncode != 0:
        sys.exit(f"error: TypeScript could not be made: {made.stderr.strip()}")
    return made.stdout


def main(arguments: list[str]) -> int:
    """Write both files, or with `--check` compare them."""
    parser = argparse.ArgumentParser(prog="python -m crossfelt.service.wire.generate", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, fail when a file is out of date")
    check = parser.parse_args(arguments).check
    schema = schema_text()
    texts = {SCHEMA: schema, TYPES: types_text(schema)}
    stale = [path for path, text in texts.items() if not path.is_file() or path.read_text("utf-8") != text]
    for path in stale:
        print(f"{path.name}: {'out of date, run `dev.py types`' if check else 'written'}")
        if not check:
            path.write_text(texts[path], encoding="utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The program of one server process among several: `processes` starts it."""

from __future__ import annotations

import sys

from crossfelt.errors import CrossfeltError
from crossfelt.http.processes import Inherited
from crossfelt.http.server import Settings, run_process

if __name__ == "__main__":
    inherited = Inherited.of(sys.argv[1:])
    try:
        run_process(Settings.read(inherited.settings), inherited.listener, inherited.number, inherited.say_ready)
    except CrossfeltError as error:
        print("error:", " ".join(str(error).split()), file=sys.stderr)
        sys.exit(2)

"""`python -m crossfelt` is the command `crossfelt`."""

import sys

from crossfelt.cli import main

if __name__ == "__main__":
    sys.exit(main())

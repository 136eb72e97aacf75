"""The public names of the package, and that importing it stays cheap."""

from __future__ import annotations

import subprocess
import sys

import crossfelt


def test_every_public_name_can_be_had() -> None:
    for name in crossfelt.__all__:
        assert getattr(crossfelt, name) is not None
    assert set(crossfelt.__all__) <= set(dir(crossfelt))


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = (
        "import sys, crossfelt; heavy = {'numpy', 'numba', 'rich', 'fastapi', 'click', 'crossfelt.crisscross'}; "
        "sys.exit(', '.join(heavy & set(sys.modules)) or None)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

"""The public names of the package, and that importing it stays cheap."""

from __future__ import annotations

import subprocess
import sys

import pytest

import crossfelt


def test_every_public_name_can_be_had() -> None:
    for name in crossfelt.__all__:
        assert getattr(crossfelt, name) is not None
    assert set(crossfelt.__all__) <= set(dir(crossfelt))


IMPORTED = """
import sys
before = set(sys.modules)
import crossfelt
assert "crossfelt.crisscross" not in sys.modules, "names are loaded when they are first used"
for name in {names}:
    getattr(crossfelt, name)
packages = {{module.partition(".")[0] for module in set(sys.modules) - before}}
sys.exit(", ".join(packages - sys.stdlib_module_names - {{"crossfelt"}}) or None)
"""


@pytest.mark.parametrize("names", [(), tuple(crossfelt.__all__)], ids=["the package", "its names"])
def test_importing_brings_nothing_third_party(names: tuple[str, ...]) -> None:
    code = IMPORTED.format(names=names)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

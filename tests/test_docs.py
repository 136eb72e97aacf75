"""Every example of the README and the documentation runs, and the documentation builds without a warning."""

from __future__ import annotations

import doctest
import importlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from docs.colors import theme_variables
from sybil.example import SybilFailure

from tests.support.colors import luminance
from tests.support.markdown_examples import run_document

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/[!_]*.md"), *ROOT.glob("docs/[!_]*/**/*.md")])
GET_EXAMPLES = "$ crossfelt examples examples\n"
SOURCES = sorted(path for path in (ROOT / "src").rglob("*.py") if ">>> " in path.read_text(encoding="utf-8"))


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The empty folder in which a reader follows the documents."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
def test_the_examples_of_a_document_run(path: Path, reader: Path) -> None:
    # The pages that come first fetch the example files; the others go on from there.
    if GET_EXAMPLES not in path.read_text(encoding="utf-8"):
        shutil.copytree(ROOT / "src" / "crossfelt" / "examples", reader / "examples")
    run_document(path)


def test_the_strength_of_the_king_cross_bots_is_what_was_measured() -> None:
    """Every mean and its error on the page is in a saved benchmark."""
    page = (ROOT / "docs" / "king-players.md").read_text(encoding="utf-8")
    section = page.split("## How strong they are")[1].split("\n## ")[0]
    figures = re.findall(r"[\d,]+\.\d ± \d+\.\d", section)
    notes = "".join(path.read_text() for path in (ROOT / "benchmarks" / "results").glob("king_*.md")).replace(",", "")
    assert len(figures) >= 10
    assert [figure for figure in figures if figure.replace(",", "") not in notes] == []


def test_the_readme_is_among_the_documents() -> None:
    assert ROOT / "README.md" in DOCUMENTS
    assert ROOT / "docs" / "index.md" in DOCUMENTS


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_the_examples_of_docstrings_run(path: Path) -> None:
    name = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    tried = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert tried.attempted > 0
    assert tried.failed == 0


def test_the_documentation_builds_without_warnings(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]
    folders = ["-d", str(tmp_path / "trees"), str(ROOT / "docs"), str(tmp_path / "html")]
    done = subprocess.run([*build, *folders], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "html" / "index.html").exists()


READ_ON = {
    "color-foreground-primary": "color-background-primary",
    "color-foreground-secondary": "color-background-primary",
    "color-brand-content": "color-background-primary",
    "color-toc-title-text": "color-background-primary",
    "color-code-foreground": "color-code-background",
    "color-sidebar-link-text--top-level": "felt-2",
    "color-sidebar-caption-text": "felt-2",
    "gold-line": "color-sidebar-item-background--current",
    "color-sidebar-search-text": "color-sidebar-search-background",
}
"""Text color of the documentation -> its background color."""


@pytest.mark.parametrize("time_of_day", [0, 1], ids=["light", "dark"])
def test_the_documentation_has_the_colors_of_the_page_and_enough_contrast(time_of_day: int) -> None:
    result = theme_variables()[time_of_day]
    assert result["gold-line"] == "#e3c67c"
    assert [name for name, value in result.items() if "(" in value] == [], "plain colors and fonts only"
    for text, ground in READ_ON.items():
        bright, dark = sorted((luminance(result[text]), luminance(result[ground])), reverse=True)
        assert (bright + 0.05) / (dark + 0.05) >= 4.5, (text, ground)


GOOD = r"""
```python
number = 6 * 7
```

```python
>>> number
42
```

```console
$ echo "one"; echo "two"
one
two
$ seq 1 5
1
...
5
$ echo \
> joined
joined
$ ls nowhere 2>/dev/null
$ echo $?
2
```

```sh
git clone somewhere
python3 dev.py serve --port 9000  # then open the address it prints
crossfelt serve --open
```

```{code-block} toml
a = 1
```

```{note}
Text.
```

````text
nothing here is run
````
"""

BAD = {
    "python that raises": ("```python\nassert 1 == 2\n```", AssertionError, ""),
    "a session with another result": ("```python\n>>> 1 + 1\n3\n```", SybilFailure, "Got:\n    2"),
    "a name of nowhere": ("```python\n>>> unheard_of\n1\n```", SybilFailure, "NameError"),
    "other output": ("```console\n$ echo one\ntwo\n```", SybilFailure, "should print:\ntwo\nbut printed:\none"),
    "output left out": ("```console\n$ echo one\n```", SybilFailure, "but printed:\none"),
    "output made up": ("```console\n$ true\none\n```", SybilFailure, "should print:\none"),
    "a line too many": ("```console\n$ seq 3\n1\n2\n```", SybilFailure, "but printed:\n1\n2\n3"),
    "another end": ("```console\n$ seq 3\n...\n4\n```", SybilFailure, "but printed:\n1\n2\n3"),
    "a failure not shown": ("```console\n$ false\n```", SybilFailure, "status 1"),
    "another status": ("```console\n$ false\n$ echo $?\n2\n```", SybilFailure, "but printed:\n1"),
    "a directive": ("```{code-block} console\n$ echo one\ntwo\n```", SybilFailure, "but printed:\none"),
    "no such program": ("```console\n$ crossfelt-unheard-of\n```", SybilFailure, "not found"),
    "no command": ("```console\ncrossfelt\n```", ValueError, "opens with"),
    "a verb that does not exist": ("```sh\npython3 dev.py fly\n```", SybilFailure, "dev.py has no command fly"),
    "a command that does not exist": ("```sh\ncrossfelt fly\n```", SybilFailure, "crossfelt has no command fly"),
    "a language that is not run": ("```bash\ncrossfelt settle\n```", SybilFailure, "not 'bash'"),
    "a directive that is not run": ("```{code-block} bash\nls\n```", SybilFailure, "not 'bash'"),
    "no language": ("```\nls\n```", SybilFailure, "not ''"),
    "a blank after the language": ("```python \n1 / 0\n```", SybilFailure, "not 'python '"),
}


def test_good_examples_pass(reader: Path) -> None:
    (reader / "page.md").write_text(GOOD)
    assert run_document(reader / "page.md") == 4


@pytest.mark.parametrize(("text", "error", "message"), BAD.values(), ids=BAD.keys())
def test_bad_examples_fail(reader: Path, text: str, error: type[Exception], message: str) -> None:
    (reader / "page.md").write_text(f"Some words.\n\n{text}\n")
    with pytest.raises(error) as caught:
        run_document(reader / "page.md")
    assert message in str(caught.value)

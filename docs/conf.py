"""How Sphinx builds the documentation: `python3 dev.py docs`. Warnings are errors."""

import sys
from pathlib import Path

from crossfelt import __version__

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

project = "Crossfelt"
author = "The Crossfelt authors"
copyright = "The Crossfelt authors"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "docs.tables"]
exclude_patterns = ["_build", "examples"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

# Quotation marks and ellipses only: `--help` must not turn into a dash.
smartquotes_action = "qe"

autodoc_member_order = "bysource"
autodoc_typehints = "description"

html_theme = "furo"
html_title = f"Crossfelt {release}"

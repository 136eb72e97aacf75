"""Sphinx configuration. `python3 dev.py docs` builds the documentation; warnings are errors."""

import sys
from pathlib import Path

from crossfelt import __version__

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from docs.colors import theme_variables

project = "Crossfelt"
author = "The Crossfelt authors"
copyright = "The Crossfelt authors"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "docs.tables"]
exclude_patterns = ["_build"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

# Quotation marks and ellipses only: `--help` must not turn into a dash.
smartquotes_action = "qe"

autodoc_member_order = "bysource"
autodoc_typehints = "description"

html_theme = "furo"
html_title = f"Crossfelt {release}"
html_logo = html_favicon = "../web/public/mark.svg"
html_static_path = ["_static"]
html_css_files = ["crossfelt.css"]
_light, _dark = theme_variables()
html_theme_options = {"light_css_variables": _light, "dark_css_variables": _dark}

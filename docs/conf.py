"""How Sphinx builds the documentation: `python3 dev.py docs`. Warnings are errors."""

from crossfelt import __version__

project = "Crossfelt"
author = "The Crossfelt authors"
copyright = "The Crossfelt authors"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build", "examples"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "description"

html_theme = "furo"
html_title = f"Crossfelt {release}"

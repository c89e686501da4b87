"""The documentation as a site, with search: `make docs` builds it into build/docs. Warnings are errors, so links hold."""

from tablee import __version__

project, author, release = "Tablée", "The Tablée contributors", __version__
project_copyright = "The Tablée contributors, MIT licence"
extensions = ["myst_parser"]
root_doc = "docs/index"
include_patterns = [
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "docs/*.md",
    "src/tablee/games/*/RULES*.md",
    "web/src/games/README.md",
]
exclude_patterns = [".*", "**/node_modules", "build", "dist", "site"]
myst_heading_anchors = 4
html_theme = "furo"
html_title = "Tablée"
html_extra_path = ["site"]  # an index.html that leads to the first page
html_show_sourcelink = False
html_copy_source = False
pygments_style, pygments_dark_style = "friendly", "github-dark"
suppress_warnings = [
    "misc.highlighting_failure",  # JSON with …
]

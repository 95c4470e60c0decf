"""The docs site: Sphinx over README, docs/ and the notebooks of examples/, where they lie.

The repository is the source folder, so that links between pages hold on the site as they do in the
repository: ``sphinx-build -c docs . build/docs``.
"""

import os
import re
import sys
from pathlib import Path
from urllib.parse import unquote

from sphinx.application import Sphinx
from sphinx.util import logging

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # what is documented is what lies here
os.environ["PYTHONPATH"] = str(ROOT)  # for the kernels of notebooks

project = "boneyard"
copyright = ""
root_doc = "docs/index"
include_patterns = [
    "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/*.md", "examples/*.ipynb",
]
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]

# Links are to headings as code hosts name them, and pictures may be HTML.
myst_enable_extensions = ["html_image"]
myst_heading_anchors = 4
highlight_language = "none"

# A notebook is run when it has changed since it was last; ``make docs NOTEBOOKS=off`` runs none.
nb_execution_mode = "cache"
nb_execution_cache_path = str(ROOT / "build" / "notebooks")
nb_execution_timeout = 120
nb_execution_raise_on_error = True
nb_execution_show_tb = True

napoleon_google_docstring = False
napoleon_use_rtype = False
autodoc_typehints = "none"  # the docstrings say them in words

html_theme = "alabaster"
html_theme_options = {
    "description": "A Monte Carlo laboratory for domino betting games", "page_width": "1160px",
    "body_max_width": "900px",
}
html_static_path = ["_static"]  # custom.css
html_extra_path = ["_root"]  # index.html: who opens the site's folder is sent to its first page
html_show_copyright = False
html_copy_source = False


def lead_to_reports(_app: Sphinx, _name: str, text: list[str]) -> None:
    """Lead to the finished pages, which ``make docs`` puts into the site, from where they lie."""
    text[0] = text[0].replace("build/docs/", "")


def check_links(app: Sphinx, error: Exception | None) -> None:
    """Warn of every link of the site that leads to no file: Sphinx leaves those in HTML alone."""
    for name in () if error else app.env.found_docs:
        page = app.outdir / f"{name}.html"
        links = re.findall(r'href="([^"#?:]+)["#?]', page.read_text(encoding="utf-8"))
        for link in sorted(set(links)):
            if not (page.parent / unquote(link)).exists():
                logging.getLogger("boneyard").warning("%s: link to nothing: %s", name, link)


def setup(app: Sphinx) -> None:
    """Connect the two above."""
    app.connect("source-read", lead_to_reports)
    app.connect("build-finished", check_links)

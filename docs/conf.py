"""The docs site: Sphinx over README, docs/ and the notebooks of examples/, where they lie.

The repository is the source folder, so that links between pages hold on the site as they do in the
repository: ``sphinx-build -c docs . build/docs``.
"""

import os
import sys
from pathlib import Path

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

"""The docs site has every page and every name; that its links hold is found when it is built."""

import re
from pathlib import Path
from types import ModuleType

import boneyard

ROOT = Path(__file__).parents[2]


def test_every_page_and_notebook_is_on_the_site():
    index = (ROOT / "docs" / "index.md").read_text()
    listed = set(re.findall(r"^(?:\.\./)?[\w/]+$", index, re.MULTILINE))
    pages = {path.stem for path in (ROOT / "docs").glob("*.md")} - {"index"}
    notebooks = {f"../examples/{path.stem}" for path in (ROOT / "examples").glob("*.ipynb")}
    assert pages | notebooks <= listed
    for name in listed:
        assert list((ROOT / "docs").glob(f"{name}.*")), name


def test_every_name_of_the_package_is_on_the_page_of_names():
    page = (ROOT / "docs" / "api.md").read_text()
    told = set(re.findall(r"^\.\. auto\w+:: (?:boneyard\.\w+\.)?(\w+)$", page, re.MULTILINE))
    names = {name for name in boneyard.__all__
             if not isinstance(getattr(boneyard, name), ModuleType)}
    assert names <= told


def test_a_picture_in_html_is_there():
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        for source in re.findall(r'<img src="([^"]+)"', page.read_text()):
            assert (page.parent / source).is_file(), (page.name, source)

"""What is kept of a module goes with its code and that of all it names, and with no other."""

import pytest

from simulate.machine import sources


@pytest.mark.parametrize(("edited", "changes"), [
    ("asked", True), ("imported", True), ("of_package", True), ("named", True), ("further", True),
    ("other", False)])
def test_an_edit_changes_the_hash_of_what_names_it(tmp_path, monkeypatch, edited, changes):
    folder = tmp_path / "simulate" / "machine"
    folder.mkdir(parents=True)
    monkeypatch.setattr(sources, "__file__", str(folder / "sources.py"))
    for name, text in {
        "asked": "from simulate.imported import f\nfrom simulate import (\n    of_package,\n)\n"
                 "Compiled('simulate.named', 'f')\n",
        "imported": "import simulate.further\n", "of_package": "", "named": "", "further": "",
        "other": "",
    }.items():
        (tmp_path / "simulate" / f"{name}.py").write_text(text)

    def state():
        sources.code_hash.cache_clear()
        return sources.code_hash("simulate.asked")

    before = state()
    with (tmp_path / "simulate" / f"{edited}.py").open("a") as file:
        file.write("# edited\n")
    assert (state() != before) == changes
    sources.code_hash.cache_clear()

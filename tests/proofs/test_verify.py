"""``make verify`` runs every check that its module has."""

import inspect
from collections.abc import Iterator

from tests.proofs import verify


def test_no_check_is_left_out():
    checks = {name for name, found in inspect.getmembers(verify, inspect.isfunction)
              if found.__annotations__.get("return") == Iterator[verify.Check]}
    assert checks == {check.__name__ for check in verify.CHECKS}

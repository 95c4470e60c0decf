"""What ``help`` shows of a view: each field with its meaning."""

from __future__ import annotations

import inspect
import re
from typing import Any, NamedTuple

_FIELD = re.compile(r"^    (\w+): int  #: (.+)$", re.MULTILINE)


def explained(view: type[NamedTuple], module: str) -> Any:
    """Return a view whose help says what each of its fields means, from its comments.

    ``module``: that which people import it from.
    """
    meanings = dict(_FIELD.findall(inspect.getsource(view)))
    lines = []
    for name in view._fields:
        meaning = meanings[name]
        getattr(view, name).__doc__ = meaning
        lines.append(f"{name} : int\n    {meaning}")
    example = (
        f">>> from {module} import {view.__name__}\n"
        f">>> seen = {view.__name__}(**dict.fromkeys({view.__name__}._fields, 0) | {{'word': 7}})\n"
        ">>> seen.word\n7")
    view.__doc__ = (
        f"{inspect.cleandoc(view.__doc__ or '')}\n\nParameters\n----------\n" + "\n".join(lines)
        + "\n\nExamples\n--------\nA decision can be tried by hand with a view of one's own.\n\n"
        + example)
    return view

"""A function for every study, with its options as parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Generic, ParamSpec, TypeVar

from simulate.arguments import bind
from simulate.errors import unknown

_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")


class Studies(Generic[_Given, _Answer]):
    """The function ``study``, with a function of its own for every study, as ``study.duel``: its
    parameters are those of the table and the study's options."""

    __wrapped__: Callable[_Given, _Answer]

    def __init__(self, ask: Callable[_Given, _Answer]) -> None:
        update_wrapper(self, ask)

    def __call__(self, *args: _Given.args, **kwargs: _Given.kwargs) -> _Answer:
        """Answer a question by its name."""
        return self.__wrapped__(*args, **kwargs)

    def __reduce__(self) -> str:
        return self.__wrapped__.__name__

    def __dir__(self) -> list[str]:
        from reports.studies.kind import studies  # a run without studies loads none

        return [*object.__dir__(self), *studies()]

    def __getattr__(self, name: str) -> Callable[..., _Answer]:
        from reports.studies.kind import studies

        if name.startswith("_") or name not in studies():
            raise AttributeError(str(unknown("study", name, studies())))
        kind, ask = studies()[name], self.__wrapped__

        def held(*args: Any, **options: Any) -> _Answer:
            bind(called, signature, args, options)
            return ask(name, *args, **options)  # type: ignore[arg-type]

        table = [one for one in inspect.signature(ask).parameters.values()
                 if one.name != "name" and one.kind is not one.VAR_KEYWORD]
        own = [inspect.Parameter(option, inspect.Parameter.KEYWORD_ONLY,
                                 default=False if one.switch else None)
               for option, one in kind.options.items()]
        meanings = [f"{option} : optional\n    {one.meaning}."
                    for option, one in kind.options.items()]
        called = f"{ask.__name__}.{name}"
        signature = inspect.Signature([*table, *own])
        held.__name__, held.__qualname__, held.__module__ = name, called, ask.__module__
        held.__dict__["__signature__"] = signature
        held.__doc__ = "\n".join((
            f"Answer {kind.about}.\n\nParameters\n----------",
            "Those of ``study``, and:", *meanings) if meanings else (f"Answer {kind.about}.",))
        setattr(self, name, held)  # to pickle it takes the very function
        return held

"""A function for every study, with its options as parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import update_wrapper
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

from simulate.errors import bind, unknown

if TYPE_CHECKING:
    from reports.studies.kind import StudyKind

_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")


def _signature(ask: Callable[..., Any], kind: StudyKind) -> inspect.Signature:
    """Return the parameters of a study: those of the table, then its options."""
    table = [one for one in inspect.signature(ask).parameters.values()
             if one.name != "name" and one.kind is not one.VAR_KEYWORD]
    own = [inspect.Parameter(option, inspect.Parameter.KEYWORD_ONLY,
                             default=False if one.switch else None)
           for option, one in kind.options.items()]
    return inspect.Signature([*table, *own])


def check_names(
    ask: Callable[..., Any], kind: StudyKind, args: Sequence[Any], options: Mapping[str, Any],
) -> None:
    """Raise ``TypeError`` for an argument that no study has; its own check refuses another's."""
    from reports.studies.library import options_of_all

    others = options_of_all().keys() - kind.options.keys()
    bind(f"study.{kind.name}", _signature(ask, kind), args,
         {name: value for name, value in options.items() if name not in others})


class Studies(Generic[_Given, _Answer]):
    """The function ``study``, with a function of its own for every study, as ``study.duel``."""

    __wrapped__: Callable[_Given, _Answer]

    def __init__(self, ask: Callable[_Given, _Answer]) -> None:
        update_wrapper(self, ask)

    def __call__(self, *args: _Given.args, **kwargs: _Given.kwargs) -> _Answer:
        """Answer a question by its name."""
        return self.__wrapped__(*args, **kwargs)

    def __reduce__(self) -> str:
        return self.__wrapped__.__name__

    def __dir__(self) -> list[str]:
        from reports.studies.library import studies  # a run without studies loads none

        return [*{*object.__dir__(self), *studies()}]

    def __repr__(self) -> str:
        from reports.studies.library import studies

        return f"Studies: {', '.join(studies())}"

    def __getattr__(self, name: str) -> Callable[..., _Answer]:
        from reports.studies.library import studies

        if name.startswith("_") or name not in studies():
            raise AttributeError(str(unknown("study", name, studies())))
        kind, ask = studies()[name], self.__wrapped__

        def held(*args: Any, **options: Any) -> _Answer:
            check_names(ask, kind, args, options)
            return ask(name, *args, **options)  # type: ignore[arg-type]

        meanings = [f"{option} : optional\n    {one.meaning}."
                    for option, one in kind.options.items()]
        held.__name__, held.__module__ = name, ask.__module__
        held.__qualname__ = f"{ask.__name__}.{name}"
        held.__dict__["__signature__"] = _signature(ask, kind)
        held.__doc__ = "\n".join((
            f"Answer {kind.about}.\n\nParameters\n----------",
            "Those of ``study``, and:", *meanings) if meanings else (f"Answer {kind.about}.",))
        setattr(self, name, held)  # to pickle it takes the very function
        return held

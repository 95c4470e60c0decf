"""What can be handed to another process: by ``pickle``, ``copy`` and so ``multiprocessing``."""

from functools import cached_property
from typing import Any

from reports.later import cloudpickle
from simulate.errors import names_arguments


class Carried:
    """What is sent whole, with the figures that it still has to draw and a person's own strategies:
    ``pickle`` alone sends no function but those that another process can import."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        names_arguments(cls)

    def __reduce__(self) -> tuple[Any, ...]:
        return _arrived, (cloudpickle.dumps((type(self), own_state(self))),)


def own_state(found: Any) -> dict[str, Any]:
    """Return what an object is made of, without what it can work out again."""
    return {name: value for name, value in vars(found).items()
            if not isinstance(getattr(type(found), name, None), cached_property)}


def _arrived(packed: bytes) -> Any:
    """Return what was sent."""
    kind, own = cloudpickle.loads(packed)
    found = kind.__new__(kind)
    vars(found).update(own)
    return found

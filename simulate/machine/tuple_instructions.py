"""How compiled code goes through tuples: calls of the functions that ``tuples`` tells of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

#: A call: the signature that a function has there.
_Call = Any


def _types_at(items: Any, place: int) -> list[Any]:
    """Return the types of the values at a place of some tuples."""
    return [types.unliteral(of_one.types[place]) for of_one in items.types]


def _values_at(builder: Any, items: Any, place: int) -> list[Any]:
    """Return the values at a place of some tuples."""
    return [builder.extract_value(of_one, place) for of_one in cgutils.unpack_tuple(builder, items)]


def _calls(
    typingctx: Any, function: Any, items: Any, same: Any, so_far: Any = None,
    following: Callable[[Any], Any] = lambda result: result,
) -> list[_Call]:
    """Return the calls of a function, place by place.

    Where something is known before a place, it is the function's first argument, and
    ``following(result)`` is the type of what is known after it.
    """
    calls = []
    for place in range(len(items.types[0].types)):
        known = [] if so_far is None else [so_far]
        calls.append(typingctx.resolve_function_type(
            function, (*known, *_types_at(items, place), *same.types), {}))
        if so_far is not None:
            so_far = following(calls[-1].return_type)
    return calls


def _call(
    context: Any, builder: Any, function: Any, call: _Call, given: Sequence[Any],
    kinds: Sequence[Any],
) -> Any:
    """Call a function with values of some types, as its signature wants them."""
    cast = [context.cast(builder, value, kind, wanted)
            for value, kind, wanted in zip(given, kinds, call.args, strict=True)]
    return context.get_function(function, call)(builder, cast)


@intrinsic
def each(typingctx: Any, function: Any, items: Any, same: Any) -> Any:
    """Call a function for every place; return its answers."""
    calls = _calls(typingctx, function, items, same)
    answers = types.Tuple([call.return_type for call in calls])

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        shared = cgutils.unpack_tuple(builder, args[2])
        made = [_call(context, builder, function, call,
                      [*_values_at(builder, args[1], place), *shared],
                      [*_types_at(items, place), *same.types])
                for place, call in enumerate(calls)]
        return context.make_tuple(builder, signature.return_type, made)

    return answers(function, items, same), codegen


@intrinsic
def in_turn(typingctx: Any, function: Any, so_far: Any, items: Any, same: Any) -> Any:
    """Call a function that returns what is known after a place, and its answer."""
    known_first = types.unliteral(so_far)
    calls = _calls(typingctx, function, items, same, known_first,
                   lambda result: result.types[0])
    answers = types.Tuple([call.return_type.types[1] for call in calls])
    returned = types.Tuple([calls[-1].return_type.types[0], answers])

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        shared = cgutils.unpack_tuple(builder, args[3])
        known, kind, said = args[1], known_first, []
        for place, call in enumerate(calls):
            both = _call(context, builder, function, call,
                         [known, *_values_at(builder, args[2], place), *shared],
                         [kind, *_types_at(items, place), *same.types])
            known, answer = cgutils.unpack_tuple(builder, both)
            kind = call.return_type.types[0]
            said.append(answer)
        return context.make_tuple(
            builder, returned, (known, context.make_tuple(builder, answers, said)))

    return returned(function, known_first, items, same), codegen


@intrinsic
def fold(typingctx: Any, function: Any, so_far: Any, items: Any, same: Any) -> Any:
    """Call a function that returns what is known after a place."""
    known_first = types.unliteral(so_far)
    calls = _calls(typingctx, function, items, same, known_first)
    returned = calls[-1].return_type if calls else known_first

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        shared = cgutils.unpack_tuple(builder, args[3])
        known, kind = args[1], known_first
        for place, call in enumerate(calls):
            known = _call(context, builder, function, call,
                          [known, *_values_at(builder, args[2], place), *shared],
                          [kind, *_types_at(items, place), *same.types])
            kind = call.return_type
        return known

    return returned(function, known_first, items, same), codegen


@intrinsic
def for_length(typingctx: Any, items: Any, of_two: Any, of_three: Any, of_four: Any) -> Any:
    """Return the function for tuples of a length."""
    chosen = (of_two, of_three, of_four)[len(items.types) - 2]

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.get_dummy_value()

    return chosen(items, of_two, of_three, of_four), codegen

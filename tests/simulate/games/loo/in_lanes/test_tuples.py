"""Compiled code goes through tuples of any length place by place."""

import pytest

from simulate.games.loo.in_lanes.vectors import each, fold
from simulate.machine.compiling import inlined, kernel


@inlined
def weighed(value, weight, factor):
    return value + weight * factor


@inlined
def half(value):
    return value / 2 if value else 0.0


@inlined
def count_up(known, value):
    total, answers = known
    return total + value, answers + (total * value,)


@inlined
def put_before(row, value, add):
    return (value + add, *row)


@kernel
def through(values, weights):
    return (
        each(weighed, (values, weights), (10,)), each(half, (values,), ()),
        fold(count_up, (100, ()), (values,), ()), fold(put_before, (), (values[1:],), (1000,)),
    )


@pytest.mark.parametrize("values", [(3, 1), (3, 1, 4), (3, 1, 4, 0)])
def test_what_is_made_of_every_place(values):
    weights = tuple(range(len(values)))
    weighed, halves, (total, answers), reversed_row = through(values, weights)
    assert weighed == tuple(value + 10 * i for i, value in enumerate(values))
    assert halves == tuple(value / 2 for value in values)
    assert total == 100 + sum(values)
    assert answers == tuple((100 + sum(values[:i])) * value for i, value in enumerate(values))
    assert reversed_row == tuple(1000 + value for value in values[:0:-1])


@inlined
def same(so_far, value):
    return so_far


@kernel
def through_nothing(start):
    return fold(same, start, ((),), ())


def test_nothing_is_left_as_it_was():
    assert through_nothing(7) == 7

"""Compiled code goes through tuples of any length place by place."""

import pytest

from simulate.games.loo.in_lanes.vectors import each, fold, for_length, in_turn
from simulate.machine.compiling import inlined, kernel


@inlined
def weighed(value, weight, factor):
    return value + weight * factor


@inlined
def half(value):
    return value / 2 if value else 0.0


@inlined
def count_up(total, value):
    return total + value, total * value


@inlined
def put_before(row, value, add):
    return (value + add, *row)


@inlined
def first_of_two(values):
    return values[0]


@inlined
def second_of_three(values):
    return values[1]


@inlined
def third_of_four(values):
    return values[2]


@kernel
def through(values, weights):
    chosen = for_length(values, first_of_two, second_of_three, third_of_four)
    return (
        each(weighed, (values, weights), (10,)), each(half, (values,), ()),
        in_turn(count_up, 100, (values,), ()), fold(put_before, (), (values[1:],), (1000,)),
        chosen(values),
    )


@pytest.mark.parametrize("values", [(3, 1), (3, 1, 4), (3, 1, 4, 0)])
def test_what_is_made_of_every_place(values):
    weights = tuple(range(len(values)))
    weighed, halves, (total, answers), reversed_row, chosen = through(values, weights)
    assert weighed == tuple(value + 10 * i for i, value in enumerate(values))
    assert halves == tuple(value / 2 for value in values)
    assert total == 100 + sum(values)
    assert answers == tuple((100 + sum(values[:i])) * value for i, value in enumerate(values))
    assert reversed_row == tuple(1000 + value for value in values[:0:-1])
    assert chosen == values[len(values) - 2]


@inlined
def same(so_far, value):
    return so_far


@kernel
def through_nothing(start):
    return fold(same, start, ((),), ())


def test_nothing_is_left_as_it_was():
    assert through_nothing(7) == 7

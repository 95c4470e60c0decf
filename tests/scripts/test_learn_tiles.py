"""Learning from forks: the same for any number of workers, and what it comes to."""

from dataclasses import replace

import numpy as np
import pytest

from scripts.learn_tiles import fork, gain, learn, learn_in_rounds, main, player_of, tables_of
from simulate.branch.forced import fork as fork_one_kind
from simulate.games.loo.views import AT, LEAVE
from strategies.loo.skills.learned_play import CELLS, read


def decisions(notes):
    """Yield number and scale of each decision written down, and its answers with what they made."""
    notes = notes.tolist()
    while notes:
        many, width, _, number, scale = notes[:5]
        rows = [notes[7 + k * width :][:2] for k in range(many)]
        del notes[: 7 + many * width]
        yield number, scale, dict(rows)


@pytest.mark.slow
def test_answers_make_what_they_make_where_each_is_forced():
    """Follows against the decisions forked for the studies, on the same deals."""
    table = tables_of("loo", 4, 3)[0]._replace(pools=(25,))
    run = replace(table.run, sessions=300)

    def read_forks(forks):
        own = []
        for d in range(len(forks.session)):
            seat, many = forks.seat[d], forks.count[d]
            values = forks.outcomes[d, :many]
            made = 4 * values[:, seat] - values.sum(axis=1)
            answers = forks.answers[d, :many].tolist()
            own.append((int(forks.number[d]), dict(zip(answers, made.tolist(), strict=True))))
        return own

    (follows,) = fork_one_kind(run, "follow", {}, [AT.value + s for s in range(4)], read_forks,
                               {AT.dealer: 3, AT.pool: 25}, jobs=1)
    found = [(number, made) for number, scale, made in decisions(fork(table, 0, 300))]
    assert len(follows) > 50 and all(one in found for one in follows)


@pytest.mark.slow
def test_the_turn_up_can_be_left_and_a_miss_kept_in_every_way():
    found = [made for _, _, made in decisions(fork(tables_of("loo", 4, 3)[0], 0, 400))]
    assert any(LEAVE in made and len(made) == 6 for made in found)
    kept = [made for made in found if len(made) == 21]
    assert kept and all(answer.bit_count() == 5 for answer in kept[0])


def test_cells_move_towards_what_an_answer_made_above_the_mean():
    notes = np.array([2, 3, 9, 0, 10, 0, 0, 1, 20, 4, 2, 0, 5])  # two answers: 2 and 0 pools
    cells, met = np.zeros(CELLS), np.zeros(CELLS)
    for _ in range(4000):
        learn(notes, cells, met)
    assert cells[4] == pytest.approx(1.0, abs=0.02) and cells[5] == pytest.approx(-cells[4])
    assert met[4] == 4000 and not cells[6:].any()


@pytest.mark.slow
def test_the_workers_do_not_matter(tmp_path):
    for jobs in (1, 3):
        main(["loo-2", "--part", "0.002", "--jobs", str(jobs), "--gate", "4096", "--file",
              str(tmp_path / f"{jobs}.npz")])
    one, three = (read(tmp_path / f"{jobs}.npz", "loo-2") for jobs in (1, 3))
    assert one.any() and np.array_equal(one, three)


@pytest.mark.slow
def test_a_little_learning_wins_from_none():
    tables, cells = tables_of("loo", 2, 1), np.zeros(CELLS)
    blank = player_of(cells.copy(), "loo")
    learn_in_rounds(tables, cells, np.zeros(CELLS), 0, 1 << 14, 1)
    won, error = gain(tables[0].with_seats(blank), player_of(cells, "loo"), 1 << 30, 1 << 13, 1)
    assert won > 4 * error

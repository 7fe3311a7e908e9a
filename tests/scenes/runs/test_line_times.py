"""Times of lines add up to the cycle time, and changes of lines to its change."""

import numpy as np
import pytest

from scenes import load_cell, simulate
from scenes.runs.line_times import changed_words, cycle_times, line_changes, old_line_of

HEAD = "POINT A 670 0 950 0 0 0\nPOINT B 700 0 280 0 90 0\n"
LOOP = (
    HEAD + "MOVE A\nFOR K = 1 TO 3\nMOVE B\nDELAY 0.5\nDRAW 0 0 {draw}\nEND\nDRIVE 1 {turn}\nEND\n"
)


@pytest.fixture(scope="module", name="cell")
def _cell():
    return load_cell("kakazu1985")


def times_of(cell, text):
    return cycle_times(simulate(cell, text))


def test_the_times_of_the_lines_add_up_to_the_time_of_the_run(cell):
    run = simulate(cell, LOOP.format(draw=-30, turn=20))
    times = cycle_times(run)
    assert times.is_whole
    assert times.seconds == run.duration
    assert sum(line.seconds for line in times.lines) == pytest.approx(run.duration, abs=1e-9)
    by_line = {line.line: line for line in times.lines}
    assert by_line[6].times == 3
    assert by_line[6].seconds == pytest.approx(1.5)
    assert by_line[9].times == 1


def test_of_a_program_without_end_the_time_is_that_of_one_turn(cell):
    run = simulate(cell, HEAD + "10 MOVE A\nMOVE B\nGOTO 10\nEND\n")
    times = cycle_times(run)
    assert run.cycle is not None
    assert times.seconds == run.cycle.seconds
    assert sum(line.seconds for line in times.lines) == pytest.approx(run.cycle.seconds, abs=1e-6)
    assert {line.times for line in times.lines} == {1}


def test_a_run_that_stops_at_an_error_is_not_whole(cell):
    assert not times_of(cell, HEAD + "MOVE A\nPOINT C 9000 0 0 0 0 0\nMOVE C\nEND\n").is_whole


@pytest.mark.parametrize("seed", range(5))
def test_the_changes_of_the_lines_add_up_to_the_change_of_the_whole(cell, seed):
    rng = np.random.default_rng(seed)
    old, new = (
        LOOP.format(draw=draw, turn=turn)
        for draw, turn in rng.uniform((-60, -40), (-10, 40), (2, 2)).round(1)
    )
    if seed % 2:
        new = new.replace("END\nDRIVE", "DRAW 0 20 0\nEND\nDRIVE")
    before, after = times_of(cell, old), times_of(cell, new)
    found = line_changes(before, after, old_line_of(old.splitlines(), new.splitlines()))
    assert found
    total = sum(change.seconds for change in found)
    assert total == pytest.approx(after.seconds - before.seconds, abs=1e-6)
    sizes = [abs(change.seconds) for change in found]
    assert sizes == sorted(sizes, reverse=True)


def test_an_edited_line_is_compared_with_itself_and_an_unchanged_one_is_not_told(cell):
    old, new = (LOOP.format(draw=-30, turn=turn) for turn in (20, 30))
    before, after = times_of(cell, old), times_of(cell, new)
    [change] = line_changes(before, after, old_line_of(old.splitlines(), new.splitlines()))
    assert change.line == 9
    assert change.before == pytest.approx(before.lines[-1].seconds)
    assert change.after > change.before
    assert line_changes(before, before, lambda line: line) == ()


def test_lines_behind_an_added_one_are_found_again_and_a_line_taken_away_is_told(cell):
    old = LOOP.format(draw=-30, turn=20)
    new = old.replace("DELAY 0.5\n", "")
    before, after = times_of(cell, old), times_of(cell, new)
    found = line_changes(before, after, old_line_of(old.splitlines(), new.splitlines()))
    assert [(change.line, change.after) for change in found] == [(6, None)]
    back = line_changes(after, before, old_line_of(new.splitlines(), old.splitlines()))
    assert [(change.line, change.before) for change in back] == [(6, None)]
    assert back[0].seconds == -found[0].seconds


def test_words_of_a_change_have_a_sign_only_where_there_is_one():
    words = [changed_words(seconds) for seconds in (0.304, -0.3, 0.0, -1e-9)]
    assert words == ["0.30 s more", "0.30 s less", "as before", "as before"]

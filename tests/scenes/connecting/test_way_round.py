"""Ways round for the motions of programs: proven, written as text, or refused with a reason."""

import numpy as np
import pytest

from language import parse
from scenes import analyse, simulate
from scenes.connecting.way_round import NoWay, WayRound, way_round


def test_the_new_text_is_free_of_collision_where_the_old_one_was_not(cell_with, program):
    cell = cell_with()
    assert any(p.code == "E501" and p.line == 4 for p in analyse(cell, program).problems)
    found = way_round(cell, program, 4)
    assert isinstance(found, WayRound)
    report = analyse(cell, found.text)
    assert report.ok and report.proof.is_free
    least = report.clearances.least.distance_mm
    assert 0.0 < found.clearance_mm <= least + 0.01 or found.clearance_mm >= least


def test_the_line_ends_where_it_ended_and_the_times_are_those_of_the_runs(cell_with, program):
    cell = cell_with()
    before, found = simulate(cell, program), way_round(cell, program, 4)
    after = simulate(cell, found.text)
    np.testing.assert_allclose(after.end_state.q, before.end_state.q, atol=1e-9)
    assert found.cycle == after.duration and found.cycle_before == before.duration
    assert found.seconds - found.seconds_before == pytest.approx(after.duration - before.duration)


def test_the_edits_lead_to_the_text_and_step_numbers_stay_in_order(cell_with, program):
    found = way_round(cell_with(), program, 4)
    (edit,) = found.edits
    lines = program.split("\n")
    assert edit.line == edit.end_line == 4
    lines[3] = lines[3][: edit.column - 1] + edit.text + lines[3][edit.end_column - 1 :]
    assert "\n".join(lines) == found.text
    steps = [s.step for s in parse(found.text).statements]
    assert steps == sorted(set(steps)) and steps[-1] == 50


def test_names_that_the_program_uses_are_left_alone(cell_with, program):
    used = program.replace("#A", "#VIA1")
    found = way_round(cell_with(), used, 4)
    assert "#VIA1" not in found.names
    assert parse(found.text).ok


def test_the_margin_of_the_cell_is_kept(cell_with, program):
    cell = cell_with(check="check: {margin: 15}")
    found = way_round(cell, program, 4)
    assert isinstance(found, WayRound) and found.clearance_mm >= 15.0


def test_a_straight_motion_gets_a_way_too(cell_with):
    text = "READY\nDRAW 0 450 0\nEND\n"
    cell = cell_with()
    found = way_round(cell, text, 2)
    assert isinstance(found, WayRound), found
    run = simulate(cell, found.text)
    np.testing.assert_allclose(run.end_state.q, simulate(cell, text).end_state.q, atol=1e-4)


def test_a_motion_that_is_free_needs_no_way(cell_with, program):
    found = way_round(cell_with(), program, 3)
    assert isinstance(found, NoWay) and "needs no way round" in found.message


@pytest.mark.parametrize(("line", "words"), [(1, "moves no joint"), (99, "no motion in line 99")])
def test_a_line_without_motion_is_said(cell_with, program, line, words):
    found = way_round(cell_with(), program, line)
    assert isinstance(found, NoWay) and words in found.message


def test_a_goal_in_contact_is_named_with_its_bodies(cell_with, program):
    inside = program.replace("#B = 40,", "#B = 20,")
    found = way_round(cell_with(), inside, 4)
    assert isinstance(found, NoWay)
    assert "at its goal" in found.message and "POST" in found.message


def test_a_way_that_is_stopped_says_so(cell_with, program):
    found = way_round(cell_with(), program, 4, stop=lambda: True)
    assert isinstance(found, NoWay) and "stopped" in found.message


def test_a_way_through_corner_zones_is_proven_as_it_is_rounded(cell_with, program):
    cell = cell_with()
    text = "ACCURACY 30 ALWAYS\n" + program
    found = way_round(cell, text, 5)
    assert isinstance(found, WayRound)
    run = simulate(cell, found.text)
    own = [step for step in run.moving_steps if step.line in found.lines]
    assert any(step.after.corner is not None for step in own)
    assert analyse(cell, found.text).ok


def test_a_corner_that_would_lead_a_neighbour_into_something_is_not_offered(
    cell_with, program, monkeypatch
):
    text = "ACCURACY 30 ALWAYS\n" + program
    cell = cell_with()
    own = way_round(cell, text, 5).lines

    def is_free(self, run, step):
        return run is self.before or step.line in own

    monkeypatch.setattr("scenes.connecting.way_round._Work._is_free", is_free)
    found = way_round(cell, text, 5)
    assert isinstance(found, NoWay) and "the motion beside it" in found.message


@pytest.mark.parametrize(("line", "word"), [(1, "C1MOVE"), (2, "C2MOVE")])
def test_a_line_of_an_arc_is_refused_with_what_to_do(cell_with, line, word):
    text = "C1MOVE TRANS(500, 60, 300)\nC2MOVE TRANS(560, 120, 300)\nEND\n"
    found = way_round(cell_with(), text, line)
    assert isinstance(found, NoWay)
    assert found.message.startswith(f"line {line} ({word}) belongs to an arc")
    assert "write MOVE or MOVES to the goal" in found.message

"""Analysis: interference at every sample, and warnings with numbers."""

import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

from geometry import Box
from scenes import analyse

TABLE = ("TABLE", Box((420, 1200, 200)), (410, 0, 100))
INTO_TABLE = "POINT A 500 0 300 0 90 0\nMOVE A\nDRAW 0 0 -100\nDRAW 0 0 100\nEND"


def pairs(report):
    return {(c.body_a, c.body_b) for c in report.collisions}


def test_a_run_that_touches_nothing_is_fine(cell_with):
    report = analyse(cell_with(TABLE), "POINT A 500 0 300 0 90 0\nMOVE A\nEND")
    assert report.ok
    assert report.collisions == ()


def test_the_hand_driven_into_the_table_is_reported_with_time_line_and_pair(cell_with):
    report = analyse(cell_with(TABLE), INTO_TABLE)
    assert not report.ok
    assert pairs(report) == {("arm.G2", "TABLE"), ("arm.G3", "TABLE")}
    first = report.collisions[0]
    assert first.line == 3
    assert first.time < first.peak_time < first.time_end
    problem = next(p for p in report.problems if p.code == "E501")
    assert problem.message.startswith(f"hand G2 runs into TABLE at {first.time:.2f} s (overlap ")
    assert (problem.line, problem.time) == (first.line, first.time)


def test_the_overlap_is_that_of_the_solids_at_the_deepest_sample(cell_with):
    report = analyse(cell_with(TABLE), INTO_TABLE)
    first = report.collisions[0]
    # At z = 200 mm the fingers, 40 mm beyond the tool point, are 40 mm deep in the table.
    assert first.volume_mm3 == pytest.approx(20 * 40 * 40, rel=1e-6)
    assert first.centroid[2] == pytest.approx(180.0, abs=1e-6)
    state = report.run.state_at(first.peak_time)
    assert report.run.line_at(first.peak_time) == 3
    assert state.q.shape == (6,)


def test_first_contact_is_the_moment_in_which_the_fingers_reach_the_table_top(cell_with):
    cell = cell_with(TABLE)
    report = analyse(cell, INTO_TABLE)
    run = report.run

    def tip(q):
        q2, q3 = q[1], q[2]
        height = 450 - 500 * np.sin(q2) - 450 * np.sin(q2 + q3)
        return height - (170 + 40) * np.sin(q2 + q3 + q[4])

    trajectory = run.trajectory()
    below = [abs(q[0]) < 1e-12 and tip(q) < 200.0 - 1e-5 for q in trajectory.q]
    first = int(np.argmax(below))
    contact = report.collisions[0]
    assert trajectory.times[first - 1] < contact.time <= trajectory.times[first]
    assert tip(run.state_at(contact.time).q) == pytest.approx(200.0, abs=0.02)
    assert tip(run.state_at(contact.time).q) < 200.0
    last = int(np.flatnonzero(below)[-1])
    assert trajectory.times[last] <= contact.time_end < trajectory.times[last + 1]
    assert tip(run.state_at(contact.time_end).q) == pytest.approx(200.0, abs=0.1)


def test_a_hand_wholly_inside_a_fixture_is_a_collision(cell_with):
    room = ("ROCK", Box((4000, 4000, 4000)), (0, 0, 1000))
    report = analyse(cell_with(room), "DRIVE 1 5\nEND")
    assert ("arm.G2", "ROCK") in pairs(report)
    assert report.collisions[0].time == 0.0


def test_an_allowed_pair_is_not_reported_but_listed_as_excepted(cell_with):
    allowed = frozenset({("TABLE", "arm.G2")})
    report = analyse(cell_with(TABLE, allowed=allowed), INTO_TABLE)
    assert pairs(report) == {("arm.G3", "TABLE")}
    assert report.excepted == (("TABLE", "arm.G2"),)


def test_the_hand_against_the_base_is_a_collision_of_the_arm_with_itself(cell_with):
    report = analyse(cell_with(), "DRIVE 2 90\nDRIVE 3 59\nDRIVE 5 55\nEND")
    assert any("arm.B" in pair for pair in pairs(report)), report.problems


PICK = """POINT PICK 500 0 215 0 90 0
POINT OVER 500 0 315 0 90 0
FEED PEG
OPENI 40
MOVE OVER
MOVES PICK
CLOSEI 30
HAND
MOVES OVER
"""


def test_a_part_on_a_post_that_is_gripped_touches_only(pick_cell):
    report = analyse(pick_cell, PICK + "END")
    assert report.collisions == ()
    assert report.ok


def test_a_held_part_that_runs_into_a_fixture_is_reported(cell_with, cube):
    post = ("POST", Box((20, 20, 160)), (500, 0, 120))
    wall = ("WALL", Box((20, 20, 6)), (500, 90, 270))
    cell = cell_with(post, wall, parts=[cube("PEG", (500, 0, 215))])
    report = analyse(cell, PICK + "DRAW 0 0 -45\nDRAW 0 90 0\nEND")
    assert ("PEG", "WALL") in pairs(report)
    hit = next(c for c in report.collisions if c.body_a == "PEG")
    assert hit.line == 11
    # The overlap of wall and peg: 20 x 20 mm wide, 6 mm thick, all inside the peg.
    assert hit.volume_mm3 == pytest.approx(20 * 20 * 6, rel=1e-6)
    message = next(p.message for p in report.problems if "PEG" in p.message)
    assert message.startswith("PEG runs into WALL at ")


def test_a_part_fed_onto_another_is_reported_at_its_line(pick_cell):
    report = analyse(pick_cell, "FEED PEG\nFEED PEG\nEND")
    assert pairs(report) == {("PEG.2", "PEG")}
    assert report.collisions[0].line == 2


def test_parts_that_start_inside_a_fixture_are_reported(cell_with, cube):
    cell = cell_with(TABLE, parts=[cube("PEG", (0, 900, 15), start=(410, 0, 190))])
    report = analyse(cell, "DRIVE 1 1\nEND")
    assert pairs(report) == {("PEG", "TABLE")}


def test_a_straight_line_near_a_wrist_singularity_warns_with_numbers(paper_cell, figure_5):
    report = analyse(paper_cell, figure_5)
    [warning] = [p for p in report.problems if p.code == "W301"]
    assert warning.severity == "warning"
    assert warning.line == 7
    assert warning.figures["min_j5_deg"] == pytest.approx(3.08, abs=0.005)
    assert warning.figures["j4_travel_deg"] == pytest.approx(220.44, abs=0.005)
    assert "3.08 deg" in warning.message
    assert "220.44 deg" in warning.message
    assert report.ok


def test_a_joint_that_ends_near_its_limit_warns_with_the_margin(paper_cell):
    report = analyse(paper_cell, "DRIVE 5 58\nEND")
    [warning] = report.problems
    assert warning.code == "W302"
    assert warning.figures["joint"] == 5
    assert warning.figures["margin"] == pytest.approx(2.0)
    assert "within 2 deg of its upper limit 120 deg" in warning.message


def test_errors_of_the_text_are_in_the_report(paper_cell):
    report = analyse(paper_cell, "MOVE NOWHERE\nEND")
    assert not report.ok
    assert report.diagnostics
    assert report.run.steps == ()


def test_an_error_of_a_step_makes_the_report_not_ok(paper_cell):
    assert not analyse(paper_cell, "DRIVE 2 115\nEND").ok


def test_progress_rises_from_start_to_end(cell_with):
    told = []
    analyse(cell_with(TABLE), INTO_TABLE, on_progress=lambda share, text: told.append(share))
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert len(told) > 3


def test_a_stopped_analysis_says_that_it_is_not_complete(cell_with):
    report = analyse(cell_with(TABLE), INTO_TABLE, stop=lambda: True)
    assert not report.complete
    assert not report.ok


def test_a_report_travels_between_processes(cell_with):
    cell = cell_with(TABLE)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        far = pool.submit(analyse, cell, INTO_TABLE).result()
    near = pickle.loads(pickle.dumps(analyse(cell, INTO_TABLE)))
    assert [str(p) for p in far.problems] == [str(p) for p in near.problems]
    np.testing.assert_array_equal(far.run.trajectory().q, near.run.trajectory().q)

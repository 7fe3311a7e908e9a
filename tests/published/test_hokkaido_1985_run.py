"""The example of the paper in the shipped cell, against numbers computed for it apart from us.

Source: Kakazu, Okino, Yoshimura, Nakamura, "Development of a Robot Simulator", Bulletin of the
Faculty of Engineering, Hokkaido University 124 (1985): arm section 7, program figure 5, work table
figures 7, 8 and 16. The joint values and the figures of the singular wrist are not printed there;
they were computed from the paper's equations with another program, and each tolerance here is half
a unit of the last decimal given.
"""

import numpy as np
import pytest

from scenes import analyse, load_cell, simulate
from scenes.library import program_path


@pytest.fixture(scope="module")
def cell():
    return load_cell("kakazu1985")


@pytest.fixture(scope="module")
def example(cell):
    return simulate(cell, program_path("figure5"))


def step_of(run, number):
    return next(step for step in run.steps if step.statement.step == number)


def test_ready_and_move_end_at_the_computed_joint_values(example):
    ready, loc1 = (np.degrees(step_of(example, number).after.q) for number in (50, 60))
    np.testing.assert_allclose(ready[[0, 3, 5]], 0.0, atol=1e-9)
    assert ready[1] == pytest.approx(-84.26, abs=5e-3)
    np.testing.assert_allclose(ready[[2, 4]], [83.9408, 0.3192], atol=5e-5)
    np.testing.assert_allclose(loc1, [0, -39.8381, 85.2198, 0, 44.6183, 0], atol=5e-5)


def test_the_straight_line_to_loc2_passes_near_the_singular_wrist(example):
    q = np.degrees(step_of(example, 70).trajectory.q)
    # 10 ms samples may miss the least value by less than the print can show.
    assert np.abs(q[:, 4]).min() == pytest.approx(3.08, abs=5e-3)
    assert q[-1, 3] - q[0, 3] == pytest.approx(220.44, abs=5e-3)


def test_the_program_ends_without_wrapped_angles(example):
    end = np.degrees(example.trajectory().q[-1])
    assert end[3] == pytest.approx(244.29, abs=5e-3)
    assert end[5] == pytest.approx(-238.68, abs=5e-3)


def test_the_example_runs_free_and_warns_of_the_singular_wrist(cell):
    report = analyse(cell, program_path("figure5"))
    assert report.ok
    assert report.collisions == ()
    [warning] = report.problems
    assert (warning.code, warning.severity, warning.line) == ("W301", "warning", 7)


def test_the_second_program_drives_the_hand_into_the_table(cell):
    report = analyse(cell, program_path("into_table"))
    assert not report.ok
    assert {(c.body_a, c.body_b) for c in report.collisions} == {
        ("arm.G2", "TR2"),
        ("arm.G3", "TR2"),
    }
    for collision in report.collisions:
        step = report.run.step_at(collision.time)
        assert step.statement.step == 90
        assert collision.line == step.line
        # Fingers of 20 by 40 mm, 20 mm deep in the table; the next motion goes 1e-4 mm deeper.
        assert collision.volume_mm3 == pytest.approx(16000.0, rel=1e-5)
    texts = [str(problem) for problem in report.problems]
    assert any("hand G2 runs into TR2 at 2.39 s (overlap 16000 mm3)" in text for text in texts)


def test_the_example_carries_a_workpiece_to_the_table(cell):
    report = analyse(cell, program_path("pick_place"))
    assert report.ok, report.problems
    T_world_part = report.run.end_state.parts["WORK"]
    np.testing.assert_allclose(T_world_part[:3, 3], [430, 200, 200], atol=1e-6)

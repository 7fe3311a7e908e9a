"""Runs: time, continuity, straightness, and the numbers published for the 1985 example."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from kinematics import forward, posture_of
from kinematics.motion.laws.time_law import Standing
from language import parse
from scenes import SceneError, simulate
from scenes.library import load_robot

PERIOD = 0.01


@pytest.fixture(scope="module")
def example(paper_cell, figure_5):
    """The run of figure 5."""
    return simulate(paper_cell, figure_5)


def named(run, name):
    return next(step for step in run.steps if step.statement.name == name)


def test_the_example_starts_at_the_published_joint_values(example):
    ready, move = named(example, "READY"), named(example, "MOVE")
    expected = [0, -84.26, 83.9408, 0, 0.3192, 0]
    np.testing.assert_allclose(np.degrees(ready.after.q), expected, atol=5e-5)
    expected = [0, -39.8381, 85.2198, 0, 44.6183, 0]
    np.testing.assert_allclose(np.degrees(move.after.q), expected, atol=5e-5)


def test_the_example_passes_the_published_wrist_singularity(example):
    q = np.degrees(named(example, "MOVES").trajectory.q)
    # The print has two decimals; samples every 10 ms miss the minimum by less.
    assert np.abs(q[:, 4]).min() == pytest.approx(3.08, abs=0.005)
    assert np.ptp(q[:, 3]) == pytest.approx(220.44, abs=0.005)


def test_the_example_ends_at_the_published_joint_values_without_wrapping(example):
    end = np.degrees(example.trajectory().q[-1])
    assert end[3] == pytest.approx(244.29, abs=0.005)
    assert end[5] == pytest.approx(-238.68, abs=0.005)


def test_the_posture_of_the_example_never_changes(example, paper_cell):
    mechanism = paper_cell.robot.mechanism
    postures = {str(posture_of(mechanism, q)) for q in example.trajectory().q}
    assert postures == {"RIGHTY ABOVE NOFLIP"}


def test_the_samples_lie_on_the_period_within_each_motion_and_on_its_end(example):
    for step in example.moving_steps:
        times = step.trajectory.times
        np.testing.assert_allclose(times[:-1], PERIOD * np.arange(len(times) - 1), atol=1e-12)
        assert 0.0 < times[-1] - times[-2] <= PERIOD + 1e-9


def test_the_trajectory_is_the_samples_of_the_steps_without_doubles(example):
    trajectory = example.trajectory()
    assert trajectory.times[0] == 0.0
    assert np.all(np.diff(trajectory.times) > 0.0)
    assert trajectory.duration == example.duration
    count = 1 + sum(len(step.trajectory.times) - 1 for step in example.moving_steps)
    assert len(trajectory) == count
    assert {step.end_time for step in example.moving_steps} <= set(trajectory.times.tolist())


def test_no_joint_exceeds_its_speed_between_two_samples(example, paper_cell):
    trajectory = example.trajectory()
    speed = np.abs(np.diff(trajectory.q, axis=0)) / np.diff(trajectory.times)[:, None]
    # The time law is stretched until the samples keep the limit to within 1e-9.
    assert np.all(speed <= paper_cell.robot.mechanism.speed * (1.0 + 1e-6))


def test_no_joint_exceeds_its_acceleration_between_the_samples(example, paper_cell):
    trajectory = example.trajectory()
    step = np.diff(trajectory.times)
    speed = np.diff(trajectory.q, axis=0) / step[:, None]
    # Mean speeds of neighbouring intervals differ by at most the acceleration times the time
    # between their middles, for any time law; 1e-3 allows for round-off of short last pieces.
    allowed = paper_cell.robot.mechanism.acceleration * 0.5 * (step[1:] + step[:-1])[:, None]
    assert np.all(np.abs(np.diff(speed, axis=0)) <= allowed * (1.0 + 1e-3))


@pytest.mark.parametrize("name", ["MOVES", "APPROS", "DRAW"])
def test_the_tool_point_stays_on_the_straight_line(example, oracle, name):
    poses = np.array([oracle(q) for q in named(example, name).trajectory.q])
    start, end = poses[0, :3, 3], poses[-1, :3, 3]
    along = (end - start) / np.linalg.norm(end - start)
    offset = poses[:, :3, 3] - start
    aside = offset - np.outer(offset @ along, along)
    # A micrometre is what a joint path may leave its line by between two exact roots.
    assert np.linalg.norm(aside, axis=1).max() <= 1e-3


@pytest.mark.parametrize("name", ["MOVES", "APPROS", "DRAW"])
def test_the_orientation_turns_evenly_about_one_axis(example, oracle, name):
    poses = np.array([oracle(q) for q in named(example, name).trajectory.q])
    start, end = poses[0], poses[-1]
    share = np.linalg.norm(poses[:, :3, 3] - start[:3, 3], axis=1)
    share /= share[-1]
    turn = start[:3, :3].T @ end[:3, :3]
    angle = np.arccos(np.clip((np.trace(turn) - 1.0) / 2.0, -1.0, 1.0))
    if angle > 1e-6:
        axis = np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]])
        axis /= np.linalg.norm(axis)
    else:
        angle, axis = 0.0, np.array([0.0, 0.0, 1.0])
    K = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    for pose, s in zip(poses, share, strict=True):
        R = np.eye(3) + np.sin(s * angle) * K + (1 - np.cos(s * angle)) * K @ K
        np.testing.assert_allclose(pose[:3, :3], start[:3, :3] @ R, atol=1e-5)  # of a line's path


def test_a_step_begins_where_the_one_before_it_ended(example):
    for before, after in zip(example.steps, example.steps[1:], strict=False):
        assert after.before is before.after
        assert after.start_time == before.end_time
        # A straight line begins at an exact root of its pose, a few units in the last place away.
        np.testing.assert_allclose(after.trajectory.q[0], before.after.q, rtol=0.0, atol=1e-14)


def test_time_finds_step_line_and_state(example):
    trajectory = example.trajectory()
    for i in range(0, len(trajectory), 37):
        t = float(trajectory.times[i])
        assert example.line_at(t) == trajectory.lines[i]
        np.testing.assert_allclose(example.state_at(t).q, trajectory.q[i], atol=1e-12)
        assert example.state_at(t).opening == pytest.approx(trajectory.openings[i])


def test_between_two_samples_joints_bend_by_no_more_than_their_acceleration(example):
    trajectory, mechanism = example.trajectory(), example.cell.robot.mechanism
    most = 0.0
    for i in range(len(trajectory) - 1):
        span = trajectory.times[i + 1] - trajectory.times[i]
        linear = 0.5 * (trajectory.q[i] + trajectory.q[i + 1])
        bend = np.abs(example.state_at(trajectory.times[i] + 0.5 * span).q - linear)
        assert (bend <= mechanism.acceleration * span**2 / 8.0 * (1.0 + 1e-6) + 1e-12).all()
        most = max(most, float(bend.max()))
    assert most > 1e-6


def test_before_the_start_and_after_the_end_nothing_moves(example):
    np.testing.assert_array_equal(example.state_at(-1.0).q, example.start_state.q)
    assert example.state_at(1e9) is example.end_state
    assert example.line_at(1e9) == example.trajectory().lines[-1]


def test_a_part_is_held_between_hand_and_releas(pick_cell):
    text = "POINT PICK 500 0 215 0 90 0\nFEED PEG\nOPENI 40\nMOVE PICK\nCLOSEI 30\nHAND\n"
    run = simulate(pick_cell, text + "DRAW 0 0 60\nRELEAS\nDRAW 0 0 60\nEND")
    first, second = (step for step in run.steps if step.statement.name == "DRAW")
    middle = 0.5 * (first.start_time + first.end_time)
    assert run.state_at(middle).held.part == "PEG"
    assert run.state_at(second.end_time).held is None
    assert run.state_at(second.start_time + 0.01).held is None


def test_a_program_with_errors_gives_an_empty_run_with_its_diagnostics(paper_cell):
    run = simulate(paper_cell, "MOVE NOWHERE\nFROB 3\nEND")
    assert run.steps == ()
    assert len(run.diagnostics) >= 2
    assert run.duration == 0.0
    assert run.step_at(0.0) is None
    assert run.line_at(0.0) is None
    assert run.state_at(1.0) is run.start_state
    assert len(run.trajectory()) == 0


@pytest.mark.parametrize("text", ["", "END", "REMARK nothing\nEND", "\n\n"])
def test_a_program_that_moves_nothing_takes_no_time(paper_cell, text):
    run = simulate(paper_cell, text)
    assert run.duration == 0.0
    assert len(run.trajectory()) <= 1


def test_stop_ends_the_run(paper_cell):
    run = simulate(paper_cell, "DRIVE 1 10\nSTOP\nDRIVE 1 10\nEND")
    assert np.degrees(run.end_state.q[0]) == pytest.approx(10.0)
    assert not run.problems


def test_a_program_may_be_text_a_value_or_a_file(paper_cell, tmp_path):
    text = "DRIVE 1 10\nEND\n"
    path = tmp_path / "turn.val"
    path.write_text(text, encoding="utf-8")
    by_text, by_value = simulate(paper_cell, text), simulate(paper_cell, parse(text))
    by_path, by_name = simulate(paper_cell, path), simulate(paper_cell, str(path))
    for run in (by_value, by_path, by_name):
        np.testing.assert_array_equal(run.trajectory().q, by_text.trajectory().q)
    assert (by_text.name, by_path.name) == ("", "turn.val")


def test_a_file_that_is_not_text_is_a_diagnostic(paper_cell, tmp_path):
    path = tmp_path / "noise.val"
    path.write_bytes(bytes(range(256)))
    run = simulate(paper_cell, path)
    assert run.steps == ()
    assert run.diagnostics


def test_the_same_program_gives_the_same_numbers(paper_cell, figure_5, example):
    again = simulate(paper_cell, figure_5).trajectory()
    np.testing.assert_array_equal(again.q, example.trajectory().q)
    np.testing.assert_array_equal(again.times, example.trajectory().times)


def test_a_coarser_period_gives_fewer_samples_of_the_same_run(paper_cell, figure_5, example):
    coarse = simulate(paper_cell, figure_5, period=0.05)
    assert len(coarse.trajectory()) < len(example.trajectory())
    np.testing.assert_allclose(coarse.end_state.q, example.end_state.q, atol=1e-9)


def test_a_period_that_is_not_above_zero_is_refused(paper_cell):
    with pytest.raises(ValueError, match="period"):
        simulate(paper_cell, "END", period=0.0)


def test_a_run_can_be_stopped_and_tells_how_far_it_is(paper_cell):
    text = "DRIVE 1 1\nDRIVE 1 -1\n" * 100 + "END"
    told = []
    run = simulate(paper_cell, text, on_progress=lambda share, what: told.append(share))
    assert len(run.steps) == 201
    assert told == sorted(told)
    assert simulate(paper_cell, text, stop=lambda: True).steps == ()


def test_a_run_travels_to_another_process_and_back(example):
    copy = pickle.loads(pickle.dumps(example))
    np.testing.assert_array_equal(copy.trajectory().q, example.trajectory().q)
    assert [step.line for step in copy.steps] == [step.line for step in example.steps]
    assert not copy.trajectory().q.flags.writeable


def test_the_motion_of_a_run_at_a_time_is_that_of_its_state_with_its_derivatives(paper_cell):
    run = simulate(paper_cell, "DRIVE 1, 20\nDELAY 0.3\nDRIVE 2, -10\nOPENI 40\nEND")
    times, h = np.linspace(0.01, run.duration - 0.01, 83), 1e-5
    found = run.motion_at(times)
    np.testing.assert_allclose(found[0], [run.state_at(t).q for t in times], atol=1e-12)
    turns = [t for step in run.steps if step.duration for t in _turns(step)]
    calm = np.abs(times[:, None] - turns).min(axis=1) > 2 * h
    differences = (run.motion_at(times + h)[:-1] - run.motion_at(times - h)[:-1]) / (2 * h)
    np.testing.assert_allclose(found[1:, calm], differences[:, calm], rtol=1e-5, atol=2e-4)
    assert run.motion_at(times[7]).shape == (4, 6)
    np.testing.assert_array_equal(run.motion_at(times[7]), found[:, 7])


def _turns(step):
    """Times of a run at which a motion from rest to rest changes its jerk, s."""
    law, half = step.motion.law, 0.5 * step.duration
    if isinstance(law, Standing):
        return [step.start_time, step.end_time]
    own = np.array([0.0, law.rise, law.ramp - law.rise, law.ramp, half])
    return step.start_time + np.append(own, step.duration - own)


def test_before_its_start_and_after_its_end_a_run_rests(paper_cell):
    run = simulate(paper_cell, "DRIVE 1, 20\nEND")
    outside = run.motion_at([-1.0, run.duration + 1.0])
    assert not outside[1:].any()
    np.testing.assert_array_equal(outside[0], [run.start_state.q, run.end_state.q])
    nothing = simulate(paper_cell, "END")
    assert not nothing.motion_at(0.0)[1:].any()
    np.testing.assert_array_equal(nothing.motion_at(0.0)[0], nothing.start_state.q)


@pytest.mark.parametrize("period", [0.1, 0.001, 0.0001])
@pytest.mark.parametrize("robot", ["hokkaido1985", "franka_panda", "yaskawa_hc10"])
def test_no_duration_depends_on_the_period_of_the_samples(paper_cell, robot, period):
    cell = replace(paper_cell, robot=load_robot(robot), parts=(), fixtures=())
    text = "DRIVE 1, 20\nDRAW -40, 20, 0\nDRAW 0, -30, -20\nSPEED 30\nDRAW 20, 0, 30\nEND"
    usual, other = simulate(cell, text), simulate(cell, text, period)
    assert [step.duration for step in other.steps] == [step.duration for step in usual.steps]
    assert not any(p.severity == "error" for p in usual.problems)
    assert len(other.trajectory()) != len(usual.trajectory())


def test_the_distance_of_samples_read_linearly_falls_with_the_square_of_their_period(paper_cell):
    text = "DRIVE 1, 20\nDRAW -40, 20, 0\nDELAY 0.2\nTOOL TRANS(0, 0, 100)\nDRIVE 2, 15\nEND"
    coarse, fine = (simulate(paper_cell, text, period).trajectory() for period in (0.02, 0.005))
    assert 0.01 < coarse.linear_gap_mm < 5.0
    assert coarse.linear_gap_mm / fine.linear_gap_mm == pytest.approx(16.0, rel=0.2)


def test_samples_read_linearly_are_as_far_from_the_motion_as_a_fine_look_finds(paper_cell):
    run = simulate(paper_cell, "DRIVE 1, 20\nDRAW -40, 20, 0\nEND", 0.02)
    samples, robot = run.trajectory(), run.cell.robot
    times = np.linspace(0.0, run.duration, 20_001)
    read = np.stack([np.interp(times, samples.times, column) for column in samples.q.T], axis=1)
    points = [
        (forward(robot.mechanism, q) @ robot.T_flange_tool)[:, :3, 3]
        for q in (read, run.motion_at(times)[0])
    ]
    largest = np.linalg.norm(points[0] - points[1], axis=1).max()
    assert samples.linear_gap_mm == pytest.approx(largest, rel=0.02)


@pytest.mark.parametrize("period", [0.002, 0.0137, 0.5])
def test_another_sample_period_samples_the_same_motion(example, period):
    run, other = example, example.sampled(period)
    trajectory = other.trajectory()
    assert other.duration == run.duration
    assert np.diff(trajectory.times).max() <= period + 1e-9
    ends = [step.start_time + step.duration for step in run.moving_steps]
    assert np.abs(trajectory.times[:, None] - ends).min(axis=0).max() < 1e-9
    for t, q in list(zip(trajectory.times, trajectory.q, strict=True))[
        :: max(1, len(trajectory) // 40)
    ]:
        assert np.allclose(q, run.state_at(t).q, atol=1e-9)


@pytest.mark.parametrize("period", [0.0, -0.01, float("nan")])
def test_a_sample_period_must_be_above_zero(example, period):
    with pytest.raises(SceneError, match="sample period"):
        example.sampled(period)

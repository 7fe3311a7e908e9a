"""The motion processor: the effect of each instruction, and its message when it fails."""

from dataclasses import replace

import numpy as np
import pytest

from kinematics import Mechanism, Posture, Shoulder, posture_of
from kinematics.families.posture import Elbow, Wrist
from kinematics.motion.laws.profile import Profile
from language import INSTRUCTIONS, compile_program, parse
from language.instructions import BY_NAME, Place
from language.instructions.block_words import PROGRAM_END, PROGRAM_HEAD
from scenes.execution.machine.control import FLOW
from scenes.execution.simulation import simulate
from scenes.execution.statements.processor import ACTIONS, step_for
from scenes.world.state import start_state


def test_every_instruction_of_a_program_has_an_action():
    known = set(ACTIONS) | set(FLOW) | {i.name for i in INSTRUCTIONS if i.silent or i.waits}
    structure = {PROGRAM_HEAD, PROGRAM_END}
    assert known | structure == {i.name for i in INSTRUCTIONS if i.place is not Place.CONSOLE}


def test_a_silent_instruction_has_no_action_except_to_do_nothing():
    assert not [name for name in ACTIONS if BY_NAME[name].silent]


def test_one_statement_is_carried_out_from_a_state(paper_cell):
    tables = compile_program(parse("DRIVE 1 10\nEND"))
    step = step_for(tables.steps[0], paper_cell, start_state(paper_cell))
    np.testing.assert_allclose(np.degrees(step.after.q - step.before.q), [10, 0, 0, 0, 0, 0])
    assert step.start_time == 0.0


def test_ready_without_a_location_goes_to_the_ready_joint_values(paper_cell):
    run = simulate(paper_cell, "DRIVE 1 40\nDRIVE 6 -200\nREADY\nEND")
    np.testing.assert_allclose(run.end_state.q, paper_cell.robot.ready, atol=1e-12)


def test_ready_with_a_location_goes_there(paper_cell, figure_5, oracle):
    run = simulate(paper_cell, figure_5)
    ready = next(step for step in run.steps if step.statement.name == "READY")
    np.testing.assert_allclose(oracle(ready.after.q)[:3, 3], [670, 0, 950], atol=1e-9)


def test_a_move_ends_at_the_location(paper_cell, oracle):
    run = simulate(paper_cell, "POINT A 450 450 370 30 40 50\nMOVE A\nEND")
    pose = oracle(run.end_state.q)
    np.testing.assert_allclose(pose[:3, 3], [450, 450, 370], atol=1e-9)
    o, a = np.radians([30, 40])
    approach = [np.cos(o) * np.cos(a), np.sin(o) * np.cos(a), -np.sin(a)]
    np.testing.assert_allclose(pose[:3, 0], approach, atol=1e-12)


def test_a_move_keeps_the_posture_unless_asked(paper_cell):
    rng = np.random.default_rng(7)
    mechanism = paper_cell.robot.mechanism
    start = posture_of(mechanism, paper_cell.robot.ready)
    for _ in range(20):
        x, y, z = rng.uniform([300, -400, 300], [600, 400, 700])
        o, a, t = rng.uniform([-60, 0, -90], [60, 90, 90])
        text = f"POINT A {x:.3f} {y:.3f} {z:.3f} {o:.3f} {a:.3f} {t:.3f}\nMOVE A\nEND"
        run = simulate(paper_cell, text)
        if not run.problems:
            assert posture_of(mechanism, run.end_state.q) == start


def test_below_changes_the_elbow_at_the_next_move_and_above_changes_it_back(paper_cell):
    text = "POINT A 600 0 850 0 0 0\nMOVE A\nBELOW\nMOVE A\nABOVE\nMOVE A\nEND"
    run = simulate(paper_cell, text)
    assert not run.problems
    mechanism = paper_cell.robot.mechanism
    elbows = [posture_of(mechanism, step.after.q).elbow for step in run.steps[1:]]
    up, down = Elbow.ABOVE, Elbow.BELOW
    assert elbows == [up, up, down, down, up, up]
    others = {(p.shoulder, p.wrist) for p in (posture_of(mechanism, s.after.q) for s in run.steps)}
    assert others == {(Shoulder.RIGHTY, Wrist.NOFLIP)}


def test_a_straight_line_refuses_a_change_of_posture_and_names_the_request(
    paper_cell, last_problem
):
    text = "POINT A 500 0 600 0 45 0\nMOVE A\nBELOW\nDRAW 0 0 20\nEND"
    problem = last_problem(paper_cell, text)
    assert problem.line == 4
    assert "BELOW is asked for" in problem.message
    assert "ABOVE" in problem.message


def test_a_move_takes_the_nearest_turn_of_each_joint(paper_cell):
    run = simulate(paper_cell, "DRIVE 6 300\nHERE A\nDRIVE 6 20\nMOVE A\nEND")
    assert np.degrees(run.end_state.q[5]) == pytest.approx(300.0, abs=1e-6)


def test_with_a_straight_wrist_joint_4_does_not_turn_back(paper_cell):
    text = "DRIVE 5 -60\nDRIVE 4 70\nHERE A\nDRIVE 1 10\nMOVE A\nEND"
    run = simulate(paper_cell, text)
    assert not run.problems
    assert np.degrees(run.end_state.q[3]) == pytest.approx(70.0, abs=1e-6)


def test_draw_moves_in_base_axes_and_keeps_the_orientation(paper_cell, oracle):
    run = simulate(paper_cell, "DRAW -30 40 -50\nEND")
    before, after = oracle(run.start_state.q), oracle(run.end_state.q)
    np.testing.assert_allclose(after[:3, 3] - before[:3, 3], [-30, 40, -50], atol=1e-9)
    np.testing.assert_allclose(after[:3, :3], before[:3, :3], atol=1e-12)


def test_departs_backs_away_along_the_hand(paper_cell, oracle):
    run = simulate(paper_cell, "DEPARTS 60\nEND")
    before, after = oracle(run.start_state.q), oracle(run.end_state.q)
    np.testing.assert_allclose(after[:3, 3], before[:3, 3] - 60 * before[:3, 0], atol=1e-9)


def test_appros_stops_before_the_location_with_its_orientation(paper_cell, oracle):
    text = "POINT A 500 100 400 10 80 20\n"
    at = oracle(simulate(paper_cell, text + "MOVES A\nEND").end_state.q)
    before = oracle(simulate(paper_cell, text + "APPROS A 70\nEND").end_state.q)
    np.testing.assert_allclose(before[:3, 3], at[:3, 3] - 70 * at[:3, 0], atol=1e-9)
    np.testing.assert_allclose(before[:3, :3], at[:3, :3], atol=1e-12)


def test_here_keeps_the_pose_of_the_tool(paper_cell):
    run = simulate(paper_cell, "DRIVE 1 30\nHERE A\nREADY\nMOVE A\nEND")
    np.testing.assert_allclose(run.end_state.q, run.steps[0].after.q, atol=1e-9)


def test_where_is_a_note_with_the_pose(paper_cell):
    run = simulate(paper_cell, "POINT A 500 100 400 10 80 20\nMOVE A\nWHERE\nEND")
    [note] = run.problems
    assert note.severity == "note"
    assert "X 500, Y 100, Z 400, O 10, A 80, T 20" in note.message


def test_a_location_defined_again_holds_from_there_on(paper_cell, oracle):
    text = "POINT A 500 0 500 0 45 0\nMOVE A\nPOINT A 500 0 400 0 45 0\nMOVE A\nEND"
    run = simulate(paper_cell, text)
    heights = [oracle(step.after.q)[2, 3] for step in run.moving_steps]
    np.testing.assert_allclose(heights, [500, 400], atol=1e-9)


def test_out_of_reach_says_by_how_much(paper_cell, last_problem):
    problem = last_problem(paper_cell, "POINT FAR 2000 0 450 0 0 0\nMOVE FAR\nEND")
    assert problem.line == 2
    assert "FAR" in problem.message
    assert "1830.0 mm" in problem.message
    assert "880.0 mm too far" in problem.message


def test_a_straight_line_out_of_reach_says_by_how_much_and_where(paper_cell, last_problem):
    problem = last_problem(paper_cell, "DRAW 800 0 0\nEND")
    assert problem.line == 1
    assert "mm" in problem.message
    assert "too far" in problem.message


def test_a_joint_limit_names_joint_value_limit_and_excess(paper_cell, last_problem):
    problem = last_problem(paper_cell, "DRIVE 2 115\nEND")
    assert "joint 2" in problem.message
    assert problem.figures["value"] == pytest.approx(25.0)
    assert problem.figures["limit"] == pytest.approx(20.0)
    assert problem.figures["over"] == pytest.approx(5.0)
    assert "(5 deg too far)" in problem.message


@pytest.mark.parametrize("joint", ["0", "7"])
def test_a_joint_that_does_not_exist_is_a_problem(paper_cell, joint):
    run = simulate(paper_cell, f"DRIVE {joint} 10\nEND")
    if run.program.ok:
        assert "1 to 6" in run.problems[0].message
    assert not run.moving_steps


def test_a_location_beyond_the_limits_is_a_problem_with_the_joint(paper_cell, last_problem):
    problem = last_problem(paper_cell, "POINT A 600 0 500 0 -89 0\nMOVE A\nEND")
    assert "limit" in problem.message
    assert problem.figures["over"] > 0.0


def test_the_run_stops_at_an_error_and_says_what_was_not_run(paper_cell):
    text = "DRIVE 1 10\nDRIVE 9 1\nDRIVE 1 10\nREMARK x\nDRIVE 1 10\nEND"
    run = simulate(paper_cell, text)
    assert run.program.ok
    assert len(run.steps) == 2
    assert run.duration > 0.0
    note = run.problems[-1]
    assert note.severity == "note"
    assert "2 statements" in note.message
    assert note.figures["not_run"] == 2


def test_asking_for_a_posture_alone_moves_nothing(paper_cell):
    run = simulate(paper_cell, "BELOW\nEND")
    assert run.duration == 0.0
    assert run.end_state.posture == Posture(elbow=Elbow.BELOW)


def test_an_arm_without_a_solver_says_so_and_can_still_drive_its_joints(cell_with, last_problem):
    robot = cell_with().robot
    six = np.zeros(6)
    mechanism = Mechanism.from_modified_dh(
        alpha=[0.0, np.pi / 2, 0.0, 0.0, 0.0, np.pi / 2],
        a=[0.0, 100.0, 300.0, 200.0, 150.0, 0.0],
        d=six,
        joints=robot.mechanism.joints,
        name="four parallel axes",
    )
    short = replace(robot, mechanism=mechanism, ready=six, bodies=(), hand=None)
    text = "POINT A 500 0 500 0 0 0\nDRIVE 1 5\n"
    for motion in ("MOVE A", "MOVES A"):
        problem = last_problem(cell_with(robot=short), text + motion + "\nEND")
        assert problem.line == 3
        assert "four parallel axes" in problem.message and "cannot be solved" in problem.message


def test_a_limit_on_a_straight_line_names_the_joint(paper_cell, last_problem):
    problem = last_problem(paper_cell, "DRIVE 6 300\nPOINT A 535 0 802 0 60 90\nMOVES A\nEND")
    assert problem.code == "E303"
    assert "joint 6 (j6)" in problem.message
    assert "on the straight line to A" in problem.message


def test_a_straight_line_through_a_singular_pose_names_the_posture(paper_cell, last_problem):
    problem = last_problem(paper_cell, "DRAW -900 0 0\nEND")
    assert problem.code in ("E301", "E302")
    assert "% of its way" in problem.message


def test_messages_never_say_that_the_excess_is_zero(paper_cell, last_problem):
    problem = last_problem(paper_cell, "DRIVE 2 110.002\nEND")
    assert "0.002 deg too far" in problem.message


def test_a_move_to_where_the_arm_stands_takes_no_time(paper_cell):
    text = "POINT A 500 100 400 10 80 20\nMOVE A\nMOVE A\nMOVES A\nDRAW 0 0 0\nEND"
    run = simulate(paper_cell, text)
    assert not run.problems
    first, *others = (step for step in run.steps if step.statement.instruction.group == "motion")
    assert run.duration == pytest.approx(first.duration, abs=1e-6)
    assert len(others) == 3


def test_the_dialect_of_the_program_sets_what_o_a_t_mean(paper_cell, oracle):
    run = simulate(paper_cell, ";! dialect vplus\nPOINT A 500 0 400 0 180 0\nMOVE A\nEND")
    assert not run.problems
    np.testing.assert_allclose(oracle(run.end_state.q)[:3, 0], [0, 0, -1], atol=1e-9)


def with_joints(robot, **changes):
    """The robot with other values in all its joints."""
    joints = tuple(replace(joint, **changes) for joint in robot.mechanism.joints)
    return replace(robot, mechanism=replace(robot.mechanism, joints=joints))


def test_a_location_absurdly_far_away_is_out_of_reach(paper_cell, last_problem):
    for motion in ("MOVE A", "MOVES A", "APPROS A 5"):
        problem = last_problem(paper_cell, f"POINT A 9e8 0 0 0 0 0\n{motion}\nEND")
        assert (problem.code, problem.line) == ("E301", 2)
        assert "mm from the base" in problem.message
        problem = last_problem(paper_cell, f"POINT A 1e300 0 0 0 0 0\n{motion}\nEND")
        assert (problem.code, problem.line) == ("E307", 1)


def test_a_joint_without_limits_does_not_turn_for_ever(cell_with, last_problem):
    endless = with_joints(cell_with().robot, lower=-np.inf, upper=np.inf)
    problem = last_problem(cell_with(robot=endless), "DRIVE 1 1e9\nEND")
    assert "over an hour" in problem.message


def test_a_robot_file_without_speeds_is_a_problem_of_the_motion(cell_with, last_problem):
    robot = with_joints(cell_with().robot, speed=np.inf, acceleration=np.inf)
    problem = last_problem(cell_with(robot=robot), "DRIVE 1 10\nEND")
    assert "needs a limit of speed" in problem.message


def test_random_programs_never_raise_and_never_break_a_limit(pick_cell):
    rng = np.random.default_rng(3)
    mechanism = pick_cell.robot.mechanism
    words = "MOVE MOVES DRAW DRIVE DEPARTS APPROS OPENI HAND RELEAS FEED ABOVE BELOW HERE READY"
    for _ in range(60):
        lines = [_point(rng, name) for name in "AB"]
        lines += [_statement(rng, word) for word in rng.choice(words.split(), 10)]
        run = simulate(pick_cell, "\n".join([*lines, "END"]))
        assert run.program.ok, run.diagnostics
        trajectory = run.trajectory()
        speed = np.abs(np.diff(trajectory.q, axis=0)) / np.diff(trajectory.times)[:, None]
        assert np.all(speed <= mechanism.speed * (1.0 + 1e-6))
        assert np.all(trajectory.q <= mechanism.upper + 1e-9)
        assert np.all(trajectory.q >= mechanism.lower - 1e-9)
        assert all(not step.failed for step in run.steps[:-1])


def _point(rng, name):
    position = rng.uniform([300, -400, 150], [700, 400, 900])
    angles = rng.uniform([-180, -90, -180], [180, 90, 180])
    return f"POINT {name} " + " ".join(f"{value:.2f}" for value in (*position, *angles))


def _statement(rng, word):
    location, number = rng.choice(["A", "B"]), rng.uniform(-60, 60)
    operands = {
        "MOVE": location,
        "MOVES": location,
        "HERE": location,
        "DRAW": f"{number:.1f} 0 {-number:.1f}",
        "DRIVE": f"{rng.integers(1, 7)} {number:.1f}",
        "DEPARTS": f"{number:.1f}",
        "APPROS": f"{location} {number:.1f}",
        "OPENI": f"{abs(number):.1f}",
        "FEED": rng.choice(["PEG", "NUT"]),
    }
    return f"{word} {operands.get(word, '')}"


def test_a_robot_of_the_trapezoid_profile_moves_without_the_time_of_the_jerk(cell_with):
    robot = with_joints(cell_with().robot, speed=1.0, acceleration=4.0, jerk=80.0)
    curved = simulate(cell_with(robot=robot), "DRIVE 1, 57.29577951308232\nEND")
    hard = replace(robot, profile=Profile.TRAPEZOID)
    plain = simulate(cell_with(robot=hard), "DRIVE 1, 57.29577951308232\nEND")
    # One radian: v / a, d / v, and a / j for the jerk.
    assert plain.duration == pytest.approx(1.0 + 1.0 / 4.0, rel=1e-12)
    assert curved.duration == pytest.approx(1.0 + 1.0 / 4.0 + 4.0 / 80.0, rel=1e-12)

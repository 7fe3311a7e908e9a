"""What is said of the speed of the tool, against finite differences and other limits of the arm."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from kinematics import forward
from scenes.analysis import analyse
from scenes.checking.tool_speeds import speed_notes
from scenes.execution.line_facts import run_facts
from scenes.execution.simulation import simulate
from scenes.runs.run import Run
from scenes.runs.step import Problem, Step

POINTS = """POINT A 700 -150 450 0 70 0
POINT B 700 150 450 0 70 0
POINT C 700 150 450 60 70 0
"""


def run_of(cell, lines: str) -> Run:
    run = simulate(cell, f"{POINTS}{lines}\nEND")
    assert run.program.ok, run.diagnostics
    assert not [p for p in run.problems if p.severity == "error"]
    return run


def notes(run: Run, code: str) -> list[Problem]:
    return [note for note in speed_notes(run) if note.code == code]


def fastest(run: Run, step: Step) -> float:
    """The greatest speed of the tool by differences, mm/s."""
    robot = run.cell.robot
    t = np.linspace(0.0, step.duration, 20001)
    points = (forward(robot.mechanism, step.motion.at(t)) @ robot.T_flange_tool)[:, :3, 3]
    return float(np.linalg.norm(np.diff(points, axis=0), axis=1).max() / t[1])


def step_at(run: Run, line: int) -> Step:
    return next(step for step in run.moving_steps if step.line == line)


@pytest.mark.parametrize("line", ["MOVES B", "MOVES C", "DRAW 0, 3, 0", "C1MOVE B\nC2MOVE C"])
def test_the_speed_that_is_reached_is_that_of_the_tool(paper_cell, line) -> None:
    if line.startswith("C1"):
        line = "C1MOVE V\nC2MOVE B"
    run = run_of(paper_cell, f"POINT V 700 0 500 0 70 0\nMOVE A\nSPEED 3000 MMPS ALWAYS\n{line}")
    (note,) = notes(run, "N309")
    assert note.figures["asked"] == 3000.0
    assert note.figures["reached"] == pytest.approx(fastest(run, step_at(run, note.line)), rel=1e-2)
    assert note.figures["reached"] < 0.99 * 3000.0


@pytest.mark.parametrize("line", ["MOVES B", "DRAW 0, 20, 0"])
def test_more_of_the_limit_that_is_named_makes_the_line_faster(paper_cell, line) -> None:
    lines = f"MOVE A\nSPEED 3000 MMPS\n{line}"
    run = run_of(paper_cell, lines)
    (note,) = notes(run, "N309")
    robot = paper_cell.robot
    joint = note.figures["joint"] - 1
    assert f"{note.figures['quantity']} of joint {joint + 1} (" in note.message
    own = robot.mechanism.joints[joint]
    named = str(note.figures["quantity"])
    more = replace(own, **{named: 1.3 * getattr(robot.mechanism, named)[joint]})
    joints = tuple(more if i == joint else each for i, each in enumerate(robot.mechanism.joints))
    stronger = replace(robot, mechanism=replace(robot.mechanism, joints=joints))
    again = run_of(replace(paper_cell, robot=stronger), lines)
    seconds = step_at(run, note.line).duration
    assert step_at(again, note.line).duration < seconds * (1.0 - 1e-3)
    # The limit is met in the middle of the stretch that is named.
    step = step_at(run, note.line)
    t = np.linspace(0.0, step.duration, 4001)
    way = fraction_of_way(run, step, t)
    row = {"speed": 1, "acceleration": 2, "jerk": 3}[named]
    part = (way >= note.figures["from_percent"] / 100) & (way <= note.figures["to_percent"] / 100)
    used = np.abs(step.motion.state(t[part])[row, :, joint])
    assert np.median(used) >= 0.9 * getattr(robot.mechanism, named)[joint]


def fraction_of_way(run: Run, step: Step, t: np.ndarray) -> np.ndarray:
    robot = run.cell.robot
    points = (forward(robot.mechanism, step.motion.at(t)) @ robot.T_flange_tool)[:, :3, 3]
    way = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1)))
    return way / way[-1]


def test_a_line_that_reaches_its_speed_has_no_note(paper_cell) -> None:
    run = run_of(paper_cell, "MOVE A\nSPEED 100 MMPS\nMOVES B")
    assert speed_notes(run) == ()
    assert fastest(run, run.moving_steps[-1]) == pytest.approx(100.0, rel=1e-3)


def test_percent_of_full_speed_has_no_note_but_the_hover_says_it(paper_cell) -> None:
    run = run_of(paper_cell, "MOVE A\nDRAW 0, 3, 0")
    assert speed_notes(run) == ()
    words = run_facts(run).motion(run.moving_steps[-1].line).speed
    assert words.startswith("asks for 250 mm/s and reaches ")


def test_a_line_that_turns_the_tool_is_held_back_by_its_programmed_turning(paper_cell) -> None:
    far = "POINT D 700 160 450 60 70 0\nMOVE B\n"
    (note,) = notes(run_of(paper_cell, f"{far}SPEED 100 MMPS\nMOVES D"), "N309")
    assert (note.figures["quantity"], "joint" in note.figures) == ("turning", False)
    assert "the programmed turning of the tool holds it back" in note.message


def test_a_turn_on_the_spot_is_told_in_degrees(paper_cell) -> None:
    run = run_of(paper_cell, "MOVE B\nSPEED 100 MMPS\nMOVES C\nSPEED 3000 MMPS\nMOVES B")
    (note,) = notes(run, "N309")
    robot = run.cell.robot
    assert note.line == 8 and " deg/s: the " in note.message
    asked = np.degrees(robot.tool_speed_rad_s) * 3000.0 / robot.tool_speed_mm_s
    assert note.figures["asked"] == pytest.approx(asked)


def test_a_line_of_a_loop_has_one_note(paper_cell) -> None:
    loop = "MOVE A\nSPEED 3000 MMPS ALWAYS\nFOR I = 1 TO 3\nMOVES B\nMOVES A\nEND"
    assert [note.line for note in notes(run_of(paper_cell, loop), "N309")] == [7, 8]


def test_the_fastest_motion_of_all_joints_is_told_once(paper_cell) -> None:
    run = run_of(paper_cell, "SPEED 100 MMPS ALWAYS\nMOVE A\nMOVE C\nDRIVE 6, 20, 100\nMOVE B")
    (note,) = notes(run, "N310")
    speeds = {step.line: fastest(run, step) for step in run.moving_steps if step.line != 7}
    assert speeds[note.line] == max(speeds.values())
    assert note.figures["fastest_mm_s"] == pytest.approx(speeds[note.line], rel=1e-2)
    percent = 100.0 * 100.0 / run.cell.robot.tool_speed_mm_s
    assert note.figures["percent"] == pytest.approx(percent)
    assert run_facts(run).motion(5).speed.startswith("tool up to ")


def test_rounded_corners_keep_their_notes(paper_cell) -> None:
    run = run_of(paper_cell, "MOVE A\nSPEED 3000 MMPS ALWAYS\nACCURACY 20 ALWAYS\nMOVES B\nMOVES A")
    assert any(step.after.corner is not None for step in run.moving_steps)
    for note in notes(run, "N309"):
        assert note.figures["reached"] == pytest.approx(
            fastest(run, step_at(run, note.line)), rel=1e-2
        )


def test_the_check_reports_the_notes(paper_cell) -> None:
    report = analyse(paper_cell, f"{POINTS}SPEED 3000 MMPS ALWAYS\nMOVE A\nMOVES B\nEND")
    assert {"N309", "N310"} <= {problem.code for problem in report.problems}
    assert report.ok


def test_another_process_gets_the_words_of_lines_under_mmps(paper_cell) -> None:
    run = run_of(paper_cell, "MOVE A\nDRAW 0, 3, 0\nSPEED 3000 MMPS ALWAYS\nDRAW 0, 3, 0")
    here = run_facts(run)
    there = pickle.loads(pickle.dumps(here))
    assert [there.motion(line).speed for line in (5, 7)] == ["", here.motion(7).speed]
    assert here.motion(5).speed.startswith("asks for 250 mm/s")

"""The joints at the end of a line or an arc are those to which the way leads, not the nearest."""

import numpy as np
import pytest

from kinematics import forward, invert, rpy, translation
from scenes import load_cell, load_robot, simulate
from scenes.execution.statements.reach import Choice, joint_values_of
from scenes.execution.values.impossible import FAULTS
from scenes.library import program_path
from scenes.makers.writing.ways import joints_behind
from scenes.world.tool_frame import tool_frame

# Lines and arcs of small turns, and of wrists that turn by more than half a turn on the way.
PROGRAMS = {
    "small": (
        ";! dialect val\nDRAW 0, 60, -40\n"
        "HERE A\nC1MOVE SHIFT(A BY 0, 20, 15)\nC2MOVE SHIFT(A BY 0, 40, 0)\n"
    ),
    "turned by the tool": (
        ";! dialect vplus\nMOVES HERE:TRANS(0, 0, 0, 0, 0, 100)\n"
        "MOVES HERE:TRANS(0, 0, 0, 0, 0, -170)\n"
    ),
}


def led_steps(run):
    """The lines and arcs of a run, with the joint values before and behind each."""
    ways = {"MOVES", "DRAW", "APPROS", "DEPARTS", "C2MOVE"}
    for step in run.steps:
        if step.statement.instruction.name in ways and not step.motion.is_still:
            yield step, step.before.q, step.goal


def test_a_wrist_that_turns_by_more_than_half_a_turn_is_followed() -> None:
    run = simulate(load_cell("kakazu1985"), program_path("figure5").read_text("utf-8"))
    robot, most = run.cell.robot, 0.0
    for step, q, goal in led_steps(run):
        T_tool = tool_frame(robot, step.before.tool)
        T = forward(robot.mechanism, goal) @ T_tool
        assert joints_behind(robot.mechanism, q, T_tool, T) == pytest.approx(goal, abs=1e-6)
        most = max(most, float(np.abs(goal - q).max()))
    assert most > np.pi
    first = next(led_steps(run))[0]
    T_flange = forward(robot.mechanism, first.goal)
    nearest = joint_values_of(robot.mechanism, T_flange, first.before.q, Choice(), "the end")
    assert np.abs(nearest - first.goal).max() == pytest.approx(2.0 * np.pi)


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_joints_behind_lines_are_those_of_the_run(name, run_on) -> None:
    run = run_on("staubli_tx2_60", f";! language 2\n{PROGRAMS[name]}END\n")
    robot, count = run.cell.robot, 0
    for step, q, goal in led_steps(run):
        T_tool = tool_frame(robot, step.before.tool)
        T = forward(robot.mechanism, goal) @ T_tool
        assert joints_behind(robot.mechanism, q, T_tool, T) == pytest.approx(goal, abs=1e-6)
        count += 1
    assert count == 2


def test_an_arc_leads_over_the_place_between() -> None:
    robot = load_robot("ur5e")
    mechanism, T_tool = robot.mechanism, robot.T_flange_tool
    q = robot.ready
    start = forward(mechanism, q) @ T_tool
    # Round the base, over its one side and over the other.
    for via, turned in ((85.0, 170.0), (-95.0, -190.0)):
        end, between = (rpy(0, 0, np.radians(deg)) @ start for deg in (170.0, via))
        found = joints_behind(mechanism, q, T_tool, end, between)
        assert np.degrees(found - q) == pytest.approx([turned, 0, 0, 0, 0, 0], abs=1e-4)


def test_a_place_out_of_reach_is_told() -> None:
    robot = load_robot("staubli_tx2_60")
    T = translation(5000, 0, 0) @ forward(robot.mechanism, robot.ready)
    with pytest.raises(FAULTS):
        joints_behind(robot.mechanism, robot.ready, np.eye(4), T @ invert(np.eye(4)))

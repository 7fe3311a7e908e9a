"""Runs in batches come out as runs one by one, and so do their collisions."""

from __future__ import annotations

import numpy as np
import pytest

from kinematics import forward
from kinematics.poses.orientation import xyzoat_from_pose
from scenes import load_cell, simulate
from scenes.analysis import analyse_run
from scenes.execution.machine.scenario import Scenario
from scenes.studies.questions.batch_collisions import hit_lines
from scenes.studies.questions.joint_batches import JointProgram, joint_program, joint_runs
from scenes.studies.questions.tolerance_question import failed_line
from scenes.studies.questions.variation import Group, Spread, Variation, draws
from tests.depth import share

ARMS = ("abb_irb120", "puma560", "ur5e", "staubli_tx2_60", "hokkaido1985")
FIXTURE = (
    "fixtures:\n  post: {at: [PLACE], solid: [{add: {box: [80, 80, 500], at: [0, 0, 250]}}]}\n"
)
PROGRAM = """;! language 2
POINT A XA
POINT B XB
POINT C XC
READY
SPEED 40
MOVE A
APPRO B 40
SPEED 100 ALWAYS
MOVE B
DELAY 0.5
MOVE C:TRANS(0, 0, -20)
READY
MOVE A
END
"""


@pytest.fixture
def cell_of(tmp_path):
    """The cell of an arm, with a post if asked."""

    def make(robot: str, place: str = ""):
        fixture = FIXTURE.replace("PLACE", place) if place else ""
        (tmp_path / "one.cell.yaml").write_text(
            f"cell: 1\nrobots: {{arm: {{use: {robot}}}}}\n{fixture}"
        )
        return load_cell(tmp_path / "one.cell.yaml")

    return make


def program_of(cell, rng) -> str:
    """The program with locations at joint values about the ready pose of the arm."""
    robot = cell.robot
    text = PROGRAM
    for name in "ABC":
        q = robot.ready + rng.uniform(-0.5, 0.5, 6)
        T = forward(robot.mechanism, q) @ robot.T_flange_tool
        numbers = xyzoat_from_pose(T, "hokkaido")
        text = text.replace(f"X{name}", " ".join(f"{value:.3f}" for value in numbers))
    return text


def spread(at: float, deg: float, names: str = "ABC") -> Variation:
    group = Group((), tuple(names), np.full(3, at), np.full(3, np.radians(deg)))
    return Variation((group,))


@pytest.mark.parametrize("robot", ARMS)
@pytest.mark.parametrize("at", share([1.0, 40.0], 1))
def test_batches_give_what_single_runs_give(cell_of, robot, at) -> None:
    cell, rng = cell_of(robot), np.random.default_rng(11)
    compared = 0
    for _ in range(6):
        text = program_of(cell, rng)
        run = simulate(cell, text)
        program = joint_program(run)
        if isinstance(program, str):
            assert failed_line(run), program
            continue
        given = draws(spread(at, 0.4 * at), cell, Scenario(), 12, rng)
        known = joint_runs(program, given)
        for number, draw in enumerate(given):
            single = simulate(cell, text, deviations=draw.deviations)
            if not known.is_clear[number]:
                continue
            assert not failed_line(single)
            moving = [s for s in single.steps if s.duration and not s.motion.is_still]
            np.testing.assert_allclose(
                known.q[number, 1:], [step.goal for step in moving], atol=1e-8, rtol=0
            )
            seconds = known.seconds[number].sum() + program.other_s
            assert seconds == pytest.approx(single.duration, abs=1e-8)
            compared += 1
    assert compared >= 12


def test_a_small_spread_is_clear_but_where_a_goal_is_at_its_end(cell_of) -> None:
    cell = cell_of("abb_irb120")
    program = joint_program(simulate(cell, program_of(cell, np.random.default_rng(3))))
    assert isinstance(program, JointProgram)
    given = draws(spread(0.2, 0.1), cell, Scenario(), 200, np.random.default_rng(1))
    assert joint_runs(program, given).is_clear.all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("MOVE A\nAPPRO", "MOVES A\nAPPRO"), "no motion of all joints"),
        (("SPEED 40", "ACCURACY 20 ALWAYS"), "no motion of all joints"),
        (("READY\nSPEED", "IF 1 GT 0 GOTO 5\n5 READY\nSPEED"), ""),
        (("DELAY 0.5", "DEPART 30"), "follows from the pose before"),
        (("POINT A", "POINT Q"), "does not come to its end"),
    ],
)
def test_other_programs_are_left_to_single_runs(cell_of, change, message) -> None:
    cell = cell_of("abb_irb120")
    text = program_of(cell, np.random.default_rng(3))
    assert change[0] in text
    found = joint_program(simulate(cell, text.replace(*change)))
    assert isinstance(found, str) and message in found


@pytest.mark.parametrize("moved", [False, True])
def test_collisions_of_batches_are_those_of_single_runs(cell_of, moved) -> None:
    cell = cell_of("hokkaido1985")
    rng = np.random.default_rng(8)
    text = program_of(cell, rng)
    run = simulate(cell, text)
    path = run.motion_at(np.linspace(0.0, run.duration, 400))[0]
    tools = (forward(cell.robot.mechanism, path) @ cell.robot.T_flange_tool)[:, :3, 3]
    x, y, z = tools[np.argmax(np.abs(tools[:, 1]))]
    # A post beside the farthest place of the tool: the program just passes it, some runs meet it.
    for gap in range(240, 0, -12):
        nearer = cell_of("hokkaido1985", f"{x:.1f}, {y + np.sign(y) * gap:.1f}, {z - 250.0:.1f}")
        if analyse_run(simulate(nearer, text), listed=0).collisions:
            break
        cell = nearer
    program = joint_program(simulate(cell, text))
    assert isinstance(program, JointProgram)
    groups = [Group((), ("A", "B", "C"), np.full(3, 14.0), np.zeros(3), Spread.EVEN)]
    if moved:
        groups.append(Group(("post",), (), np.full(3, 10.0), np.full(3, 0.02)))
        groups.append(Group((), (), np.full(3, 2.0), np.full(3, 0.002), of_base=True))
    given = draws(Variation(tuple(groups)), cell, Scenario(), 14, rng)
    known = joint_runs(program, given)
    found = hit_lines(cell, program, given, known)
    single = []
    for draw in given:
        own = simulate(draw.cell(cell), text, deviations=draw.deviations)
        hits = analyse_run(own.having(cell=draw.real_cell(cell)), listed=0).collisions
        single.append(min(hits, key=lambda hit: hit.time).line if hits else 0)
    np.testing.assert_array_equal(found[known.is_clear], np.array(single)[known.is_clear])
    assert known.is_clear.sum() >= 10 and 0 < np.count_nonzero(single) < len(single)

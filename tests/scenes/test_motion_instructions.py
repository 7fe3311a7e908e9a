"""Every motion instruction of the table goes through corners, interruptions, warnings and export.

The tests read the instructions from the table and use the example of each row: a new row is tested
as soon as it is in the table, and a row that other modules do not handle fails here.
"""

import numpy as np
import pytest

from kinematics import forward
from language.instructions import (
    ALONG_ARC,
    ARC,
    INSTRUCTIONS,
    JOINTS,
    STRAIGHT,
    VIA,
    Instruction,
)
from language.instructions.motion import GROUP
from scenes.checking.findings import findings
from scenes.execution.machine.scenario import Scenario, SignalEvent
from scenes.execution.simulation import simulate
from scenes.execution.statements.motions import PLACED, RELATIVE
from scenes.execution.statements.processor import action_of
from scenes.exporters.registry import READERS, export
from scenes.runs.run import Run
from scenes.runs.step import Step
from scenes.world.frozen import Array

OF_THE_GROUP = [i for i in INSTRUCTIONS if i.group == GROUP]
MOTIONS = [i for i in INSTRUCTIONS if i.moves]
# The location and the opening of the table's examples, and another location. A motion during which
# the hand opens is not rounded.
BEFORE = "POINT LOC1 640 60 330 5 80 0\nPOINT A 700 -60 400 0 70 0\nOPENI 50\n"
# Joint and straight motions before and after the tested one.
NEIGHBOURS = ("DRIVE 1, 12", "DRIVE 1, -12", "DRAW 0, 60, 40", "DRAW 0, -60, -40", "DRAW 60, 0, 0")
each_motion = pytest.mark.parametrize("instruction", MOTIONS, ids=lambda i: i.name)


def run_of(cell, text: str, **options: object) -> Run:
    run = simulate(cell, text, **options)
    assert run.program.ok, run.diagnostics
    assert not [p for p in run.problems if p.severity == "error"], run.problems
    return run


def with_motion(instruction: Instruction, before: str = "", behind: str = "") -> tuple[str, int]:
    """A program that moves to A and then does the example of an instruction; the line of that."""
    via = f"{VIA.name} SHIFT(LOC1 BY 2, -3, 4)\n" if instruction.moves == ARC else ""
    head = f"{BEFORE}MOVE A\n{before}{via}"
    goal = f"{ALONG_ARC.name} SHIFT(LOC1 BY 20, 30, 40)\n" if instruction.gives_via else ""
    return f"{head}{instruction.example}\n{goal}{behind}END\n", head.count("\n") + 1


def steps_of(run: Run, line: int) -> list[Step]:
    return [step for step in run.steps if step.line == line]


def tool_points(run: Run, q: Array) -> Array:
    """Positions (m, 3) of the tool in base axes, mm, at joint values (m, n)."""
    robot = run.cell.robot
    return (forward(robot.mechanism, q) @ robot.T_flange_tool)[:, :3, 3]


def off_line(points: Array) -> float:
    """Distance of points (m, k) from the straight line between the first and the last."""
    way, from_first = points[-1] - points[0], points - points[0]
    square = float(way @ way)
    share = from_first @ way / square if square > 0.0 else np.zeros(len(points))
    return float(np.linalg.norm(from_first - share[:, None] * way, axis=1).max())


def off_circle(points: Array) -> float:
    """Distance of points (m, 3) from the circle through the first, the middle and the last."""
    a, b = points[len(points) // 2] - points[0], points[-1] - points[0]
    normal = np.cross(a, b)
    to_centre = np.linalg.solve(np.stack([a, b, normal]), [0.5 * a @ a, 0.5 * b @ b, 0.0])
    arms = points - points[0] - to_centre
    round_ = np.abs(np.linalg.norm(arms, axis=1) - np.linalg.norm(to_centre)).max()
    return float(max(round_, np.abs(arms @ normal).max() / np.linalg.norm(normal)))


def assert_its_way(run: Run, instruction: Instruction, q: Array) -> None:
    """Joint values (m, n) follow the path of the table: a line or arc of the tool, or of joints."""
    assert instruction.moves in (JOINTS, STRAIGHT, ARC)
    if instruction.moves == STRAIGHT:
        assert off_line(tool_points(run, q)) < 1e-3  # mm, between the exact roots of the path
    elif instruction.moves == ARC:
        points = tool_points(run, q)
        assert off_circle(points) < 1e-3
        assert off_line(points) > 1e-2
    else:
        assert off_line(q) < 1e-9


@pytest.mark.parametrize("instruction", OF_THE_GROUP, ids=lambda i: i.name)
def test_an_instruction_says_how_it_moves_if_and_only_if_it_moves(paper_cell, instruction) -> None:
    assert action_of(instruction) is not None
    text, line = with_motion(instruction)
    run = run_of(paper_cell, text)
    (step,) = steps_of(run, line)
    moves = bool(np.ptp(step.trajectory.q, axis=0).max() > 1e-9)
    assert moves == bool(instruction.moves)
    if moves:
        assert_its_way(run, instruction, step.trajectory.q)


@each_motion
def test_it_says_where_it_goes_so_that_it_is_judged_behind_a_motion_that_failed(
    instruction,
) -> None:
    to_joints = instruction.known_joints or instruction.turns_one_joint
    assert to_joints or action_of(instruction) in {*PLACED, *RELATIVE}, (
        f"{instruction.name} is in neither PLACED nor RELATIVE of scenes/execution/statements/"
        "motions.py, so nothing is said of it where the arm did not reach the place before it"
    )


@each_motion
def test_corners_lead_into_it_and_out_of_it(paper_cell, instruction) -> None:
    into, out = [], []
    for other in NEIGHBOURS:
        text, line = with_motion(instruction, f"ACCURACY 20 ALWAYS\n{other}\n", f"{other}\n")
        (step,) = steps_of(run_of(paper_cell, text), line)
        into.append(step.before.corner is not None)
        out.append(step.after.corner is not None)
    assert any(into), "every motion before it ends at rest"
    assert any(out), "it ends at rest before every motion"


@each_motion
def test_after_an_interruption_the_motion_is_finished_on_the_same_kind_of_path(
    paper_cell, instruction
) -> None:
    text, line = with_motion(instruction, "REACTI 1, H\nSPEED 20 ALWAYS\n")
    text += ".END\n.PROGRAM H\nDRAW 0, 0, 25\n.END\n"
    text, line = f".PROGRAM MAIN\n{text}", line + 1
    (whole,) = steps_of(run_of(paper_cell, text), line)
    time = 0.5 * (whole.start_time + whole.end_time)
    run = run_of(paper_cell, text, scenario=Scenario((SignalEvent(time, 1, True),)))
    first, last = steps_of(run, line)
    assert first.start_time < time < first.end_time < last.start_time
    np.testing.assert_allclose(last.after.q, whole.after.q, atol=1e-9)
    assert_its_way(run, instruction, last.trajectory.q)


@each_motion
def test_a_line_or_arc_near_a_singular_wrist_is_warned_of_and_no_other_motion(
    paper_cell, instruction
) -> None:
    near = "DRIVE 5, {turn}\nSET LOC1 = HERE:TRANS(4, 3, -6)\n"
    bent = np.degrees(run_of(paper_cell, f"{BEFORE}MOVE A\nEND").end_state.q[4])
    text, line = with_motion(instruction, near.format(turn=2.0 - bent))
    run = run_of(paper_cell, text)
    warned = [p for p in findings(run) if p.code == "W301" and p.line == line]
    assert bool(warned) == (instruction.moves in (STRAIGHT, ARC))


@each_motion
@pytest.mark.parametrize("suffix", sorted(READERS))
def test_an_export_holds_the_motion_to_the_last_digit(
    paper_cell, instruction, suffix, tmp_path
) -> None:
    text, line = with_motion(instruction)
    run = run_of(paper_cell, text)
    (step,) = steps_of(run, line)
    table = READERS[suffix](export(run, tmp_path / f"out{suffix}"))
    own = np.asarray(table.lines) == line
    expected = np.degrees(step.trajectory.q[-own.sum() :])
    np.testing.assert_allclose(np.asarray(table.joints)[own], expected, rtol=1e-15)
    assert own.sum() >= len(step.trajectory.q) - 1

"""TOOL and BASE of the state count wherever the tool pose is shown, taught or asked for."""

import numpy as np
import pytest

from app.console.teletype import Console
from app.desktop.jogging.teach import Motions, motion_here
from app.desktop.runs.tool_pose import reach, tool_pose
from app.programs.program_facts import Subject, location_notes
from language import parse
from scenes import load_cell, simulate
from scenes.execution.line_facts import run_facts
from scenes.world.tool_frame import equipped, in_axes, in_base

FRAMES = ["TOOL TRANS(60, 10, 0)", "BASE 100, 50, -20, 30", "TOOL TRANS(0, 0, 40)\nBASE 0, 0, 30"]


@pytest.fixture(scope="module")
def cell():
    return load_cell("kakazu1985")


def program(dialect: str, frame: str, rest: str = "") -> str:
    text = f";! language 2\n;! dialect {dialect}\n{frame}\nDRIVE 1, 20\nDRIVE 2, 15\nDRIVE 4, 30\n"
    return f"{text}{rest}END\n"


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("dialect", ["hokkaido", "val", "vplus"])
def test_the_arm_stays_when_it_goes_to_the_point_that_was_taught_here(cell, dialect, frame) -> None:
    text = program(dialect, frame)
    state = simulate(cell, text).end_state
    taught = motion_here(cell, state, parse(text), 6, Motions.MOVE)
    run = simulate(cell, program(dialect, frame, "".join(f"{t}\n" for _, t in taught.lines)))
    assert not [p for p in run.problems if p.severity == "error"]
    np.testing.assert_allclose(run.end_state.q, state.q, atol=2e-4)


@pytest.mark.parametrize("frame", FRAMES)
def test_where_in_the_console_is_what_where_in_the_program_says(cell, frame) -> None:
    text = program("hokkaido", frame, "WHERE\n")
    (said,) = (p for p in simulate(cell, text).problems if p.code == "N302")
    shown = Console(cell, text).feed("WHERE")[0].replace(" ", "")
    for name in "xyzoat":
        assert f"{name.upper()}={said.figures[name]:.3f}" in shown


@pytest.mark.parametrize("frame", FRAMES)
def test_the_ghost_at_a_location_stands_where_the_program_takes_the_arm(cell, frame) -> None:
    text = program("hokkaido", frame, "POINT A 600 100 400 10 80 0\nMOVE A\n")
    state = simulate(cell, text).end_state
    robot = equipped(cell.robot, state.tool)
    T_base_tool = in_base(state.base, state.locations["A"])
    np.testing.assert_allclose(tool_pose(robot, state.q), T_base_tool, atol=1e-6)
    np.testing.assert_allclose(reach(robot, T_base_tool, state.q).q, state.q, atol=1e-6)
    there = in_axes(state.base, T_base_tool)
    np.testing.assert_allclose(there, state.locations["A"], atol=1e-9)


def test_a_location_only_the_moved_tool_reaches_is_said_to_be_reached(cell) -> None:
    text = program("hokkaido", "TOOL TRANS(400, 0, 0)", "POINT A 1300 0 600 0 0 0\n")
    run = simulate(cell, text)
    note = location_notes(lambda: Subject(cell, run.program, run_facts(run)))["A"]
    assert "within the limits" in note
    bare = simulate(cell, text.replace("TOOL", "; TOOL"))
    assert "too far" in location_notes(lambda: Subject(cell, bare.program, run_facts(bare)))["A"]

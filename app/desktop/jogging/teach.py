"""Teaching: the pose of the arm as a POINT line that fits into the program."""

from __future__ import annotations

from app.desktop.runs.tool_pose import tool_pose
from app.programs.located import figures_of
from language import Program
from scenes import Cell, CellState
from scenes.world.tool_frame import equipped, in_axes


def point_here(cell: Cell, state: CellState, program: Program) -> tuple[str, str, int]:
    """The text of a POINT with the tool pose in a state, its name, and the line to put it in.

    The pose is the one that HERE would store: with the TOOL and BASE of the state. The line is the
    one
    after the last POINT; numbers have the decimals that a controller takes.
    """
    T_base_tool = tool_pose(equipped(cell.robot, state.tool), state.q)
    figures = figures_of(in_axes(state.base, T_base_tool), program.dialect)
    name = free_name(program)
    points = [s for s in program.statements if s.instruction.declares]
    line = points[-1].line + 1 if points else 1
    step = _step_between(program, line)
    return f"{step}POINT {name} {figures}", name, line


def free_name(program: Program) -> str:
    """The first of LOC1, LOC2 ... that the program does not use."""
    used = {
        str(argument.value).upper()
        for statement in program.statements
        for argument in statement.arguments
        if argument is not None
    }
    number = 1
    while f"LOC{number}" in used:
        number += 1
    return f"LOC{number}"


def _step_between(program: Program, line: int) -> str:
    """A step number between the neighbours, or "" where there is no number to take."""
    before = [s.step for s in program.statements if s.line < line and s.step is not None]
    after = [s.step for s in program.statements if s.line >= line and s.step is not None]
    if not before and not after:
        return ""
    low = before[-1] if before else 0
    high = after[0] if after else low + 20
    return f"{(low + high) // 2} " if high - low > 1 else ""

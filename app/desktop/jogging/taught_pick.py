"""Teaching a pick: the statements that take a part with a grasp that was chosen in the 3D view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.desktop.jogging.teach import Taught, free_name
from app.programs.located import figures_of
from kinematics import invert
from language import Program
from language.editing.new_lines import definition_line, new_lines, statement_line
from language.instructions import taught as written
from scenes import Cell, CellState
from scenes.world.tool_frame import equipped, in_axes

if TYPE_CHECKING:
    from scenes.connecting.grasp_verdicts import JudgedGrasp


def pick(
    cell: Cell, state: CellState, program: Program, cursor: int, judged: JudgedGrasp, part: str
) -> Taught:
    """A POINT with the tool pose of a grasp, and at the cursor's line the whole pick of the part.

    The hand opens, approaches, goes straight to the part, closes on it, takes it and departs.
    """
    from scenes.connecting.grasp_verdicts import Reach

    robot = equipped(cell.robot, state.tool)
    T_base_tool = invert(robot.T_world_base) @ judged.T_world_flange @ robot.T_flange_tool
    figures = figures_of(in_axes(state.base, T_base_tool), program.dialect)
    name, at = free_name(program), statement_line(program, cursor)
    point = definition_line(program, at)
    defined = written.DEFINED.format(name, figures)
    words = _words(cell, judged, name)
    if point == at:
        lines = new_lines(program, at, [defined, *words])
    else:
        lines = new_lines(program, point, [defined])
        lines += new_lines(program, at, words)
    hints = [judged.words] if judged.reach is not Reach.FREE else []
    if state.held is not None:
        hints.append(f"the hand already holds {state.held.part} at the shown moment")
    last = lines[-1].line + len(lines) - 1
    return Taught(lines, last, f"The pick of {part}", "; ".join(hints))


def _words(cell: Cell, judged: JudgedGrasp, name: str) -> list[str]:
    """The statements of the pick; cups have no opening."""
    grasp = judged.grasp
    opened, closed = (f"{round(mm, 3):.12g}" for mm in (grasp.opened, grasp.opening))
    has_fingers = bool(cell.robot.fingers)
    return [
        *([written.OPENED.format(opened)] if has_fingers else []),
        *(text.format(name) for text in written.APPROACH),
        written.CLOSED.format(closed if has_fingers else "").rstrip(),
        written.TAKEN,
        written.DEPARTURE,
    ]

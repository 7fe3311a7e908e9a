"""Teaching: the pose of the arm, or its hand, as statements that fit into the program."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from app.desktop.runs.tool_pose import tool_pose
from app.programs.located import figures_of
from kinematics import forward
from language import Program
from language.editing.new_lines import NewLine, definition_line, new_lines, statement_line
from language.instructions import taught as written
from language.programs.program import Statement
from scenes import Cell, CellState
from scenes.world.robot import GripRule
from scenes.world.tool_frame import equipped, in_axes

# A line behind every program.
LAST = 1_000_000_000


class Motions(Enum):
    """The motions that are taught with a location."""

    POINT = "point"
    MOVE = "move"
    STRAIGHT = "straight"
    APPROACH = "approach"

    @property
    def statements(self) -> tuple[str, ...]:
        """The statements behind the one that defines the location, with {} for its name."""
        return _STATEMENTS[self]


_STATEMENTS = {
    Motions.POINT: (),
    Motions.MOVE: written.ALL_JOINTS,
    Motions.STRAIGHT: written.STRAIGHT,
    Motions.APPROACH: written.APPROACH,
}


@dataclass(frozen=True)
class Taught:
    """Lines to be inserted, in order.

    line: The number that the last one will have. what: For the user, what they are. hint: What else
    the user should know, or "".
    """

    lines: tuple[NewLine, ...]
    line: int
    what: str
    hint: str = ""


def motion_here(
    cell: Cell, state: CellState, program: Program, cursor: int, motions: Motions
) -> Taught:
    """A POINT with the tool pose in a state, and the motions to it at the cursor's line.

    The pose is the one that HERE would store: with the TOOL and BASE of the state. A location above
    the cursor that has the same figures is used again. A POINT alone goes behind the last POINT.
    """
    T_base_tool = tool_pose(equipped(cell.robot, state.tool), state.q)
    figures = figures_of(in_axes(state.base, T_base_tool), program.dialect)
    alone = motions is Motions.POINT
    at = statement_line(program, LAST if alone and _points(program) else cursor)
    known = None if alone else _known(program, figures, at)
    name = known or free_name(program)
    point = definition_line(program, at)
    words = [text.format(name) for text in motions.statements]
    if known is not None:
        lines = new_lines(program, at, words)
    elif point == at:
        lines = new_lines(program, at, [written.DEFINED.format(name, figures), *words])
    else:
        lines = new_lines(program, point, [written.DEFINED.format(name, figures)])
        lines += new_lines(program, at, words)
    last = lines[-1].line + len(lines) - 1
    what = ", ".join(words) if words else name
    return Taught(lines, last, f"{what} at {name}, known before" if known else what)


def departure(program: Program, cursor: int) -> Taught:
    """DEPARTS at the cursor's line: straight back along the tool."""
    return _at(program, cursor, written.DEPARTURE)


def hand_goes(
    cell: Cell, state: CellState, in_run: CellState, program: Program, cursor: int, opens: bool
) -> Taught | None:
    """OPENI or CLOSEI at the cursor's line; None for an arm without a hand.

    The opening is the jogged one if it differs from that of the run in this direction. Otherwise
    the hand opens as far as it goes, and closes onto the part between the fingers.
    """
    hand = cell.robot.hand
    if hand is None:
        return None
    part, opening = _between(cell, state), state.opening
    if not hand.fingers:
        return _valve(cell, program, cursor, opens, part)
    if opens:
        wide = opening if opening > in_run.opening else hand.opening_max
        return _at(program, cursor, written.OPENED.format(f"{wide:.12g}"))
    known = None if part is None else cell.part_called(part)
    if not opening < in_run.opening:
        grip = hand.opening_min if known is None else known.grasp_opening
        opening = max(grip, hand.opening_min)
    hint = "no part lies between the fingers: the hand closes on nothing"
    if part is not None:
        hint = (
            f"{part} lies between the fingers and stays behind until {written.TAKEN} takes it along"
        )
    return _at(program, cursor, written.CLOSED.format(f"{opening:.12g}"), hint)


def _valve(cell: Cell, program: Program, cursor: int, opens: bool, part: str | None) -> Taught:
    """OPENI or CLOSEI of a hand without fingers, whose valve has no opening."""
    hand, hint = cell.robot.hand, ""
    if hand is not None and hand.rule is GripRule.NONE:
        hint = f"{hand.title} holds no parts"
    elif not opens and part is None:
        hint = "no part lies at the suction cups: they suck at nothing"
    text = (written.OPENED if opens else written.CLOSED).format("").rstrip()
    return _at(program, cursor, text, hint)


def hand_takes(cell: Cell, state: CellState, program: Program, cursor: int, takes: bool) -> Taught:
    """HAND or RELEAS at the cursor's line."""
    part = _between(cell, state)
    hint = ""
    if takes and state.held is None and part is None:
        hint = f"no part lies between the fingers in this pose: {written.TAKEN} would stop the run"
    if not takes and state.held is None:
        hint = "the hand holds nothing in this pose"
    return _at(program, cursor, written.TAKEN if takes else written.RELEASED, hint)


def _points(program: Program) -> bool:
    """Whether the program has a POINT."""
    return any(statement.instruction.declares for statement in program.statements)


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


def _at(program: Program, cursor: int, statement: str, hint: str = "") -> Taught:
    line = statement_line(program, cursor)
    return Taught(new_lines(program, line, [statement]), line, statement, hint)


def _between(cell: Cell, state: CellState) -> str | None:
    """The name of the part between the fingers, the fullest first; None where there is none."""
    from scenes.execution.values.gripping import parts_to_hold

    hand = cell.robot.hand
    if hand is None:
        return None
    T_world_flange = cell.robot.T_world_base @ forward(cell.robot.mechanism, state.q)
    found = parts_to_hold(cell, state, hand, T_world_flange)
    return found[0] if found else None


def _known(program: Program, figures: str, line: int) -> str | None:
    """The location above a line whose last definition has these figures; None without one."""
    last: dict[str, Statement] = {}
    for statement in program.definitions:
        if statement.location is not None:
            last[str(statement.location.value).upper()] = statement
    for statement in last.values():
        values = [a.value for a in statement.arguments[1:] if a is not None]
        shown = " ".join(f"{v:.12g}" for v in values if isinstance(v, float))
        if statement.line < line and shown == figures and statement.location is not None:
            return str(statement.location.value)
    return None

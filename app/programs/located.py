"""The locations of a program as its text defines them, and the text with one location moved."""

from __future__ import annotations

from kinematics import KinematicsError, pose_from_xyzoat, xyzoat_from_pose
from language import Program
from language.programs.program import Statement
from scenes.world.frozen import Array


def point_of(program: Program, name: str) -> Statement | None:
    """The last POINT that defines a location; None where there is none."""
    found = [
        statement
        for statement in program.definitions
        if statement.instruction.declares
        and statement.location is not None
        and str(statement.location.value).upper() == name.upper()
    ]
    return found[-1] if found else None


def location_pose(program: Program, name: str) -> Array | None:
    """T_base_tool (4, 4) of a location as its POINT gives it, mm; None where no POINT does."""
    statement = point_of(program, name)
    values = _values(statement) if statement is not None else ()
    if len(values) != 6:
        return None
    try:
        return pose_from_xyzoat(values, program.dialect)
    except KinematicsError:
        return None


def with_location_at(text: str, program: Program, name: str, T_base_tool: Array) -> str | None:
    """The text with new figures in the POINT of a location; None if no POINT has six.

    The rest of the line, and every other line, stays as it is written.
    """
    statement = point_of(program, name)
    if statement is None or len(_values(statement)) != 6:
        return None
    figures = [a for a in statement.arguments[1:] if a is not None]
    lines = text.split("\n")
    line = lines[statement.line - 1]
    start, end = figures[0].column - 1, figures[-1].end_column - 1
    lines[statement.line - 1] = line[:start] + figures_of(T_base_tool, program.dialect) + line[end:]
    return "\n".join(lines)


def figures_of(T_base_tool: Array, dialect: str) -> str:
    """X Y Z O A T of a pose, mm and degrees, with the decimals that a controller takes."""
    values = xyzoat_from_pose(T_base_tool, dialect)
    return " ".join(f"{round(float(value), 3) + 0.0:.12g}" for value in values)


def _values(statement: Statement) -> tuple[float, ...]:
    values = (a.value for a in statement.arguments[1:] if a is not None)
    return tuple(value for value in values if isinstance(value, float))

"""From the program to its tables: Kakazu 1985, section 5 and figure 6."""

from dataclasses import dataclass, field
from typing import cast

from language.names import READY
from language.program import Program, Statement
from language.tables import (
    ABOVE,
    BELOW,
    ISF,
    NO_LOCATION,
    PC,
    RNM,
    RNO,
    UNUSED,
    CompiledStep,
    LocationRow,
    MotionRow,
    Reals,
    Tables,
    Xyzoat,
)

_POSTURES = {"ABOVE": ABOVE, "BELOW": BELOW}
_HOLDING = {"HAND": 1, "RELEAS": 0}


@dataclass
class _Compilation:
    """The tables so far, and what holds for the next row."""

    motion: list[MotionRow] = field(default_factory=list)
    locations: list[LocationRow] = field(default_factory=list)
    steps: list[CompiledStep] = field(default_factory=list)
    row_of: dict[str, int] = field(default_factory=dict)
    posture: int = ABOVE
    holding: int = 0


def compile_program(program: Program) -> Tables:
    """The tables of a program.

    Statements with errors are left out, and so are those whose location has no row; a program
    with errors therefore gives the tables of its sound part.
    """
    state = _Compilation()
    for statement in program.statements:
        if statement.instruction.takes_text:
            continue
        _compile(statement, state)
        if statement.name == "END":
            break
    return Tables(tuple(state.motion), tuple(state.locations), tuple(state.steps), program.dialect)


def _compile(statement: Statement, state: _Compilation) -> None:
    name = statement.name
    state.posture = _POSTURES.get(name, state.posture)
    state.holding = _HOLDING.get(name, state.holding)
    location = _location_index(statement, state)
    if location is None and statement.location is not None:
        return
    row: int | None = None
    if statement.instruction.code is not None:
        lc = NO_LOCATION if location is None else location + 1
        state.motion.append(
            MotionRow(
                statement.instruction.code,
                state.posture,
                state.holding,
                lc,
                _reals(statement),
                statement.line,
            )
        )
        row = len(state.motion) - 1
    state.steps.append(CompiledStep(statement, row, location))


def _location_index(statement: Statement, state: _Compilation) -> int | None:
    """The row of TL the statement uses or makes; READY uses location READY if there is one."""
    argument = statement.location
    if argument is None:
        return state.row_of.get(READY) if statement.name == READY else None
    key = str(argument.value).upper()
    if statement.instruction.defines_location:
        row = LocationRow(
            str(argument.value), ISF, RNM, PC, RNO, _xyzoat(statement), statement.line
        )
        state.locations.append(row)
        state.row_of[key] = len(state.locations) - 1
    return state.row_of.get(key)


def _xyzoat(statement: Statement) -> Xyzoat:
    if statement.name != "POINT":
        return (UNUSED,) * 6
    return cast(Xyzoat, tuple(float(a.value) for a in statement.arguments[1:] if a))


def _reals(statement: Statement) -> Reals:
    if not statement.arguments:
        return (UNUSED, UNUSED, UNUSED, UNUSED)
    reals = [UNUSED] * 4
    for argument in statement.arguments:
        if argument is not None and argument.operand.real is not None:
            reals[argument.operand.real] = float(argument.value)
    return cast(Reals, tuple(reals))

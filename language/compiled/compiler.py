"""The compiler from a program to its tables: Kakazu 1985, section 5 and figure 6."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from language.compiled.tables import (
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
from language.instructions.posture import ABOVE
from language.programs.program import Program, Statement, shown_value


@dataclass
class _Compilation:
    """The tables so far, and the state for the next row.

    row_of: index of the row of TL with a name. later: see `_defined_somewhere`. posture, holding:
    columns AC and HC.
    """

    motion: list[MotionRow] = field(default_factory=list)
    locations: list[LocationRow] = field(default_factory=list)
    steps: list[CompiledStep] = field(default_factory=list)
    row_of: dict[str, int] = field(default_factory=dict)
    later: Mapping[str, str] = field(default_factory=dict)
    posture: int = ABOVE
    holding: int = 0


def compile_program(program: Program, is_called: bool = False) -> Tables:
    """The motion table and the location table of a program.

    is_called: whether another file calls this one, which may define names that have no value here.

    Statements with errors and statements whose location has no row are left out, so that a program
    with errors gives the tables of its other statements.
    """
    wrong = {d.line for d in program.errors if d.code == "E203" and not is_called}
    state = _Compilation(later=_defined_somewhere(program, is_called))
    for statement in program.statements:
        if not statement.instruction.takes_text and statement.line not in wrong:
            _compile(statement, state)
    return Tables(tuple(state.motion), tuple(state.locations), tuple(state.steps), program.dialect)


def _defined_somewhere(program: Program, is_called: bool) -> Mapping[str, str]:
    """Locations that may be defined although no line above their use defines them, as spelt.

    A jump may have come from a definition below. The caller of a called file may have defined any
    location, and a called file may define locations of its caller. Keys in capitals.
    """
    if is_called:
        return {use.name: use.written for _, use in program.names}
    if any(d.code == "E202" for d in program.errors):
        return {}
    spelt: dict[str, str] = {}
    for _, use in program.names:
        if use.defines or (use.kind, use.name) in program.elsewhere:
            spelt.setdefault(use.name, use.written)
    return spelt


def _compile(statement: Statement, state: _Compilation) -> None:
    instruction = statement.instruction
    state.posture = state.posture if instruction.elbow is None else instruction.elbow
    state.holding = state.holding if instruction.holding is None else instruction.holding
    location = _location_index(statement, state)
    if location is None and statement.location is not None:
        return
    row: int | None = None
    if instruction.code is not None:
        lc = NO_LOCATION if location is None else location + 1
        state.motion.append(
            MotionRow(
                instruction.code,
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
    """Index of the row of TL that a statement uses or makes; READY uses location READY."""
    argument = statement.location
    if argument is None:
        return state.row_of.get(statement.instruction.own_location)
    shown = shown_value(argument.value)
    key = shown.upper()
    if not statement.instruction.defines_location:
        shown = state.later.get(key, shown)
    generated = not isinstance(argument.value, str) or key in state.later
    if statement.instruction.defines_location or (generated and key not in state.row_of):
        row = LocationRow(shown, ISF, RNM, PC, RNO, _xyzoat(statement), statement.line)
        state.locations.append(row)
        state.row_of[key] = len(state.locations) - 1
    return state.row_of.get(key)


def _xyzoat(statement: Statement) -> Xyzoat:
    """The six numbers of POINT; those that only a run knows are UNUSED."""
    values = [a.value for a in statement.arguments[1:7] if a is not None]
    if not statement.instruction.declares or len(values) < 6:
        return (UNUSED,) * 6
    return cast(Xyzoat, tuple(v if isinstance(v, float) else UNUSED for v in values))


def _reals(statement: Statement) -> Reals:
    if not statement.arguments:
        return (UNUSED, UNUSED, UNUSED, UNUSED)
    reals = [UNUSED] * 4
    for argument in statement.arguments:
        if argument is not None and argument.operand.real is not None:
            value = argument.value
            reals[argument.operand.real] = value if isinstance(value, float) else UNUSED
    return cast(Reals, tuple(reals))

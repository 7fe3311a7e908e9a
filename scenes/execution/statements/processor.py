"""The motion processor: a short function for each instruction makes a step of a statement."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from language.instructions import Instruction
from scenes.execution.statements import arcs, declarations, motions, reporting, shaping
from scenes.execution.statements import hand as handling
from scenes.execution.statements.carving import carved
from scenes.execution.statements.motions import Action
from scenes.execution.values.circumstances import Circumstances
from scenes.execution.values.context import Settings
from scenes.execution.values.impossible import FAULTS, ImpossibleError
from scenes.execution.values.task import Task
from scenes.runs.step import Step
from scenes.world.cell import Cell
from scenes.world.state import CellState

if TYPE_CHECKING:
    from language.compiled.tables import CompiledStep

# The action of every instruction that does something in the cell; silent instructions need none.
ACTIONS: Mapping[str, Action] = MappingProxyType(
    {
        "READY": motions.ready,
        "NEST": motions.nest,
        "MOVE": motions.move,
        "MOVES": motions.moves,
        "MOVET": motions.movet,
        "MOVEST": motions.movest,
        "DRAW": motions.draw,
        "TDRAW": motions.tdraw,
        "APPRO": motions.appro,
        "APPROS": motions.appros,
        "DEPART": motions.depart,
        "DEPARTS": motions.departs,
        "DRIVE": motions.drive,
        "ALIGN": motions.align,
        "C1MOVE": arcs.via,
        "C2MOVE": arcs.along_arc,
        "DELAY": motions.delay,
        "OPENI": handling.open_at_once,
        "CLOSEI": handling.close_at_once,
        "OPEN": handling.open_next,
        "CLOSE": handling.close_next,
        "GRASP": handling.grasp,
        "HAND": handling.take,
        "RELEAS": handling.release,
        "FEED": handling.feed,
        "CONFIG": declarations.config,
        "SOLUTION": declarations.solution,
        "ELBOW": declarations.elbow,
        "POINT": declarations.point,
        "SET": declarations.set_location,
        "HERE": declarations.here,
        "TOOL": declarations.tool,
        "BASE": declarations.base,
        "DECOMPOSE": declarations.decompose,
        "SPEED": declarations.speed,
        "ACCURACY": declarations.accuracy,
        "COARSE": declarations.coarse,
        "FINE": declarations.fine,
        "NULL": declarations.null,
        "NONULL": declarations.no_null,
        "SINGULAR": declarations.singular,
        "WHERE": declarations.where,
        "TYPE": reporting.type_message,
        "PROMPT": reporting.prompt,
        "ASSERT": reporting.assertion,
        "SIGNAL": reporting.signal,
        "RESET": reporting.reset,
        "CUT": shaping.cut,
        "DEFORM": shaping.deform,
        "ABOVE": declarations.posture,
        "BELOW": declarations.posture,
        "RIGHTY": declarations.posture,
        "LEFTY": declarations.posture,
        "FLIP": declarations.posture,
        "NOFLIP": declarations.posture,
    }
)


def step_for(
    compiled_step: CompiledStep,
    cell: Cell,
    state: CellState,
    settings: Settings | None = None,
    circumstances: Circumstances | None = None,
) -> Step:
    """The step of one statement carried out from a state, as if it began at time 0.

    A statement that cannot be carried out gives a step that changes nothing and holds the problem.
    """
    task = Task(
        compiled_step, cell, state, settings or Settings(), circumstances or Circumstances()
    )
    try:
        return carved(cell, carried_out(task))
    except ImpossibleError as why:
        return task.failed(why)


def action_of(instruction: Instruction) -> Action | None:
    """The function that carries out an instruction; None if no arm carries it out."""
    return declarations.nothing if instruction.silent else ACTIONS.get(instruction.name)


def carried_out(task: Task) -> Step:
    """The step of the task's statement; a step with the problem where it cannot be carried out."""
    action = action_of(task.statement.instruction)
    if action is None:
        return task.failed(ImpossibleError("E308", f"{task.statement.name} cannot be simulated"))
    try:
        arcs.refuse_other_motion(task)
        return action(task)
    except FAULTS as fault:
        return task.failed(fault)

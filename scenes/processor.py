"""The motion processor: one short function an instruction, from a statement to its step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from kinematics import KinematicsError
from scenes import declarations, handling, motions
from scenes.cell import Cell
from scenes.state import CellState
from scenes.step import Step
from scenes.task import ImpossibleError, Settings, Task

if TYPE_CHECKING:
    from language.tables import CompiledStep

ACTIONS: Mapping[str, Callable[[Task], Step]] = MappingProxyType(
    {
        "READY": motions.ready,
        "MOVE": motions.move,
        "MOVES": motions.moves,
        "DRAW": motions.draw,
        "APPROS": motions.appros,
        "DEPARTS": motions.departs,
        "DRIVE": motions.drive,
        "OPENI": handling.set_opening,
        "CLOSEI": handling.set_opening,
        "HAND": handling.take,
        "RELEAS": handling.release,
        "FEED": handling.feed,
        "ABOVE": declarations.above,
        "BELOW": declarations.below,
        "POINT": declarations.point,
        "HERE": declarations.here,
        "WHERE": declarations.where,
        "REMARK": declarations.nothing,
        "STOP": declarations.nothing,
        "END": declarations.nothing,
    }
)
LAST = frozenset({"STOP", "END"})


def step_for(
    compiled_step: CompiledStep, cell: Cell, state: CellState, settings: Settings | None = None
) -> Step:
    """Carry out one statement from a state, as if it began at time 0.

    What cannot be carried out gives a step that changes nothing and holds the problem.
    """
    task = Task(compiled_step, cell, state, settings or Settings())
    action = ACTIONS.get(task.statement.name)
    if action is None:
        return task.failed(ImpossibleError("E308", f"{task.statement.name} cannot be simulated"))
    try:
        return action(task)
    except ImpossibleError as why:
        return task.failed(why)
    except KinematicsError as why:
        return task.failed(ImpossibleError("E307", str(why)))

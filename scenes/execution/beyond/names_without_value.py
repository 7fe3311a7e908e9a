"""Removes the value that a failed statement was to define: its name must not keep an old value."""

from dataclasses import replace

from language.programs.program import Statement
from language.words.number_literals import ExpressionError
from scenes.execution.values import locations as places
from scenes.execution.values.impossible import ImpossibleError
from scenes.execution.values.task import Task
from scenes.world.frozen import without_items
from scenes.world.state import CellState


def is_giving(statement: Statement) -> bool:
    """Whether a statement defines a location or a variable."""
    instruction = statement.instruction
    return instruction.assigns or (instruction.gives_location and statement.location is not None)


def without_given_name(task: Task) -> CellState:
    """The state without the statement's location or variable, and not in a corner."""
    state = replace(task.state, corner=None)
    try:
        if task.statement.instruction.assigns:
            target = task.statement.arguments[0]
            assert target is not None
            gone = [task.place_of(target.value)]
            return replace(state, variables=without_items(state.variables, gone))
        location = task.statement.location
        assert location is not None
        key = places.key_of(task, location.value)  # type: ignore[arg-type]
        return replace(state, locations=without_items(state.locations, [key]))
    except (ExpressionError, ImpossibleError):
        return state

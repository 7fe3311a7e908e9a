"""Which tool holds where, as far as the text of a URScript program says it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scenes.makers.known_values import UnknownError
from scenes.makers.urscript.grammar.script_statements import Routine
from scenes.makers.urscript.grammar.script_trees import Call
from scenes.makers.urscript.meaning.script_shapes import Meaning
from scenes.makers.urscript.meaning.script_values import Pose6, value_of
from scenes.world.frozen import Array
from scenes.world.robot import Controller, Robot


@dataclass(frozen=True)
class ToolWays:
    """How a program sets its tool.

    at_start: T_flange_tool (4, 4) where the program begins. in_functions: Where a function begins;
    None where only a run knows it. is_scattered: Whether blocks or functions change it.
    """

    at_start: Array
    in_functions: Array | None
    is_scattered: bool


def tool_ways(meaning: Meaning, robot: Robot, controller: Controller) -> ToolWays:
    """How a program sets its tool. A program that sets none uses the tool of the cell."""
    found = list(_tools(meaning))
    if not found:
        return ToolWays(robot.T_flange_tool, robot.T_flange_tool, False)
    values = {pose for pose, _ in found}
    only = next(iter(values)) if len(values) == 1 else None
    if only is not None:
        return ToolWays(robot.T_flange_tool, controller.T_flange_controller @ only.matrix, False)
    is_scattered = not all(is_first for _, is_first in found)
    return ToolWays(robot.T_flange_tool, None, is_scattered)


def _tools(meaning: Meaning) -> Iterator[tuple[Pose6 | None, bool]]:
    """The tools that a program sets, and whether it does so outside of blocks and functions."""
    for routine in meaning.script.everything():
        if not any(call.key == "set_tcp" for call in meaning.script.calls(routine)):
            continue
        is_main = routine is meaning.script.main
        entries = meaning.script.entries(routine)
        found = ((tree, outside) for _, outside, trees, _ in entries for tree in trees)
        for tree, is_outside in found:
            if isinstance(tree, Call) and tree.key == "set_tcp":
                yield _value(meaning, routine, tree), is_main and is_outside


def _value(meaning: Meaning, routine: Routine, call: Call) -> Pose6 | None:
    try:
        value = value_of(call.given[0], meaning.known(routine)) if call.given else None
    except UnknownError:
        return None
    return value if isinstance(value, Pose6) else None

"""Notes about hands that grip nothing (N311), and about parts that stay behind (N312).

They are found when a run is complete, because a note depends on what follows: HAND after CLOSEI
reports itself that there is no part, and a part is left behind only if the arm moves on without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from kinematics import forward
from language.instructions import taught
from language.instructions.instruction import HAND_CLOSES
from scenes.execution.values.gripping import GRIP_SLACK, finger_gap, parts_to_hold, why_nothing
from scenes.runs.step import GRIPS_NOTHING, LEFT_BEHIND, NOTE, Problem, Step
from scenes.world.cell import Cell
from scenes.world.kept_on_cell import kept_on_cell
from scenes.world.robot import GripRule
from scenes.world.units import shown

# Times that the hand is looked at in one line: a loop may run a line ten thousand times.
MOST_IN_A_LINE = 50


def with_grip_notes(cell: Cell, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps of a run, in which one step of each line that needs it has a note.

    A run without any part is about the arm alone: its hand may open and close for show.
    """
    if cell.robot.hand is None or not steps:
        return steps
    if all(T is None for step in (steps[0], steps[-1]) for T in step.after.parts.values()):
        return steps
    noted: dict[int, Problem] = {}
    seen: dict[tuple[str, int], int] = {}
    for i, step in enumerate(steps):
        if not step.statement.instruction.works_hand or step.failed:
            continue
        line = (step.file, step.line)
        seen[line] = seen.get(line, 0) + 1
        if seen[line] > MOST_IN_A_LINE:
            continue
        found = _note(cell, steps, i)
        if found is not None:
            noted[i] = found
            seen[line] = MOST_IN_A_LINE
    if not noted:
        return steps
    return tuple(
        step if i not in noted else step.having(problems=(*step.problems, noted[i]))
        for i, step in enumerate(steps)
    )


def _note(cell: Cell, steps: Sequence[Step], i: int) -> Problem | None:
    """The note for a statement that opens or closes the hand; None where nothing is amiss."""
    step, hand = steps[i], cell.robot.hand
    assert hand is not None
    statement = step.statement
    if hand.rule is GripRule.NONE:
        message = f"{statement.name} does nothing: {hand.title} holds no parts"
        return _problem(step, GRIPS_NOTHING, message)
    if statement.instruction.works_hand != HAND_CLOSES or step.after.held is not None:
        return None
    part, gap, why = _grip(cell, step)
    is_taken, moving = _what_follows(steps, i)
    if not part:
        # HAND says itself that there is no part.
        message = f"{statement.name} grips nothing: {why}"
        return None if is_taken else _problem(step, GRIPS_NOTHING, message)
    if gap > GRIP_SLACK:
        message = (
            f"{statement.name} does not reach {part}, which lies between the fingers: at an "
            f"opening of {shown(step.after.opening)} mm one of them stays {shown(gap)} mm off"
        )
        return _problem(step, GRIPS_NOTHING, message, part=part, gap_mm=gap)
    if not is_taken and moving is not None:
        message = (
            f"{taught.TAKEN} is left out: {part} lies in the closed hand, but the arm moves on in "
            f"line {moving.line} without it; write {taught.TAKEN} behind this line"
        )
        return _problem(step, LEFT_BEHIND, message, part=part)
    return None


def _problem(step: Step, code: str, message: str, **figures: float | int | str) -> Problem:
    return Problem(code, NOTE, step.line, message, figures, step.end_time, step.file)


@kept_on_cell(1024)
def _grip(cell: Cell, step: Step) -> tuple[str, float, str]:
    """The part in a hand that has closed, the distance of a finger from it, mm, and, where there is
    no part, why. Kept, because an edit of a program leaves most of its steps as they were."""
    hand, state = cell.robot.hand, step.after
    assert hand is not None
    T_world_flange = cell.robot.T_world_base @ forward(cell.robot.mechanism, state.q)
    # The hand was wider before it closed: what lay between its fingers then lies there now.
    wide = replace(state, opening=max(state.opening, step.before.opening))
    there = parts_to_hold(cell, wide, hand, T_world_flange)
    if not there:
        return "", 0.0, why_nothing(cell, state, hand, T_world_flange)
    T_world_part, part = state.parts[there[0]], cell.part_called(there[0])
    assert T_world_part is not None and part is not None
    solid = state.shapes.get(there[0], part.solid)
    return there[0], finger_gap(hand, state, T_world_flange, solid, T_world_part), ""


def _what_follows(steps: Sequence[Step], i: int) -> tuple[bool, Step | None]:
    """Whether the part is taken before anything moves, and else the step that moves the arm."""
    for later in steps[i + 1 :]:
        instruction = later.statement.instruction
        if instruction.holding == 1:
            return True, None
        if instruction.works_hand or later.after.held is not None or later.failed:
            return False, None
        if not np.array_equal(later.before.q, later.after.q):
            return False, later
    return False, None

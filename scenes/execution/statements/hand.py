"""The instructions for the hand and for parts: OPENI CLOSEI HAND RELEAS FEED."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kinematics import invert
from kinematics.motion.motion import Motion
from language.words.suggestions import nearest
from scenes.execution.values.gripping import between_fingers, parts_to_hold, why_nothing
from scenes.execution.values.impossible import ImpossibleError
from scenes.execution.values.task import Task
from scenes.runs.step import Step
from scenes.world.cell import COPY_SUFFIX, Cell
from scenes.world.frozen import with_item
from scenes.world.robot import GripRule, Hand
from scenes.world.state import CellState, Held
from scenes.world.units import shown


def open_at_once(task: Task) -> Step:
    """OPENI [d]: the hand goes to the opening d, or as far as it goes, while the arm stands.

    A suction hand lets go of what it holds; a tool that holds nothing does nothing.
    """
    if not _has_fingers(task):
        return _resting(task, **_let_go(task))
    return _with_opening(task, _opening(task, hand_of(task).opening_max))


def close_at_once(task: Task) -> Step:
    """CLOSEI [d]: the hand goes to the opening d, or closes, while the arm stands.

    A suction hand takes hold of the part whose face lies at its cups.
    """
    if not _has_fingers(task):
        return _resting(task, **_sucked(task))
    return _with_opening(task, _opening(task, hand_of(task).opening_min))


def open_next(task: Task) -> Step:
    """OPEN [d]: the hand goes to the opening d, or as far as it goes, during the next motion."""
    opening = _opening(task, fingers_of(task).opening_max)
    return task.instant(replace(task.state, opening_next=opening))


def close_next(task: Task) -> Step:
    """CLOSE [d]: the hand goes to the opening d, or closes, during the next motion."""
    opening = _opening(task, fingers_of(task).opening_min)
    return task.instant(replace(task.state, opening_next=opening))


def _opening(task: Task, farthest: float) -> float:
    """The opening that the statement asks for, mm; `farthest` if it gives no number."""
    opening = task.number("opening", farthest)
    check_opening(task, opening)
    return opening


def check_opening(task: Task, opening: float) -> None:
    """Raises ImpossibleError (E401) where the hand cannot take this opening (mm)."""
    hand = fingers_of(task)
    beyond = max(hand.opening_min - opening, opening - hand.opening_max)
    if beyond > 0.0:
        raise ImpossibleError(
            "E401",
            f"the hand opens from {shown(hand.opening_min)} to {shown(hand.opening_max)} mm; "
            f"{shown(opening)} mm is {shown(beyond)} mm too far",
            value=opening,
            over=beyond,
        )


def _with_opening(task: Task, opening: float, **changes: Any) -> Step:
    change = abs(opening - task.state.opening)
    duration = max(change / task.settings.hand_speed_mm_s, task.settings.hand_time_s)
    still = Motion.still(task.state.q, duration)
    return task.step(replace(task.state, opening=opening, **changes), still)


def grasp(task: Task) -> Step:
    """GRASP w: the hand closes onto the part between the fingers and holds it.

    Raises ImpossibleError (E405) where it closes below w mm and the statement has no label.
    """
    hand, state = fingers_of(task), task.state
    T_world_flange = task.robot.T_world_base @ task.T_base_flange()
    there = between_fingers(task.cell, state, hand, T_world_flange)
    part = task.cell.part_called(there[0]) if there else None
    opening = hand.opening_min if part is None else max(part.grasp_opening, hand.opening_min)
    width = task.number("opening")
    if part is None or state.held is not None:
        step = _with_opening(task, opening)
    else:
        T_world_part = state.parts[there[0]]
        assert T_world_part is not None
        held = Held(there[0], invert(T_world_flange) @ T_world_part)
        step = _with_opening(task, opening, held=held, hand_on=True)
    if opening < width and task.statement.value("label") is None:
        message = f"GRASP closed to {shown(opening)} mm, below {shown(width)} mm: nothing is held"
        raise ImpossibleError("E405", message, opening=opening, width=width)
    return step


def take(task: Task) -> Step:
    """HAND: from here on the part between the fingers moves with the hand.

    HAND of a hand that holds a part, and RELEAS of an empty hand, change nothing: the checks of the
    program text warn of them.
    """
    hand, state = hand_of(task), task.state
    if state.held is not None:
        return task.instant(state)
    T_world_flange = task.robot.T_world_base @ task.T_base_flange()
    there = parts_to_hold(task.cell, state, hand, T_world_flange)
    name = _part_to_take(task, there)
    return task.instant(replace(state, **_holding(task, name)))


def release(task: Task) -> Step:
    """RELEAS: the hand lets go of the part, which stays where it is."""
    return task.instant(replace(task.state, **_let_go(task)))


def _holding(task: Task, name: str) -> dict[str, Any]:
    """Changes of the state from which on a part moves with the hand."""
    T_world_flange = task.robot.T_world_base @ task.T_base_flange()
    T_world_part = task.state.parts[name]
    assert T_world_part is not None
    return {"held": Held(name, invert(T_world_flange) @ T_world_part), "hand_on": True}


def _let_go(task: Task) -> dict[str, Any]:
    """Changes of the state from which on a held part stays where it is."""
    state = task.state
    if state.held is None:
        return {}
    T_world_flange = task.robot.T_world_base @ task.T_base_flange()
    T_world_part = T_world_flange @ state.held.T_flange_part
    parts = with_item(state.parts, state.held.part, T_world_part)
    return {"held": None, "hand_on": False, "parts": parts}


def _sucked(task: Task) -> dict[str, Any]:
    """Changes of the state as a suction hand sucks: it holds the part at its cups, if any."""
    hand = hand_of(task)
    T_world_flange = task.robot.T_world_base @ task.T_base_flange()
    there = parts_to_hold(task.cell, task.state, hand, T_world_flange)
    return _holding(task, there[0]) if there and task.state.held is None else {}


def _resting(task: Task, **changes: Any) -> Step:
    """The step of a hand without fingers: its valve switches in `hand_time_s`; a tool has none."""
    after = replace(task.state, **changes)
    if hand_of(task).rule is GripRule.NONE:
        return task.instant(after)
    return task.step(after, Motion.still(task.state.q, task.settings.hand_time_s))


def feed(task: Task) -> Step:
    """FEED part [AT loc]: the part appears at its feed frame, or at the location."""
    typed = str(task.statement.value("part"))
    names = {part.name.upper(): part for part in task.cell.parts}
    part = names.get(typed.upper())
    if part is None:
        raise ImpossibleError(
            "E404", f"there is no part {typed} in the cell" + _suggestion(typed, task.cell)
        )
    T_world_part = part.T_world_feed
    place = task.statement.location
    if place is not None:
        T_world_part = task.robot.T_world_base @ task.frame(place.value)
    name = _free_name(task.state, part.name)
    return task.instant(replace(task.state, parts=with_item(task.state.parts, name, T_world_part)))


def _part_to_take(task: Task, candidates: tuple[str, ...]) -> str:
    """Name of the part that HAND takes; ImpossibleError (E403, E404) where there is none."""
    argument = task.statement.argument("part")
    if argument is None:
        if not candidates:
            raise ImpossibleError("E403", _nothing_there(task))
        return candidates[0]
    typed = str(argument.value)
    known = {name.upper() for name in (*task.state.parts, *task.cell.parts_by_name)}
    if typed.upper() not in known:
        raise ImpossibleError(
            "E404", f"there is no part {typed} in the cell" + _suggestion(typed, task.cell)
        )
    for name in candidates:
        if typed.upper() in (name.upper(), COPY_SUFFIX.sub("", name).upper()):
            return name
    there = f"; {candidates[0]} does" if candidates else ""
    where = "between the fingers" if _has_fingers(task) else "at the suction cups"
    raise ImpossibleError("E403", f"{typed} does not lie {where}{there}")


def _nothing_there(task: Task) -> str:
    """Why HAND finds no part, with the nearest one."""
    hand = hand_of(task)
    T_world_flange = task.robot.T_world_base @ task.T_base_flange()
    why = why_nothing(task.cell, task.state, hand, T_world_flange)
    if hand.rule is GripRule.NONE:
        return why
    where = "lies between the fingers" if hand.rule is GripRule.FINGERS else "is at the cups"
    return f"no part {where}: {why}"


def hand_of(task: Task) -> Hand:
    """The hand of the arm; ImpossibleError (E402) where it has none."""
    if task.robot.hand is None:
        raise ImpossibleError(
            "E402",
            f"{task.robot.name} has no hand: give it one in the cell, such as "
            "`hand: two_finger_85`",
        )
    return task.robot.hand


def fingers_of(task: Task) -> Hand:
    """The hand of the arm, which has fingers; ImpossibleError (E402) where it has none."""
    hand = hand_of(task)
    if not hand.fingers:
        raise ImpossibleError(
            "E402",
            f"{hand.title} has no fingers with an opening: only OPENI and CLOSEI work it, "
            "and HAND and RELEAS",
        )
    return hand


def _has_fingers(task: Task) -> bool:
    return bool(hand_of(task).fingers)


def _free_name(state: CellState, name: str) -> str:
    """Name for the part that FEED adds: its own name the first time, then part.2, part.3 ..."""
    if state.parts.get(name) is None:
        return name
    # A loop may feed thousands of copies: the last one is found by doubling, then by halving.
    free = 2
    while f"{name}.{free}" in state.parts:
        free *= 2
    taken = free // 2
    while free - taken > 1:
        middle = (free + taken) // 2
        taken, free = (middle, free) if f"{name}.{middle}" in state.parts else (taken, middle)
    return f"{name}.{free}"


def _suggestion(typed: str, cell: Cell) -> str:
    near = nearest(typed, cell.parts_by_name)
    if near:
        return f"; did you mean {near[0]}?"
    names = ", ".join(cell.parts_by_name)
    return f"; its parts are {names}" if names else ", which has no parts"

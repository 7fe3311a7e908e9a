"""Circular motion: via points, and the arc through them to a goal."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kinematics import ArcCurve, KinematicsError
from kinematics.motion.paths.arc_curve import SAME_PLACE_MM
from language.instructions import ALONG_ARC, VIA
from scenes.execution.statements.driving import led_along, refuse_change_of_posture, straight_to
from scenes.execution.statements.planned import planned_arc
from scenes.execution.values.impossible import ImpossibleError
from scenes.execution.values.task import Task, near_enough
from scenes.runs.step import NOTE, Problem, Step
from scenes.world.frozen import Array
from scenes.world.state import Via
from scenes.world.units import shown

# An arc has one via point, a full circle two.
MOST_VIAS = 2
# Rad: a via point whose orientation the tool misses by more is told of.
TOLD_GAP = np.radians(1.0)
TURNED_OTHERWISE = "N307"
# Mm: an arc of which less is left after an interruption ends on a straight line.
NO_REST_MM = 0.1


def via(task: Task) -> Step:
    """C1MOVE loc: the arc of the C2MOVE that follows goes through this place."""
    state = task.state
    if len(state.vias) == MOST_VIAS:
        raise ImpossibleError(
            "E310", f"an arc has one via point and a full circle two; this {VIA.name} is one more"
        )
    name, T_base_tool = task.location()
    given = Via(name, near_enough(name, T_base_tool))
    return task.instant(replace(state, vias=(*state.vias, given)))


def along_arc(task: Task) -> Step:
    """C2MOVE loc: along the arc through the via point to this place, or once round the circle."""
    goal, T_base_tool = task.location()
    if task.settings.assumes:
        return straight_to(task.with_state(vias=()), goal, T_base_tool)
    vias = task.state.vias
    if not vias:
        raise ImpossibleError(
            "E310", f"{task.statement.shown} has no via point: give it by {VIA.name} before"
        )
    names = ["the place before it", *(each.name for each in vias), goal]
    near_enough(goal, T_base_tool)
    arc = _arc(task, [each.T_base_tool for each in vias], T_base_tool, names)
    step = _driven(task, goal, arc)
    notes = tuple(_missed(task, vias, arc))
    return step.having(problems=(*step.problems, *notes))


def refuse_other_motion(task: Task) -> None:
    """Raises ImpossibleError (E310) for a motion that leaves a via point without its arc."""
    instruction, vias = task.statement.instruction, task.state.vias
    if not vias or not instruction.moves or instruction is ALONG_ARC or task.settings.assumes:
        return
    raise ImpossibleError(
        "E310",
        f"{VIA.name} {vias[-1].name} gives the via point of an arc, and {instruction.name} goes "
        f"along none: write {ALONG_ARC.name} before it",
    )


def rest_of_arc(
    task: Task, began: Array, vias: tuple[Via, ...], goal: Array, opening: float | None
) -> Step:
    """The rest of an interrupted arc, from where the arm stands now to its goal.

    began, goal: T_base_tool (4, 4) where the whole arc begins and ends. The rest is the arc through
    the middle of what is left of the whole one: the same circle, where the arm still stands on it.
    """
    whole = ArcCurve.through(began, [each.T_base_tool for each in vias], goal)
    here, end = task.T_base_tool(), f"the end of {task.statement.name}"
    done = whole.share_at(here[:3, 3])
    if (1.0 - done) * whole.length < NO_REST_MM:
        return straight_to(task, end, goal, opening=opening)
    middle = whole.poses(0.5 * (done + 1.0))[0]
    arc = _arc(task, [middle], goal, ["the place of the stop", "the middle of the rest", end])
    return _driven(task, end, arc, opening)


def _driven(task: Task, goal: str, arc: ArcCurve, opening: float | None = None) -> Step:
    refuse_change_of_posture(task, "an arc")
    robot = task.robot
    result = planned_arc(
        task.mechanism,
        arc,
        task.state.q,
        task.T_flange_tool,
        (robot.tool_speed_mm_s, robot.tool_speed_rad_s),
        task.state.pace.fraction(robot.tool_speed_mm_s),
        robot.profile,
        task.state.beside.singular,
        task.state.elbow is not None,
    )
    return led_along(task, goal, arc.name, result, opening, vias=())


def _arc(task: Task, T_vias: list[Array], T_goal: Array, names: list[str]) -> ArcCurve:
    """The arc from where the tool is; ImpossibleError (E307) where the places determine none."""
    start = task.T_base_tool()
    if task.mechanism.position_only:  # the arm cannot turn the tool
        T_vias = [_turned_as(start, T) for T in T_vias]
        T_goal = _turned_as(start, T_goal)
    try:
        return ArcCurve.through(start, T_vias, T_goal, names)
    except KinematicsError as why:
        closes = np.linalg.norm((T_goal - start)[:3, 3]) <= SAME_PLACE_MM and len(T_vias) == 1
        hint = f"; a full circle takes two {VIA.name} before it" if closes else ""
        raise ImpossibleError("E307", f"{task.statement.shown}: {why}{hint}") from why


def _turned_as(T_base_tool: Array, place: Array) -> Array:
    """The pose (4, 4) at a place with the orientation of another pose."""
    T = np.array(place)
    T[:3, :3] = T_base_tool[:3, :3]
    return T


def _missed(task: Task, vias: tuple[Via, ...], arc: ArcCurve) -> list[Problem]:
    """Notes of via points whose orientation the tool does not have as it passes them."""
    notes = []
    for each, gap in zip(vias, arc.via_gaps, strict=True):
        if gap > TOLD_GAP:
            degrees = float(np.degrees(gap))
            message = (
                f"the tool passes {each.name} {shown(degrees)} deg off its orientation: on an arc "
                "it turns evenly about one axis from the start to the goal"
            )
            notes.append(task.problem(TURNED_OTHERWISE, NOTE, message, off_deg=degrees))
    return notes

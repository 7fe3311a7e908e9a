"""Maps of a study over places of the world: where a tool reaches, where a robot may stand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from scenes.studies.engine.rows_so_far import Numbers, spread
from scenes.studies.engine.study import Arrays, Question
from scenes.studies.questions.among_arms import AmongArms
from scenes.studies.questions.placement_question import PlacementQuestion
from scenes.studies.questions.reach_question import ReachQuestion
from scenes.studies.questions.variation import pose_at_start
from scenes.studies.results.place_map import At, PlaceMap
from scenes.world.frozen import Array

ORIENTATIONS, SOLUTIONS = "Orientations reached", "Solutions"
_MEASURES = {
    "Manipulability": "manipulability",
    "Margin to joint limits": "margin",
}
CYCLE, MARGIN, TURNS = "Shortest cycle", "Margin to joint limits", "Turns that suit"


def map_titles(question: Question) -> tuple[str, ...]:
    """The titles of the maps of a question, the most telling first; none for most kinds."""
    if isinstance(question, AmongArms):
        return tuple(
            f"{name}: {title}"
            for name, own in zip(question.names, question.questions, strict=True)
            for title in map_titles(own)
        )
    if isinstance(question, ReachQuestion):
        measures = tuple(t for t, name in _MEASURES.items() if name in question.measures)
        turns = (ORIENTATIONS,) if len(question.grid.rotations) > 1 else ()
        return (*turns, SOLUTIONS, *measures)
    if isinstance(question, PlacementQuestion):
        return (CYCLE, MARGIN, *((TURNS,) if question.grid.yaw.number > 1 else ()))
    return ()


def place_map(question: Question, title: str, found: Arrays, numbers: Numbers) -> PlaceMap:
    """The map with a title of `map_titles`, of the rows of the items `numbers` (k,)."""
    if isinstance(question, AmongArms):
        return _of_an_arm(question, title, found, numbers)
    if isinstance(question, ReachQuestion):
        return _of_reach(question, title, found, numbers)
    if isinstance(question, PlacementQuestion):
        return _of_places(question, title, found, numbers)
    raise TypeError(f"there is no map of {type(question).__name__}")


def _of_an_arm(question: AmongArms, title: str, found: Arrays, numbers: Numbers) -> PlaceMap:
    arm = next(
        arm
        for arm, (name, own) in enumerate(zip(question.names, question.questions, strict=True))
        if title in [f"{name}: {each}" for each in map_titles(own)]
    )
    own = found["arm"] == arm
    rows = question.rows_of(arm, found)
    first = question.first_of_arm(arm)
    plain = title.removeprefix(f"{question.names[arm]}: ")
    made = place_map(question.questions[arm], plain, rows, numbers[own] - first)
    return replace(made, title=title)


def _of_reach(question: ReachQuestion, title: str, found: Arrays, numbers: Numbers) -> PlaceMap:
    """Of each place the best of its orientations."""
    grid, count = question.grid, question.items
    counted = "free" if question.is_free else "solutions"

    def by_place(values: Array, empty: float) -> Array:
        return np.asarray(spread(values, numbers, count, empty).reshape(grid.places, -1))

    known = by_place(np.ones(len(numbers), np.bool_), False).any(axis=1)
    solved, good = by_place(found["solutions"], 0), by_place(found[counted], 0)
    verdicts = np.where(solved.any(axis=1), At.MEETS, At.BAD)
    verdicts = np.where(good.any(axis=1), At.GOOD, verdicts)
    verdicts = np.where(known, verdicts, At.UNKNOWN)
    unit = ""
    if title == ORIENTATIONS:
        values, unit = 100.0 * (good > 0).sum(axis=1) / len(grid.rotations), "%"
    elif title == SOLUTIONS:
        values = good.max(axis=1).astype(float)
    else:
        measure = by_place(found[_MEASURES[title]].astype(float), np.nan)
        values = np.nan_to_num(measure, nan=-np.inf).max(axis=1)
    values = np.where((verdicts == At.GOOD) & np.isfinite(values), values, np.nan)
    words = ("reached", "not reached", "reached in collision only" if question.is_free else "")
    return PlaceMap(
        title,
        unit,
        grid.low,
        np.full(3, grid.step),
        values.reshape(grid.shape),
        verdicts.reshape(grid.shape),
        words,
    )


def _of_places(
    question: PlacementQuestion, title: str, found: Arrays, numbers: Numbers
) -> PlaceMap:
    """Of each place the best of its turns; it is where the origin of the moved thing stands."""
    grid, count = question.grid, question.items
    shape = (grid.x.number, grid.y.number, grid.z.number)

    def by_place(values: Array, empty: float) -> Array:
        return np.asarray(spread(values, numbers, count, empty).reshape(*shape, -1))

    known = by_place(np.ones(len(numbers), np.bool_), False)
    ends = known & (by_place(found["failed_line"], 1) == 0)
    fits = ends & (by_place(found["hit_line"], 1) == 0)
    verdicts = np.where(ends.any(axis=3), At.MEETS, At.BAD)
    verdicts = np.where(fits.any(axis=3), At.GOOD, verdicts)
    verdicts = np.where(known.any(axis=3), verdicts, At.UNKNOWN)
    unit = "%"
    if title == TURNS:
        values = 100.0 * fits.sum(axis=3) / grid.yaw.number
    elif title == MARGIN:
        margin = 100.0 * by_place(found["margin"], np.nan)
        values = np.where(fits, margin, -np.inf).max(axis=3)
    else:
        cycle, unit = by_place(found["cycle_s"], np.nan), "s"
        values = np.where(fits, cycle, np.inf).min(axis=3)
    values = np.where(fits.any(axis=3) & np.isfinite(values), values, np.nan)
    first = np.array([axis.first for axis in (grid.x, grid.y, grid.z)])
    last = np.array([axis.last for axis in (grid.x, grid.y, grid.z)])
    cell, bodies = question.cell, question.bodies
    T = pose_at_start(cell, bodies[0]) if bodies else cell.robot.T_world_base
    return PlaceMap(
        title,
        unit,
        T[:3, 3] + first,
        (last - first) / np.maximum(np.array(shape) - 1, 1),
        values,
        verdicts,
        ("suit the program", "at which it fails", "at which something is met"),
        bodies[0] if bodies else "robot",
    )

"""The result of a reach study in words, tables and maps."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scenes.studies.engine.rows_so_far import Numbers, numbers_of, spread
from scenes.studies.engine.study import Arrays
from scenes.studies.questions.reach_question import MEASURES, ReachQuestion
from scenes.studies.results.pictures import histogram
from scenes.studies.results.summary import Figure, Histogram, PlaneMap, Summary, Table

Flags = NDArray[np.bool_]
# Maps of a page: layers of the grid, evenly among those in which something is reached.
_LAYERS = 3


def reach_summary(
    question: ReachQuestion, found: Arrays, numbers: Numbers | None = None
) -> Summary:
    """The summary of the rows of all chunks, or of the poses `numbers` (k,) that are known."""
    reached, known = _reached(question, found), numbers_of(found, numbers)
    count, all_poses = int(reached.sum()), len(known)
    grid = question.grid
    by_place = spread(reached, known, question.items, False).reshape(grid.places, -1)
    places = len(np.unique(known // by_place.shape[1]))
    word = "reached free of collision" if question.is_free else "reached"
    robot = question.cell.robot
    answer = (
        f"{robot.title or robot.name} reaches {count:,} of {all_poses:,} poses "
        f"({100.0 * count / all_poses:.1f} %)"
        + (" free of collision" if question.is_free else "")
        + f", at {int(by_place.any(axis=1).sum()):,} of {places:,} places.",
    )
    figures = [Figure("poses", all_poses), Figure(f"poses {word}", count)]
    figures.append(Figure("solutions within the limits", int(found["solutions"].sum())))
    if question.is_free:
        figures.append(Figure("solutions free of collision", int(found["free"].sum())))
    figures.append(Figure("places with every orientation", int(by_place.all(axis=1).sum())))
    figures.append(
        Figure("volume of places", float(by_place.any(axis=1).sum()) * _litres(question), "l")
    )
    return Summary(
        answer,
        tuple(figures),
        (_layer_table(question, by_place),),
        tuple(_histograms(found)),
        tuple(_maps(question, by_place)),
    )


def _reached(question: ReachQuestion, found: Arrays) -> Flags:
    """Whether each pose counts as reached."""
    return np.asarray(found["free" if question.is_free else "solutions"] > 0)


def _litres(question: ReachQuestion) -> float:
    return (question.grid.step / 100.0) ** 3


def _layer_table(question: ReachQuestion, by_place: Flags) -> Table:
    """Of each height: how many places are reached with some orientation, and with every one."""
    grid = question.grid
    layers = by_place.reshape(*grid.shape, -1)
    some, every = layers.any(axis=3).sum(axis=(0, 1)), layers.all(axis=3).sum(axis=(0, 1))
    places = grid.shape[0] * grid.shape[1]
    rows = tuple(
        (float(grid.low[2] + grid.step * k), int(some[k]), int(every[k]), places)
        for k in range(grid.shape[2])
    )
    header = ("z, mm", "places reached", "with every orientation", "places")
    return Table("Layers", header, rows)


def _histograms(found: Arrays) -> list[Histogram]:
    counts = found["solutions"]
    most = int(counts.max(initial=0))
    edges = np.linspace(-0.5, most + 0.5, most + 2)
    solutions = np.bincount(counts, minlength=most + 1).astype(float)
    bars = [Histogram("Poses by their number of solutions within the limits", "", edges, solutions)]
    return bars + [
        histogram(f"Poses by the {name} of their best solution", "", found[name])
        for name in MEASURES
        if name in found
    ]


def _maps(question: ReachQuestion, by_place: Flags) -> list[PlaneMap]:
    """Layers along z: the number of orientations that are reached at each place."""
    grid = question.grid
    counts = by_place.reshape(*grid.shape, -1).sum(axis=3)
    used = np.flatnonzero(counts.any(axis=(0, 1)))
    if not len(used):
        return []
    chosen = used[np.unique(np.linspace(0, len(used) - 1, _LAYERS + 2).astype(int)[1:-1])]
    x = grid.low[0] + grid.step * np.arange(grid.shape[0])
    y = grid.low[1] + grid.step * np.arange(grid.shape[1])
    return [
        PlaneMap(
            f"Orientations reached at z = {grid.low[2] + grid.step * k:g} mm",
            x,
            y,
            np.where(counts[:, :, k] > 0, counts[:, :, k], np.nan).T,
        )
        for k in chosen
    ]

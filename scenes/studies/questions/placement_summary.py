"""The result of a placement study: the best place, the runners-up, and maps of all of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scenes.files.file_poses import rpy_of
from scenes.studies.engine.rows_so_far import Numbers, numbers_of, spread
from scenes.studies.engine.study import Arrays
from scenes.studies.questions.placement_question import PlacementQuestion
from scenes.studies.results.pictures import histogram
from scenes.studies.results.summary import Figure, PlaneMap, Summary, Table
from scenes.world.frozen import Array

# Places of the table.
_LISTED = 20


def placement_summary(
    question: PlacementQuestion, found: Arrays, numbers: Numbers | None = None
) -> Summary:
    """The summary of the rows of all chunks, or of the places `numbers` (k,) that are known."""
    known = numbers_of(found, numbers)
    possible = found["failed_line"] == 0
    fits = possible & (found["hit_line"] == 0)
    count = int(fits.sum())
    figures = (
        Figure("places", len(known)),
        Figure("places at which the program comes to its end", int(possible.sum())),
        Figure("places free of collision too", count),
    )
    if not count:
        none = f"None of the {len(known):,} places of the grid suits the program."
        return Summary((none,), figures, _lines(found))
    order = _order(question, found, fits)
    best = int(order[0])
    rows = question.grid.rows(known)
    answer = (
        f"Best of {len(known):,} places, each of which was looked at: {_moved(rows[best])}; "
        f"a cycle takes {found['cycle_s'][best]:.3f} s, and {100.0 * found['margin'][best]:.0f} % "
        "of half its range is left to the joint nearest to a limit.",
        _entry(question, rows[best]),
    )
    header = ("dx, mm", "dy, mm", "dz, mm", "yaw, deg", "cycle, s", "joint margin, %")
    listed = tuple(
        (
            *(float(value) for value in rows[k][:3]),
            float(np.degrees(rows[k][3])),
            float(found["cycle_s"][k]),
            100.0 * float(found["margin"][k]),
        )
        for k in order[:_LISTED]
    )
    tables = (Table("The best places", header, listed), *_lines(found))
    bars = (histogram("Places by their cycle time", "s", found["cycle_s"][fits]),)
    return Summary(answer, figures, tables, bars, _maps(question, found, fits, known))


def _order(question: PlacementQuestion, found: Arrays, fits: NDArray[np.bool_]) -> Array:
    """The places that suit, the best first; of equally good ones the first of the grid."""
    places = np.flatnonzero(fits)
    values = -found["margin"] if question.best == "margin" else found["cycle_s"]
    return np.asarray(places[np.argsort(values[places], kind="stable")])


def _moved(row: Array) -> str:
    x, y, z, yaw = row
    return f"moved by {x:g}, {y:g}, {z:g} mm and turned by {np.degrees(yaw):g} deg"


def _entry(question: PlacementQuestion, row: Array) -> str:
    """What the cell file then says of the first thing that is moved."""
    cell = question.placed(row).cell(question.cell)
    if not question.bodies:
        name, T = cell.robot.name, cell.robot.T_world_base
    else:
        name = question.bodies[0]
        poses = {body.name: body.T_world_body for body in cell.fixtures}
        poses |= {part.name: part.T_world_feed for part in cell.parts}
        T = poses[name]
    at = ", ".join(f"{value:g}" for value in np.round(T[:3, 3], 6) + 0.0)
    rpy = ", ".join(f"{value:g}" for value in np.round(rpy_of(T), 6) + 0.0)
    return f"In the world {name} then stands at: [{at}], rpy: [{rpy}]."


def _lines(found: Arrays) -> tuple[Table, ...]:
    """Why places do not suit: lines that fail, and lines in which something is met."""
    tables = []
    for column, title in (
        ("failed_line", "Lines at which the program fails"),
        ("hit_line", "Lines in which something is met first"),
    ):
        numbers, counts = np.unique(found[column][found[column] > 0], return_counts=True)
        if len(numbers):
            order = np.argsort(-counts, kind="stable")
            rows = tuple((int(numbers[k]), int(counts[k])) for k in order)
            tables.append(Table(title, ("line", "places"), rows))
    return tuple(tables)


def _maps(
    question: PlacementQuestion, found: Arrays, fits: NDArray[np.bool_], known: Numbers
) -> tuple[PlaneMap, ...]:
    """Over x and y: how many heights and turns suit, and the shortest cycle among them."""
    grid = question.grid
    if grid.x.number < 2 or grid.y.number < 2:
        return ()
    shape = (grid.x.number, grid.y.number, -1)
    suits = spread(fits, known, grid.count, False).reshape(shape)
    cycles = spread(found["cycle_s"], known, grid.count, np.nan).reshape(shape)
    counts = suits.sum(axis=2).astype(float)
    times = np.where(suits, cycles, np.inf).min(axis=2)
    x, y = grid.x.values, grid.y.values
    words = ("dx", "dy")
    return (
        PlaneMap(
            "Heights and turns that suit", x, y, np.where(counts > 0, counts, np.nan).T, words
        ),
        PlaneMap("Shortest cycle, s", x, y, np.where(np.isfinite(times), times, np.nan).T, words),
    )

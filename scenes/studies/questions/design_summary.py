"""The result of a design study in words, tables and pictures."""

from __future__ import annotations

import numpy as np

from scenes.studies.engine.rows_so_far import Numbers, numbers_of, spread
from scenes.studies.engine.study import Arrays
from scenes.studies.questions.design_question import ANGLES, DesignQuestion, length_of
from scenes.studies.results.pictures import histogram
from scenes.studies.results.summary import Figure, Histogram, PlaneMap, Summary, Table

# Designs in the table of the best ones.
_BEST = 20
MEASURES = ("margin", "manipulability", "length_mm")


def design_summary(
    question: DesignQuestion, found: Arrays, numbers: Numbers | None = None
) -> Summary:
    """The summary of the rows of all chunks, or of the designs `numbers` (k,) that are known."""
    known = numbers_of(found, numbers)
    poses, order = len(question.poses), ranked(question, found)
    whole = found["reached"] == poses
    count = int(whole.sum())
    sentence = f"{count:,} of {len(known):,} designs reach all {poses:,} poses"
    if count:
        values = ", ".join(_told(question, found, int(order[0])))
        sentence += f"; the best by {question.best} has {values}"
    else:
        most = int(found["reached"].max(initial=0))
        sentence += f"; the best one reaches {most:,}"
    figures = [Figure("designs", len(known)), Figure("designs that reach all poses", count)]
    figures.append(Figure("required poses", poses))
    unknown = int((found["solvable"] == 0).sum())
    if unknown:
        figures.append(Figure("designs that no solver knows", unknown))
    figures.append(Figure("length of the present links", length_of(question.mechanism_now), "mm"))
    return Summary(
        (f"{sentence}.",),
        tuple(figures),
        (_best_table(question, found, order, known), _rows_table(question)),
        (_by_reach(found, poses), histogram("Designs by their least margin", "", found["margin"])),
        _map(question, found, known),
        (_about_collision(question),),
    )


def _about_collision(question: DesignQuestion) -> str:
    if not question.link_radius:
        return "Collision is not looked at: the bodies of the links keep their form."
    return (
        f"Links count as sticks of {question.link_radius:g} mm radius from frame to frame: "
        "a solution with one that meets a fixture does not count."
    )


def ranked(question: DesignQuestion, found: Arrays) -> np.ndarray:
    """The rows of the designs, the best first: by reached poses, then by the measure asked."""
    name = "length_mm" if question.best == "length" else question.best
    measure = found[name] if name == "length_mm" else -np.nan_to_num(found[name], nan=-np.inf)
    return np.lexsort((measure, -found["reached"]))


def _names(question: DesignQuestion) -> list[str]:
    return [link.name for link in question.grid.links]


def _told(question: DesignQuestion, found: Arrays, row: int) -> list[str]:
    """The values of a design in words, as `a3 = 250 mm`."""
    return [
        f"{name.partition('_')[0]} = {found[name][row]:.6g} {name.partition('_')[2]}"
        for name in _names(question)
    ]


def _best_table(
    question: DesignQuestion, found: Arrays, order: np.ndarray, known: Numbers
) -> Table:
    names = [*_names(question), "reached", *MEASURES]
    rows = tuple(
        (int(known[row]), *(float(found[name][row]) for name in names)) for row in order[:_BEST]
    )
    return Table("Best designs", ("design", *names), rows)


def _rows_table(question: DesignQuestion) -> Table:
    """The modified DH rows of the present arm, in mm and degrees."""
    table = question.table
    columns = (np.degrees(table.alpha), table.a, table.d, np.degrees(table.theta0))
    rows = tuple(
        (joint, *(float(column[joint - 1]) for column in columns))
        for joint in range(1, len(table.a) + 1)
    )
    return Table(
        "Rows of the present arm", ("joint", "alpha, deg", "a, mm", "d, mm", "theta, deg"), rows
    )


def _by_reach(found: Arrays, poses: int) -> Histogram:
    counts = np.bincount(found["reached"], minlength=poses + 1).astype(float)
    edges = np.linspace(-0.5, poses + 0.5, poses + 2)
    return Histogram("Designs by the number of poses that they reach", "", edges, counts)


def _map(question: DesignQuestion, found: Arrays, known: Numbers) -> tuple[PlaneMap, ...]:
    """The poses reached over two parameters of a grid; none for other studies."""
    links = question.grid.links
    units = {link.parameter in ANGLES for link in links}
    if question.grid.samples or len(links) != 2 or len(units) != 1:
        return ()
    reached = spread(found["reached"].astype(float), known, question.items, np.nan)
    values = reached.reshape(question.grid.shape)
    y, x = (link.shown(np.linspace(link.first, link.last, link.number)) for link in links)
    words = links[1].name.partition("_")[0], links[0].name.partition("_")[0]
    unit = links[0].name.partition("_")[2]
    return (PlaneMap("Poses reached", x, y, values, words, unit),)

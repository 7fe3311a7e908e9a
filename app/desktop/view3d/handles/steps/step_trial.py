"""A body while one of its steps is dragged: made in the worker process, with its collisions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path as FilePath

from app.desktop.modelling.edits.solid_edits import Path
from app.desktop.modelling.steps.step_edits import with_shape_written
from app.desktop.modelling.steps.step_places import Shape
from app.desktop.runs.carried_state import carried
from app.desktop.view3d.drawing.bodies.body_drawing import BodyDrawing, drawing_of
from geometry import GeometryError, Solid
from scenes import Cell, CellState, SceneError
from scenes.files.text.documents import Document as CellFile
from scenes.files.text.documents import parse_document

Pair = tuple[str, str]


@dataclass(frozen=True, eq=False)
class Trial:
    """The body with a dragged step.

    pairs: The bodies that it collides with, itself first. colours: Of its primitives. fault: Why
    the file would give no cell, in words; there is then no solid.
    """

    pairs: tuple[Pair, ...] = ()
    solid: Solid | None = None
    drawing: BodyDrawing | None = None
    colours: tuple[str | None, ...] = ()
    fault: str = ""


@lru_cache(maxsize=2)
def _file_of(path: FilePath, text: str) -> CellFile:
    return parse_document(path, text, "cell file")


def trial_of(
    cell: Cell,
    state: CellState,
    file: tuple[FilePath, str],
    owner: Path,
    shape: Shape,
) -> Trial:
    """A job: the body with this shape of its step at `owner`, drawn and looked at for collisions.

    file: Path and text of the cell file before the drag.
    """
    from scenes.files.loader import edited_cell
    from scenes.rearranging.contacts import contacts_of

    before, name = _file_of(*file), str(owner[1])
    try:
        edited = edited_cell(cell, before, with_shape_written(before, owner, shape))
        fixtures = (body for body in edited.fixtures if body.name == name)
        body = edited.part_called(name) or next(fixtures)
        drawing = drawing_of(body.solid, edited.chord)
        pairs = contacts_of(edited, carried(state, cell, edited), frozenset({name}))
        return Trial(pairs, body.solid, drawing, body.colours)
    except (SceneError, GeometryError) as fault:
        return Trial(fault=_sentence(fault))


def _sentence(fault: Exception) -> str:
    problems = getattr(fault, "problems", ())
    return str(problems[0].sentence if problems else fault).splitlines()[0]

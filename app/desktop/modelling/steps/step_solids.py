"""The solid of one step alone, for its ghost, and which step has made a face of the body."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from pydantic import ValidationError

from app.desktop.modelling.edits.solid_edits import Path
from app.desktop.modelling.steps.shape_grips import kind_of
from app.desktop.modelling.steps.step_places import Shape, copies_of
from geometry import GeometryError, Solid
from geometry.solids.primitives.primitive import Leaf
from scenes import SceneError
from scenes.files.text.documents import Document as CellFile
from scenes.files.text.documents import Faults

OF_PLACING = ("at", "rpy", "mirror", "repeat", "name", "colour")


def unplaced_solid(file: CellFile, shape: Shape) -> Solid | None:
    """The solid of a shape in its own frame, without pose and copies; None where it makes none."""
    from scenes.files.cells.includes import Includes
    from scenes.files.solids.shape_schema import ShapeIn

    bare = {key: value for key, value in shape.items() if key not in OF_PLACING}
    faults = Faults(file)
    try:
        steps = ShapeIn.model_validate({"group": [{"add": bare}]}).group
        includes = Includes(faults, file.data.get("include") or {}, (file.path,))
        built = includes.builder().solid(steps or [], ())
        faults.raise_if_any()
    except (ValidationError, GeometryError, SceneError):
        return None
    return None if built is None else built.solid


@dataclass(frozen=True)
class FaceOwner:
    """The step that has made a face. step: Its path in the file. copies: Which copy, per level."""

    step: Path
    copies: tuple[int, ...]


def owner_of_face(file: CellFile, solid: Path, primitive: int) -> FaceOwner | None:
    """The step that has made a face of a body; None where none of the file has made it.

    solid: The path of the body's list of steps. primitive: The face's index among the primitives
    of the body, as its mesh gives it: they come in the order of the steps, each copy in turn.
    """
    steps: Any = file.data
    for key in solid:
        steps = steps[key]
    return _in_steps(_Counter(file), steps, solid, primitive, ())


class _Counter:
    """Counts the primitives of shapes; those of a part file once."""

    def __init__(self, file: CellFile) -> None:
        self.file = file
        self._of_file: dict[str, int] = {}

    def of_one(self, shape: Shape) -> int:
        """Number of primitives of one copy of a shape."""
        if "group" in shape:
            return sum(self.of_all(_shape_of(step)[1]) for step in shape["group"])
        if "use" not in shape:
            return 1
        name = str(shape["use"])
        if name not in self._of_file:
            made = unplaced_solid(self.file, shape)
            leaves = () if made is None else made.leaves_in(np.eye(4))
            self._of_file[name] = sum(1 for leaf, _ in leaves if isinstance(leaf, Leaf))
        return self._of_file[name]

    def of_all(self, shape: Shape) -> int:
        """Number of primitives of all copies of a shape."""
        return self.of_one(shape) * copies_of(shape)


def _shape_of(step: Mapping[str, Any]) -> tuple[str, Shape]:
    operation, shape = next(iter(step.items()))
    return operation, shape


def _in_steps(
    counter: _Counter,
    steps: Sequence[Mapping[str, Any]],
    path: Path,
    primitive: int,
    copies: tuple[int, ...],
) -> FaceOwner | None:
    for i, step in enumerate(steps):
        operation, shape = _shape_of(step)
        count = counter.of_all(shape)
        if primitive >= count:
            primitive -= count
            continue
        copy, inside = divmod(primitive, max(counter.of_one(shape), 1))
        here, chosen = (*path, i), (*copies, copy)
        if kind_of(shape) != "group":
            return FaceOwner(here, chosen)
        inner = (*here, operation, "group")
        return _in_steps(counter, shape["group"], inner, inside, chosen)
    return None

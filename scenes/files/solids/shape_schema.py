"""The form of solids in files: shapes, and the steps that combine shapes to one solid.

Lengths are in mm, angles in degrees. For the primitives see `primitive_shapes`.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, Strict, model_validator
from pydantic_core import PydanticCustomError

from scenes.files.field_types import (
    Colour,
    Count,
    Keyed,
    Name,
    Number,
    Radius,
    Vector,
    require_one,
    zeros,
)
from scenes.files.solids.mesh_cache import Unit
from scenes.files.solids.primitive_shapes import WORDS, PrimitiveIn


class MeshIn(Keyed):
    """A solid from a mesh file beside this one; `unit` where the mesh file does not state its unit.

    scale: Factors along x, y and z, after the unit. chord: Greatest distance of the mesh from the
    real surface, mm.
    """

    file: Annotated[str, Strict(), Field(min_length=1)]
    unit: Unit | None = None
    scale: Vector = Field(default_factory=lambda: [1.0, 1.0, 1.0])
    chord: Radius = 0.0


class HullIn(Keyed):
    """The convex hull of a solid (`of`: its steps), of points, or of both."""

    of: SolidIn | None = None
    points: list[Vector] = Field(default_factory=list)

    @model_validator(mode="after")
    def _refuse_empty(self) -> HullIn:
        if self.of is None and not self.points:
            message = "a hull needs `of` (steps), `points`, or both"
            raise PydanticCustomError("hull", "{text}", {"text": message})
        return self


class RepeatIn(Keyed):
    """The same shape n times: each one step further, or spread over a turn about an axis.

    turn: Degrees over which the copies are spread: evenly around for 360, else from end to end. The
    axis goes through `about` along `axis`; these and `step` are in the frame in which the pose of
    the shape is given.
    """

    n: Count
    step: Vector | None = None
    turn: Number | None = None
    about: Vector = Field(default_factory=zeros)
    axis: Vector = Field(default_factory=lambda: [0.0, 0.0, 1.0])

    @model_validator(mode="after")
    def _one_way(self) -> RepeatIn:
        require_one(self, ("step", "turn"), "a repetition")
        if self.step is not None and self.model_fields_set & {"about", "axis"}:
            message = "about and axis belong to `turn`, not to `step`"
            raise PydanticCustomError("repeat", "{text}", {"text": message})
        if self.n > 1 and self.turn in (None, 0.0) and not any(self.step or ()):
            message = f"all {self.n} copies stand in one place: step or turn is 0"
            raise PydanticCustomError("repeat", "{text}", {"text": message})
        return self


class MirrorIn(Keyed):
    """The mirror image in the plane normal . p = offset, without or with (both) the shape."""

    normal: Vector
    offset: Number = 0.0
    both: Annotated[bool, Strict()] = False


SHAPES = (*WORDS, "mesh", "hull", "group", "use")


class ShapeIn(PrimitiveIn):
    """One primitive, a group of steps, a hull, a mesh, or the solid of an included part file.

    It is placed, then mirrored, then repeated, then named.
    """

    mesh: MeshIn | None = None
    hull: HullIn | None = None
    group: SolidIn | None = None
    use: Name | None = None
    mirror: MirrorIn | None = None
    repeat: RepeatIn | None = None
    name: Name | None = None
    colour: Colour | None = None

    @model_validator(mode="after")
    def _one_shape(self) -> ShapeIn:
        require_one(self, SHAPES, "a shape")
        return self


OPERATIONS = ("add", "cut", "common")


class OperationIn(Keyed):
    """One step of building a solid: add to it, cut from it, or keep what is common."""

    add: ShapeIn | None = None
    cut: ShapeIn | None = None
    common: ShapeIn | None = None

    @model_validator(mode="after")
    def _one_operation(self) -> OperationIn:
        require_one(self, OPERATIONS, "a step of a solid")
        return self


SolidIn = Annotated[list[OperationIn], Field(min_length=1)]
HullIn.model_rebuild()
ShapeIn.model_rebuild()
OperationIn.model_rebuild()

"""The form of solids in files: primitives, and the steps that make one solid of several.

Lengths are in mm, angles in degrees. Round things are said by their diameter (`d`), as on
drawings; only a profile that is turned is said by its corners (r, z), as it lies on paper.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, Strict, model_validator
from pydantic_core import PydanticCustomError

from scenes.files.field_types import (
    Colour,
    Count,
    Keyed,
    Length,
    Name,
    Number,
    Point2,
    PoseIn,
    Radius,
    Size,
    Vector,
    require_one,
)


class CylinderIn(Keyed):
    """Diameter and height; the axis is z."""

    d: Length
    h: Length


class ConeIn(Keyed):
    """Diameters at the bottom and at the top, and height; the axis is z."""

    d1: Radius
    d2: Radius = 0.0
    h: Length


class SphereIn(Keyed):
    """Diameter."""

    d: Length


class PrismIn(Keyed):
    """A polygon of the xy plane, drawn out along z over the height about its middle."""

    points: Annotated[list[Point2], Field(min_length=3)]
    h: Length


class TorusIn(Keyed):
    """A ring about z: diameter of the circle in the middle of the tube, and of the tube."""

    d: Length
    tube: Length

    @model_validator(mode="after")
    def _open(self) -> TorusIn:
        if self.tube >= self.d:
            told = f"the tube of {self.tube:g} must be thinner than the d of {self.d:g}"
            raise PydanticCustomError("torus", "{text}", {"text": told})
        return self


class RevolveIn(Keyed):
    """A closed profile of corners (r, z), r of 0 or more, turned about the z axis."""

    points: Annotated[list[Point2], Field(min_length=3)]


class HalfSpaceIn(Keyed):
    """All that is at most `offset` high along the normal: endless, so it can only shape others."""

    normal: Vector
    offset: Number = 0.0


Unit = Literal["mm", "cm", "m", "inch", "foot"]


class MeshIn(Keyed):
    """A solid from a file of triangles beside this one; unit where that file does not say it.

    scale: Factors along x, y and z, after the unit. chord: By how much the mesh may depart from
    the part it stands for.
    """

    file: Annotated[str, Strict(), Field(min_length=1)]
    unit: Unit | None = None
    scale: Vector = [1.0, 1.0, 1.0]
    chord: Radius = 0.0


class HullIn(Keyed):
    """The convex hull of the solid that the steps make, of points, or of both."""

    of: SolidIn | None = None
    points: list[Vector] = []

    @model_validator(mode="after")
    def _something(self) -> HullIn:
        if self.of is None and not self.points:
            told = "a hull needs `of` (steps), `points`, or both"
            raise PydanticCustomError("hull", "{text}", {"text": told})
        return self


class RepeatIn(Keyed):
    """The same shape n times: each a step further, or spread over a turn about an axis.

    turn: Degrees over which the copies are spread: all round, or from end to end of less. The
    axis goes through `about`, along `axis`; both as `step` in the frame in which the shape stands.
    """

    n: Count
    step: Vector | None = None
    turn: Number | None = None
    about: Vector = [0.0, 0.0, 0.0]
    axis: Vector = [0.0, 0.0, 1.0]

    @model_validator(mode="after")
    def _one_way(self) -> RepeatIn:
        require_one(self, ("step", "turn"), "a repetition")
        if self.step is not None and self.model_fields_set & {"about", "axis"}:
            told = "about and axis belong to `turn`, not to `step`"
            raise PydanticCustomError("repeat", "{text}", {"text": told})
        if self.n > 1 and self.turn in (None, 0.0) and not any(self.step or ()):
            told = f"all {self.n} copies stand in one place: step or turn is 0"
            raise PydanticCustomError("repeat", "{text}", {"text": told})
        return self


class MirrorIn(Keyed):
    """The mirror image in the plane normal . p = offset, instead of the shape or besides it."""

    normal: Vector
    offset: Number = 0.0
    both: Annotated[bool, Strict()] = False


SHAPES = (
    "box",
    "cylinder",
    "cone",
    "sphere",
    "torus",
    "prism",
    "revolve",
    "half_space",
    "mesh",
    "hull",
    "group",
    "use",
)


class ShapeIn(PoseIn):
    """One primitive, a group of steps, a hull, a mesh, or the solid of an included part file.

    It is placed, then mirrored, then repeated, and then has its name.
    """

    box: Size | None = None
    cylinder: CylinderIn | None = None
    cone: ConeIn | None = None
    sphere: SphereIn | None = None
    torus: TorusIn | None = None
    prism: PrismIn | None = None
    revolve: RevolveIn | None = None
    half_space: HalfSpaceIn | None = None
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

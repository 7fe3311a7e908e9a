"""The primitives in files: the form of each, and how it is read and written.

Lengths are in mm. Round primitives are given by their diameter (`d`), as on drawings; only a
revolved profile is given by its corners (r, z). Every primitive is centred on its own origin. To
add a primitive, write a class for the value of its word, a field of `PrimitiveIn`, and a row of
`WORDS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from geometry import Box, Capsule, Cone, Cylinder, HalfSpace, Prism, Revolved, Solid, Sphere, Torus
from scenes.files.field_types import (
    Keyed,
    Length,
    Number,
    Point2,
    PoseIn,
    Radius,
    Size,
    Vector,
)


class CylinderIn(Keyed):
    """Diameter and height; the axis is z."""

    d: Length
    h: Length


class CapsuleIn(Keyed):
    """Diameter, and height between the hemispheres at its ends; the axis is z."""

    d: Length
    h: Length


class ConeIn(Keyed):
    """Diameters at the bottom and at the top, and height; the axis is z."""

    d1: Radius
    d2: Radius = 0.0
    h: Length


class SphereIn(Keyed):
    """A ball by its diameter."""

    d: Length


class PrismIn(Keyed):
    """A polygon in the xy plane, extruded along z from -h/2 to h/2."""

    points: Annotated[list[Point2], Field(min_length=3)]
    h: Length


class TorusIn(Keyed):
    """A ring about z: diameter d of the tube's middle circle, and diameter of the tube."""

    d: Length
    tube: Length

    @model_validator(mode="after")
    def _open(self) -> TorusIn:
        if self.tube >= self.d:
            message = f"the tube of {self.tube:g} must be thinner than the d of {self.d:g}"
            raise PydanticCustomError("torus", "{text}", {"text": message})
        return self


class RevolveIn(Keyed):
    """A closed profile of corners (r, z), with r of at least 0, turned about the z axis."""

    points: Annotated[list[Point2], Field(min_length=3)]


class HalfSpaceIn(Keyed):
    """All points up to `offset` along the normal: endless, so it can only cut other solids."""

    normal: Vector
    offset: Number = 0.0


class PrimitiveIn(PoseIn):
    """At most one primitive, and its pose."""

    box: Size | None = None
    cylinder: CylinderIn | None = None
    capsule: CapsuleIn | None = None
    cone: ConeIn | None = None
    sphere: SphereIn | None = None
    torus: TorusIn | None = None
    prism: PrismIn | None = None
    revolve: RevolveIn | None = None
    half_space: HalfSpaceIn | None = None


class Word(NamedTuple):
    """The word of a primitive in a file.

    made: Makes the primitive of the checked value of its word; GeometryError where its numbers make
    none. written: The plain value of its word for a primitive.
    """

    kind: type[Solid]
    made: Callable[[Any], Solid]
    written: Callable[[Any], Any]


WORDS: dict[str, Word] = {
    "box": Word(
        Box,
        lambda size: Box((size[0], size[1], size[2])),
        lambda box: list(box.size),
    ),
    "cylinder": Word(
        Cylinder,
        lambda given: Cylinder(radius=given.d / 2, height=given.h),
        lambda bar: {"d": 2 * bar.radius, "h": bar.height},
    ),
    "capsule": Word(
        Capsule,
        lambda given: Capsule(radius=given.d / 2, height=given.h),
        lambda bar: {"d": 2 * bar.radius, "h": bar.height},
    ),
    "cone": Word(
        Cone,
        lambda given: Cone(radius_bottom=given.d1 / 2, radius_top=given.d2 / 2, height=given.h),
        lambda cone: {"d1": 2 * cone.radius_bottom, "d2": 2 * cone.radius_top, "h": cone.height},
    ),
    "sphere": Word(
        Sphere,
        lambda given: Sphere(radius=given.d / 2),
        lambda ball: {"d": 2 * ball.radius},
    ),
    "torus": Word(
        Torus,
        lambda given: Torus(radius=given.d / 2, radius_minor=given.tube / 2),
        lambda ring: {"d": 2 * ring.radius, "tube": 2 * ring.radius_minor},
    ),
    "prism": Word(
        Prism,
        lambda given: Prism(points=tuple((x, y) for x, y in given.points), height=given.h),
        lambda prism: {"points": [list(p) for p in prism.points], "h": prism.height},
    ),
    "revolve": Word(
        Revolved,
        lambda given: Revolved(points=tuple((r, z) for r, z in given.points)),
        lambda turned: {"points": [list(p) for p in turned.points]},
    ),
    "half_space": Word(
        HalfSpace,
        lambda given: HalfSpace((given.normal[0], given.normal[1], given.normal[2]), given.offset),
        lambda half: {"normal": list(half.normal), "offset": half.offset},
    ),
}
_WORD_OF = {word.kind: key for key, word in WORDS.items()}


def primitive_of(shape: PrimitiveIn, key: str) -> Solid:
    """The primitive of a shape, whose word is `key`; GeometryError where its numbers make none."""
    return WORDS[key].made(getattr(shape, key))


def primitive_entry(solid: Solid) -> dict[str, Any] | None:
    """The entry of a primitive in a file, `{word: value}`; None for a solid that has no word."""
    key = _WORD_OF.get(type(solid))
    return None if key is None else {key: WORDS[key].written(solid)}

"""The grips of every kind of shape that a file can hold; a new kind is a row of `OF_KIND`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from app.desktop.modelling.steps.grips import (
    LEAST,
    Grip,
    X,
    Y,
    Z,
    diameter_grip,
    length_grips,
    reader,
    shifted,
    tidy,
    tidy_list,
    with_number,
)
from app.desktop.modelling.steps.step_places import Shape, unit
from scenes.world.frozen import Array

Bounds = tuple[Array, Array]
MOST_SIDES = 24  # corners of a profile with a grip on every side; more would hide each other
SAME_FACE = 1e-6  # mm: points of a hull this near to its outermost plane lie in it


def kind_of(shape: Shape) -> str:
    """The word of the shape: "box"."""
    from scenes.files.solids.shape_schema import SHAPES

    return next(kind for kind in SHAPES if kind in shape)


def shape_grips(shape: Shape, bounds: Bounds | None = None) -> list[Grip]:
    """The grips on the numbers of a shape, in its own frame.

    bounds: Least and greatest corner of the shape in its own frame, mm, (3,) each; they are needed
    for a mesh alone. A group and a part file have no numbers of their own.
    """
    if "mesh" in shape:
        return [] if bounds is None else _mesh(shape, bounds)
    make = OF_KIND.get(kind_of(shape))
    return [] if make is None else make(shape)


def _box(shape: Shape) -> list[Grip]:
    words = ("Width", "Depth", "Height")
    return [
        grip
        for i, axis in enumerate((X, Y, Z))
        for grip in length_grips(shape, ("box", i), axis, words[i])
    ]


def _cylinder(shape: Shape) -> list[Grip]:
    radius = float(shape["cylinder"]["d"]) / 2.0
    around = diameter_grip(shape, ("cylinder", "d"), "Diameter", radius * X)
    return [around, *length_grips(shape, ("cylinder", "h"), Z, "Height")]


def _capsule(shape: Shape) -> list[Grip]:
    radius = float(shape["capsule"]["d"]) / 2.0
    around = diameter_grip(shape, ("capsule", "d"), "Diameter", radius * X)
    return [around, *length_grips(shape, ("capsule", "h"), Z, "Height", beyond=radius)]


def _cone(shape: Shape) -> list[Grip]:
    given = shape["cone"]
    below, above, half = float(given["d1"]), float(given.get("d2", 0.0)), float(given["h"]) / 2.0
    foot, top = below / 2.0 * X - half * Z, above / 2.0 * X + half * Z
    return [
        diameter_grip(
            shape, ("cone", "d1"), "Ø below", foot, least=0.0 if above > LEAST else LEAST
        ),
        diameter_grip(shape, ("cone", "d2"), "Ø above", top, least=0.0 if below > LEAST else LEAST),
        *length_grips(shape, ("cone", "h"), Z, "Height"),
    ]


def _sphere(shape: Shape) -> list[Grip]:
    radius = float(shape["sphere"]["d"]) / 2.0
    return [diameter_grip(shape, ("sphere", "d"), "Diameter", radius * X)]


def _torus(shape: Shape) -> list[Grip]:
    ring, tube = float(shape["torus"]["d"]), float(shape["torus"]["tube"])
    outside, top = (ring + tube) / 2.0 * X, ring / 2.0 * X + tube / 2.0 * Z
    return [
        diameter_grip(shape, ("torus", "d"), "Diameter", outside, least=tube + LEAST),
        diameter_grip(shape, ("torus", "tube"), "Tube Ø", top, Z, most=ring - LEAST),
    ]


def _prism(shape: Shape) -> list[Grip]:
    sides = _sides(shape, "prism", lambda flat: np.array([flat[0], flat[1], 0.0]))
    middle = np.append(np.asarray(shape["prism"]["points"], float).mean(axis=0), 0.0)
    ends = length_grips(shape, ("prism", "h"), Z, "Height")
    return [*sides, *(replace(grip, point=grip.point + middle) for grip in ends)]


def _revolve(shape: Shape) -> list[Grip]:
    return _sides(shape, "revolve", lambda flat: np.array([flat[0], 0.0, flat[1]]), on_axis=True)


def _sides(
    shape: Shape, kind: str, lifted: Callable[[Array], Array], on_axis: bool = False
) -> list[Grip]:
    """A grip on each side of a profile: a pull moves the side along its normal, and no others.

    lifted: The point of the shape's frame of a point of the profile. on_axis: A corner with r = 0
    stays on the axis and moves along it, and no corner passes the axis.
    """
    corners = np.asarray(shape[kind]["points"], float)
    if len(corners) > MOST_SIDES:
        return []
    turned = np.roll(corners, -1, axis=0)
    way = np.sign(float((corners[:, 0] * turned[:, 1] - corners[:, 1] * turned[:, 0]).sum()))

    def grip(i: int) -> Grip | None:
        ends = (i, (i + 1) % len(corners))
        along = corners[ends[1]] - corners[ends[0]]
        length = float(np.linalg.norm(along))
        if length == 0.0 or way == 0.0:
            return None
        normal = way * np.array([along[1], -along[0]]) / length
        if on_axis and not corners[list(ends), 0].any():
            return None  # the axis is no face

        def change(pull: float, both: bool) -> Shape:
            points = [list(point) for point in shape[kind]["points"]]
            for end in ends:
                points[end] = tidy_list(_corner_moved(corners[end], normal, pull, on_axis))
            return {**shape, kind: {**shape[kind], "points": points}}

        def read(of: Shape) -> float:
            return float(normal @ np.asarray(of[kind]["points"][ends[0]], float))

        middle = (corners[ends[0]] + corners[ends[1]]) / 2.0
        key = f"{kind}.points.{i}"
        return Grip(key, f"Side {i + 1}", lifted(middle), lifted(normal), read, 1.0, change)

    return [made for made in map(grip, range(len(corners))) if made is not None]


def _corner_moved(corner: Array, normal: Array, pull: float, on_axis: bool) -> Array:
    """The corner after its side has moved along the normal."""
    if on_axis and corner[0] == 0.0:
        # It slides along the axis to the moved line; a line along the axis meets it nowhere else.
        slide = pull / normal[1] if abs(normal[1]) > SAME_FACE else 0.0
        return np.array([0.0, corner[1] + slide])
    moved = corner + pull * normal
    return np.array([max(moved[0], 0.0), moved[1]]) if on_axis else np.asarray(moved)


def _half_space(shape: Shape) -> list[Grip]:
    given = shape["half_space"]
    length = float(np.linalg.norm(given["normal"]))
    if length == 0.0:
        return []
    normal, offset = unit(given["normal"]), float(given.get("offset", 0.0))

    def change(pull: float, both: bool) -> Shape:
        return with_number(shape, ("half_space", "offset"), offset + pull * length)

    def read(of: Shape) -> float:
        return float(of["half_space"].get("offset", 0.0))

    point = offset / length * normal
    return [Grip("half_space.offset", "Offset", point, normal, read, length, change)]


def _hull(shape: Shape) -> list[Grip]:
    """On the outermost points of each side of a hull of points; a pull moves these points."""
    points = np.asarray(shape["hull"].get("points") or [], float)
    if not len(points):
        return []

    def grip(axis: int, sign: float) -> Grip:
        reach = sign * points[:, axis]
        outermost = np.flatnonzero(reach > reach.max() - SAME_FACE)

        def change(pull: float, both: bool) -> Shape:
            moved = [list(point) for point in shape["hull"]["points"]]
            for i in outermost:
                moved[i][axis] = tidy(points[i, axis] + sign * pull)
            return {**shape, "hull": {**shape["hull"], "points": moved}}

        first, name = int(outermost[0]), "XYZ"[axis]
        end = f"hull.points.{name}{'max' if sign > 0 else 'min'}"
        read = reader("hull", "points", first, axis)
        way = sign * np.eye(3)[axis]
        words = f"{name} of {len(outermost)} point{'' if len(outermost) == 1 else 's'}"
        return Grip(end, words, points[outermost].mean(axis=0), way, read, sign, change)

    return [grip(axis, sign) for axis in range(3) for sign in (1.0, -1.0)]


def _mesh(shape: Shape, bounds: Bounds) -> list[Grip]:
    """On the sides of the mesh's box: a pull changes the scale along that axis."""
    low, high = np.asarray(bounds[0]), np.asarray(bounds[1])
    scale: Sequence[float] = shape["mesh"].get("scale", [1.0, 1.0, 1.0])
    middle, size = (low + high) / 2.0, high - low

    def grip(axis: int, sign: float) -> Grip:
        way, factor = sign * np.eye(3)[axis], float(scale[axis])

        def change(pull: float, both: bool) -> Shape:
            new = max(size[axis] + (2.0 * pull if both else pull), LEAST) / size[axis] * factor
            scales = [*scale[:axis], tidy(new), *scale[axis + 1 :]]
            share = scales[axis] / factor
            stays = middle[axis] if both else (low if sign > 0 else high)[axis]
            changed = {**shape, "mesh": {**shape["mesh"], "scale": scales}}
            return shifted(changed, stays * (1.0 - share) * np.eye(3)[axis])

        def read(of: Shape) -> float:
            return float((of["mesh"].get("scale") or (1.0, 1.0, 1.0))[axis])

        name = "XYZ"[axis]
        point = middle + 0.5 * size[axis] * way
        key = f"mesh.scale.{axis}{'+' if sign > 0 else '-'}"
        gain = factor / size[axis]
        return Grip(key, f"Scale {name}", point, way, read, gain, change, "×")

    flat = size <= LEAST
    free = [axis for axis in range(3) if not flat[axis] and scale[axis] > 0.0]
    return [grip(axis, sign) for axis in free for sign in (1.0, -1.0)]


OF_KIND: dict[str, Callable[[Shape], list[Grip]]] = {
    "box": _box,
    "cylinder": _cylinder,
    "capsule": _capsule,
    "cone": _cone,
    "sphere": _sphere,
    "torus": _torus,
    "prism": _prism,
    "revolve": _revolve,
    "half_space": _half_space,
    "hull": _hull,
}

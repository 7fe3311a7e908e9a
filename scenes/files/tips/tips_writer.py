"""Writes part texts in the manner of TIPS-1 (see `tips_reader` for the form).

A solid is written as a union of segments. A segment is the intersection of some shapes without some
other shapes. Every tree of unions, intersections and differences can be brought to this form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from geometry import Box, Cone, Cylinder, Solid, Sphere
from geometry.solids.tree import Difference, Intersection, Moved, Union
from scenes.errors import SceneError
from scenes.files.file_poses import pose_entries
from scenes.world.frozen import Array

# Greatest number of segments: a longer text is no use to people.
MOST_SEGMENTS = 500
# Mm: distance by which the box of a round shape is larger than the shape, as in the figure.
BEYOND = 1.0
STEP = 10
# A shape is parallel to the axes if the entries of its rotation are this near to -1, 0 or 1.
PARALLEL = 1e-12
# Mm: a round shape is longer than wide only by more than this; less is rounding.
LONGER = 1e-9


class Literal(NamedTuple):
    """A primitive with its pose, and whether it is cut away."""

    shape: Solid
    T: Array
    is_cut: bool


Terms = list[tuple[Literal, ...]]


def tips_text(parts: Iterable[tuple[str, Solid, Array]]) -> str:
    """The text of parts, each given by name, solid and pose (4, 4); SceneError for other shapes."""
    items = list(parts)
    if not items:
        raise SceneError("there is no part to write")
    boxes = [solid.bounds_in(T) for _, solid, T in items]
    whole = np.min([lo for lo, _ in boxes], axis=0), np.max([hi for _, hi in boxes], axis=0)
    lines = [f"#F {_box(*whole)},"]
    for (name, solid, T), (low, high) in zip(items, boxes, strict=True):
        lines.append(f"#P {name} ( ) {_box(low, high)};")
        lines += _segments(name, solid, T)
        lines += ["#E", "#E"]
    numbered = (f"{STEP * i:05d} {line}" for i, line in enumerate(lines, start=1))
    return "\n".join(numbered) + "\n"


def _segments(name: str, solid: Solid, T: Array) -> Iterator[str]:
    for number, term in enumerate(_inside(solid, T), start=1):
        ordered = sorted(term, key=lambda literal: literal.is_cut)
        if ordered[0].is_cut:
            raise SceneError(f"{name} is endless: it has no place in a part text")
        for literal in ordered:
            sign = "N" if literal.is_cut else "P"
            yield f"#{number}/{sign}, {_shape(name, literal.shape, literal.T)};"


def _inside(solid: Solid, T: Array) -> Terms:
    """The solid as a union of terms."""
    match solid:
        case Moved():
            return _inside(solid.inner, T @ solid.T)
        case Union():
            return [term for part in solid.parts for term in _inside(part, T)]
        case Intersection():
            return _common([_inside(part, T) for part in solid.parts])
        case Difference():
            outsides = [_outside(cutter, T) for cutter in solid.cutters]
            return _common([_inside(solid.whole, T), *outsides])
    return [(Literal(solid, T, False),)]


def _outside(solid: Solid, T: Array) -> Terms:
    """The complement of the solid as a union of terms."""
    match solid:
        case Moved():
            return _outside(solid.inner, T @ solid.T)
        case Union():
            return _common([_outside(part, T) for part in solid.parts])
        case Intersection():
            return [term for part in solid.parts for term in _outside(part, T)]
        case Difference():
            inner = [term for cutter in solid.cutters for term in _inside(cutter, T)]
            return _outside(solid.whole, T) + inner
    return [(Literal(solid, T, True),)]


def _common(factors: Sequence[Terms]) -> Terms:
    count = int(np.prod([len(terms) for terms in factors], dtype=float))
    if count > MOST_SEGMENTS:
        raise SceneError(f"a part text would need {count} segments; write it as .part.yaml")
    return [tuple(literal for term in terms for literal in term) for terms in product(*factors)]


def _shape(name: str, shape: Solid, T: Array) -> str:
    """The text of a shape at pose T; a shape parallel to the axes needs no AT."""
    if isinstance(shape, Sphere):
        return f"SPHERE, /1, {_number(shape.radius)}({_list(T[:3, 3])})"
    turned = np.abs(np.abs(T[:3, :3]) - np.round(np.abs(T[:3, :3]))).max() > PARALLEL
    here = np.eye(4) if turned else T
    words = _upright(name, shape, here)
    if not turned:
        return words
    place = pose_entries(T)
    at = [*place.get("at", (0.0, 0.0, 0.0)), *place.get("rpy", (0.0, 0.0, 0.0))]
    return f"{words}, AT({_list(at)})"


def _upright(name: str, shape: Solid, T: Array) -> str:
    """The text of a shape whose pose T is parallel to the axes of the part."""
    low, high = shape.bounds_in(T)
    if isinstance(shape, Box):
        return f"CUBE, /1, ({_box(low, high)})"
    axis = int(np.argmax(np.abs(T[:3, 2])))
    others = [k for k in range(3) if k != axis]
    if isinstance(shape, Cylinder | Cone):
        centre = _list(T[others, 3])
        low, high = np.array(low), np.array(high)
        # The box of a long cylinder has the least room to spare across the axis: a reader finds it
        # so.
        longer = 0.25 * (high[axis] - low[axis] - 2.0 * _radius(shape))
        beyond = min(BEYOND, longer) if longer > LONGER else BEYOND
        low[others] = T[others, 3] - _radius(shape) - beyond
        high[others] = T[others, 3] + _radius(shape) + beyond
        box = _box(low, high)
        if isinstance(shape, Cylinder):
            return f"CIRCLE, /1, {_number(shape.radius)}({centre})({box})"
        ends = [shape.radius_bottom, shape.radius_top]
        r0, r1 = ends if T[axis, 2] > 0 else ends[::-1]
        return f"CONE, /1, {_number(r0)}, {_number(r1)}({centre})({box})"
    kind = type(shape).__name__.lower()
    raise SceneError(
        f"{name}: a {kind} has no words in a part text; write .part.yaml, or a mesh (.stl, .3mf)"
    )


def _radius(shape: Cylinder | Cone) -> float:
    if isinstance(shape, Cylinder):
        return shape.radius
    return max(shape.radius_bottom, shape.radius_top)


def _box(low: Array, high: Array) -> str:
    return _list(np.column_stack([low, high]).ravel())


def _list(values: Iterable[float]) -> str:
    return ", ".join(_number(float(value)) for value in values)


def _number(value: float) -> str:
    """A number with at most 12 digits, rounded to 10 decimals."""
    return f"{round(value, 10) + 0.0:.12g}"

"""Measurements and what they read while their bodies stand at given poses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from app.desktop.view3d.measuring.caught_features import Catch, Feature
from app.desktop.view3d.measuring.gap_jobs import Gap
from geometry.measuring.angles import angle_at, angle_of_line_and_plane, angle_of_lines

Array = NDArray[np.float64]
PoseOf = Callable[[str], Array | None]
_PARALLEL = 1e-6  # rad; faces nearer to parallel than this are parallel but for rounding
_CIRCLE = np.linspace(0.0, 2.0 * np.pi, 65)
_ARC = 25  # points of an arc


class Mode(Enum):
    """What a click measures."""

    DISTANCE = "Distance"
    ANGLE = "Angle"
    RADIUS = "Radius"
    CLEARANCE = "Clearance"
    NEAREST = "Nearest"


@dataclass(frozen=True, eq=False)
class Measurement:
    """A measurement that stays with its bodies.

    features: The clicked features; for CLEARANCE and NEAREST only their bodies count. gaps: The
    answer of the worker. poses: T_world_body for which the gaps were measured, as bytes.
    """

    number: int
    mode: Mode
    features: tuple[Feature, ...]
    gaps: tuple[Gap, ...] = ()
    poses: bytes = b""

    @property
    def bodies(self) -> tuple[str, ...]:
        """The names of the bodies, each once."""
        return tuple(dict.fromkeys(feature.body for feature in self.features))


@dataclass(frozen=True, eq=False)
class Reading:
    """What a measurement shows now. text: For the label. line: For the list, in one line. curves:
    Polylines, (n, 3) each. ends: Points that get a cross, (k, 3). place: Where the label stands."""

    text: str
    line: str
    curves: tuple[Array, ...]
    ends: Array
    place: Array


def is_complete(mode: Mode, features: Sequence[Feature]) -> bool:
    """Whether these clicks are all that a measurement needs."""
    if mode in (Mode.RADIUS, Mode.NEAREST):
        return len(features) == 1
    if mode is Mode.ANGLE and features and features[0].catch is Catch.POINT:
        return len(features) == 3
    return len(features) == 2


def reading_of(measurement: Measurement, pose_of: PoseOf, is_fresh: bool = True) -> Reading | None:
    """What a measurement reads now; None while one of its bodies is not shown.

    is_fresh: Whether the gaps are those of the present poses; older ones get an ellipsis.
    """
    poses = [pose_of(feature.body) for feature in measurement.features]
    if any(T is None for T in poses):
        return None
    placed = [
        _placed(feature, T)
        for feature, T in zip(measurement.features, poses, strict=True)
        if T is not None
    ]
    match measurement.mode:
        case Mode.DISTANCE:
            return _distance(placed)
        case Mode.ANGLE:
            return _angle(placed)
        case Mode.RADIUS:
            return _radius(placed[0])
    return _gaps(measurement, placed, pose_of, is_fresh)


def _placed(feature: Feature, T: Array) -> Feature:
    """The feature in the world."""
    R, origin = T[:3, :3], T[:3, 3]
    touched = None if feature.touched is None else R @ feature.touched + origin
    return Feature(
        feature.body,
        feature.catch,
        R @ feature.point + origin,
        R @ feature.direction,
        feature.radius,
        feature.what,
        touched,
    )


def measured(first: Array, second: Array) -> str:
    """The distance of two points and its parts along the world axes, mm, as text."""
    offset = second - first
    parts = "  ".join(
        f"{n} {v + 0.0:+.2f}" for n, v in zip("XYZ", np.round(offset, 2), strict=True)
    )
    return f"{np.linalg.norm(offset):.2f} mm\n{parts}"


def _distance(features: Sequence[Feature]) -> Reading:
    first, second = features[0].point, features[1].point
    text = measured(first, second)
    line = f"Distance {_names(features)}: {text.replace(chr(10), ', ')}"
    ends = np.array([first, second])
    return Reading(text, line, (ends,), ends, ends.mean(axis=0))


def _angle(features: Sequence[Feature]) -> Reading:
    points = np.array([feature.point for feature in features])
    if len(features) == 3:
        angle = np.degrees(angle_at(points[1], points[0], points[2]))
        text = f"{angle:.2f}°"
        curves = (points, _arc(points[1], points[0], points[2]))
        line = f"Angle at {features[1].body} between three points: {text}"
        return Reading(text, line, curves, points, points[1])
    a, b = features
    kinds = {a.catch, b.catch}
    if kinds == {Catch.EDGE, Catch.FACE}:
        edge, face = (a, b) if a.catch is Catch.EDGE else (b, a)
        angle = np.degrees(angle_of_line_and_plane(edge.direction, face.direction))
        told = "edge and face"
    else:
        angle = np.degrees(angle_of_lines(a.direction, b.direction))
        told = "faces" if kinds == {Catch.FACE} else "edges"
    text = f"{angle:.2f}°"
    if np.radians(angle) < _PARALLEL and Catch.FACE in kinds:
        face = a if a.catch is Catch.FACE else b
        apart = abs(float((b.point - a.point) @ face.direction))
        text += f", parallel\n{apart:.2f} mm apart"
    line = f"Angle of {told}, {_names(features)}: {text.replace(chr(10), ', ')}"
    return Reading(text, line, (points,), points, points.mean(axis=0))


def _arc(apex: Array, a: Array, b: Array) -> Array:
    """An arc between the legs of an angle, a quarter of the shorter leg away from the apex."""
    legs = [leg - apex for leg in (a, b)]
    lengths = [float(np.linalg.norm(leg)) for leg in legs]
    if min(lengths) <= 0.0:
        return np.array([apex, apex])
    u, v = (leg / length for leg, length in zip(legs, lengths, strict=True))
    ways = np.array([(1.0 - s) * u + s * v for s in np.linspace(0.0, 1.0, _ARC)])
    sizes = np.maximum(np.linalg.norm(ways, axis=1, keepdims=True), 1e-9)
    return apex + 0.25 * min(lengths) * ways / sizes


def _radius(feature: Feature) -> Reading:
    text = f"R {feature.radius:.3f}  Ø {2.0 * feature.radius:.3f} mm\n{feature.what}"
    touched = feature.point if feature.touched is None else feature.touched
    axis = feature.direction
    centre = feature.point
    if np.any(axis):
        centre = centre + float((touched - centre) @ axis) * axis
    else:
        across = touched - centre
        axis = np.cross(across, _aside(across))
    circle = _circle(centre, axis, touched)
    line = f"Radius of {feature.body}: {text.replace(chr(10), ', ')}"
    curves = (circle, np.array([centre, touched]))
    return Reading(text, line, curves, np.array([centre]), touched)


def _aside(way: Array) -> Array:
    """A direction across another one."""
    return np.cross(way, np.eye(3)[int(np.argmin(np.abs(way)))])


def _circle(centre: Array, axis: Array, through: Array) -> Array:
    axis = axis / max(float(np.linalg.norm(axis)), 1e-300)
    u = through - centre
    v = np.cross(axis, u)
    return np.asarray(centre + np.outer(np.cos(_CIRCLE), u) + np.outer(np.sin(_CIRCLE), v))


def _gaps(
    measurement: Measurement, features: Sequence[Feature], pose_of: PoseOf, is_fresh: bool
) -> Reading:
    points = np.array([feature.point for feature in features])
    names = _names(features)
    is_pair = measurement.mode is Mode.CLEARANCE
    head = f"Clearance {names}" if is_pair else f"Nearest to {names}"
    if not measurement.gaps:
        return Reading("measuring …", f"{head}: measuring …", (), points, points.mean(axis=0))
    stale = "" if is_fresh else " …"
    told = [
        gap.text if is_pair else f"{gap.names[1]}: {gap.text.removeprefix('they ')}"
        for gap in measurement.gaps
    ]
    line = f"{head}: {'; '.join(told)}{stale}"
    known = [ends for gap in measurement.gaps if (ends := _witness(gap, pose_of)) is not None]
    ends = np.concatenate(known) if known else np.empty((0, 3))
    place = ends[:2].mean(axis=0) if len(ends) else points.mean(axis=0)
    return Reading("\n".join(told) + stale, line, tuple(known), ends, place)


def _witness(gap: Gap, pose_of: PoseOf) -> Array | None:
    """The witness points of a gap where the bodies are now, world, mm, (2, 3)."""
    poses = [pose_of(name) for name in gap.names]
    if gap.points is None or any(T is None for T in poses):
        return None
    ends = zip(poses, gap.points, strict=True)
    return np.array([T[:3, :3] @ point + T[:3, 3] for T, point in ends if T is not None])


def _names(features: Sequence[Feature]) -> str:
    return " – ".join(dict.fromkeys(feature.body for feature in features))

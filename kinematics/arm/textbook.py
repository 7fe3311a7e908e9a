"""Mechanisms of the textbook: the RRP arm, the leg, and compound joints as several simple ones."""

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.joints import Joint
from kinematics.arm.mechanism import Mechanism
from kinematics.errors import KinematicsError
from kinematics.poses.transforms import Array, translation


def rrp_arm(d1: float = 400.0, a2: float = 300.0, a3: float = 250.0) -> Mechanism:
    """An arm with two revolute joints and a downward slide, which sets a position; lengths in mm.

    Modified DH rows (a, alpha, d, theta): (0, 0, d1, q1), (a2, 0, 0, q2), (a3, 180 deg, q3, 0).
    Goals are poses, as of any mechanism; `with_goals(position_only=True)` makes them positions, for
    which det J = -a2 a3 sin q2.
    """
    return Mechanism.from_modified_dh(
        alpha=[0.0, 0.0, np.pi],
        a=[0.0, a2, a3],
        d=[d1, 0.0, 0.0],
        kinds="RRP",
        name="RRP arm",
        source="textbook example, lengths our own",
    )


def leg(thigh: float = 400.0, shank: float = 400.0, foot: float = 80.0) -> Mechanism:
    """A leg from hip to sole: hip yaw, roll and pitch, knee pitch, ankle pitch and roll; mm.

    The hip axes meet in one point, and so do the ankle axes. x points to the front and z up; at
    q = 0 the leg is stretched downwards. `rerooted` makes the sole its base.
    """
    x, y, z = np.eye(3)
    ankle = -thigh - shank
    names = ("hip yaw", "hip roll", "hip pitch", "knee pitch", "ankle pitch", "ankle roll")
    return Mechanism.from_axes(
        axes=[z, x, y, y, y, x],
        points=[[0.0, 0, 0]] * 3 + [[0, 0, -thigh]] + [[0, 0, ankle]] * 2,
        T_base_flange_zero=translation(0.0, 0.0, ankle - foot),
        joints=[Joint(name) for name in names],
        name="leg",
        source="textbook example (yaw roll pitch, pitch, pitch roll), lengths our own",
    )


def simple_joints(kinds: str, axes: ArrayLike, points: ArrayLike) -> tuple[Array, Array, str]:
    """Axes (n, 3), points (n, 3) and kinds of simple joints that move as compound joints do.

    kinds: R turns; P slides; C (cylindrical) turns about its axis and slides along it; B (ball)
    turns about three axes through its point: the given one and two perpendicular to it. axes,
    points: one row for each letter. The result holds R and P alone, as `Mechanism.from_axes` takes
    them. Raises KinematicsError for other letters or shapes.
    """
    directions, places = np.asarray(axes, float), np.asarray(points, float)
    if directions.shape != (len(kinds), 3) or places.shape != directions.shape:
        raise KinematicsError(f"axes and points must both have shape ({len(kinds)}, 3)")
    made: list[tuple[Array, Array, str]] = []
    for kind, axis, point in zip(kinds, directions, places, strict=True):
        if kind not in "RPCB":
            raise KinematicsError(f"joints are of the kinds R, P, C and B, not {kind!r}")
        if kind == "B":
            made += [(turned, point, "R") for turned in _square_axes(axis)]
        else:
            made += [(axis, point, letter) for letter in {"C": "RP"}.get(kind, kind)]
    return (
        np.stack([axis for axis, _, _ in made]),
        np.stack([point for _, point, _ in made]),
        "".join(kind for _, _, kind in made),
    )


def _square_axes(axis: Array) -> Array:
    """Three perpendicular unit axes as rows (3, 3), the first along the given axis."""
    z = axis / np.linalg.norm(axis)
    x = np.eye(3)[int(np.argmin(np.abs(z)))]
    x = x - z * (x @ z)
    x = x / np.linalg.norm(x)
    return np.stack([z, x, np.cross(z, x)])

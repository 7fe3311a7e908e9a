"""The arc of the tool through a via point to a goal, and the full circle through two via points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kinematics.errors import KinematicsError
from kinematics.motion.paths.tool_curve import POWERS, ToolCurve
from kinematics.poses.transforms import (
    Array,
    check_pose,
    exact_poses,
    rotation_about,
    rotation_angle,
    rotation_vector,
)

SAME_PLACE_MM = 0.01
"""Mm: points nearer than this are one point. A teach pendant stores hundredths of a millimetre, and
the circle through two points that differ by less is decided by their last digit."""

IN_LINE_MM = 1e-3
"""Mm: the least height of the triangle of the three points. With less, the arc bends by no more
than the deviation that a straight line of the tool is allowed."""

LARGEST_RADIUS_MM = 1e5
"""Mm: no arm reaches 100 m. An arc with a larger radius is a line that was taught badly."""

NO_TURN_RAD = 1e-6
"""Rad: the start and the goal of a full circle, written with six digits, turn by no more; an axis
of a turn smaller than this is decided by rounding."""

AS_NEAR_RAD = 1e-9
"""Rad: the longer way round must come nearer to the via's orientation by more than rounding."""

NAMES = {
    1: ("the start", "the via point", "the goal"),
    2: ("the start", "the first via point", "the second via point", "the goal"),
}


@dataclass(frozen=True, eq=False)
class ArcCurve(ToolCurve):
    """A circular arc of the tool point, along which the orientation turns evenly about one axis.

    via_gaps: by how much, rad, the orientation differs from that of each via point as the tool
    passes its place.
    """

    via_gaps: tuple[float, ...] = ()

    @classmethod
    def through(
        cls,
        T_start: ArrayLike,
        T_vias: Sequence[ArrayLike],
        T_goal: ArrayLike,
        names: Sequence[str] | None = None,
    ) -> ArcCurve:
        """The arc from a start through one via point to a goal, or through two to the start again.

        T_start, T_goal: poses (4, 4) T_base_tool, mm. T_vias: one pose, or the two via points of a
        full circle, whose goal lies where it starts. names: start, via points and goal in messages.

        The tool turns evenly about one fixed axis from the orientation of the start to that of the
        goal. Of the two ways round, that is taken which comes nearer to the orientation of the via
        points; on a full circle they are no turn, and one turn about the axis of the circle.
        KinematicsError where the points determine no circle.
        """
        if len(T_vias) not in NAMES:
            count = len(T_vias)
            raise KinematicsError(f"an arc has one via point, a full circle two, not {count}")
        start, *vias, goal = exact_poses(np.stack([*map(check_pose, (T_start, *T_vias, T_goal))]))
        is_circle, names = len(vias) == 2, names or NAMES[len(vias)]
        if is_circle:
            goal = _closed(start, goal, names)
        points = [T[:3, 3] for T in (start, *vias, *([] if is_circle else [goal]))]
        centre, axis, radius = _circle(points, names)
        outward = (start[:3, 3] - centre) / radius
        angles = [_angle(point - centre, outward, axis) for point in points[1:]]
        sweep = 2.0 * np.pi if is_circle else angles[-1]
        shares = np.array(angles[: len(vias)]) / sweep
        turning, gaps = _turning(start, vias, goal, shares, axis)
        angle = float(np.linalg.norm(turning))
        place, turn = np.zeros((1, POWERS, 3)), np.zeros((1, 2, POWERS))
        place[0, 0], turn[0, 0, 1] = centre, angle
        about = turning / angle if angle > 0.0 else axis
        return cls(
            np.array([0.0, 1.0]),
            place,
            radius * np.stack([outward, np.cross(axis, outward)])[None],
            np.array([sweep]),
            np.stack([about, axis])[None],
            turn,
            start[None, :3, :3],
            radius * sweep,
            angle,
            "the full circle" if is_circle else "the arc",
            gaps,
        )

    @property
    def radius(self) -> float:
        """Radius of the circle, mm."""
        return float(np.linalg.norm(self.arc[0, 0]))

    @property
    def sweep(self) -> float:
        """Angle of the arc at the centre of its circle, rad, from 0 to 2 pi."""
        return float(self.phi[0])

    @property
    def centre(self) -> Array:
        """Centre of the circle, (3,), mm."""
        return self.place[0, 0]

    @property
    def axis(self) -> Array:
        """Unit vector (3,) about which the tool point goes round counter-clockwise."""
        return np.cross(*self.arc[0]) / self.radius**2

    @property
    def turning(self) -> Array:
        """Axis of the turn of the tool times its angle, (3,), rad.

        The angle is beyond pi where the tool turns the longer way round.
        """
        return self.axes[0, 0] * self.turn[0, 0, 1]

    def share_at(self, point: ArrayLike) -> float:
        """The share s at which the arc is nearest to a point (3,), mm; at its ends 0 or 1."""
        arm = np.asarray(point, float) - self.centre
        angle = _angle(arm, self.arc[0, 0] / self.radius, self.axis)
        if angle <= self.sweep:
            return angle / self.sweep
        return 1.0 if angle - self.sweep < 2.0 * np.pi - angle else 0.0


def _closed(start: Array, goal: Array, names: Sequence[str]) -> Array:
    """The goal of a full circle, moved to its start; KinematicsError where it is not there."""
    gap = float(np.linalg.norm(goal[:3, 3] - start[:3, 3]))
    if gap > SAME_PLACE_MM:
        raise KinematicsError(
            f"two via points make a full circle, which ends where it starts, and {names[-1]} "
            f"lies {gap:.2f} mm from {names[0]}"
        )
    moved = goal.copy()
    moved[:3, 3] = start[:3, 3]
    return moved


def _circle(points: Sequence[Array], names: Sequence[str]) -> tuple[Array, Array, float]:
    """Centre (3,), axis (3,) and radius, mm, of the circle through three points (3,).

    About the axis the points come counter-clockwise in their order. KinematicsError where there is
    no such circle.
    """
    for i, j in ((0, 1), (1, 2), (0, 2)):
        gap = float(np.linalg.norm(points[j] - points[i]))
        if gap <= SAME_PLACE_MM:
            raise KinematicsError(
                f"{names[j]} lies where {names[i]} lies ({gap:.3f} mm apart), and an arc needs "
                "three places"
            )
    a, b = points[1] - points[0], points[2] - points[0]
    normal = np.cross(a, b)
    twice_area = float(np.linalg.norm(normal))
    longest = max(float(np.linalg.norm(each)) for each in (a, b, b - a))
    if twice_area <= IN_LINE_MM * longest:
        listed = f"{names[0]}, {names[1]} and {names[2]}"
        raise KinematicsError(f"{listed} lie in a line, and no circle passes through them")
    to_centre = np.cross((a @ a) * b - (b @ b) * a, normal) / (2.0 * twice_area**2)
    radius = float(np.linalg.norm(to_centre))
    if radius > LARGEST_RADIUS_MM:
        raise KinematicsError(
            f"the circle through {names[0]}, {names[1]} and {names[2]} has a radius of "
            f"{radius / 1000.0:.0f} m, and {LARGEST_RADIUS_MM / 1000.0:.0f} m is the largest"
        )
    return points[0] + to_centre, normal / twice_area, radius


def _angle(arm: Array, outward: Array, axis: Array) -> float:
    """Angle from `outward` to `arm` (3,), counter-clockwise about `axis`, in [0, 2 pi)."""
    forward = np.cross(axis, outward)
    return float(np.arctan2(arm @ forward, arm @ outward) % (2.0 * np.pi))


def _turning(
    start: Array, vias: Sequence[Array], goal: Array, shares: Array, axis: Array
) -> tuple[Array, tuple[float, ...]]:
    """The turn of the tool (3,), rad, and the gaps at the via points, rad (see `through`).

    shares: (k,), of the way at which the via points lie. axis: (3,), of the circle.
    """
    short = rotation_vector(goal[:3, :3] @ start[:3, :3].T)
    angle = float(np.linalg.norm(short))
    if angle > NO_TURN_RAD:
        ways = [short, short * (1.0 - 2.0 * np.pi / angle)]
    else:
        ways = [short, 2.0 * np.pi * axis]
    gaps = [_gaps(start, vias, shares, way) for way in ways]
    best = 1 if sum(gaps[1]) < sum(gaps[0]) - AS_NEAR_RAD else 0
    return ways[best], gaps[best]


def _gaps(start: Array, vias: Sequence[Array], shares: Array, turn: Array) -> tuple[float, ...]:
    angle = float(np.linalg.norm(turn))
    axis = turn / angle if angle > 0.0 else np.array([0.0, 0.0, 1.0])
    turned = rotation_about(axis, shares * angle) @ start[:3, :3]
    pairs = zip(vias, turned, strict=True)
    return tuple(float(rotation_angle(via[:3, :3].T @ R)) for via, R in pairs)

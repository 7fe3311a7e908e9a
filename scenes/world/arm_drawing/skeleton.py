"""The skeleton of an arm: the places of its joints on their axes, and the path of each link.

An axis is an endless line, so a mechanism does not say where on the line its joint is. Here the
joint is placed halfway between the feet of the common normals with the axes before and after it.
A roll joint of a forearm is then halfway from elbow to wrist, a pitch joint where its axis meets
the others. All points are in the base frame with every joint at zero, in mm.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from kinematics import Mechanism, forward, link_poses
from kinematics.arm.joints import JointKind
from scenes.world.frozen import Array, Frozen

# Sine of the angle below which two axes count as parallel: files contain rounded right angles.
PARALLEL = 1e-3
# Mm: points closer than this count as one.
TOGETHER = 1e-6


@dataclass(frozen=True, eq=False)
class Skeleton(Frozen):
    """Joints and link paths of an arm with n joints.

    Attributes:
        axes: Unit vectors of the joint axes, shape (n, 3).
        seats: Place of joint i on its axis, fixed in link i - 1, shape (n, 3).
        paths: For links 0 to n the corners (m, 3) of the path from one joint to the next: along
            its own axis, along the common normal, along the next axis.
    """

    axes: Array
    seats: Array
    paths: tuple[Array, ...]

    def length(self, link: int) -> float:
        """Length of the path of a link, mm."""
        return float(np.linalg.norm(np.diff(self.paths[link], axis=0), axis=1).sum())


def skeleton_of(mechanism: Mechanism) -> Skeleton:
    """The skeleton of an arm, by the rule of this module."""
    T_base_links = link_poses(mechanism, np.zeros(mechanism.n))
    axes, points = T_base_links[1:, :3, 2], T_base_links[1:, :3, 3]
    flange = (T_base_links[-1] @ mechanism.T_last_flange)[:3, 3]
    arriving, leaving = _feet(axes, points, flange, _flange_at_limits(mechanism))
    seats = np.array(
        [
            arrive if joint.kind is JointKind.PRISMATIC else (arrive + leave) / 2
            for joint, arrive, leave in zip(mechanism.joints, arriving, leaving, strict=True)
        ]
    )
    paths = [_corners(np.zeros(3), arriving[0], seats[0])]
    for i in range(mechanism.n - 1):
        start = _start(mechanism, i, seats, leaving)
        paths.append(_corners(start, leaving[i], arriving[i + 1], seats[i + 1]))
    paths.append(_corners(_start(mechanism, -1, seats, leaving), leaving[-1], flange))
    return Skeleton(axes, seats, tuple(paths))


def _flange_at_limits(mechanism: Mechanism) -> Array:
    """Places of the flange (k, 3) with its slides at zero and at their limits, mm."""
    slides = mechanism.revolute == 0.0
    found = [np.zeros(mechanism.n)]
    for limits in (mechanism.lower, mechanism.upper):
        found.append(np.where(slides & np.isfinite(limits), limits, 0.0))
    return np.asarray(forward(mechanism, np.array(found))[:, :3, 3])


def _feet(axes: Array, points: Array, flange: Array, reached: Array) -> tuple[Array, Array]:
    """Feet of the common normals on each axis: with the axis before, with the one after; (n, 3).

    The base origin takes the place of the axis before the first, the flange that after the last.
    reached: other places of the flange, (k, 3).
    """
    arriving, leaving = np.empty_like(points), np.empty_like(points)
    arriving[0] = _projected(np.zeros(3), axes[0], points[0])
    for i in range(len(axes) - 1):
        across = np.cross(axes[i], axes[i + 1])
        if np.linalg.norm(across) < PARALLEL:
            leaving[i] = arriving[i]
            if not i:
                leaving[0] = _height_of_the_arm(axes[0], points[:2], reached, arriving[0])
            arriving[i + 1] = _projected(leaving[i], axes[i + 1], points[i + 1])
            continue
        along = np.column_stack([axes[i], -axes[i + 1], across])
        s, t, _ = np.linalg.solve(along, points[i + 1] - points[i])
        leaving[i] = points[i] + s * axes[i]
        arriving[i + 1] = points[i + 1] + t * axes[i + 1]
    leaving[-1] = _projected(flange, axes[-1], points[-1])
    return arriving, leaving


def _height_of_the_arm(axis: Array, points: Array, reached: Array, foot: Array) -> Array:
    """The foot on axis 1, (3,), mm, for an arm whose axes 1 and 2 are parallel.

    Parallel axes have a common normal at any height. The frames of the two joints, points (2, 3),
    give two heights; the one farther from the base counts. Where both are at the height of the
    base, the places that the flange reaches, (k, 3), count instead: the arm is above its slide.
    """
    frames, flanges = (
        max(
            (_projected(mark, axis, points[0]) for mark in marks),
            key=lambda mark: float(np.linalg.norm(mark - foot)),
        )
        for marks in (points, reached)
    )
    return np.asarray(frames if _apart(frames, foot) else flanges)


def _projected(point: Array, axis: Array, on_axis: Array) -> Array:
    return on_axis + axis * ((point - on_axis) @ axis)


def _start(mechanism: Mechanism, i: int, seats: Array, leaving: Array) -> Array:
    """The point (3,) where the path of a link begins: its joint, or the end of a slide's rod."""
    is_slide = mechanism.joints[i].kind is JointKind.PRISMATIC
    return np.asarray(leaving[i] if is_slide else seats[i])


def _corners(*points: Array) -> Array:
    """The points (m, 3) without repetitions."""
    kept = [points[0]]
    kept += [b for a, b in pairwise(points) if _apart(a, b)]
    return np.array(kept)


def _apart(a: Array, b: Array) -> bool:
    return bool(np.linalg.norm(b - a) > TOGETHER)

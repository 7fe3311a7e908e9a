"""Joints of a linkage found one after the other in closed form, from those that are known.

A loop in which one joint is unknown tells it: the point of the joint's side has to be turned, or
slid, onto that of the other side. A plane loop of two unknown turning joints u and w is a
triangle: with everything else known, a point that u carries has a known distance L from a point
that does not move with u, and

    |R(theta) v - t| = L   ->   theta = az(t) - az(v) +- arccos((v^2 + t^2 - L^2) / (2 |v| |t|)),

v and t seen from the axis of u, in its plane. The sign is the side on which the triangle stands:
the way in which the loop is assembled. It changes only where the triangle is flat, and there the
loop is singular.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.axes import all_parallel
from kinematics.closed.linkage import Closing, Linkage
from kinematics.poses.transforms import Array
from kinematics.tolerances import NAMES_A_SINGULARITY, NEVER_ZERO

FLAT = 1e-6  # sine of a triangle that has no side; a drawing this flat says nothing
STRETCHED = 1e-12  # of a cosine: a triangle this near to flat is flat


@dataclass(frozen=True)
class Step:
    """joint: the one that is found. closing: where its loop meets. with_joint: the other unknown
    joint of a triangle, whose sign is told by its place among the signs; None: no choice."""

    joint: int
    closing: int
    with_joint: int | None = None


def steps_from(linkage: Linkage, known: tuple[int, ...]) -> tuple[Step, ...] | None:
    """The steps that find all joints from the known ones; None where there are no such."""
    found: list[Step] = []
    there = set(known)
    while len(there) < linkage.count:
        step = _next(linkage, there)
        if step is None:
            return None
        found.append(step)
        there.add(step.joint)
    return tuple(found)


def _next(linkage: Linkage, known: set[int]) -> Step | None:
    triangle = None
    for number, closing in enumerate(linkage.closings):
        open_joints = [k for k in linkage.loop_of(closing) if k not in known]
        if len(open_joints) == 1:
            return Step(open_joints[0], number)
        if len(open_joints) == 2 and triangle is None and _is_plane(linkage, closing, open_joints):
            triangle = Step(open_joints[0], number, open_joints[1])
    return triangle


def _is_plane(linkage: Linkage, closing: Closing, unknown: list[int]) -> bool:
    """Whether two unknown joints turn in one plane, in which all of their loop stays."""
    frames = linkage.frames(np.zeros(linkage.count))
    turning = [k for k in linkage.loop_of(closing) if linkage.revolute[k] > 0.0]
    axes = frames[[k + 1 for k in turning], :3, 2]
    return all(linkage.revolute[k] > 0.0 for k in unknown) and all_parallel(axes)


def signs_drawn(linkage: Linkage, steps: tuple[Step, ...]) -> NDArray[np.float64] | None:
    """The side of each triangle in the drawing, (k,), +1 or -1; None where one is flat there."""
    y, signs = np.zeros((1, linkage.count)), []
    for step in steps:
        if step.with_joint is None:
            continue
        v, t, _ = _triangle(linkage, step, linkage.frames(y))
        side = np.sin(_azimuth(v) - _azimuth(t))[0]
        if abs(side) < FLAT:
            return None
        signs.append(np.sign(side))
    return np.array(signs)


def taken(
    linkage: Linkage, steps: tuple[Step, ...], y: Array, signs: Array
) -> tuple[Array, NDArray[np.bool_]]:
    """Values y (N, J) with the unknown joints found, and whether every triangle exists, (N,).

    y: the known joints; the others are 0. signs: (k,), of the triangles in the order of the steps.
    """
    y, exists, number = np.array(y, float), np.ones(len(y), bool), 0
    for step in steps:
        frames = linkage.frames(y)
        if step.with_joint is None:
            y[:, step.joint] = _aimed(linkage, step, frames)
            continue
        v, t, length = _triangle(linkage, step, frames)
        far, near = np.hypot(*t[:, :2].T), np.hypot(*v[:, :2].T)
        share = (near**2 + far**2 - length**2) / np.maximum(2.0 * near * far, NEVER_ZERO)
        exists &= np.abs(share) <= 1.0 + STRETCHED
        angle = signs[number] * np.arccos(np.clip(share, -1.0, 1.0))
        y[:, step.joint] = _azimuth(t) - _azimuth(v) + angle
        number += 1
    turns = 2.0 * np.pi * np.round(y / (2.0 * np.pi)) * linkage.revolute
    found = [step.joint for step in steps]
    y[:, found] -= turns[:, found]
    return y, exists


def flat_loops(linkage: Linkage, steps: tuple[Step, ...], y: Array) -> tuple[str, ...]:
    """The names of the loops whose triangle is flat at y (J,), values of all joints."""
    frames, found = linkage.frames(y[None]), []
    for step in steps:
        if step.with_joint is not None:
            v, t, _ = _triangle(linkage, step, frames)
            if abs(np.sin(_azimuth(v) - _azimuth(t))[0]) < NAMES_A_SINGULARITY:
                found.append(linkage.closings[step.closing].name)
    return tuple(found)


def triangles(steps: tuple[Step, ...]) -> int:
    """How many of the steps have a choice of two."""
    return sum(step.with_joint is not None for step in steps)


def _aimed(linkage: Linkage, step: Step, frames: Array) -> Array:
    """The value (N,) of a joint that brings its end of the loop to the other end."""
    own, other = _ends(linkage, step, frames)
    v, t = (_seen_from(frames, step.joint, point) for point in (own, other))
    if linkage.revolute[step.joint] > 0.0:
        return _azimuth(t) - _azimuth(v)
    return np.asarray(t[:, 2] - v[:, 2])


def _triangle(linkage: Linkage, step: Step, frames: Array) -> tuple[Array, Array, Array]:
    """v and t (N, 3), seen from the joint of a step, and the length L (N,): see the head."""
    assert step.with_joint is not None, "only a triangle has a second unknown joint"
    own, other = _ends(linkage, step, frames)
    second = frames[:, step.with_joint + 1, :3, 3]
    closing = linkage.closings[step.closing]
    sides = [step.joint in linkage.paths[link] for link in closing.links]
    both = [step.with_joint in linkage.paths[link] for link in closing.links] == sides
    ends = (second, other, own) if both else (own, second, other)
    v, t, end = (_seen_from(frames, step.joint, point) for point in ends)
    middle = v if both else t
    return v, t, np.hypot(*(end - middle)[:, :2].T)


def _ends(linkage: Linkage, step: Step, frames: Array) -> tuple[Array, Array]:
    """The points (N, 3) of a closing in the base: that on the side of the joint first."""
    closing = linkage.closings[step.closing]
    points = [
        frames[:, link, :3, :3] @ point + frames[:, link, :3, 3]
        for link, point in zip(closing.links, closing.points, strict=True)
    ]
    first = step.joint in linkage.paths[closing.links[0]]
    return (points[0], points[1]) if first else (points[1], points[0])


def _seen_from(frames: Array, joint: int, points: Array) -> Array:
    """Points (N, 3) of the base in the frame of a joint, (N, 3)."""
    T = frames[:, joint + 1]
    return np.asarray(((points - T[:, :3, 3])[:, None] @ T[:, :3, :3])[:, 0])


def _azimuth(v: Array) -> Array:
    return np.asarray(np.arctan2(v[:, 1], v[:, 0]))

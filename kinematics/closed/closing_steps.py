"""Joints of a linkage found one after the other in closed form, from those that are known.

A loop in which one joint is unknown tells it: the point of the joint's side has to be turned, or
slid, onto that of the other side. A plane loop of two unknown turning joints is a triangle
(`Triangle`), which stands on one of two sides; rods with balls at their ends hold distances
(`rods.py`). The side is the way in which the loop is assembled. It changes only where the triangle
is flat, and there the loop is singular.
"""

from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.axes import all_parallel
from kinematics.closed.ends import azimuth, ends_of, seen_from, turned_onto
from kinematics.closed.linkage import Closing, Linkage
from kinematics.closed.rods import RodAim, RodReach, rods_of, three_rods
from kinematics.poses.transforms import Array
from kinematics.tolerances import NAMES_A_SINGULARITY

FLAT = 1e-6  # sine of a triangle that has no side; a drawing this flat says nothing


class Step(Protocol):
    """One or more joints that are found together.

    joints: their places. closings: those that tell them, by number. has_side: whether there is a
    choice of two.
    """

    @property
    def joints(self) -> tuple[int, ...]: ...
    @property
    def closings(self) -> tuple[int, ...]: ...
    @property
    def has_side(self) -> bool: ...

    def found(
        self, linkage: Linkage, frames: Array, sign: Array
    ) -> tuple[Array, NDArray[np.bool_]]:
        """Values (N, k) of the joints on sides `sign` (N,), and whether they exist, (N,).

        The joints are 0 in the frames (N, J + 1, 4, 4).
        """
        ...

    def side(self, linkage: Linkage, frames: Array) -> Array:
        """The side on which the step stands, (N,): its sign, 0 where it is flat, 1 at most."""
        ...


@dataclass(frozen=True)
class Aim:
    """The only unknown joint of a closing."""

    joint: int
    closing: int
    has_side: ClassVar[bool] = False

    @property
    def joints(self) -> tuple[int, ...]:
        """That joint."""
        return (self.joint,)

    @property
    def closings(self) -> tuple[int, ...]:
        """That closing."""
        return (self.closing,)

    def found(
        self, linkage: Linkage, frames: Array, sign: Array
    ) -> tuple[Array, NDArray[np.bool_]]:
        """The value that brings the joint's end of the loop to the other end."""
        own, other = ends_of(linkage, self.closing, self.joint, frames)
        v, t = (seen_from(frames, self.joint, point) for point in (own, other))
        turns = linkage.revolute[self.joint] > 0.0
        value = azimuth(t) - azimuth(v) if turns else t[:, 2] - v[:, 2]
        return value[:, None], np.ones(len(value), bool)

    def side(self, linkage: Linkage, frames: Array) -> Array:
        """1: there is no other."""
        return np.ones(len(frames))


@dataclass(frozen=True)
class Triangle:
    """A joint u of a plane loop in which one further turning joint w is unknown.

    With everything else known, a point that u carries has a known distance L from a point that
    does not move with u: |R(theta) v - t| = L in the plane, which `turned_onto` solves.
    """

    joint: int
    closing: int
    with_joint: int
    has_side: ClassVar[bool] = True

    @property
    def joints(self) -> tuple[int, ...]:
        """The joint u: the other one follows by a step of its own."""
        return (self.joint,)

    @property
    def closings(self) -> tuple[int, ...]:
        """The closing of the loop."""
        return (self.closing,)

    def found(
        self, linkage: Linkage, frames: Array, sign: Array
    ) -> tuple[Array, NDArray[np.bool_]]:
        """The value of u at which the triangle stands on a side."""
        v, t, length = self._sides(linkage, frames)
        v[:, 2] = t[:, 2] = 0.0
        angle, exists = turned_onto(v, t, length, sign)
        return angle[:, None], exists

    def side(self, linkage: Linkage, frames: Array) -> Array:
        """The sine of the angle between the two known sides of the triangle."""
        v, t, _ = self._sides(linkage, frames)
        return np.asarray(np.sin(azimuth(v) - azimuth(t)))

    def _sides(self, linkage: Linkage, frames: Array) -> tuple[Array, Array, Array]:
        """v and t (N, 3), seen from the joint, and the length L (N,)."""
        own, other = ends_of(linkage, self.closing, self.joint, frames)
        second = frames[:, self.with_joint + 1, :3, 3]
        closing = linkage.closings[self.closing]
        sides = [self.joint in linkage.paths[link] for link in closing.links]
        both = [self.with_joint in linkage.paths[link] for link in closing.links] == sides
        ends = (second, other, own) if both else (own, second, other)
        v, t, end = (seen_from(frames, self.joint, point) for point in ends)
        middle = v if both else t
        return v, t, np.hypot(*(end - middle)[:, :2].T)


def steps_from(linkage: Linkage, known: tuple[int, ...]) -> tuple[Step, ...] | None:
    """The steps that find all joints from the known ones; None where there are no such."""
    found: list[Step] = []
    there = set(known)
    while len(there) < linkage.count:
        step = _next(linkage, there)
        if step is None:
            return None
        found.append(step)
        there |= set(step.joints)
    return tuple(found)


def _next(linkage: Linkage, known: set[int]) -> Step | None:
    """A step without a choice where there is one; then triangles; then rods."""
    open_joints = [
        [k for k in linkage.loop_of(closing) if k not in known] for closing in linkage.closings
    ]
    rods = rods_of(linkage)
    for number, unknown in enumerate(open_joints):
        if len(unknown) == 1:
            return Aim(unknown[0], number)
        if number in rods and set(unknown) == set(rods[number].joints):
            return RodAim(rods[number])
    for number, (closing, unknown) in enumerate(zip(linkage.closings, open_joints, strict=True)):
        if len(unknown) == 2 and _is_plane(linkage, closing, unknown):
            return Triangle(unknown[0], number, unknown[1])
    for number, rod in rods.items():
        left = [k for k in open_joints[number] if k not in rod.joints]
        if len(left) == 1 and set(rod.joints) <= set(open_joints[number]):
            return RodReach(left[0], rod)
    return three_rods(linkage, rods, open_joints)


def _is_plane(linkage: Linkage, closing: Closing, unknown: list[int]) -> bool:
    """Whether two unknown joints turn in one plane, in which all of their loop stays."""
    turning = [k for k in linkage.loop_of(closing) if linkage.revolute[k] > 0.0]
    axes = linkage.at_zero[0, [k + 1 for k in turning], :3, 2]
    return all(linkage.revolute[k] > 0.0 for k in unknown) and all_parallel(axes)


def with_sides(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps that have a choice of two."""
    return tuple(step for step in steps if step.has_side)


def signs_in(linkage: Linkage, steps: tuple[Step, ...], frames: Array) -> NDArray[np.float64]:
    """The side of each step with a choice, (N, k): +1, -1, or 0 where flat."""
    sides = [step.side(linkage, frames) for step in with_sides(steps)]
    found = np.array(sides).reshape(len(sides), len(frames)).T
    return np.where(np.abs(found) < FLAT, 0.0, np.sign(found))


def signs_drawn(linkage: Linkage, steps: tuple[Step, ...]) -> NDArray[np.float64] | None:
    """The side of each step in the drawing, (k,), +1 or -1; None where one is flat there."""
    signs = signs_in(linkage, steps, linkage.at_zero)[0]
    return None if (signs == 0.0).any() else signs


def taken(
    linkage: Linkage, steps: tuple[Step, ...], y: Array, signs: Array
) -> tuple[Array, NDArray[np.bool_], Array]:
    """Values y (N, J) with the unknown joints found, whether every step exists, (N,), and frames.

    y: the known joints; the others are 0. signs: (k,) or (N, k), of the steps with a choice, in
    order.
    """
    y, exists, one = np.array(y, float), np.ones(len(y), bool), np.ones(len(y))
    left = list(np.broadcast_to(signs, (len(y), np.shape(signs)[-1])).T)
    frames = linkage.frames(y)
    for step in steps:
        sign = left.pop(0) if step.has_side else one
        values, there = step.found(linkage, frames, sign)
        y[:, list(step.joints)] = values
        linkage.replace(frames, y, step.joints)
        exists &= there
    turns = 2.0 * np.pi * np.round(y / (2.0 * np.pi)) * linkage.revolute
    found = [joint for step in steps for joint in step.joints]
    y[:, found] -= turns[:, found]
    return y, exists, frames


def short_loop(linkage: Linkage, steps: tuple[Step, ...], y: Array) -> str:
    """The loops of the first step that does not exist at y (J,), the known joints, on the first of
    its sides; empty where all exist."""
    rows = np.array(y[None], float)
    frames = linkage.frames(rows)
    for step in steps:
        values, there = step.found(linkage, frames, np.ones(1))
        if not there[0]:
            return loops_of(linkage, step)
        rows[:, list(step.joints)] = values
        linkage.replace(frames, rows, step.joints)
    return ""


def flat_loops(linkage: Linkage, steps: tuple[Step, ...], y: Array) -> tuple[str, ...]:
    """The names of the loops that have no side at y (J,), values of all joints."""
    frames, found = linkage.frames(y[None]), []
    for step in with_sides(steps):
        if abs(step.side(linkage, frames)[0]) < NAMES_A_SINGULARITY:
            found.append(loops_of(linkage, step))
    return tuple(found)


def loops_of(linkage: Linkage, step: Step) -> str:
    """The loops that a step closes, by name: "rod1", or "rod1, rod2 and rod3"."""
    names = [linkage.closings[number].name for number in step.closings]
    return ", ".join(names[:-1]) + " and " * (len(names) > 1) + names[-1]


def choices(steps: tuple[Step, ...]) -> int:
    """How many of the steps have a choice of two."""
    return len(with_sides(steps))

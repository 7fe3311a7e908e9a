"""Rods with a ball at each end: what they do to a linkage is to hold two points at a distance.

In a linkage such a rod is two passive turning joints whose axes meet in one ball, and the closing
in the other ball; its spin is left out. So a rod tells

- one joint that moves one of its ends, with a choice of two sides (`RodReach`): the crank of a
  leg, from where the platform stands;
- three slides that carry one end each of three rods (`ThreeRods`): the place of a platform that
  only slides, from where the cranks stand, as the meeting of three spheres;
- its own two joints where both of its ends are known (`RodAim`).
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.axes import meet, meeting_point, parallel
from kinematics.closed.ends import STRETCHED, azimuth, ends_of, seen_from, turned_onto
from kinematics.closed.linkage import Linkage
from kinematics.poses.transforms import Array, cross
from kinematics.tolerances import NAMES_A_SINGULARITY, NEVER_ZERO

SAME_ROD = 1e-9  # of the size: a rod this far from its length does not fit


@dataclass(frozen=True)
class Rod:
    """joints: the two at its first ball, the inner one first. closing: that at its other ball, by
    number. shift: of the first ball from the frame of the outer joint along its axis, mm. length:
    mm. fold: +1 or -1, which of the two positions of the joints is the drawn one; in the other the
    rod is the same."""

    joints: tuple[int, int]
    closing: int
    shift: float
    length: float
    fold: float


@lru_cache(maxsize=256)
def rods_of(linkage: Linkage) -> dict[int, Rod]:
    """The rods of a linkage by the number of their closing."""
    found = {}
    for number, closing in enumerate(linkage.closings):
        if closing.axes is not None:
            continue
        for link in closing.links:
            rod = _rod(linkage, number, link)
            if rod is not None:
                found[number] = rod
                break
    return found


def _rod(linkage: Linkage, number: int, link: int) -> Rod | None:
    """The rod that is a link and ends in a closing; None where the link is no rod."""
    outer, inner = link - 1, linkage.carriers[link - 1] - 1 if link else -1
    if inner < 0 or not linkage.revolute[[inner, outer]].all():
        return None
    bears_more = link == linkage.count or any(k in (inner, outer) for k in _bearers(linkage, outer))
    meetings = [c for c in linkage.closings if {inner + 1, link} & set(c.links)]
    if bears_more or len(meetings) != 1:
        return None
    frames = linkage.at_zero
    z, p = frames[0, [inner + 1, link], :3, 2], frames[0, [inner + 1, link], :3, 3]
    if parallel(z[0], z[1]) or not meet(z, p, linkage.size):
        return None
    end, _ = ends_of(linkage, number, outer, frames)
    start = meeting_point(z, p)
    along = end[0] - start
    length = float(np.linalg.norm(along))
    if length <= NAMES_A_SINGULARITY * linkage.size:
        return None
    # how the outer joint lifts the end along the inner axis: its sign is that of the fold
    fold = float(np.sign(cross(z[1], along) @ z[0])) or 1.0
    return Rod((inner, outer), number, float(z[1] @ (start - p[1])), length, fold)


def _bearers(linkage: Linkage, outer: int) -> list[int]:
    """The joints whose links carry any other joint but the outer one of a rod."""
    return [carrier - 1 for k, carrier in enumerate(linkage.carriers) if k != outer]


@dataclass(frozen=True)
class RodAim:
    """The two joints of a rod whose ends are both known: they turn it to its other ball."""

    rod: Rod
    has_side: ClassVar[bool] = False

    @property
    def joints(self) -> tuple[int, ...]:
        """Those of the rod."""
        return self.rod.joints

    @property
    def closings(self) -> tuple[int, ...]:
        """That of the rod."""
        return (self.rod.closing,)

    def found(
        self, linkage: Linkage, frames: Array, sign: Array
    ) -> tuple[Array, NDArray[np.bool_]]:
        """First the outer joint brings the end to its height along the inner axis, then the inner
        one brings it round."""
        inner, outer = self.rod.joints
        own = ends_of(linkage, self.rod.closing, outer, frames)[0]
        start, goal = balls(linkage, self.rod, frames)
        R_outer, z_inner = frames[:, outer + 1, :3, :3], frames[:, inner + 1, :3, 2]
        v, axis = ((w[:, None] @ R_outer)[:, 0] for w in (own - start, z_inner))
        # axis . Rz(b) v = height, that is A cos b + B sin b = C
        A = np.vecdot(axis[:, :2], v[:, :2])
        B = axis[:, 1] * v[:, 0] - axis[:, 0] * v[:, 1]
        C = np.vecdot(z_inner, goal - start) - axis[:, 2] * v[:, 2]
        share = np.clip(C / np.maximum(np.hypot(A, B), NEVER_ZERO), -1.0, 1.0)
        b = np.arctan2(B, A) - self.rod.fold * np.arccos(share)
        cos, sin = np.cos(b), np.sin(b)
        x, y = cos * v[:, 0] - sin * v[:, 1], sin * v[:, 0] + cos * v[:, 1]
        turned = np.stack([x, y, v[:, 2]], axis=1)
        there = start + (R_outer @ turned[..., None])[..., 0]
        a = azimuth(seen_from(frames, inner, goal)) - azimuth(seen_from(frames, inner, there))
        misfit = np.abs(np.linalg.norm(goal - start, axis=1) - self.rod.length)
        return np.stack([a, b], axis=1), misfit <= SAME_ROD * linkage.size

    def side(self, linkage: Linkage, frames: Array) -> Array:
        """1: both positions of the joints are one of the rod."""
        return np.ones(len(frames))


@dataclass(frozen=True)
class RodReach:
    """A joint that moves one end of a rod, such as a crank, while the other end stands."""

    joint: int
    rod: Rod
    has_side: ClassVar[bool] = True

    @property
    def joints(self) -> tuple[int, ...]:
        """That joint."""
        return (self.joint,)

    @property
    def closings(self) -> tuple[int, ...]:
        """That of the rod."""
        return (self.rod.closing,)

    def found(
        self, linkage: Linkage, frames: Array, sign: Array
    ) -> tuple[Array, NDArray[np.bool_]]:
        """The value at which the ends of the rod are as far apart as it is long."""
        v, t = self._ends(linkage, frames)
        length = np.full(len(v), self.rod.length)
        if linkage.revolute[self.joint] > 0.0:
            value, exists = turned_onto(v, t, length, sign)
            return value[:, None], exists
        across = np.hypot(*(t - v)[:, :2].T) / self.rod.length
        rise = np.sqrt(np.maximum(1.0 - across**2, 0.0)) * self.rod.length
        value = t[:, 2] - v[:, 2] + sign * rise
        return value[:, None], across <= 1.0 + STRETCHED

    def side(self, linkage: Linkage, frames: Array) -> Array:
        """How well the joint moves the rod along itself: 0 at the dead centre."""
        v, t = self._ends(linkage, frames)
        if linkage.revolute[self.joint] > 0.0:
            return np.asarray(np.sin(azimuth(v) - azimuth(t)))
        return np.asarray((v - t)[:, 2] / self.rod.length)

    def _ends(self, linkage: Linkage, frames: Array) -> tuple[Array, Array]:
        """The end of the rod that the joint moves, then the other, seen from the joint, (N, 3)."""
        start, end = balls(linkage, self.rod, frames)
        moves_start = self.joint in linkage.paths[self.rod.joints[0] + 1]
        moved, still = (start, end) if moves_start else (end, start)
        return seen_from(frames, self.joint, moved), seen_from(frames, self.joint, still)


@dataclass(frozen=True)
class ThreeRods:
    """Three slides that carry an end each of three rods: the meeting of three spheres."""

    slides: tuple[int, int, int]
    rods: tuple[Rod, Rod, Rod]
    has_side: ClassVar[bool] = True

    @property
    def joints(self) -> tuple[int, ...]:
        """The slides."""
        return self.slides

    @property
    def closings(self) -> tuple[int, ...]:
        """Those of the rods."""
        return tuple(rod.closing for rod in self.rods)

    def found(
        self, linkage: Linkage, frames: Array, sign: Array
    ) -> tuple[Array, NDArray[np.bool_]]:
        """Where the slides bring the ends onto the spheres about the other ends."""
        slid = self._slid(linkage, frames)  # from the end that slides to the centre of its sphere
        squares = np.array([rod.length for rod in self.rods]) ** 2
        first, second, third = np.moveaxis(slid, 1, 0)
        u, w = second - first, third - first
        # |m - c_i| = L_i: two differences give m within the plane of the centres, one the height
        right = np.stack(
            [
                0.5 * (np.vecdot(u, u) + squares[0] - squares[1]),
                0.5 * (np.vecdot(w, w) + squares[0] - squares[2]),
                np.zeros(len(u)),
            ],
            axis=1,
        )
        normal = cross(u, w)
        spread = np.linalg.norm(normal, axis=1)
        flat = spread <= NAMES_A_SINGULARITY * np.linalg.norm(u, axis=1) * np.linalg.norm(w, axis=1)
        rows = np.stack([u, w, normal], axis=1)
        rows[flat] = np.eye(3)
        level = np.linalg.solve(rows, right[..., None])[..., 0]
        rise = squares[0] - np.vecdot(level, level)
        height = np.sqrt(np.maximum(rise, 0.0)) / np.maximum(spread, NEVER_ZERO)
        moved = first + level + (sign * height)[:, None] * normal
        axes = np.stack([frames[:, k + 1, :3, 2] for k in self.slides], axis=2)
        values = np.linalg.solve(axes, moved[..., None])[..., 0]
        return values, ~flat & (rise >= -STRETCHED * squares[0])

    def side(self, linkage: Linkage, frames: Array) -> Array:
        """The volume of the unit vectors along the rods: 0 where they lie in one plane."""
        slid = self._slid(linkage, frames) / np.array([rod.length for rod in self.rods])[:, None]
        return np.asarray(-np.linalg.det(slid))

    def _slid(self, linkage: Linkage, frames: Array) -> Array:
        """From the end of each rod that slides to its other end, (N, 3, 3)."""
        ways = []
        for rod in self.rods:
            start, end = balls(linkage, rod, frames)
            slides_start = self.slides[0] in linkage.paths[rod.joints[0] + 1]
            ways.append(end - start if slides_start else start - end)
        return np.stack(ways, axis=1)


def three_rods(
    linkage: Linkage, rods: dict[int, Rod], open_joints: list[list[int]]
) -> ThreeRods | None:
    """The three rods that tell three slides best in the drawing; None where there are none.

    open_joints: the unknown joints of the loop of each closing.
    """
    carried: dict[tuple[int, ...], list[Rod]] = {}
    for number, rod in rods.items():
        left = tuple(k for k in open_joints[number] if k not in rod.joints)
        if len(left) == 3 and not linkage.revolute[list(left)].any():
            carried.setdefault(left, []).append(rod)
    frames = linkage.at_zero
    for slides, able in carried.items():
        axes = frames[0, [k + 1 for k in slides], :3, 2]
        if abs(np.linalg.det(axes)) < NAMES_A_SINGULARITY or len(able) < 3:
            continue
        a, b, c = slides
        found = [ThreeRods((a, b, c), (i, j, k)) for i, j, k in combinations(able, 3)]
        return max(found, key=lambda step: abs(float(step.side(linkage, frames)[0])))
    return None


def balls(linkage: Linkage, rod: Rod, frames: Array) -> tuple[Array, Array]:
    """The two balls of a rod (N, 3) as its neighbours hold them, whichever way the rod points."""
    _, end = ends_of(linkage, rod.closing, rod.joints[1], frames)
    T = frames[:, rod.joints[1] + 1, :3]
    return T[:, :, 3] + rod.shift * T[:, :, 2], end

"""A linkage: joints that branch from a base as a tree, and the closings that join its branches.

Joint k moves link k + 1; link 0 is the base. A closing holds a point of one link on a point of
another (a ball), and where it is a pin an axis of the one along an axis of the other. The links
are given as they are drawn: at zero of all joints every closing is closed.
"""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from kinematics.arm.joints import Joint
from kinematics.arm.link_tree import LinkTree
from kinematics.poses.transforms import Array, cross


@dataclass(frozen=True, eq=False)
class Closing:
    """Two links that meet: the point of each that does, in its own frame, mm, and the axis.

    points, axes: (2, 3); axes None for a ball, which holds the points alone.
    """

    name: str
    links: tuple[int, int]
    points: Array = field(repr=False)
    axes: Array | None = field(default=None, repr=False)


@dataclass(frozen=True, eq=False)
class Linkage(LinkTree):
    """joints: each of the tree. closings: where branches meet."""

    joints: tuple[Joint, ...] = ()
    closings: tuple[Closing, ...] = ()

    @cached_property
    def size(self) -> float:
        """Sum of the lengths between joint frames, mm, never 0."""
        return float(np.linalg.norm(self.T_link_joint[:, :3, 3], axis=1).sum()) or 1.0

    @cached_property
    def units(self) -> Array:
        """What counts as one of each joint: 1 rad, or the size in mm, (J,)."""
        return np.where(self.revolute > 0.0, 1.0, self.size)

    @cached_property
    def at_zero(self) -> Array:
        """The frames of the drawing, (1, J + 1, 4, 4)."""
        return self.frames(np.zeros((1, self.count)))

    def loop_of(self, closing: Closing) -> tuple[int, ...]:
        """The joints that move the two links of a closing against each other."""
        a, b = (set(self.paths[link]) for link in closing.links)
        return tuple(sorted(a ^ b))

    def length_of(self, link: int) -> float:
        """The distance, mm, from the joint of a link to the farthest joint or closing on it."""
        joints = [self.T_link_joint[k, :3, 3] for k, own in enumerate(self.carriers) if own == link]
        ends = [
            point
            for closing in self.closings
            for own, point in zip(closing.links, closing.points, strict=True)
            if own == link
        ]
        return max((float(np.linalg.norm(place)) for place in [*joints, *ends]), default=0.0)

    def gaps(self, frames: Array) -> Array:
        """What the closings miss, (..., rows): points by the size, then axes; 0 where closed."""
        found = []
        for closing in self.closings:
            a, b = (frames[..., link, :3, :] for link in closing.links)
            ends = [T[..., :3] @ p + T[..., 3] for T, p in zip((a, b), closing.points, strict=True)]
            found.append((ends[0] - ends[1]) / self.size)
            if closing.axes is not None:
                found.append(a[..., :3] @ closing.axes[0] - b[..., :3] @ closing.axes[1])
        return np.concatenate(found, axis=-1)

    def gap_rates(self, frames: Array) -> Array:
        """How the gaps change with each joint, (..., rows, J), per rad and per size of a slide."""
        z, p = frames[..., 1:, :3, 2], frames[..., 1:, :3, 3]
        rows = []
        for closing in self.closings:
            rows.append(self._moved(closing, frames, z, p) / self.size)
            if closing.axes is not None:
                rows.append(self._turned(closing, frames, z))
        return np.concatenate(rows, axis=-2) * self.units

    def _moved(self, closing: Closing, frames: Array, z: Array, p: Array) -> Array:
        """How the two points of a closing part, (..., 3, J), mm per rad or mm."""
        found = np.zeros((*frames.shape[:-3], 3, self.count))
        for link, point, sign in zip(closing.links, closing.points, (1.0, -1.0), strict=True):
            at = frames[..., link, :3, :3] @ point + frames[..., link, :3, 3]
            for k in self.paths[link]:
                turn = self.revolute[k] > 0.0
                own = cross(z[..., k, :], at - p[..., k, :]) if turn else z[..., k, :]
                found[..., k] += sign * own
        return found

    def _turned(self, closing: Closing, frames: Array, z: Array) -> Array:
        """How the two axes of a pin part, (..., 3, J), per rad or mm."""
        assert closing.axes is not None, "only a pin has axes"
        found = np.zeros((*frames.shape[:-3], 3, self.count))
        for link, axis, sign in zip(closing.links, closing.axes, (1.0, -1.0), strict=True):
            at = frames[..., link, :3, :3] @ axis
            for k in self.paths[link]:
                if self.revolute[k] > 0.0:
                    found[..., k] += sign * cross(z[..., k, :], at)
        return found

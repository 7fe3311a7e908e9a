"""How far the bodies of an arm can get in each piece of a motion: what a proof rests on.

Between two samples every joint moves evenly. A point of a body then moves, seen from an earlier
link of the same arm, at most by the sum over the joints between them of |change of the joint|
times the largest distance of the body from that joint's axis (1 for a joint that slides). That
distance is taken at both samples, at the corners of the box about the body, and grows between
them by no more than half of what the joints in between move the body.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from geometry import Solid
from kinematics import link_poses
from scenes.cell import Robot
from scenes.frozen import Array
from scenes.placement import arm_poses
from scenes.state import Held

# Rounding of the kinematics: a way is told this much longer than computed.
_ROUNDING = 1.0 + 1e-9


@dataclass(frozen=True, eq=False)
class ArmMotion:
    """An arm through m samples, straight in the joints between each two.

    q: (m, n), rad or mm. openings: Of the hand, (m,), mm. held: What moves with the flange.
    """

    robot: Robot
    q: Array
    openings: Array
    held: Held | None = None
    held_solid: Solid | None = None

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The bodies that go with the arm, as `placements` names and orders them."""
        own = tuple(f"{self.robot.name}.{name}" for name in self.robot.body_names)
        return own if self.held is None else (*own, self.held.part)

    @cached_property
    def links(self) -> tuple[int, ...]:
        """The link that carries each body."""
        by_hand = len(self.names) - len(self.robot.bodies)
        return (*(body.link for body in self.robot.bodies), *[self.robot.mechanism.n] * by_hand)

    @cached_property
    def solids(self) -> tuple[Solid, ...]:
        """The solids of the bodies."""
        links = (body.solid for body in self.robot.bodies)
        fingers = (finger.solid for finger in self.robot.fingers)
        return (*links, *fingers, *(() if self.held_solid is None else (self.held_solid,)))

    def poses(self, q: Array, openings: Array) -> Array:
        """T_world_body at k other joint values and openings, (k, bodies, 4, 4)."""
        return arm_poses(self.robot, q, openings, self.held)[1]

    @cached_property
    def slides(self) -> Array:
        """How far each finger slides on the flange in each piece, (m - 1, bodies), mm."""
        found = np.zeros((len(self.q) - 1, len(self.names)))
        change = np.abs(np.diff(self.openings))
        for i, finger in enumerate(self.robot.fingers, len(self.robot.bodies)):
            found[:, i] = change * finger.share * float(np.linalg.norm(finger.direction))
        return found * _ROUNDING

    @cached_property
    def ways(self) -> Array:
        """How far each body moves at most, seen from each link, in each piece: mm, of shape
        (m - 1, bodies, n + 1); 0 for links behind its own. Seen from link 0: in the world."""
        n, pieces = self.robot.mechanism.n, len(self.q) - 1
        found = np.zeros((pieces, len(self.names), n + 1))
        if not pieces:
            return found
        T_base_links = link_poses(self.robot.mechanism, self.q)
        T_links = self.robot.T_world_base @ T_base_links
        T_bodies = self.poses(self.q, self.openings)
        for body, (solid, link) in enumerate(zip(self.solids, self.links, strict=True)):
            corners = _corners(solid) @ np.swapaxes(T_bodies[:, body, :3, :3], 1, 2)
            corners += T_bodies[:, body, None, :3, 3]
            found[:, body] = self._ways_of(corners, T_links, link, self.slides[:, body])
        return found

    def _ways_of(self, corners: Array, T_links: Array, link: int, slid: Array) -> Array:
        """The ways of one body, (m - 1, n + 1), seen from each link; corners (m, 8, 3), world."""
        n = self.robot.mechanism.n
        ways = np.zeros((len(corners) - 1, n + 1))
        ways[:, link] = slid
        turned = np.abs(np.diff(self.q, axis=0))
        for joint in range(link - 1, -1, -1):
            reach = np.ones(len(turned))
            if self.robot.mechanism.kinds[joint] == "R":
                far = _farthest(corners, T_links[:, joint + 1])
                reach = np.maximum(far[:-1], far[1:]) + 0.5 * ways[:, joint + 1]
            ways[:, joint] = ways[:, joint + 1] + turned[:, joint] * reach * _ROUNDING
        return ways


def _corners(solid: Solid) -> Array:
    """The corners of the box about a solid in its own frame, (8, 3), mm."""
    lo, hi = solid.bounds()
    signs = np.array(np.meshgrid(*[(0.0, 1.0)] * 3)).reshape(3, -1).T
    return np.asarray(lo + signs * (hi - lo))


def _farthest(points: Array, T_link: Array) -> Array:
    """The largest distance of points (m, k, 3) from the z axes of frames (m, 4, 4): (m,), mm."""
    offset = points - T_link[:, None, :3, 3]
    along = np.einsum("mki,mi->mk", offset, T_link[:, :3, 2])
    square = np.einsum("mki,mki->mk", offset, offset) - along * along
    return np.sqrt(np.maximum(square, 0.0).max(axis=1))

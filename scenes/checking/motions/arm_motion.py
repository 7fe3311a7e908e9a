"""Bounds on the motion of an arm's bodies between two samples: proofs rest on them.

The stretch between two samples is called a piece. Within a piece every joint moves evenly. Seen
from an earlier link of the same arm, a point of a body then moves at most by a sum over the joints
between the two: |change of the joint| times the largest distance of the body from that joint's axis
(1 for a slide). The distance is taken at both samples, at the corners of the box about the body;
within the piece it grows by no more than half of what the joints farther out move the body.

The change of a point's velocity is bounded as well. Within a piece the joints turn evenly, so a
point is accelerated only by the turns themselves: by the square of a joint's turn times the
distance from its axis, and by twice the product of two turns times the distance from the outer
axis. Where two pieces meet, the velocity of a point jumps with the speeds of the joints; the jump
is largest at a corner of the box.

Passive joints of closed loops do not move evenly: `link_travels` bounds how far they move and by
how much their speed changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from geometry import Solid
from kinematics import Mechanism, link_poses
from scenes.errors import SceneError
from scenes.world.cell import Robot
from scenes.world.frozen import Array
from scenes.world.placement import arm_poses
from scenes.world.state import Held

# Mm: in a piece shorter than this nothing moves.
NO_WAY = 1e-9
# Factor for rounding in the kinematics: bounds are this much larger than computed.
_ROUNDING = 1.0 + 1e-9


@dataclass(frozen=True, eq=False)
class ArmMotion:
    """The motion of an arm through m samples, straight in joint space between two samples.

    q: (m, n), rad or mm. openings: Openings of the hand, (m,), mm. held: The part in the hand.
    """

    robot: Robot
    q: Array
    openings: Array
    held: Held | None = None
    held_solid: Solid | None = None

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the bodies that the arm moves, in the order of `placements`."""
        own = tuple(f"{self.robot.name}.{name}" for name in self.robot.body_names)
        return own if self.held is None else (*own, self.held.part)

    @cached_property
    def links(self) -> tuple[int, ...]:
        """The link that carries each body."""
        by_hand = len(self.names) - len(self.robot.bodies)
        return (
            *(body.link for body in self.robot.bodies),
            *[self.robot.mechanism.last_link] * by_hand,
        )

    @cached_property
    def solids(self) -> tuple[Solid, ...]:
        """The solids of the bodies, in the order of `names`."""
        links = (body.solid for body in self.robot.bodies)
        fingers = (finger.solid for finger in self.robot.fingers)
        return (*links, *fingers, *(() if self.held_solid is None else (self.held_solid,)))

    def poses(self, q: Array, openings: Array) -> Array:
        """T_world_body (k, bodies, 4, 4) at k joint values q (k, n) and openings (k,), mm."""
        return arm_poses(self.robot, q, openings, self.held)[1]

    @cached_property
    def slides(self) -> Array:
        """Travel of each finger on the flange in each piece, (m - 1, bodies), mm; else 0."""
        found = np.zeros((len(self.q) - 1, len(self.names)))
        change = np.abs(np.diff(self.openings))
        for i, finger in enumerate(self.robot.fingers, len(self.robot.bodies)):
            found[:, i] = change * finger.share * float(np.linalg.norm(finger.direction))
        return found * _ROUNDING

    @property
    def ways(self) -> Array:
        """Greatest travel of each body in each piece, seen from each link, mm.

        Shape (m - 1, bodies, links). The travel is 0 for links behind the body's own link, but an
        arm with closed loops has the travel seen from every link. Seen from link 0 means in the
        world. SceneError if nothing bounds the passive joints of a loop.
        """
        return self._bounds[0]

    @property
    def bends(self) -> Array:
        """Greatest acceleration of points of each body in each piece, seen from each link.

        Shape (m - 1, bodies, n + 1), in mm per piece squared.
        """
        return self._bounds[1]

    @cached_property
    def _bounds(self) -> tuple[Array, Array]:
        count, pieces = self.robot.mechanism.last_link + 1, len(self.q) - 1
        ways = np.zeros((pieces, len(self.names), count))
        bends = np.zeros_like(ways)
        even = np.stack([self.q[:-1], self.q[1:]], axis=1)
        travels = self.robot.mechanism.link_travels(even)
        if not np.isfinite(travels[0]).all():
            raise SceneError(
                f"nothing bounds the passive joints of {self.robot.name} in this motion, which "
                "comes to a singular loop: it cannot be checked between its samples"
            )
        for body, (corners, link) in enumerate(zip(self._corners, self.links, strict=True)):
            own = self._bounds_of(corners, link, self.slides[:, body], travels)
            ways[:, body], bends[:, body] = own
        return ways, bends

    def _bounds_of(
        self, corners: Array, link: int, slid: Array, travels: tuple[Array, Array]
    ) -> tuple[Array, Array]:
        """Ways and bends of one body, each (m - 1, links); corners (m, 8, 3), world. travels: of
        the joints, and how their rates change."""
        mechanism = self.robot.mechanism
        ways, bends = np.zeros((2, len(corners) - 1, mechanism.last_link + 1))
        ways[:, link] = slid
        for step in _walk(mechanism, link):
            joint, inner, reach = step.joint, ways[:, step.inner], np.ones(len(slid))
            turned, bent = (values[:, joint] * _ROUNDING for values in travels)
            bends[:, step.outer] = bends[:, step.inner]
            if mechanism.link_tree.kinds[joint] == "R":
                far = _farthest(corners, self._T_links[:, joint + 1])
                reach = np.maximum(far[:-1], far[1:]) + 0.5 * inner
                bends[:, step.outer] += turned * (turned * reach + 2.0 * inner)
            bends[:, step.outer] += bent * reach
            ways[:, step.outer] = inner + turned * reach
        return ways, bends

    def kinks(self, lengths: Array, first: int, last: int) -> Array:
        """Greatest jump of the velocity of points of each body, seen from each link, at samples.

        The samples are those between `first` and `last`: shape (k - 1, bodies, links), mm per unit
        of `lengths`. lengths: Lengths (k,) of the pieces between them. A piece of no length is
        ignored: nothing moves in it.
        """
        mechanism, count, inside = self.robot.mechanism, last - first - 1, slice(first + 1, last)
        found = np.zeros((max(count, 0), len(self.names), mechanism.last_link + 1))
        if count < 1:
            return found
        q, openings = self.q[first : last + 1], self.openings[first : last + 1]
        turns = np.diff(_speeds(np.diff(q, axis=0), lengths), axis=0)
        turns = (mechanism.link_rates(q[1:-1]) @ turns[..., None])[..., 0]
        slides = np.diff(_speeds(np.diff(openings)[:, None], lengths), axis=0)
        T = self._T_links[inside]
        for body, (corners, link) in enumerate(zip(self._corners, self.links, strict=True)):
            jump = np.zeros((count, 8, 3)) + (slides * self._slide_of(body)[inside])[:, None]
            found[:, body, link] = np.linalg.norm(jump, axis=2).max(axis=1)
            jumps = {link: jump}
            for step in _walk(mechanism, link):
                joint = step.joint
                axis, own = T[:, joint + 1, None, :3, 2], step.sense * turns[:, joint, None, None]
                if mechanism.link_tree.kinds[joint] == "R":
                    own = own * np.cross(axis, corners[inside] - T[:, joint + 1, None, :3, 3])
                else:
                    own = own * axis
                jumps[step.outer] = jumps[step.inner] + own
                largest = np.linalg.norm(jumps[step.outer], axis=2).max(axis=1)
                found[:, body, step.outer] = largest
        return found * _ROUNDING

    def _slide_of(self, body: int) -> Array:
        """Velocity (m, 3) of a body in world axes per opening of the hand, mm per mm."""
        number = body - len(self.robot.bodies)
        if not 0 <= number < len(self.robot.fingers):
            return np.zeros((len(self.q), 3))
        finger = self.robot.fingers[number]
        T_flange = self._T_links[:, -1] @ self.robot.mechanism.T_last_flange
        return np.asarray(T_flange[:, :3, :3] @ (finger.share * finger.direction))

    @cached_property
    def _T_links(self) -> Array:
        """T_world_link at the samples, (m, links, 4, 4)."""
        return self.robot.T_world_base @ link_poses(self.robot.mechanism, self.q)

    @cached_property
    def _corners(self) -> tuple[Array, ...]:
        """The corners of the box about each body at the samples, world axes, (m, 8, 3) each."""
        T = self.poses(self.q, self.openings)
        return tuple(
            _corners(solid) @ np.swapaxes(T[:, body, :3, :3], 1, 2) + T[:, body, None, :3, 3]
            for body, solid in enumerate(self.solids)
        )


@dataclass(frozen=True)
class _Step:
    """A joint that lies between the links inner and outer; sense -1 where the joint moves outer."""

    joint: int
    inner: int
    outer: int
    sense: float


@lru_cache(maxsize=1024)
def _walk(mechanism: Mechanism, link: int) -> tuple[_Step, ...]:
    """From a link to the base; where loops are closed, to all other links, near ones first."""
    carriers = mechanism.link_tree.carriers
    if not mechanism.has_loops:
        return tuple(_Step(k, k + 1, k, 1.0) for k in range(link - 1, -1, -1))
    found: list[_Step] = []
    waiting, seen = [link], {link}
    while waiting:
        here = waiting.pop(0)
        down = [_Step(k, here, k + 1, -1.0) for k, on in enumerate(carriers) if on == here]
        up = [_Step(here - 1, here, carriers[here - 1], 1.0)] if here else []
        for step in up + down:
            if step.outer not in seen:
                found.append(step)
                seen.add(step.outer)
                waiting.append(step.outer)
    return tuple(found)


def _speeds(change: Array, lengths: Array) -> Array:
    """Speeds (k, n) from changes over pieces of given lengths (k,).

    A piece of no length has the speed of the piece before it.
    """
    is_there = lengths > NO_WAY
    last = np.maximum.accumulate(np.where(is_there, np.arange(len(lengths)), -1))
    first = int(np.argmax(is_there)) if is_there.any() else 0
    last = np.where(last < 0, first, last)
    safe = np.where(is_there, lengths, 1.0)
    return np.asarray(change / safe[:, None])[last] * is_there.any()


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

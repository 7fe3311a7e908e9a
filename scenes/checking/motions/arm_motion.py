"""Bounds on the motion of an arm's bodies over the pieces of a path: proofs rest on them.

Within a piece every joint follows a polynomial of the piece's share u, 0 to 1, whose coefficients
bound its rate and the change of its rate (`link_travels`). Seen from an earlier link of the same
arm, a point of a body then moves at most by a sum over the joints between the two: rate of the
joint times the largest distance of the body from that joint's axis (1 for a slide). The distance is
taken at both ends of the piece, at the corners of the box about the body; within the piece it grows
by no more than half of what the joints farther out move the body.

The acceleration of a point is bounded as well: by the square of a joint's rate and by the change of
its rate, each times the distance from its axis, and by twice the product of two rates times the
distance from the outer axis. Where the path has a corner, between two pieces, the velocity of a
point jumps with the rates of the joints; the jump is largest at a corner of the box.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from geometry import Solid
from kinematics import Mechanism, link_poses
from scenes.checking.motions.pieces import Integers, Pieces
from scenes.errors import SceneError
from scenes.world.frozen import Array
from scenes.world.placement import arm_poses
from scenes.world.robot import Robot
from scenes.world.state import Held

# Mm by the unit of the pieces' widths, which is about a motion: a jump of the velocity that is no
# greater is rounding, and too small for a proof to notice.
SMOOTH = 1e-5
# Factor for rounding in the kinematics: bounds are this much larger than computed.
_ROUNDING = 1.0 + 1e-9


@dataclass(frozen=True, eq=False)
class ArmMotion:
    """The motion of an arm with the part in its hand over m pieces."""

    robot: Robot
    pieces: Pieces
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
        """Travel of each finger on the flange in each piece, (m, bodies), mm; 0 of other bodies."""
        found = np.zeros((len(self.pieces), len(self.names)))
        change = np.abs(np.diff(self.pieces.openings, axis=1))[:, 0]
        for i, finger in enumerate(self.robot.fingers, len(self.robot.bodies)):
            found[:, i] = change * finger.share * float(np.linalg.norm(finger.direction))
        return found * _ROUNDING

    @property
    def ways(self) -> Array:
        """Greatest rate of points of each body in each piece, seen from each link, mm per piece.

        Shape (m, bodies, links). No point travels farther in the piece. The rate is 0 for links
        behind the body's own link, but an arm with closed loops has the rate seen from every link.
        Seen from link 0 means in the world. SceneError if nothing bounds the passive joints of a
        loop.
        """
        return self._bounds[0]

    @property
    def bends(self) -> Array:
        """Greatest acceleration of points of each body in each piece, seen from each link.

        Shape (m, bodies, links), in mm per piece squared.
        """
        return self._bounds[1]

    @cached_property
    def _bounds(self) -> tuple[Array, Array]:
        count, pieces = self.robot.mechanism.last_link + 1, self.pieces
        ways = np.zeros((len(pieces), len(self.names), count))
        bends = np.zeros_like(ways)
        rates, changes = self._travels
        if not np.isfinite(rates).all():
            raise SceneError(
                f"nothing bounds the passive joints of {self.robot.name} in this motion, which "
                "comes to a singular loop: it cannot be checked between its samples"
            )
        fastest, bent = pieces.peaks[:, :, None]
        travels = rates * fastest, changes * fastest**2 + rates * bent
        for body, (corners, link) in enumerate(zip(self._corners, self.links, strict=True)):
            own = self._bounds_of(corners, link, self.slides[:, body], travels)
            ways[:, body], bends[:, body] = own
        return ways, bends

    @cached_property
    def _travels(self) -> tuple[Array, Array]:
        """Rates and changes of rates of all joints in each piece; 0 between two motions."""
        mechanism, pieces = self.robot.mechanism, self.pieces
        found = np.zeros((2, len(pieces), mechanism.last_link))
        own = np.flatnonzero(pieces.widths > 0.0)
        if len(own):
            found[:, own] = mechanism.link_travels(pieces.controls[own])
        return found[0], found[1]

    def _bounds_of(
        self, corners: Array, link: int, slid: Array, travels: tuple[Array, Array]
    ) -> tuple[Array, Array]:
        """Ways and bends of one body, each (m, links); corners (m + 1, 8, 3), world. travels: rates
        of the joints, and how they change."""
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

    def kinks(self, first: int, last: int) -> Array:
        """Greatest jump of the velocity of points of each body, seen from each link.

        The jumps are those between the pieces from `first` to before `last`: shape (k - 1, bodies,
        links) for k pieces, mm per unit of the pieces' widths.
        """
        mechanism, count = self.robot.mechanism, last - first - 1
        found = np.zeros((max(count, 0), len(self.names), mechanism.last_link + 1))
        if count < 1:
            return found
        turns, slides = self._jumps(first, last)
        nodes = np.arange(first + 1, last)
        turns = (mechanism.link_rates(self.pieces.nodes[nodes]) @ turns[..., None])[..., 0]
        # At most nodes the path is smooth, and what jumps is rounding: a simple bound is enough.
        bound = np.abs(turns).sum(axis=1) * (1.0 + self._spread[nodes])
        bound += np.abs(slides[:, 0]) * sum(np.linalg.norm(f.direction) for f in self.robot.fingers)
        found[:] = bound[:, None, None]
        corner = np.flatnonzero(bound > SMOOTH)
        if len(corner):
            found[corner] = self._corner_kinks(nodes[corner], turns[corner], slides[corner])
        return found * _ROUNDING

    def _corner_kinks(self, nodes: Integers, turns: Array, slides: Array) -> Array:
        """Jumps (k, bodies, links) of the velocity at nodes (k,) where the rates of the joints jump
        by `turns` (k, J), and that of the opening by `slides` (k, 1)."""
        mechanism, T = self.robot.mechanism, self._T_links[nodes]
        found = np.zeros((len(nodes), len(self.names), mechanism.last_link + 1))
        for body, (corners, link) in enumerate(zip(self._corners, self.links, strict=True)):
            jump = np.zeros((len(nodes), 8, 3)) + (slides * self._slide_of(body)[nodes])[:, None]
            found[:, body, link] = np.linalg.norm(jump, axis=2).max(axis=1)
            jumps = {link: jump}
            for step in _walk(mechanism, link):
                joint = step.joint
                axis, own = T[:, joint + 1, None, :3, 2], step.sense * turns[:, joint, None, None]
                if mechanism.link_tree.kinds[joint] == "R":
                    own = own * np.cross(axis, corners[nodes] - T[:, joint + 1, None, :3, 3])
                else:
                    own = own * axis
                jumps[step.outer] = jumps[step.inner] + own
                largest = np.linalg.norm(jumps[step.outer], axis=2).max(axis=1)
                found[:, body, step.outer] = largest
        return found

    @cached_property
    def _spread(self) -> Array:
        """Greatest distance, mm, of any corner of a body from any joint, at each node, (m + 1,)."""
        joints = self._T_links[:, :, :3, 3]
        places = np.concatenate([joints, *self._corners], axis=1)
        return np.asarray(np.linalg.norm(np.ptp(places, axis=1), axis=1))

    def _jumps(self, first: int, last: int) -> tuple[Array, Array]:
        """Jumps of the rates of the joints (k - 1, n) and of the opening (k - 1, 1) between k
        pieces, per unit of their widths."""
        pieces = self.pieces
        controls, widths = pieces.controls[first:last], pieces.widths[first:last, None]
        widths = np.where(widths > 0.0, widths, 1.0)  # the jumps between two motions are not used
        degree = controls.shape[1] - 1
        paces = pieces.end_rates[first:last] * degree / widths
        starting = paces[:, :1] * (controls[:, 1] - controls[:, 0])
        ending = paces[:, 1:] * (controls[:, -1] - controls[:, -2])
        opening = np.diff(pieces.openings[first:last], axis=1) / widths
        return starting[1:] - ending[:-1], np.diff(opening, axis=0)

    def _slide_of(self, body: int) -> Array:
        """Velocity (m + 1, 3) of a body in world axes per opening of the hand, mm per mm."""
        number = body - len(self.robot.bodies)
        if not 0 <= number < len(self.robot.fingers):
            return np.zeros((len(self.pieces) + 1, 3))
        finger = self.robot.fingers[number]
        T_flange = self._T_links[:, -1] @ self.robot.mechanism.T_last_flange
        return np.asarray(T_flange[:, :3, :3] @ (finger.share * finger.direction))

    @cached_property
    def _T_links(self) -> Array:
        """T_world_link at the ends of the pieces, (m + 1, links, 4, 4)."""
        return self.robot.T_world_base @ link_poses(self.robot.mechanism, self.pieces.nodes)

    @cached_property
    def _corners(self) -> tuple[Array, ...]:
        """Corners of the box about each body at the ends of the pieces, world, (m + 1, 8, 3)."""
        T = self.poses(self.pieces.nodes, self.pieces.node_openings)
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

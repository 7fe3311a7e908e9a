"""Bounds on curved motion for the check of certificates: its own, from the motion itself.

The check shares no arithmetic with the finder of the proof. It takes the polynomials of the path in
powers of the piece's share instead of Bernstein form, bounds them by Taylor's formula about the
middles of short parts, and takes the joints' axes in the world at these middles. From the middle of
a part with half the length h on, a derivative changes by no more than the sum of the higher ones
times h^k / k!. Let a and b bound rate and change of rate of joint j over the part, r the distance
of a body from the axis of j and v the speed that the joints farther out give it. Then j adds

    to the speed          a r,
    to the acceleration   b r + a^2 r + 2 a v        (b alone for a slide, whose r is 1),

and r is at most that of the body's box at the middle, plus h v. Numbers are rounded outwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import comb, factorial
from typing import Literal

import numpy as np

from geometry import Solid
from kinematics import link_poses
from kinematics.motion.motion import Motion
from scenes.world.frozen import Array
from scenes.world.placement import arm_poses
from scenes.world.robot import Robot
from scenes.world.state import Held

# Rad: turn of all joints together over one of the first parts; greatest number of times that the
# parts are halved where their bounds exceed those that a proof states.
_PART_TURN, _MOST_HALVINGS = 0.1, 4
# Rounding of the polynomials' coefficients, as a share of the largest joint value: a coefficient in
# powers is a sum of at most six terms, each up to 80 times a Bernstein coefficient. Of lengths.
_TERMS, _ROUNDING = 512.0 * np.finfo(float).eps, 1.0 + 1e-10

Limits = tuple[float, float, float]


@dataclass(frozen=True, eq=False)
class OwnBounds:
    """The motion of an arm with its bodies, over a time from 0 to 1 that grows with the path.

    opening: Of the hand, mm; it does not move. The arm has no closed loops.
    """

    robot: Robot
    motion: Motion
    opening: float
    held: Held | None = None

    @cached_property
    def span(self) -> tuple[float, float]:
        """The values of the path's parameter at the start and the end of the motion."""
        motion = self.motion
        ends = np.array([motion.begin, motion.begin + motion.duration])
        start, end = np.clip(motion.law.at(ends)[0], 0.0, motion.path.length)
        return float(start), float(end)

    def poses(self, body: str, times: Array) -> Array:
        """T_world_body (k, 4, 4) of a body of the arm at times (k,), 0 to 1."""
        start, end = self.span
        q = self._derivatives(start + np.asarray(times, float) * (end - start))[0]
        names, T = arm_poses(self.robot, q, np.full(len(q), self.opening), self.held)
        return np.asarray(T[:, names.index(body)])

    def limits(self, body: str, solid: Solid, seen_from: int, stated: Limits) -> Limits:
        """Rate, bend and kink of points of a body, seen from a link, mm over the whole time.

        Parts are halved while a limit is above the stated one.
        """
        found = self._limits(body, solid, seen_from, 0)
        for halvings in range(1, _MOST_HALVINGS + 1):
            if all(own <= given for own, given in zip(found, stated, strict=True)):
                break
            found = self._limits(body, solid, seen_from, halvings)
        return found

    def _limits(self, body: str, solid: Solid, seen_from: int, halvings: int) -> Limits:
        length = self.span[1] - self.span[0]
        middles, half = self._parts(halvings)
        rate, bend = self._most(body, solid, seen_from, middles, half)
        kink, spread = self._kinks(body, solid, seen_from)
        return (
            _ROUNDING * rate * length,
            _ROUNDING * (bend + spread) * length**2,
            _ROUNDING * kink * length,
        )

    @cached_property
    def _powers(self) -> Array:
        """Coefficients of the joints on each piece of the path by powers of its share,
        (pieces, d + 1, n)."""
        controls = self.motion.path.controls
        degree = controls.shape[1] - 1
        turned = np.array(
            [
                [comb(degree, k) * comb(k, i) * (-1) ** (k + i) for i in range(degree + 1)]
                for k in range(degree + 1)
            ],
            float,
        )
        return np.asarray(np.einsum("ki,min->mkn", turned, controls))

    def _derivatives(self, s: Array, side: Literal["left", "right"] = "right") -> Array:
        """Joint values and their derivatives by s, (d + 1, k, n), at values s (k,).

        side: Whether those at a knot are of the piece before it, left, or behind it.
        """
        knots, degree = self.motion.path.knots, self._powers.shape[1] - 1
        piece = np.clip(np.searchsorted(knots, s, side=side) - 1, 0, len(knots) - 2)
        width = (knots[piece + 1] - knots[piece])[:, None]
        share = (s - knots[piece])[:, None] / width
        found = []
        for order in range(degree + 1):
            value = np.zeros_like(self._powers[piece, 0])
            for k in range(degree, order - 1, -1):
                value = value * share + factorial(k) / factorial(k - order) * self._powers[piece, k]
            found.append(value / width**order)
        return np.stack(found)

    def _parts(self, halvings: int) -> tuple[Array, Array]:
        """Middles and half lengths (k,) of parts of the pieces that the motion passes, by s."""
        start, end = self.span
        knots = self.motion.path.knots
        ends = np.concatenate([[start], knots[(knots > start) & (knots < end)], [end]])
        ways = np.diff(ends)
        _, first, *_ = self._derivatives(0.5 * (ends[1:] + ends[:-1]))
        turns = np.abs(first[:, self.robot.mechanism.revolute == 1.0]).sum(axis=1) * ways
        counts = np.maximum(np.ceil(turns / _PART_TURN), 1.0).astype(np.int64) * 2 ** (halvings + 1)
        owner = np.repeat(np.arange(len(ways)), counts)
        number = np.arange(len(owner)) - np.repeat(np.cumsum(counts) - counts, counts)
        half = (0.5 * ways / counts)[owner]
        return ends[owner] + (2.0 * number + 1.0) * half, half

    def _most(
        self, body: str, solid: Solid, seen_from: int, middles: Array, half: Array
    ) -> tuple[float, float]:
        """Greatest speed and acceleration of a body's points over parts, mm by s and by s^2."""
        derivatives = self._derivatives(middles)
        sizes = np.abs(derivatives) + self._rounding(middles)
        h = half[:, None]
        orders = range(1, len(sizes))
        turn = sum((sizes[k] * h ** (k - 1) / factorial(k - 1) for k in orders), 0.0 * h)
        bent = sum((sizes[k] * h ** (k - 2) / factorial(k - 2) for k in orders[1:]), 0.0 * h)
        corners, T_links, link = self._placed(body, solid, derivatives[0])
        speed, acceleration = np.zeros((2, len(half)))
        for joint in range(link - 1, seen_from - 1, -1):
            a, b = turn[:, joint], bent[:, joint]
            if self.robot.mechanism.kinds[joint] == "R":
                levers = _levers(corners, T_links[:, joint + 1])
                far = np.linalg.norm(levers, axis=2).max(axis=1) + half * speed
                acceleration = acceleration + b * far + a * (a * far + 2.0 * speed)
                speed = speed + a * far
            else:
                acceleration, speed = acceleration + b, speed + a
        return float(speed.max()), float(acceleration.max())

    def _rounding(self, s: Array) -> Array:
        """Greatest error of the joint values and of each derivative, (d + 1, k, n), at s (k,)."""
        path, degree = self.motion.path, self._powers.shape[1] - 1
        slack = _TERMS * np.abs(path.controls).max(axis=(0, 1))
        piece = np.clip(np.searchsorted(path.knots, s, side="right") - 1, 0, path.pieces - 1)
        width = np.minimum(np.diff(path.knots)[piece], np.diff(path.knots)[piece - 1])[:, None]
        return np.stack([slack * (degree / width) ** k for k in range(degree + 1)])

    def _kinks(self, body: str, solid: Solid, seen_from: int) -> tuple[float, float]:
        """The largest jump of a point's velocity at a knot, mm by s, and the jumps by the length
        of the pieces before or behind them, mm by s^2."""
        start, end = self.span
        knots = self.motion.path.knots
        inner = knots[(knots > start) & (knots < end)]
        if not len(inner):
            return 0.0, 0.0
        behind, before = self._derivatives(inner), self._derivatives(inner, "left")
        jumps = behind[1] - before[1]
        corners, T_links, link = self._placed(body, solid, behind[0])
        velocity = np.zeros_like(corners)
        for joint in range(link - 1, seen_from - 1, -1):
            T = T_links[:, joint + 1]
            if self.robot.mechanism.kinds[joint] == "R":
                way = np.cross(T[:, None, :3, 2], _levers(corners, T))
            else:
                way = np.broadcast_to(T[:, None, :3, 2], corners.shape)
            velocity = velocity + jumps[:, joint, None, None] * way
        farthest = np.linalg.norm(corners[:, :, None] - T_links[:, None, :, :3, 3], axis=3)
        errors = 2.0 * self._rounding(inner)[1].sum(axis=1) * farthest.max(axis=(1, 2))
        largest = np.linalg.norm(velocity, axis=2).max(axis=1) + errors
        ways = np.diff(np.concatenate([[start], inner, [end]]))
        return float(largest.max()), float(min((largest / w).max() for w in (ways[:-1], ways[1:])))

    def _placed(self, body: str, solid: Solid, q: Array) -> tuple[Array, Array, int]:
        """Corners of the box about a body, (k, 8, 3), and T_world_link (k, links, 4, 4) at q; and
        the link that carries the body."""
        names, T = arm_poses(self.robot, q, np.full(len(q), self.opening), self.held)
        number, bodies = names.index(body), self.robot.bodies
        own = T[:, number]
        low, high = solid.bounds()
        box = np.array([[*corner, 1.0] for corner in product(*zip(low, high, strict=True))])
        corners = (own @ box.T)[:, :3].transpose(0, 2, 1)
        link = bodies[number].link if number < len(bodies) else self.robot.mechanism.last_link
        return corners, self.robot.T_world_base @ link_poses(self.robot.mechanism, q), link


def _levers(points: Array, T_joint: Array) -> Array:
    """From the nearest points of joint axes to points (k, 8, 3), in the world, mm."""
    axis = T_joint[:, None, :3, 2]
    offset = points - T_joint[:, None, :3, 3]
    return np.asarray(offset - (offset * axis).sum(axis=2, keepdims=True) * axis)

"""Chains: motions that go over into each other in rounded corners, timed as one motion.

A chain is one path of the joints through all its legs, each cut where its corners begin and end
(`corners.bend`). Behind a corner the parameter goes on so that q' and q'' have no jump. For the
whole path one time law is found from rest to rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from kinematics.motion.corners.bend import Bend
from kinematics.motion.corners.leg import Leg
from kinematics.motion.laws.jerk_law import jerk_law
from kinematics.motion.laws.time_law import JointLimits
from kinematics.motion.motion import Motion
from kinematics.motion.paths.joint_path import DEGREE, JointPath, joined
from kinematics.poses.transforms import Array

# Knots of the time law for each leg: it is then within a hundredth of the least duration. A law
# that misses a duration by no more than that is solved once more, with so many times the knots: of
# one corner alone, and of a whole chain.
KNOTS_EACH, MISSED, FINER, FINER_CHAIN = 40, 1.01, 6, 3
# Of the duration: what the interior point leaves of a chain, a tenth of what so few knots cost.
CHAIN_GAP = 3e-4


class Chain(NamedTuple):
    """One path through all legs. rates: (m,), caps of ds/dt for its pieces. middles, halves: the
    values of the parameter in the middle of each corner and of each leg."""

    path: JointPath
    rates: Array
    middles: Array
    halves: Array

    def motions(
        self, limits: JointLimits, stopping: float = 0.0, *, is_trial: bool = False
    ) -> tuple[Motion, ...]:
        """The motion of each leg, from the middle of one corner to the middle of the next.

        stopping: the duration of all with stops between them, s, which they should not reach.
        is_trial: whether any law below it will do, which need not be the fastest.
        """
        count, enough = KNOTS_EACH * (len(self.middles) + 1), stopping if is_trial else 0.0
        law = jerk_law(self.path, self.rates, limits, count, CHAIN_GAP, enough)
        if stopping <= law.duration < MISSED * stopping:
            count *= FINER if is_trial else FINER_CHAIN
            law = jerk_law(self.path, self.rates, limits, count, CHAIN_GAP, enough)
        times = np.concatenate([[0.0], law.time_at(self.middles), [law.duration]])
        return tuple(
            Motion(self.path, law, float(start), float(end - start))
            for start, end in pairwise(times)
        )


def chain_of(legs: Sequence[Leg], bends: Sequence[Bend]) -> Chain:
    """The chain of legs with rounded corners between them, one for each two neighbours."""
    fastest = np.max([leg.speed for leg in legs], axis=0)
    paths, rates = list[JointPath](), list[Array]()
    middles, halves = list[float](), list[float]()
    scale, length, entry = 1.0, 0.0, 0.0
    for number, leg in enumerate(legs):
        bend = bends[number] if number < len(bends) else None
        end = 1.0 - (bend.shares[0] if bend is not None else 0.0)
        halves.append(length + (0.5 - entry) * scale)
        if end > entry:
            part = leg.path.part(entry, end).scaled(scale)
            paths.append(part)
            rates.append(_caps(part, fastest, [(leg, scale)]))
            length += part.length
        if bend is not None:
            path = replace(bend.path, knots=bend.path.knots * scale)
            after = scale * bend.shares[0] / bend.shares[1]
            paths.append(path)
            rates.append(_caps(path, fastest, [(leg, scale), (bend.second, after)]))
            middles.append(length + 0.5 * path.length)
            length, scale, entry = length + path.length, after, bend.shares[1]
    return Chain(joined(paths), np.concatenate(rates), np.array(middles), np.array(halves))


def _caps(path: JointPath, fastest: Array, legs: Sequence[tuple[Leg, float]]) -> Array:
    """Caps of ds/dt (m,) of the pieces of a path: of the tool, and of slower joint speeds.

    fastest: (n,), the joint speeds that the law keeps anyway. legs: those whose limits hold here,
    each with the chain's parameter for one of its own.
    """
    caps = np.full(path.pieces, min(leg.rate * scale for leg, scale in legs))
    speed = np.min([leg.speed for leg, _ in legs], axis=0)
    slower = speed < fastest
    if slower.any():
        turn = DEGREE * np.abs(np.diff(path.controls, axis=1)).max(axis=1)[:, slower]
        with np.errstate(divide="ignore"):
            most = speed[slower] * np.diff(path.knots)[:, None] / turn
        caps = np.minimum(caps, most.min(axis=1))
    return caps

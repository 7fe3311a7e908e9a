"""Passages: where beside a singular pose a line asks a joint for more than its speed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinematics.arm.mechanism import Mechanism
from kinematics.motion.paths.joint_path import JointPath
from kinematics.motion.singular.nearness import is_near_singular
from kinematics.poses.transforms import Array

SAMPLES = 16  # of each piece of a path: its nodes are dense where joints are fast
LEAST = 1.0 + 1e-9  # times the speed of a joint: more than this is too fast


@dataclass(frozen=True)
class Passage:
    """A stretch of a line beside a singular pose on which some joint would be too fast.

    start, end: shares of the way between which it would be. place: the share at which a joint
    exceeds its speed most. joint: that joint, from 0. ratio: the speed that the programmed speed of
    the tool asks of it there, over its limit.
    """

    start: float
    end: float
    place: float
    joint: int
    ratio: float


def passages(mechanism: Mechanism, path: JointPath, rate: float) -> tuple[Passage, ...]:
    """The passages of a path, in order; rate: the programmed ds/dt, 1/s.

    Stretches belong together if the arm stays near a singular pose between them. A stretch on which
    joints are too fast far from every singular pose is none.
    """
    s = _samples(path)
    ratios = np.abs(path.derivatives(s, 1)[1]) * rate / mechanism.speed
    top = ratios.max(axis=1)
    is_fast = top > LEAST
    if not is_fast.any():
        return ()
    is_near = np.zeros(len(s), bool)
    first, last = int(np.argmax(is_fast)), len(s) - int(np.argmax(is_fast[::-1]))
    is_near[first:last] = is_near_singular(mechanism, path.at(s[first:last]))
    together = is_fast | is_near
    edges = np.flatnonzero(np.diff(np.concatenate([[False], together, [False]]).astype(int)))
    found = []
    for begin, stop in edges.reshape(-1, 2).tolist():
        own = np.flatnonzero(is_fast[begin:stop]) + begin
        if len(own) == 0 or not is_near[begin:stop].any():
            continue
        at = int(own[np.argmax(top[own])])
        joint = int(np.argmax(ratios[at]))
        ends = float(s[own[0]]), float(s[own[-1]])
        found.append(Passage(*ends, float(s[at]), joint, float(top[at])))
    return tuple(found)


def _samples(path: JointPath) -> Array:
    """Values of s (k,): SAMPLES on each piece, and the end."""
    share = np.arange(SAMPLES) / SAMPLES
    inner = path.knots[:-1, None] + np.diff(path.knots)[:, None] * share
    return np.append(inner.ravel(), path.length)

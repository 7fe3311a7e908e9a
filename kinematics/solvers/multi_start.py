"""Newton's method from many seeds, for chains that no other solver handles.

Forward kinematics confirms each root that a seed leads to, but roots that no seed leads to stay
unknown, so that the roots are not certified to be all. With `held` joint values the method starts
from these alone and so follows a path, with least motion for a redundant arm.
"""

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.mechanism import Mechanism
from kinematics.arm.residuals import misses
from kinematics.arm.size import size_of
from kinematics.differential.damped_newton import Rule
from kinematics.differential.newton import descend
from kinematics.differential.pose_equations import pose_error
from kinematics.differential.pose_newton import led_to_poses
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array
from kinematics.solutions.distinct_roots import first_of_each
from kinematics.solutions.shortfall import shortfall
from kinematics.solutions.solver import Roots, Solver
from kinematics.tolerances import MET, MET_RAD

SEEDS, STEPS = 96, 50
# Rows that go on, their steps, and the largest error (lengths by the size) of such a row.
FEW, MANY, HOPEFUL = 8, 500, 1e-4
# For starts next to a root; rounding may keep the residual above `settled`.
QUICKLY = Rule(steps=8, largest=0.3, settled=2e-15, near=1e-12, gain=0.5)
SLOTS = 16


def recognise(mechanism: Mechanism) -> Mechanism | str:
    """The mechanism itself: this solver takes any."""
    return mechanism


def solve(mechanism: Mechanism, Ts: Array, held: Array | None = None) -> Roots:
    """Roots of poses (N, 4, 4), mm, from random seeds, or from the rows of `held` (N, n) alone."""
    slots = 1 if held is not None or mechanism.n > 6 else SLOTS
    q = np.zeros((len(Ts), slots, mechanism.n))
    valid = np.zeros((len(Ts), slots), bool)
    free = np.zeros((len(Ts), mechanism.n), bool)
    if mechanism.n > 6:
        free[:] = True
    if held is not None and len(Ts):
        q[:, 0], valid[:, 0] = _settled(mechanism, Ts, held)
    else:
        for i in range(len(Ts)):
            for slot, row in enumerate(_from_seeds(mechanism, Ts[i : i + 1])[:slots]):
                q[i, slot], valid[i, slot] = row, True
    return Roots(q, valid, free, np.zeros(valid.shape, np.int64), np.zeros(len(Ts), bool))


def _settled(mechanism: Mechanism, Ts: Array, seeds: Array) -> tuple[Array, NDArray[np.bool_]]:
    q, met = seeds, np.zeros(len(seeds), bool)
    if len(seeds) < SEEDS:  # seeds of a path are next to its roots: undamped steps suffice
        q = quick_steps(mechanism, Ts, seeds)
        met = _met(mechanism, q, Ts)
    left = np.flatnonzero(~met)
    if len(left):
        poses = Ts if len(Ts) == 1 else Ts[left]
        q = q.copy()
        q[left] = descend(mechanism, poses, seeds[left], steps=STEPS)
        met[left] = _met(mechanism, q[left], poses)
    return np.where(mechanism.revolute > 0.0, wrapped(q), q), met


def _with_many_steps(mechanism: Mechanism, T: Array, q: Array) -> tuple[Array, NDArray[np.bool_]]:
    """The rows that came nearest, after many more steps, and whether each reaches the pose.

    At the border of the reach every seed converges slowly.
    """
    size = size_of(mechanism)
    off = np.abs(pose_error(mechanism, T, q, size)).max(axis=1)
    best = np.argsort(off)[:FEW]
    best = best[off[best] < HOPEFUL]
    q = descend(mechanism, T, q[best], steps=MANY)
    return np.where(mechanism.revolute > 0.0, wrapped(q), q), _met(mechanism, q, T)


def _met(mechanism: Mechanism, q: Array, Ts: Array) -> NDArray[np.bool_]:
    distance, angle = misses(mechanism, q, Ts)
    return np.asarray((distance <= MET * size_of(mechanism)) & (angle <= MET_RAD))


def quick_steps(mechanism: Mechanism, Ts: Array, q: Array) -> Array:
    """Rows q (k, n), close to roots of poses Ts (k or 1, 4, 4), after undamped steps of least
    motion."""
    return led_to_poses(mechanism, Ts, q, QUICKLY).q


def _from_seeds(mechanism: Mechanism, T: Array) -> Array:
    """The distinct roots (k, n) of one pose (1, 4, 4) that random seeds lead to."""
    size = size_of(mechanism)
    rng = np.random.default_rng(16)
    reach = np.where(mechanism.revolute > 0.0, np.pi, size)
    seeds = rng.uniform(-reach, reach, (SEEDS, mechanism.n))
    limited = np.isfinite(mechanism.lower) & np.isfinite(mechanism.upper)
    slides = limited & (mechanism.revolute == 0.0)
    spread = rng.uniform(size=seeds.shape)
    lower = np.where(slides, mechanism.lower, 0.0)
    upper = np.where(slides, mechanism.upper, 0.0)
    seeds = np.where(slides, lower + spread * (upper - lower), seeds)
    q, met = _settled(mechanism, np.repeat(T, SEEDS, axis=0), seeds)
    if not met.any():
        q, met = _with_many_steps(mechanism, T, q)
    return first_of_each(mechanism, q[met])


def explain(mechanism: Mechanism, T: Array) -> str:
    """Why one pose (4, 4) has no solution, as far as the seeds show."""
    sentence = shortfall(mechanism, T, np.zeros(3), "flange")
    return sentence or "no seed led to a solution"


SOLVER = Solver(
    "multi-start", recognise, solve, explain, complete=False, closed_form=False, seeded=True
)

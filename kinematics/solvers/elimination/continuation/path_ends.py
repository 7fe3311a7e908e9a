"""Where the paths end: at regular solutions, at multiple ones, and on continua.

1. A row that Newton's method leads to a regular solution (J is not singular there) has landed. Two
   rows never land on the same one; if they seem to, one is at a wrong solution.
2. m rows that end at one solution of multiplicity m lie around it as the m-th roots of a small
   number do. Their mean is an analytic function of the place on the line, however singular the
   solution is, so that at the end it is as exact as the remaining way is short.
3. A row that is alone and has a singular J stands on a continuum of complex solutions.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinematics.poses.transforms import Array
from kinematics.solvers.elimination.continuation.path_tracking import MET, corrected
from kinematics.solvers.elimination.continuation.starts import first_of_each, gaps
from kinematics.solvers.elimination.loops import Chain
from kinematics.solvers.elimination.polish import Affine, jacobian_of, joint_frames

Complex = NDArray[np.complex128]
Mask = NDArray[np.bool_]
Rows = NDArray[np.int64]

REGULAR = 1e-7  # smallest singular value of J: above it a solution is regular; rounding makes 1e-8
STRAY = 0.5  # rad or link lengths: a row that is led farther did not land
STEPS = 8  # Newton steps of a landing
LINKED = (0.06, 6e-3, 6e-4)  # rad or link lengths: rows of a multiple solution lie so close


@dataclass(frozen=True, eq=False)
class Group:
    """Rows that end together: their mean, (6,), and how many they are."""

    mean: Complex
    size: int


def landed(chain: Chain, arm: Affine, S: Array, pose: Rows, q: Complex) -> tuple[Complex, Mask]:
    """Rows q (K, 6) led to the ends of their lines, S (N, 4, 4), and which land, step 1.

    pose: (K,), index of the pose, sorted. Of rows that meet none lands.
    """
    led = corrected(arm, q, S[pose].astype(complex), STEPS)
    fine = (led.residual <= MET) & (gaps(chain, led.q, q) < STRAY)
    where = np.flatnonzero(fine)
    J = jacobian_of(arm, joint_frames(arm, led.q[where]))
    fine[where] = np.linalg.svd(J, compute_uv=False)[:, -1] > REGULAR
    where = np.flatnonzero(fine)
    alone = first_of_each(chain, pose[where], led.q[where])
    backwards = slice(None, None, -1)
    last = pose[where].max(initial=0)
    alone &= first_of_each(chain, last - pose[where][backwards], led.q[where][backwards])[backwards]
    fine[where] = alone
    return led.q, fine


def grouped(chain: Chain, q: Complex, within: float) -> list[Group]:
    """The groups of rows q (k, 6) of one pose that are linked by gaps below `within`, step 2."""
    linked = gaps(chain, q[:, None], q[None]) < within
    for _ in range(len(q)):
        linked = linked @ linked
    groups: list[Group] = []
    left = np.ones(len(q), bool)
    for row in range(len(q)):
        members = np.flatnonzero(linked[row] & left)
        if left[row]:
            groups.append(Group(_mean(chain, q[members]), len(members)))
        left[members] = False
    return groups


def _mean(chain: Chain, q: Complex) -> Complex:
    """The mean of rows q (k, 6), angles within a turn of the first."""
    turns = np.where(chain.turning, np.round((q - q[0]).real / (2.0 * np.pi)), 0.0)
    return np.asarray((q - 2.0 * np.pi * turns).mean(axis=0))

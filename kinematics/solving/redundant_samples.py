"""Representatives of the continuum of a redundant arm: its solutions at one elbow angle."""

import numpy as np

from kinematics.arm.mechanism import Mechanism
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array
from kinematics.solutions.out_of_reach import beyond_links
from kinematics.solvers import Roots, Solver

SWEEP = 72
# The elbow angles that are tried, rad, those nearest to 0 first.
ANGLES = wrapped(np.linspace(0.0, 2 * np.pi, SWEEP, endpoint=False, dtype=float))
ANGLES = ANGLES[np.argsort(np.abs(ANGLES), kind="stable")]
AT_ONCE = 64  # poses that are swept together
MOVED = 2  # index (from 0) of the joint that is reported as free


def representative_roots(
    mechanism: Mechanism, solver: Solver, geometry: object, Ts: Array
) -> tuple[Roots, Array]:
    """Roots of poses (N, 4, 4), mm, at elbow angles (N,), rad, which are given back as well.

    The angle is the one nearest to 0 at which the pose has a root. Only poses that surely have no
    root at any angle are certified.
    """
    psi = np.zeros(len(Ts))
    roots = solver.solve_at(geometry, Ts, psi)
    certified = np.zeros(len(Ts), bool)
    empty = np.flatnonzero(~roots.valid.any(axis=1))
    if len(empty):
        proven = beyond_links(mechanism, Ts[empty])
        if solver.barred is not None:
            proven = proven | solver.barred(geometry, Ts[empty])
        certified[empty] = proven
        empty = empty[~proven]
    for start in range(0, len(empty), AT_ONCE):
        part = empty[start : start + AT_ONCE]
        swept = solver.solve_over(geometry, Ts[part], ANGLES)
        first = np.argmax(swept.valid.any(axis=1).reshape(len(part), SWEEP), axis=1)
        rows = np.arange(len(part)) * SWEEP + first
        psi[part] = ANGLES[first]
        for name in ("q", "valid", "free", "doubled", "near"):
            getattr(roots, name)[part] = getattr(swept, name)[rows]
    found = roots.valid.any(axis=1)
    free = roots.free.copy()
    free[found, MOVED] = True
    return Roots(roots.q, roots.valid, free, roots.doubled, roots.near, certified), psi

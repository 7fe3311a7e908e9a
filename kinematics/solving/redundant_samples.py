"""What stands for the continuum of a redundant arm in closed form: one slice of it a pose."""

import numpy as np

from kinematics.arm.mechanism import Mechanism
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array
from kinematics.solutions.out_of_reach import beyond_links
from kinematics.solvers import Roots, Solver

SWEEP = 72
# The elbow angles tried, rad, those nearest 0 first.
ANGLES = wrapped(np.linspace(0.0, 2 * np.pi, SWEEP, endpoint=False, dtype=float))
ANGLES = ANGLES[np.argsort(np.abs(ANGLES), kind="stable")]
AT_ONCE = 64  # poses swept together
MOVED = 2  # the joint, from 0, that the range is said to move


def representative_roots(
    mechanism: Mechanism, solver: Solver, geometry: object, Ts: Array
) -> tuple[Roots, Array]:
    """Roots of poses (N, 4, 4) at the elbow angle nearest 0 that has any, and the angles (N,).

    They are certified to be all where there are none, and surely none at any angle.
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

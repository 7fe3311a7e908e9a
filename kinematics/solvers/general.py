"""Any arm of six joints: the elimination solver in the form of a `Solver`.

The mathematics is in the package `elimination`. This module turns its results into `Roots`, with
the certificate of completeness for each pose.
"""

import numpy as np

from kinematics.poses.transforms import Array
from kinematics.solutions.shortfall import shortfall
from kinematics.solutions.solver import Roots, Solver
from kinematics.solvers.elimination import EliminationArm, recognise
from kinematics.solvers.elimination.solve import solve_exact


def solve(
    arm: EliminationArm,
    Ts: Array,
    _near: Array | None = None,
    *,
    eliminate: str | None = None,
    eigen: str = "ordinary",
) -> Roots:
    """All roots of checked poses (N, 4, 4), mm, with one representative of each continuum.

    eliminate, eigen: as in `elimination.solve`.
    """
    found = solve_exact(arm, Ts, eliminate, eigen)
    valid = np.asarray(~np.isnan(found.q[..., 0]))
    return Roots(
        np.where(valid[..., None], found.q, 0.0),
        valid,
        found.free,
        np.where(valid, found.multiplicity - 1, 0),
        np.zeros(len(Ts), bool),
        found.complete,
    )


def explain(arm: EliminationArm, T: Array) -> str:
    """Why one pose (4, 4) has no solution."""
    sentence = shortfall(arm.mechanism, T, np.zeros(3), "flange")
    return sentence or "every eigenvalue is complex: no real joint values take this pose"


SOLVER = Solver("elimination", recognise, solve, explain, complete=True, closed_form=False)

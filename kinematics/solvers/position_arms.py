"""All solutions of arms of three joints, which set the position of the flange alone.

`Mechanism.position_only` marks such an arm: only the position of a goal pose counts. The derivation
is in `parts/three_joints_to_a_point.py`.
"""

from functools import lru_cache

import numpy as np

from kinematics.arm.axes import axes_at_zero
from kinematics.arm.forward import forward
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array
from kinematics.solutions.shortfall import shortfall
from kinematics.solutions.solver import Roots, Solver
from kinematics.solvers.parts.continua_flags import flagged
from kinematics.solvers.parts.three_joints_to_a_point import (
    Positioner,
    positions,
    recognise_positioner,
    singular_positions,
)

ON_AXIS_1 = 1e-11  # of the size: a place this near to axis 1 leaves joint 1 free: `continua.py`
# finds the range by itself up to here, and rounding is far below


@lru_cache(maxsize=64)
def recognise(mechanism: Mechanism) -> tuple[Mechanism, Positioner] | str:
    """The geometry of three joints that set a position, or a clause that says what they lack."""
    if mechanism.n != 3:
        return f"a position determines three joints, and it has {mechanism.n}"
    z, p = axes_at_zero(mechanism)
    flange = forward(mechanism, np.zeros(3))[:3, 3]
    found = recognise_positioner(mechanism.kinds, z, p, flange, size_of(mechanism))
    return found if isinstance(found, str) else (mechanism, found)


def solve(geometry: tuple[Mechanism, Positioner], Ts: Array, held: Array | None = None) -> Roots:
    """All roots for the positions of poses Ts (N, 4, 4), mm; held as in `Solver`."""
    mechanism, arm = geometry
    found, valid, loose = positions(arm, Ts[:, :3, 3], None if held is None else held[:, 1])
    free = np.zeros((len(Ts), 3), bool)
    free[:, 1] = loose
    if arm.kinds[0] == "R":
        off = (Ts[:, :3, 3] - arm.origin) @ arm.R
        free[:, 0] = np.hypot(off[:, 0], off[:, 1]) <= ON_AXIS_1 * arm.size
        found[0] = np.where(free[:, 0], 0.0 if held is None else held[:, 0], found[0])
    q = np.moveaxis(found, 0, -1).swapaxes(0, 1)
    roots = Roots(
        q=np.where(mechanism.revolute > 0.0, wrapped(q), q),
        valid=valid.T.copy(),
        free=free,
        doubled=np.zeros(valid.T.shape, np.int64),
        near=np.ones(len(Ts), bool),
    )
    suspects = (valid & singular_positions(arm, found)).T
    return flagged(mechanism, Ts, roots, suspects)


def explain(geometry: tuple[Mechanism, Positioner], T: Array) -> str:
    """Why the position of T (4, 4) has no solution."""
    sentence = shortfall(geometry[0], T, np.zeros(3), "flange", position=True)
    return sentence or "no joint values take the flange to this place"


SOLVER = Solver("position of three joints", recognise, solve, explain, complete=True)

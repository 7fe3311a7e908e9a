"""Targets that are positions only, for arms that cannot set an orientation.

Three joints that move the flange in space have a finite number of solutions, all found in closed
form. More joints leave a range; then Newton's method from a seed gives the nearest.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinematics.anthropomorphic import wrapped
from kinematics.distinct import distinct, in_order
from kinematics.errors import KinematicsError, UnsolvableMechanism
from kinematics.forward import forward
from kinematics.limits import within_limits
from kinematics.lines import axes_at_zero
from kinematics.mechanism import Mechanism
from kinematics.posture import Posture
from kinematics.shortfall import shortfall
from kinematics.solutions import IkSolutions
from kinematics.solvers.positioning import Positioner, positions, recognise_positioner
from kinematics.solvers.solver import Roots
from kinematics.structure import size_of
from kinematics.transforms import Array, translation


def inverse_position(mechanism: Mechanism, point: ArrayLike) -> IkSolutions:
    """All joint values of an arm of three joints that bring the flange to a point (3,), mm.

    The orientation is what it comes to; residual_rad is 0, since none is asked for.
    """
    place = np.asarray(point, float)
    if place.shape != (3,) or not np.isfinite(place).all():
        raise KinematicsError("a position is three finite numbers, mm")
    geometry = _positioner(mechanism)
    if isinstance(geometry, str):
        raise UnsolvableMechanism(f"{mechanism.name or 'this arm'} cannot be solved: {geometry}")
    found, valid, loose = positions(geometry, place[None])
    q = np.where(mechanism.revolute > 0.0, wrapped(found[:, :, 0].T), found[:, :, 0].T)
    roots = distinct(mechanism, _roots(q[None], valid[:, 0][None]))
    slots = roots.valid[0].nonzero()[0]
    slots = slots[in_order(q[slots])] if len(slots) else slots
    q = q[slots]
    reached = forward(mechanism, q)[:, :3, 3]
    reason = ""
    if not len(q):
        reason = shortfall(mechanism, translation(*place), np.zeros(3), "flange", position=True)
    return IkSolutions(
        q=q,
        residual_mm=np.linalg.norm(reached - place, axis=1),
        residual_rad=np.zeros(len(q)),
        postures=(Posture(),) * len(q),
        multiplicity=1 + roots.doubled[0, slots],
        within_limits=within_limits(mechanism, q),
        solver="position of three joints",
        complete=True,
        free_joints=(1,) if loose[0] else (),
        reason=reason,
        mechanism=mechanism,
    )


@lru_cache(maxsize=64)
def _positioner(mechanism: Mechanism) -> Positioner | str:
    if mechanism.n != 3:
        return f"a position determines three joints, and it has {mechanism.n}"
    z, p = axes_at_zero(mechanism)
    flange = forward(mechanism, np.zeros(3))[:3, 3]
    return recognise_positioner(mechanism.kinds, z, p, flange, size_of(mechanism))


def _roots(q: Array, valid: NDArray[np.bool_]) -> Roots:
    shape = valid.shape
    doubled = np.zeros(shape, np.int64)
    free, near = np.zeros((shape[0], 3), bool), np.ones(shape[0], bool)
    return Roots(q, valid.copy(), free, doubled, near)

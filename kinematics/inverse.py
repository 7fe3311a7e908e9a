"""The front door of inverse kinematics: choose the solver, return ALL solutions."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinematics.anthropomorphic import wrapped
from kinematics.errors import KinematicsError, UnsolvableMechanism
from kinematics.families import family_of
from kinematics.limits import within_limits
from kinematics.mechanism import Mechanism
from kinematics.posture import POSTURES, Posture
from kinematics.solutions import Classification, IkBatch, IkSolutions, residuals
from kinematics.solvers import SOLVERS, Roots, Solver
from kinematics.transforms import check_pose, check_poses, straightened

SAME_ANGLE = 1e-4  # rad
SAME_LENGTH = 0.1  # mm


def classify(mechanism: Mechanism) -> Classification:
    """Which solver the mechanism has, and one sentence about its family."""
    name = mechanism.name or "this arm"
    solver, _, refusals = _choice(mechanism)
    if solver is not None:
        text = f"{name} is {family_of(mechanism)}, solved in closed form ({solver.name})"
        return Classification(solver.name, text)
    text = f"{name} is {family_of(mechanism)} and cannot be solved yet: {'; '.join(refusals)}"
    return Classification(None, text)


def inverse(
    mechanism: Mechanism,
    T: ArrayLike,
    *,
    locked: Mapping[int, float] | None = None,
    elbow_angle: float | None = None,
) -> IkSolutions:
    """All joint values that bring the flange to T_base_flange (4, 4), mm.

    locked and elbow_angle choose among the solutions of arms with more than six axes.
    """
    solver, geometry = solver_of(mechanism)
    for name, given in (("locked", locked), ("elbow_angle", elbow_angle)):
        if given is not None:
            raise KinematicsError(
                f"{name}= is for arms of more than six axes; this one has {mechanism.n}"
            )
    pose = check_pose(T)[None]
    roots = distinct(mechanism, solver.solve(geometry, straightened(pose)))
    kept = roots.valid[0]
    q = roots.q[0, kept]
    residual_mm, residual_rad = residuals(mechanism, q, pose)
    slots = np.flatnonzero(kept)
    return IkSolutions(
        q=q,
        residual_mm=residual_mm,
        residual_rad=residual_rad,
        postures=tuple(POSTURES[i] if solver.branches else Posture() for i in slots),
        multiplicity=1 + roots.doubled[0, kept],
        within_limits=within_limits(mechanism, q),
        solver=solver.name,
        complete=solver.complete,
        free_joints=tuple(int(i) for i in np.flatnonzero(roots.free[0])) if len(q) else (),
        reason="" if len(q) else solver.explain(geometry, pose[0]),
    )


def inverse_batch(mechanism: Mechanism, Ts: ArrayLike) -> IkBatch:
    """All solutions of poses T_base_flange (N, 4, 4), mm; unused rows of the answer are nan."""
    solver, geometry = solver_of(mechanism)
    roots = distinct(mechanism, solver.solve(geometry, straightened(check_poses(Ts))))
    q, valid, slots = roots.q, roots.valid, roots.q.shape[1]
    branch = np.broadcast_to(np.arange(slots) if solver.branches else -1, valid.shape).copy()
    multiplicity = 1 + roots.doubled
    gaps = ~valid.all(axis=1)
    if gaps.any():
        order = np.argsort(~valid[gaps], axis=1, kind="stable")
        unused = ~np.take_along_axis(valid[gaps], order, axis=1)
        moved = np.take_along_axis(q[gaps], order[..., None], axis=1)
        moved[unused] = np.nan
        q[gaps] = moved
        for values, empty in ((branch, -1), (multiplicity, 0)):
            row = np.take_along_axis(values[gaps], order, axis=1)
            row[unused] = empty
            values[gaps] = row
    count = valid.sum(axis=1)
    return IkBatch(q, count, branch, multiplicity, roots.free, solver.name, solver.complete)


def solver_of(mechanism: Mechanism) -> tuple[Solver, Any]:
    """The solver of a mechanism and its geometry; UnsolvableMechanism when there is none."""
    solver, geometry, _ = _choice(mechanism)
    if solver is None:
        raise UnsolvableMechanism(classify(mechanism).reason)
    return solver, geometry


@lru_cache(maxsize=256)
def _choice(mechanism: Mechanism) -> tuple[Solver | None, Any, tuple[str, ...]]:
    """The first solver that recognises the mechanism, its geometry, what the others said."""
    refusals: list[str] = []
    for solver in SOLVERS:
        geometry = solver.recognise(mechanism)
        if not isinstance(geometry, str):
            return solver, geometry, ()
        refusals.append(geometry)
    return None, None, tuple(refusals)


def distinct(mechanism: Mechanism, roots: Roots) -> Roots:
    """The roots with those closer than 1e-4 rad (0.1 mm) made one; the first stays."""
    where = np.flatnonzero(roots.near)
    if len(where) == 0:
        return roots
    q, valid, doubled = roots.q[where], roots.valid[where], roots.doubled[where]
    revolute = mechanism.revolute > 0.0
    close = np.where(revolute, SAME_ANGLE, SAME_LENGTH)
    for i in range(q.shape[1]):
        for j in range(i + 1, q.shape[1]):
            gap = q[:, i] - q[:, j]
            gap = np.abs(np.where(revolute, wrapped(gap), gap))
            same = valid[:, i] & valid[:, j] & (gap < close).all(axis=1)
            doubled[:, i] += same * (1 + doubled[:, j])
            valid[:, j] &= ~same
    merged_valid, merged_doubled = roots.valid.copy(), roots.doubled.copy()
    merged_valid[where], merged_doubled[where] = valid, doubled
    return Roots(roots.q, merged_valid, roots.free, merged_doubled, roots.near)

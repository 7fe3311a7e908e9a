"""Arms of more than six joints: joints at the ends are locked, and the rest is solved.

Joints locked at the ends of the chain change the pose and not the links (`arm/locked_joints.py`),
so one set-up of a solver of six joints serves all their values and all poses: a sweep over them is
one batch. Joints are locked so that the other six have a closed form, or else so that elimination
solves them; of several choices the one that locks the last joints is taken.

 1. A pose has a whole range of solutions; those at some values of the locked joints, evenly spaced
    within their limits, represent it.
 2. From given joint values Newton's method with least motion gives one solution.
 3. For solutions at an elbow angle see `elbow_search.py`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.locked_joints import LockedArm, end_shifts, lock
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.differential.structure import structural_fault
from kinematics.poses.transforms import Array, inverted
from kinematics.solutions.distinct_roots import distinct
from kinematics.solutions.shortfall import shortfall
from kinematics.solutions.solver import Roots, Solver
from kinematics.solvers import multi_start

ROUNDING = 1e-9  # the n-th root of a whole power may be below the whole number by less than this

SLICES = 12  # rows of values of the locked joints that represent a continuum
DENSE = 72  # rows of values that are tried if none of the former has a solution
TURN = 2.0 * np.pi


@dataclass(frozen=True, eq=False)
class EndsLocked:
    """An arm whose joints at the ends are locked.

    joints: indices of the locked joints. core: the arm with them locked at 0; solver and geometry
    are those of its six free joints. solvers: all that were tried.
    """

    mechanism: Mechanism
    joints: tuple[int, ...]
    core: LockedArm
    solver: Solver
    geometry: Any
    solvers: tuple[Solver, ...]


@lru_cache(maxsize=64)
def recognise(mechanism: Mechanism, solvers: tuple[Solver, ...]) -> EndsLocked | str:
    """The joints to lock and the solver of the others, or a clause that says why there is none."""
    spare = mechanism.n - 6
    if spare < 1:
        return f"it has {mechanism.n} joints, where this solver locks some of more than six"
    arms = [_ends_locked(mechanism, lead) for lead in range(spare + 1)]
    arms = [arm for arm in arms if not structural_fault(arm.core)]
    for solver in solvers:
        for arm in arms:
            geometry = solver.recognise(arm.core)
            if not isinstance(geometry, str):
                joints = tuple(i for i in range(mechanism.n) if i not in arm.free)
                return EndsLocked(mechanism, joints, arm, solver, geometry, solvers)
    return "no joints locked at its ends leave an arm of six joints with a solver"


def _ends_locked(mechanism: Mechanism, lead: int) -> LockedArm:
    joints = [*range(lead), *range(lead + 6, mechanism.n)]
    return lock(mechanism, dict.fromkeys(joints, 0.0))


def solve(arm: EndsLocked, Ts: Array, held: Array | None = None) -> Roots:
    """Step 1 for poses Ts (N, 4, 4), mm, or step 2 from `held` (N, n)."""
    if held is not None:
        return multi_start.solve(arm.mechanism, Ts, held)
    roots = at_values(arm, Ts, locked_values(arm, SLICES))
    empty = np.flatnonzero(~roots.valid.any(axis=1))
    for i in empty.tolist():
        found = _searched(arm, Ts[i : i + 1])
        roots.q[i, : len(found)] = found
        roots.valid[i, : len(found)] = True
    return replace(roots, certified=np.zeros(len(Ts), bool))


def _searched(arm: EndsLocked, T: Array) -> Array:
    """Roots (k, n) of a pose (1, 4, 4) that has none at SLICES values of the locked joints."""
    size = size_of(arm.mechanism)
    far = np.linalg.norm(T[0, :3, 3] - arm.mechanism.T_link_joint[0, :3, 3])
    if (arm.mechanism.revolute > 0.0).all() and far > size:
        return np.empty((0, arm.mechanism.n))
    dense = at_values(arm, T, locked_values(arm, DENSE, limits=False))
    found = dense.q[0, dense.valid[0]][:SLICES]
    if len(found):
        return np.asarray(found)
    roots = multi_start.solve(arm.mechanism, T)
    return np.asarray(roots.q[0, roots.valid[0]][:1])


def at_values(arm: EndsLocked, Ts: Array, values: Array) -> Roots:
    """All roots of poses (N, 4, 4), mm, at each of the rows (G, n) of values of locked joints."""
    n, count = arm.mechanism.n, len(Ts)
    lead = arm.core.free[0]
    before = inverted(end_shifts(arm.mechanism, range(lead), values))
    behind = inverted(end_shifts(arm.mechanism, range(lead + 6, n), values))
    poses = (before @ Ts[:, None] @ behind).reshape(-1, 4, 4)
    roots = distinct(arm.core.core, arm.solver.solve(arm.geometry, poses))
    slots = roots.q.shape[1]
    wide = (count, len(values) * slots)
    q = np.empty((count, len(values), slots, n))
    q[...] = values[:, None]
    q[..., list(arm.core.free)] = roots.q.reshape(count, len(values), slots, 6)
    free = np.zeros((count, n), bool)
    free[:, list(arm.joints)] = True
    return Roots(
        q=q.reshape(*wide, n),
        valid=roots.valid.reshape(wide).copy(),
        free=free,
        doubled=roots.doubled.reshape(wide).copy(),
        near=np.zeros(count, bool),
        certified=np.asarray(_certified(roots, arm).reshape(count, len(values)).all(axis=1)),
    )


def _certified(roots: Roots, arm: EndsLocked) -> NDArray[np.bool_]:
    if roots.certified is not None:
        return roots.certified
    return np.full(len(roots.q), arm.solver.complete)


def locked_values(arm: EndsLocked, count: int, shift: float = 0.0, limits: bool = True) -> Array:
    """About `count` rows (G, n) of evenly spaced values of the locked joints; others are 0.

    shift: moves the values by this share of their spacing. limits: whether they keep the limits.
    """
    each = max(2, int(count ** (1.0 / len(arm.joints)) + ROUNDING))
    grids = [np.array(list(_values(arm, joint, each, shift, limits))) for joint in arm.joints]
    mesh = np.stack([axis.ravel() for axis in np.meshgrid(*grids, indexing="ij")], axis=1)
    rows = np.zeros((len(mesh), arm.mechanism.n))
    rows[:, list(arm.joints)] = mesh
    return rows


def _values(arm: EndsLocked, joint: int, count: int, shift: float, limits: bool) -> Iterator[float]:
    """Evenly spaced values of one joint, rad or mm.

    They lie between its limits, within a turn, or for a slide without limits within +-size.
    """
    lower, upper = arm.mechanism.lower[joint], arm.mechanism.upper[joint]
    round_about = arm.mechanism.kinds[joint] == "R"
    size = size_of(arm.mechanism)
    ends = np.isfinite(lower) and np.isfinite(upper)
    if round_about and not (limits and ends and upper - lower < TURN):
        lower, upper = -np.pi, np.pi
    elif not (ends and (limits or not round_about)):
        lower, upper = -size, size
    for k in range(count):
        yield float(lower + (upper - lower) * ((k + 0.5 + shift) % count) / count)


def explain(arm: EndsLocked, T: Array) -> str:
    """Why one pose (4, 4) has no solution."""
    sentence = shortfall(arm.mechanism, T, np.zeros(3), "flange")
    return sentence or "no value of the free joints that was tried has a solution"

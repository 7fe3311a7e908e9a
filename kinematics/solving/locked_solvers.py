"""The solver of an arm with locked joints, reused for other values of the same joints.

Joints locked at the ends do not change the links of the core (`arm/locked_joints.py`), so that its
solver is found once. Joints locked between free ones do change them. Then:

 1. For each choice of joints, the family at arbitrary lock values is found once.
 2. At other values the arm may belong to a more special family (parallel axes, axes that meet), so
    the closed forms are tried in their order, which takes little time.
 3. If only elimination handles the arm, it reuses the loops that suit the arm at the values of
    step 1, with a second stage for its changed links, so that not all loops have to be tried again.
    The roots are certified at each pose; where this fails the arm is set up from the beginning.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from kinematics.arm.locked_joints import LockedArm, joint_place, lock
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.differential.structure import structural_fault
from kinematics.errors import KinematicsError
from kinematics.poses.transforms import Array
from kinematics.solvers import SIX_JOINTS, Roots, Solver, general
from kinematics.solvers.elimination import EliminationArm
from kinematics.solvers.elimination.relinked import relinked
from kinematics.solvers.seven.ring_sweep import ring_roots
from kinematics.solving.choice import chosen, solver_of

GENERIC, APART = 0.37, 0.11  # rad, or of the size: for arbitrary lock values


def locked_roots(arm: LockedArm, Ts: Array, held: Array | None = None) -> tuple[Roots, Solver, Any]:
    """Roots of the core of a locked arm for flange poses (N, 4, 4), mm, its solver and geometry.

    held: (N, m), the values that joints of the core have where a singular pose leaves them free.
    """
    poses = arm.core_poses(Ts)
    inherited = _inherited(arm)
    if inherited is not None:
        roots = general.SOLVER.solve(inherited, poses)
        if roots.certified is not None and roots.certified.all():
            return roots, general.SOLVER, inherited
    solver, geometry = solver_of(arm.core)
    roots = solver.solve(geometry, poses) if held is None else solver.solve(geometry, poses, held)
    return roots, solver, geometry


def swept_roots(mechanism: Mechanism, T: Array, joint: int, values: Array) -> tuple[Roots, str]:
    """Roots of one pose (1, 4, 4) of a seven-joint arm with a joint locked at each of `values`.

    Also the name of the solver. values: (G,), rad or mm. Raises KinematicsError for other arms.
    """
    if mechanism.n != 7:
        raise KinematicsError(
            f"a sweep over one joint is for arms of seven; this one has {mechanism.n}"
        )
    joint = joint_place(mechanism, joint, "joint=")
    arms = [lock(mechanism, {joint: float(value)}) for value in values]
    if arms and all(arm.core is arms[0].core for arm in arms):
        solver, geometry = solver_of(arms[0].core)
        poses = np.concatenate([arm.core_poses(T) for arm in arms])
        return _put_back(mechanism, arms, [solver.solve(geometry, poses)]), solver.name
    ring = None
    if mechanism.kinds[joint] == "R":
        ring = ring_roots(mechanism, SIX_JOINTS, T[0], joint, values)
    if ring is not None and ring.certified is not None and ring.certified.all():
        return ring, "closed chain cut at the joint"
    tried = [locked_roots(arm, T) for arm in arms]
    names = sorted({solver.name for _, solver, _ in tried})
    return _put_back(mechanism, arms, [roots for roots, _, _ in tried]), ", ".join(names)


def _put_back(mechanism: Mechanism, arms: list[LockedArm], parts: list[Roots]) -> Roots:
    """The roots of one pose for each locked arm, as joint values of the whole arm.

    parts: roots of the cores, for one arm after the other, or in one part for all arms.
    """
    count, slots = len(arms), max((part.q.shape[1] for part in parts), default=0)
    q, valid = np.zeros((count, slots, mechanism.n)), np.zeros((count, slots), bool)
    doubled, free = np.zeros((count, slots), np.int64), np.zeros((count, mechanism.n), bool)
    near, certified = np.zeros(count, bool), np.ones(count, bool)
    start = 0
    for part in parts:
        rows, width = slice(start, start + len(part.q)), part.q.shape[1]
        start += len(part.q)
        for row, arm, found in zip(q[rows], arms[rows], part.q, strict=True):
            row[:width] = arm.whole(found)
        valid[rows, :width], doubled[rows, :width] = part.valid, part.doubled
        free[rows, list(arms[0].free)] = part.free
        near[rows] = part.near
        if part.certified is not None:
            certified[rows] = part.certified
    return Roots(q, valid, free, doubled, near, certified)


def _inherited(arm: LockedArm) -> EliminationArm | None:
    """Step 3: the set-up that the arm can reuse; None if it needs one of its own."""
    if arm.free[-1] - arm.free[0] < len(arm.free) or not _is_general(arm.core):
        return None
    pattern = _pattern(arm.mechanism, arm.free)
    return None if pattern is None else relinked(pattern, arm.core)


@lru_cache(maxsize=64)
def _pattern(mechanism: Mechanism, free: tuple[int, ...]) -> EliminationArm | None:
    """Step 1: the elimination set-up at arbitrary lock values; None for other families."""
    size = size_of(mechanism)
    units = {"R": 1.0, "P": size}
    locked = [i for i in range(mechanism.n) if i not in free]
    values = {i: (GENERIC + APART * i) * units[mechanism.kinds[i]] for i in locked}
    choice = chosen(lock(mechanism, values).core)
    return choice.geometry if choice.solver is general.SOLVER else None


def _is_general(core: Mechanism) -> bool:
    """Step 2: whether only elimination handles an arm."""
    return core.n == 6 and not structural_fault(core) and not has_closed_form(core)


@lru_cache(maxsize=256)
def has_closed_form(mechanism: Mechanism) -> bool:
    """Whether one of the closed forms of six joints handles a mechanism."""
    special = SIX_JOINTS[: SIX_JOINTS.index(general.SOLVER)]
    known = any(not isinstance(solver.recognise(mechanism), str) for solver in special)
    return known and not structural_fault(mechanism)

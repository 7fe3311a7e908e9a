"""The solver of an arm with joints locked, cheap for other values of the same joints.

Joints locked at the ends never change the links of what is left (`locked.py`), so its solver is
found once. Joints locked in between do. Then:

 1. The family at lock values of no significance is found once for each choice of joints.
 2. At other values a more special family may hold (parallel axes, axes that meet); the closed
    forms are asked in their order, which costs little.
 3. Where elimination is what is left, the loops that suit the arm at the values of step 1 are
    taken over. Its second stage is linear in each link, so that a changed link is put in
    without trying all loops again. Whether they suit is certified pose by pose all the same,
    and where that fails the arm is set up from the beginning.
"""

from functools import lru_cache
from typing import Any

from kinematics.choice import chosen, solver_of
from kinematics.locked import LockedArm, lock
from kinematics.mechanism import Mechanism
from kinematics.solvers import SIX_JOINTS, Roots, Solver, general
from kinematics.solvers.elimination import EliminationArm
from kinematics.solvers.elimination.relinked import relinked
from kinematics.structure import structural_fault
from kinematics.transforms import Array

GENERIC, APART = 0.37, 0.11  # rad or mm: lock values of no significance


def locked_roots(
    arm: LockedArm, Ts: Array, held: Array | None = None
) -> tuple[Roots, Solver, Any]:
    """Roots of the core of a locked arm for flange poses (N, 4, 4), its solver and geometry.

    held: (N, m), what free joints keep at singular poses.
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


def _inherited(arm: LockedArm) -> EliminationArm | None:
    """Step 3: the set-up that the arm takes over; None where it needs one of its own."""
    if arm.free[-1] - arm.free[0] < len(arm.free) or not _is_general(arm.core):
        return None
    pattern = _pattern(arm.mechanism, arm.free)
    return None if pattern is None else relinked(pattern, arm.core)


@lru_cache(maxsize=64)
def _pattern(mechanism: Mechanism, free: tuple[int, ...]) -> EliminationArm | None:
    """Step 1: the elimination set-up at generic lock values, None for other families."""
    values = {i: GENERIC + APART * i for i in range(mechanism.n) if i not in free}
    choice = chosen(lock(mechanism, values).core)
    return choice.geometry if choice.solver is general.SOLVER else None


@lru_cache(maxsize=256)
def _is_general(core: Mechanism) -> bool:
    """Step 2: whether elimination is what is left for an arm."""
    if core.n != 6 or structural_fault(core):
        return False
    special = SIX_JOINTS[: SIX_JOINTS.index(general.SOLVER)]
    return all(isinstance(solver.recognise(core), str) for solver in special)

"""Elimination on request: the general solver in place of a closed form, with a chosen loop.

`inverse` takes a closed form where there is one. Here a caller uses the general solver instead, and
chooses the pair of joints that it eliminates and its eigenproblem; both ways must give the same
solutions. The set-up of an arm can be kept in a file (`save_arm`, `load_arm`) with its matrices of
stage 2, so that solving needs only poses.
"""

from collections.abc import Mapping
from dataclasses import replace

from numpy.typing import ArrayLike

from kinematics.arm.locked_joints import check_locked, lock
from kinematics.arm.mechanism import Mechanism
from kinematics.differential.structure import structural_fault
from kinematics.errors import UnsolvableMechanism
from kinematics.families.posture import postures_of
from kinematics.poses.transforms import exact_pose
from kinematics.solutions.solutions import IkSolutions
from kinematics.solvers import general
from kinematics.solvers.elimination import EliminationArm, recognise
from kinematics.solving.inverse import gathered, put_back

PAIRS = {"12": "joints 1 and 2", "45": "joints 4 and 5"}


def elimination_arm(mechanism: Mechanism) -> EliminationArm:
    """The set-up of a mechanism with its matrices; UnsolvableMechanism says why it has none."""
    arm = structural_fault(mechanism) or recognise(mechanism)
    if isinstance(arm, str):
        raise UnsolvableMechanism(
            f"{mechanism.name or 'this arm'} cannot be solved by elimination: {arm}"
        )
    return arm


def inverse_by_elimination(
    arm: Mechanism | EliminationArm,
    T: ArrayLike,
    *,
    eliminate: str | int | None = None,
    eigen: str = "ordinary",
    locked: Mapping[int, float] | None = None,
) -> IkSolutions:
    """All joint values that bring the flange to T (4, 4), mm, by elimination even if it is slower.

    eliminate: "45" or "12" (or 45, 12), the pair of joints as in the patent; None for the best
    loop. eigen: "ordinary" or "generalized". locked: {index from 0: value} of the joints beyond
    six. Raises UnsolvableMechanism, and KinematicsError for options without meaning.
    """
    if locked is not None and len(check_locked(locked)):
        held = lock(arm if isinstance(arm, Mechanism) else arm.mechanism, locked)
        pose_of_core = held.core_poses(exact_pose(T))[0]
        found = inverse_by_elimination(held.core, pose_of_core, eliminate=eliminate, eigen=eigen)
        whole = put_back(held, found)
        return replace(whole, postures=postures_of(held.mechanism, whole.q))
    ready = elimination_arm(arm) if isinstance(arm, Mechanism) else arm
    pose = exact_pose(T)
    if isinstance(eliminate, int):
        eliminate = str(eliminate)
    solver = replace(general.SOLVER, name=_name(eliminate, eigen))
    roots = general.solve(ready, pose, eliminate=eliminate, eigen=eigen)
    found = gathered(ready.mechanism, solver, ready, roots, pose)
    return replace(found, postures=postures_of(ready.mechanism, found.q))


def _name(eliminate: str | None, eigen: str) -> str:
    pair = f" of {PAIRS[eliminate]}" if eliminate in PAIRS else ""
    return f"elimination{pair}, {eigen} eigenproblem"

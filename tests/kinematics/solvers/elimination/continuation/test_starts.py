"""The number of complex solutions of an arm is taken only where most generic poses show it."""

import numpy as np
import pytest

from kinematics.solvers.elimination.arm import recognise
from kinematics.solvers.elimination.continuation.starts import plan_of, solutions, united
from kinematics.solvers.elimination.polish import joint_frames
from scenes import load_robot

ARMS = ["hokkaido1985", "puma560", "fanuc_crx10ia_l", "kinova_gen3_lite", "textbook_leg"]
POSES = 6


def counts(arm, seed):
    """How many solutions are found at poses with complex entries, other ones than the plan's."""
    random = np.random.default_rng(seed)
    q = random.uniform(-2.0, 2.0, (POSES, 6)) + 1j * random.uniform(-0.3, 0.3, (POSES, 6))
    S = np.tile(np.eye(4, dtype=complex), (POSES, 1, 1))
    S[:, :3] = np.moveaxis(joint_frames(arm.affine, q)[-1], -1, 0)
    return united(arm.chain, [solutions(arm, loop, S) for loop in arm.loops], POSES).count


@pytest.mark.parametrize("name", ARMS)
def test_a_plan_counts_no_fewer_solutions_than_other_poses_have(name) -> None:
    arm = recognise(load_robot(name).mechanism)
    plan = plan_of(arm)
    if plan is not None:
        assert counts(arm, 4).max() <= plan.count


def test_an_arm_whose_poses_show_different_numbers_has_no_plan() -> None:
    arm = recognise(load_robot("textbook_leg").mechanism)
    shown = counts(arm, 4)
    assert len(set(shown.tolist())) > 1
    assert plan_of(arm) is None

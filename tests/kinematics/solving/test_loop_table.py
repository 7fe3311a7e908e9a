import numpy as np
import pytest

from kinematics import Mechanism, UnsolvableMechanism, forward, inverse
from kinematics.solvers.elimination import recognise
from kinematics.solvers.elimination.loops import chain_of
from kinematics.solvers.elimination.probing import probe_joints
from kinematics.solvers.elimination.stages import stage_two
from kinematics.solving.loop_table import loop_table


def test_the_twelve_loops_are_the_ring_read_from_every_joint_in_either_sense(puma):
    orders = {row.loop.order for row in loop_table(puma).rows}
    ring = [0, 1, 2, 3, 4, 5]
    cuts = [tuple(ring[i:] + ring[:i]) for i in range(6)]
    assert orders == {*cuts, *((cut[0], *cut[:0:-1]) for cut in cuts)}


def test_the_loops_in_use_are_those_that_solve_the_arm(odd_arms, puma, ur5e):
    for arm in (odd_arms[2], puma, ur5e):
        used = [row.loop for row in loop_table(arm).used]
        assert used == [each.stage.loop for each in recognise(arm).loops]


def test_a_loop_called_singular_has_a_u_that_loses_rank_at_any_pose(puma, ur5e, rng):
    for arm in (puma, ur5e):
        singular = [row for row in loop_table(arm).rows if "singular" in row.refusal]
        assert singular
        for row in singular:
            U = stage_two(chain_of(arm), row.loop).U
            features = rng.normal(size=(5, len(U))) if len(U) > 1 else np.ones((5, 1))
            for weights in features:
                rank = np.linalg.matrix_rank(np.tensordot(weights, U, axes=1), tol=1e-8)
                assert rank <= row.rank < 16


def test_the_roots_known_of_the_probe_poses_are_those_of_the_closed_form(puma):
    poses = forward(puma, probe_joints(chain_of(puma)))
    count = sum(len(inverse(puma, T)) for T in poses)
    tried = [row.result for row in loop_table(puma).rows if row.result is not None]
    assert {result.known for result in tried} == {count}
    assert min(result.missed for result in tried) == 0


def test_a_slide_bars_the_loops_that_eliminate_it(stanford):
    for row in loop_table(stanford).rows:
        assert ("joint 3 slides" in row.refusal) == (2 in row.loop.order[1:4])


def test_an_arm_that_has_not_six_joints_has_no_table():
    arm = Mechanism.from_standard_dh(alpha=[0.1, 0.2], a=[1, 2], d=[3, 4], name="thing")
    with pytest.raises(UnsolvableMechanism, match="thing has no loop table: it has the joints RR"):
        loop_table(arm)

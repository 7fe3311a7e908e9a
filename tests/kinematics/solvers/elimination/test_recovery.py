"""Joint values are recovered from eigenpairs by the shipped loop as by NumPy."""

import numpy as np
import pytest

from kinematics import Mechanism, elimination_arm, forward
from kinematics.loops.recovery_kernel import recover
from kinematics.solvers.elimination.recovery import recovered, recovered_by_numpy
from kinematics.solvers.elimination.reduction import candidates


@pytest.mark.parametrize("kinds", ["RRRRRR", "RRRPRR", "PRRRRR", "RRRRRP"])
def test_the_loop_recovers_what_numpy_recovers_in_every_reading(rng, kinds):
    assert recover.is_ready
    arm = elimination_arm(
        Mechanism.from_modified_dh(
            alpha=rng.uniform(-2, 2, 6),
            a=rng.uniform(-300, 300, 6),
            d=rng.uniform(-300, 300, 6),
            kinds=kinds,
        )
    )
    q = rng.uniform(-2, 2, (40, 6))
    S = arm.chain.tight(forward(arm.mechanism, q * arm.chain.units))
    for probed in arm.loops:
        found = candidates(probed.stage, S)
        ours = recovered(arm.chain, probed.stage, S, found)
        other = recovered_by_numpy(arm.chain, probed.stage, S, found)
        gap = np.abs(ours - other)
        gap = np.where(arm.chain.turning, np.minimum(gap, np.abs(gap - 2 * np.pi)), gap)
        finite = np.isfinite(other).all(axis=1)
        scale = 1.0 + np.abs(np.where(arm.chain.turning, 0.0, other)[finite]).max()
        assert np.median(gap[finite]) < 1e-12 * scale
        assert (gap[finite].max(axis=1) < 1e-7 * scale).mean() > 0.97
        assert len(ours) > 40

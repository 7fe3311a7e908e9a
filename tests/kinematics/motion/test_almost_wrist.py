"""The nearby model: arms with an offset wrist, solved with a spherical wrist."""

import numpy as np
import pytest

from kinematics import (
    Mechanism,
    UnsolvableMechanism,
    forward,
    inverse_nearby,
    nearby_model,
    residuals,
    track_nearby,
)
from kinematics.families.posture import POSTURES


def offset_puma(offset):
    return Mechanism.from_standard_dh(
        alpha=np.radians([90, 0, -90, 90, -90, 0]),
        a=[0, 431.8, 20.3, offset, 0, 0],
        d=[671.83, 0, 150.05, 431.8, offset, 50.0],
        name="offset puma",
    )


def test_model_and_arm_turn_alike_and_differ_by_no_more_than_the_bound(rng):
    near = nearby_model(offset_puma(20.0))
    q = rng.uniform(-3, 3, (500, 6))
    gap = forward(near.model, q) - forward(near.real, q)
    assert np.abs(gap[:, :3, :3]).max() < 1e-12
    lengths = np.linalg.norm(gap[:, :3, 3], axis=1)
    assert lengths.max() <= near.dp_max + 1e-9
    assert lengths.max() > 0.7 * near.dp_max


@pytest.mark.parametrize(("offset", "share"), [(0.01, 0.99), (1.0, 0.95), (10.0, 0.85)])
def test_most_poses_are_met_from_the_postures_of_the_model(offset, share, rng, nearest_gap):
    arm = offset_puma(offset)
    q = rng.uniform(-3, 3, (100, 6))
    Ts = forward(arm, q)
    hit = np.zeros(len(q), bool)
    for posture in POSTURES:
        found = inverse_nearby(arm, Ts, posture)
        distance, angle = residuals(arm, found.q[found.reached], Ts[found.reached])
        assert distance.max() < 1e-8
        assert angle.max() < 1e-11
        hit |= found.reached & (nearest_gap(arm, found.q, q) < 1e-6)
    assert hit.mean() >= share
    assert not found.complete


def test_a_path_is_tracked(rng):
    arm = offset_puma(1.0)
    start = np.array([0.2, 0.4, -1.6, 0.5, 0.8, 0.1])
    q = start + np.linspace(0, 1, 300)[:, None] * [0.5, 0.2, -0.3, 0.6, 0.3, 5.0]
    result = track_nearby(arm, forward(arm, q), start)
    assert result.failed_at is None
    assert np.allclose(result.q, q, atol=1e-9)


def test_an_arm_without_a_turning_wrist_has_no_model(stanford):
    arm = Mechanism.from_modified_dh(
        alpha=[0, 1, 1, 1, 1, 1], a=[1.0] * 6, d=[1.0] * 6, kinds="RRRRPR"
    )
    with pytest.raises(UnsolvableMechanism, match="wrist of three turning joints"):
        nearby_model(arm)
    assert nearby_model(stanford).dp_max < 1e-9

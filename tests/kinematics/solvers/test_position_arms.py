"""Arms whose goals are positions: continua are told, whatever the rounding of the goal."""

import numpy as np
import pytest

from kinematics import Mechanism, forward, inverse, inverse_batch, rrp_arm, track, translation

FOLDED = rrp_arm(400.0, 250.0, 250.0).with_goals(position_only=True)
ELBOW_ARM = Mechanism.from_axes(
    axes=[[0, 0, 1], [0, 1, 0], [0, 1, 0]],
    points=[[0, 0, 0], [0, 0, 400], [300, 0, 400]],
    T_base_flange_zero=translation(550.0, 0.0, 400.0),
).with_goals(position_only=True)


@pytest.mark.parametrize("noise", [0.0, 1e-15, 1e-14, 1e-13])
@pytest.mark.parametrize(
    ("arm", "place"), [(FOLDED, [0.0, 0.0, 250.0]), (ELBOW_ARM, [0.0, 0.0, 700.0])]
)
def test_a_place_on_axis_1_leaves_joint_1_free_for_every_rounding(arm, place, noise):
    rng = np.random.default_rng(8)
    for _ in range(20):
        given = np.array(place) + noise * 500.0 * rng.uniform(-1, 1, 3)
        answer = inverse(arm, translation(*given))
        assert answer.free_joints == (0,)
        assert len(answer) == (1 if arm is FOLDED else 2)
        for q in answer.q:
            for turn in (0.7, -2.0):
                moved = forward(arm, q + np.array([turn, 0.0, 0.0]))
                assert np.allclose(moved[:3, 3], given, atol=1e-9)


def test_a_place_beside_axis_1_leaves_no_joint_free():
    for off in (1e-6, 1e-3, 1.0):
        answer = inverse(FOLDED, translation(off, 0.0, 250.0))
        assert not answer.continuum
        assert len(answer) == 2


def test_a_path_through_axis_1_keeps_joint_1_as_it_stood():
    q = np.array([0.7, np.pi - 0.2, 150.0])
    bends = np.append(np.linspace(q[1], np.pi, 40), np.full(5, np.pi))
    path = np.stack([forward(FOLDED, [0.7, bend, 150.0]) for bend in bends])
    found = track(FOLDED, path, q)
    assert found.failed_at is None
    assert np.allclose(found.q[:, 0], 0.7, atol=1e-6)


def test_batch_and_single_agree_on_a_free_joint():
    Ts = np.stack([translation(0.0, 0.0, z) for z in (250.0, 300.0)])
    batch = inverse_batch(FOLDED, Ts)
    assert batch.continuum.all()
    assert (batch.free == [[True, False, False]] * 2).all()


@pytest.mark.parametrize("off", [1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1.0])
def test_all_four_ways_to_a_place_next_to_axis_1_are_found_and_exact(off):
    """A place near axis 1 once lost a way, and missed the others by 8e-6 mm."""
    for azimuth in (0.0, 0.4, 2.0, -1.3):
        place = [off * np.cos(azimuth), off * np.sin(azimuth), 700.0]
        answer = inverse(ELBOW_ARM, translation(*place))
        assert len(answer) == 4
        assert answer.residual_mm.max() < 1e-11
        turned = (answer.q[:, 0] - azimuth + 1e-3) % np.pi
        assert np.allclose(turned, 1e-3, atol=1e-9)

"""Planar arms with a slide: SCARA arms with their joints in every order."""

import numpy as np
import pytest

from kinematics import (
    Mechanism,
    Posture,
    Shoulder,
    classify,
    forward,
    inverse,
    inverse_batch,
    postures_of,
    residuals,
    rpy,
    rrp_arm,
    track,
    translation,
)


def scara(kinds, downwards=False):
    places = iter([0.0, 325.0, 600.0])
    points = [[next(places) if kind == "R" else 100.0, 0, 387] for kind in kinds]
    turn = -1.0 if downwards else 1.0
    axes = [[0, 0, 1.0 if i < 2 else turn] for i in range(4)]
    return Mechanism.from_axes(
        axes=axes, points=points, kinds=kinds, T_base_flange_zero=translation(620, 30, 200)
    )


@pytest.mark.parametrize("downwards", [True, False])
@pytest.mark.parametrize("kinds", ["RRPR", "RRRP", "PRRR", "RPRR"])
def test_both_solutions_are_found_in_every_order_of_joints(kinds, downwards, rng, nearest_gap):
    arm = scara(kinds, downwards)
    assert classify(arm).solver == "SCARA"
    q = rng.uniform(-3, 3, (200, 4)) * np.where(arm.revolute > 0.0, 1.0, 50.0)
    Ts = forward(arm, q)
    batch = inverse_batch(arm, Ts)
    assert (np.nanmin(nearest_gap(arm, batch.q, q[:, None]), axis=1) < 1e-6).all()
    pose, slot = np.nonzero(np.isfinite(batch.q[..., 0]))
    distance, angle = residuals(arm, batch.q[pose, slot], Ts[pose])
    assert distance.max() < 1e-9
    assert angle.max() < 1e-12


def test_righty_is_a_positive_joint_2(rng):
    arm = scara("RRPR", downwards=True)
    q = rng.uniform(-3, 3, (50, 4))
    for row, posture in zip(q, postures_of(arm, q), strict=True):
        righty = posture == Posture(Shoulder.RIGHTY)
        assert righty == (row[1] >= 0)
        answer = inverse(arm, forward(arm, row))
        assert [str(p) for p in answer.postures] == ["RIGHTY", "LEFTY"]


def test_a_stretched_arm_has_one_double_solution():
    arm = scara("RRPR")
    answer = inverse(arm, forward(arm, [0.3, 0.0, 10.0, 0.1]))
    assert len(answer) == 1
    assert answer.multiplicity[0] == 2


def test_a_leaning_tool_is_refused_with_its_angle():
    arm = scara("RRPR")
    answer = inverse(arm, forward(arm, [0.3, 0.5, 0, 0]) @ rpy(0.2, 0, 0))
    assert answer.reason.startswith("orientation not reachable: the tool leans by 11.5 deg")
    assert "too far" in inverse(arm, translation(2000, 0, 0)).reason


def test_a_path_keeps_the_side_of_the_elbow():
    arm = scara("RRPR")
    q = np.array([0.3, -0.8, 0, 0.1]) + np.linspace(0, 1, 100)[:, None] * [0.5, -0.6, 80, 4.0]
    result = track(arm, forward(arm, q), q[0])
    assert np.allclose(result.q, q, atol=1e-9)


def test_two_turning_joints_set_the_place_and_the_angle_must_agree():
    arm = rrp_arm()
    T = forward(arm, [0.3, 0.5, 100.0])
    assert np.allclose(inverse(arm, T).q, [[0.3, 0.5, 100.0]])
    assert "not the angle as well" in inverse(arm, T @ rpy(0, 0, 0.4)).reason

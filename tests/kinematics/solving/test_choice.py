"""Chains of one to eight joints with many zeros and right angles, as real tables have them."""

import numpy as np
import pytest

from kinematics import (
    KinematicsError,
    Mechanism,
    UnsolvableMechanism,
    classify,
    elbow_angle,
    forward,
    inverse,
    residuals,
    singularity,
    track,
    track_split,
    translation,
)
from kinematics.solving.choice import solver_of
from tests.depth import cases


def random_chain(rng):
    """A chain of special values; half of the chains of six joints end in a wrist."""
    n = int(rng.integers(1, 8))
    table = {
        "alpha": rng.choice([0, np.pi / 2, -np.pi / 2, np.pi, 1.0], n),
        "a": rng.choice([0, 0, 100, 250.0], n),
        "d": rng.choice([0, 0, 50, 300.0], n),
        "theta0": rng.choice([0, np.pi / 2, 0.5], n),
    }
    kinds = "".join(rng.choice(list("RRRP"), n))
    if n == 6 and rng.random() < 0.7:
        table["a"][4:], table["d"][4], kinds = 0.0, 0.0, kinds[:3] + "RRR"
        table["alpha"][4:] = rng.choice([np.pi / 2, -np.pi / 2, 1.0], 2)
    flange = translation(*rng.choice([0, 80.0], 3))
    return Mechanism.from_modified_dh(**table, kinds=kinds, T_last_flange=flange)


def condition(arm, solver, q):
    """The condition of a redundant arm, with its value at q, that makes its solutions finite."""
    if solver == "elbow angle":
        return {"elbow_angle": float(elbow_angle(arm, q))}
    if solver == "locked ends":
        return {"locked": {joint: q[joint] for joint in solver_of(arm)[1].joints}}
    return {}


@pytest.mark.parametrize("seed", range(cases(12, 4)))
def test_no_pose_of_a_solvable_chain_is_lost(seed, nearest_gap):
    rng = np.random.default_rng(seed)
    for _ in range(25):
        arm = random_chain(rng)
        told = classify(arm)
        if told.solver is None:
            assert "structurally singular" in told.reason
            continue
        if told.solver == "multi-start":
            continue
        q = rng.uniform(-2, 2, arm.n) * np.where(arm.revolute > 0.0, 1.0, 150.0)
        q = np.where(rng.random(arm.n) < 0.2, 0.0, q)
        T = forward(arm, q)
        answer = inverse(arm, T, **condition(arm, told.solver, q))
        assert len(answer) > 0
        assert answer.residual_mm.max() < 1e-7
        assert answer.residual_rad.max() < 1e-9
        if not answer.continuum:
            assert nearest_gap(arm, answer.q, q).min() < 1e-4
        assert residuals(arm, track(arm, T[None], q).q, T[None])[0].max() < 1e-7
        assert singularity(arm, q).smallest >= 0.0


@pytest.mark.parametrize(
    ("pose", "words"),
    [(np.full((4, 4), np.nan), "finite"), (np.eye(3), "4x4"), (np.ones((4, 4)), "not rigid")],
)
def test_a_bad_pose_is_one_clear_error_for_every_solver(ur5e, stanford, seven, pose, words):
    for arm in (ur5e, stanford, seven):
        with pytest.raises(KinematicsError, match=words):
            inverse(arm, pose)
        with pytest.raises(KinematicsError, match="joint values"):
            track(arm, np.eye(4)[None], np.zeros(arm.n + 1))


def on_a_rail(arm):
    """The arm on a slide along x, which is one joint more."""
    rail = Mechanism.from_axes(
        axes=[[1, 0, 0]], points=[[0, 0, 0]], kinds="P", T_base_flange_zero=np.eye(4)
    )
    frames = arm.T_link_joint.copy()
    frames[0] = rail.T_last_flange @ frames[0]
    return Mechanism(
        (*rail.joints, *arm.joints),
        np.concatenate([rail.T_link_joint, frames]),
        arm.T_last_flange,
        f"{arm.name} on a rail",
    )


@pytest.mark.parametrize("name", ["puma", "offset_seven"])
def test_an_arm_on_a_rail_follows_by_closed_form_and_least_motion(name, request):
    arm = on_a_rail(request.getfixturevalue(name))
    q = np.array([50.0, 0.2, 0.6, -1.0, 1.2, 0.7, 0.4, 0.1][: arm.n])
    T = forward(arm, q)
    Ts = np.stack([translation(4.0 * i, 2.0 * i, 0) @ T for i in range(30)])
    result = track_split(arm, Ts, q)
    assert result.failed_at is None, result.reason
    assert residuals(arm, result.q, Ts)[0].max() < 1e-8
    assert np.ptp(result.q[:, 0]) > 5.0  # the rail moves as well
    assert np.abs(np.diff(result.q[:, 1:], axis=0)).max() < 0.1


def test_splitting_joints_off_needs_a_redundant_arm(puma):
    with pytest.raises(KinematicsError, match="none to split off"):
        track_split(puma, np.eye(4)[None], np.zeros(6))
    straight = Mechanism.from_axes(
        axes=[[0, 0, 1]] * 8, points=np.zeros((8, 3)), T_base_flange_zero=np.eye(4)
    )
    with pytest.raises(UnsolvableMechanism, match="no choice of six joints"):
        track_split(straight, np.eye(4)[None], np.zeros(8))

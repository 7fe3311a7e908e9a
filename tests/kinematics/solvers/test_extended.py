"""Arms of one to five joints, solved as arms of six."""

import numpy as np
import pytest

from kinematics import (
    KinematicsError,
    Mechanism,
    UnsolvableMechanism,
    classify,
    forward,
    inverse,
    inverse_batch,
    inverse_position,
    residuals,
    rpy,
    rrp_arm,
    track,
    translation,
)


def rows(alpha_deg, a, d, kinds=None, flange=(0.0, 0.0, 0.0)):
    return Mechanism.from_modified_dh(
        alpha=np.radians(alpha_deg), a=a, d=d, kinds=kinds, T_last_flange=translation(*flange)
    )


ARMS = {
    "waist, three pitches, roll": rows(
        [0, 90, 0, 0, 90], [0, 50, 300, 250, 0], [400, 0, 0, 0, 120]
    ),
    "arm and a wrist of two": rows([0, 90, 0, 90, -90], [0, 50, 300, 20, 0], [400, 0, 0, 250, 0]),
    "waist and three pitches": rows(
        [0, 90, 0, 0], [0, 50, 300, 250], [400, 0, 0, 0], None, (90, 0, 0)
    ),
    "three turns": rows([0, 90, 0], [0, 50, 300], [400, 0, 0], None, (200, 0, 0)),
    "two turns": rows([0, 70], [0, 200], [100, 20], None, (100, 30, 50)),
    "a wrist alone": rows([0, 90, -90], [0, 0, 0], [0, 0, 0], None, (0, 0, 100)),
    "about a point": rows([0, 90, 90], [0, 0, 0], [284, 0, 0], None, (-237, 0, 0)),
    "in a plane": rows([0, -90, 0], [0, 219, -257], [-257, 0, 0], "PRR", (0, 40, 90)),
    "a slide between turns": rows([0, 90, -90], [0, 120, 80], [0, 0, 30], "RPR", (90, 0, 0)),
    "one turn": rows([0], [0], [100], None, (100, 30, 50)),
    "one slide": rows([20], [0], [100], "P"),
    "gantry": Mechanism.from_axes(
        axes=np.eye(3)[[0, 1, 2, 2]],
        points=np.zeros((4, 3)),
        kinds="PPPR",
        T_base_flange_zero=translation(10, 20, 30),
    ),
}


@pytest.mark.parametrize("name", ARMS)
def test_the_joints_that_made_a_pose_are_found(name, rng, nearest_gap):
    arm = ARMS[name]
    q = rng.uniform(-2, 2, (100, arm.n)) * np.where(arm.revolute > 0.0, 1.0, 100.0)
    Ts = forward(arm, q)
    batch = inverse_batch(arm, Ts)
    assert batch.complete
    assert (np.nanmin(nearest_gap(arm, batch.q, q[:, None]), axis=1) < 1e-6).all()
    pose, slot = np.nonzero(np.isfinite(batch.q[..., 0]))
    distance, angle = residuals(arm, batch.q[pose, slot], Ts[pose])
    assert distance.max() < 1e-9
    assert angle.max() < 1e-12


@pytest.mark.parametrize("name", ARMS)
def test_a_pose_that_the_few_joints_cannot_take_has_a_reason(name):
    arm = ARMS[name]
    T = forward(arm, np.full(arm.n, 0.3)) @ rpy(0.3, 0.2, 0.1)
    answer = inverse(arm, T)
    assert len(answer) == 0
    assert answer.reason.startswith(("orientation not", "out of reach", "the arm cannot"))


@pytest.mark.parametrize("roll", [0.0, 0.7, -0.7, np.pi / 2, 0.7 - np.pi / 2, 0.7 + np.pi / 2])
def test_a_pose_singular_for_the_added_joints_alone_is_not_lost(roll, nearest_gap):
    arm = ARMS["waist, three pitches, roll"]
    q = np.array([0.3, 0.1, 0.2, 0.3, roll])
    assert nearest_gap(arm, inverse(arm, forward(arm, q)).q, q).min() < 1e-9


def test_a_path_of_a_short_arm_is_followed():
    arm = ARMS["waist, three pitches, roll"]
    q = np.array([0.3, 0.4, 0.6, 0.3, 0.1]) + np.linspace(0, 1, 50)[:, None] * [1, 0.2, 0.4, 0.5, 6]
    assert np.allclose(track(arm, forward(arm, q), q[0]).q, q, atol=1e-8)


def test_a_position_is_reached_in_both_ways_by_the_rrp_arm(rng, nearest_gap):
    arm = rrp_arm()
    q = np.array([0.3, 0.5, 100.0])
    answer = inverse_position(arm, forward(arm, q)[:3, 3])
    assert len(answer) == 2
    assert nearest_gap(arm, answer.q, q).min() < 1e-12
    assert answer.residual_mm.max() < 1e-9
    assert "4450.0 mm beyond" in inverse_position(arm, [5000, 0, 0]).reason


@pytest.mark.parametrize("seed", range(6))
def test_positions_of_any_three_turns_are_complete(seed, nearest_gap):
    rng = np.random.default_rng(seed)
    arm = Mechanism.from_modified_dh(
        alpha=rng.uniform(-2, 2, 3),
        a=rng.uniform(-300, 300, 3),
        d=rng.uniform(-300, 300, 3),
        T_last_flange=translation(200, 100, 50),
    )
    for q in rng.uniform(-3, 3, (20, 3)):
        answer = inverse_position(arm, forward(arm, q)[:3, 3])
        assert nearest_gap(arm, answer.q, q).min() < 1e-5
        assert len(answer) in (2, 4) or answer.multiplicity.max() > 1


def test_a_position_alone_does_not_determine_more_joints(puma):
    with pytest.raises(UnsolvableMechanism, match="determines three joints"):
        inverse_position(puma, [300, 0, 500])
    with pytest.raises(KinematicsError, match="three finite numbers"):
        inverse_position(rrp_arm(), [1, 2])


def test_a_chain_without_a_solver_is_solved_from_seeds_and_not_called_complete(rng, nearest_gap):
    n = 6
    arm = Mechanism.from_modified_dh(
        alpha=rng.uniform(-2, 2, n),
        a=rng.uniform(-300, 300, n),
        d=rng.uniform(-300, 300, n),
        kinds="RPRRPR",
    )
    assert "not certified to be all" in classify(arm).reason
    q = rng.uniform(-2, 2, n) * np.where(arm.revolute > 0.0, 1.0, 100.0)
    answer = inverse(arm, forward(arm, q))
    assert not answer.complete
    assert nearest_gap(arm, answer.q, q).min() < 1e-6


@pytest.mark.parametrize("seed", [720, 703, 188, 1095, 256])
def test_no_pose_of_a_short_chain_of_special_links_is_lost(seed, nearest_gap):
    rng = np.random.default_rng(seed)
    for _ in range(12):
        arm = Mechanism.from_modified_dh(
            alpha=rng.choice([0, np.pi / 2, -np.pi / 2, 1.0], 5),
            a=rng.choice([0, 0, 100, 250.0], 5),
            d=rng.choice([0, 0, 50, 300.0], 5),
            kinds="".join(rng.choice(list("RRRP"), 5)),
        )
        if classify(arm).solver != "fewer joints":
            continue
        q = rng.uniform(-2, 2, 5) * np.where(arm.revolute > 0.0, 1.0, 150.0)
        q = np.where(rng.random(5) < 0.4, 0.0, q)
        answer = inverse(arm, forward(arm, q))
        assert len(answer) > 0
        assert answer.continuum or nearest_gap(arm, answer.q, q).min() < 1e-4

"""An arm of another size has the same solutions: all lengths times k, the poses times k."""

from dataclasses import replace

import numpy as np
import pytest

from kinematics import (
    KinematicsError,
    Mechanism,
    classify,
    elbow_angle,
    forward,
    inverse,
    inverse_batch,
    inverse_from_seed,
    singularity,
    translation,
)
from kinematics.arm.displaced_links import displaced
from kinematics.calibration.prediction import small_motion
from scenes import load_robot
from tests.depth import cases, share

SCALES = (1e-6, 1e-3, 5e3, 1e7)
SHIPPED = {
    "puma560": "spherical wrist",
    "ur5e": "three parallel axes",
    "stanford_arm": "decoupled wrist",
    "gantry_6axis": "decoupled wrist",
    "adept_cobra600": "SCARA",
    "textbook_rrp": "position of three joints",
    "kinova_gen3_lite": "elimination",
    "fanuc_crx10ia_l": "elimination",
    "yaskawa_hc10": "elimination",
}
RANDOM = {
    "RRRRRR": "elimination",
    "PRRRRR": "elimination",
    "RRPRRR": "elimination",
    "RRRRRP": "elimination",
    "RPRRPR": "multi-start",
    "PRPRPR": "three slides",
    "RRRRR": "fewer joints",
    "RRPR": "fewer joints",
}


def scaled(mechanism: Mechanism, k: float) -> Mechanism:
    T_link_joint, T_last_flange = mechanism.T_link_joint.copy(), mechanism.T_last_flange.copy()
    T_link_joint[:, :3, 3] *= k
    T_last_flange[:3, 3] *= k
    return replace(mechanism, T_link_joint=T_link_joint, T_last_flange=T_last_flange)


def scaled_poses(Ts: np.ndarray, k: float) -> np.ndarray:
    poses = Ts.copy()
    poses[..., :3, 3] *= k
    return poses


def random_arm(kinds: str, rng: np.random.Generator) -> Mechanism:
    n = len(kinds)
    return Mechanism.from_standard_dh(
        alpha=rng.uniform(-3, 3, n),
        a=rng.uniform(50, 400, n),
        d=rng.uniform(-300, 300, n),
        theta0=rng.uniform(-3, 3, n),
        kinds=kinds,
    )


def off(mechanism: Mechanism, mm: float, rng: np.random.Generator) -> Mechanism:
    """The arm with every link off by about mm, and by 0.1 deg for each mm."""
    turns = np.radians(0.1)
    D = [small_motion(mm * rng.normal(size=6) * np.repeat([1, turns], 3)) for _ in range(6)]
    return displaced(mechanism, np.array(D))


def turned_in(mechanism: Mechanism, q: np.ndarray, k: float) -> np.ndarray:
    """Rows of joint values of the arm of size k in those of size 1, revolute in (-pi, pi]."""
    turns = mechanism.revolute == 1.0
    q = q / np.where(turns, 1.0, k)
    return np.where(turns, np.pi - (np.pi - q) % (2 * np.pi), q)


def assert_same_rows(mechanism: Mechanism, found: np.ndarray, wanted: np.ndarray) -> None:
    assert len(found) == len(wanted)
    if not len(wanted):
        return
    gap = np.abs(found[:, None] - wanted[None])
    gap = np.where(mechanism.revolute == 1.0, np.minimum(gap, 2 * np.pi - gap), gap / 100.0)
    worst = gap.max(axis=-1)
    assert worst.min(axis=0).max() < 1e-6
    assert worst.min(axis=1).max() < 1e-6


def poses_of(mechanism: Mechanism, rng: np.random.Generator, count: int) -> np.ndarray:
    reach = np.where(mechanism.revolute == 1.0, 2.5, 200.0)
    return forward(mechanism, rng.uniform(-1, 1, (count, mechanism.n)) * reach)


def assert_scale_changes_nothing(mechanism: Mechanism, Ts: np.ndarray, solver: str) -> None:
    answers = [inverse(mechanism, T) for T in Ts]
    assert solver in (classify(mechanism).solver or "")
    for k in SCALES:
        for T, answer in zip(scaled_poses(Ts, k), answers, strict=True):
            found = inverse(scaled(mechanism, k), T)
            # "corrected by up to 0.3 mm" is another length on another scale.
            assert found.solver.partition(",")[0] == answer.solver.partition(",")[0]
            assert_same_rows(mechanism, turned_in(mechanism, found.q, k), answer.q)
            assert (found.complete, found.continuum) == (answer.complete, answer.continuum)
            assert sorted(found.multiplicity) == sorted(answer.multiplicity)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_arm_of_another_size_has_the_same_solutions(name):
    mechanism = load_robot(name).mechanism
    Ts = poses_of(mechanism, np.random.default_rng(1), cases(6, 2))
    assert_scale_changes_nothing(mechanism, Ts, SHIPPED[name])


@pytest.mark.parametrize("kinds", share(list(RANDOM), 4))
def test_a_random_arm_of_another_size_has_the_same_solutions(kinds):
    rng = np.random.default_rng(2)
    for _ in range(2):
        mechanism = random_arm(kinds, rng)
        assert_scale_changes_nothing(mechanism, poses_of(mechanism, rng, 2), RANDOM[kinds])


@pytest.mark.parametrize("name", ["puma560", "ur5e", "kuka_kr6_r900_2"])
@pytest.mark.parametrize("mm", [1e-9, 1e-3, 0.3])
def test_a_corrected_arm_of_another_size_has_the_same_solutions(name, mm):
    rng = np.random.default_rng(3)
    mechanism = off(load_robot(name).mechanism, mm, rng)
    solver = "three parallel axes" if name == "ur5e" else "spherical wrist"
    assert_scale_changes_nothing(mechanism, poses_of(mechanism, rng, cases(3, 1)), solver)


@pytest.mark.parametrize(
    "name", ["kuka_lbr_iiwa_7_r800", "franka_panda", "kinova_gen3_7dof", "yaskawa_sia10f"]
)
def test_a_redundant_arm_of_another_size_has_the_same_solutions(name):
    mechanism = load_robot(name).mechanism
    rng = np.random.default_rng(4)
    q = rng.uniform(-1.8, 1.8, 7)
    q[3] = -1.2
    T, psi = forward(mechanism, q), float(elbow_angle(mechanism, q))
    at_elbow = inverse(mechanism, T, elbow_angle=psi)
    locked = inverse(mechanism, T, locked={2: q[2]})
    assert len(at_elbow.q) and len(locked.q)
    for k in SCALES:
        own, pose = scaled(mechanism, k), scaled_poses(T, k)
        found = inverse(own, pose, elbow_angle=psi)
        assert_same_rows(mechanism, turned_in(mechanism, found.q, k), at_elbow.q)
        assert found.complete == at_elbow.complete
        found = inverse(own, pose, locked={2: q[2]})
        assert_same_rows(mechanism, turned_in(mechanism, found.q, k), locked.q)
        assert found.complete == locked.complete


@pytest.mark.parametrize("name", ["puma560", "ur5e", "gantry_6axis", "kinova_gen3_lite"])
def test_a_batch_of_an_arm_of_another_size_has_the_same_counts(name):
    mechanism = load_robot(name).mechanism
    Ts = poses_of(mechanism, np.random.default_rng(5), 40)
    wanted = inverse_batch(mechanism, Ts)
    for k in SCALES:
        found = inverse_batch(scaled(mechanism, k), scaled_poses(Ts, k))
        np.testing.assert_array_equal(found.count, wanted.count)
        np.testing.assert_array_equal(found.complete, wanted.complete)


@pytest.mark.parametrize("name", ["puma560", "gantry_6axis", "kinova_gen3_lite"])
def test_newtons_method_ends_at_the_same_joint_values_on_every_scale(name):
    mechanism = load_robot(name).mechanism
    rng = np.random.default_rng(6)
    turns = mechanism.revolute == 1.0
    q = rng.uniform(-1, 1, mechanism.n) * np.where(turns, 2.0, 200.0)
    seed = q + rng.normal(size=mechanism.n) * np.where(turns, 0.1, 10.0)
    T = forward(mechanism, q)
    for k in (1.0, *SCALES):
        units = np.where(turns, 1.0, k)
        found = inverse_from_seed(scaled(mechanism, k), scaled_poses(T, k), seed * units)
        assert found.reached
        np.testing.assert_allclose(found.q / units, q, atol=1e-8)


def test_a_pose_missed_by_a_millionth_of_a_tiny_arm_is_not_reached():
    puma = load_robot("puma560").mechanism
    straight = np.array([0.2, 0.3, np.arctan2(20.3, 431.8) - np.pi / 2, 0.4, 0.8, 0.1])
    for k in (1.0, *SCALES):
        own = scaled(puma, k)
        T = forward(own, straight)
        shoulder = np.array([0.0, 0.0, 671.83 * k])
        T[:3, 3] = shoulder + (1.0 + 1e-6) * (T[:3, 3] - shoulder)
        assert not inverse_from_seed(own, T, straight).reached


@pytest.mark.parametrize(
    ("name", "q_deg"),
    [("puma560", [10, 20, -30, 40, 0, 50]), ("ur5e", [0, -60, 0, -90, 40, 0])],
)
def test_a_singular_pose_has_its_name_on_every_scale(name, q_deg):
    mechanism, q = load_robot(name).mechanism, np.radians(q_deg)
    wanted = singularity(mechanism, q)
    assert wanted.names
    for k in SCALES:
        assert singularity(scaled(mechanism, k), q).names == wanted.names


def with_base(mechanism: Mechanism, x: float) -> Mechanism:
    T_link_joint = mechanism.T_link_joint.copy()
    T_link_joint[0] = translation(x, 0, 0) @ T_link_joint[0]
    return replace(mechanism, T_link_joint=T_link_joint)


def test_a_base_so_far_that_digits_of_the_links_are_lost_is_refused():
    mechanism = load_robot("puma560").mechanism
    with pytest.raises(KinematicsError, match="a double no longer tells poses of the arm apart"):
        with_base(mechanism, 1e11)
    moved = with_base(scaled(mechanism, 1e7), 1e11)
    assert len(inverse(moved, forward(moved, np.full(6, 0.5))).q) == 8

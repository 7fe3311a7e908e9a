"""The general solver compared with a dense multi-start reference, on random and special arms."""

import numpy as np
import pytest

from kinematics import KinematicsError, Mechanism, forward, inverse_batch, jacobian
from kinematics.solvers import elimination
from tests.depth import cases, share

H = np.pi / 2
PUMA = {"alpha": [H, 0, -H, H, -H, 0], "a": [0, 431.8, 20.3, 0, 0, 0]}
UR5 = {
    "alpha": np.array([H, 0, 0, H, -H, 0]),
    "a": np.array([0, -425, -392.25, 0, 0, 0]),
    "d": np.array([89.159, 0, 0, 109.15, 94.65, 82.3]),
}
# Two parallel axes and an offset wrist; a wrist whose axes miss one point by 0.09 mm.
OFFSET_WRIST = {
    "alpha": [-H, 0, -H, H, -H, 0],
    "a": [0, 710, 0, 0, 0, 0],
    "d": [245, 0, 0, 540, 150, 160],
}
NEARLY_SPHERICAL = {
    "alpha": [-H, 0, H, -H, H, 0],
    "a": [0, 285.03, -21.98, 0, 0.09, 0],
    "d": [123, 0, 0, 250.75, 0, 91],
}


def random_mechanism(rng, kinds="RRRRRR"):
    return Mechanism.from_standard_dh(
        alpha=rng.uniform(-np.pi, np.pi, 6),
        a=rng.uniform(-500, 500, 6),
        d=rng.uniform(-500, 500, 6),
        kinds=kinds,
    )


def puma_with_offset(offset):
    return Mechanism.from_standard_dh(
        alpha=PUMA["alpha"],
        a=[0, 431.8, 20.3, offset, 0, 0],
        d=[0, 0, 150.05, 431.8, offset, 0],
    )


def random_joints(rng, mechanism, count):
    return rng.uniform(-1, 1, (count, 6)) * np.where(mechanism.revolute > 0, np.pi, 400.0)


def differences(mechanism, q_a, q_b):
    """Largest difference of joint values, angles modulo turns; 1 mm counts as 1 mrad."""
    gap = q_a - q_b
    turned = gap - 2 * np.pi * np.round(gap / (2 * np.pi))
    return np.abs(np.where(mechanism.revolute > 0, turned, gap / 1000)).max(axis=-1)


class DenseReference:
    """All roots by Levenberg-Marquardt from many starts; it uses only `forward` and `jacobian`."""

    def __init__(self, mechanism, starts=300, steps=36):
        self.mechanism, self.starts, self.steps = mechanism, starts, steps
        reach = np.linalg.norm(mechanism.T_link_joint[1:, :3, 3], axis=1).sum() + 1.0
        self.scale = reach / 5
        self.units = np.where(mechanism.revolute > 0, 1.0, self.scale)
        self.room = np.where(mechanism.revolute > 0, np.pi, 2 * reach)

    def errors(self, q, T):
        reached = forward(self.mechanism, q)
        R = T[:3, :3] @ np.swapaxes(reached[:, :3, :3], 1, 2)
        sine = 0.5 * np.stack(
            [R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]], axis=1
        )
        size = np.linalg.norm(sine, axis=1)
        angle = np.arctan2(size, (np.trace(R, axis1=1, axis2=2) - 1) / 2)
        turn = sine * (angle / np.maximum(size, 1e-12))[:, None]
        return np.concatenate([(T[:3, 3] - reached[:, :3, 3]) / self.scale, turn], axis=1)

    def roots(self, T, seed):
        rng = np.random.default_rng(seed)
        q = rng.uniform(-1, 1, (self.starts, 6)) * self.room
        error = self.errors(q, T)
        cost, damping = (error**2).sum(axis=1), np.full(self.starts, 1e-2)
        for _ in range(self.steps):
            J = jacobian(self.mechanism, q) * self.units
            J[:, :3] /= self.scale
            Jt = np.swapaxes(J, 1, 2)
            squares = Jt @ J
            squares[:, range(6), range(6)] += (damping * np.maximum(cost, 1e-20) + 1e-14)[:, None]
            step = np.linalg.solve(squares, Jt @ error[:, :, None])[:, :, 0]
            step /= np.maximum(1.0, np.abs(step).max(axis=1, keepdims=True))
            trial = q + step * self.units
            gaps = self.errors(trial, T)
            worth = (gaps**2).sum(axis=1)
            better = worth < cost
            q[better], error[better], cost[better] = trial[better], gaps[better], worth[better]
            damping = np.clip(np.where(better, 0.3 * damping, 8 * damping), 1e-6, 1e8)
        found = []
        for candidate in q[cost < 1e-20]:
            if all(differences(self.mechanism, candidate, other) > 1e-4 for other in found):
                found.append(candidate)
        return np.array(found).reshape(-1, 6)


def assert_all_roots(mechanism, q_given, starts=300):
    """Asserts that we find every root of the reference and the joints that made the pose."""
    arm = elimination.recognise(mechanism)
    assert not isinstance(arm, str), arm
    Ts = forward(mechanism, q_given)
    roots = elimination.solve(arm, Ts)
    reference = DenseReference(mechanism, starts)
    for i, T in enumerate(Ts):
        ours = roots.q[i, : roots.count[i]]
        known = np.concatenate([reference.roots(T, seed=i), q_given[i : i + 1]])
        gaps = differences(mechanism, known[:, None], ours[None])
        assert gaps.min(axis=1).max() < 1e-4, f"pose {i}: {len(ours)} of {len(known) - 1}"
    assert_certified(mechanism, Ts, roots)
    assert roots.complete.mean() > 0.95


def assert_certified(mechanism, Ts, roots):
    """Asserts that each root meets its pose to 1e-12 (Frobenius, metres) and the rest is nan."""
    used = np.arange(16) < roots.count[:, None]
    pose, slot = np.nonzero(used)
    gap = (forward(mechanism, roots.q[pose, slot]) - Ts[pose])[:, :3]
    gap[:, :, 3] /= 1000
    assert np.sqrt((gap**2).sum(axis=(1, 2))).max(initial=0) < 1e-12
    assert np.isnan(roots.q[~used]).all()
    assert (roots.multiplicity[~used] == 0).all()
    assert (roots.multiplicity[used] >= 1).all()
    angles = roots.q[used][:, mechanism.revolute > 0]
    assert (angles > -np.pi).all()
    assert (angles <= np.pi).all()


@pytest.mark.parametrize("seed", range(cases(8, 3)))
def test_every_root_of_a_random_arm_is_found(seed):
    rng = np.random.default_rng(seed)
    mechanism = random_mechanism(rng)
    assert_all_roots(mechanism, random_joints(rng, mechanism, 6))


@pytest.mark.parametrize("kinds", ["PRRRRR", "RPRRRR", "RRPRRR", "RRRPRR", "RRRRPR", "RRRRRP"])
def test_every_root_of_an_arm_with_one_slide_is_found(kinds):
    rng = np.random.default_rng(5)
    mechanism = random_mechanism(rng, kinds)
    assert_all_roots(mechanism, random_joints(rng, mechanism, 5))


@pytest.mark.parametrize("offset", share([100.0, 1.0, 1e-2, 1e-4, 1e-6], 3))
def test_a_wrist_may_miss_its_centre_by_any_amount(offset):
    mechanism = puma_with_offset(offset)
    assert_all_roots(mechanism, random_joints(np.random.default_rng(6), mechanism, 4))


@pytest.mark.parametrize("calibration", [0.0, 1e-6, 1e-3, 1.0])
def test_three_axes_may_be_parallel_or_nearly(calibration):
    rng = np.random.default_rng(7)
    mechanism = Mechanism.from_standard_dh(
        alpha=UR5["alpha"] + 1e-3 * calibration * rng.normal(size=6),
        a=UR5["a"] + calibration * rng.normal(size=6),
        d=UR5["d"] + calibration * rng.normal(size=6),
    )
    assert_all_roots(mechanism, random_joints(rng, mechanism, 4))


@pytest.mark.parametrize("table", [OFFSET_WRIST, NEARLY_SPHERICAL], ids=["offset", "nearly"])
def test_every_root_of_special_wrists_is_found(table):
    mechanism = Mechanism.from_standard_dh(**table)
    assert_all_roots(mechanism, random_joints(np.random.default_rng(8), mechanism, 5), 500)


@pytest.mark.parametrize(
    "mechanism",
    [
        random_mechanism(np.random.default_rng(31)),
        random_mechanism(np.random.default_rng(32), "RRRPRR"),
        puma_with_offset(1.0),
        Mechanism.from_standard_dh(**UR5),
        Mechanism.from_standard_dh(**NEARLY_SPHERICAL),
    ],
    ids=["random", "slide", "puma", "ur5", "nearly"],
)
def test_the_joints_that_made_a_pose_are_always_among_its_roots(mechanism):
    q = random_joints(np.random.default_rng(9), mechanism, 1500)
    Ts = forward(mechanism, q)
    roots = elimination.solve(elimination.recognise(mechanism), Ts)
    gaps = differences(mechanism, roots.q, q[:, None])
    assert np.nanmin(gaps, axis=1).max() < 1e-4
    assert_certified(mechanism, Ts, roots)
    assert roots.complete.mean() > 0.99


def test_arms_with_a_closed_form_have_the_same_roots_by_elimination(arm):
    """One of them is the 1985 arm, on which pairs of solutions share joint values."""
    q = random_joints(np.random.default_rng(12), arm, 60)
    Ts = forward(arm, q)
    closed = inverse_batch(arm, Ts)
    general = elimination.solve(elimination.recognise(arm), Ts)
    assert (general.count == closed.count).all()
    assert general.complete.all()
    used = ~np.isnan(closed.q[:, :, 0])
    gaps = differences(arm, closed.q[:, :, None], general.q[:, None])
    assert np.nanmin(gaps[used], axis=1).max() < 1e-6


def test_a_pose_alone_and_in_a_batch_has_the_same_roots():
    mechanism = random_mechanism(np.random.default_rng(33))
    arm = elimination.recognise(mechanism)
    Ts = forward(mechanism, random_joints(np.random.default_rng(10), mechanism, 700))
    together = elimination.solve(arm, Ts, threads=2)
    for i in (0, 300, 699):
        alone = elimination.solve(arm, Ts[i : i + 1])
        assert alone.count[0] == together.count[i]
        gaps = differences(mechanism, alone.q[0, :, None], together.q[i, None])
        assert np.nanmin(gaps[: alone.count[0]], axis=1).max() < 1e-9


@pytest.mark.parametrize("eigen", ["ordinary", "generalized"])
@pytest.mark.parametrize("eliminate", ["12", "45"])
def test_both_eliminations_and_both_eigenproblems_agree(eliminate, eigen):
    mechanism = random_mechanism(np.random.default_rng(34))
    arm = elimination.recognise(mechanism)
    Ts = forward(mechanism, random_joints(np.random.default_rng(11), mechanism, 60))
    free = elimination.solve(arm, Ts)
    forced = elimination.solve(arm, Ts, eliminate=eliminate, eigen=eigen)
    assert (forced.count == free.count).all()
    gaps = differences(mechanism, free.q[:, :, None], forced.q[:, None])
    used = ~np.isnan(free.q[:, :, 0])
    assert np.nanmin(gaps[used], axis=1).max() < 1e-6


def test_an_elimination_that_is_singular_for_the_arm_is_refused():
    arm = elimination.recognise(Mechanism.from_standard_dh(**UR5))
    with pytest.raises(KinematicsError, match="eliminating joints 4 and 5 is singular"):
        elimination.solve(arm, np.eye(4)[None], eliminate="45")
    with pytest.raises(KinematicsError, match="'12' and '45', not '23'"):
        elimination.solve(arm, np.eye(4)[None], eliminate="23")
    with pytest.raises(KinematicsError, match="ordinary or generalized"):
        elimination.solve(arm, np.eye(4)[None], eigen="qz")


def test_a_pose_out_of_reach_has_no_roots_and_that_is_complete():
    arm = elimination.recognise(puma_with_offset(10.0))
    T = np.eye(4)
    T[0, 3] = 3000.0
    roots = elimination.solve(arm, np.stack([T, T]))
    assert roots.count.tolist() == [0, 0]
    assert roots.complete.all()


def test_no_poses_have_no_roots():
    roots = elimination.solve(elimination.recognise(puma_with_offset(10.0)), np.empty((0, 4, 4)))
    assert roots.q.shape == (0, 16, 6)


def test_four_parallel_axes_are_refused_by_name():
    mechanism = Mechanism.from_standard_dh(
        alpha=[0, 0, 0, H, -H, 0], a=[300, 200, 100, 50, 80, 0], d=[10, 20, 30, 40, 50, 60]
    )
    assert elimination.recognise(mechanism) == (
        "its six joints move the flange in only 5 independent ways, in any posture "
        "(axes 1, 2, 3 and 4 are parallel)"
    )


def test_arms_of_other_joints_are_refused():
    five = Mechanism.from_standard_dh(alpha=[H] * 5, a=[100] * 5, d=[50] * 5)
    assert "six are needed" in elimination.recognise(five)
    slides = Mechanism.from_standard_dh(alpha=[H] * 6, a=[100] * 6, d=[50] * 6, kinds="PPPRRR")
    assert "at most 2 of them prismatic" in elimination.recognise(slides)


def test_a_matrix_that_is_not_a_pose_is_refused():
    arm = elimination.recognise(puma_with_offset(10.0))
    with pytest.raises(KinematicsError, match="not rigid"):
        elimination.solve(arm, np.diag([1.0, 1.0, -1.0, 1.0])[None])


def test_the_place_of_base_and_flange_frames_does_not_matter():
    rng = np.random.default_rng(35)
    plain = random_mechanism(rng)
    T_base_first, T_last_flange = forward(plain, rng.uniform(-3, 3, (2, 6)))
    moved = Mechanism(plain.joints, plain.T_link_joint, plain.T_last_flange @ T_last_flange)
    T_link_joint = plain.T_link_joint.copy()
    T_link_joint[0] = T_base_first @ T_link_joint[0]
    moved = Mechanism(plain.joints, T_link_joint, moved.T_last_flange)
    q = random_joints(rng, plain, 40)
    counts = elimination.solve(elimination.recognise(plain), forward(plain, q)).count
    other = elimination.solve(elimination.recognise(moved), forward(moved, q)).count
    assert (counts == other).all()


# Joint values in degrees, not singular, at which the solver once called too few roots complete:
# the pencils lose several ranks, or roots share an eigenvalue.
RIGHT_ANGLES = {
    "HC10": (
        {"alpha": [0, -H, 2 * H, -H, H, -H], "a": [0, 0, 700, 0, 0, 0]},
        [275, 0, 0, -500, -162, 130],
        [[0, -90, 0, 0, -90, -60], [-135, 135, 45, 90, -90, -90], [60, 120, -120, 0, 60, -60]],
    ),
    "Gen3 lite": (
        {"alpha": [0, H, 2 * H, -H, H, -H], "a": [0, 0, 280, 0, 0, 0]},
        [243.25, 0, -10, 245, 57, 235],
        [[90, 0, -90, -90, -90, -90], [0, -45, -45, 180, 90, -135], [45, 90, 60, 30, -135, -90]],
    ),
}


@pytest.mark.parametrize("name", RIGHT_ANGLES)
def test_every_root_of_a_pose_of_right_angles_is_found(name):
    links, d, angles = RIGHT_ANGLES[name]
    assert_all_roots(Mechanism.from_modified_dh(**links, d=d), np.radians(angles), 400)


def right_angled_mechanism(rng):
    """A random arm whose links have right angles and lengths that are often zero or equal."""
    return Mechanism.from_standard_dh(
        alpha=rng.choice([0, H, -H], 6, p=[0.2, 0.4, 0.4]),
        a=rng.choice([0, 100, 200, 300], 6, p=[0.4, 0.2, 0.2, 0.2]),
        d=rng.choice([0, 100, 250, -200], 6, p=[0.4, 0.2, 0.2, 0.2]),
    )


def regular(mechanism, q):
    """The rows of joint values q (K, 6) whose Jacobian is far from singular."""
    J = jacobian(mechanism, q)
    J[:, :3] /= 300.0
    sizes = np.linalg.svd(J, compute_uv=False)
    return q[sizes[:, -1] > 1e-2 * sizes[:, 0]]


def all_regular(mechanism, q):
    """Whether all roots q (N, 16, 6) of each pose are far from singular."""
    kept = [roots[~np.isnan(roots[:, 0])] for roots in q]
    return np.array([len(regular(mechanism, roots)) == len(roots) for roots in kept])


@pytest.mark.parametrize("step", [30, 45, 90])
def test_arms_and_poses_of_right_angles_have_as_many_roots_as_poses_close_by(step):
    rng, arms = np.random.default_rng(step), 0
    while arms < cases(6, 1):
        mechanism = right_angled_mechanism(rng)
        arm = elimination.recognise(mechanism)
        turns = 180 // step
        q = regular(mechanism, np.radians(step * rng.integers(-turns, turns + 1, (60, 6))))
        if isinstance(arm, str) or len(q) < 10:
            continue
        arms += 1
        roots = elimination.solve(arm, forward(mechanism, q))
        assert np.nanmin(differences(mechanism, roots.q, q[:, None]), axis=1).max() < 1e-4
        nearby = elimination.solve(arm, forward(mechanism, q + 1e-5 * rng.uniform(-1, 1, q.shape)))
        # A root that is nearly double may exist at one of the two poses only.
        sure = [all_regular(mechanism, both.q) for both in (roots, nearby)]
        sure = np.logical_and(*sure)
        assert (roots.count[sure] == nearby.count[sure]).all()
        assert roots.complete[sure].mean() > 0.95


def test_far_poses_change_nothing_of_the_others_and_have_no_roots():
    arm = Mechanism.from_standard_dh(**OFFSET_WRIST)
    rng = np.random.default_rng(31)
    near = forward(arm, random_joints(rng, arm, 12))
    Ts = np.repeat(near, 2, axis=0)
    Ts[1::2, :3, 3] += 4000.0
    alone, mixed = (elimination.solve(elimination.recognise(arm), each) for each in (near, Ts))
    for name in ("q", "count", "residual_mm", "multiplicity", "complete", "free"):
        np.testing.assert_array_equal(getattr(mixed, name)[::2], getattr(alone, name))
    assert mixed.complete[1::2].all() and not mixed.count[1::2].any()
    assert elimination.solve(elimination.recognise(arm), Ts[1::2]).complete.all()

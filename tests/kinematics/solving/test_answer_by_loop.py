"""A regular pose solved by a loop has the solutions that NumPy finds; others go to NumPy."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from kinematics import Joint, Mechanism, forward, inverse, inverse_batch, residuals, within_limits
from kinematics.solving.answer_by_loop import answer_by_loop

OBLIQUE = np.radians([-60, 55])


def make_oblique():
    """A wrist whose axes meet at 60 and 55 deg, so that it cannot turn everywhere."""
    return Mechanism.from_standard_dh(
        alpha=[-np.pi / 2, 0, -np.pi / 2, *OBLIQUE, 0],
        a=[50, 400, 30, 0, 0, 0],
        d=[300, 40, 0, 350, 0, 80],
        theta0=[0.3, -1.2, 0.2, 0.1, 0.7, 0.4],
    )


def make_leaning():
    """Three parallel axes that lean against axis 1, and one joint that turns the other way."""
    return Mechanism.from_standard_dh(
        alpha=[1.2, 0, np.pi, 1.3, -1.4, 0.2],
        a=[0, -425, -392, 0, 0, 0],
        d=[162, 10, 20, 133, 99, 99],
    )


@pytest.fixture(params=["hokkaido", "puma", "ur5e", "oblique", "leaning", "limited"])
def closed(request):
    made = {"oblique": make_oblique, "leaning": make_leaning}
    if request.param in made:
        return made[request.param]()
    if request.param == "limited":
        arm = request.getfixturevalue("puma")
        joints = [Joint(j.name, j.kind, -1.9, 2.4 + i) for i, j in enumerate(arm.joints)]
        return Mechanism(tuple(joints), arm.T_link_joint, arm.T_last_flange)
    return request.getfixturevalue(request.param)


def test_the_solutions_are_those_of_a_batch(closed, rng):
    q = rng.uniform(-np.pi, np.pi, (300, 6))
    Ts = forward(closed, q)
    batch = inverse_batch(closed, Ts)
    answers = [answer_by_loop(closed, T) for T in Ts]
    assert sum(answer is None for answer in answers) < 15
    for i, answer in enumerate(answers):
        if answer is None:
            continue
        assert len(answer) == batch.count[i]
        gap = answer.q[:, None] - batch.q[i, : batch.count[i]]
        gap = np.abs(gap - 2 * np.pi * np.round(gap / (2 * np.pi))).max(axis=2)
        assert (gap.min(axis=0) < 1e-9).all()
        assert (gap.min(axis=1) < 1e-9).all()


def test_what_is_told_of_a_solution_is_so(closed, rng):
    for T in forward(closed, rng.uniform(-np.pi, np.pi, (30, 6))):
        answer = inverse(closed, T)
        distance, angle = residuals(closed, answer.q, T)
        assert np.allclose(answer.residual_mm, distance, atol=1e-10)
        assert np.allclose(answer.residual_rad, angle, atol=1e-13)
        assert (answer.within_limits == within_limits(closed, answer.q)).all()
        assert (np.abs(answer.q) <= np.pi).all()
        assert answer.complete
        assert (answer.multiplicity == 1).all()


def test_order_and_names_are_those_of_numpy(closed, rng):
    twice = 0
    for T in forward(closed, rng.uniform(-np.pi, np.pi, (60, 6))):
        quick = answer_by_loop(closed, T)
        # Off by more than the rounding of an exact rotation, by less than a solution shows.
        rounded = T.copy()
        rounded[:3, 0] *= 1.0 + 9e-15
        slow = inverse(closed, rounded)
        if quick is not None and len(quick):
            twice += 1
            assert quick.postures == slow.postures
            assert np.abs(quick.q - slow.q).max() < 1e-9
    assert twice > 40


@pytest.mark.parametrize(
    "q",
    [
        [0.2, -0.4, 0.3, 0.7, 0.0, 0.4],  # straight wrist
        [0.2, -0.4, 0.3, 0.7, 1e-7, 0.4],
        [0.2, -0.4, np.pi / 2 + np.arctan2(20.3, 431.8), 0.7, 0.5, 0.4],  # stretched elbow
    ],
)
def test_singular_poses_have_no_answer_by_loop(puma, q):
    stretched = np.array(q)
    assert answer_by_loop(puma, forward(puma, stretched)) is None or abs(q[2]) > 1
    assert len(inverse(puma, forward(puma, stretched)))


def test_poses_out_of_reach_keep_their_reason(puma):
    T = forward(puma, np.full(6, 0.4))
    T[:3, 3] *= 9.0
    assert answer_by_loop(puma, T) is None
    assert "out of reach" in inverse(puma, T).reason


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e300])
@pytest.mark.parametrize("place", [(0, 0), (1, 2), (2, 3), (3, 1), (3, 3)])
def test_numbers_that_are_no_pose_have_no_answer_by_loop(puma, ur5e, place, value):
    for arm in (puma, ur5e):
        T = forward(arm, np.full(6, 0.4))
        T[place] = value
        assert answer_by_loop(arm, T) is None


def test_mirrored_and_scaled_rotations_have_no_answer_by_loop(puma):
    T = forward(puma, np.full(6, 0.4))
    for factor in (-1.0, 1.0 + 1e-13):
        changed = T.copy()
        changed[:3, 2] *= factor
        assert answer_by_loop(puma, changed) is None
    assert answer_by_loop(puma, T.tolist()) is None
    assert answer_by_loop(puma, T[:3]) is None


def test_an_answer_stays_as_it_is_when_the_next_pose_is_solved(puma, rng):
    first, second = forward(puma, rng.uniform(-2, 2, (2, 6)))
    answer = inverse(puma, first)
    kept = answer.q.copy(), answer.residual_mm.copy(), answer.within_limits.copy()
    inverse(puma, second)
    held = answer.q, answer.residual_mm, answer.within_limits
    assert all((a == b).all() for a, b in zip(kept, held, strict=True))


def test_threads_do_not_disturb_each_other(ur5e, rng):
    Ts = list(forward(ur5e, rng.uniform(-2, 2, (400, 6))))
    alone = [inverse(ur5e, T).q for T in Ts]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda T: inverse(ur5e, T).q, Ts))
    assert all((a == b).all() for a, b in zip(alone, together, strict=True))

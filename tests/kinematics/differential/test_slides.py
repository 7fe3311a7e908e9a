"""Arms with slides obey a law of scale: lengths times a factor give slides times this factor.

If some bound, tolerance or step for angles were used for millimetres, or the other way round, an
arm in metres and the same arm in millimetres would give different results.
"""

import numpy as np
import pytest

from kinematics import (
    CoupledMechanism,
    Coupling,
    Joint,
    JointKind,
    Mechanism,
    forward,
    inverse,
    inverse_from_seed,
    rotation_x,
    rotation_y,
    rotation_z,
    solutions_near,
    track,
    translation,
)
from kinematics.differential.nearest_pose import nearest_pose
from kinematics.solutions.distinct_roots import distinct
from kinematics.solutions.solver import Roots

SIZE = 300.0  # mm: about the size of the arms
KINDS = ("RRPRRR", "PRRRRR", "RPRPRR", "PPPRRR", "RRRRRP", "PRP", "RRPRRRR", "PRRRRRR")
FACTORS = (1e-3, 1e3)


def scaled_pose(T: np.ndarray, factor: float) -> np.ndarray:
    T = np.array(T)
    T[..., :3, 3] *= factor
    return T


def units(kinds: str, factor: float) -> np.ndarray:
    """The factor of each joint value if lengths are multiplied by `factor`."""
    return np.array([1.0 if kind == "R" else factor for kind in kinds])


def chain(kinds: str, seed: int) -> Mechanism:
    """A chain with random links, lengths of about 100 mm."""
    rng = np.random.default_rng([seed, *map(ord, kinds)])

    def link() -> np.ndarray:
        a, b, c = rng.uniform(-1.5, 1.5, 3)
        return translation(*rng.uniform(-80, 80, 3)) @ rotation_z(a) @ rotation_y(b) @ rotation_x(c)

    joints = [Joint(f"j{i}", JointKind(kind)) for i, kind in enumerate(kinds)]
    return Mechanism(tuple(joints), np.stack([link() for _ in kinds]), link())


def scaled(mechanism: Mechanism, factor: float) -> Mechanism:
    return Mechanism(
        mechanism.joints,
        scaled_pose(mechanism.T_link_joint, factor),
        scaled_pose(mechanism.T_last_flange, factor),
    )


def values(kinds: str, seed: int) -> np.ndarray:
    rng = np.random.default_rng([seed, 1, *map(ord, kinds)])
    return rng.uniform(-1.5, 1.5, len(kinds)) * units(kinds, 0.5 * SIZE)


def apart(kinds: str, q_a: np.ndarray, q_b: np.ndarray) -> float:
    """Largest difference of joint values, modulo turns, slides divided by the size."""
    gap = q_a - q_b
    turned = gap - 2 * np.pi * np.round(gap / (2 * np.pi))
    return float(np.abs(np.where(units(kinds, 0.0) == 1.0, turned, gap / SIZE)).max())


@pytest.mark.parametrize("kinds", KINDS)
@pytest.mark.parametrize("factor", FACTORS)
def test_newton_from_a_seed_takes_the_same_way_at_every_scale(kinds: str, factor: float) -> None:
    for seed in range(4):
        arm, q = chain(kinds, seed), values(kinds, seed)
        start, T = q + 0.3 * values(kinds, seed + 100), forward(arm, q)
        by = units(kinds, factor)
        one = inverse_from_seed(arm, T, start, position_only=len(kinds) == 3)
        other = inverse_from_seed(
            scaled(arm, factor),
            scaled_pose(T, factor),
            start * by,
            position_only=len(kinds) == 3,
        )
        assert one.reached == other.reached
        assert apart(kinds, one.q, other.q / by) < 1e-6


@pytest.mark.parametrize("kinds", [k for k in KINDS if len(k) == 6])
@pytest.mark.parametrize("factor", FACTORS)
def test_all_solutions_are_the_same_at_every_scale(kinds: str, factor: float) -> None:
    for seed in range(2):
        arm, q = chain(kinds, seed), values(kinds, seed)
        T, by = forward(arm, q), units(kinds, factor)
        one = inverse(arm, T).q
        other = inverse(scaled(arm, factor), scaled_pose(T, factor)).q / by
        assert len(one) == len(other)
        assert min(apart(kinds, q, row) for row in one) < 1e-6
        assert all(min(apart(kinds, row, twin) for twin in other) < 1e-6 for row in one)


@pytest.mark.parametrize("kinds", ["RRPRRR", "RPRPRR", "PPPRRR", "RRPRRRR"])
@pytest.mark.parametrize("factor", FACTORS)
def test_a_path_is_followed_in_the_same_way_at_every_scale(kinds: str, factor: float) -> None:
    arm, start = chain(kinds, 0), values(kinds, 0)
    ways = np.linspace(0.0, 1.0, 12)[:, None]
    Ts = forward(arm, start + ways * 0.2 * values(kinds, 7))
    by = units(kinds, factor)
    one = track(arm, Ts, start)
    other = track(scaled(arm, factor), scaled_pose(Ts, factor), start * by)
    assert one.failed_at == other.failed_at
    ended = slice(one.failed_at)
    assert apart(kinds, one.q[ended], other.q[ended] / by) < 1e-6


@pytest.mark.parametrize("factor", FACTORS)
def test_the_solutions_of_least_motion_are_the_same_at_every_scale(factor: float) -> None:
    kinds = "RRPRRRR"
    arm, start = chain(kinds, 3), values(kinds, 3)
    T, by = forward(arm, start + 0.1 * values(kinds, 8)), units(kinds, factor)
    one = solutions_near(arm, T, start)
    other = solutions_near(scaled(arm, factor), scaled_pose(T, factor), start * by) / by
    assert len(one) > 0
    assert apart(kinds, one[0], other[0]) < 1e-6


@pytest.mark.parametrize("factor", (1.0, *FACTORS))
@pytest.mark.parametrize("kinds", ["RRPPRRR", "PPRRRRR", "RRRPRRPR"])
def test_coupled_slides_go_as_far_as_the_pose_needs(kinds: str, factor: float) -> None:
    slides = [i for i, kind in enumerate(kinds) if kind == "P"]
    for seed in range(3):
        arm = scaled(chain(kinds, seed), factor)
        coupled = CoupledMechanism(arm, (Coupling(slides[1], slides[0], 0.7, 20.0 * factor),))
        driven = "".join(kinds[i] for i in coupled.free)
        by = units(driven, factor)
        q = values(driven, seed)
        T = coupled.forward(q * by)
        start = q + 0.15 * values(driven, seed + 50)
        found = coupled.inverse_from_seed(T, start * by)
        assert found is not None
        miss = scaled_pose(coupled.forward(found), 1 / factor) - scaled_pose(T, 1 / factor)
        assert np.abs(miss).max() < 1e-5


def test_the_distance_at_which_slides_count_as_one_root_follows_the_size_of_the_arm() -> None:
    """The distance is 0.1 mm, or 1e-4 of the size if this is less."""
    for size, kept in ((1.0, 2), (100.0, 2), (3000.0, 1)):
        joints = (Joint("turn"), Joint("slide", JointKind.PRISMATIC))
        links = np.stack([np.eye(4), translation(size, 0, 0)])
        q = np.array([[[0.2, 10.0], [0.2, 10.0 + 0.05]]])
        none, two = np.zeros((1, 2), np.int64), np.ones((1, 2), bool)
        roots = Roots(q, two, np.zeros((1, 2), bool), none, np.ones(1, bool))
        assert distinct(Mechanism(joints, links, np.eye(4)), roots).valid.sum() == kept


@pytest.mark.parametrize("reach", [1.0, 100.0, 1e5])
def test_a_telescope_slides_out_as_far_as_the_pose_needs(reach: float) -> None:
    """Two slides along one axis; the second follows the first by the same length."""
    joints = (Joint("outer", JointKind.PRISMATIC), Joint("inner", JointKind.PRISMATIC))
    arm = Mechanism(joints, np.stack([np.eye(4)] * 2), np.eye(4))
    telescope = CoupledMechanism(arm, (Coupling(1, 0),))
    found = telescope.inverse_from_seed(translation(0, 0, reach), [0.0])
    assert found == pytest.approx([reach / 2])
    one = Mechanism(joints[:1], np.eye(4)[None], np.eye(4))
    stop = Joint("outer", JointKind.PRISMATIC, lower=0.0, upper=0.8 * reach)
    limited = Mechanism((stop,), np.eye(4)[None], np.eye(4))
    for wanted, there in ((0.5, 0.5), (0.9, 0.8)):
        near = nearest_pose(limited, translation(0, 0, wanted * reach), [0.0])
        assert near == pytest.approx([there * reach])
    assert inverse_from_seed(one, translation(0, 0, reach), [0.0]).q == pytest.approx([reach])

"""The mathematics of the general solver: representation, matrix equation, and their files."""

import numpy as np
import pytest

from kinematics import KinematicsError, Mechanism, forward
from kinematics.solvers import elimination
from kinematics.solvers.elimination.loops import LOOPS, chain_of, ring
from kinematics.solvers.elimination.polish import (
    affine,
    affine_of,
    gaps_of,
    jacobian_of,
    joint_frames,
    planes,
)
from kinematics.solvers.elimination.probing import admissible
from kinematics.solvers.elimination.recovery import motion
from kinematics.solvers.elimination.reduction import pencils
from kinematics.solvers.elimination.representation import (
    TERMS,
    line_coordinates,
    represent,
)
from kinematics.solvers.elimination.stages import stage_two


def random_mechanism(seed, kinds="RRRRRR"):
    rng = np.random.default_rng(seed)
    return Mechanism.from_standard_dh(
        alpha=rng.uniform(-np.pi, np.pi, 6),
        a=rng.uniform(-500, 500, 6),
        d=rng.uniform(-500, 500, 6),
        kinds=kinds,
    )


@pytest.fixture(scope="module")
def poses():
    q = np.random.default_rng(1).uniform(-3, 3, (12, 6))
    T = forward(random_mechanism(1), q)
    T[:, :3, 3] /= 500.0
    return T


def test_the_representation_keeps_products(poses):
    first, second = poses[:6], poses[6:]
    gap = represent(first @ second) - represent(first) @ represent(second)
    assert np.abs(gap).max() < 1e-12


def test_the_representation_moves_lines_as_motions_do(poses):
    frames, moves = poses[:6], poses[6:]
    moved = (represent(moves) @ line_coordinates(frames)[:, :, None])[:, :, 0]
    assert np.abs(moved - line_coordinates(moves @ frames)).max() < 1e-12


def test_the_coordinates_are_those_of_raghavan_and_roth(poses):
    for T, v in zip(poses, line_coordinates(poses), strict=True):
        u, p = T[:3, 2], T[:3, 3]
        expected = [u, p, np.cross(p, u), (p @ p) * u - 2 * (p @ u) * p, [p @ u, p @ p, 1]]
        assert np.abs(v - np.concatenate(expected)).max() < 1e-12


@pytest.mark.parametrize("kind", "RP")
def test_the_representation_of_a_joint_has_three_terms(kind):
    values = np.array([-2.0, 0.3, 1.7])
    if kind == "R":
        powers = np.stack([np.ones(3), np.cos(values), np.sin(values)])
    else:
        powers = np.stack([np.ones(3), values, values**2])
    short = np.tensordot(powers.T, TERMS["RP".index(kind)], axes=1)
    assert np.abs(short - represent(motion(kind, values))).max() < 1e-12


@pytest.mark.parametrize("loop", LOOPS, ids=str)
def test_every_reading_of_the_ring_closes(loop):
    chain = chain_of(random_mechanism(2))
    q = np.random.default_rng(2).uniform(-3, 3, (4, 6))
    S = joint_frames(affine(chain), q)[-1].transpose(2, 0, 1)
    S = np.concatenate([S, np.tile([[[0.0, 0, 0, 1]]], (4, 1, 1))], axis=1)
    product = np.eye(4)
    for joint, link in zip(loop.order, ring(chain, loop, S), strict=True):
        sign = -1.0 if loop.backwards else 1.0
        product = product @ motion("R", sign * q[:, joint]) @ link
    assert np.abs(product - np.eye(4)).max() < 1e-12


@pytest.mark.parametrize("kinds", ["RRRRRR", "RRPRRR"])
@pytest.mark.parametrize("loop", LOOPS, ids=str)
def test_true_joint_values_satisfy_all_twenty_equations(loop, kinds):
    mechanism = random_mechanism(3, kinds)
    chain = chain_of(mechanism)
    if not admissible(chain, loop):
        pytest.skip("a slide in a place that must turn")
    q = np.random.default_rng(3).uniform(-3, 3, 6)
    S = chain.tight(forward(mechanism, q * chain.units)[None])
    stage = stage_two(chain, loop)
    values = (-q if loop.backwards else q)[list(loop.order)]

    def products(kind, value):
        if kind == "R":
            return np.array([1.0, np.cos(value), np.sin(value)])
        return np.array([1.0, value, value**2])

    k = stage.kinds
    m = np.kron(products(k[1], values[1]), products(k[2], values[2]))[1:]
    n = np.kron(products(k[5], -values[5]), products(k[4], -values[4]))
    eta = values[0] / 2 if k[0] == "R" else np.arctan(values[0])
    f = stage.features(S)[0]
    U = stage.U[0] if len(stage.U) == 1 else np.tensordot(f, stage.U, axes=1)
    V = np.tensordot(f, stage.V, axes=1)
    assert U.shape == (20, 16)
    assert V.shape == (20, 18)
    doubled = np.array([np.cos(eta), np.sin(eta)])
    gap = U @ np.kron(doubled, m) + V @ np.kron(doubled, n)
    assert np.abs(gap).max() < 1e-9 * max(1.0, np.abs(n).max()) * np.abs(V).max()


def test_the_two_eliminations_of_the_patent_are_readings_of_the_ring():
    pairs = {str(loop): loop.eliminated for loop in LOOPS if loop.middle == 2}
    assert pairs == {
        "joints 3 4 5 6 1 2, eigenvalue in joint 3": {3, 4},
        "joints 3 2 1 6 5 4, eigenvalue in joint 3": {0, 1},
    }


def test_a_constant_elimination_takes_one_product_and_loses_no_root():
    mechanism = random_mechanism(4)
    chain = chain_of(mechanism)
    q = np.random.default_rng(4).uniform(-3, 3, (5, 6))
    S = chain.tight(forward(mechanism, q))
    for loop in LOOPS:
        stage = stage_two(chain, loop)
        assert bool(stage.pencil.size) == (loop.pose_place >= 3)
        A, B = pencils(stage, S)
        half = (-q if loop.backwards else q)[:, loop.middle] / 2 - 0.37
        singular = A * np.cos(half)[:, None, None] + B * np.sin(half)[:, None, None]
        sizes = np.linalg.svd(singular, compute_uv=False)
        assert (sizes[:, -1] < 1e-11 * sizes[:, 0]).all()


@pytest.mark.parametrize("kinds", ["RRRRRR", "RRRRPR"])
@pytest.mark.parametrize("count", [3, 100])
def test_the_tight_chain_and_the_given_mechanism_move_alike(kinds, count):
    mechanism = random_mechanism(5, kinds)
    chain = chain_of(mechanism)
    q = np.random.default_rng(5).uniform(-3, 3, (count, 6)) * chain.units
    Ts = forward(mechanism, q)
    assert np.abs(joint_frames(affine_of(mechanism), q)[-1] - planes(Ts)).max() < 1e-9
    frames = joint_frames(affine(chain), q / chain.units)
    assert gaps_of(frames, planes(chain.tight(Ts)))[1].max() < 1e-13


@pytest.mark.parametrize("kinds", ["RRRRRR", "PRRRRR"])
def test_the_jacobian_of_the_polish_predicts_its_error(kinds):
    chain = chain_of(random_mechanism(6, kinds))
    arm, h = affine(chain), 1e-6
    q = np.random.default_rng(6).uniform(-3, 3, (4, 6))
    frames = joint_frames(arm, q)
    for joint in range(6):
        step = h * np.eye(6)[joint]
        ahead, _ = gaps_of(frames, joint_frames(arm, q + step)[-1])
        behind, _ = gaps_of(frames, joint_frames(arm, q - step)[-1])
        difference = (ahead - behind) / (2 * h)
        assert np.abs(difference - jacobian_of(arm, frames)[:, :, joint]).max() < 1e-7


@pytest.mark.parametrize("kinds", ["RRRRRR", "RRRPRR"])
def test_an_arm_read_back_from_its_file_needs_only_poses(kinds, tmp_path, monkeypatch):
    mechanism = random_mechanism(7, kinds)
    arm = elimination.recognise(mechanism)
    elimination.save_arm(tmp_path / "arm.npz", arm)
    monkeypatch.setattr("kinematics.solvers.elimination.probing.stage_two", None)
    again = elimination.load_arm(tmp_path / "arm.npz")
    Ts = forward(mechanism, np.random.default_rng(7).uniform(-3, 3, (30, 6)))
    for eliminate in (None, *arm.forced):
        first = elimination.solve(arm, Ts, eliminate=eliminate)
        second = elimination.solve(again, Ts, eliminate=eliminate)
        assert np.array_equal(first.q, second.q, equal_nan=True)
        assert (first.complete == second.complete).all()


def test_the_constants_of_stage_one_are_read_back_unchanged(tmp_path):
    elimination.save_stage_one(tmp_path / "one.npz")
    constants = elimination.load_stage_one(tmp_path / "one.npz")
    chain = chain_of(random_mechanism(8))
    for loop in LOOPS[:3]:
        fresh, read = stage_two(chain, loop), stage_two(chain, loop, constants)
        assert np.array_equal(fresh.V, read.V)
        assert np.array_equal(fresh.pencil, read.pencil)


def test_a_file_of_something_else_is_refused(tmp_path):
    path = tmp_path / "one.npz"
    elimination.save_stage_one(path)
    with pytest.raises(KinematicsError, match="where elimination-arm-1 is needed"):
        elimination.load_arm(path)
    path.write_text("no archive")
    with pytest.raises(KinematicsError, match="not an archive of matrices"):
        elimination.load_arm(path)

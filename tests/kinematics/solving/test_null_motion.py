"""Every family at right angles: a continuum is reported if and only if joints can move.

`null_motion.py` finds out whether they can; it shares nothing with the solvers.
"""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from kinematics import Mechanism, forward, inverse, inverse_batch, translation
from tests.depth import cases


def beside(name):
    """The module with this name in the folder of this test."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


moving_joints = beside("null_motion").moving_joints


def make_crx():
    """FANUC CRX-10iA/L, whose wrist axes do not meet."""
    return Mechanism.from_axes(
        axes=[[0, 0, 1], [0, 1, 0], [0, -1, 0], [-1, 0, 0], [0, -1, 0], [-1, 0, 0]],
        points=[[0, 0, 0]] * 2 + [[0, 0, 710]] * 2 + [[540, 150, 710]] * 2,
        T_base_flange_zero=translation(700, 150, 710),
    )


def make_fewer():
    """An arm of five joints; four of its axes are parallel in some poses."""
    return Mechanism.from_modified_dh(
        alpha=[np.pi / 2, 0, np.pi / 2, -np.pi / 2, 0],
        a=[0, 250, 0, 100, 120],
        d=[0, 0, 0, 50, 0],
        T_last_flange=translation(80, 0, 0),
    )


SIX = ["puma", "hokkaido", "stanford", "ur5e", "crx", "fewer"]
LOCKED = [("srs", 0), ("srs", 6), ("offset_seven", 6)]


@pytest.fixture(scope="module")
def arms(puma, hokkaido, stanford, ur5e, offset_seven):
    z, y = [0.0, 0, 1], [0.0, 1, 0]
    points = [[0, 0, 0], *[[0, 0, 340]] * 2, [0, 0, 740], *[[0, 0, 1140]] * 3]
    srs = Mechanism.from_axes(
        axes=[z, y, z, y, z, y, z], points=points, T_base_flange_zero=translation(0, 0, 1266)
    )
    return {
        "puma": puma,
        "hokkaido": hokkaido,
        "stanford": stanford,
        "ur5e": ur5e,
        "crx": make_crx(),
        "fewer": make_fewer(),
        "srs": srs,
        "offset_seven": offset_seven,
    }


def right_angles(arm, rng, count):
    """Joint values (count, n) that are multiples of a right angle."""
    turns = rng.integers(-1, 3, (count, arm.n)) * (np.pi / 2)
    return np.where(arm.revolute > 0.0, turns, rng.choice([200.0, 350.0], (count, arm.n)))


def held_to_the_checker(arm, answer, q, nearest_gap, locked=None):
    """Asserts that reported free joints agree with motions from q and from the solutions."""
    assert len(answer) > 0
    left = [joint for joint in range(arm.n) if joint != locked]
    core = arm if locked is None else rest_of(arm, locked, q[locked])
    found = [moving_joints(core, row[left]) for row in [*answer.q, q]]
    motions = np.concatenate(found)
    assert answer.continuum == (len(motions) > 0)
    if answer.continuum:
        can = {left[i] for i in np.flatnonzero((np.abs(motions) > 0.01).any(axis=0))}
        assert can & set(answer.free_joints)
    else:
        assert nearest_gap(arm, answer.q, q).min() < 1e-4


def rest_of(arm, joint, value):
    """The arm of the other joints with `joint` at a value; its links are multiplied here."""
    links = [*arm.T_link_joint, arm.T_last_flange]
    turn = np.eye(4)
    turn[:2, :2] = [[np.cos(value), -np.sin(value)], [np.sin(value), np.cos(value)]]
    links[joint : joint + 2] = [links[joint] @ turn @ links[joint + 1]]
    joints = arm.joints[:joint] + arm.joints[joint + 1 :]
    return Mechanism(joints, np.stack(links[:-1]), links[-1])


@pytest.mark.parametrize("name", SIX)
def test_at_right_angles_the_flagged_joints_are_those_that_move(name, arms, nearest_gap):
    arm = arms[name]
    joints = right_angles(
        arm, np.random.default_rng(1), cases(10, 4) if name != "fewer" else cases(4, 2)
    )
    batch = inverse_batch(arm, forward(arm, joints))
    for q, flags in zip(joints, batch.free, strict=True):
        answer = inverse(arm, forward(arm, q))
        held_to_the_checker(arm, answer, q, nearest_gap)
        assert tuple(np.flatnonzero(flags)) == answer.free_joints


@pytest.mark.parametrize(("name", "joint"), LOCKED)
def test_with_a_joint_of_seven_locked_the_flagged_joints_are_those_that_move(
    name, joint, arms, nearest_gap
):
    arm = arms[name]
    for q in right_angles(arm, np.random.default_rng(1), cases(8, 4)):
        answer = inverse(arm, forward(arm, q), locked={joint: q[joint]})
        held_to_the_checker(arm, answer, q, nearest_gap, locked=joint)


@pytest.mark.parametrize("name", ["puma", "ur5e", "crx", "fewer"])
def test_no_pose_of_ordinary_joints_is_flagged(name, arms, any_joints):
    arm = arms[name]
    Ts = forward(arm, any_joints(arm, np.random.default_rng(2), 200))
    batch = inverse_batch(arm, Ts)
    assert not batch.continuum.any()
    assert batch.certified.mean() > 0.98


def test_a_stretched_arm_of_three_parallel_axes_is_neither_lost_nor_flagged(ur5e):
    q = np.array([0.0, 0.0, 0.0, -1.0, 2.0, -1.0]) * (np.pi / 2)
    answer = inverse(ur5e, forward(ur5e, q))
    assert len(answer) > 0
    assert len(moving_joints(ur5e, q)) == 0
    assert not answer.continuum


def test_each_pose_has_its_own_certificate(arms):
    arm = arms["crx"]
    q = np.array([0.3, -0.4, 0.6, 0.8, 1.1, 0.2])
    straight = np.array([0.3, -0.4, 0.6, 0.8, 0.0, 0.2])
    batch = inverse_batch(arm, forward(arm, np.stack([q, straight])))
    assert batch.certified[0]
    assert batch.complete == batch.certified.all()

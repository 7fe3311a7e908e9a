"""A rod with balls at both ends: what the textbook has it for is the distance of two points."""

import numpy as np
import pytest

from kinematics import (
    ClosedChain,
    Joint,
    KinematicsError,
    Mechanism,
    Meeting,
    SideJoint,
    classify,
    forward,
    inverse,
    jacobian,
    jacobian_by_differences,
    translation,
)

X, Y, Z = np.eye(3)


@pytest.fixture(scope="module")
def rocker():
    """A crank about x drives a rocker about z by a rod, from (0, 80, 0) to (300, 120, 200).

    The ball at the crank is two square axes through its point, without the spin of the rod.
    """
    chain = Mechanism.from_axes(
        axes=[Z],
        points=[[300, 0, 200]],
        T_base_flange_zero=translation(300, 200, 200),
        joints=[Joint("rocker")],
        name="rocker",
    )
    side = [
        SideJoint(Joint("crank"), "base", X, [0, 0, 0]),
        SideJoint(Joint("swing"), "crank", Z, [0, 80, 0]),
        SideJoint(Joint("tilt"), "swing", Y, [0, 80, 0]),
    ]
    rod = Meeting(("tilt", "rocker"), [300, 120, 200], name="rod")
    return ClosedChain(chain, side, [rod], ["crank"])


def ends(crank, rocker):
    """The two balls, by hand."""
    first = np.array([0.0, 80 * np.cos(crank), 80 * np.sin(crank)])
    second = np.array([300 - 120 * np.sin(rocker), 120 * np.cos(rocker), 200.0])
    return first, second


def test_the_rod_keeps_its_length_and_the_rocker_follows_without_a_leap(rocker):
    q = np.linspace(-np.pi, np.pi, 200)[:, None]
    y = rocker.all_joints(q)
    angles = y[:, rocker.chain_places[0]]
    lengths = [np.linalg.norm(np.subtract(*ends(c, r))) for (c,), r in zip(q, angles, strict=True)]
    assert np.abs(np.array(lengths) - np.linalg.norm([300, 40, 200])).max() < 1e-8
    assert np.abs(np.diff(angles)).max() < 0.1
    assert abs(angles[0] - angles[-1]) < 1e-9


def test_the_rate_of_the_rocker_is_that_of_differences(rocker):
    for crank in (-1.0, 0.3, 2.0):
        J = jacobian(rocker, [crank])
        assert np.abs(J - jacobian_by_differences(rocker, [crank])).max() < 1e-5


def test_a_rod_holds_its_crank_on_two_sides_and_says_that_these_are_all(rocker):
    """The ball of the crank goes round a circle, which meets the sphere of the rod twice."""
    angle = rocker.chain_values(np.array([0.2]))[0]
    other = np.linspace(-np.pi, np.pi, 100_001)
    lengths = np.array([np.subtract(*ends(c, angle)) for c in other])
    miss = np.linalg.norm(lengths, axis=1) - np.linalg.norm([300, 40, 200])
    zeros = other[:-1][miss[:-1] * miss[1:] < 0.0]
    found = inverse(rocker, forward(rocker, [0.2]))
    assert found.complete
    assert classify(rocker).reason.endswith("in closed form (closed loops, fewer joints)")
    assert len(zeros) == len(found) == 2
    assert np.abs(np.sort(found.q[:, 0]) - zeros).max() < 1e-4


@pytest.fixture(scope="module")
def offset_rocker(rocker):
    """The same, but the two axes at the crank pass 12 mm from each other: no ball."""
    side = [
        SideJoint(Joint("crank"), "base", X, [0, 0, 0]),
        SideJoint(Joint("swing"), "crank", Z, [0, 80, 0]),
        SideJoint(Joint("tilt"), "swing", Y, [12, 80, 0]),
    ]
    rod = Meeting(("tilt", "rocker"), [300, 120, 200], name="rod")
    return ClosedChain(rocker.chain, side, [rod], ["crank"])


def test_what_iteration_finds_is_not_said_to_be_all(offset_rocker):
    found = inverse(offset_rocker, forward(offset_rocker, [0.2]))
    assert np.abs(found.q - 0.2).min() < 1e-6
    assert not found.complete
    assert "not certified" in classify(offset_rocker).reason


def test_iteration_finds_the_crank_on_both_sides(offset_rocker):
    """Both cranks that lead to one place of the rocker, by a table of all cranks."""
    cranks = np.linspace(-np.pi, np.pi, 2001)[:, None]
    rockers = offset_rocker.all_joints(cranks)[:, offset_rocker.chain_places[0]]
    for crank in (0.2, -1.0, 2.5):
        goal = offset_rocker.chain_values(np.array([crank]))[0]
        over = rockers - goal
        expected = cranks[:-1, 0][over[:-1] * over[1:] <= 0.0]
        found = inverse(offset_rocker, forward(offset_rocker, [crank]))
        assert len(found) == len(expected) == 2
        assert np.abs(np.sort(found.q[:, 0]) - expected).max() < 4e-3  # the step of the table
        assert found.residual_mm.max() < 1e-6


def test_closed_form_and_iteration_give_the_same_rod(rocker):
    q = np.linspace(-np.pi, np.pi, 60)[:, None]
    way = rocker.assembly
    told = np.zeros((len(q), way.linkage.count))
    told[:, way.driven] = q
    followed, closes = way._followed(told)
    assert way.in_closed_form
    assert closes.all()
    assert np.abs(rocker.all_joints(q) - followed).max() < 1e-9


def test_a_rod_that_cannot_reach_is_told(rocker):
    """The same rod with its crank three times as long."""
    side = [
        SideJoint(Joint("crank"), "base", X, [0, 0, 0]),
        SideJoint(Joint("swing"), "crank", Z, [0, 600, 0]),
        SideJoint(Joint("tilt"), "swing", Y, [0, 600, 0]),
    ]
    rod = Meeting(("tilt", "rocker"), [300, 120, 200], name="rod")
    long = ClosedChain(rocker.chain, side, [rod], ["crank"])
    assert not long.closes([1.5])
    with pytest.raises(KinematicsError, match=r"do not close at crank 85\.9 deg"):
        forward(long, [1.5])

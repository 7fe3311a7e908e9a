import numpy as np
import pytest

from kinematics import (
    Knee,
    Mechanism,
    forward,
    inverse,
    leg,
    link_poses,
    posture_of,
    postures_of,
    translation,
)
from kinematics.families.legs import recognise_leg
from kinematics.poses.transforms import rpy

DOWN = [[0.0, 0, 0]] * 3 + [[0, 0, -400]] + [[0, 0, -750]] * 2


def leg_of(axes, T_base_flange_zero=None, T_base_first=None):
    """A leg with a thigh of 400 mm and a shank of 350 mm, stretched downwards at zero."""
    at_zero = translation(0, 0, -830) if T_base_flange_zero is None else T_base_flange_zero
    return Mechanism.from_axes(
        axes=axes, points=DOWN, T_base_flange_zero=at_zero, T_base_first=T_base_first
    )


LEGS = {
    "of the textbook": leg(),
    "with every axis reversed": leg_of(
        [[0, 0, -1], [-1, 0, 0], [0, -1, 0], [0, -1, 0], [0, -1, 0], [-1, 0, 0]]
    ),
    "with knee and ankle against the hip": leg_of(
        [[0, 0, 1], [1, 0, 0], [0, 1, 0], [0, -1, 0], [0, -1, 0], [1, 0, 0]]
    ),
    "in a base turned about": leg_of(
        [[0, 0, 1], [1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 1, 0], [1, 0, 0]],
        T_base_first=translation(300, -200, 900) @ rpy(0.3, -2.0, 2.5),
    ),
}


def ankle_behind_thigh(arm, q):
    """How far the ankle is behind the thigh, mm: against the front of the thigh, which is where x
    of the sole points when all joints are at zero."""
    zero, now = link_poses(arm, np.zeros(6)), link_poses(arm, q)
    toes = forward(arm, np.zeros(6))[:3, 0]
    front = now[3, :3, :3] @ zero[3, :3, :3].T @ toes
    return front @ (now[4, :3, 3] - now[5, :3, 3])


@pytest.mark.parametrize("name", LEGS)
def test_the_knee_points_forward_where_the_ankle_is_behind_the_thigh(name, rng):
    arm, seen = LEGS[name], set()
    for q in rng.uniform(-np.pi, np.pi, (200, 6)):
        knee = posture_of(arm, q).knee
        assert (knee is Knee.FORWARD) == (ankle_behind_thigh(arm, q) > 0)
        seen.add(knee)
    assert seen == set(Knee)


def test_every_solution_of_a_leg_carries_the_name_of_its_knee(rng):
    for q in rng.uniform(-np.pi, np.pi, (50, 6)):
        found = inverse(leg(), forward(leg(), q))
        assert found.postures == postures_of(leg(), found.q)
        names = [posture.knee for posture in found.postures]
        assert names.count(Knee.FORWARD) == names.count(Knee.BACKWARD) == len(found) // 2


def test_a_knee_bent_as_a_persons_is_printed_as_forward():
    bent = np.radians([0, 0, -30, 60, -30, 0])
    assert str(posture_of(leg(), bent)) == "KNEE FORWARD"
    assert str(posture_of(leg(), -bent)) == "KNEE BACKWARD"


def test_an_arm_is_no_leg(puma, ur5e):
    assert posture_of(puma, np.zeros(6)).knee is None
    assert "parallel" in recognise_leg(puma)
    assert "parallel" in recognise_leg(ur5e)

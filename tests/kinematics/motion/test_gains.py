"""What corners save by estimate, beside the laws of the motions with the corner and with a stop."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from kinematics import forward, joint_move, straight_line, translation
from kinematics.motion.chain import chain_of
from kinematics.motion.corners.bend import bend_between
from kinematics.motion.corners.leg import Leg
from kinematics.motion.gains import CLEAR, estimated_gains, half_times
from kinematics.motion.laws.time_law import JointLimits

START = np.radians([10.0, -80, 95, 30, 50, -30])
T_TOOL = translation(0, 0, 100)


@pytest.fixture(scope="module")
def arm(hokkaido):
    joints = tuple(replace(j, jerk=20.0 * j.acceleration) for j in hokkaido.joints)
    return replace(hokkaido, joints=joints)


@pytest.fixture(scope="module", params=range(4))
def motions(arm, request):
    """Six legs in a row, lines and motions of all joints, and their durations from rest to rest."""
    rng, q, made = np.random.default_rng(request.param), START, []
    for _ in range(6):
        if rng.random() < 0.5:
            goal = START + rng.uniform(-0.2, 0.2, 6)
            motion = joint_move(arm, q, goal)
            made.append((Leg(q, motion.path, arm.speed), motion.duration))
        else:
            T = forward(arm, q) @ T_TOOL
            goal = translation(*rng.uniform(-40.0, 40.0, 3)) @ T
            found = straight_line(arm, T, goal, q, T_flange_tool=T_TOOL)
            made.append((found.leg, found.motion.duration))
        q = made[-1][0].path.q_end
    return made


def gains_of(arm, motions, zone):
    """Estimated gains, and the true ones: shares of the time with stops."""
    legs, limits = [leg for leg, _ in motions], JointLimits.of(arm)
    bends = [bend_between(arm, *pair, zone, T_TOOL) for pair in pairwise(legs)]
    halves = [half_times(leg, limits) for leg in legs]
    estimated = estimated_gains(chain_of(legs, bends), halves, limits)
    true = []
    for ((first, before), (second, behind)), bend in zip(pairwise(motions), bends, strict=True):
        with_corner = chain_of([first, second], [bend]).motions(limits)
        stopping = before + behind
        true.append(1.0 - sum(motion.duration for motion in with_corner) / stopping)
    return estimated, np.array(true)


@pytest.mark.parametrize("zone", [0.5, 5.0, 20.0])
def test_a_clear_gain_by_estimate_is_a_gain(arm, motions, zone) -> None:
    estimated, true = gains_of(arm, motions, zone)
    assert (true[estimated > CLEAR] > 0.0).all()


def test_most_corners_of_wide_zones_are_clear(arm, motions) -> None:
    estimated, _ = gains_of(arm, motions, 20.0)
    assert (estimated > CLEAR).mean() >= 0.8

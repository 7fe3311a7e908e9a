"""Chains of motions with rounded corners: smooth, within all limits, inside the zone."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from kinematics import forward, joint_move, straight_line, translation
from kinematics.motion.chain import chain_of
from kinematics.motion.corners.bend import NoBend, bend_between
from kinematics.motion.corners.leg import Leg
from kinematics.motion.laws.time_law import JointLimits
from kinematics.motion.paths.joint_path import JointPath

START = np.radians([10.0, -80, 95, 30, 50, -30])
T_TOOL = translation(0, 0, 100)


@pytest.fixture(scope="module")
def arm(hokkaido):
    joints = tuple(replace(j, jerk=20.0 * j.acceleration) for j in hokkaido.joints)
    return replace(hokkaido, joints=joints)


def joint_leg(arm, start, turn_deg, share=1.0):
    path = JointPath.straight(start, start + np.radians(turn_deg))
    return Leg(start, path, arm.speed * share), joint_move(arm, start, path.q_end, speed=share)


def line_leg(arm, start, shift):
    T = forward(arm, start) @ T_TOOL
    found = straight_line(arm, T, translation(*shift) @ T, start, T_flange_tool=T_TOOL)
    return found.leg, found.motion


@pytest.fixture(scope="module", params=["joints", "lines", "mixed", "slow"])
def legs(arm, request):
    made, q = [], START
    for number in range(4):
        if request.param == "lines" or (request.param == "mixed" and number % 2):
            shift = [(40, 30, 0), (0, -60, 20), (-30, 10, 40), (20, 40, -30)][number]
            made.append(line_leg(arm, q, shift))
        else:
            turn = [[20, 5, 0, 0, 0, 0], [0, 12, -8, 0, 9, 0], [-15, 0, 8, 20, 0, 0], [6] * 6]
            share = 0.3 if request.param == "slow" and number == 1 else 1.0
            made.append(joint_leg(arm, q, turn[number], share))
        q = made[-1][1].q_end
    return made


@pytest.fixture(scope="module", params=[5.0, 20.0])
def zone(request):
    return request.param


@pytest.fixture(scope="module")
def chain(arm, legs, zone):
    own = [leg for leg, _ in legs]
    bends = [bend_between(arm, a, b, zone, T_TOOL) for a, b in pairwise(own)]
    return chain_of(own, bends)


@pytest.fixture(scope="module")
def motions(arm, chain):
    return chain.motions(JointLimits.of(arm))


def test_the_path_of_a_chain_has_continuous_curvature(chain) -> None:
    inner = chain.path.knots[1:-1]
    before, behind = (chain.path.derivatives(inner + step, 2) for step in (-1e-11, 1e-11))
    size = np.abs(before).max(axis=(1, 2), keepdims=True)
    assert np.abs(behind - before).max() <= 1e-6 * size.max()


def test_all_limits_hold_at_every_time(arm, legs, motions) -> None:
    for motion, (leg, _) in zip(motions, legs, strict=True):
        state = motion.state(np.linspace(0.0, motion.duration, 5_001))
        limits = (arm.speed, arm.acceleration, arm.jerk)
        for row, limit in zip(state[1:], limits, strict=True):
            assert (np.abs(row) <= limit * (1.0 + 1e-6)).all()
        middle = np.abs(motion.at(np.linspace(0.0, motion.duration, 501)))
        assert np.isfinite(middle).all()
        inside = motion.state(np.linspace(0.3, 0.7, 201) * motion.duration)[1]
        assert (np.abs(inside) <= leg.speed * (1.0 + 1e-6)).all() or leg.rate < np.inf


def test_the_motions_of_a_chain_follow_each_other_without_a_jump(motions) -> None:
    for before, behind in pairwise(motions):
        gap = before.state(before.duration)[:3] - behind.state(0.0)[:3]
        assert np.abs(gap).max() < 1e-6
        assert np.abs(behind.state(0.0)[1]).max() > 1e-3
    assert not np.abs(motions[0].state(0.0)[1]).any()
    assert np.abs(motions[-1].state(motions[-1].duration)[1]).max() < 1e-9


def test_the_tool_point_stays_in_the_zone_of_its_ways(arm, legs, motions, zone) -> None:
    def points(q: np.ndarray) -> np.ndarray:
        return (forward(arm, q) @ T_TOOL)[:, :3, 3]

    taught = np.concatenate([points(leg.path.at(np.linspace(0.0, 1.0, 301))) for leg, _ in legs])
    for motion in motions:
        driven = points(motion.at(np.linspace(0.0, motion.duration, 101)))
        gaps = np.linalg.norm(driven[:, None] - taught[None], axis=2).min(axis=1)
        assert gaps.max() <= zone + 0.5


def test_each_corner_of_a_wide_zone_saves_time_against_a_stop(arm, legs) -> None:
    for (first, before), (second, behind) in pairwise(legs):
        bend = bend_between(arm, first, second, 20.0, T_TOOL)
        motions = chain_of([first, second], [bend]).motions(JointLimits.of(arm))
        stopping = before.duration + behind.duration
        assert sum(motion.duration for motion in motions) < 0.97 * stopping


def test_without_a_zone_there_is_no_corner(arm, legs) -> None:
    assert bend_between(arm, legs[0][0], legs[1][0], 0.0, T_TOOL) is NoBend.NO_GAIN

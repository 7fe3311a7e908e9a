"""The 33 arms: facts of their makers and of public robot descriptions, as arms.json names them.

Each arm is there twice, as joint axes (screws) and as modified DH rows; its check poses were
computed by other programs and are printed with nine decimals, which is the tolerance (a rotation
rounded to 1e-9 and lengths to 1e-9 mm, on arms of up to 4 m).
"""

import json
from pathlib import Path

import numpy as np
import pytest

from kinematics import Joint, JointKind, Mechanism, forward, inverse, within_limits

ARMS = json.loads((Path(__file__).parent / "arms.json").read_text(encoding="utf-8"))
TOLERANCE_MM, TOLERANCE_RAD = 1e-6, 2e-9


def values(joints, given):
    """Joint values as a file gives them, deg or mm, in rad or mm."""
    turning = np.array([joint["kind"] == "R" for joint in joints])
    return np.where(turning, np.radians(given), given)


def joints_of(facts):
    made = []
    for joint in facts["joints"]:
        lower, upper = values([joint] * 2, joint["limits"])
        made.append(Joint(joint["name"], JointKind(joint["kind"]), float(lower), float(upper)))
    return made


def by_rows(facts):
    alpha, a, theta0, d = np.array([joint["mdh"] for joint in facts["joints"]]).T
    return Mechanism.from_modified_dh(
        alpha=np.radians(alpha),
        a=a,
        d=d,
        theta0=np.radians(theta0),
        joints=joints_of(facts),
        T_base_first=facts["base_from_mdh0"],
        T_last_flange=facts["mdhn_to_tool"],
        name=facts["name"],
    )


def by_axes(facts):
    return Mechanism.from_axes(
        axes=[joint["axis"] for joint in facts["joints"]],
        points=[joint["point_mm"] for joint in facts["joints"]],
        joints=joints_of(facts),
        T_base_flange_zero=facts["tool_at_zero"],
        name=facts["name"],
    )


def check_poses(facts):
    for pose in facts["check_poses"]:
        yield values(facts["joints"], pose["q"]), np.array(pose["T"])


def test_there_are_99_check_poses_of_33_arms():
    assert len(ARMS) == 33
    assert sum(len(facts["check_poses"]) for facts in ARMS.values()) == 99


@pytest.mark.parametrize("convention", [by_rows, by_axes])
@pytest.mark.parametrize("name", ARMS)
def test_the_check_poses_are_reached_by_both_conventions(name, convention):
    arm = convention(ARMS[name])
    for q, T in check_poses(ARMS[name]):
        gap = np.abs(forward(arm, q) - T)
        assert gap[:3, 3].max() < TOLERANCE_MM
        assert gap[:3, :3].max() < TOLERANCE_RAD


@pytest.mark.parametrize("name", ARMS)
def test_the_inverse_of_a_check_pose_finds_its_joints(name):
    arm = by_rows(ARMS[name])
    for q, _ in check_poses(ARMS[name]):
        options = {"locked": {2: q[2]}} if arm.n > 6 else {}
        answer = inverse(arm, forward(arm, q), **options)
        assert answer.residual_mm.max() < 1e-8
        assert answer.residual_rad.max() < 1e-11
        if answer.continuum:  # a representative stands for the joints that made the pose
            continue
        gap = answer.q - q
        gap = np.where(arm.revolute > 0.0, (gap + np.pi) % (2 * np.pi) - np.pi, gap)
        best = int(np.abs(gap).max(axis=1).argmin())
        assert np.abs(gap[best]).max() < 1e-6
        if within_limits(arm, q):
            assert answer.within_limits[best]

"""The singular parts of an arm are those that keep it singular, whatever its other joints do."""

import numpy as np
import pytest

from kinematics import Mechanism, rerooted, rotation_x, singularity, translation
from kinematics.arm.textbook import leg
from scenes import load_robot

# For each arm and part: the joints (from 0) that bring the part to its singular pose, and the
# joints that may then turn as they like.
PUMA = {"wrist": (4, (0, 1, 2, 3, 5)), "elbow": (2, (0, 1, 3, 4, 5)), "shoulder": (1, (0, 3, 4, 5))}
UR = {"wrist": (4, (0, 1, 2, 3, 5)), "elbow": (2, (0, 1, 3, 4, 5)), "shoulder": (1, (0, 4, 5))}
LEG = {"shoulder": (1, (0, 2, 3, 4, 5)), "elbow": (3, (0, 1, 2, 4, 5))}
ARMS = {
    "puma560": PUMA,
    "abb_irb6700_200_260": PUMA,
    "staubli_tx2_60": PUMA,
    "ur5e": UR,
    "ur10e": UR,
    "adept_cobra600": {"elbow": (1, (0, 2, 3))},
    "textbook_rrp": {"elbow": (1, (0, 2))},
    "textbook_leg": LEG,
    "kuka_lbr_iiwa_7_r800": {"elbow": (3, (0, 1, 2, 4, 5, 6))},
    "yaskawa_sia10f": {"elbow": (3, (0, 1, 2, 4, 5, 6))},
}
CASES = [(name, part) for name, parts in ARMS.items() for part in parts]


def least_at(mechanism, q, joint):
    """q with one joint where the smallest singular value is least, by search."""
    values = np.linspace(-np.pi, np.pi, 721)

    def value(x):
        at = q.copy()
        at[joint] = x
        return singularity(mechanism, at).distance

    middle = float(values[int(np.argmin([value(x) for x in values]))])
    width = values[1] - values[0]
    for _ in range(40):
        tried = middle + np.linspace(-width, width, 7)
        middle, width = float(tried[int(np.argmin([value(x) for x in tried]))]), width / 2.5
    found = q.copy()
    found[joint] = middle
    return found


def singular_by(mechanism, joint, part, rng):
    """Joint values at which turning one joint has led to a pose with this part as its only name."""
    for _ in range(60):
        q = least_at(mechanism, rng.uniform(-2.6, 2.6, mechanism.n), joint)
        if singularity(mechanism, q).names == (part,):
            return q
    raise AssertionError(f"no pose is singular by {part} alone")


@pytest.mark.parametrize(("name", "part"), CASES)
def test_a_part_that_is_named_keeps_the_arm_singular_whatever_the_other_joints_do(name, part):
    mechanism = load_robot(name).mechanism
    joint, others = ARMS[name][part]
    rng = np.random.default_rng(5)
    q = singular_by(mechanism, joint, part, rng)
    assert singularity(mechanism, q).singular
    for _ in range(10):
        q[list(others)] = rng.uniform(-2.6, 2.6, len(others))
        told = singularity(mechanism, q)
        assert told.singular
        assert part in told.names


@pytest.mark.parametrize(("name", "part"), CASES)
def test_an_arm_is_regular_again_where_the_named_part_is_moved(name, part):
    mechanism = load_robot(name).mechanism
    joint, _ = ARMS[name][part]
    q = singular_by(mechanism, joint, part, np.random.default_rng(6))
    q[joint] += 0.2
    assert not singularity(mechanism, q).singular
    assert singularity(mechanism, q).names == ()


def test_the_parts_of_an_arm_seen_from_its_flange_are_exchanged():
    hip = rerooted(load_robot("puma560").mechanism)
    q = np.array([0.6, 0.0, 0.4, 0.3, 0.2, 0.1])
    assert singularity(hip, q).names == ("shoulder",)
    stretched = np.zeros(6)
    assert singularity(leg(), stretched).names == ("elbow",)


def test_a_seven_axis_arm_with_its_spare_joint_used_up_names_shoulder_and_wrist():
    arm = load_robot("kuka_lbr_iiwa_7_r800").mechanism
    q = np.array([0.3, 0.0, 0.5, 1.2, 0.4, 0.0, 0.2])
    assert singularity(arm, q).names == ("wrist", "shoulder")
    q[1] = 0.4
    assert not singularity(arm, q).singular


def test_an_arm_off_its_family_by_a_little_has_the_names_of_the_family():
    drawn = load_robot("puma560").mechanism
    off = translation(0.02, -0.01, 0.03) @ rotation_x(1e-4)
    frames = drawn.T_link_joint.copy()
    frames[4] = frames[4] @ off
    arm = Mechanism(drawn.joints, frames, drawn.T_last_flange)
    q = least_at(arm, np.array([0.3, 0.5, 1.0, 0.4, 0.2, 0.7]), 4)
    told = singularity(arm, q)
    assert told.singular
    assert told.names == ("wrist",)


def test_three_joints_that_only_slide_with_a_turning_wrist_name_the_wrist():
    gantry = load_robot("gantry_6axis").mechanism
    assert singularity(gantry, np.zeros(6)).names == ("wrist",)


def test_a_wrist_centre_on_the_second_axis_of_a_spherical_arm_is_a_singular_shoulder():
    stanford = load_robot("stanford_arm").mechanism
    q = np.array([0.3, 0.4, 0.0, 0.5, 0.9, 0.2])
    assert singularity(stanford, q).names == ("shoulder",)
    q[2] = 300.0
    assert singularity(stanford, q).names == ()

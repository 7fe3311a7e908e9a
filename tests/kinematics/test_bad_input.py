"""Every public function refuses bad input with one clear error and never gives numbers for it."""

import numpy as np
import pytest

import kinematics as k
from kinematics import KinematicsError, Mechanism, forward, rrp_arm, translation

POSE_DOORS = {
    "check_pose": lambda arms, T: k.check_pose(T),
    "inverse": lambda arms, T: k.inverse(arms["puma"], T),
    "inverse of a general arm": lambda arms, T: k.inverse(arms["general"], T),
    "inverse, seven axes": lambda arms, T: k.inverse(arms["seven"], T),
    "inverse, one locked": lambda arms, T: k.inverse(arms["seven"], T, locked={2: 0.1}),
    "sweep": lambda arms, T: k.sweep(arms["seven"], T, [0.0]),
    "inverse_from_seed": lambda arms, T: k.inverse_from_seed(arms["puma"], T, Q),
    "corrected_angles": lambda arms, T: k.corrected_angles(arms["seven"], T, 0.1),
    "straight_line from": lambda arms, T: k.straight_line(arms["puma"], T, TARGET, Q),
    "straight_line to": lambda arms, T: k.straight_line(arms["puma"], TARGET, T, Q),
    "invert": lambda arms, T: k.invert(T),
    "interpolate from": lambda arms, T: k.interpolate(T, TARGET, 0.5),
    "interpolate to": lambda arms, T: k.interpolate(TARGET, T, 0.5),
    "residuals": lambda arms, T: k.residuals(arms["puma"], Q, T),
    "xyzoat_from_pose": lambda arms, T: k.xyzoat_from_pose(T),
    "mechanism": lambda arms, T: Mechanism.from_axes(
        axes=[[0, 0, 1]], points=[[0, 0, 0]], T_base_flange_zero=T
    ),
}
STACK_DOORS = {
    "inverse_batch": lambda arms, Ts: k.inverse_batch(arms["puma"], Ts),
    "inverse_batch of a general arm": lambda arms, Ts: k.inverse_batch(arms["general"], Ts),
    "inverse_batch, seven axes": lambda arms, Ts: k.inverse_batch(arms["seven"], Ts),
    "track": lambda arms, Ts: k.track(arms["puma"], Ts, Q),
    "track of a general arm": lambda arms, Ts: k.track(arms["general"], Ts, Q),
    "track_nearby": lambda arms, Ts: k.track_nearby(arms["general"], Ts, Q),
    "track_split": lambda arms, Ts: k.track_split(arms["seven"], Ts, np.zeros(7)),
    "inverse_nearby": lambda arms, Ts: k.inverse_nearby(arms["general"], Ts, 0),
}
JOINT_DOORS = {
    "forward": lambda arms, q: k.forward(arms["puma"], q),
    "link_poses": lambda arms, q: k.link_poses(arms["puma"], q),
    "jacobian": lambda arms, q: k.jacobian(arms["puma"], q),
    "jacobian_by_derivatives": lambda arms, q: k.jacobian_by_derivatives(arms["puma"], q),
    "jacobian_by_differences": lambda arms, q: k.jacobian_by_differences(arms["puma"], q),
    "postures_of": lambda arms, q: k.postures_of(arms["puma"], q),
    "joint_rates": lambda arms, q: k.joint_rates(arms["puma"], q, np.zeros(6)),
    "flange_velocity": lambda arms, q: k.flange_velocity(arms["puma"], q, np.zeros(6)),
    "flange_velocity, rates": lambda arms, q: k.flange_velocity(arms["puma"], Q, q),
    "within_limits": lambda arms, q: k.within_limits(arms["puma"], q),
    "nearest_turns": lambda arms, q: k.nearest_turns(arms["puma"], q, Q),
    "residuals": lambda arms, q: k.residuals(arms["puma"], q, TARGET),
}
ROW_DOORS = {
    "null_motions": lambda arms, q: k.null_motions(arms["puma"], q),
    "limit_excesses": lambda arms, q: k.limit_excesses(arms["puma"], q),
    "inverse_near": lambda arms, q: k.inverse_near(arms["puma"], TARGET, q),
    "solutions_near": lambda arms, q: k.solutions_near(arms["puma"], TARGET, q),
    "track": lambda arms, q: k.track(arms["puma"], TARGET[None], q),
    "track of a general arm": lambda arms, q: k.track(arms["general"], TARGET[None], q),
    "track_nearby": lambda arms, q: k.track_nearby(arms["general"], TARGET[None], q),
    "inverse_nearby": lambda arms, q: k.inverse_nearby(arms["general"], TARGET[None], 0, q),
    "inverse_from_seed": lambda arms, q: k.inverse_from_seed(arms["puma"], TARGET, q),
    "straight_line": lambda arms, q: k.straight_line(arms["puma"], TARGET, TARGET, q),
    "joint_move": lambda arms, q: k.joint_move(arms["puma"], q, Q),
    "posture_of": lambda arms, q: k.posture_of(arms["puma"], q),
    "singularity": lambda arms, q: k.singularity(arms["puma"], q),
}
Q = np.array([0.1, 0.2, -1.0, 0.3, 0.5, 0.1])
TARGET = translation(400.0, 100.0, 600.0)


def spoilt(row, column, value):
    T = TARGET.copy()
    T[row, column] = value
    return T


BAD_POSES = {
    "not a number": (spoilt(0, 0, np.nan), "finite"),
    "infinite": (spoilt(1, 3, np.inf), "finite"),
    "infinite both ways": (translation(np.inf, -np.inf, 0.0), "finite"),
    "stretched": (spoilt(0, 0, 1.1), "not rigid"),
    "mirrored": (spoilt(2, 2, -1.0), "not rigid"),
    "scaled": (spoilt(3, 3, 2.0), "not rigid"),
    "complex": (TARGET + 0j, "complex"),
    "text": (np.full((4, 4), "1"), "numbers"),
    "nothing": (np.full((4, 4), None), "finite"),
}
BAD_SHAPES = {
    "three rows": TARGET[:3],
    "sixteen numbers": TARGET.ravel(),
    "one number": 1.0,
    "ragged": [[1.0, 2.0], [3.0]],
    "a word": "pose",
}
BAD_JOINTS = {
    "one too few": (Q[:5], "6 joint values are needed, not 5"),
    "one too many": (np.append(Q, 0.0), "6 joint values are needed, not 7"),
    "none at all": ([], "6 joint values are needed, not 0"),
    "one number": (1.0, "6 joint values are needed"),
    "not a number": (np.append(Q[:5], np.nan), "finite"),
    "infinite": (np.append(Q[:5], np.inf), "finite"),
    "complex": (Q + 0j, "complex"),
    "text": ("q", "numbers"),
    "nothing": (None, "joint value"),
}


@pytest.fixture(scope="module")
def arms(puma, offset_seven):
    general = Mechanism.from_standard_dh(
        alpha=[1.57, 1, 0.3, 1, 1.2, 0.5],
        a=[100, 300, 50, 200, 10, 5],
        d=[10, 20, 30, 40, 50, 60],
    )
    return {"puma": puma, "seven": offset_seven, "general": general}


@pytest.mark.parametrize("fault", BAD_POSES)
@pytest.mark.parametrize("door", POSE_DOORS)
def test_a_matrix_that_is_not_a_rigid_motion_is_refused(arms, door, fault):
    T, words = BAD_POSES[fault]
    with pytest.raises(KinematicsError, match=words):
        POSE_DOORS[door](arms, T)


@pytest.mark.parametrize("fault", BAD_POSES)
@pytest.mark.parametrize("door", STACK_DOORS)
def test_one_bad_pose_among_good_ones_is_refused(arms, door, fault):
    T, words = BAD_POSES[fault]
    with pytest.raises(KinematicsError, match=words):
        STACK_DOORS[door](arms, np.stack([TARGET.astype(T.dtype), T]))


@pytest.mark.parametrize("fault", BAD_SHAPES)
@pytest.mark.parametrize("door", POSE_DOORS)
def test_a_pose_of_another_shape_is_refused(arms, door, fault):
    with pytest.raises(KinematicsError, match=r"a pose is a 4x4 matrix"):
        POSE_DOORS[door](arms, BAD_SHAPES[fault])


@pytest.mark.parametrize("fault", [*BAD_SHAPES, "a single pose"])
@pytest.mark.parametrize("door", STACK_DOORS)
def test_poses_of_another_shape_are_refused(arms, door, fault):
    given = TARGET if fault == "a single pose" else BAD_SHAPES[fault]
    with pytest.raises(KinematicsError, match=r"poses come as an array|a pose is a 4x4 matrix"):
        STACK_DOORS[door](arms, given)


@pytest.mark.parametrize("fault", BAD_JOINTS)
@pytest.mark.parametrize("door", {**JOINT_DOORS, **ROW_DOORS})
def test_bad_joint_values_are_refused(arms, door, fault):
    q, words = BAD_JOINTS[fault]
    if door == "inverse_nearby" and q is None:
        pytest.skip("there None means that no joint values are given")
    with pytest.raises(KinematicsError, match=words):
        {**JOINT_DOORS, **ROW_DOORS}[door](arms, q)


@pytest.mark.parametrize("door", ROW_DOORS)
def test_several_rows_are_refused_where_one_is_wanted(arms, door):
    for rows in (0, 2):
        words = rf"one row of 6 joint values .* shape \({rows}, 6\)"
        with pytest.raises(KinematicsError, match=words):
            ROW_DOORS[door](arms, np.tile(Q, (rows, 1)))


def test_joint_values_of_seven_axes_are_counted(arms):
    for door in (
        lambda q: k.elbow_angle(arms["seven"], q),
        lambda q: k.track_split(arms["seven"], TARGET[None], q),
    ):
        with pytest.raises(KinematicsError, match="7 joint values are needed, not 6"):
            door(Q)
    with pytest.raises(KinematicsError, match="joints count from 0 to 6"):
        k.track_split(arms["seven"], TARGET[None], np.zeros(7), split=(9,))


@pytest.mark.parametrize("angle", [np.nan, np.inf, "a", [0.0, None], 1j])
def test_an_elbow_angle_that_is_no_number_is_refused(arms, angle):
    seven = arms["seven"]
    T = forward(seven, np.full(7, 0.3))
    for door in (
        lambda: k.inverse(seven, T, elbow_angle=angle),
        lambda: k.inverse_batch(seven, T[None], elbow_angle=angle),
        lambda: k.sweep(seven, T, angle),
        lambda: k.corrected_angles(seven, T, angle),
    ):
        with pytest.raises(KinematicsError, match="an elbow angle must be a"):
            door()


def test_elbow_angles_fit_the_number_of_poses(arms):
    Ts = forward(arms["seven"], np.full((2, 7), 0.3))
    with pytest.raises(KinematicsError, match=r"one for each of 2 poses, .* shape \(3,\)"):
        k.inverse_batch(arms["seven"], Ts, elbow_angle=[0.1, 0.2, 0.3])
    with pytest.raises(KinematicsError, match="one pose takes one elbow angle, not 2"):
        k.inverse(arms["seven"], Ts[0], elbow_angle=[0.1, 0.2])


@pytest.mark.parametrize(
    ("locked", "words"),
    [
        ({7: 0.0}, "joints count from 0 to 6"),
        ({-1: 0.0}, "joints count from 0 to 6"),
        ({"a": 0.0}, "joints count from 0 to 6"),
        ({2.5: 0.0}, "joints count from 0 to 6"),
        ({2: np.nan}, "finite"),
        ({2: "x"}, "needs a number"),
        ({2: [0.1, 0.2]}, r"needs a number.* shape \(2,\)"),
        ({True: 0.1}, "joints count from 0 to 6"),
        ([1, 2], r"locked= is \{joint from 0: value"),
        (dict.fromkeys(range(7), 0.0), "no joint to move"),
    ],
)
def test_locking_no_joint_or_to_no_number_is_refused(arms, locked, words):
    with pytest.raises(KinematicsError, match=words):
        k.inverse(arms["seven"], TARGET, locked=locked)


@pytest.mark.parametrize("point", [[1, 2], [1, 2, np.nan], "x", None, [[1, 2, 3]], [1j, 0, 0]])
def test_a_position_is_three_finite_numbers(point):
    with pytest.raises(KinematicsError, match="a position is three"):
        k.inverse_position(rrp_arm(), point)


@pytest.mark.parametrize("velocity", [[1.0] * 5, [np.nan] * 6, "x", None, [1j] * 6])
def test_a_velocity_is_six_finite_numbers(arms, velocity):
    with pytest.raises(KinematicsError, match="a velocity is six"):
        k.joint_rates(arms["puma"], Q, velocity)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"alpha": [0, 0], "a": [0], "d": [0, 0]}, "one length"),
        ({"alpha": [np.nan], "a": [0], "d": [0]}, "not finite"),
        ({"alpha": "x", "a": [0], "d": [0]}, "numbers"),
        ({"alpha": [], "a": [], "d": []}, "at least one joint"),
        ({"alpha": [0, 0], "a": [0, 0], "d": [0, 0], "kinds": "RX"}, "letters R or P"),
        ({"alpha": [0, 0], "a": [0, 0], "d": [0, 0], "kinds": "R"}, "letters R or P"),
    ],
)
def test_a_table_that_describes_no_arm_is_refused(table, words):
    for make in (Mechanism.from_standard_dh, Mechanism.from_modified_dh):
        with pytest.raises(KinematicsError, match=words):
            make(**table)


@pytest.mark.parametrize(
    ("axes", "points", "words"),
    [
        ([[0, 0, 0]], [[0, 0, 0]], "not zero"),
        ([[0, 0, np.nan]], [[0, 0, 0]], "finite"),
        ([[0, 0, np.inf]], [[0, 0, 0]], "finite"),
        ([[0, 0, 1]], [[0, 0, np.inf]], "finite"),
        ([[0, 0, 1]], [[0, 0]], "shape"),
        (np.zeros((0, 3)), np.zeros((0, 3)), "at least one joint"),
        ("x", [], "numbers"),
    ],
)
def test_axes_without_meaning_are_refused(axes, points, words):
    with pytest.raises(KinematicsError, match=words):
        Mechanism.from_axes(axes=axes, points=points, T_base_flange_zero=np.eye(4))


@pytest.mark.parametrize("t", [[[0, 0]], [[0, 0, np.nan]], "x", [[1j, 0, 0]]])
def test_link_vectors_without_meaning_are_refused(t):
    with pytest.raises(KinematicsError, match=r"t must have shape|vectors|finite"):
        Mechanism.from_links(alpha=[0.0], t=t)


def test_options_of_redundant_arms_are_refused_for_an_arm_of_six_axes(arms):
    puma = arms["puma"]
    for door, words in (
        (lambda: k.sweep(puma, TARGET, [0.0]), "no free elbow angle"),
        (lambda: k.elbow_angle(puma, Q), "no elbow angle"),
        (lambda: k.corrected_angles(puma, TARGET, 0.1), "offset shoulder"),
        (lambda: k.inverse_position(puma, [1.0, 2.0, 3.0]), "three joints"),
        (lambda: k.track_split(puma, TARGET[None], Q), "none to split off"),
        (lambda: k.nearby_model(arms["seven"]), "wrist"),
    ):
        with pytest.raises(KinematicsError, match=words):
            door()


@pytest.mark.parametrize("damping", [-1.0, np.nan, np.inf, "x"])
def test_a_damping_is_not_negative(arms, damping):
    for door in (
        lambda: k.joint_rates(arms["puma"], Q, np.ones(6), damping=damping),
        lambda: k.inverse_from_seed(arms["puma"], TARGET, Q, damping=damping),
    ):
        with pytest.raises(KinematicsError, match="damping is"):
            door()


def test_residuals_need_one_pose_or_as_many_as_joint_values(arms):
    with pytest.raises(KinematicsError, match="one pose or as many"):
        k.residuals(arms["puma"], np.stack([Q, Q, Q]), np.stack([TARGET, TARGET]))


@pytest.mark.parametrize("s", [np.nan, "x", [[0.1, 0.2]]])
def test_fractions_of_a_way_are_numbers(s):
    with pytest.raises(KinematicsError, match=r"fraction"):
        k.interpolate(TARGET, TARGET, s)


@pytest.mark.parametrize("posture", ["RIGHTY", 1.5, None, 99, True])
def test_a_wrong_posture_of_the_nearby_model_is_refused(arms, posture):
    with pytest.raises(KinematicsError, match="posture"):
        k.inverse_nearby(arms["general"], TARGET[None], posture)

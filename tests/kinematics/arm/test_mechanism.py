import numpy as np
import pytest

from kinematics import (
    Joint,
    JointKind,
    KinematicsError,
    Mechanism,
    classify,
    forward,
    inverse,
    jacobian,
    rotation_x,
    rotation_z,
    rpy,
    translation,
)

KINDS = "RPRRPR"


@pytest.fixture
def table(rng):
    n = len(KINDS)
    return {
        "alpha": rng.uniform(-3, 3, n),
        "a": rng.uniform(-300, 300, n),
        "d": rng.uniform(-300, 300, n),
        "theta0": rng.uniform(-3, 3, n),
    }


def moved(table, q, i):
    """theta and d of row i with the joint value added: to theta if revolute, else to d."""
    slides = KINDS[i] == "P"
    return table["theta0"][i] + (0 if slides else q[i]), table["d"][i] + (q[i] if slides else 0)


def test_standard_rows_multiply_as_in_the_textbook(table, rng):
    q, T = rng.uniform(-3, 3, 6), np.eye(4)
    for i in range(6):
        theta, d = moved(table, q, i)
        T = T @ rotation_z(theta) @ translation(table["a"][i], 0, d) @ rotation_x(table["alpha"][i])
    assert np.allclose(forward(Mechanism.from_standard_dh(**table, kinds=KINDS), q), T, atol=1e-10)


def test_modified_rows_multiply_as_in_the_textbook(table, rng):
    q, T = rng.uniform(-3, 3, 6), np.eye(4)
    for i in range(6):
        theta, d = moved(table, q, i)
        T = T @ translation(table["a"][i], 0, 0) @ rotation_x(table["alpha"][i])
        T = T @ translation(0, 0, d) @ rotation_z(theta)
    assert np.allclose(forward(Mechanism.from_modified_dh(**table, kinds=KINDS), q), T, atol=1e-10)


@pytest.mark.parametrize("rule", ["from_standard_dh", "from_modified_dh"])
def test_a_joint_of_sign_minus_one_moves_against_the_axis_of_its_row(table, rng, rule):
    make, signs = getattr(Mechanism, rule), rng.choice([-1, 1], (8, 6))
    plain = make(**table, kinds=KINDS)
    for sign in signs:
        signed = make(**table, kinds=KINDS, sign=sign)
        q = rng.uniform(-3, 3, (5, 6))
        assert np.allclose(forward(signed, q), forward(plain, sign * q), atol=1e-10)
        expected = jacobian(plain, sign * q[0]) * sign
        assert np.allclose(jacobian(signed, q[0]), expected, atol=1e-10)


def test_a_link_of_sign_minus_one_moves_against_its_axis(rng):
    rows = {"alpha": rng.uniform(-3, 3, 4), "t": rng.uniform(-9, 9, (4, 3))}
    sign, q = [1, -1, -1, 1], rng.uniform(-3, 3, 4)
    signed = Mechanism.from_links(**rows, kinds="RPRR", sign=sign)
    plain = Mechanism.from_links(**rows, kinds="RPRR")
    assert np.allclose(forward(signed, q), forward(plain, q * sign), atol=1e-12)


def test_the_jaco_with_its_first_joint_reversed_reaches_the_pose_of_the_product_of_its_rows():
    # Kinova's Jaco: joint 1 counts against its axis; lengths as in its DH table, mm.
    a1, a2 = np.pi / 6.0, np.pi / 3.0
    alpha = [np.pi / 2, np.pi, np.pi / 2, a2, a2, np.pi]
    d5 = np.sin(a1) / np.sin(a2)
    d = [275.5, 0.0, -9.8, -(207.3 + 74.1 * d5), -(74.1 * d5 * 2.0), -(74.1 * d5 + 168.7)]
    a = [0.0, 410.0, 0.0, 0.0, 0.0, 0.0]
    theta0 = np.radians([0.0, -90.0, 90.0, 0.0, -180.0, 100.0])
    sign, q = [-1, 1, 1, 1, 1, 1], np.radians([30.0, 200.0, 60.0, -45.0, 80.0, 10.0])
    arm = Mechanism.from_standard_dh(alpha=alpha, a=a, d=d, theta0=theta0, sign=sign)
    T = np.eye(4)
    for i in range(6):
        T = T @ rotation_z(theta0[i] + sign[i] * q[i]) @ translation(a[i], 0, d[i])
        T = T @ rotation_x(alpha[i])
    assert np.allclose(forward(arm, q), T, atol=1e-10)
    assert any(np.allclose(np.exp(1j * row), np.exp(1j * q)) for row in inverse(arm, T).q)


@pytest.mark.parametrize("sign", [[1, -1], [1, 1, 1, 1, 1, 0.5], [1] * 5 + [np.nan], "left"])
def test_signs_other_than_one_and_minus_one_are_refused(table, sign):
    with pytest.raises(KinematicsError, match="sign"):
        Mechanism.from_standard_dh(**table, kinds=KINDS, sign=sign)


def test_link_vectors_multiply_as_in_the_patent(rng):
    alpha, theta0, t = rng.uniform(-3, 3, 4), rng.uniform(-3, 3, 4), rng.uniform(-9, 9, (4, 3))
    q, T = rng.uniform(-3, 3, 4), np.eye(4)
    for i in range(4):
        turn = rotation_z(theta0[i] + q[i])
        A = turn @ rotation_x(alpha[i])
        A[:3, 3] = turn[:3, :3] @ t[i]
        T = T @ A
    mechanism = Mechanism.from_links(alpha=alpha, t=t, theta0=theta0)
    assert np.allclose(forward(mechanism, q), T, atol=1e-12)


def screw(axis, point, kind, value):
    """The motion (4, 4) about or along an axis through a point: the formula of the textbook."""
    if kind == "P":
        return translation(*(axis * value))
    x, y, z = axis
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    T = np.eye(4)
    T[:3, :3] += np.sin(value) * K + (1 - np.cos(value)) * K @ K
    T[:3, 3] = point - T[:3, :3] @ point
    return T


def five_axis_table(kinds="RRRRR-"):
    """A palletiser of five axes in the form of the patent, its sixth matrix a unit matrix."""
    half = np.pi / 2
    return Mechanism.from_links(
        alpha=[half, 0, 0, half, 0, 0],
        t=[[150, 0, 400], [600, 0, 0], [500, 0, 30], [0, 0, 0], [0, 0, 120], [0, 0, 0]],
        kinds=kinds,
    )


def test_a_table_is_filled_up_to_six_matrices_by_unit_matrices(rng):
    arm = five_axis_table()
    assert arm.kinds == "RRRRR"
    for q in rng.uniform(-np.pi, np.pi, (20, 5)):
        found = inverse(arm, forward(arm, q))
        assert found.complete
        assert np.abs(np.angle(np.exp(1j * (found.q - q)))).max(axis=1).min() < 1e-8


def test_a_row_that_is_no_joint_stays_in_the_product(rng):
    table = {"alpha": [0.4, 1.1, -0.7], "a": [30, 50, 70], "d": [10, 20, 40], "theta0": [1, 2, 3]}
    for make in (Mechanism.from_standard_dh, Mechanism.from_modified_dh):
        turning, held = make(**table, kinds="RRR"), make(**table, kinds="R-R")
        for a, c in rng.uniform(-np.pi, np.pi, (10, 2)):
            np.testing.assert_allclose(
                forward(held, [a, c]), forward(turning, [a, 0.0, c]), atol=1e-12
            )


def test_a_unit_matrix_taken_for_a_joint_is_refused_with_the_way_to_write_it():
    reason = classify(five_axis_table("RRRR-R")).reason  # row 6 on the axis of row 5: no fault
    assert "structurally singular" not in reason
    arm = Mechanism.from_links(
        alpha=[np.pi / 2, 0, 0, np.pi / 2, 0, 0],
        t=[[150, 0, 400], [600, 0, 0], [500, 0, 30], [0, 0, 120], [0, 0, 0], [0, 0, 0]],
    )
    assert "no joint has the kind `-`" in classify(arm).reason


@pytest.mark.parametrize("kinds", ["RRRRR", "RRRRRx", "------"])
def test_kinds_that_do_not_fit_the_rows_are_refused(kinds):
    with pytest.raises(KinematicsError, match=r"kinds must be 6 letters|at least one joint"):
        five_axis_table(kinds)


def test_axes_and_points_move_the_flange_by_their_screws(rng):
    axes, points = rng.normal(size=(6, 3)), rng.uniform(-300, 300, (6, 3))
    axes /= np.linalg.norm(axes, axis=1, keepdims=True)
    axes[2] = [0, 0, -1]
    zero = translation(10, 20, 30) @ rpy(0.1, 0.2, 0.3)
    mechanism = Mechanism.from_axes(axes=axes, points=points, kinds=KINDS, T_base_flange_zero=zero)
    q, T = rng.uniform(-3, 3, 6), np.eye(4)
    for axis, point, kind, value in zip(axes, points, KINDS, q, strict=True):
        T = T @ screw(axis, point, kind, value)
    assert np.allclose(forward(mechanism, q), T @ zero, atol=1e-11)


def test_base_and_flange_poses_stand_before_and_after_the_table(table, rng):
    before, after = translation(1, 2, 3) @ rpy(0.3, 0, 1), translation(0, 5, 0) @ rpy(1, 1, 1)
    q = rng.uniform(-3, 3, 6)
    for make in (Mechanism.from_standard_dh, Mechanism.from_modified_dh):
        bare = make(**table, kinds=KINDS)
        dressed = make(**table, kinds=KINDS, T_base_first=before, T_last_flange=after)
        expected = before @ forward(bare, q) @ after
        assert np.allclose(forward(dressed, q), expected, atol=1e-10)


def test_the_numbers_of_a_mechanism_cannot_be_changed(hokkaido):
    with pytest.raises(ValueError, match="read-only"):
        hokkaido.T_link_joint[0, 0, 0] = 2.0
    with pytest.raises(ValueError, match="read-only"):
        hokkaido.lower[0] = 2.0


def test_joints_know_their_kinds_and_limits():
    joints = [Joint("a"), Joint("b", JointKind.PRISMATIC, 0.0, 100.0, speed=50.0)]
    mechanism = Mechanism.from_modified_dh(alpha=[0, 0], a=[0, 1], d=[0, 0], joints=joints)
    assert mechanism.kinds == "RP"
    assert list(mechanism.upper) == [np.inf, 100.0]
    assert list(mechanism.speed) == [np.inf, 50.0]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"alpha": [0.0]}, "one length"),
        ({"a": [np.nan] * 6}, "not finite"),
        ({"kinds": "RRX"}, "letters R or P"),
        ({"kinds": None, "joints": [Joint("one")]}, "do not fit"),
        ({"T_last_flange": np.zeros((4, 4))}, "not rigid"),
    ],
)
def test_a_bad_table_is_refused_with_the_reason(change, words, table):
    with pytest.raises(KinematicsError, match=words):
        Mechanism.from_standard_dh(**{**table, "kinds": KINDS, **change})


def test_a_joint_with_crossed_limits_is_refused():
    with pytest.raises(KinematicsError, match="lower limit"):
        Joint("bad", lower=1.0, upper=-1.0)


@pytest.mark.parametrize(
    ("q", "words"),
    [([1, 2], "6 joint values"), ([np.nan] * 6, "finite"), (3.0, "6 joint"), ("x", "numbers")],
)
def test_wrong_joint_values_are_refused_with_the_reason(hokkaido, q, words):
    with pytest.raises(KinematicsError, match=words):
        forward(hokkaido, q)

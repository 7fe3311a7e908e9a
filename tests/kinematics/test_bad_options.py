"""Refusal of options without meaning, shapes that do not fit, and chains of the wrong kind."""

import warnings

import numpy as np
import pytest

import kinematics as k
from kinematics import CoupledMechanism, Coupling, KinematicsError, forward, translation

Q = np.array([0.1, 0.2, -1.0, 0.3, 0.5, 0.1])
TARGET = translation(400.0, 100.0, 600.0)
T_SEVEN = translation(300.0, 200.0, 500.0)


@pytest.fixture(scope="module")
def general():
    return k.Mechanism.from_standard_dh(
        alpha=[1.57, 1, 0.3, 1, 1.2, 0.5],
        a=[100, 300, 50, 200, 10, 5],
        d=[10, 20, 30, 40, 50, 60],
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"bend": 5}, "bend is 0 or 1, not 5"),
        ({"bend": -1}, "bend is 0 or 1, not -1"),
        ({"bend": True}, "bend is 0 or 1, not True"),
        ({"front": "x"}, "front is True or False, not 'x'"),
        ({"steps": 0}, "steps is a whole number above 0, not 0"),
        ({"steps": -1}, "steps is a whole number above 0, not -1"),
        ({"steps": 2.5}, "steps is a whole number"),
    ],
)
def test_temporary_angles_name_a_bad_option(offset_seven, options, words):
    with pytest.raises(KinematicsError, match=words):
        k.corrected_angles(offset_seven, T_SEVEN, 0.1, **options)


@pytest.mark.parametrize("posture", ["x", None, -1, 2.0, True])
def test_a_posture_is_a_posture_or_its_number(general, posture):
    with pytest.raises(KinematicsError, match="posture"):
        k.inverse_nearby(general, TARGET[None], posture)


@pytest.mark.parametrize("damping", [np.nan, -1.0, "x", np.inf, [0.1, 0.2]])
def test_damping_is_a_number_from_0_on(puma, damping):
    for door in (
        lambda: k.joint_rates(puma, Q, np.ones(6), damping=damping),
        lambda: k.inverse_from_seed(puma, TARGET, Q, damping=damping),
    ):
        with pytest.raises(KinematicsError, match="damping is a number from 0 on"):
            door()


def test_the_number_of_newton_steps_is_a_whole_number(puma):
    for steps in (-1, 1.5, "x", True):
        with pytest.raises(KinematicsError, match="steps is a whole number from 0 on"):
            k.inverse_from_seed(puma, TARGET, Q, steps=steps)


@pytest.mark.parametrize("step", [0.0, -1e-5, np.nan, "x"])
def test_differences_need_a_step_above_0(puma, step):
    with pytest.raises(KinematicsError, match="step of the differences is a number above 0"):
        k.jacobian_by_differences(puma, Q, step=step)


def test_rows_that_do_not_pair_up_are_refused_with_their_shapes(puma):
    two, three = np.tile(Q, (2, 1)), np.ones((3, 6))
    for door in (
        lambda: k.flange_velocity(puma, two, three),
        lambda: k.joint_rates(puma, two, three),
        lambda: k.joint_rates(puma, two, np.ones(6), wish=three),
    ):
        with pytest.raises(KinematicsError, match=r"shapes \(2, 6\) and|shapes \(3, 6\) and"):
            door()
    assert k.joint_rates(puma, two, np.ones(6)).shape == (2, 6)
    assert k.flange_velocity(puma, Q, three).shape == (3, 6)


def test_postures_are_given_for_rows_of_joint_values_only(puma):
    with pytest.raises(KinematicsError, match=r"rows of joint values \(m, 6\).* \(2, 3, 6\)"):
        k.postures_of(puma, np.zeros((2, 3, 6)))
    assert len(k.postures_of(puma, np.zeros((0, 6)))) == 0


@pytest.mark.parametrize("joint", [True, "x", 7, -1, 2.0])
def test_a_sweep_names_the_wrong_joint_that_it_was_given(offset_seven, joint):
    for values in ([0.1], []):
        with pytest.raises(KinematicsError, match=f"joint= names one of them, not {joint!r}"):
            k.sweep(offset_seven, T_SEVEN, values, joint=joint)


def test_a_pose_that_is_infinite_both_ways_is_refused_without_a_warning(puma):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for T in (translation(np.inf, -np.inf, 0.0), translation(np.inf, np.nan, 0.0)):
            with pytest.raises(KinematicsError, match="not a finite number"):
                k.inverse(puma, T)


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ((1, 1), "joint 1 .* cannot follow itself"),
        ((2, 1, np.nan), "ratio .* finite number"),
        ((2, 1, 1.0, "x"), "offset .* finite number"),
        ((True, 0), "follower is a joint by its place"),
        ((2, -1), "leader is a joint by its place"),
    ],
)
def test_a_coupling_that_means_nothing_is_refused(numbers, words):
    with pytest.raises(KinematicsError, match=words):
        Coupling(*numbers)


def test_couplings_fit_the_chain(puma):
    with pytest.raises(KinematicsError, match="does not have; they count from 0 to 5"):
        CoupledMechanism(puma, (Coupling(6, 1),))
    with pytest.raises(KinematicsError, match="joint 2 follows another itself"):
        CoupledMechanism(puma, (Coupling(2, 1), Coupling(3, 2)))


@pytest.mark.parametrize(
    ("q", "words"),
    [
        (["a"] * 5, "must be numbers"),
        ("abc", "must be numbers"),
        (np.zeros(6), "5 values of driven joints are needed, not 6"),
        ([0, 0, 0, 0, np.nan], "not a finite number"),
    ],
)
def test_wrong_values_of_driven_joints_are_refused(puma, q, words):
    arm = CoupledMechanism(puma, (Coupling(3, 2),))
    doors = (arm.forward, arm.jacobian, lambda q: arm.inverse_from_seed(TARGET, q))
    for door in doors:
        with pytest.raises(KinematicsError, match=words):
            door(q)
    with pytest.raises(KinematicsError, match="one row of 5 values"):
        arm.inverse_from_seed(TARGET, np.zeros((2, 5)))
    with pytest.raises(KinematicsError, match="steps is a whole number"):
        arm.inverse_from_seed(TARGET, np.zeros(5), steps=-1)


def test_functions_for_free_joints_refuse_a_coupled_chain_and_name_its_own(puma):
    arm = CoupledMechanism(puma, (Coupling(3, 2),))
    for door in (
        lambda: k.inverse(arm, TARGET),
        lambda: k.inverse_batch(arm, TARGET[None]),
        lambda: k.classify(arm),
        lambda: k.track(arm, TARGET[None], np.zeros(5)),
        lambda: forward(arm, np.zeros(5)),
        lambda: k.jacobian(arm, np.zeros(5)),
        lambda: k.inverse_from_seed(arm, TARGET, np.zeros(5)),
        lambda: k.singularity(arm, np.zeros(5)),
    ):
        with pytest.raises(KinematicsError, match="coupled joints has doors of its own"):
            door()
    assert not hasattr(arm, "no_such_thing")


def test_a_pair_to_eliminate_is_named_by_text_or_number(general):
    T = forward(general, Q)
    by_text = k.inverse_by_elimination(general, T, eliminate="45")
    assert np.array_equal(k.inverse_by_elimination(general, T, eliminate=45).q, by_text.q)
    with pytest.raises(KinematicsError, match=r"locked= is \{joint from 0: value"):
        k.inverse_by_elimination(general, T, locked=[1])
    with pytest.raises(KinematicsError, match="can be eliminated are '12' and '45', not '13'"):
        k.inverse_by_elimination(general, T, eliminate=13)


def test_a_file_that_holds_no_matrices_is_named_without_numpys_text(tmp_path):
    text = tmp_path / "bad.npz"
    text.write_text("no archive")
    with pytest.raises(KinematicsError, match=r"bad\.npz: not an archive of matrices; `robots"):
        k.load_arm(text)
    with pytest.raises(KinematicsError, match=r"none\.npz cannot be read: No such file"):
        k.load_arm(tmp_path / "none.npz")


def test_a_structural_refusal_names_its_cause_and_counts_in_good_grammar(rng):
    def reason(axes, points, kinds=None):
        arm = k.Mechanism.from_axes(
            axes=axes, points=points, kinds=kinds, T_base_flange_zero=translation(1.0, 2.0, 300.0)
        )
        return k.classify(arm).reason

    axes, points = rng.normal(size=(6, 3)), 100 * rng.normal(size=(6, 3))
    meeting = np.concatenate([np.tile([0.0, 0.0, 100.0], (4, 1)), points[4:]])
    assert "axes 1 to 4 meet in one point" in reason(axes, meeting)
    plane = np.array([[0, 0, 1], [1, 0, 0], [0, 0, 1], [0, 1, 0], [1, 1, 1], [0, 1, 1]])
    assert "joints 1 to 4 alone make only 3 of them" in reason(plane, points, "RPRPRR")
    assert "in only 1 independent way (" in reason([[0, 0, 1]] * 2, np.zeros((2, 3)))
    gantry = reason([[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 1]], np.zeros((4, 3)), "PPPR")
    assert "a gantry with 1 revolute axis," in gantry

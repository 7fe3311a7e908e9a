"""Planted corrections are found again, and poses that were not measured are predicted better."""

import numpy as np
import pytest

from kinematics import (
    KinematicsError,
    Mechanism,
    forward,
    link_poses,
    rotation_angle,
    rpy,
    translation,
)
from kinematics.arm.displaced_links import displaced
from kinematics.calibration.identification import identify
from kinematics.calibration.measurements import Measurements
from kinematics.calibration.prediction import Parameter, small_motion

PUMA = Mechanism.from_modified_dh(
    alpha=np.radians([0, 90, 0, -90, 90, -90]),
    a=[0, 0, 431.8, 20.3, 0, 0],
    d=[671.83, 0, 150.05, 431.8, 0, 0],
)
SCARA = Mechanism.from_axes(
    axes=[[0, 0, 1], [0, 0, 1], [0, 0, -1], [0, 0, -1]],
    points=[[0, 0, 0], [325, 0, 0], [600, 0, 0], [600, 0, 0]],
    kinds="RRPR",
    T_base_flange_zero=translation(600, 0, 100) @ rpy(np.pi, 0, 0),
)
TOOL = translation(35.0, 20.0, 150.0)


def six_numbers(mechanism):
    """All displacements of all joints and of the flange: far more numbers than can be told."""
    names = [f"{axis} of joint_{i + 1}" for i in range(mechanism.n) for axis in "xyzabc"]
    names += [f"{axis} of flange" for axis in "xyzabc"]
    parameters = [Parameter(name, name[0] in "abc") for name in names]
    points = link_poses(mechanism, np.zeros(mechanism.n))[1:, :3, 3]

    def arm(values):
        rows = values.reshape(-1, 6)
        D = [
            translation(*p) @ small_motion(row) @ translation(*-p)
            for p, row in zip(points, rows, strict=False)
        ]
        moved = displaced(mechanism, np.array(D))
        return moved.with_flange(moved.T_last_flange @ small_motion(rows[-1]))

    return parameters, arm


def planted(mechanism, rng, count, noise=0.0, with_turns=False, T_device=None):
    """An arm off by about 0.5 mm and 0.1 deg everywhere, and what is measured of it."""
    parameters, arm = six_numbers(mechanism)
    scale = [np.radians(0.1) if p.is_turn else 0.5 for p in parameters]
    true = arm(rng.normal(size=len(parameters)) * scale)
    reach = np.where(true.revolute == 1.0, 2.5, 200.0)
    q = rng.uniform(-1, 1, (count, mechanism.n)) * reach
    T = forward(true, q) @ TOOL
    if T_device is not None:
        T = T_device @ T
    turns = T[:, :3, :3] if with_turns else None
    return true, Measurements(q, T[:, :3, 3] + noise * rng.normal(size=(count, 3)), turns)


def unseen(found, true, rng, T_device=None):
    """Distance and angle, (M,) each, between the calibrated and the true tool, at new poses."""
    reach = np.where(true.revolute == 1.0, 3.0, 250.0)
    q = rng.uniform(-1, 1, (400, true.n)) * reach
    T_device = np.eye(4) if T_device is None else T_device
    wanted = T_device @ forward(true, q) @ TOOL
    T = found.T_device_base @ forward(found.mechanism, q) @ found.T_flange_target
    turn = rotation_angle(np.swapaxes(T[:, :3, :3], 1, 2) @ wanted[:, :3, :3])
    return np.linalg.norm((T - wanted)[:, :3, 3], axis=1), turn


@pytest.mark.parametrize("mechanism", [PUMA, SCARA], ids=["puma", "scara"])
@pytest.mark.parametrize("with_turns", [False, True], ids=["places", "poses"])
def test_without_noise_every_other_pose_is_predicted_exactly(mechanism, with_turns):
    rng = np.random.default_rng(3)
    true, measured = planted(mechanism, rng, 80, with_turns=with_turns)
    found = identify(*six_numbers(mechanism), measured, TOOL)
    mm, rad = unseen(found, true, rng)
    assert found.mm_before.max() > 0.3
    assert mm.max() < 1e-8
    if with_turns:
        assert rad.max() < 1e-10


@pytest.mark.parametrize("seed", range(3))
def test_with_noise_poses_that_were_not_measured_are_missed_by_about_the_noise(seed):
    rng = np.random.default_rng(seed)
    true, measured = planted(PUMA, rng, 80, noise=0.02)
    found = identify(*six_numbers(PUMA), measured, TOOL)
    mm, _ = unseen(found, true, rng)
    assert mm.mean() < 0.04
    assert found.mm_before.mean() > 10 * mm.mean()
    assert found.mm_after[found.aside].mean() < 0.06


def test_a_six_axis_arm_has_thirty_numbers_that_poses_can_tell_and_a_scara_less():
    # 4 R + 2 P + 6 for a complete model (Everett, Driels and Mooring 1987); of a SCARA 3 x 4 + 2.
    rng = np.random.default_rng(0)
    for mechanism, count in ((PUMA, 30), (SCARA, 20)):
        _, measured = planted(mechanism, rng, 80, with_turns=True)
        found = identify(*six_numbers(mechanism), measured, TOOL)
        assert len(found.kept) == count
        assert len(found.kept) + len(found.never_told) == len(found.parameters)
        assert not found.not_told


def test_a_joint_that_the_poses_do_not_turn_is_said_to_be_untold():
    rng = np.random.default_rng(1)
    parameters, arm = six_numbers(PUMA)
    q = rng.uniform(-2, 2, (60, 6))
    q[:, 3] = 0.4
    T = forward(PUMA, q) @ TOOL
    found = identify(parameters, arm, Measurements(q, T[:, :3, 3], T[:, :3, :3]), TOOL)
    assert found.not_told
    assert all(np.abs(found.values[h.index]) == 0.0 for h in found.not_told + found.never_told)
    named = {parameters[k].name for h in found.not_told for k in (h.index, *h.partners)}
    assert any("joint_4" in name or "joint_5" in name for name in named)


def test_the_frame_of_the_measuring_device_is_found_where_it_is_not_the_base():
    rng = np.random.default_rng(4)
    T_device = translation(2500, -800, 300) @ rpy(0.2, -0.4, 2.1)
    true, measured = planted(PUMA, rng, 80, T_device=T_device)
    found = identify(*six_numbers(PUMA), measured, TOOL, free_frame=None, free_target=None)
    assert found.free_frame
    assert not found.free_target
    assert unseen(found, true, rng, T_device)[0].max() < 1e-8


def test_a_target_that_nobody_measured_on_the_flange_is_found_with_the_arm():
    rng = np.random.default_rng(5)
    true, measured = planted(PUMA, rng, 80)
    found = identify(*six_numbers(PUMA), measured, np.eye(4), free_target=None)
    assert found.free_target
    assert unseen(found, true, rng)[0].max() < 1e-8


def test_a_row_far_off_is_left_out_and_the_others_are_fitted_as_if_it_were_not_there():
    rng = np.random.default_rng(6)
    true, measured = planted(PUMA, rng, 80, noise=0.02)
    measured.places[[12, 44]] += [[0.0, 7.0, 0.0], [3.0, 0.0, 0.0]]
    found = identify(*six_numbers(PUMA), measured, TOOL)
    assert list(np.flatnonzero(found.left_out)) == [12, 44]
    assert unseen(found, true, rng)[0].mean() < 0.04


def test_measurements_of_another_arm_are_refused():
    rng = np.random.default_rng(7)
    _, measured = planted(PUMA, rng, 80)
    swapped = Measurements(measured.q[:, [0, 2, 1, 3, 4, 5]], measured.places)
    with pytest.raises(KinematicsError, match="the measured poses are not those of this arm"):
        identify(*six_numbers(PUMA), swapped, TOOL)


def test_noise_alone_makes_poses_kept_aside_no_better():
    rng = np.random.default_rng(11)
    parameters, arm = six_numbers(PUMA)
    q = rng.uniform(-2.5, 2.5, (60, 6))
    T = forward(PUMA, q) @ TOOL
    noisy = T[:, :3, 3] + 0.05 * rng.normal(size=(60, 3))
    assert not identify(parameters, arm, Measurements(q, noisy), TOOL).is_better


def test_too_few_poses_are_refused_with_the_number_that_is_needed():
    rng = np.random.default_rng(8)
    _, measured = planted(PUMA, rng, 12)
    with pytest.raises(KinematicsError, match=r"measure \d\d poses or more"):
        identify(*six_numbers(PUMA), measured, TOOL)


def test_poses_measured_again_and_again_count_once():
    rng = np.random.default_rng(8)
    _, measured = planted(PUMA, rng, 80)
    twice = Measurements(measured.q[[0, 1] * 40], measured.places[[0, 1] * 40])
    with pytest.raises(KinematicsError, match="2 different poses"):
        identify(*six_numbers(PUMA), twice, TOOL)


def test_places_that_no_arm_makes_are_refused_where_frame_and_target_are_unknown():
    rng = np.random.default_rng(12)
    q = rng.uniform(-2.5, 2.5, (60, 6))
    q[:, 1:] = q[0, 1:]
    places = rng.normal(size=(60, 3)) * 300.0
    with pytest.raises(KinematicsError, match="the measured poses are not those of this arm"):
        identify(*six_numbers(PUMA), Measurements(q, places), TOOL, None, None)


def test_deviations_tell_how_far_identified_numbers_scatter_under_noise():
    rng = np.random.default_rng(9)
    parameters, arm = six_numbers(PUMA)
    q = rng.uniform(-2.5, 2.5, (80, 6))
    T = forward(PUMA, q) @ TOOL
    runs = [
        identify(
            parameters, arm, Measurements(q, T[:, :3, 3] + 0.05 * rng.normal(size=(80, 3))), TOOL
        )
        for _ in range(16)
    ]
    kept = list(runs[0].kept)
    scatter = np.sqrt(np.mean([run.values[kept] ** 2 for run in runs], axis=0))
    told = np.mean([run.deviations[kept] for run in runs], axis=0)
    # 16 runs give a standard deviation to within a factor of 2 in all but one of 10,000 cases.
    assert np.all((scatter < 2.0 * told) & (told < 2.0 * scatter))


@pytest.mark.parametrize("scale", [1e-3, 1e3])
def test_an_arm_of_another_size_is_calibrated_alike(scale):
    rng = np.random.default_rng(10)
    parameters, arm = six_numbers(PUMA)
    q = rng.uniform(-2.5, 2.5, (60, 6))
    offs = rng.normal(size=len(parameters)) * [1e-3 if p.is_turn else 0.5 for p in parameters]
    units = np.array([1.0 if p.is_turn else scale for p in parameters])
    T = forward(arm(offs), q) @ TOOL

    def scaled(values):
        own = arm(values / units)
        frames, flange = own.T_link_joint.copy(), own.T_last_flange.copy()
        frames[:, :3, 3] *= scale
        flange[:3, 3] *= scale
        return Mechanism(own.joints, frames, flange)

    plain = identify(parameters, arm, Measurements(q, T[:, :3, 3]), TOOL)
    tool = TOOL.copy()
    tool[:3, 3] *= scale
    other = identify(parameters, scaled, Measurements(q, scale * T[:, :3, 3]), tool)
    assert other.kept == plain.kept
    np.testing.assert_allclose(other.values / units, plain.values, atol=1e-9)

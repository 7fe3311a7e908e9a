"""Arms with closed loops against formulas of their own, differences and planted roots."""

from dataclasses import replace

import numpy as np
import pytest

from kinematics import (
    KinematicsError,
    classify,
    forward,
    inverse,
    inverse_batch,
    inverse_from_seed,
    jacobian,
    jacobian_by_derivatives,
    jacobian_by_differences,
    limit_excesses,
    link_poses,
    posture_of,
    singularity,
    track,
    within_limits,
)
from kinematics.arm.limits import first_passive_excess
from kinematics.closed.closing_steps import taken
from kinematics.differential.nearest_pose import nearest_pose
from kinematics.poses.angles import wrapped


def draw_palletiser(rng, count):
    return rng.uniform([-3.0, -0.7, -0.5, -3.0], [3.0, 0.9, 0.9, 3.0], (count, 4))


def draw_five_bar(arm, rng, count):
    """Cranks within 50 deg of the drawing, of which those are taken at which the loop closes."""
    q = rng.uniform([-0.9, -0.9, -50.0, -3.0], [0.9, 0.9, 50.0, 3.0], (4 * count, 4))
    return q[arm.closes(q)][:count]


def arms(palletiser, five_bar, rng, count):
    yield palletiser, draw_palletiser(rng, count)
    yield five_bar, draw_five_bar(five_bar, rng, count)


def test_the_hand_of_a_palletiser_stays_level_and_its_crank_sets_the_forearm(palletiser, rng):
    q = draw_palletiser(rng, 50)
    T = forward(palletiser, q)
    turn, upper, crank, roll = q.T
    reach = 350 + 1250 * np.sin(upper) + 1300 * np.cos(crank) + 250
    height = 800 + 1250 * np.cos(upper) - 1300 * np.sin(crank) - 200
    expected = np.stack([reach * np.cos(turn), reach * np.sin(turn), height], axis=1)
    assert np.abs(T[:, :3, 3] - expected).max() < 1e-9
    assert np.abs(T[:, :3, 2] + np.array([0, 0, 1])).max() < 1e-12
    assert np.abs(wrapped(np.arctan2(T[:, 1, 0], T[:, 0, 0]) - turn + roll)).max() < 1e-12


def test_the_tip_of_a_five_bar_is_as_far_from_both_elbows_as_its_forearms_are_long(five_bar, rng):
    q = draw_five_bar(five_bar, rng, 50)
    tip = forward(five_bar, q)[:, :2, 3]
    fore, zero = np.hypot(300, 250), np.arctan2(250, 200)
    for x, angle in ((-100, np.pi - zero + q[:, 0]), (100, zero + q[:, 1])):
        elbow = np.stack(
            [x + np.hypot(200, 250) * np.cos(angle), np.hypot(200, 250) * np.sin(angle)], axis=1
        )
        assert np.abs(np.linalg.norm(tip - elbow, axis=1) - fore).max() < 1e-9


def test_all_loops_close_at_the_passive_values(palletiser, five_bar, rng):
    for arm, q in arms(palletiser, five_bar, rng, 50):
        y = arm.all_joints(q)
        assert arm.assembly.gap_mm(y).max() < 1e-9
        assert np.abs(y[:, arm.assembly.driven] - q).max() == 0.0


def test_ratios_triangles_and_iteration_give_the_same_passive_values(palletiser, five_bar, rng):
    for arm, q in arms(palletiser, five_bar, rng, 40):
        way = arm.assembly
        told = np.zeros((len(q), way.linkage.count))
        told[:, way.driven] = q
        expected = arm.all_joints(q)
        by_triangles, exists, _ = taken(way.linkage, way.steps, told, way.signs)
        followed, closes = way._followed(told)
        assert exists.all()
        assert closes.all()
        assert np.abs(wrapped(by_triangles - expected)).max() < 1e-9
        assert np.abs(followed - expected).max() < 1e-9


def test_the_jacobian_is_the_derivative_with_the_loops_kept_closed(palletiser, five_bar, rng):
    for arm, q in arms(palletiser, five_bar, rng, 20):
        J = jacobian(arm, q)
        assert np.abs(J - jacobian_by_differences(arm, q)).max() < 2e-4
        assert np.abs(J - jacobian_by_derivatives(arm, q)).max() < 1e-9


def test_planted_joint_values_are_among_all_solutions(palletiser, five_bar, rng):
    for arm, q in arms(palletiser, five_bar, rng, 200):
        T = forward(arm, q)
        found = inverse_batch(arm, T)
        gap = np.abs(wrapped(found.q - q[:, None])).max(axis=2)
        assert np.nanmin(gap, axis=1).max() < 1e-6
        assert found.complete
        for row, T_own, count in zip(found.q[:20], T, found.count, strict=False):
            reached = forward(arm, row[:count])
            assert np.abs(reached - T_own).max() < 1e-8


def test_a_five_bar_has_the_working_modes_that_its_circles_give(five_bar, rng):
    """Each elbow lies on two circles: four choices, less those of the other assembly."""
    q = draw_five_bar(five_bar, rng, 100)
    long, fore = np.hypot(200, 250), np.hypot(300, 250)
    for one in q:
        T = forward(five_bar, one)
        tip, expected = T[:2, 3], 0
        sides = []
        for x in (-100.0, 100.0):
            gap = tip - [x, 0.0]
            far = np.hypot(*gap)
            bend = np.arccos((long**2 + far**2 - fore**2) / (2 * long * far))
            sides.append([np.arctan2(gap[1], gap[0]) + sign * bend for sign in (1, -1)])
        for left in sides[0]:
            for right in sides[1]:
                a = np.array([-100 + long * np.cos(left), long * np.sin(left)])
                b = np.array([100 + long * np.cos(right), long * np.sin(right)])
                ahead, span = tip - a, b - a
                expected += ahead[0] * span[1] - ahead[1] * span[0] < 0.0
        assert len(inverse(five_bar, T)) == expected


def test_solvers_of_open_chains_are_not_asked(five_bar, palletiser):
    assert classify(five_bar).solver == "closed loops, SCARA"
    assert "closed loops and 4 driven joints" in classify(palletiser).reason
    with pytest.raises(KinematicsError, match="its links are no chain"):
        _ = five_bar.T_link_joint


def test_values_at_which_loops_stay_open_are_told(five_bar):
    apart = np.array([1.2, -1.2, 0.0, 0.0])
    assert not five_bar.closes(apart)
    with pytest.raises(KinematicsError, match=r"do not close at left 68\.8 deg, right -68\.8 deg"):
        forward(five_bar, apart)


def test_a_path_is_followed_in_one_working_mode(five_bar):
    q = np.linspace([0.0, 0.0, 0.0, 0.0], [0.3, -0.4, 20.0, 1.0], 200)
    followed = track(five_bar, forward(five_bar, q), q[0])
    assert followed.failed_at is None
    assert np.abs(followed.q - q).max() < 1e-9


def test_iteration_finds_a_pose_and_stays_where_loops_close(five_bar):
    q = np.array([0.1, 0.1, 5.0, 0.3])
    found = inverse_from_seed(five_bar, forward(five_bar, q), np.zeros(4))
    assert found.reached
    far = np.array(forward(five_bar, np.zeros(4)))
    far[1, 3] = 9000.0
    assert five_bar.closes(nearest_pose(five_bar, far, np.zeros(4)))


def test_the_posture_is_that_of_the_chain(five_bar):
    q = np.zeros(4)
    chain = five_bar.chain
    named = replace(posture_of(five_bar, q), mode=None)
    assert named == posture_of(chain, five_bar.chain_values(q))


def test_flat_loops_are_singular_by_name(palletiser, five_bar):
    """A parallelogram is flat where its crank lies along the upper arm; forearms in one line."""
    assert singularity(palletiser, [0.0, 0.2, 0.2, 0.0]).names == ()
    flat = singularity(palletiser, [0.0, 0.2, 0.2 - np.pi / 2, 0.0])
    assert flat.names == ("loop drive",)
    assert flat.singular
    long, fore, zero = np.hypot(200, 250), np.hypot(300, 250), np.arctan2(250, 200)
    angle = np.arccos((fore - 100.0) / long)
    in_line = singularity(
        five_bar, [angle - (np.pi - zero) + np.pi - 2 * angle, angle - zero, 0, 0]
    )
    assert "loop tip" in in_line.names


def test_a_crank_in_line_with_its_forearm_is_a_dead_centre(five_bar):
    """The right leg stretched out: its crank moves and the tip stays, to first order."""
    long, fore, zero = np.hypot(200, 250), np.hypot(300, 250), np.arctan2(250, 200)
    tip = np.array([100.0, 0.0]) + (long + fore) * np.array([-np.sin(0.2), np.cos(0.2)])
    right = np.arctan2(tip[1], tip[0] - 100.0) - zero
    gap = tip - [-100.0, 0.0]
    far = np.hypot(*gap)
    bend = np.arccos((long**2 + far**2 - fore**2) / (2 * long * far))
    left = np.arctan2(gap[1], gap[0]) + bend - (np.pi - zero)
    told = singularity(five_bar, [left, right, 0.0, 0.0])
    assert told.names == ("dead centre of loop tip",)


def test_the_last_link_carries_the_flange(palletiser, five_bar, rng):
    for arm, q in arms(palletiser, five_bar, rng, 5):
        links = link_poses(arm, q)
        assert links.shape[1] == len(arm.link_joints) + 1
        assert np.abs(links[:, -1] @ arm.T_last_flange - forward(arm, q)).max() < 1e-9


@pytest.mark.parametrize(
    "wrong",
    [[0, 0, 0], [0, 0], [0, 0, np.nan], [0, 0, np.inf], "up", [[0, 0, 1]], [0, 0, 1j], None],
)
def test_axes_and_points_that_are_none_are_refused_by_name(five_bar_with, wrong):
    with pytest.raises(KinematicsError, match="axis of joint right_elbow"):
        five_bar_with(elbow=([300, 250, 0], wrong))
    if wrong is not None:  # a meeting without an axis is a ball
        with pytest.raises(KinematicsError, match="axis of the meeting tip"):
            five_bar_with(tip=([0, 500, 0], wrong))
    if wrong != [0, 0, 0]:
        with pytest.raises(KinematicsError, match="point of joint right_elbow"):
            five_bar_with(elbow=(wrong, [0, 0, 1]))
        with pytest.raises(KinematicsError, match="point of the meeting tip"):
            five_bar_with(tip=(wrong, [0, 0, 1]))


def test_passive_joints_keep_their_limits(five_bar_with, rng):
    """The second elbow by hand, as the angle between its two bars."""
    low, high = np.radians([-8.0, 25.0])
    arm = five_bar_with(limits=(low, high))
    q = draw_five_bar(arm, rng, 300)
    right = np.array([100.0, 0.0]) + np.hypot(200, 250) * np.stack(
        [np.cos(q[:, 1] + np.arctan2(250, 200)), np.sin(q[:, 1] + np.arctan2(250, 200))], axis=1
    )
    fore = forward(arm, q)[:, :2, 3] - right
    elbow = wrapped(np.arctan2(fore[:, 1], fore[:, 0]) - np.arctan2(250, -300) - q[:, 1])
    kept = (elbow >= low) & (elbow <= high)
    assert 20 < kept.sum() < 280
    assert (within_limits(arm, q) == kept).all()
    for one, value, is_kept in zip(q, elbow, kept, strict=True):
        found = limit_excesses(arm, one)
        assert len(found) == (not is_kept)
        if found:
            assert found[0].passive
            assert abs(found[0].value - value) < 1e-9
            assert str(found[0]).startswith("passive joint right_elbow at ")
    row, excess = first_passive_excess(arm, q)
    assert row == np.argmin(kept)
    assert abs(excess.value - elbow[row]) < 1e-9


def test_solutions_beyond_a_passive_limit_are_told(five_bar_with):
    arm = five_bar_with(limits=np.radians([-8.0, 25.0]))
    found = inverse(arm, forward(arm, [0.0, 0.0, 0.0, 0.0]))
    for q, within in zip(found.q, found.within_limits, strict=True):
        assert within == (not limit_excesses(arm, q))
    assert within_limits(arm, np.zeros(4))
    assert found.within_limits.sum() == 2  # both sides of the left elbow; the right stays


def test_the_tip_of_a_five_bar_lies_on_the_other_side_in_the_other_assembly(five_bar, rng):
    """The two ways are mirror images in the line of the elbows, by hand."""
    drawn, other = five_bar.ways()
    assert (drawn.assembly.shown, other.assembly.shown) == ({"tip": "+"}, {"tip": "-"})
    long, zero = np.hypot(200, 250), np.arctan2(250, 200)
    for q in draw_five_bar(five_bar, rng, 20):
        angles = np.pi - zero + q[0], zero + q[1]
        elbows = [
            np.array([x + long * np.cos(a), long * np.sin(a)])
            for x, a in zip((-100, 100), angles, strict=True)
        ]
        along = (elbows[1] - elbows[0]) / np.linalg.norm(elbows[1] - elbows[0])
        tips = [forward(arm, q)[:2, 3] - elbows[0] for arm in (drawn, other)]
        mirrored = 2 * along * (along @ tips[0]) - tips[0]
        assert np.abs(mirrored - tips[1]).max() < 1e-9
        found = inverse(other, forward(other, q))
        assert np.abs(wrapped(found.q - q)).max(axis=1).min() < 1e-9
        assert not any(
            np.abs(wrapped(row - q)).max() < 1e-6 for row in solutions_of(drawn, other, q)
        )
        J = jacobian(other, q)
        assert np.abs(J - jacobian_by_differences(other, q)).max() < 2e-4


def solutions_of(arm, other, q):
    """What an arm needs to be where another one is at q."""
    return inverse(arm, forward(other, q)).q


def test_both_assemblies_of_a_delta_hold_their_loops_closed(delta, rng):
    above = [arm for arm in delta.ways() if "-" in arm.assembly.way]
    assert len(above) == 1
    for q in rng.uniform(-0.3, 0.3, (10, 4)):
        y = above[0].all_joints(q[None])
        assert above[0].assembly.gap_mm(y).max() < 1e-9
        assert forward(above[0], q)[2, 3] > forward(delta, q)[2, 3] + 500.0


@pytest.mark.parametrize("way", ["++", "x", "+-+", "0"])
def test_a_way_of_assembly_that_does_not_fit_is_refused(five_bar, way):
    with pytest.raises(
        KinematicsError, match=r"is not a sign, \+ or -, for each of its loops \(tip"
    ):
        five_bar.assembled(way)


def test_the_antiparallelogram_is_another_assembly_of_a_palletiser(palletiser):
    """Its tie rod crosses the upper arm, so that the crank leads the forearm elsewhere."""
    assert palletiser.assembly.shown == {}
    ways = palletiser.ways()
    assert len(ways) == 8
    names = ways[0].assembly.choices
    other = palletiser.assembled("".join("-" if name == "drive" else "+" for name in names))
    assert other.assembly.shown == {"drive": "-", "lower": "+", "upper": "+"}
    q = np.array([0.0, 0.3, -0.2, 0.0])
    assert other.assembly.gap_mm(other.all_joints(q[None])).max() < 1e-9
    assert np.abs(forward(other, q) - forward(palletiser, q)).max() > 1.0

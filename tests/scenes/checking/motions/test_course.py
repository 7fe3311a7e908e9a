"""Courses: the pieces of a motion are the motion, at every place and time, and their key is that of
the path."""

from itertools import product

import numpy as np
import pytest

from kinematics.motion.laws.rest_to_rest import seven_segments
from kinematics.motion.motion import Motion
from kinematics.motion.paths.joint_path import JointPath, joined
from scenes.checking.motions.arm_motion import ArmMotion
from scenes.checking.motions.course import Outline, course_key, course_of

TURNED = np.radians([40.0, -30.0, 25.0, 50.0, -20.0, 60.0])
# Openings of a hand that stands still, mm.
STILL = (0.0, 0.0)


@pytest.fixture
def curved(rng, smooth_path):
    return smooth_path(rng, TURNED)


def test_the_pieces_are_the_motion_at_the_times_of_their_places(
    cell_with, curved, step_of, rng, motion_along
):
    cell = cell_with()
    whole = motion_along(curved)
    for motion in (whole, whole.slice(0.2 * whole.duration, 0.7 * whole.duration)):
        course = course_of(step_of(motion), cell.robot.mechanism)
        places = np.sort(rng.uniform(0.0, len(course.pieces), 200))
        piece = places.astype(int)
        q, _ = course.pieces.at(piece, places - piece)
        times = np.array([course.time_at(place) for place in places])
        assert (np.diff(times) >= 0.0).all()
        assert np.abs(motion.at(times) - q).max() < 1e-8
        back = [course.place_at(t) for t in times]
        assert back == pytest.approx(places, abs=1e-6)
        assert course.time_at(0.0) == 0.0
        assert course.end_at(len(course.pieces)) == motion.duration


def test_a_change_of_speed_keeps_the_key_and_a_change_of_the_path_does_not(curved, motion_along):
    fast, slow = (motion_along(curved, share) for share in (1.0, 0.3))
    assert fast.duration < slow.duration
    assert course_key(fast, STILL) == course_key(slow, STILL)
    bent = np.array(curved.controls)
    bent[2, 3, 1] += 1e-9
    other = motion_along(JointPath(curved.knots, bent))
    assert course_key(fast, STILL) != course_key(other, STILL)


def test_where_the_hand_opens_meanwhile_the_speed_is_part_of_the_key(curved, motion_along):
    fast, slow = (motion_along(curved, share) for share in (1.0, 0.3))
    assert course_key(fast, (0.0, 20.0)) != course_key(slow, (0.0, 20.0))
    assert course_key(fast, (0.0, 20.0)) != course_key(fast, (0.0, 30.0))


def test_a_leg_of_a_chain_is_the_same_path_wherever_it_begins_in_the_chain(curved):
    lead = JointPath.straight(curved.q_start - 0.1, curved.q_start)
    outlines = []
    for first in (lead, JointPath(lead.knots * np.pi, lead.controls)):
        chain = joined([first, curved])

        class Placed:
            duration = chain.length

            def at(self, t):
                return np.stack([np.clip(t, 0.0, self.duration)] * 4)

        motion = Motion(chain, Placed(), first.length, curved.length)
        outlines.append(Outline.of(motion))
    assert outlines[0].key == outlines[1].key
    assert outlines[0].controls == pytest.approx(curved.controls, abs=1e-11)


@pytest.mark.parametrize("beside", [-1e-16, 0.0, 1e-16])
def test_a_part_that_begins_beside_a_knot_by_rounding_begins_at_the_knot(
    curved, motion_along, beside
):
    motion = motion_along(curved)
    start, end = motion.law.time_at(curved.knots[[1, 4]] + beside)
    part = Outline.of(motion.slice(float(start), float(end)))
    assert len(part.widths) == 3
    assert part.controls == pytest.approx(curved.controls[1:4], abs=1e-9)


def test_a_hand_that_opens_while_the_arm_moves_is_where_its_time_says(
    cell_with, curved, step_of, rng, motion_along
):
    cell = cell_with()
    motion = motion_along(curved)
    step = step_of(motion, 10.0, 45.0)
    course = course_of(step, cell.robot.mechanism)
    places = rng.uniform(0.0, len(course.pieces), 300)
    piece = places.astype(int)
    q, openings = course.pieces.at(piece, places - piece)
    times = np.array([course.time_at(place) for place in places])
    assert np.abs(motion.at(times) - q).max() < 1e-9
    assert np.abs(step.openings(times) - openings).max() < 1e-9


@pytest.mark.parametrize("jerk", [40.0, np.inf])
def test_no_point_is_faster_or_bends_more_than_told_while_the_hand_opens(
    cell_with, curved, step_of, jerk
):
    """Points of fingers and links are followed in time, over each piece."""
    robot, fine = cell_with().robot, 400
    motion = Motion.of(curved, seven_segments(1.0, 4.0, jerk))
    course = course_of(step_of(motion, 10.0, 60.0), robot.mechanism)
    assert course.pieces.laws
    arm = ArmMotion(robot, course.pieces)
    share, closest = np.linspace(0.0, 1.0, fine + 1), 0.0
    for piece in range(len(course.pieces)):
        T = arm.poses(*course.pieces.at(np.full(fine + 1, piece), share))
        for body, solid in enumerate(arm.solids):
            corners = np.array([*product(*zip(*solid.bounds(), strict=True))])
            own = corners @ np.swapaxes(T[:, body, :3, :3], 1, 2) + T[:, body, None, :3, 3]
            rate = np.linalg.norm(np.diff(own, axis=0), axis=2).max() * fine
            assert rate <= arm.ways[piece, body, 0] * (1 + 1e-6) + 1e-6
            bend = np.linalg.norm(np.diff(own, 2, axis=0), axis=2).max() * fine**2
            assert bend <= arm.bends[piece, body, 0] * (1 + 1e-6) + 1e-5
            closest = max(closest, rate / max(arm.ways[piece, body, 0], 1e-9))
    assert closest > 0.5
    assert arm.kinks(0, len(course.pieces)).max() < 1e-3


def test_an_arm_that_stands_has_one_piece_over_its_time(cell_with, step_of):
    cell = cell_with()
    course = course_of(step_of(Motion.still(TURNED, 2.0), 5.0, 25.0), cell.robot.mechanism)
    q, opening = course.pieces.at(np.array([0]), np.array([0.25]))
    assert q[0] == pytest.approx(TURNED)
    assert opening[0] == pytest.approx(10.0)
    assert course.time_at(0.25) == pytest.approx(0.5)

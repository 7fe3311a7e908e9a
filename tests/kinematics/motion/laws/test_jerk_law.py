"""The fastest law under limits of jerk: limits everywhere, laws of scale, and exact answers."""

from itertools import pairwise

import numpy as np
import pytest

from kinematics import KinematicsError
from kinematics.motion.laws.acceleration_law import acceleration_law
from kinematics.motion.laws.jerk_law import jerk_law
from kinematics.motion.laws.rest_to_rest import rest_to_rest
from kinematics.motion.laws.time_law import JointLimits
from kinematics.motion.paths.joint_path import JointPath, joined

FAST, SLOW = 1e3, 0.7


def everywhere(path, rate):
    return np.full(path.pieces, rate)


@pytest.mark.parametrize("rate", [FAST, SLOW])
def test_all_limits_hold_between_samples(paths, limits, measured, rate) -> None:
    for path in paths:
        law = jerk_law(path, everywhere(path, rate), limits)
        assert measured(path, law, limits, everywhere(path, rate)).max() < 1.0 + 1e-9


def test_some_limit_is_nearly_reached_all_the_way(paths, limits, measured) -> None:
    for path in paths:
        law = jerk_law(path, everywhere(path, FAST), limits)
        assert measured(path, law, limits, everywhere(path, FAST)).max() > 0.995


def test_it_begins_and_ends_at_rest_at_the_ends_of_the_path(paths, limits) -> None:
    for path in paths:
        law = jerk_law(path, everywhere(path, FAST), limits)
        begin, end = law.at(np.array([0.0, law.duration])).T
        assert begin[:3] == pytest.approx([0.0, 0.0, 0.0], abs=1e-12)
        assert end[:3] == pytest.approx([path.length, 0.0, 0.0], abs=1e-12)


def test_it_is_within_a_hundredth_of_a_grid_ten_times_as_fine(paths, limits) -> None:
    for path in paths:
        caps = everywhere(path, FAST)
        fine = jerk_law(path, caps, limits, knots=600).duration
        assert fine * 0.9999 < jerk_law(path, caps, limits).duration < 1.01 * fine


def test_a_reversed_path_takes_the_same_time(paths, limits, reversed_path) -> None:
    for path in paths:
        there = jerk_law(path, everywhere(path, FAST), limits).duration
        back = jerk_law(reversed_path(path), everywhere(path, FAST), limits).duration
        assert back == pytest.approx(there, rel=1e-6)


@pytest.mark.parametrize("k", [0.01, 0.5, 30.0])
def test_faster_joints_take_less_time_in_proportion(paths, limits, k) -> None:
    faster = JointLimits(limits.speed * k, limits.acceleration * k**2, limits.jerk * k**3)
    for path in paths:
        own = jerk_law(path, everywhere(path, SLOW), limits).duration
        assert jerk_law(path, everywhere(path, SLOW * k), faster).duration == pytest.approx(
            own / k, rel=1e-6
        )


def test_a_longer_parameter_of_the_same_path_takes_the_same_time(paths, limits) -> None:
    for path in paths:
        longer = JointPath(path.knots * 250.0, path.controls)
        own = jerk_law(path, everywhere(path, SLOW), limits).duration
        assert jerk_law(longer, everywhere(path, SLOW * 250.0), limits).duration == pytest.approx(
            own, rel=1e-6
        )


def test_a_stop_on_the_way_never_saves_time(paths, limits, halves) -> None:
    for path in paths:
        whole = jerk_law(path, FAST, limits, knots=400).duration
        parts = sum(jerk_law(part, FAST, limits, knots=400).duration for part in halves(path))
        assert whole < 1.002 * parts


def test_the_law_without_jerk_is_never_slower(paths, limits) -> None:
    for path in paths:
        caps = everywhere(path, SLOW)
        quick = acceleration_law(path, caps, limits).duration
        assert quick < jerk_law(path, caps, limits).duration * 1.001


def test_hardly_bent_paths_take_the_time_of_the_closed_form(limits) -> None:
    start, way = np.zeros(6), np.array([1.0, -0.5, 0.2, 0.9, 0.0, -1.4])
    straight = JointPath.straight(start, start + way)
    bent = straight.controls + 1e-9 * np.sin(np.arange(36.0)).reshape(1, 6, 6)
    for rate in (FAST, SLOW):
        exact = rest_to_rest(way, limits, rate).duration
        assert jerk_law(straight, rate, limits).duration == exact
        near = jerk_law(JointPath(straight.knots, bent), rate, limits).duration
        assert near == pytest.approx(exact, rel=5e-4)


def test_caps_of_pieces_hold_on_their_pieces(drawn, limits, measured) -> None:
    path = drawn(np.random.default_rng(4), 8)
    caps = np.array([FAST, 0.3, FAST, 0.5, 2.0, 0.2, FAST, FAST])
    law = jerk_law(path, caps, limits)
    assert measured(path, law, limits, caps)[[0, 1, 2, 3]].max() < 1.0 + 1e-9
    assert measured(path, law, limits, caps)[3] > 0.99


def test_slides_and_turns_may_differ_in_scale_by_millions(drawn, limits, measured) -> None:
    path = drawn(np.random.default_rng(5))
    scale = np.array([1e-3, 1e3, 1.0, 1e6, 1.0, 1.0])
    scaled = JointPath(path.knots, path.controls * scale)
    wide = JointLimits(limits.speed * scale, limits.acceleration * scale, limits.jerk * scale)
    law = jerk_law(scaled, FAST, wide)
    assert law.duration == pytest.approx(jerk_law(path, FAST, limits).duration, rel=1e-6)


def test_a_joint_that_stands_changes_nothing_whatever_its_limits(drawn, limits) -> None:
    path = drawn(np.random.default_rng(6))
    own = jerk_law(path, FAST, limits).duration
    standing = np.concatenate([path.controls, np.full((path.pieces, 6, 1), 0.7)], axis=2)
    for limit in (1e-9, 1.0, np.inf):
        every = (limits.speed, limits.acceleration, limits.jerk)
        wider = JointLimits(*(np.append(each, limit) for each in every))
        law = jerk_law(JointPath(path.knots, standing), FAST, wider)
        assert law.duration == pytest.approx(own, rel=1e-9)


def test_joints_without_some_limits_are_held_by_the_others(drawn, limits, measured) -> None:
    path = drawn(np.random.default_rng(7))
    caps = everywhere(path, FAST)
    open_limits = JointLimits(limits.speed.copy(), limits.acceleration.copy(), limits.jerk.copy())
    open_limits.jerk[[0, 3]] = open_limits.acceleration[[3, 4]] = open_limits.speed[5] = np.inf
    law = jerk_law(path, caps, open_limits)
    assert measured(path, law, open_limits, caps).max() < 1.0 + 1e-9
    assert law.duration < jerk_law(path, caps, limits).duration * (1.0 + 1e-3)


def test_a_path_that_moves_nothing_stands(limits) -> None:
    law = jerk_law(JointPath.straight(np.ones(6), np.ones(6)), 0.1, limits)
    assert law.duration == 0.0


def test_caps_alone_are_enough(drawn, measured) -> None:
    path = drawn(np.random.default_rng(8))
    free = JointLimits(*(np.full(6, np.inf) for _ in range(3)))
    law = jerk_law(path, 0.5, free)
    assert law.duration == pytest.approx(2.0, rel=0.02)
    assert measured(path, law, free, everywhere(path, 0.5))[3] < 1.0 + 1e-9


@pytest.mark.parametrize("width", [1e-3, 1e-6, 1e-9, 1e-11])
def test_very_short_pieces_are_passed(limits, drawn, measured, width) -> None:
    path = drawn(np.random.default_rng(9), 4)
    places = [0.0, 0.37, 0.37 + width, path.length]
    cut = joined([path.part(a, b) for a, b in pairwise(places)])
    own = jerk_law(path, FAST, limits).duration
    law = jerk_law(cut, FAST, limits)
    assert law.duration == pytest.approx(own, rel=5e-3)
    # The joint values are rounded; over a short piece that looks like acceleration and jerk.
    orders = 1 if width < 1e-7 else 2 if width < 1e-4 else 3
    assert measured(cut, law, limits, everywhere(cut, FAST))[:orders].max() < 1.0 + 1e-6


def test_a_short_way_takes_little_time_and_a_long_one_much(limits, drawn, measured) -> None:
    path = drawn(np.random.default_rng(10))
    for size in (1e-7, 1e-3, 1e3):
        scaled = JointPath(path.knots, path.controls * size)
        law = jerk_law(scaled, FAST, limits)
        assert measured(scaled, law, limits, everywhere(path, FAST)).max() < 1.0 + 1e-9


def test_a_chain_of_stretches_keeps_its_limits(drawn, limits, measured) -> None:
    rng = np.random.default_rng(12)
    path = drawn(rng, 120, 1.0)
    longer = JointPath(path.knots * 20.0, np.tile(path.controls, 1) * 10.0)
    law = jerk_law(longer, FAST, limits)
    assert measured(longer, law, limits, everywhere(longer, FAST), 20).max() < 1.0 + 1e-9


def test_the_same_path_gets_the_same_law(paths, limits) -> None:
    for path in paths[3:5]:
        assert jerk_law(path, FAST, limits) == jerk_law(path, FAST, limits)


def test_without_loops_the_durations_are_the_same(paths, limits, request) -> None:
    fast = [jerk_law(path, FAST, limits).duration for path in paths]
    request.getfixturevalue("without_loops")
    assert [jerk_law(path, FAST, limits).duration for path in paths] == pytest.approx(
        fast, rel=1e-7
    )


@pytest.mark.parametrize(
    ("rates", "change", "words"),
    [
        (np.ones(3), {}, "one rate for each"),
        (0.0, {}, "above 0"),
        (np.nan, {}, "above 0"),
        (1.0, {"speed": 0.0}, "above 0"),
        (1.0, {"jerk": -1.0}, "above 0"),
        (np.inf, {"speed": np.inf, "acceleration": np.inf, "jerk": np.inf}, "needs a limit"),
    ],
)
def test_what_is_no_limit_is_refused(drawn, limits, rates, change, words) -> None:
    own = {name: getattr(limits, name) for name in ("speed", "acceleration", "jerk")}
    own.update({name: np.full(6, value) for name, value in change.items()})
    with pytest.raises(KinematicsError, match=words):
        jerk_law(drawn(np.random.default_rng(1)), rates, JointLimits(**own))


def test_an_end_takes_one_node_near_it_however_close_together_the_nodes_are() -> None:
    """An end that took each node near the node taken before went on to the far end of the path."""
    limits = JointLimits(np.array([1.4, 2.1]), np.array([4.8, 7.1]), np.array([95.0, 142.0]))

    def line(pieces: int) -> JointPath:
        s = np.linspace(0.0, 1.0, pieces + 1)[:, None]
        q = np.hstack([-0.028 * s + 2.6e-4 * s * s, 0.034 * s + 1.4e-3 * s * s])
        first = np.hstack([-0.028 + 5.2e-4 * s, 0.034 + 2.8e-3 * s])
        return JointPath.through(s[:, 0], q, first, np.tile([5.2e-4, 2.8e-3], (pieces + 1, 1)))

    few, many = (jerk_law(line(pieces), np.array(12.5), limits) for pieces in (8, 64))
    assert many.duration == pytest.approx(few.duration, rel=0.01)


def beside_a_singularity(distance: float) -> JointPath:
    """Joint 4 turns as near a singular wrist that a straight line passes at s = 0."""
    s = np.concatenate([[0.0], np.geomspace(0.1 * distance, 1.0, 24)])
    q, first, second = np.zeros((3, len(s), 6))
    q[:, 0], first[:, 0] = 0.5 * s, 0.5
    at = s + distance
    q[:, 3], first[:, 3], second[:, 3] = np.sqrt(at), 0.5 / np.sqrt(at), -0.25 * at**-1.5
    return JointPath.through(s, q, first, second)


@pytest.mark.parametrize("distance", [0.1, 0.01, 0.001])
def test_a_start_beside_a_singularity_is_resolved(limits, measured, distance) -> None:
    path = beside_a_singularity(distance)
    law = jerk_law(path, FAST, limits)
    assert law.duration < 1.01 * jerk_law(path, FAST, limits, knots=1000).duration
    assert measured(path, law, limits, everywhere(path, FAST)).max() < 1.0 + 1e-9


def test_legs_of_very_different_speeds_share_a_chain(drawn, limits, measured) -> None:
    """Rows left out where they seemed far from their limits let such chains take twice the time."""
    rng = np.random.default_rng(3)
    for spread in (10.0, 100.0):
        path = drawn(rng, 80, 0.3)
        path = JointPath(path.knots * 20.0, path.controls * 10.0)
        caps = np.repeat(3.0 * spread ** -rng.uniform(0.0, 1.0, 20), 4)
        law = jerk_law(path, caps, limits)
        assert law.duration < 1.03 * jerk_law(path, caps, limits, knots=1500).duration
        assert measured(path, law, limits, caps, 20).max() < 1.0 + 1e-9


def test_limits_that_are_hardly_felt_on_a_long_slow_path_are_no_fault(drawn, limits) -> None:
    path = drawn(np.random.default_rng(14), 20)
    law = jerk_law(path, 1e-5, limits)
    assert law.duration == pytest.approx(1e5, rel=1e-2)


def test_a_law_that_is_fast_enough_keeps_its_limits_and_need_not_be_the_fastest(
    paths, limits, measured
) -> None:
    for path in paths:
        rates = everywhere(path, FAST)
        fastest = jerk_law(path, rates, limits)
        enough = 1.2 * fastest.duration
        law = jerk_law(path, rates, limits, enough=enough)
        assert fastest.duration * (1.0 - 1e-3) <= law.duration < enough
        assert (measured(path, law, limits, rates) <= 1.0 + 1e-9).all()


def test_where_no_law_is_fast_enough_the_fastest_is_found(paths, limits) -> None:
    for path in paths:
        rates = everywhere(path, FAST)
        fastest = jerk_law(path, rates, limits)
        law = jerk_law(path, rates, limits, enough=0.5 * fastest.duration)
        assert law.duration == pytest.approx(fastest.duration, rel=1e-3)

import numpy as np

from kinematics import limit_excesses, nearest_turns, within_limits


def test_whole_turns_bring_joint_values_nearest_to_given_ones(hokkaido):
    q = np.radians([10.0, -90, 0, -170, 0, 20])
    near = np.radians([0.0, -80, 10, 175, 0, -300])
    turned = np.degrees(nearest_turns(hokkaido, q, near))
    assert np.allclose(turned, [10, -90, 0, 190, 0, -340])


def test_a_turn_within_the_limits_is_preferred(puma):
    q = np.radians([0.0, 0, 170, 0, 0, 0])  # the limits of joint 3 are -225 and 45 deg
    turned = np.degrees(nearest_turns(puma, q, q))
    assert np.allclose(turned[2], -190)


def test_a_joint_beyond_its_limits_at_every_turn_takes_the_nearest_turn(puma):
    q = np.radians([0.0, 0, 100, 0, 0, 0])
    assert np.allclose(nearest_turns(puma, q, q), q)


def test_turns_are_found_for_many_rows_at_once(puma, rng):
    q, near = rng.uniform(-3, 3, (20, 6)), rng.uniform(-6, 6, (20, 6))
    single = [nearest_turns(puma, a, b) for a, b in zip(q, near, strict=True)]
    assert np.array_equal(nearest_turns(puma, q, near), single)


def test_within_limits_allows_whole_turns(puma):
    q = np.radians([[0.0, 0, 170, 0, 0, 0], [0, 0, 100, 0, 0, 0]])
    assert list(within_limits(puma, q)) == [True, False]


def test_an_excess_says_which_joint_and_by_how_much(hokkaido):
    (excess,) = limit_excesses(hokkaido, np.radians([0.0, -90, 163.2, 0, 0, 0]))
    assert excess.joint == 2
    expected = "joint 3 (theta3) at 163.2 deg, limit 150.0 deg (13.2 deg too far)"
    assert str(excess) == expected

import numpy as np
import pytest

from kinematics import Mechanism
from kinematics.families.anthropomorphic import recognise_arm
from kinematics.poses.angles import wrapped


def with_axes(change):
    """The 1985 arm with some of its axes and points changed."""
    axes = [[0, 0, 1], [0, 1, 0], [0, 1, 0], [1, 0, 0], [0, 1, 0], [1, 0, 0]]
    points = [[0, 0, 0], [0, 0, 450], [500, 0, 450]] + [[950, 0, 450]] * 3
    for i, (axis, point) in change.items():
        axes[i], points[i] = axis or axes[i], point or points[i]
    return Mechanism.from_axes(axes=axes, points=points, T_base_flange_zero=np.eye(4))


def test_the_lengths_follow_from_the_axes(hokkaido, puma):
    geometry = recognise_arm(hokkaido)
    assert (geometry.shoulder, geometry.lateral) == (0, 0)
    assert (geometry.upper, geometry.fore) == (500, 450)
    geometry = recognise_arm(puma)
    assert geometry.lateral == pytest.approx(150.05)
    assert (geometry.upper, geometry.fore) == pytest.approx((431.8, np.hypot(20.3, 431.8)))


def test_the_lengths_depend_on_the_axes_and_not_on_the_table(puma):
    other = Mechanism.from_modified_dh(
        alpha=np.radians([0, 90, 0, -90, 90, -90]),
        a=[0, 0, 431.8, 20.3, 0, 0],
        d=[671.83, 0, 150.05, 431.8, 0, 0],
    )
    mine, same = recognise_arm(puma), recognise_arm(other)
    assert (mine.shoulder, mine.lateral, mine.upper, mine.fore) == pytest.approx(
        (same.shoulder, same.lateral, same.upper, same.fore)
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({1: ([0, 1, 1], None)}, "axes 2 and 3 are 45 deg from parallel"),
        ({0: ([0, 1, 1], None)}, "axes 1 and 2 are 45 deg from perpendicular"),
        ({5: ([0, 0, 1], [960, 0, 0])}, "do not meet in one point"),
        ({4: ([1, 0, 0], None)}, "axes 4 and 5 are parallel"),
        ({2: (None, [0, 70, 450])}, "axes 2 and 3 are one line"),
        ({2: (None, [950, 70, 450])}, "wrist centre lies on axis 3"),
    ],
)
def test_an_arm_outside_the_family_is_refused_with_what_is_missing(change, words):
    assert words in recognise_arm(with_axes(change))


def test_wrapping_brings_angles_into_one_turn(rng):
    angles = wrapped(np.append(rng.uniform(-50, 50, 1000), [np.pi, -np.pi, 3 * np.pi]))
    assert (angles > -np.pi).all()
    assert (angles <= np.pi).all()
    assert angles[-2] == np.pi

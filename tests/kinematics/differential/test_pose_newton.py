"""Newton's method on poses gives the same by the shipped loop and by NumPy."""

from itertools import product

import numpy as np
import pytest

from kinematics import forward
from kinematics.arm.residuals import misses
from kinematics.differential.damped_newton import CAUTIOUS, FADING, Damping, Rule, Takes, Until
from kinematics.differential.pose_newton import Rest, led_by_numpy, led_to_poses
from kinematics.loops.newton_kernel import descend_rows

RULES = {
    "cautious": Rule(40, 0.7, CAUTIOUS, 1e-13, Takes.CLOSER, Until.ALL),
    "fading, each by itself": Rule(40, 0.7, FADING, 1e-13, Takes.EVERY),
    "fixed damping": Rule(30, 0.7, Damping(1e-8), 1e-13, Takes.EVERY, Until.ALL),
    "until one is there": Rule(40, 0.3, CAUTIOUS, 1e-13, Takes.BEST, Until.ONE),
    "ends without gain": Rule(40, 0.3, settled=2e-15, near=1e-12, gain=0.5, patience=2),
}


@pytest.fixture(autouse=True)
def the_loop_loads():
    assert descend_rows.is_ready


def agreeing(rng, mechanism, rule, rows=6, rest=None, count=40):
    """The share of rows that both ways lead to the same joint values, and the result of the
    loop."""
    q = rng.uniform(-2, 2, (count, mechanism.n))
    q[:, mechanism.revolute == 0.0] *= 200.0
    Ts, seeds = forward(mechanism, q), q + rng.uniform(-0.2, 0.2, q.shape)
    ours = led_to_poses(mechanism, Ts, seeds, rule, rows, rest)
    other = led_by_numpy(mechanism, Ts, seeds, rule, rows, rest)
    distance, angle = misses(mechanism, ours.q, Ts)
    assert np.allclose(ours.miss_mm, distance, atol=1e-9)
    assert np.allclose(ours.miss_rad, angle, atol=1e-11)
    same = np.abs(ours.q - other.q).max(axis=1) < 1e-9
    return float(same.mean()), ours, other


@pytest.mark.parametrize(("name", "rows"), list(product(RULES, (3, 6))))
def test_rows_go_where_numpy_leads_them(arm, rng, name, rows):
    # Steps from near a singular posture enlarge rounding; few seeds are so near.
    same, ours, other = agreeing(rng, arm, RULES[name], rows)
    assert same >= 0.9
    assert np.median(ours.trace[-1]) <= max(1e-12, 10 * float(np.median(other.trace[-1])))


@pytest.mark.parametrize("name", ["fading, each by itself", "cautious"])
def test_redundant_arms_and_arms_with_slides_go_where_numpy_leads_them(seven, stanford, rng, name):
    rest = Rest(np.linspace(-0.5, 0.5, 7), 0.1)
    assert agreeing(rng, seven, RULES[name])[0] >= 0.9
    assert agreeing(rng, seven, Rule(10, 0.7, FADING, -1.0, Takes.EVERY), rest=rest)[0] >= 0.9
    assert agreeing(rng, stanford, RULES[name])[0] >= 0.9


def test_the_trace_of_one_row_is_that_of_numpy(arm, rng):
    q = rng.uniform(-2, 2, (1, 6))
    T, rule = forward(arm, q), RULES["cautious"]
    ours, other = (led(arm, T, q + 0.1, rule) for led in (led_to_poses, led_by_numpy))
    assert ours.trace.shape == other.trace.shape
    assert np.allclose(ours.trace, other.trace, atol=1e-12)


def test_a_result_is_not_overwritten_by_the_next_call(arm, rng):
    q = rng.uniform(-2, 2, (2, 1, 6))
    first = led_to_poses(arm, forward(arm, q[0]), q[0] + 0.1, RULES["cautious"])
    kept = first.q.copy()
    led_to_poses(arm, forward(arm, q[1]), q[1] + 0.1, RULES["cautious"])
    assert (first.q == kept).all()


def test_more_steps_than_the_loop_has_room_for_are_taken_by_numpy(arm, rng, monkeypatch):
    q = rng.uniform(-2, 2, (1, 6))
    rule = Rule(10**9, 0.7, CAUTIOUS, 1e-13, Takes.CLOSER, Until.ALL)
    assert led_to_poses(arm, forward(arm, q), q + 0.1, rule).miss_mm[0] < 1e-9

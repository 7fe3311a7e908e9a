"""The damped Newton iteration: bounds, acceptance and stops, whatever the equations."""

import numpy as np
import pytest

from kinematics.differential.damped_newton import (
    CAUTIOUS,
    Joints,
    Linearised,
    Rule,
    Takes,
    Until,
    careful_step,
    damped_inverse,
    damped_newton,
    damped_step,
    shortened,
)

TWO_TURNS = Joints(np.ones(2), np.ones(2))


def circle_and_line(q, rows):
    """The equations x^2 + y^2 = 2 and x = y, whose roots are (1, 1) and (-1, -1)."""
    x, y = q.T
    error = np.stack([2.0 - x * x - y * y, y - x], axis=1)
    J = np.stack([np.stack([2 * x, 2 * y], axis=1), np.tile([1.0, -1.0], (len(q), 1))], axis=1)
    return Linearised(error, np.linalg.norm(error, axis=1), lambda where: J[where])


@pytest.mark.parametrize("takes", list(Takes))
@pytest.mark.parametrize("until", [Until.EACH, Until.ALL])
def test_rows_reach_a_root_whichever_steps_are_taken(takes, until):
    starts = np.array([[2.0, 0.5], [-3.0, 1.0], [1.0, 1.0]])
    rule = Rule(steps=40, largest=0.5, damping=CAUTIOUS, settled=1e-14, takes=takes, until=until)
    out = damped_newton(circle_and_line, starts, TWO_TURNS, rule)
    assert out.residual.max() <= 1e-13
    np.testing.assert_allclose(np.abs(out.q), 1.0, atol=1e-13)


def test_a_row_ends_where_it_would_end_alone(rng):
    starts = rng.uniform(-3.0, 3.0, (20, 2))
    rule = Rule(steps=40, largest=0.5, damping=CAUTIOUS, settled=1e-14, takes=Takes.CLOSER)
    together = damped_newton(circle_and_line, starts, TWO_TURNS, rule).q
    alone = [damped_newton(circle_and_line, q[None], TWO_TURNS, rule).q[0] for q in starts]
    np.testing.assert_allclose(together, alone, atol=1e-14)


def test_cautious_rows_never_go_away_from_the_root(rng):
    rule = Rule(steps=40, largest=5.0, damping=CAUTIOUS, takes=Takes.CLOSER, until=Until.ALL)
    out = damped_newton(circle_and_line, rng.uniform(-9.0, 9.0, (50, 2)), TWO_TURNS, rule)
    assert (np.diff(np.array(out.trace), axis=0) <= 0.0).all()


def test_all_rows_stop_when_the_first_has_reached_its_root():
    starts = np.array([[1.0, 1.0 + 1e-9], [30.0, -20.0]])
    rule = Rule(steps=40, largest=0.5, settled=1e-8, until=Until.ONE)
    out = damped_newton(circle_and_line, starts, TWO_TURNS, rule)
    assert not out.trace
    np.testing.assert_array_equal(out.q, starts)


def test_a_step_is_bounded_by_an_angle_and_for_a_slide_by_the_error_of_the_position():
    revolute, error = np.array([1.0, 0.0]), np.array([[5.0, 0.0, 0.0, 0.0, 0.0, 0.0]])
    slide_alone = shortened(np.array([[0.1, 5.0]]), error, revolute, 0.5)
    np.testing.assert_array_equal(slide_alone, [[0.1, 5.0]])
    both = shortened(np.array([[2.0, 5.0]]), error, revolute, 0.5)
    np.testing.assert_allclose(both, [[0.5, 1.25]])
    too_far = shortened(np.array([[0.0, 10.0]]), error, revolute, 0.5)
    np.testing.assert_allclose(too_far, [[0.0, 5.0]])


@pytest.mark.parametrize("shape", [(6, 6), (6, 8), (6, 4)])
def test_the_three_forms_of_a_step_agree(shape, rng):
    J, error, shift = rng.normal(size=(9, *shape)), rng.normal(size=(9, 6)), rng.uniform(size=9)
    expected = (damped_inverse(J, shift) @ error[..., None])[..., 0]
    np.testing.assert_allclose(damped_step(J, error, shift), expected, atol=1e-12)
    np.testing.assert_allclose(careful_step(J, error, shift), expected, atol=1e-12)

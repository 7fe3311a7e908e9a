"""RateSpline: its closed forms against integrals, derivatives and each other."""

from collections.abc import Callable

import numpy as np
import pytest

from kinematics import KinematicsError
from kinematics.motion.laws.rate_spline import RateSpline


def drawn(rng: np.random.Generator, is_eased: bool) -> RateSpline:
    """A law of ten intervals whose squared rate differs by a factor of up to 1e4."""
    knots = np.concatenate([[0.0], np.cumsum(rng.uniform(0.01, 1.0, 10))])
    squares = 10.0 ** rng.uniform(-2.0, 2.0, (10, 3))
    squares[1:, 0] = squares[:-1, 2]
    if not is_eased:
        squares[0] *= [0.0, 0.5, 1.0]
        return RateSpline(knots, squares)
    width = np.diff(knots)[[0, -1]] ** (4.0 / 3.0)
    return RateSpline(knots, squares, (squares[1, 0] / width[0], squares[-2, 2] / width[1]))


def square_of(law: RateSpline, s: np.ndarray) -> np.ndarray:
    """b(s) by its definition."""
    i = np.clip(np.searchsorted(law.knots, s, side="right") - 1, 0, len(law.squares) - 1)
    u = (s - law.knots[i]) / np.diff(law.knots)[i]
    b = (np.stack([(1 - u) ** 2, 2 * u * (1 - u), u**2], 1) * law.squares[i]).sum(1)
    if law.eases is not None:
        b = np.where(i == 0, law.eases[0] * np.cbrt(s) ** 4, b)
        rest = np.cbrt(np.maximum(law.knots[-1] - s, 0.0)) ** 4
        b = np.where(i == len(law.squares) - 1, law.eases[1] * rest, b)
    return b


@pytest.fixture(params=[True, False], ids=["eased", "not eased"])
def laws(request: pytest.FixtureRequest) -> list[RateSpline]:
    rng = np.random.default_rng(11)
    return [drawn(rng, request.param) for _ in range(40)]


def test_the_duration_is_the_integral_of_the_inverse_rate(laws: list[RateSpline]) -> None:
    nodes, weights = np.polynomial.legendre.leggauss(20)
    for law in laws:
        total = 0.0
        for i, (low, high) in enumerate(zip(law.knots[:-1], law.knots[1:], strict=True)):
            if i == 0 or (law.eases is not None and i == len(law.squares) - 1):
                continue
            edges = low + (high - low) * 0.5 * (1.0 - np.cos(np.linspace(0.0, np.pi, 101)))
            half = 0.5 * np.diff(edges)[:, None]
            s = edges[:-1, None] + half * (1.0 + nodes)
            total += (half * weights / np.sqrt(square_of(law, s.ravel())).reshape(s.shape)).sum()
        spans = np.diff(law.times)
        inner = spans[1:-1] if law.eases is not None else spans[1:]
        assert inner.sum() == pytest.approx(total, rel=1e-8)


def test_the_squared_rate_over_s_is_the_spline(laws: list[RateSpline]) -> None:
    for law in laws:
        t = np.linspace(0.0, law.duration, 1001)
        s, rate = law.at(t)[:2]
        assert rate**2 == pytest.approx(square_of(law, s), rel=1e-7, abs=1e-7 * rate.max() ** 2)


@pytest.mark.parametrize("order", [1, 2, 3])
def test_derivatives_are_those_of_the_row_before(laws: list[RateSpline], order: int) -> None:
    for law in laws:
        inside = np.linspace(0.05, 0.95, 19)
        t = (law.times[:-1, None] + np.diff(law.times)[:, None] * inside).ravel()
        h = np.repeat(np.diff(law.times) * 1e-4, 19)
        slope = (law.at(t + h)[order - 1] - law.at(t - h)[order - 1]) / (2.0 * h)
        found = law.at(t)[order]
        assert slope == pytest.approx(found, rel=1e-5, abs=1e-5 * np.abs(found).max())


def test_times_and_places_are_inverse(laws: list[RateSpline]) -> None:
    for law in laws:
        s = np.linspace(0.0, law.knots[-1], 777)
        assert law.at(law.time_at(s))[0] == pytest.approx(s, abs=1e-11 * law.knots[-1])
        t = np.linspace(0.0, law.duration, 777)
        assert law.time_at(law.at(t)[0]) == pytest.approx(t, abs=1e-7 * law.duration)


def test_nearly_straight_and_straight_squares_give_the_same_motion() -> None:
    knots, t = np.array([0.0, 1.0, 2.0]), np.linspace(0.0, 2.0, 101)
    straight = RateSpline(knots, np.array([[1.0, 2.0, 3.0], [3.0, 2.5, 2.0]]))
    for bend in (1e-15, 1e-9, -1e-9, -1e-15):
        bent = RateSpline(knots, straight.squares + np.array([0.0, bend, 0.0]))
        assert bent.at(t) == pytest.approx(straight.at(t), abs=1e-8)


def test_the_series_meet_the_functions_where_they_end() -> None:
    for z in (0.00999999, 0.01000001, -0.00999999, -0.01000001):
        # b = 1 + w e^2 on a way of 1, where w makes z at the end.
        w = 4.0 * z / (1.0 - z) ** 2
        law = RateSpline(np.array([0.0, 1.0]), np.array([[1.0, 1.0, 1.0 + w]]))
        root = np.sqrt(abs(w))
        exact = (np.arcsinh(root) if w > 0 else np.arcsin(root)) / root
        assert law.duration == pytest.approx(exact, rel=1e-15)
        assert law.at(np.array([exact]))[0] == pytest.approx(1.0, rel=1e-14)


def test_it_rests_before_its_start_and_after_its_end(laws: list[RateSpline]) -> None:
    for law in laws:
        before, after = law.at(np.array([-1.0, law.duration + 1.0])).T
        assert before == pytest.approx([0.0, 0.0, 0.0, 0.0])
        assert after == pytest.approx([law.knots[-1], 0.0, 0.0, 0.0])


def test_a_stretched_law_passes_the_same_places_later(laws: list[RateSpline]) -> None:
    for law in laws:
        slow = law.stretched(1.7)
        s = np.linspace(0.0, law.knots[-1], 50)
        assert slow.time_at(s) == pytest.approx(1.7 * law.time_at(s), rel=1e-12, abs=1e-12)
        assert slow != law
        assert law == RateSpline(law.knots, law.squares, law.eases)


@pytest.mark.parametrize(
    "make",
    [
        lambda: RateSpline(np.array([0.0, 1.0]), np.array([[0.0, 0.0, 0.0]])),
        lambda: RateSpline(np.array([0.0, 1.0]), np.array([[1.0, np.nan, 1.0]])),
        lambda: RateSpline(np.array([0.0, 1.0]), np.array([[1.0, 1.0, -1.0]])),
        lambda: RateSpline(np.array([0.0, 0.0]), np.array([[1.0, 1.0, 1.0]])),
        lambda: RateSpline(np.array([0.0, 1.0, 2.0]), np.array([[1.0, 1.0, 1.0]])),
        lambda: RateSpline(np.array([0.0, 1.0, 2.0]), np.ones((2, 3)), (0.0, 1.0)),
    ],
)
def test_numbers_that_make_no_motion_are_refused(make: Callable[[], RateSpline]) -> None:
    with pytest.raises(KinematicsError):
        make()

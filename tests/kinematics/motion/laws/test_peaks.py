"""The greatest rate and acceleration of each law in windows of time, against dense samples."""

from itertools import pairwise

import numpy as np
import pytest

from kinematics.motion.braking import Braking
from kinematics.motion.laws.rate_spline import RateSpline
from kinematics.motion.laws.rest_to_rest import seven_segments
from kinematics.motion.laws.time_law import Even, Standing, TimeLaw


def spline(eases) -> RateSpline:
    """Intervals that speed up, with a fastest place inside one, and slow down."""
    knots = np.array([0.0, 0.05, 0.3, 0.6, 0.9, 1.0])
    k = eases[0] if eases else 0.0
    first = k * 0.05 ** (4.0 / 3.0) if eases else 0.1
    last = (eases[1] if eases else 1.0) * 0.1 ** (4.0 / 3.0)
    squares = np.array(
        [
            [0.0, 0.3 * first, first],
            [first, 1.0, 1.4],
            [1.4, 2.3, 1.1],
            [1.1, 0.4, last],
            [last] * 3,
        ]
    )
    if not eases:
        squares[-1] = [last, 0.5 * last, 0.0]
    return RateSpline(knots, squares, eases)


LAWS: dict[str, TimeLaw] = {
    "seven segments": seven_segments(1.2, 4.0, 30.0),
    "short seven segments": seven_segments(9.0, 40.0, 30.0, 2.0),
    "trapezoid": seven_segments(1.2, 4.0, np.inf),
    "triangle": seven_segments(9.0, 4.0, np.inf),
    "spline": spline(None),
    "eased spline": spline((3.0, 5.0)),
    "slow spline": spline((3.0, 5.0)).stretched(3.0),
    "even": Even(1.5),
    "standing": Standing(1.5),
}
_law = LAWS["seven segments"]
_s, _rate = _law.at(np.array([0.5]))[:2, 0]
LAWS["braking"] = Braking(
    _law, 0.5, np.array([_s, _s + 0.05, _s + 0.12]), np.array([_rate**2, 0.4 * _rate**2, 0.0])
)


@pytest.mark.parametrize("name", LAWS)
def test_no_sample_of_a_window_exceeds_its_peaks_and_the_peaks_are_reached(name):
    law, rng = LAWS[name], np.random.default_rng(9)
    start = rng.uniform(0.0, law.duration, 300)
    end = start + rng.uniform(0.0, 1.0, 300) ** 3 * (law.duration - start)
    start[:3], end[:3] = 0.0, [law.duration, 0.01, 1e-6]
    found = law.peaks(start, end)
    for window, (a, b) in enumerate(zip(start, end, strict=True)):
        # From inside the window: next to its ends the values from within count.
        inner = np.linspace(a, b, 801)[1:-1]
        sampled = np.abs(law.at(inner)[1:3]).max(axis=1)
        assert (sampled <= found[:, window] * (1 + 1e-9) + 1e-9).all()
        at_ends = np.abs(law.at(np.array([a, b]))[1:3]).max(axis=1)
        slack = 0.02 * np.abs(law.peaks(np.zeros(1), np.array([law.duration]))[:, 0])
        assert (found[:, window] <= np.maximum(sampled, at_ends) + slack).all()


@pytest.mark.parametrize("name", LAWS)
def test_a_law_is_smooth_between_its_breaks(name):
    law = LAWS[name]
    breaks = np.unique(law.breaks)
    assert (breaks[0], breaks[-1]) == (0.0, pytest.approx(law.duration))
    for first, last in pairwise(breaks):
        # Inside: next to a break the values of its other side may count.
        nodes = np.cos(np.linspace(np.pi, 0.0, 15)) * (1.0 - 1e-7)
        t = 0.5 * (first + last) + 0.5 * (last - first) * nodes
        found = law.at(t)[2:]
        scale = np.abs(law.at(np.linspace(0.0, law.duration, 999))[2:]).max() + 1.0
        for row in found:
            smooth = np.polynomial.chebyshev.Chebyshev.fit(nodes[::2], row[::2], 7)
            assert np.abs(smooth(nodes[1::2]) - row[1::2]).max() < 1e-3 * scale

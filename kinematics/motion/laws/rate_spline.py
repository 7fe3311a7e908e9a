"""RateSpline: the time law whose squared rate is a quadratic of the parameter between knots.

With b(s) = (ds/dt)^2 the second derivative of s by time is b'(s)/2. On an interval where b is a
quadratic this is linear in s, so that s(t) and its inverse have closed forms:

    b = v0^2 + 2 c e + w e^2,   e = s - s0
    e(t) = v0 t S(z) + c t^2 C(z),  z = w t^2,  S = sinh(sqrt z)/sqrt z,  C = (cosh(sqrt z) - 1)/z
    t(e) = 2 e/(v0 + v) A(z),       z = w e^2/(v0 + v)^2,  A = artanh(sqrt z)/sqrt z

(sin, cos and arctan where z is negative). From rest a quadratic would need an infinite time or an
infinite jerk; an eased end therefore has b = k e^(4/3), which is a constant third derivative of s:
e = (sqrt(k) t/3)^3.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256

import numpy as np

from kinematics.errors import KinematicsError
from kinematics.motion.laws.time_law import peaks_at
from kinematics.poses.transforms import Array
from kinematics.tolerances import NEVER_ZERO

NEAR_ZERO = 1e-2
"""A z this near to 0 takes the series; what it leaves out is below 1e-16 of the value."""


@dataclass(frozen=True, eq=False)
class RateSpline:
    """s as a function of time, from rest to rest, by its squared rate b on intervals of s.

    knots: (m + 1,), values of s, which start at 0 and increase. squares: (m, 3), the Bernstein
    coefficients of b on each interval, 1/s^2. eases: k of the first and of the last interval if
    they have a constant jerk, which then take nothing from `squares`; else None. Two laws
    are equal if their numbers are. Raises KinematicsError for numbers that make no motion.
    """

    knots: Array
    squares: Array
    eases: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        knots, squares = np.array(self.knots, float), np.array(self.squares, float)
        inner = squares if self.eases is None else squares[1:-1]
        ends = np.asarray(self.eases if self.eases is not None else (1.0, 1.0))
        if squares.shape != (len(knots) - 1, 3) or (self.eases is not None and len(squares) < 2):
            raise KinematicsError("a time law of m intervals needs m + 1 knots and squares (m, 3)")
        if not (np.isfinite(squares).all() and (inner >= 0.0).all() and (ends > 0.0).all()):
            raise KinematicsError("a time law has a squared rate that is not a positive number")
        if (inner[:, 0] + inner[:, 2] <= 0.0).any() or (np.diff(knots) <= 0.0).any():
            raise KinematicsError("a time law stands still on a way that is not passed")
        knots.flags.writeable = squares.flags.writeable = False
        object.__setattr__(self, "knots", knots)
        object.__setattr__(self, "squares", squares)

    @cached_property
    def mark(self) -> bytes:
        """A key that is equal for equal laws."""
        eases = np.asarray(self.eases if self.eases is not None else ())
        return sha256(self.knots.tobytes() + self.squares.tobytes() + eases.tobytes()).digest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RateSpline) and self.mark == other.mark

    def __hash__(self) -> int:
        return hash(self.mark)

    @property
    def duration(self) -> float:
        """Time, s, at which the end of the path is reached."""
        return float(self.times[-1])

    @cached_property
    def times(self) -> Array:
        """Times of the knots, s, from 0: (m + 1,)."""
        every: np.ndarray = np.arange(len(self.squares))
        spans = self._span(every, np.diff(self.knots))
        return np.concatenate([[0.0], np.cumsum(spans)])

    @property
    def breaks(self) -> Array:
        """Times of the knots, s: (m + 1,)."""
        return self.times

    def at(self, t: Array) -> Array:
        """s and its first three derivatives by time at times t (k,), s: (4, k).

        At a knot they are those of the interval behind it. Before the start and after the end s
        rests.
        """
        when = np.clip(np.asarray(t, float), 0.0, self.duration)
        i = np.searchsorted(self.times, when, side="right") - 1
        i = np.clip(i, 0, len(self.squares) - 1)
        found = self._moved(i, when - self.times[i])
        if self.eases is not None:
            first, last = i == 0, i == len(self.squares) - 1
            signs = np.array([-1.0, 1.0, -1.0, 1.0])[:, None]
            found[:, first] = _eased(self.eases[0], when[first])
            found[:, last] = signs * _eased(self.eases[1], self.duration - when[last])
            found[0, last] += self.knots[-1]
        found[0] = np.clip(found[0], self.knots[i], self.knots[i + 1])
        found[1:, when != t] = 0.0
        return found

    def time_at(self, s: Array) -> Array:
        """Times (k,), s, at which values s (k,) of the parameter are reached."""
        place = np.clip(np.asarray(s, float), 0.0, self.knots[-1])
        i = np.searchsorted(self.knots, place, side="right") - 1
        i = np.clip(i, 0, len(self.squares) - 1)
        way = np.where(self._is_last(i), self.knots[-1] - place, place - self.knots[i])
        span = self._span(i, way)
        return np.where(self._is_last(i), self.duration - span, self.times[i] + span)

    def peaks(self, start: Array, end: Array) -> Array:
        """Greatest ds/dt and |d2s/dt2| in windows of time from start (k,) to end (k,), s: (2, k).

        Within an interval d2s/dt2 is linear in s, and ds/dt is greatest where it is 0.
        """
        times, sizes = self._turns
        return peaks_at(self, times, sizes, np.asarray(start, float), np.asarray(end, float))

    @cached_property
    def _turns(self) -> tuple[Array, Array]:
        """Times of the knots from both sides and of the fastest places between them, in order, with
        ds/dt and |d2s/dt2| there, (c,) and (2, c)."""
        width, (c, w) = np.diff(self.knots), self._bend
        square = np.maximum(self.squares[:, [0, 2]].T, 0.0)
        growth = np.abs(np.stack([c, c + w * width]))
        if self.eases is not None:
            # b = k e^(4/3) at a distance e from rest, so that d2s/dt2 = 2/3 k e^(1/3).
            for place, inner, k in ((0, 1, self.eases[0]), (-1, 0, self.eases[1])):
                far = width[place]
                square[:, place], growth[:, place] = 0.0, 0.0
                square[inner, place] = k * far ** (4.0 / 3.0)
                growth[inner, place] = 2.0 / 3.0 * k * np.cbrt(far)
        top = np.divide(-c, w, out=np.full(len(c), -1.0), where=w < 0.0)
        is_inside = (top > 0.0) & (top < width)
        if self.eases is not None:
            is_inside[[0, -1]] = False
        way, highest = top[is_inside], (square[0] + c * top)[is_inside]
        times = np.concatenate(
            [self.times[:-1], self.times[1:], self.time_at(self.knots[:-1][is_inside] + way)]
        )
        rates = np.sqrt(np.concatenate([square[0], square[1], highest]))
        sizes = np.stack([rates, np.concatenate([*growth, np.zeros(len(way))])])
        order = np.argsort(times, kind="stable")
        return times[order], sizes[:, order]

    def stretched(self, factor: float) -> RateSpline:
        """This law slowed down by a factor."""
        eases = None
        if self.eases is not None:
            eases = self.eases[0] / factor**2, self.eases[1] / factor**2
        return replace(self, squares=self.squares / factor**2, eases=eases)

    @cached_property
    def _bend(self) -> tuple[Array, Array]:
        """c and w of each interval, (m,): b = v0^2 + 2 c e + w e^2."""
        width = np.diff(self.knots)
        left, middle, right = self.squares.T
        return (middle - left) / width, ((left - middle) + (right - middle)) / width**2

    def _is_last(self, i: np.ndarray) -> Array:
        """Whether intervals i are the eased end, which is measured from its end."""
        return (i == len(self.squares) - 1) & (self.eases is not None)

    def _span(self, i: np.ndarray, way: Array) -> Array:
        """Times for ways e from the starts of intervals i; in an eased end from its end."""
        left = self.squares[i, 0]
        c, w = self._bend[0][i], self._bend[1][i]
        rates = np.sqrt(left) + np.sqrt(np.maximum(left + way * (2.0 * c + w * way), 0.0))
        share = np.divide(way, rates, out=np.zeros(np.shape(way)), where=rates > 0.0)
        # (v0 + v)^2 (1 - z) = 2 (v0^2 + c e + v0 v) has no cancellation.
        rest = 2.0 * (left + c * way + np.sqrt(left) * (rates - np.sqrt(left)))
        rest = np.divide(rest, rates**2, out=np.ones(np.shape(way)), where=rates > 0.0)
        span = 2.0 * share * _arc(w * share**2, rest)
        if self.eases is None:
            return span
        for place, k in ((0, self.eases[0]), (len(self.squares) - 1, self.eases[1])):
            span = np.where(i == place, 3.0 * np.cbrt(way) / np.sqrt(k), span)
        return span

    def _moved(self, i: np.ndarray, t: Array) -> Array:
        """s and its derivatives (4, k) at times t (k,) from the starts of intervals i (k,)."""
        start = np.sqrt(self.squares[i, 0])
        c, w = self._bend[0][i], self._bend[1][i]
        S, C = _turn(w * t * t)
        cosine = 1.0 + w * t * t * C
        way = start * t * S + c * t * t * C
        rate = start * cosine + c * t * S
        return np.stack([self.knots[i] + way, rate, w * start * t * S + c * cosine, w * rate])


def _eased(k: float, t: Array) -> Array:
    """The way from rest with the constant jerk 2/9 k^1.5, and its derivatives (4, k) at times t."""
    root = np.sqrt(k)
    third = root * t / 3.0
    return np.stack(
        [third**3, root * third**2, 2.0 / 3.0 * k * third, np.full(t.shape, 2.0 / 9.0 * k * root)]
    )


def _turn(z: Array) -> tuple[Array, Array]:
    """sinh(sqrt z)/sqrt z and (cosh(sqrt z) - 1)/z; sin and cos where z is negative."""
    small = np.abs(z) < NEAR_ZERO
    size = np.where(small, 1.0, np.abs(z))
    y = np.sqrt(size)
    half = 0.5 * y
    up = z > 0.0
    high = np.where(up, y, 0.0)
    S = np.where(up, np.sinh(high), np.sin(y)) / y
    C = 2.0 * np.where(up, np.sinh(0.5 * high), np.sin(half)) ** 2 / size
    series = 1.0 + z / 6.0 * (1.0 + z / 20.0 * (1.0 + z / 42.0 * (1.0 + z / 72.0)))
    twice = 1.0 + z / 12.0 * (1.0 + z / 30.0 * (1.0 + z / 56.0 * (1.0 + z / 90.0)))
    return np.where(small, series, S), np.where(small, 0.5 * twice, C)


def _arc(z: Array, rest: Array) -> Array:
    """artanh(sqrt z)/sqrt z, arctan where z is negative. rest: 1 - z, without cancellation."""
    small = np.abs(z) < NEAR_ZERO
    y = np.sqrt(np.where(small, 1.0, np.abs(z)))
    up = (z > 0.0) & ~small
    grown = np.log((1.0 + y) / np.sqrt(np.where(up, np.maximum(rest, NEVER_ZERO), 1.0)))
    series = np.full(np.shape(z), 1.0 / 17.0)
    for power in range(15, 0, -2):
        series = 1.0 / power + z * series
    return np.where(small, series, np.where(up, grown, np.arctan(y)) / y)

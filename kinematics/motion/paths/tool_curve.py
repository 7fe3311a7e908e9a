"""ToolCurve: where the tool goes, as a smooth function of the share of its way, without time.

Lines, arcs, full circles and the corners between lines are values of one form, so that the shipped
loops know them all. On each piece, with x = s - the knot where it begins,

    p(x) = sum_k place_k x^k + arc_0 cos(phi x) + arc_1 sin(phi x),
    R(x) = exp(a_0(x) [u_0]) exp(a_1(x) [u_1]) R_0,    a_i(x) = sum_k turn_ik x^k,

where [u] is the skew matrix of the unit vector u. All vectors are in base axes.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinematics.errors import KinematicsError
from kinematics.poses.transforms import (
    Array,
    check_pose,
    cross,
    rotation_vector,
    straightened,
)

POWERS = 4  # coefficients of the polynomials of a piece
ORDER = 6  # the derivative whose size bounds how far a quintic is from the curve between two nodes


class CurveStates(NamedTuple):
    """A curve at k values of s.

    T_base_tool: (k, 4, 4), mm. first, second: (k, 6), the velocity of the tool by s and how it
    changes by s: of the point, mm, then the angular ones, rad; base axes.
    """

    T_base_tool: Array
    first: Array
    second: Array


@dataclass(frozen=True, eq=False)
class ToolCurve:
    """T_base_tool as a function of the share s of the way, 0 to 1; see the head of this file.

    knots: (m + 1,), shares from 0 to 1 between which the pieces lie. place: (m, 4, 3), mm.
    arc: (m, 2, 3), mm. phi: (m,), rad. axes: (m, 2, 3). turn: (m, 2, 4), rad. R: (m, 3, 3).
    length: mm, the way of the tool point. angle: rad, by which the tool turns on the way. name: the
    curve in a sentence, as in "the straight line". Raises KinematicsError for other shapes or
    values.
    """

    knots: Array
    place: Array
    arc: Array
    phi: Array
    axes: Array
    turn: Array
    R: Array
    length: float
    angle: float
    name: str = "the curve"

    def __post_init__(self) -> None:
        m = len(self.knots) - 1
        shapes = {
            "knots": (m + 1,),
            "place": (m, POWERS, 3),
            "arc": (m, 2, 3),
            "phi": (m,),
            "axes": (m, 2, 3),
            "turn": (m, 2, POWERS),
            "R": (m, 3, 3),
        }
        for field, shape in shapes.items():
            values = np.array(getattr(self, field), float)
            if values.shape != shape or m < 1 or not np.isfinite(values).all():
                raise KinematicsError(
                    f"{field} of a curve of {m} pieces needs finite numbers of shape {shape}"
                )
            values.flags.writeable = False
            object.__setattr__(self, field, values)
        if self.knots[0] != 0.0 or self.knots[-1] != 1.0 or (np.diff(self.knots) <= 0.0).any():
            raise KinematicsError("the knots of a curve must increase from 0 to 1")

    @property
    def pieces(self) -> int:
        """Number of pieces."""
        return len(self.phi)

    @property
    def numbers(self) -> tuple[Array, ...]:
        """All numbers of the curve as the shipped loops take them."""
        return self.knots, self.place, self.arc, self.phi, self.axes, self.turn, self.R

    def poses(self, s: ArrayLike) -> Array:
        """T_base_tool (k, 4, 4), mm, at shares s (k,)."""
        return self.states(s).T_base_tool

    def states(self, s: ArrayLike) -> CurveStates:
        """Poses, and velocities by s and how these change, at shares s (k,).

        At a knot they are those of the piece behind it, at the end those of the last piece.
        """
        where = np.atleast_1d(np.asarray(s, float))
        piece = np.clip(np.searchsorted(self.knots, where, side="right") - 1, 0, self.pieces - 1)
        x = where - self.knots[piece]
        T = np.zeros((len(x), 4, 4))
        T[:, 3, 3] = 1.0
        first, second = np.empty((2, len(x), 6))
        powers = _powers(x)
        place = powers @ self.place[piece]
        phi = self.phi[piece][:, None]
        c, s_ = np.cos(phi[:, 0] * x)[:, None], np.sin(phi[:, 0] * x)[:, None]
        along, across = self.arc[piece, 0], self.arc[piece, 1]
        T[:, :3, 3] = place[:, 0] + along * c + across * s_
        first[:, :3] = place[:, 1] + phi * (across * c - along * s_)
        second[:, :3] = place[:, 2] - phi**2 * (along * c + across * s_)
        a, b = np.einsum("kdp,kip->ikd", powers, self.turn[piece])
        u, v = self.axes[piece, 0], self.axes[piece, 1]
        outer = _turns(u, a[:, 0])
        v = (outer @ v[..., None])[..., 0]
        T[:, :3, :3] = outer @ _turns(self.axes[piece, 1], b[:, 0]) @ self.R[piece]
        first[:, 3:] = a[:, 1:2] * u + b[:, 1:2] * v
        second[:, 3:] = a[:, 2:] * u + b[:, 2:] * v + (a[:, 1] * b[:, 1])[:, None] * cross(u, v)
        return CurveStates(T, first, second)

    def fastest(self, knots: Array) -> Array:
        """Upper bounds (k - 1, 2) of |dp/ds|, mm, and of the turning by s, rad, between values.

        knots: (k,), increasing shares; no knot of the curve may lie inside an interval. Exact for
        lines and arcs.
        """
        piece, start, end = self._intervals(knots)
        x = np.stack([start, 0.5 * (start + end), end])
        way = x[..., None] ** np.arange(POWERS - 1) * np.arange(1, POWERS)
        # A quadratic lies in the hull of its Bernstein coefficients: ends, and 2 mid - their mean.
        place = np.einsum("jkp,kpc->jkc", way, self.place[piece][:, 1:])
        turn = np.einsum("jkp,kip->jki", way, self.turn[piece][:, :, 1:])
        for rows in (place, turn):
            rows[1] = 2.0 * rows[1] - 0.5 * (rows[0] + rows[2])
        round_ = np.abs(self.phi[piece]) * _longest(self.arc[piece])
        speed = np.linalg.norm(place, axis=2).max(axis=0) + round_
        return np.stack([speed, np.abs(turn).max(axis=0).sum(axis=1)], axis=1)

    def part(self, start: float, end: float) -> ToolCurve:
        """The curve between two shares, as a curve of its own; for a curve of one piece.

        It runs backwards where the second share is the smaller one.
        Raises KinematicsError for curves of more pieces.
        """
        if self.pieces > 1:
            raise KinematicsError("only a curve of one piece has parts here")
        width = end - start
        # Coefficients of (start + width x)^k.
        shift = np.array(
            [
                [comb(k, j) * start ** max(k - j, 0) * width**j for k in range(POWERS)]
                for j in range(POWERS)
            ]
        )
        c, s = np.cos(self.phi[0] * start), np.sin(self.phi[0] * start)
        turned = np.array([[c, s], [-s, c]])
        return ToolCurve(
            np.array([0.0, 1.0]),
            shift @ self.place,
            turned @ self.arc,
            self.phi * width,
            self.axes,
            self.turn @ shift.T,
            self.R,
            self.length * abs(width),
            self.angle * abs(width),
            self.name,
        )

    @property
    def bent(self) -> Array:
        """Upper bounds (2,) of the second derivatives by s of place, mm, and rotation, whose matrix
        is measured in its spectral norm."""
        width, k = np.diff(self.knots)[:, None, None], np.arange(POWERS)
        powers = width ** np.maximum(k - 1, 0)
        first = (k * np.abs(self.turn) * powers).sum(axis=2)
        powers = k * (k - 1) * width ** np.maximum(k - 2, 0)
        second = (np.abs(self.turn) * powers).sum(axis=(1, 2))
        place = (np.linalg.norm(self.place, axis=2) * powers[:, 0]).sum(axis=1)
        place += self.phi**2 * _longest(self.arc)
        return np.array([place.max(), (first.sum(axis=1) ** 2 + second).max()])

    def sixth(self, knots: Array) -> Array:
        """Upper bounds (k - 1, 2) of the sixth derivative of place, mm, and rotation, without unit.

        The derivatives are by the share of each interval between knots (k,), as for `fastest`;
        the rotation is measured in the spectral norm of its matrix. With c_m the largest |d^m a|
        / m! of both angles together, exp(sum c_m x^m) is a majorant of the rotation.
        """
        piece, start, end = self._intervals(knots)
        width = end - start
        far = np.maximum(np.abs(start), np.abs(end))
        place = (np.abs(self.phi[piece]) * width) ** ORDER * _longest(self.arc[piece])
        size = np.abs(self.turn[piece]).sum(axis=1)
        series = np.zeros((ORDER + 1, len(width)))
        for m in range(1, POWERS):
            for k in range(m, POWERS):
                choose = factorial(k) / (factorial(m) * factorial(k - m))
                series[m] += choose * size[:, k] * far ** (k - m)
            series[m] *= width**m
        return np.stack([place, factorial(ORDER) * exponential(series)[ORDER]], axis=1)

    def _intervals(self, knots: Array) -> tuple[NDArray[np.intp], Array, Array]:
        """The piece of each interval, and where in it the interval begins and ends."""
        middles = 0.5 * (knots[1:] + knots[:-1])
        piece = np.clip(np.searchsorted(self.knots, middles, side="right") - 1, 0, self.pieces - 1)
        return piece, knots[:-1] - self.knots[piece], knots[1:] - self.knots[piece]


class StraightCurve(ToolCurve):
    """The straight line of the tool point, on which the tool turns evenly about one fixed axis.

    T_start, T_end: T_base_tool (4, 4), mm. The tool turns by the smaller angle; `interpolate` gives
    the same poses.
    """

    def __init__(self, T_start: ArrayLike, T_end: ArrayLike) -> None:
        start, end = straightened(np.stack([check_pose(T_start), check_pose(T_end)]))
        vector = rotation_vector(end[:3, :3] @ start[:3, :3].T)
        angle = float(np.linalg.norm(vector))
        way = end[:3, 3] - start[:3, 3]
        place, axes, turn = np.zeros((1, POWERS, 3)), np.zeros((1, 2, 3)), np.zeros((1, 2, POWERS))
        place[0, 0], place[0, 1] = start[:3, 3], way
        axes[0, :, 2] = 1.0
        if angle > 0.0:
            axes[0, 0] = vector / angle
        turn[0, 0, 1] = angle
        super().__init__(
            np.array([0.0, 1.0]),
            place,
            np.zeros((1, 2, 3)),
            np.zeros(1),
            axes,
            turn,
            start[None, :3, :3],
            float(np.linalg.norm(way)),
            angle,
            "the straight line",
        )


def exponential(series: Array) -> Array:
    """Coefficients (d + 1, ...) of exp(sum_m series_m x^m), without the term of m = 0.

    From E' = (sum m series_m x^(m - 1)) E, that is k E_k = sum_m m series_m E_(k - m).
    """
    found = np.zeros_like(series)
    found[0] = 1.0
    for k in range(1, len(series)):
        for m in range(1, k + 1):
            found[k] += m * series[m] * found[k - m]
        found[k] /= k
    return found


def _powers(x: Array) -> Array:
    """Powers of x (k,), and their first two derivatives, (k, 3, POWERS)."""
    one, none = np.ones_like(x), np.zeros_like(x)
    rows = [one, x, x * x, x**3, none, one, 2.0 * x, 3.0 * x * x, none, none, 2.0 * one, 6.0 * x]
    return np.stack(rows, axis=1).reshape(-1, 3, POWERS)


def _turns(axes: Array, angles: Array) -> Array:
    """Rotations (k, 3, 3) about unit axes (k, 3) by angles (k,), rad (Rodrigues)."""
    K = np.zeros((len(axes), 3, 3))
    K[:, 2, 1], K[:, 0, 2], K[:, 1, 0] = axes.T
    K -= np.swapaxes(K, 1, 2)
    half = np.sin(0.5 * angles)[:, None, None]
    return np.eye(3) + np.sin(angles)[:, None, None] * K + 2.0 * half * half * (K @ K)


def _longest(arc: Array) -> Array:
    """The half axis, mm, of the ellipses arc_0 cos + arc_1 sin that is the longer, (k,)."""
    aa, bb = np.vecdot(arc, arc).T
    ab = np.vecdot(arc[:, 0], arc[:, 1])
    return np.asarray(np.sqrt(0.5 * (aa + bb + np.hypot(aa - bb, 2.0 * ab))))

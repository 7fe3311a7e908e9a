"""Everywhere the elbow of a redundant arm can stand while the tool stays where it is. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kinematics import KinematicsError, Mechanism, elbow_angle, forward, limit_excesses
from kinematics.arm.forward import link_poses
from kinematics.differential.continuum_curve import brought_back, continuum_curve
from kinematics.families.elbow_angle import elbow_state
from kinematics.families.seven_axis import recognise_elbow
from kinematics.motion.singular.nearness import is_near_singular
from scenes import Cell, CellState, Robot
from scenes.world.frozen import Array

WHOLE = 360.0
FOURTH = 4  # the link whose frame stands for the elbow of an arm without an elbow angle
LEAST_SPAN = 1.0  # degrees of the elbow angle; where it changes less it does not name the places
SAME_MM, SAME_RAD = 1e-3, 1e-6  # between two poses of the flange that count as one
SECANTS = 3  # steps to an elbow angle: each corrects what the step before left
TURN = 2.0 * np.pi
ON_CURVE = 0.02  # rad: joint values nearer than this to the curve are on it


@dataclass(frozen=True, eq=False)
class ElbowCircle:
    """m places of the elbow, in their order along the curve of joint values.

    Attributes:
        q: Joint values, (m, n), rad or mm.
        values: The name of each place, degrees in (-180, 180]: its elbow angle, or where that does
            not tell the places apart its share of the curve.
        is_angle: Whether `values` are elbow angles.
        points: Places of the elbow, (m, 3), mm, in the world.
        is_closed: Whether the last place leads on to the first.
        T_base_flange: The pose that the flange keeps, (4, 4), mm.
        beyond: The first joint beyond its limits at each place, "" where there is none.
        singular: Whether each place is near a singular pose, (m,).
    """

    q: Array
    values: Array
    is_angle: bool
    points: Array
    is_closed: bool
    T_base_flange: Array
    beyond: tuple[str, ...]
    singular: NDArray[np.bool_]

    def nearest_place(self, q: Array) -> int:
        """The index of the place nearest to joint values q (n,), apart from whole turns."""
        away = self.q - q
        away -= TURN * np.round(away / TURN)
        return int(np.abs(away).max(axis=1).argmin())

    def holds(self, mechanism: Mechanism, q: Array) -> bool:
        """Whether joint values q (n,) are on this curve, so that it need not be found again."""
        T = forward(mechanism, q)
        if np.abs(T[:3, 3] - self.T_base_flange[:3, 3]).max() > SAME_MM:
            return False
        if np.abs(T[:3, :3] - self.T_base_flange[:3, :3]).max() > SAME_RAD:
            return False
        near = self.nearest_place(q)
        rows = self.q[[near - 1, near, (near + 1) % len(self.q)]]
        return any(_is_between(a, b, q) for a, b in pairwise(rows))

    def value_at(self, mechanism: Mechanism, q: Array) -> float:
        """The value, degrees, at joint values q (n,) on the curve."""
        if self.is_angle:
            return float(np.degrees(elbow_angle(mechanism, q)))
        return float(self.values[self.nearest_place(q)])

    def joints_at(self, mechanism: Mechanism, value: float, q_near: Array) -> Array | None:
        """Joint values (n,) at a value in degrees, with the whole turns nearest to q_near.

        None where the curve does not come there.
        """
        wanted, q = value, None
        for _ in range(SECANTS if self.is_angle else 1):
            q = self.joints_at_place(mechanism, self._place_of_value(wanted), q_near)
            if q is None:
                return None
            wanted += _between(self.value_at(mechanism, q), value) if self.is_angle else 0.0
        return q

    def _place_of_value(self, value: float) -> float:
        """The place with a value, as a number between two indices."""
        gaps = np.array([_between(known, value) for known in self.values])
        at = int(np.abs(gaps).argmin())
        others = [i % len(gaps) for i in (at - 1, at + 1) if self.is_closed or 0 <= i < len(gaps)]
        second = max(others, key=lambda i: gaps[i] * -np.sign(gaps[at]), default=at)
        if gaps[at] * gaps[second] >= 0.0:
            return float(at)
        step = (second - at + 1) % len(gaps) - 1  # +1 or -1, past the seam too
        return float(at + step * gaps[at] / (gaps[at] - gaps[second]))

    def joints_at_place(self, mechanism: Mechanism, place: float, q_near: Array) -> Array | None:
        """Joint values (n,) at a place between two indices, with the turns nearest to q_near.

        None where Newton's method does not come back onto the curve.
        """
        low = int(np.floor(place))
        first, second = self.q[low % len(self.q)], self.q[(low + 1) % len(self.q)]
        step = second - first
        row = first + (place - low) * (step - TURN * np.round(step / TURN))
        row = row + mechanism.revolute * TURN * np.round((q_near - row) / TURN)
        return brought_back(mechanism, self.T_base_flange, row)


def can_turn(mechanism: Mechanism) -> bool:
    """Whether the arm has one joint more than a pose of the tool decides."""
    return mechanism.n - mechanism.task_rows == 1


def elbow_circle(robot: Robot, q: Array) -> ElbowCircle | None:
    """The places of the elbow from joint values q (n,), rad or mm; None for an arm without them."""
    mechanism = robot.mechanism
    if not can_turn(mechanism):
        return None
    try:
        found = continuum_curve(mechanism, q)
    except KinematicsError:
        return None
    values, is_angle = _values(mechanism, found.q)
    points = _elbows(mechanism, found.q)
    T = robot.T_world_base
    first = [limit_excesses(mechanism, row)[:1] for row in found.q]
    return ElbowCircle(
        q=found.q,
        values=values,
        is_angle=is_angle,
        points=points @ T[:3, :3].T + T[:3, 3],
        is_closed=found.is_closed,
        T_base_flange=forward(mechanism, q),
        beyond=tuple(excess[0].name if excess else "" for excess in first),
        singular=is_near_singular(mechanism, found.q),
    )


def bodies_met(cell: Cell, state: CellState, q: Array) -> tuple[str, ...]:
    """What the arm meets at each row of q (m, n), in words; "" where it is free."""
    from scenes.checking.distances.at_postures import standing_at

    found = standing_at(cell, state, q, measured=False)
    return tuple(f"{at.hits[0][0]} in {at.hits[0][1]}" if at.hits else "" for at in found)


def _values(mechanism: Mechanism, q: Array) -> tuple[Array, bool]:
    """The elbow angles of places (m, n), degrees, or their shares of the curve."""
    if mechanism.n == 7 and not isinstance(recognise_elbow(mechanism), str):
        angles = np.unwrap(elbow_angle(mechanism, q))
        steps = np.diff(angles)
        is_one_way = bool((steps > 0.0).all() or (steps < 0.0).all())
        if is_one_way and np.degrees(np.ptp(angles)) > LEAST_SPAN:
            return _wrapped(np.degrees(angles)), True
    return _wrapped(WHOLE * np.arange(len(q)) / len(q)), False


def _wrapped(degrees: Array) -> Array:
    return np.asarray(-((WHOLE / 2 - degrees) % WHOLE) + WHOLE / 2)


def _elbows(mechanism: Mechanism, q: Array) -> Array:
    """The places of the elbow in the base, (m, 3), mm."""
    arm = recognise_elbow(mechanism) if mechanism.n == 7 else "no seven axes"
    if isinstance(arm, str):
        return np.asarray(link_poses(mechanism, q)[:, FOURTH, :3, 3])
    return elbow_state(arm, q)[0]


def _is_between(a: Array, b: Array, q: Array) -> bool:
    """Whether q lies on the line from a to b, apart from whole turns of each joint."""
    step, away = b - a, q - a
    step, away = step - TURN * np.round(step / TURN), away - TURN * np.round(away / TURN)
    share = float(np.clip(away @ step / max(float(step @ step), ON_CURVE**4), 0.0, 1.0))
    return bool(np.abs(away - share * step).max() < ON_CURVE)


def _between(start: float, end: float) -> float:
    """The way from one angle to another, degrees in [-180, 180)."""
    return float((end - start + WHOLE / 2) % WHOLE - WHOLE / 2)

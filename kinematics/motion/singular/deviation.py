"""How far a tool that its joints lead is from its line: samples, and a bound between them.

For x(s), R(s) of the tool and p(r), Q(r) of the line, let h be the distance between two samples,
and r go linearly between the places r_0 and r_1 of the line to which the samples are compared. Seen
from the chords of both curves, which are as far apart as the farther of their ends at most (a norm
is convex),

    |x(s) - p(r)|    <= max |x_i - p_i|   + h^2 max|x''| / 8 + (r_1 - r_0)^2 max|p''| / 8
    |R(s) - Q(r)|_2  <= max |R_i - Q_i|_2 + h^2 max|R''| / 8 + (r_1 - r_0)^2 max|Q''| / 8

with |R - Q|_2 = 2 sin(angle / 2). The tool point is at most c_i from the axis of joint i (1 for a
slide), so that |x''| <= sum |q_i''| c_i + sum_ik |q_i' q_k'| c_(the outer of i, k), the last where
the inner of both turns, and |R''| <= sum |q_i''| + (sum |q_i'|)^2 of the joints that turn.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kinematics.arm.forward import forward
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.motion.paths.joint_path import JointPath
from kinematics.motion.paths.tool_curve import ToolCurve
from kinematics.poses.bernstein import hodographs
from kinematics.poses.transforms import Array, rotation_vectors

PARTS, LEAST_PARTS = 512, 16  # of a path, and of a piece of it: there the tool is compared
LOOKS = 3  # steps of Newton's method to the place of the line that is nearest to the tool


class Deviation(NamedTuple):
    """Bounds on the distance, mm, and the angle, rad, of a tool from its line; and the greatest
    speeds of the tool point, mm, and of its turning, rad, by s, at samples."""

    mm: float
    rad: float
    speed: float
    turning: float


def deviation(
    mechanism: Mechanism,
    T_flange_tool: Array,
    curve: ToolCurve,
    path: JointPath,
    span: tuple[float, float],
) -> Deviation:
    """How far the tool is from a span of its line on a path of the joints; the arm has no loops."""
    each = max(LEAST_PARTS, -(-PARTS // path.pieces))
    shares = np.arange(each) / each
    inner = path.knots[:-1, None] + np.diff(path.knots)[:, None] * shares
    knots = np.append(inner.ravel(), path.length)
    parts = path.cut(knots)
    q = np.append(parts[:, 0], parts[-1:, -1], axis=0)
    T = forward(mechanism, q) @ T_flange_tool
    widths = np.diff(knots)
    place = _nearest(mechanism, curve, T, span[0] + (span[1] - span[0]) * knots / path.length)
    wanted = curve.poses(place)
    gaps = np.linalg.norm((T - wanted)[:, :3, 3], axis=1)
    turns = _angles(T, wanted)
    bent = _bends(mechanism, T_flange_tool, parts) + np.diff(place)[:, None] ** 2 * curve.bent
    sizes = np.stack([gaps, 2.0 * np.sin(0.5 * turns)], axis=1)
    far = (np.maximum(sizes[1:], sizes[:-1]) + bent / 8.0).max(axis=0)
    speed = (np.linalg.norm(np.diff(T[:, :3, 3], axis=0), axis=1) / widths).max()
    if mechanism.position_only:
        return Deviation(float(far[0]), 0.0, float(speed), 0.0)
    rad = 2.0 * np.arcsin(min(0.5 * far[1], 1.0))
    turning = (_angles(T[1:], T[:-1]) / widths).max()
    return Deviation(float(far[0]), float(rad), float(speed), float(turning))


def _nearest(mechanism: Mechanism, curve: ToolCurve, T: Array, s: Array) -> Array:
    """Shares (k,) of the line next to poses T (k, 4, 4), from shares s (k,) near to them.

    Nearest in distance and angle together, a radian counting as the size of the arm.
    """
    radian = 0.0 if mechanism.position_only else size_of(mechanism)
    weights = np.array([1.0, 1.0, 1.0, radian, radian, radian])
    for _ in range(LOOKS):
        on = curve.states(s)
        turn = rotation_vectors(T[:, :3, :3] @ np.swapaxes(on.T_base_tool[:, :3, :3], 1, 2))
        gap = np.concatenate([(T - on.T_base_tool)[:, :3, 3], turn], axis=1) * weights
        way = on.first * weights
        size = np.vecdot(way, way)
        step = np.divide(np.vecdot(gap, way), size, out=np.zeros(len(s)), where=size > 0.0)
        s = np.clip(s + step, 0.0, 1.0)
    return s


def _angles(a: Array, b: Array) -> Array:
    """Angles (k,), rad, between the orientations of poses (k, 4, 4)."""
    R = a[:, :3, :3] @ np.swapaxes(b[:, :3, :3], 1, 2)
    return np.asarray(np.linalg.norm(rotation_vectors(R), axis=1))


def _bends(mechanism: Mechanism, T_flange_tool: Array, parts: Array) -> Array:
    """Bounds (m, 2) of |x''|, mm, and |R''| by the share of each of m parts (m, 6, n)."""
    first, second = (np.abs(rows).max(axis=1) for rows in hodographs(parts))
    slides = mechanism.revolute == 0.0
    lengths = np.linalg.norm(mechanism.T_link_joint[:, :3, 3], axis=1)
    lengths = np.append(lengths, np.linalg.norm((mechanism.T_last_flange @ T_flange_tool)[:3, 3]))
    lengths[1:] += np.abs(parts).max(axis=(0, 1)) * slides
    arms = np.where(slides, 1.0, np.cumsum(lengths[::-1])[::-1][1:])
    number = np.arange(mechanism.n)
    outer, inner = np.maximum.outer(number, number), np.minimum.outer(number, number)
    place = second @ arms + np.einsum("mi,mk,ik->m", first, first, arms[outer] * ~slides[inner])
    turning = (second * ~slides).sum(axis=1) + (first * ~slides).sum(axis=1) ** 2
    return np.stack([place, turning], axis=1)

"""Closed form for arms with three parallel axes (UR family): all eight solutions.

The notation is that of `families/parallel_axes.py`; slot i of the result has the posture
POSTURES[i].

1. Turns about h do not change heights along h. So the point C = (X, Y, Z), turned back by q1, must
   have the height D: y sin(lean) + Z cos(lean) = D gives y = L, x = +-sqrt(X^2 + Y^2 - L^2) and
   q1 = atan2(Y, X) - atan2(L, x).
2. The three turns about h add up to one turn s. Seen from link 1 the orientation is
   Rot(h, s) Rot(axis 5, q5) Rot(axis 6, q6): a wrist whose first axis is h (`parts/wrist.py`).
3. In the plane perpendicular to h, axis 4 is at C - e^(i s) tail, and two bars lead to it from
   axis 2, as in `scara.py`. q4 makes the part of s that q2 and q3 leave.

If axis 6 is parallel to h (a straight wrist, q5 = 0 on a UR), s is free, and joints 2, 3, 4 and 6
can move while the flange stands still. The s that is nearest to the held one and from which the
elbow reaches represents all, so that a singular pose is never lost.
"""

from dataclasses import replace
from math import cos, sin

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.mechanism import Mechanism
from kinematics.families.parallel_axes import ParallelArm, recognise_parallel
from kinematics.families.posture import POSTURES
from kinematics.loops.parallel_kernel import solve_parallel
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array, cos_sin, length_of
from kinematics.solutions.one_pose import Desk, wrist_numbers
from kinematics.solutions.solver import Roots, Solver
from kinematics.solvers.parts.slot_rows import write_rows
from kinematics.solvers.parts.straight_wrists import NOISE, with_straight_wrists
from kinematics.solvers.parts.wrist import BAND, SNAP, SUSPECT, is_rounding, turn_wrist
from kinematics.tolerances import ON_AXIS

CHUNK = 2048  # poses solved at once: their arrays fit into the processor's cache
NO_SIDE = 1e-30  # mm: replaces 0 before a division
NEAR_ROOTS = 1e-4  # rad, or of the size: nearer to singular, two roots may count as one
FOLDED = 1e-9  # rad, and of the size: bars of equal length, folded so that axis 4 is on axis 2
SHARP = 1e-3  # sine of the wrist: with more, its turn is known to more than nine digits
MOST_SPREAD = 9.0  # times the rounding of a pose that C may be beyond the reach of the bars
SIDES = np.array([[1.0], [-1.0]])  # of axis 1, and of the bars


def solve(arm: ParallelArm, Ts: Array, held: Array | None = None) -> Roots:
    """All roots of poses T_base_flange (N, 4, 4), mm; held as in `Solver`."""
    kept = np.zeros((len(Ts), 6)) if held is None else held
    roots, doubtful, unsure = _solved(arm, Ts, kept, loosely=False)
    where = np.flatnonzero(doubtful)
    if len(where):
        loose, _, unsettled = _solved(arm, Ts[where], kept[where], loosely=True)
        roots = with_straight_wrists(arm.mechanism, Ts, roots, where, loose, held=[4, 5])
        is_straight = ((roots.doubled[where] > 0) & roots.valid[where]).any(axis=1)
        unsure[where] &= unsettled | ~is_straight
    return replace(roots, certified=~unsure) if unsure.any() else roots


def _solved(
    arm: ParallelArm, Ts: Array, held: Array, loosely: bool
) -> tuple[Roots, NDArray[np.bool_], NDArray[np.bool_]]:
    """Roots of poses (N, 4, 4), and whether a wrist is straight if rounding is multiplied, (N,).

    Also whether rounding decides if the bars reach, (N,). held: (N, 6). loosely: whether a wrist
    that may be straight counts as straight.
    """
    count = len(Ts)
    roots, doubtful = Roots.to_fill(count, slots=8, joints=6), np.zeros(count, bool)
    unsure = np.zeros(count, bool)
    flat = Ts.reshape(count, 16)
    for start in range(0, count, CHUNK):
        part = slice(start, start + CHUNK)
        seen = arm.pose_map @ flat[part].T
        marks = doubtful[part], unsure[part]
        _solve_chunk(arm, seen, held[part].T, roots, part, marks, loosely)
    return roots, doubtful, unsure


def _solve_chunk(
    arm: ParallelArm,
    seen: Array,
    held: Array,
    roots: Roots,
    part: slice,
    marks: tuple[NDArray[np.bool_], NDArray[np.bool_]],
    loosely: bool,
) -> None:
    """Writes the roots of the m poses of one slice `part` into roots.

    seen: (12, m), arm.pose_map times the poses. held: (6, m), rad. marks: the last two
    results of `_solved`, (m,) each, are written, too.
    """
    doubtful, unsure = marks
    m = seen.shape[1]
    x, L, distance, in_front = shoulders(arm, *seen[9:])
    q_1 = np.arctan2(seen[10], seen[9]) - np.arctan2(L, x)
    on_axis = distance <= ON_AXIS * arm.size
    if on_axis.any():
        q_1 = np.where(on_axis, held[0], q_1)
    turns, fits = np.empty((3, 2, 2, m)), np.empty((2, 2, m), bool)
    fits[:] = in_front

    def is_straight(sine: Array) -> NDArray[np.bool_]:
        spread = arm.size / np.maximum(np.abs(x), NO_SIDE)
        may_be = sine <= np.minimum(NOISE * (1.0 + spread), SUSPECT)
        if loosely:
            return may_be
        sure = is_rounding(sine)
        doubtful[:] |= (may_be & ~sure).any(axis=0)
        return sure

    M = from_link_1(arm, q_1, seen[:9].reshape(3, 3, m))
    held_turn = arm.sense[0] * held[1] + arm.sense[1] * held[2] + arm.sense[2] * held[3]
    straight = turn_wrist(arm.wrist, M, is_straight, held_turn, turns, fits)
    y = arm.flat(L, seen[11])
    some = bool(straight.any())
    loose = straight
    if some:
        fits[:, 1] &= ~straight
        loose = _free_turns(arm, x + 1j * y, M, straight, turns)
    middle, in_reach, bend, inner = _bars(arm, x[:, None], y, turns[0])
    unsure[:] = _is_blurred(arm, M, x, inner, fits & ~straight[:, None])
    fits &= in_reach
    roots.free[part, 0] = on_axis
    if some:
        # At a straight wrist the roots for NOFLIP and FLIP are one, with multiplicity 2.
        roots.free[part, 5] = (loose & fits[:, 0]).any(axis=0)
        roots.doubled[part].reshape(m, 2, 2, 2)[..., 0] = straight.T[:, :, None]
    folded = fits & (np.abs(bend - np.pi / 2) > np.pi / 2 - NEAR_ROOTS)
    if folded.any() and abs(abs(arm.upper) - abs(arm.fore)) <= FOLDED * arm.size:
        onto = folded & (np.pi - bend <= FOLDED)
        roots.free[part, 1] = onto.any(axis=(0, 1))
        _hold_second(arm, middle, onto, held[1])
    near = np.abs(x[0]) <= NEAR_ROOTS * arm.size
    roots.near[part] = near | folded.any(axis=(0, 1)) | (not arm.wrist.orthogonal)
    write_rows((q_1[:, None, None], *middle, *turns[1:, :, None]), roots.q[part])
    roots.valid[part].reshape(m, 2, 2, 2)[:] = np.moveaxis(fits[:, None], -1, 0)


def shoulders(
    arm: ParallelArm, X: Array, Y: Array, Z: Array
) -> tuple[Array, Array, Array, NDArray[np.bool_]]:
    """Step 1: x (2, m) and L (m,), the distance of C from axis 1 (m,), and whether q1 exists.

    X, Y, Z: (m,), C in arm axes, mm.
    """
    L = (arm.height - cos(arm.lean) * Z) / sin(arm.lean)
    distance, offset = length_of(X, Y), np.abs(L)
    beyond = distance - offset
    square = np.where(beyond > SNAP * arm.size, beyond * (distance + offset), 0.0)
    x = np.sqrt(square) * (arm.front * SIDES)
    return x, L, distance, beyond >= -BAND * arm.size


def from_link_1(arm: ParallelArm, q_1: Array, last: Array) -> Array:
    """The last basis in the fore basis, M (3, 3, 2, m); last: (3, 3, m), the former in arm axes."""
    c, s = cos_sin(q_1)
    turned = np.empty((3, 3, *q_1.shape))
    turned[0] = c * last[0, :, None] + s * last[1, :, None]
    turned[1] = c * last[1, :, None] - s * last[0, :, None]
    turned[2] = last[2, :, None]
    return (arm.wrist.fore_basis.T @ turned.reshape(3, -1)).reshape(turned.shape)


def _bars(
    arm: ParallelArm, x: Array, y: Array, turn: Array
) -> tuple[tuple[Array, Array, Array], NDArray[np.bool_], Array, Array]:
    """Step 3: q2, q3, q4, each (2, 2, 2, m). Then, (2, 2, m) each: whether the bars reach, their
    bend, and how far they are inside the edge of their reach, mm.

    x, y: of C in the plane perpendicular to h, mm. turn: s, rad.
    """
    c, s = cos_sin(turn)
    tx = (x - arm.first.real) - (c * arm.tail.real - s * arm.tail.imag)
    ty = (y - arm.first.imag) - (s * arm.tail.real + c * arm.tail.imag)
    length = length_of(tx, ty)
    upper, fore = abs(arm.upper), abs(arm.fore)
    sum_, gap = upper + fore, abs(upper - fore)
    outside, inside = sum_ - length, length - gap
    inner = np.minimum(outside, inside)
    # The nearer C is to axis 1, the more the arm multiplies the rounding of a pose.
    spread = np.minimum(arm.size / np.maximum(np.abs(x), NO_SIDE), MOST_SPREAD)
    slack = BAND * arm.size * (1.0 + spread)
    sine = outside * (sum_ + length) * inside * (length + gap)
    sine = np.sqrt(np.where(inner > 0.0, sine, 0.0))
    square = length * length
    bend = np.arctan2(sine, square - (upper**2 + fore**2))
    lead = np.arctan2(sine, square + (upper - fore) * sum_)
    azimuth = np.arctan2(ty, tx) - arm.upper_angle
    side = (arm.up * arm.front) * (SIDES[:, None, None] * SIDES[:, None])
    turn_2 = azimuth[:, None] - lead[:, None] * side
    turn_3 = bend[:, None] * side - arm.bend_zero
    turn_4 = turn[:, None] - (turn_2 + turn_3)
    q_2, q_3, q_4 = (
        angle if sense == 1.0 else sense * angle
        for sense, angle in zip(arm.sense, (turn_2, turn_3, turn_4), strict=True)
    )
    return (q_2, q_3, q_4), inner >= -slack, bend, inner


def _is_blurred(
    arm: ParallelArm, M: Array, x: Array, inner: Array, asked: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Whether rounding decides at a pose if the bars reach, (m,).

    Next to a straight wrist the turn s is known to rounding divided by the sine of the wrist.
    inner: (2, 2, m), of `_bars`. asked: (2, 2, m), which roots count.
    """
    sine = length_of(M[0, 2], M[1, 2])
    if not (sine < SHARP).any():
        return np.zeros(sine.shape[-1], bool)
    spread = np.minimum(arm.size / np.maximum(np.abs(x), NO_SIDE), MOST_SPREAD)
    blur = NOISE * (1.0 + spread) / np.maximum(sine, NOISE)
    blurred = np.abs(inner) <= (abs(arm.tail) * blur)[:, None]
    return np.asarray((blurred & asked & (sine < SHARP)[:, None]).any(axis=(0, 1)))


def _hold_second(
    arm: ParallelArm, middle: tuple[Array, Array, Array], onto: NDArray[np.bool_], q_2: Array
) -> None:
    """Sets joint 2, in place, to its held value q_2 (m,) where `onto` holds.

    There bars of equal length are folded so that axis 4 is on axis 2, and joint 2 is free.
    """
    change = np.where(onto[:, None], q_2 - middle[0], 0.0)
    middle[0][...] += change
    middle[2][...] -= arm.sense[0] * arm.sense[2] * change


def _free_turns(
    arm: ParallelArm, C: Array, M: Array, straight: NDArray[np.bool_], turns: Array
) -> NDArray[np.bool_]:
    """Moves the free turn s at straight wrists, in place, to the nearest from which the bars reach.

    Gives whether the bars reach from a whole range of turns, (2, m): bars that are stretched or
    folded in line with the tail reach from one turn alone.
    """
    far, near = abs(arm.upper) + abs(arm.fore), abs(abs(arm.upper) - abs(arm.fore))
    loose, slack = np.zeros(straight.shape, bool), BAND * arm.size
    for side, pose in np.argwhere(straight):
        to = complex(C[side, pose]) - arm.first
        nearest, farthest = abs(abs(to) - abs(arm.tail)), abs(to) + abs(arm.tail)
        one_distance = farthest - nearest <= slack
        inside = nearest < far - slack and farthest > near + slack
        loose[side, pose] = inside or (one_distance and nearest <= far + slack)
        wanted = float(turns[0, side, 0, pose])
        length = abs(to - np.exp(1j * wanted) * arm.tail)
        aim = float(np.clip(length, near, far))
        product = 2.0 * abs(to) * abs(arm.tail)
        if aim == length or product == 0.0:
            continue
        # |to - e^(is) tail|^2 = |to|^2 + |tail|^2 - product cos(s - s0)
        cosine = (abs(to) ** 2 + abs(arm.tail) ** 2 - aim**2) / product
        if abs(cosine) > 1.0 + 3.0 * slack * (abs(to) + abs(arm.tail)) / product:
            continue
        # Bars stretched or folded in line with the tail: the excess over 1 is rounding.
        cosine = min(max(cosine, -1.0), 1.0)
        s0, spread = float(np.angle(to / arm.tail)), float(np.arccos(cosine))
        ends = wrapped(np.array([s0 + spread, s0 - spread]) - wanted)
        change = float(ends[np.argmin(np.abs(ends))])
        sense = 1.0 if M[2, 2, side, pose] > 0.0 else -1.0
        turns[0, side, 0, pose] += change
        turns[2, side, 0, pose] -= sense * change
    return loose


def explain(arm: ParallelArm, T: Array) -> str:
    """Why one pose (4, 4) has no solution, with the distances, mm."""
    seen = (arm.pose_map @ T.ravel())[:, None]
    X, Y, Z = seen[9:]
    x, L, distances, in_front = shoulders(arm, X, Y, Z)
    distance, offset = float(distances[0]), float(abs(L[0]))
    if not in_front[0]:
        return (
            f"out of reach: wrist {distance:.1f} mm from axis 1, at least {offset:.1f} mm needed "
            f"({offset - distance:.1f} mm too near)"
        )
    turns, fits = np.empty((3, 2, 2, 1)), np.ones((2, 2, 1), bool)
    M = from_link_1(arm, np.arctan2(Y, X) - np.arctan2(L, x), seen[:9].reshape(3, 3, 1))
    turn_wrist(arm.wrist, M, is_rounding, np.zeros(1), turns, fits)
    if not fits.any():
        return "orientation not reachable: the wrist cannot turn the tool so far"
    C = (x + 1j * arm.flat(L, Z))[:, None]
    lengths = np.abs(C - np.exp(1j * turns[0]) * arm.tail - arm.first)[fits]
    far, near = abs(arm.upper) + abs(arm.fore), abs(abs(arm.upper) - abs(arm.fore))
    excess = np.maximum(lengths - far, near - lengths)
    length, by = float(lengths[np.argmin(excess)]), float(excess.min())
    limit, how = (far, "too far") if length > far else (near, "too near")
    return (
        f"out of reach: axis 4 has to be {length:.1f} mm from axis 2, limit {limit:.1f} mm "
        f"({by:.1f} mm {how})"
    )


def desk(mechanism: Mechanism, arm: ParallelArm) -> Desk:
    """What solves one regular pose by the loop of `loops/parallel_kernel.py`."""
    ends = arm.first.real, arm.first.imag, arm.tail.real, arm.tail.imag
    return Desk(
        mechanism,
        solve_parallel,
        (arm.lean, arm.height, arm.front, arm.up, arm.size),
        (*ends, abs(arm.upper), abs(arm.fore), arm.upper_angle, arm.bend_zero),
        arm.sense,
        arm.pose_map,
        wrist_numbers(arm.wrist),
    )


SOLVER = Solver(
    "three parallel axes",
    recognise_parallel,
    solve,
    explain,
    complete=True,
    postures=POSTURES,
    desk=desk,
)

"""Closed form for anthropomorphic arms with a spherical wrist: all eight solutions.

The notation is that of `families/anthropomorphic.py`; slot i of the result has the posture
POSTURES[i]. The method is Pieper's: joints 4 to 6 do not move the wrist centre.

1. Shoulder. The wrist centre is at (X, Y, Z) in arm axes. Turned back by q1 it must have
   y = lateral, hence x = +-sqrt(X^2 + Y^2 - lateral^2) and q1 = atan2(Y, X) - atan2(lateral, x).
   There is no solution if the wrist centre is nearer to axis 1 than `lateral`.
2. Elbow. In the plane of the arm, t = (x - shoulder, Z) is the sum of upper arm and forearm:
   |t|^2 = upper^2 + fore^2 + 2 upper fore cos(bend), so that bend = +-acos(...). The sine is
   computed as a product of factors, (upper + fore - |t|)(...)..., which keeps its digits near a
   stretched arm. The angle from t back to the upper arm is
   atan2(fore sin(bend), upper + fore cos(bend)).
3. Wrist. M = (turns 1 to 3)^-1 R has to equal Rot(axis 4, q4) Rot(axis 5, q5) Rot(axis 6, q6);
   see `parts/wrist.py`.

Squared lengths are clamped within a band of 1e-12 of the arm's size, so that poses on the boundary
of the reach are never lost, and within 5e-13 of it an arm counts as stretched: poses come with
errors of 1e-13. The wrist counts as straight only if axes 4 and 6 coincide to within 5e-13: then
joint 4 is free, and one value, 0 or the held one, represents all. A nearly singular shoulder or
elbow (x, |t| or sin(bend) small) multiplies the errors of a pose; `parts/straight_wrists.py` tells
straight wrists there.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.mechanism import Mechanism
from kinematics.families.anthropomorphic import ArmGeometry, recognise_arm
from kinematics.families.posture import POSTURES
from kinematics.loops.spherical_kernel import solve_spherical
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array, cos_sin, length_of
from kinematics.solutions.one_pose import Desk, wrist_numbers
from kinematics.solutions.solver import Roots, Solver
from kinematics.solvers.parts.slot_rows import write_rows
from kinematics.solvers.parts.straight_wrists import NOISE, with_straight_wrists
from kinematics.solvers.parts.wrist import BAND, SNAP, SUSPECT, is_rounding, turn_wrist
from kinematics.tolerances import ON_AXIS

NO_SIDE = 1e-30  # of the size: replaces 0 before a division
NEAR_ROOTS = 1e-4  # rad: with a bend nearer to straight, two roots may count as one
SIDES = np.array([[1.0], [-1.0]])  # of axis 1, and of the line from shoulder to wrist
CHUNK = 2048  # poses solved at once: their arrays fit into the processor's cache


def solve(arm: ArmGeometry, Ts: Array, held: Array | None = None) -> Roots:
    """All roots of poses T_base_flange (N, 4, 4), mm.

    held: (N, 6), rad, the values of joints that a singular pose leaves free; None means 0.
    """
    kept = np.zeros((len(Ts), 6)) if held is None else wrapped(held)
    roots, doubtful = _solved(arm, Ts, kept, loosely=False)
    if not doubtful.any():
        return roots
    where = np.flatnonzero(doubtful)
    loose, _ = _solved(arm, Ts[where], kept[where], loosely=True)
    return with_straight_wrists(arm.mechanism, Ts, roots, where, loose, held=[3, 4])


def _solved(
    arm: ArmGeometry, Ts: Array, held: Array, loosely: bool
) -> tuple[Roots, NDArray[np.bool_]]:
    """Roots of poses (N, 4, 4), and whether a wrist is straight if rounding is multiplied, (N,).

    held: (N, 6). loosely: whether such a wrist counts as straight.
    """
    count = len(Ts)
    roots, doubtful = Roots.to_fill(count, slots=8, joints=6), np.zeros(count, bool)
    flat = Ts.reshape(count, 16)
    for start in range(0, count, CHUNK):
        part = slice(start, start + CHUNK)
        seen = arm.pose_map @ flat[part].T
        _solve_chunk(arm, seen, held[part].T, roots, part, doubtful[part], loosely)
    return roots, doubtful


def _solve_chunk(
    arm: ArmGeometry,
    seen: Array,
    held: Array,
    roots: Roots,
    part: slice,
    doubtful: NDArray[np.bool_],
    loosely: bool,
) -> None:
    """Writes the roots of the m poses of one slice `part` into roots.

    seen: (12, m), arm.pose_map times the poses. held: (6, m), rad. doubtful: (m,), is written, too.
    """
    m = seen.shape[1]
    wrist = np.empty((3, 2, 2, 2, m))
    valid = np.empty((2, 2, 2, m), bool)
    centre = seen[9:]
    q_1, reach_x, distance, in_front = _shoulders(arm, centre)
    tiny = ON_AXIS * arm.size
    on_axis = distance <= tiny
    if on_axis.any():
        q_1 = np.where(on_axis, held[0], q_1)
        roots.free[part, 0] = on_axis
    first, turn, in_reach, bend, length, noise = _elbows(arm, reach_x, centre[2])
    valid[:] = (in_front & in_reach)[:, None, None]
    M = _from_link_3(arm, q_1, turn, seen[:9].reshape(3, 3, m))

    def is_straight(sine: Array) -> NDArray[np.bool_]:
        may_be = sine <= noise()
        if loosely:
            return may_be
        sure = is_rounding(sine)
        doubtful[:] |= (may_be & ~sure).any(axis=(0, 1))
        return sure

    straight = turn_wrist(arm.wrist, M, is_straight, held[3], wrist, valid)

    # At a straight wrist the roots for NOFLIP and FLIP are one, with multiplicity 2.
    if straight.any():
        valid[:, :, 1] &= ~straight
        roots.doubled[part].reshape(m, 2, 2, 2)[..., 0] = np.moveaxis(straight, -1, 0)
        roots.free[part, 3] = (straight & valid[:, :, 0]).any(axis=(0, 1))
    roots.free[part, 1] = (length <= tiny).any(axis=0)
    folded = in_reach & (np.abs(bend - np.pi / 2) > np.pi / 2 - NEAR_ROOTS)
    near = folded.any(axis=0) | (np.abs(reach_x[0]) <= NEAR_ROOTS * abs(arm.lateral))
    # The two openings of an oblique wrist may meet anywhere on the edge of its cone.
    roots.near[part] = near | (not arm.wrist.orthogonal)
    write_rows((q_1[:, None, None], *first, *wrist), roots.q[part])
    roots.valid[part] = valid.reshape(8, m).T


def _shoulders(arm: ArmGeometry, centre: Array) -> tuple[Array, Array, Array, NDArray[np.bool_]]:
    """Step 1: q1 and x (2, m), the distance of the centre from axis 1, and whether q1 exists.

    centre: (3, m), wrist centres in arm axes, mm.
    """
    X, Y, _ = centre
    distance = length_of(X, Y)
    offset = abs(arm.lateral)
    beyond = distance - offset
    square = np.where(beyond > SNAP * arm.size, beyond * (distance + offset), 0.0)
    x = np.sqrt(square) * (arm.front * SIDES)
    q_1 = np.arctan2(Y, X) - np.arctan2(arm.lateral, x)
    return q_1, x, distance, beyond >= -BAND * arm.size


def _elbows(
    arm: ArmGeometry, reach_x: Array, Z: Array
) -> tuple[tuple[Array, Array], Array, NDArray[np.bool_], Array, Array, Callable[[], Array]]:
    """Step 2: q2 and q3 (2, 2, 1, m), and the turn of the forearm about y (2, 2, m), rad.

    Then, each (2, m): whether the elbow reaches, the absolute value of its bend, the distance from
    shoulder to wrist, and a function that gives the sine of the wrist that may be noise.
    """
    sense = (arm.up * arm.front) * (SIDES[:, None] * SIDES)
    tx = reach_x - arm.shoulder
    length = length_of(tx, Z)
    sum_, gap = arm.upper + arm.fore, abs(arm.upper - arm.fore)
    outside, inside = sum_ - length, length - gap
    inner = np.minimum(outside, inside)
    sine = outside * (sum_ + length) * inside * (length + gap)
    sine = np.sqrt(np.where(inner > SNAP * arm.size, sine, 0.0))
    difference = (arm.upper - arm.fore) * sum_
    square = length * length
    bend = np.arctan2(sine, square - arm.upper**2 - arm.fore**2)
    lead = np.arctan2(sine, square + difference)
    upper_turn = np.arctan2(tx, Z)[:, None] - sense * lead[:, None]
    signed_bend = sense * bend[:, None]
    q_2 = upper_turn - arm.upper_angle
    q_3 = arm.sense_3 * (signed_bend + (arm.upper_angle - arm.fore_angle))
    in_reach = inner >= -BAND * arm.size

    def noise() -> Array:
        tiny = NO_SIDE * arm.size
        spread = 1 / np.maximum(np.abs(reach_x), tiny) + 1 / np.maximum(length, tiny)
        spread += 2.0 * length / np.maximum(sine, tiny * arm.size)
        return np.minimum(NOISE * (1.0 + arm.size * spread), SUSPECT)[:, None]

    first = q_2[:, :, None], q_3[:, :, None]
    return first, upper_turn + signed_bend - arm.fore_angle, in_reach, bend, length, noise


def _from_link_3(arm: ArmGeometry, q1: Array, turn: Array, last: Array) -> Array:
    """Step 3: the last basis in the fore basis, M (3, 3, 2, 2, m).

    last: (3, 3, m), the last basis in arm axes. M[2, 0] and M[2, 1] are not set if `turn_wrist`
    does not use them.
    """
    basis = arm.wrist.fore_basis
    # If axis 4 is 1e-9 off square, basis[1, 1] still rounds to 1, but the other entries are not 0.
    level = basis[0, 1] == 0.0 == basis[2, 1]
    if level:  # the fore basis is the arm axes turned about y only
        turn = turn + np.arctan2(basis[0, 2], basis[2, 2])
    c1, s1 = cos_sin(q1)
    c, s = cos_sin(turn)
    M = np.empty((3, 3, *turn.shape))
    x = (c1 * last[0][:, None] + s1 * last[1][:, None])[:, :, None]
    z = last[2][:, None, None]
    M[0] = c * x - s * z
    M[1] = (c1 * last[1][:, None] - s1 * last[0][:, None])[:, :, None]
    # Of the third row an orthogonal wrist needs only the angle of axis 4 with axis 6.
    used = slice(2, 3) if level and arm.wrist.orthogonal else slice(3)
    M[2, used] = s * x[used] + c * z[used]
    return M if level else np.einsum("ji,jkabm->ikabm", basis, M)


def explain(arm: ArmGeometry, T: Array) -> str:
    """Why one pose (4, 4) has no solution, with the distances, mm."""
    X, Y, Z = arm.pose_map[9:] @ T.ravel()
    distance, offset = float(np.hypot(X, Y)), abs(arm.lateral)
    if distance < offset - BAND * arm.size:
        return (
            f"out of reach: wrist {distance:.1f} mm from axis 1, at least {offset:.1f} mm needed "
            f"({offset - distance:.1f} mm too near)"
        )
    x = np.sqrt(max(distance**2 - offset**2, 0.0)) * np.array([1.0, -1.0])
    lengths = np.hypot(x - arm.shoulder, Z)
    far, near = arm.upper + arm.fore, abs(arm.upper - arm.fore)
    excess = np.maximum(lengths - far, near - lengths)
    length, by = float(lengths[np.argmin(excess)]), float(excess.min())
    if by <= BAND * arm.size:
        return "out of reach: the wrist cannot turn the tool into this orientation"
    limit, how = (far, "too far") if length > far else (near, "too near")
    return (
        f"out of reach: wrist {length:.1f} mm from the shoulder, limit {limit:.1f} mm "
        f"({by:.1f} mm {how})"
    )


def desk(mechanism: Mechanism, arm: ArmGeometry) -> Desk:
    """What solves one regular pose by the loop of `loops/spherical_kernel.py`."""
    bars = arm.upper, arm.upper_angle, arm.fore, arm.fore_angle
    lengths = arm.shoulder, arm.lateral, *bars, arm.sense_3, arm.front, arm.up, arm.size
    return Desk(mechanism, solve_spherical, lengths, arm.pose_map, wrist_numbers(arm.wrist))


SOLVER = Solver(
    "spherical wrist",
    recognise_arm,
    solve,
    explain,
    complete=True,
    postures=POSTURES,
    in_slot_order=True,
    desk=desk,
)

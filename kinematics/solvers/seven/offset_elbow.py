"""Seven axes with an offset shoulder at a given elbow angle, in closed form: up to 16 solutions.

The notation is that of `families/elbow_angle.py`; F = [u e f] is `reference_frames`,
n = cos(psi) e + sin(psi) f and d = |SW|. The offset a1 is along the common normal of axes 1 and 2.
E is on axis 3, at the distance `upper` from axis 2 and `lower` from W. Lengths are in units of the
size of the arm.

 1. E is in the half-plane of psi: E = S + (d - lower cos phi) u + lower sin phi n,
    0 <= phi <= pi. It is also on the torus on which axes 1 and 2 move it. With r = |SE|, the height
    zeta = (E - S).z1, and rho its distance from axis 1, positive to the front,

        r^2 + a1^2 - upper^2 = 2 a1 rho        rho^2 = r^2 - zeta^2

    which is an equation of degree four in phi (`circle_roots`).
    2. The azimuth of E gives q1; rho - a1 and zeta give q2.
    3. Seen from link 2, the height of W over E along axis 3 gives two values of q4, and the azimuth
       of W gives q3.
    4. Axes 5 to 7 make the rest of the orientation, in two ways (`parts/wrist.py`).

Newton steps refine phi. If the angles still miss the place of W (elbow on axis 1, double root,
stretched arm), the Jacobian of W and psi by axes 1 to 4 corrects them.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import atan2, hypot

import numpy as np
from numpy.typing import NDArray

from kinematics.differential.damped_newton import (
    Damping,
    Joints,
    Linearised,
    Rule,
    damped_newton,
)
from kinematics.families.elbow_angle import (
    angle_about,
    elbow_jacobian,
    elbow_state,
    reference_frames,
)
from kinematics.families.seven_axis import SevenAxisArm
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array, cos_sin, length_of, turned
from kinematics.solutions.solver import Roots
from kinematics.solvers.parts.polynomials import circle_roots
from kinematics.solvers.parts.wrist import is_rounding, turn_wrist
from kinematics.tolerances import NEVER_ZERO, ON_AXIS

MET = 1e-11  # of the size: a corrected root misses the place of W by less
SURE = 2e-14  # of the size: angles in closed form that miss W by no more need no correction
MET_PSI = 1e-8  # rad: the elbow angle of a nearly stretched arm is not more exact than this
LEAST_ROW = 1e-3  # rows of the Jacobian longer than this are scaled to length 1
# The damping belongs to squared singular values, so that a singular arm moves no farther than it
# helps. Below `settled`, of the size plus rad, no step reduces the error.
CORRECTION = Rule(steps=12, largest=0.1, damping=Damping(1e-16), settled=1e-14, careful=True)
AXES_1_TO_4 = Joints(np.ones(4), np.ones(4))
SIDES = np.array([[1.0], [-1.0]])  # of the two values of q4
ALIKE = 2e-4  # rad: two values of q4 this near may be one root
NEIGHBOURS = 0.02  # rad: elbows whose phi differ by more give roots that are far apart
UNDER = 1e-6  # sine of phi: an elbow beyond the line S W by no more counts as on it
LARGEST_CORRECTION = 1e-3  # rad: the most by which a root of the closed form is off
STRETCHED = 1e-5  # rad: with two values of q4 this near the arm is stretched and axis 3 free


def offset_shoulder(arm: SevenAxisArm, Ts: Array, psi: Array, held: Array) -> Roots:
    """All roots of poses (n, 4, 4) at angles psi (n or 1, m), n m rows of 16 slots.

    psi, held: rad. held: (n m or 1, 7), the values of joints that are free.
    """
    poses, angles = len(Ts), psi.shape[1]
    count = poses * angles
    W = arm.wrist_places(Ts)
    F = reference_frames(arm, W)
    phi, real = _openings(arm, W, F, psi)
    pair, place = np.nonzero(real.T)  # one row for each root phi
    pose = pair // angles
    elbow = (phi[place, pair], np.broadcast_to(psi, (poses, angles)).ravel()[pair])
    q_1, q_2, on_axis = _first_and_second(arm, W[pose], F[pose], *elbow)
    q_3, q_4, miss = third_and_fourth(arm, W[pose], q_1, q_2)
    q = np.empty((4, 2, len(pair)))
    q[0], q[1], q[2], q[3] = q_1, q_2, q_3, q_4
    found = _corrected(arm, W[pose], elbow[1], q, miss)
    part = with_wrist(arm, Ts[pose], q, found, held[pair] if len(held) > 1 else held)

    slots = np.zeros((count * 4, 4, 7))
    valid, doubled = np.zeros((count * 4, 4), bool), np.zeros((count * 4, 4), np.int64)
    row = 4 * pair + place
    slots[row], valid[row], doubled[row] = part.q, part.valid, part.doubled
    gap = np.abs(wrapped(q[3, 0] - q[3, 1]))
    free = np.zeros((count, 7), bool)
    free[pair[on_axis & found.any(axis=0)], 0] = True
    free[pair[(gap < STRETCHED) & found.any(axis=0)], 2] = True
    free[pair[part.free[:, 4]], 4] = True
    near = _neighbours(phi, real) | (not arm.wrist.orthogonal)
    near[pair[gap < ALIKE]] = True
    shape = (count, 16)
    return Roots(slots.reshape(*shape, 7), valid.reshape(shape), free, doubled.reshape(shape), near)


def _openings(arm: SevenAxisArm, W: Array, F: Array, psi: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Step 1: phi (4, n m), rad, and which exist, for W (n, 3), F (n, 3, 3), psi (n or 1, m)."""
    size = arm.size
    a1, lower, upper = (
        arm.offset / size,
        _length(arm.W - arm.E) / size,
        _length(upper_arm(arm)) / size,
    )
    gap = (W - arm.S) / size
    d = np.sqrt(np.vecdot(gap, gap))[:, None]
    u_z, e_z, f_z = ((arm.z[0] @ F)[:, i, None] for i in range(3))
    c, s = cos_sin(psi)
    factor, turn = 4.0 * a1 * a1, 2.0 * lower * d
    square = d * d + lower**2
    level = square + (a1**2 - upper**2)
    # zeta = A - B cos phi + C sin phi, with A = d u_z
    B, C = lower * u_z, lower * (c * e_z + s * f_z)
    A = d * u_z
    f = np.empty((5, *C.shape))
    f[3] = 0.5 * (turn * turn + factor * (B * B - C * C))
    f[0] = f[3] + level * level + factor * (A * A + C * C - square)
    f[1] = factor * (turn - 2.0 * A * B) - 2.0 * level * turn
    f[2] = (2.0 * factor) * (A * C)
    f[4] = -factor * (B * C)
    phi, real = circle_roots(f.reshape(5, -1))
    real &= np.sin(phi) >= -UNDER
    for _ in range(2):
        _newton_step(f.reshape(5, -1), phi)
    return phi, real


def _newton_step(f: Array, phi: Array) -> None:
    """Refines phi (4, N), in place, as roots of the function f (5, N) of `circle_roots`."""
    c, s = cos_sin(phi)
    value = f[0] - f[3] + c * (f[1] + 2.0 * (f[3] * c + f[4] * s)) + f[2] * s
    slope = c * (f[2] + 4.0 * f[4] * c) - s * (f[1] + 4.0 * f[3] * c) - 2.0 * f[4]
    flat = np.abs(slope) < NEVER_ZERO
    phi -= np.clip(
        value / np.where(flat, NEVER_ZERO, slope), -LARGEST_CORRECTION, LARGEST_CORRECTION
    )


def _neighbours(phi: Array, real: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether two of the elbows phi (4, N) are near each other, (N,)."""
    apart = 10.0 * np.arange(1, 5)[:, None]
    rows = np.sort(np.where(real, phi, apart), axis=0)
    return np.asarray((np.diff(rows, axis=0) < NEIGHBOURS).any(axis=0))


def _length(v: Array) -> float:
    return float(np.linalg.norm(v))


def upper_arm(arm: SevenAxisArm) -> Array:
    """The vector (3,) from axis 2 to E at q = 0, base frame, mm."""
    return np.asarray(arm.E - arm.S - arm.offset * arm.front)


def _first_and_second(
    arm: SevenAxisArm, W: Array, F: Array, phi: Array, psi: Array
) -> tuple[Array, Array, NDArray[np.bool_]]:
    """Step 2: q1 and q2 (K,), rad, and whether E is on axis 1, so that q1 is free."""
    lower = _length(arm.W - arm.E)
    c, s = cos_sin(np.stack([phi, psi]))
    gap = W - arm.S
    distance = np.sqrt(np.vecdot(gap, gap))
    seen = np.empty((len(W), 3))
    seen[:, 0] = distance - lower * c[0]
    seen[:, 1] = lower * s[0] * c[1]
    seen[:, 2] = lower * s[0] * s[1]
    E = np.matvec(F, seen)
    x, y, z = (E @ np.stack([arm.front, np.cross(arm.z[0], arm.front), arm.z[0]], axis=1)).T
    rho = length_of(x, y)
    # The sign of 2 a1 rho = r^2 + a1^2 - upper^2 says whether E is in front of axis 1 or behind.
    behind = x * x + y * y + z * z < _length(upper_arm(arm)) ** 2 - arm.offset**2
    q_1 = np.arctan2(y, x) + np.where(behind, np.pi, 0.0)
    q_2 = second_angle(arm, np.where(behind, -rho, rho) - arm.offset, z)
    return wrapped(q_1), q_2, rho <= ON_AXIS * arm.size


def second_angle(arm: SevenAxisArm, front: Array, height: Array) -> Array:
    """q2 that brings E to (front, height), mm, seen from axis 2 in the plane through axis 1."""
    zero, sense = zero_and_sense(arm)
    return np.asarray(wrapped(sense * (np.arctan2(height, front) - zero)))


def zero_and_sense(arm: SevenAxisArm) -> tuple[float, float]:
    """The height of E seen from axis 2 at q2 = 0, rad, and +1 if it grows with q2, else -1."""
    rest = upper_arm(arm)
    zero = atan2(rest @ arm.z[0], rest @ arm.front)
    return zero, float(np.sign(np.cross(arm.front, arm.z[0]) @ arm.z[1]))


@dataclass(frozen=True, eq=False)
class Forearm:
    """The line from E to W at q3 = q4 = 0, in a basis whose third axis is axis 3.

    basis: (3, 3), its rows are the axes, base axes. parts: (3, 3), the rows of
    `SevenAxisArm.lower` in the basis, mm. swing: mm, azimuth: rad; the height of W over E along
    axis 3 is parts[0, 2] + swing cos(q4 - azimuth).
    """

    basis: Array
    parts: Array
    swing: float
    azimuth: float


@lru_cache(maxsize=64)
def measure_forearm(arm: SevenAxisArm) -> Forearm:
    """The forearm of step 3."""
    x = np.cross(arm.z[1], upper_arm(arm))
    x = x - arm.z[2] * (x @ arm.z[2])
    x = x / _length(x)
    basis = np.stack([x, np.cross(arm.z[2], x), arm.z[2]])
    parts = np.stack(arm.lower) @ basis.T
    across, normal = float(parts[1, 2]), float(parts[2, 2])
    return Forearm(basis, parts, hypot(across, normal), atan2(normal, across))


def third_and_fourth(
    arm: SevenAxisArm, W: Array, q_1: Array, q_2: Array
) -> tuple[Array, Array, Array]:
    """Step 3: both q3 and q4 (2, K), rad, that bring the wrist to W (K, 3), for q1 and q2 (K,).

    Also the distance by which it misses W, (2, K), mm.
    """
    first, second = turned(arm.spins[:2], np.stack([q_1, q_2]))
    rest = upper_arm(arm)
    gap = np.vecmat(np.vecmat(W - arm.S, first) - arm.offset * arm.front, second) - rest
    forearm = measure_forearm(arm)
    along, across, normal = forearm.parts
    seen_x, seen_y, seen_z = forearm.basis @ gap.T
    swing, rest_z = forearm.swing, seen_z - along[2]
    opening = np.arctan2(np.sqrt(np.maximum((swing - rest_z) * (swing + rest_z), 0.0)), rest_z)
    q_4 = forearm.azimuth + opening * SIDES
    c, s = cos_sin(q_4)
    x, y, z = (along[i] + c * across[i] + s * normal[i] for i in range(3))
    q_3 = np.arctan2(seen_y, seen_x) - np.arctan2(y, x)
    miss = np.abs(length_of(seen_x, seen_y) - length_of(x, y)) + np.abs(seen_z - z)
    return wrapped(q_3), wrapped(q_4), np.asarray(miss)


def _corrected(arm: SevenAxisArm, W: Array, psi: Array, q: Array, miss: Array) -> NDArray[np.bool_]:
    """Whether q (4, 2, K), both solutions of axes 1 to 4, are roots, (2, K).

    Those that miss W are corrected first, in place, by Newton steps for W and psi.
    """
    found = miss <= SURE * arm.size
    bend, row = np.nonzero(~found)
    if not len(row):
        return found
    W, psi = W[row], psi[row]

    def equations(at: Array, which: NDArray[np.int64]) -> Linearised:
        reached, psi_reached, J = elbow_jacobian(arm, _with_wrist_at_zero(at))
        error = np.empty((len(at), 4))
        error[:, :3] = (W[which] - reached) / arm.size
        error[:, 3] = wrapped(psi[which] - psi_reached)
        misses = np.sqrt(np.vecdot(error[:, :3], error[:, :3])) + np.abs(error[:, 3])
        J[:, :3] /= arm.size
        # The elbow of a nearly stretched arm turns fast: rows are scaled to one length.
        scale = 1.0 / np.maximum(np.sqrt((J * J).sum(axis=2)), LEAST_ROW)
        J *= scale[:, :, None]
        return Linearised(error * scale, misses, lambda where: J[where])

    best = damped_newton(equations, q[:, bend, row].T, AXES_1_TO_4, CORRECTION).q
    E, reached, _ = elbow_state(arm, _with_wrist_at_zero(best))
    off_place = np.linalg.norm(W - reached, axis=1)
    off_psi = np.abs(wrapped(psi - angle_about(arm, E, reached)))
    q[:, bend, row] = wrapped(best.T)
    found[bend, row] = (off_place <= MET * arm.size) & (off_psi <= MET_PSI)
    return found


def _with_wrist_at_zero(q: Array) -> Array:
    """Joint values (k, 7) from angles q (k, 4) of axes 1 to 4; the wrist joints are 0."""
    return np.concatenate([q, np.zeros((len(q), 3))], axis=1)


def with_wrist(
    arm: SevenAxisArm, Ts: Array, first: Array, found: NDArray[np.bool_], held: Array
) -> Roots:
    """Step 4: the roots (K, 4, 7) of poses Ts (K, 4, 4), with the values of axes 5 to 7.

    first: (4, 2, K), both solutions of axes 1 to 4, rad. found: (2, K), whether they are roots.
    held: (K or 1, 7), the values of joints that are free.
    """
    count = len(Ts)
    turns_1_to_4 = turned(arm.spins[:4], first.reshape(4, -1))
    carried = (turns_1_to_4[0] @ turns_1_to_4[1]) @ (turns_1_to_4[2] @ turns_1_to_4[3])
    fore = np.swapaxes(carried @ arm.wrist.fore_basis, -1, -2).reshape(2, count, 3, 3)
    last = Ts[:, :3, :3] @ (arm.R_zero.T @ arm.wrist.last_basis)
    M = np.ascontiguousarray((fore @ last).transpose(2, 3, 0, 1))
    turns, valid = np.empty((3, 2, 2, count)), np.empty((2, 2, count), bool)
    valid[:] = found[:, None]
    straight = turn_wrist(arm.wrist, M, is_rounding, held[:, 4], turns, valid)
    valid[:, 1] &= ~straight
    q = np.empty((7, 2, 2, count))
    q[:4], q[4:] = first[:, :, None], wrapped(turns)
    free = np.zeros((count, 7), bool)
    free[:, 4] = (straight & valid[:, 0]).any(axis=0)
    doubled = np.zeros((2, 2, count), np.int64)
    doubled[:, 0] = straight
    return Roots(
        q=q.reshape(7, 4, count).transpose(2, 1, 0).copy(),
        valid=valid.reshape(4, count).T.copy(),
        free=free,
        doubled=doubled.reshape(4, count).T.copy(),
        near=np.ones(count, bool),
    )

"""Seven axes at a given elbow angle, in closed form: all solutions.

Notation of `seven_axis.py`; u, e, f are `reference`, n = cos(psi) e + sin(psi) f.

Shoulder in a point (S-R-S, elbow offsets allowed; 8 solutions):
 1. |SW| feels joint 4 alone: |SW|^2 is a combination of 1, cos q4, sin q4, two solutions.
 2. The triangle S, E, W has three known sides: with d = |SW| the elbow lies at
    E = S + a u + b n, a = (d^2 + |SE|^2 - |EW|^2) / 2d, b = sqrt(|SE|^2 - a^2).
 3. The shoulder turns the triangle of the arm at rest, bent by q4, into this one: a rotation
    known whole, and axes 1 to 3 make it in two ways (`wrist.py`).
Shoulder offset by a1 along the normal of axes 1 and 2 (E on axis 3, l from axis 2; up to 16):
 1. E lies at distance |EW| from W in the half-plane of psi: E = S + (d - |EW| cos phi) u
    + |EW| sin phi n, 0 <= phi <= pi; and on the torus that axes 1 and 2 make of it. With r = |SE|,
    height zeta = (E - S).z1 and rho its distance from axis 1, signed to the front,
    r^2 + a1^2 - l^2 = 2 a1 rho, rho^2 = r^2 - zeta^2: of degree four in phi.
 2. q1 from the azimuth of E, q2 from rho - a1 and zeta.
 3. Seen from link 2 the height of W over E along axis 3 gives q4 twice, its azimuth q3.
Either way axes 5 to 7 take the orientation that is left, in two ways. The roots of degree four
are made good by Newton steps with the Jacobian of W and psi in axes 1 to 4.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kinematics.anthropomorphic import WristGeometry, wrapped
from kinematics.seven_axis import (
    SevenAxisArm,
    angle_about,
    elbow_jacobian,
    elbow_state,
    recognise_seven,
    reference,
)
from kinematics.shortfall import shortfall
from kinematics.solvers.polynomials import conv, degree_four_roots, degree_two_roots
from kinematics.solvers.solver import Roots, Solver
from kinematics.solvers.wrist import BAND, LEAST_STRAIGHT, turn_wrist
from kinematics.transforms import Array, cos_sin, cross, rotation_about

MET = 1e-11  # of the size, or rad: a polished root misses by less
STEPS = 3
STRETCHED = 1e-6  # rad between both bends: axis 3 turns on the spot
SETTLED = 1e-14  # of the size, or rad: no step makes it better


def solve_at(arm: SevenAxisArm, Ts: Array, psi: Array, held: Array | None = None) -> Roots:
    """All roots of poses (N, 4, 4), mm, at elbow angles psi (N,), rad."""
    kept = np.zeros((len(psi), 7)) if held is None else wrapped(held)
    if arm.offset == 0.0:
        return _point_shoulder(arm, Ts, psi, kept)
    q_four, valid, free_1 = _offset_shoulder(arm, arm.wrist_places(Ts), psi)
    roots = with_wrist(arm, Ts, q_four, valid, free_1, kept)
    bends = q_four[3].reshape(2, 4, -1)
    alike = np.abs(wrapped(bends[0] - bends[1])) < STRETCHED
    roots.free[:, 2] = (alike & valid[:4]).any(axis=0)
    return roots


def solve(arm: SevenAxisArm, Ts: Array, held: Array | None = None) -> Roots:
    """All roots at the elbow angle that joint values `held` (N, 7) have, 0 without them."""
    if held is None:
        return solve_at(arm, Ts, np.zeros(len(Ts)))
    E, W, _ = elbow_state(arm, np.asarray(held, float))
    return solve_at(arm, Ts, angle_about(arm, E, W), held)


def _bent(arm: SevenAxisArm, q_4: Array) -> Array:
    """W at rest but for joint 4, (..., 3)."""
    return arm.E + rotation_about(arm.z[3], q_4) @ (arm.W - arm.E)


def _elbow_bends(arm: SevenAxisArm, distance: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Both q4 (2, N) that bring W to this distance from S, and whether they exist (N,)."""
    low, still = _bend_terms(arm)
    terms = np.empty((len(distance), 3), complex)
    terms[:, 0], terms[:, 1], terms[:, 2] = low, still - distance**2, low.conjugate()
    roots, found = degree_two_roots(terms, True, BAND * arm.size**2)
    return wrapped(roots), found[0]


@lru_cache(maxsize=64)
def _bend_terms(arm: SevenAxisArm) -> tuple[complex, float]:
    """|SW|^2 as coefficients of e^(-i q4) and 1."""
    off, upper = arm.W - arm.E, arm.E - arm.S
    along = arm.z[3] * (off @ arm.z[3])
    across = off - along
    low = complex(upper @ across, upper @ np.cross(arm.z[3], across))
    return low, float(upper @ upper + off @ off + 2 * upper @ along)


def _point_shoulder(arm: SevenAxisArm, Ts: Array, psi: Array, held: Array) -> Roots:
    """All eight roots. With F = [u e f] and r the triangle at rest the shoulder has to make
    R = F Rx(psi) r^T; so what it and the wrist turn is P Rx(psi) Q, where P and Q do not feel psi
    (`_at_angles`): a sweep over psi computes them once.
    """
    count = len(psi)
    poses = Ts[:1] if count and Ts.strides[0] == 0 else Ts  # one pose, broadcast: a sweep
    W = arm.wrist_places(poses)
    F = np.stack(reference(arm, W), axis=2)
    q_4, found = _elbow_bends(arm, np.sqrt(((W - arm.S) ** 2).sum(axis=1)))
    bend = rotation_about(arm.z[3], q_4)
    r = _rest_triangle(arm, q_4, arm.E + bend @ (arm.W - arm.E))
    r_back = np.swapaxes(r, -1, -2)
    cosine, sine = cos_sin(psi)
    M = _at_angles(arm.shoulder.fore_basis.T @ F, r_back @ arm.shoulder.last_basis, cosine, sine)
    fore = np.swapaxes(bend @ arm.wrist.fore_basis, -1, -2) @ r
    last = np.swapaxes(F, 1, 2) @ poses[:, :3, :3] @ (arm.R_zero.T @ arm.wrist.last_basis)
    N = _at_angles(fore, last, cosine, -sine)
    q = np.empty((7, 2, 2, 2, count))  # joint, bend, shoulder, wrist, pose
    valid, doubled = np.empty((2, 2, 2, count), bool), np.zeros((2, 2, 2, count), np.int64)
    free = np.zeros((count, 7), bool)
    valid[:] = found
    for first, joints, wrist, seen in ((0, 0, arm.shoulder, M), (1, 4, arm.wrist, N)):
        turns, fits = np.empty((3, 2, 2, count)), np.ones((2, 2, count), bool)
        straight = turn_wrist(wrist, seen, _noise, held[:, joints], turns, fits)
        fits[:, 1] &= ~straight
        expanded = turns[:, :, None] if first else turns[:, :, :, None]
        q[joints : joints + 3] = wrapped(expanded)
        valid &= fits[:, None] if first else fits[:, :, None]
        if straight.any():
            doubled[:] += straight[:, None, None]
            free[:, joints] = (straight & found).any(axis=0)
    q[3] = q_4[:, None, None]
    between = np.abs(wrapped(q_4[0] - q_4[1]))
    near = between < 2e-4
    free[:, 2] = (between < STRETCHED) & found
    oblique = not (arm.shoulder.orthogonal and arm.wrist.orthogonal)
    return Roots(
        q=np.ascontiguousarray(q.reshape(7, 8, count).transpose(2, 1, 0)),
        valid=valid.reshape(8, count).T.copy(),
        free=free,
        doubled=doubled.reshape(8, count).T.copy(),
        near=np.broadcast_to(near | oblique, (count,)),
    )


def _at_angles(P: Array, Q: Array, cosine: Array, sine: Array) -> Array:
    """P Rx(psi) Q as (3, 3, 2, N) of P and Q (2, n, 3, 3) or (n, 3, 3), n = N or 1."""
    still = P[..., :1] @ Q[..., :1, :]
    with_cosine = P[..., 1:] @ Q[..., 1:, :]
    with_sine = P[..., 2:] @ Q[..., 1:2, :] - P[..., 1:2] @ Q[..., 2:, :]
    still, with_cosine, with_sine = (
        values.transpose(2, 3, 0, 1) for values in (still, with_cosine, with_sine)
    )
    return np.asarray(still + cosine * with_cosine + sine * with_sine)


def _rest_triangle(arm: SevenAxisArm, q_4: Array, bent: Array) -> Array:
    """Axes along SW and towards E of the arm at rest but for q4, (2, n, 3, 3); bent: W there.

    A stretched arm has no such plane; the one it has just before it is stretched stands in.
    """
    u = bent - arm.S
    u = u / np.maximum(np.sqrt((u * u).sum(axis=-1)), 1e-300)[..., None]
    off = (arm.E - arm.S) - u * (u @ (arm.E - arm.S))[..., None]
    length = np.sqrt((off * off).sum(axis=-1))
    flat = length < 1e-11 * arm.size
    if flat.any():
        nudged = _bent(arm, q_4[flat] + np.where(q_4[flat] < 0.0, -1e-6, 1e-6)) - arm.S
        nudged = nudged / np.linalg.norm(nudged, axis=-1, keepdims=True)
        off[flat] = (arm.E - arm.S) - nudged * (nudged @ (arm.E - arm.S))[:, None]
        off[flat] -= u[flat] * (u[flat] * off[flat]).sum(axis=1)[:, None]
        length = np.sqrt((off * off).sum(axis=-1))
    n = off / np.maximum(length, 1e-300)[..., None]
    # What is left of a nearly stretched arm is square to u only after a second pass.
    n = n - u * (u * n).sum(axis=-1)[..., None]
    n = n / np.maximum(np.sqrt((n * n).sum(axis=-1)), 1e-300)[..., None]
    return np.stack([u, n, cross(u, n)], axis=-1)


def _offset_shoulder(
    arm: SevenAxisArm, W: Array, psi: Array
) -> tuple[Array, NDArray[np.bool_], NDArray[np.bool_]]:
    """Axes 1 to 4 (4, 8, N), which exist (8, N), and where axis 1 is free (N,)."""
    u, e, f = reference(arm, W)
    n = np.cos(psi)[:, None] * e + np.sin(psi)[:, None] * f
    E, rho, zeta, found = _elbow_places(arm, W, u, n)
    side = np.cross(arm.z[0], arm.front)
    gap = E - arm.S
    q_1 = np.arctan2(gap @ side, gap @ arm.front)
    q_1 = wrapped(np.where(rho < 0.0, q_1 + np.pi, q_1))
    q_2 = second_angle(arm, rho - arm.offset, zeta)
    q_34 = third_and_fourth(arm, W, E, q_1, q_2)
    q = np.stack([np.tile(q_1, (2, 1)), np.tile(q_2, (2, 1)), *q_34])
    q, good = _corrected(arm, W, psi, q, np.tile(found, (2, 1)))
    on_axis = np.asarray((np.abs(rho) <= 1e-14 * arm.size).any(axis=0))
    return q, good, on_axis


def _elbow_places(
    arm: SevenAxisArm, W: Array, u: Array, n: Array
) -> tuple[Array, Array, Array, NDArray[np.bool_]]:
    """Step 1: E (4, N, 3), rho, zeta and whether it exists (4, N)."""
    size, a1 = arm.size, arm.offset / arm.size
    lower = float(np.linalg.norm(arm.W - arm.E)) / size
    upper = float(np.linalg.norm(arm.E - arm.S - arm.offset * arm.front)) / size
    d = np.linalg.norm(W - arm.S, axis=1) / size
    u_z, n_z = u @ arm.z[0], n @ arm.z[0]
    one = np.array([0, 1, 0], complex)
    cosine, sine = np.array([0.5, 0, 0.5], complex), np.array([0.5j, 0, -0.5j])
    column = (slice(None), None)
    square = (d * d + lower**2)[column] * one - (2 * d * lower)[column] * cosine
    zeta = (d * u_z)[column] * one - (lower * u_z)[column] * cosine + (lower * n_z)[column] * sine
    level = square + (a1**2 - upper**2) * one
    quartic = conv(level, level) - 4 * a1**2 * (conv(square, one) - conv(zeta, zeta))
    phi, found = degree_four_roots(quartic, True)
    c, s = np.cos(phi), np.sin(phi)
    r_square = d * d + lower**2 - 2 * d * lower * c
    height = (d - lower * c) * u_z + lower * s * n_z
    rho = (r_square + a1**2 - upper**2) / (2 * a1)
    E = arm.S + size * ((d - lower * c)[..., None] * u + (lower * s)[..., None] * n)
    return E, rho * size, height * size, found & (s >= -1e-6)


def second_angle(arm: SevenAxisArm, front: Array, height: Array) -> Array:
    """q2 that brings E to this place seen from axis 2, in the plane of arm and axis 1."""
    rest = arm.E - arm.S - arm.offset * arm.front
    zero = np.arctan2(rest @ arm.z[0], rest @ arm.front)
    sense = np.sign(np.cross(arm.front, arm.z[0]) @ arm.z[1])
    return np.asarray(wrapped(sense * (np.arctan2(height, front) - zero)))


def third_and_fourth(
    arm: SevenAxisArm, W: Array, E: Array, q_1: Array, q_2: Array
) -> tuple[Array, Array]:
    """Step 3: q3 and q4, each (2 k, N); the two bends one after the other."""
    R = rotation_about(arm.z[0], q_1) @ rotation_about(arm.z[1], q_2)
    seen = np.einsum("kmji,kmj->kmi", R, W - E)
    along = seen @ arm.z[2]
    off = arm.W - arm.E
    axial = arm.z[3] * (off @ arm.z[3])
    across = off - axial
    low = complex(arm.z[2] @ across, arm.z[2] @ np.cross(arm.z[3], across)) / 2
    rest = (arm.z[2] @ axial - along).ravel()
    f = np.stack([np.full(rest.shape, low), rest + 0j, np.full(rest.shape, low.conjugate())], 1)
    q_4 = degree_two_roots(f, True, np.inf)[0].reshape(2, *along.shape)
    local = rotation_about(arm.z[3], q_4) @ off
    x = arm.E - arm.S - arm.offset * arm.front
    x = np.cross(arm.z[1], x)
    x = x - arm.z[2] * (x @ arm.z[2])
    x, y = x / np.linalg.norm(x), np.cross(arm.z[2], x / np.linalg.norm(x))
    q_3 = np.arctan2(seen @ y, seen @ x) - np.arctan2(local @ y, local @ x)
    slots = 2 * E.shape[0]
    return wrapped(q_3).reshape(slots, -1), wrapped(q_4).reshape(slots, -1)


def _corrected(
    arm: SevenAxisArm, W: Array, psi: Array, q: Array, valid: NDArray[np.bool_]
) -> tuple[Array, NDArray[np.bool_]]:
    """Newton steps of W and psi in axes 1 to 4, (4, k, N); roots that do not settle dropped."""
    k, count = q.shape[1:]
    flat = np.zeros((k * count, 7))
    flat[:, :4] = q.reshape(4, -1).T
    places, angles = np.tile(W, (k, 1)), np.tile(psi, k)
    gap = np.full((len(flat), 4), np.inf)
    alive = np.flatnonzero(valid.ravel())
    for step in range(STEPS + 1):
        reached, psi_reached, J = elbow_jacobian(arm, flat[alive])
        error = np.empty((len(alive), 4))
        error[:, :3] = (places[alive] - reached) / arm.size
        error[:, 3] = wrapped(angles[alive] - psi_reached)
        gap[alive] = error
        if step == STEPS or np.abs(error).max(initial=0.0) <= SETTLED:
            break
        J[:, :3] /= arm.size
        # A nearly stretched arm turns its elbow fast: rows are brought to one size.
        scale = 1.0 / np.maximum(np.sqrt((J * J).sum(axis=2)), 1e-3)
        J, error = J * scale[:, :, None], error * scale
        damped = np.swapaxes(J, 1, 2) @ J + 1e-12 * np.eye(4)
        dq = np.linalg.solve(damped, np.swapaxes(J, 1, 2) @ error[..., None])[..., 0]
        flat[alive, :4] += np.clip(dq, -0.1, 0.1)
    met = np.linalg.norm(gap[:, :3], axis=1) <= MET
    met &= np.abs(gap[:, 3]) <= 1e-8
    return wrapped(flat[:, :4].T.reshape(4, k, count)), valid & met.reshape(k, count)


def with_wrist(
    arm: SevenAxisArm,
    Ts: Array,
    first: Array,
    found: NDArray[np.bool_],
    free_1: NDArray[np.bool_],
    held: Array,
) -> Roots:
    """The roots with axes 5 to 7 from the orientation that axes 1 to 4 leave."""
    k, count = found.shape
    carried = np.eye(3)
    for axis, values in zip(arm.z, first, strict=False):
        carried = carried @ rotation_about(axis, values)
    wrist: WristGeometry = arm.wrist
    last = Ts[:, :3, :3] @ (arm.R_zero.T @ wrist.last_basis)
    M = np.moveaxis(np.swapaxes(carried @ wrist.fore_basis, -1, -2) @ last, (2, 3), (0, 1))
    turns, valid = np.empty((3, k, 2, count)), np.repeat(found[:, None], 2, axis=1)
    straight = turn_wrist(wrist, M, _noise, held[:, 4], turns, valid)
    valid[:, 1] &= ~straight
    q = np.empty((7, k, 2, count))
    q[:4], q[4:] = first[:, :, None], wrapped(turns)
    free = np.zeros((count, 7), bool)
    free[:, 0] = free_1
    free[:, 4] = (straight & valid[:, 0]).any(axis=0)
    doubled = np.zeros((k, 2, count), np.int64)
    doubled[:, 0] = straight
    return Roots(
        q=q.reshape(7, 2 * k, count).transpose(2, 1, 0).copy(),
        valid=valid.reshape(2 * k, count).T.copy(),
        free=free,
        doubled=doubled.reshape(2 * k, count).T.copy(),
        near=np.ones(count, bool),
    )


def _noise() -> Array:
    return np.array(10 * LEAST_STRAIGHT)


def explain(arm: SevenAxisArm, T: Array) -> str:
    """Why one pose (4, 4) has no solution, with figures."""
    W = arm.wrist_places(T[None])
    if arm.offset == 0.0:
        distance = float(np.linalg.norm(W - arm.S))
        ends = np.linalg.norm(_bent(arm, np.linspace(-np.pi, np.pi, 721)) - arm.S, axis=1)
        near, far = float(ends.min()), float(ends.max())
        if not near <= distance <= far:
            limit, how = (far, "too far") if distance > far else (near, "too near")
            return (
                f"out of reach: wrist {distance:.1f} mm from the shoulder, limit {limit:.1f} mm "
                f"({abs(distance - limit):.1f} mm {how})"
            )
    sentence = shortfall(arm.mechanism, T, arm.centre, "wrist")
    return sentence or "the elbow cannot stand at this angle with the wrist at its place"


SOLVER = Solver("elbow angle", recognise_seven, solve, explain, complete=True, at_elbow=solve_at)

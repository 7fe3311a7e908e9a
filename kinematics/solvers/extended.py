"""Arms of fewer than six joints, solved as arms of six whose added joints have to stand at zero.

Added joints complete the arm to a larger arm of six joints that another solver handles. The
solutions of the larger arm with the added joints at zero are the solutions of the arm itself; at a
pose that the arm cannot take there is none. The added axes are placed so that the last three axes
form a wrist, or so that they follow three parallel axes; an arm with two slides gets a third. Their
azimuth is generic, so that usual poses are not singular. If no such arm has a solver, axes at
arbitrary places are added, and the elimination solver may solve the larger arm.

In some poses an added axis is in line with an axis of the arm, and the larger arm is singular. Then
the joint of the arm takes the whole turn, so that the added joint is at zero, and other larger arms
are used as well. Newton steps on the arm itself refine the roots, and forward kinematics decides
which are kept. The roots of a pose are complete if one larger arm is regular at all its roots.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.axes import any_normal, axes_at_zero, feet, parallel
from kinematics.arm.forward import forward
from kinematics.arm.joints import Joint, JointKind
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.residuals import misses
from kinematics.arm.size import size_of
from kinematics.differential.newton import descend
from kinematics.differential.structure import structural_fault
from kinematics.differential.velocity import weighted_jacobian
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array, inverted, rotation_about
from kinematics.solutions.distinct_roots import distinct
from kinematics.solutions.shortfall import shortfall
from kinematics.solutions.solver import Roots, Solver
from kinematics.solvers import multi_start
from kinematics.solvers.parts.continua_flags import flagged

# rad, or of the size: a root whose added joints are this near to zero is refined. A double root of
# the larger arm may be inexact in a direction in which the arm itself cannot move.
AT_ZERO = 0.3
MET_RAD, MET = 1e-6, 1e-6  # rad, and of the size: a pose missed by no more counts as reached
SINGULAR = 1e-5  # determinant of the Jacobian of a larger arm, lengths by the size
AZIMUTH, TILT = 0.7, 1.1  # rad, of the added axes: arbitrary values that avoid special cases
# Arbitrary axes, and points on them in units of the size of the arm.
AXES = np.array([[0.36, 0.48, 0.8], [0.8, -0.6, 0.0], [-0.28, 0.576, 0.768], [0.096, 0.96, -0.263],
                 [0.704, 0.112, 0.7013]])  # fmt: skip
AXES /= np.linalg.norm(AXES, axis=1, keepdims=True)
PLACES = np.array([[0.31, 0.17, 0.23], [-0.21, 0.37, 0.13], [0.11, -0.27, 0.43], [0.4, 0.2, -0.3],
                   [-0.3, 0.2, 0.1]])  # fmt: skip


@dataclass(frozen=True, eq=False)
class Whole:
    """A larger arm of six joints that begins with the given arm; its solver and geometry."""

    mechanism: Mechanism
    solver: Solver
    geometry: Any


@dataclass(frozen=True, eq=False)
class ExtendedArm:
    """mechanism: the arm itself. whole: gives larger arm 0, 1, ... that has a solver, or None."""

    mechanism: Mechanism
    whole: Callable[[int], Whole | None]
    size: float


def extended(solvers: tuple[Solver, ...]) -> Solver:
    """The solver of arms of up to five joints, which uses the given solvers of six joints."""

    @lru_cache(maxsize=256)
    def recognise(mechanism: Mechanism) -> ExtendedArm | str:
        if mechanism.n > 5:
            return f"it has {mechanism.n} joints, where this solver adds some to five or fewer"
        known = _wholes(mechanism, solvers)
        found: list[Whole] = []

        def whole(number: int) -> Whole | None:
            """Larger arm `number`, set up when first needed: most poses need only the first."""
            while len(found) <= number and (one := next(known, None)) is not None:
                found.append(one)
            return found[number] if number < len(found) else None

        if whole(0) is None:
            return "no joints added to it make an arm with a closed form"
        return ExtendedArm(mechanism, whole, size_of(mechanism))

    return Solver("fewer joints", recognise, _solve, _explain, complete=True)


def _wholes(mechanism: Mechanism, solvers: tuple[Solver, ...]) -> Iterator[Whole]:
    """The larger arms that have a solver; arbitrary axes are added only if no other arm has one."""
    found = False
    for candidates in (_candidates, _anywhere):
        for candidate in candidates(mechanism):
            one = _known(candidate, solvers)
            if one is not None:
                found = True
                yield one
        if found:
            return


def _known(whole: Mechanism, solvers: tuple[Solver, ...]) -> Whole | None:
    if structural_fault(whole):
        return None
    for solver in solvers:
        geometry = solver.recognise(whole)
        if not isinstance(geometry, str):
            return Whole(whole, solver, geometry)
    return None


def _candidates(mechanism: Mechanism) -> Iterator[Mechanism]:
    """Arms of six joints that begin with the given arm and have a wrist, three parallel axes or
    three slides."""
    z, p = axes_at_zero(mechanism)
    flange = forward(mechanism, np.zeros(mechanism.n))[:3, 3]
    size = size_of(mechanism)
    n = mechanism.n
    if n == 5 and not parallel(z[3], z[4]):
        yield _with(mechanism, [(_beside(z[4]), feet(z[3], p[3], z[4], p[4])[1])])
    if n == 5:
        yield _with(mechanism, [(_beside(z[4]), p[4])])
    if n == 5:
        yield _with(mechanism, [(_leaning(z[4]), p[4] + 0.37 * size * _beside(z[4]))])
        yield _with(mechanism, [(_leaning(_beside(z[4])), p[4] - 0.23 * size * _leaning(z[4]))])
    if n == 5 and mechanism.kinds.count("P") == 2:  # three slides have a closed form
        yield _with(mechanism, [(AXES[0], flange)], [])
    if n == 4:
        for point in (p[3] + 0.37 * size * z[3], p[3]):
            second = _beside(z[3])
            yield _with(mechanism, [(second, point), (_beside(second), point)])
        yield _with(mechanism, [(z[3], p[3]), (_beside(z[3]), p[3])])
    if n <= 3:
        slides = [(np.array([0.36, 0.48, 0.8]), p[-1]), (np.array([0.8, -0.6, 0.0]), p[-1])]
        # An arbitrary point: a point on a joint axis would not move with that joint.
        for point in (flange + size * np.array([0.31, 0.17, 0.23]), flange):
            wrist = [(axis, point) for axis in rotation_about([0.6, 0.0, 0.8], 0.5)]
            yield _with(mechanism, slides[: 3 - n], wrist)


def _anywhere(mechanism: Mechanism) -> Iterator[Mechanism]:
    """Arms of six joints that begin with the given arm and go on with arbitrary revolute axes.

    They serve an arm that moves in a plane or about a point, because an added wrist would repeat
    motions that such an arm already has.
    """
    flange = forward(mechanism, np.zeros(mechanism.n))[:3, 3]
    size = size_of(mechanism)
    for turn in (0.0, 2.1):
        T = rotation_about([0.48, 0.6, 0.64], turn)
        axes = [
            (T @ axis, flange + size * (T @ place))
            for axis, place in zip(AXES, PLACES, strict=True)
        ]
        yield _with(mechanism, axes[: 6 - mechanism.n])


def _beside(axis: Array) -> Array:
    """A unit vector perpendicular to a unit axis, at a generic azimuth."""
    return np.asarray(rotation_about(axis, AZIMUTH) @ any_normal(axis))


def _leaning(axis: Array) -> Array:
    """A unit vector at a generic angle with a unit axis."""
    return np.asarray(rotation_about(_beside(axis), TILT) @ axis)


def _with(
    mechanism: Mechanism,
    axes: list[tuple[Array, Array]],
    wrist: list[tuple[Array, Array]] | None = None,
) -> Mechanism:
    """The mechanism with added axes (direction, point; base frame at q = 0) behind its last one.

    The axes are revolute without a wrist; with one they are prismatic, and the revolute axes of the
    wrist follow them.
    """
    T_flange = forward(mechanism, np.zeros(mechanism.n))
    T_last = T_flange @ inverted(mechanism.T_last_flange)
    joints, frames = list(mechanism.joints), list(mechanism.T_link_joint)
    added = [(axis, "R" if wrist is None else "P") for axis in axes]
    added += [(axis, "R") for axis in wrist or []]
    for number, ((direction, point), kind) in enumerate(added, start=1):
        x = any_normal(direction)
        T = np.eye(4)
        T[:3, :3] = np.stack([x, np.cross(direction, x), direction], axis=1)
        T[:3, 3] = point
        frames.append(inverted(T_last) @ T)
        joints.append(Joint(f"added_{number}", JointKind(kind)))
        T_last = T
    return Mechanism(tuple(joints), np.stack(frames), inverted(T_last) @ T_flange)


def _solve(arm: ExtendedArm, Ts: Array, held: Array | None = None) -> Roots:
    n, count = arm.mechanism.n, len(Ts)
    kept = np.zeros((count, 6))
    if held is not None:
        kept[:, :n] = held
    q, valid = np.empty((count, 0, n)), np.empty((count, 0), bool)
    sure, counts, number = np.zeros(count, bool), np.full((count, 2), -1), 0
    while not sure.all() and (whole := arm.whole(number)) is not None:
        left = np.flatnonzero(~sure)
        q_more, valid_more, sure[left] = _solved_by(arm, whole, Ts[left], kept[left])
        slots = q_more.shape[1]
        q = np.concatenate([q, np.zeros((count, slots, n))], axis=1)
        valid = np.concatenate([valid, np.zeros((count, slots), bool)], axis=1)
        q[left, -slots:], valid[left, -slots:] = q_more, valid_more
        found = valid_more.sum(axis=1)
        counts[left, 0] = found if number == 0 else np.minimum(counts[left, 0], found)
        counts[left, 1] = number
        number += 1
    roots = _once(arm, q, valid, sure)
    some = roots.valid.any(axis=1)
    # If no larger arm is regular but all find the same roots, these count as all roots.
    agreed = (counts[:, 1] > 0) & (counts[:, 0] == roots.valid.sum(axis=1))
    roots = replace(roots, certified=sure | agreed)
    lost = np.flatnonzero(~sure & ~some)
    if len(lost):
        roots = _with_seeds(arm, Ts, roots, lost)
    return flagged(arm.mechanism, Ts, roots, roots.valid)


def _with_seeds(arm: ExtendedArm, Ts: Array, roots: Roots, lost: NDArray[np.int64]) -> Roots:
    """The roots with one more, from Newton's method, at each of the poses `lost`.

    On a continuum of every larger arm, all their representatives may have added joints that are
    not at zero, so that no root is left. The added roots are not certified to be all.
    """
    found = multi_start.solve(arm.mechanism, Ts[lost])
    count, _, n = roots.q.shape
    q, valid = np.zeros((count, 1, n)), np.zeros((count, 1), bool)
    q[lost], valid[lost] = found.q[:, :1], found.valid[:, :1]
    certified = np.array(roots.certified)
    certified[lost] &= ~valid[lost, 0]
    return replace(
        roots,
        certified=certified,
        q=np.concatenate([roots.q, q], axis=1),
        valid=np.concatenate([roots.valid, valid], axis=1),
        doubled=np.concatenate([roots.doubled, np.zeros((count, 1), np.int64)], axis=1),
    )


def _once(arm: ExtendedArm, q: Array, valid: NDArray[np.bool_], sure: NDArray[np.bool_]) -> Roots:
    """Roots in which those that the refinement made equal count once, with multiplicity 1."""
    free, none = np.zeros((len(q), arm.mechanism.n), bool), np.zeros(valid.shape, np.int64)
    once = distinct(arm.mechanism, Roots(q, valid, free, none, np.ones(len(q), bool)))
    return Roots(q, once.valid, free, none, np.zeros(len(q), bool), sure)


def _solved_by(
    arm: ExtendedArm, whole: Whole, Ts: Array, kept: Array
) -> tuple[Array, NDArray[np.bool_], NDArray[np.bool_]]:
    """Roots (N, k, n) found by one larger arm, which of them exist, and whether they are all.

    They are surely all if the larger arm finds all its roots, at least one, and none of them is
    singular: on a continuum of the larger arm, the one representative may not be the root of the
    arm itself. If a larger arm finds no root, a second one has to confirm it.
    """
    n = arm.mechanism.n
    roots = whole.solver.solve(whole.geometry, Ts, kept)
    q, valid = roots.q, roots.valid
    sure = np.asarray(~roots.free.any(axis=1) & valid.any(axis=1))
    if roots.certified is not None:
        sure &= roots.certified
    pose, slot = np.nonzero(valid)
    J = weighted_jacobian(whole.mechanism, q[pose, slot])[0]
    sure[pose[np.abs(np.linalg.det(J)) < SINGULAR]] = False
    singular = np.flatnonzero(roots.free.any(axis=1))
    if len(singular) and whole.solver.closed_form:  # elimination does not use held values
        q, valid = _with_turn_given(whole, Ts, q, valid, singular)
    turning = whole.mechanism.revolute[n:] > 0.0
    off = np.where(turning, np.abs(q[..., n:]), np.abs(q[..., n:]) / arm.size)
    valid = valid & (off <= AT_ZERO).all(axis=2)
    q = q[..., :n].copy()
    pose, slot = np.nonzero(valid)
    if len(pose):
        polished = descend(arm.mechanism, Ts[pose], q[pose, slot], steps=12)
        distance, angle = misses(arm.mechanism, polished, Ts[pose])
        valid[pose, slot] = (distance <= MET * arm.size) & (angle <= MET_RAD)
        q[pose, slot] = np.where(arm.mechanism.revolute > 0.0, wrapped(polished), polished)
    return q, _once(arm, q, valid, sure).valid, sure


def _with_turn_given(
    arm: Whole, Ts: Array, q: Array, valid: NDArray[np.bool_], singular: NDArray[np.int64]
) -> tuple[Array, NDArray[np.bool_]]:
    """q and valid with more slots, for singular poses: an axis of the arm takes the last turn.

    Joint 2 or joint 4 is held at the turn of the last, added joint, and the pose is solved again.
    """
    found: dict[int, list[Array]] = {}
    for pose in singular:
        turns = q[pose, valid[pose], 5]
        for turn in {round(float(turn), 12) for turn in np.concatenate([turns, -turns])}:
            for joint in (1, 3):
                held = np.zeros((1, 6))
                held[0, joint] = turn
                again = arm.solver.solve(arm.geometry, Ts[pose : pose + 1], held)
                found.setdefault(int(pose), []).extend(again.q[0, again.valid[0]])
    extra = max((len(rows) for rows in found.values()), default=0)
    q_more, valid_more = np.zeros((len(q), extra, 6)), np.zeros((len(q), extra), bool)
    for pose, rows in found.items():
        q_more[pose, : len(rows)], valid_more[pose, : len(rows)] = rows, True
    return np.concatenate([q, q_more], axis=1), np.concatenate([valid, valid_more], axis=1)


def _explain(arm: ExtendedArm, T: Array) -> str:
    sentence = shortfall(arm.mechanism, T, np.zeros(3), "flange")
    return sentence or "the arm cannot take this pose with its few joints"

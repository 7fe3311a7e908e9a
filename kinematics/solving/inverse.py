"""The front door of inverse kinematics: chooses the solver and gives ALL solutions."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.limits import keeps_limits
from kinematics.arm.locked_joints import LockedArm, check_locked, lock
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.residuals import misses
from kinematics.errors import KinematicsError
from kinematics.families.family_names import family_of
from kinematics.families.posture import knee_postures, postures_of
from kinematics.families.seven_axis import recognise_elbow
from kinematics.poses.numbers import finite_angle, finite_angles, finite_number, reals
from kinematics.poses.transforms import Array, exact_pose, exact_poses, one_pose_or_more
from kinematics.solutions.distinct_roots import distinct, in_order
from kinematics.solutions.out_of_reach import beyond_links
from kinematics.solutions.solutions import Classification, IkBatch, IkSolutions
from kinematics.solvers import Roots, Solver
from kinematics.solving.answer_by_loop import answer_by_loop
from kinematics.solving.choice import chosen, solver_of
from kinematics.solving.front_rows import moved_to_front
from kinematics.solving.locked_solvers import locked_roots, swept_roots
from kinematics.solving.redundant_samples import representative_roots


def classify(mechanism: Mechanism) -> Classification:
    """The solver of a mechanism, or None, and one sentence about its family."""
    name = mechanism.name or "this arm"
    choice = chosen(mechanism)
    if choice.solver is None:
        text = f"{name} is {family_of(mechanism)} and cannot be solved: "
        return Classification(None, text + "; ".join(choice.refusals))
    solver = choice.solver
    how = "in closed form" if solver.closed_form else "for all its solutions"
    if not solver.complete:
        how = "for some solutions, not certified to be all"
    if solver.redundant and solver.seeded:
        how += " where " + _conditions(mechanism)
    how += f" ({solver.described(choice.geometry)})"
    text = f"{name} is {family_of(mechanism)}, solved {how}"
    return Classification(solver.name, text)


def _conditions(mechanism: Mechanism) -> str:
    """A clause that says what makes the number of solutions of a redundant arm finite."""
    spare = mechanism.n - 6
    if spare > 1:
        return f"{spare} joints are locked"
    angle = "" if isinstance(recognise_elbow(mechanism), str) else " or the elbow angle"
    return f"a joint{angle} is given"


def inverse(
    mechanism: Mechanism,
    T: ArrayLike,
    *,
    locked: Mapping[int, float] | None = None,
    elbow_angle: float | None = None,
    tolerance_mm: float | None = None,
    tolerance_rad: float | None = None,
) -> IkSolutions:
    """All joint values that bring the flange to T_base_flange (4, 4), mm.

    An arm of more than six axes needs more conditions: locked={index from 0: value, ...}, or
    elbow_angle (rad). Without them the result holds the solutions at one elbow angle, or at some
    values of a free joint, as representatives of the continuum; `note` says which. tolerance_mm,
    tolerance_rad: how far the pose that is meant may lie from T, for the bounds and the loose
    joints of the result; the solutions are those of T. Raises UnsolvableMechanism for an arm
    without solver, KinematicsError for options or a pose without meaning.
    """
    if tolerance_mm is not None or tolerance_rad is not None:
        mm, rad = _tolerances(tolerance_mm, tolerance_rad)
        answer = inverse(mechanism, T, locked=locked, elbow_angle=elbow_angle)
        return replace(answer, tolerance_mm=mm, tolerance_rad=rad)
    if locked is None and elbow_angle is None:
        quick = answer_by_loop(mechanism, T)
        if quick is not None:
            return quick
    _check_options(mechanism, locked, elbow_angle)
    pose = exact_pose(T)
    if locked is None and elbow_angle is None and not np.may_share_memory(pose, T):
        quick = answer_by_loop(mechanism, pose[0])  # a rounded pose has become an exact one
        if quick is not None:
            return quick
    if locked:
        return _inverse_locked(lock(mechanism, locked), pose)
    solver, geometry = solver_of(mechanism)
    if elbow_angle is not None:
        angle = finite_angle(elbow_angle)
        roots = solver.solve_at(geometry, pose, np.array([angle]))
        return gathered(mechanism, solver, geometry, roots, pose, angle)
    return _unconditioned(mechanism, solver, geometry, pose)


def _unconditioned(
    mechanism: Mechanism,
    solver: Solver,
    geometry: object,
    pose: Array,
    roots: Roots | None = None,
) -> IkSolutions:
    """All solutions of one pose (1, 4, 4), or representatives for a redundant arm.

    roots: those of the pose, if they are already known.
    """
    if solver.redundant and not solver.seeded:
        return _representative(mechanism, solver, geometry, pose)
    if roots is None:
        roots = solver.solve(geometry, pose)
    answer = gathered(mechanism, solver, geometry, roots, pose)
    if not solver.redundant or not len(answer):
        return answer
    names = ", ".join(str(i + 1) for i in answer.free_joints)
    joints = "joint" if len(answer.free_joints) == 1 else "joints"
    note = f"some of a whole range of solutions, at several values of {joints} {names}; "
    return replace(answer, note=note + f"all of them are found where {_conditions(mechanism)}")


def gathered(
    mechanism: Mechanism,
    solver: Solver,
    geometry: object,
    roots: Roots,
    pose: Array,
    angle: float | None = None,
) -> IkSolutions:
    """The solutions that the roots of one pose (1, 4, 4) are.

    angle: the elbow angle at which the roots were solved, rad, for the message.
    """
    roots = distinct(mechanism, roots)
    slots = roots.valid[0].nonzero()[0]
    q = roots.q[0, slots]
    if not solver.in_slot_order and len(slots) > 1:
        order = in_order(q)
        slots, q = slots[order], q[order]
    residual_mm, residual_rad = misses(mechanism, q, pose)
    if mechanism.position_only:
        residual_rad = np.zeros(len(q))
    free = set(roots.free[0].nonzero()[0].tolist()) if len(q) else set()
    reason = "" if len(q) else solver.explain(geometry, pose[0])
    if angle is not None and reason:
        reason = f"at elbow angle {np.degrees(angle):.1f} deg: {reason}"
    complete = solver.complete and (roots.certified is None or bool(roots.certified[0]))
    if solver.branches:
        postures = tuple([solver.posture(i) for i in slots.tolist()])
    elif mechanism.has_loops:
        postures = postures_of(mechanism, q)
    else:
        postures = knee_postures(mechanism, q)
    return IkSolutions(
        q=q,
        residual_mm=residual_mm,
        residual_rad=residual_rad,
        postures=postures,
        multiplicity=1 + roots.doubled[0, slots],
        within_limits=keeps_limits(mechanism, q),
        solver=solver.name,
        complete=complete or (not len(q) and bool(beyond_links(mechanism, pose)[0])),
        free_joints=tuple(sorted(free)),
        reason=reason,
        mechanism=mechanism,
        note=roots.doubts[0] if roots.doubts else "",
    )


def _inverse_locked(arm: LockedArm, pose: Array) -> IkSolutions:
    """The solutions of a locked arm, as joint values of the whole arm."""
    roots, solver, geometry = locked_roots(arm, pose)
    core_pose = arm.core_poses(pose)
    return put_back(arm, _unconditioned(arm.core, solver, geometry, core_pose, roots))


def put_back(arm: LockedArm, answer: IkSolutions) -> IkSolutions:
    """The solutions of the core of a locked arm, as joint values of the whole arm."""
    q = arm.whole(answer.q)
    return replace(
        answer,
        q=q,
        within_limits=keeps_limits(arm.mechanism, q),
        free_joints=tuple(arm.free[i] for i in answer.free_joints),
        mechanism=arm.mechanism,
        held=tuple(joint for joint in range(arm.mechanism.n) if joint not in arm.free),
    )


def _representative(
    mechanism: Mechanism, solver: Solver, geometry: object, pose: Array
) -> IkSolutions:
    """The solutions at the elbow angle nearest to 0 that has any, as representatives."""
    roots, angles = representative_roots(mechanism, solver, geometry, pose)
    answer = gathered(mechanism, solver, geometry, roots, pose)
    if not len(answer):
        return answer
    note = f"some of a whole range of solutions, at elbow angle {np.degrees(angles[0]):.1f} deg"
    return replace(answer, note=note)


def sweep(
    mechanism: Mechanism, T: ArrayLike, values: ArrayLike, *, joint: int | None = None
) -> IkBatch:
    """The solutions of one pose of a redundant arm at each elbow angle (m,), rad.

    T: (4, 4), mm, or (N, 4, 4), which gives N m rows, all angles of a pose together. joint: the
    index
    from 0 of a joint whose values (m,), rad or mm, replace the elbow angles; T is then one pose.
    Raises KinematicsError for an arm that is not redundant.
    """
    if joint is not None:
        given = reals(values, "a sweep is over numbers, rad or mm").ravel()
        if not np.isfinite(given).all():
            raise KinematicsError("every value of a sweep must be a finite number, rad or mm")
        pose = exact_pose(T)
        swept, name = swept_roots(mechanism, pose, joint, given)
        found = _batched(mechanism, solver_of(mechanism)[0], swept)
        poses = np.repeat(pose, len(given), axis=0)
        return replace(found, solver=name, poses=poses, held=(joint,))
    angles = finite_angles(values).ravel()
    solver, geometry = solver_of(mechanism)
    if not solver.redundant:
        raise KinematicsError(f"an arm of {mechanism.n} axes has no free elbow angle to sweep")
    poses = one_pose_or_more(T)
    found = _batched(mechanism, solver, solver.solve_over(geometry, poses, angles))
    return replace(found, poses=np.repeat(poses, len(angles), axis=0))


def inverse_batch(
    mechanism: Mechanism,
    Ts: ArrayLike,
    *,
    elbow_angle: ArrayLike | None = None,
    tolerance_mm: float | None = None,
    tolerance_rad: float | None = None,
) -> IkBatch:
    """All solutions of poses T_base_flange (N, 4, 4), mm; unused rows of the result are nan.

    Each pose has its own certificate of completeness and its own free joints. elbow_angle: rad, one
    or (N,), for a redundant arm; without it the result holds representatives, as in `inverse`.
    tolerance_mm, tolerance_rad: of all poses, as in `inverse`.
    """
    _check_options(mechanism, None, elbow_angle)
    mm, rad = _tolerances(tolerance_mm, tolerance_rad)
    solver, geometry = solver_of(mechanism)
    poses = exact_poses(Ts)
    if elbow_angle is not None:
        angles = finite_angles(elbow_angle)
        if angles.shape not in ((), (1,), (len(poses),)):
            raise KinematicsError(
                f"elbow_angle= is one angle or one for each of {len(poses)} poses, "
                f"not an array of shape {angles.shape}"
            )
        angles = np.broadcast_to(angles, (len(poses),))
        roots = solver.solve_at(geometry, poses, angles)
    elif solver.redundant and not solver.seeded:
        roots, _ = representative_roots(mechanism, solver, geometry, poses)
    else:
        roots = solver.solve(geometry, poses)
    found = _batched(mechanism, solver, roots, poses)
    return replace(found, poses=poses, tolerance_mm=mm, tolerance_rad=rad)


def _tolerances(mm: float | None, rad: float | None) -> tuple[float, float]:
    """The tolerances of a pose as numbers, 0 where none is given."""
    length = finite_number(0.0 if mm is None else mm, "tolerance_mm is a number from 0 on", 0.0)
    angle = finite_number(0.0 if rad is None else rad, "tolerance_rad is a number from 0 on", 0.0)
    return length, angle


def _batched(
    mechanism: Mechanism, solver: Solver, roots: Roots, Ts: Array | None = None
) -> IkBatch:
    """The roots as an IkBatch, valid ones first; Ts: their poses (N, 4, 4), if known."""
    roots = distinct(mechanism, roots)
    q, valid = np.ascontiguousarray(roots.q), roots.valid
    numbers = np.arange(valid.shape[1])
    numbers[len(solver.postures) :] = -1
    branch = np.broadcast_to(numbers, valid.shape).copy()
    multiplicity = 1 + roots.doubled
    count = moved_to_front(q, branch, multiplicity, valid)
    sure = np.full(len(count), solver.complete)
    if solver.complete and roots.certified is not None:
        sure = roots.certified
    if Ts is not None and not sure.all():
        sure = sure | ((count == 0) & beyond_links(mechanism, Ts))
    free = roots.free & (count > 0)[:, None]
    return IkBatch(q, count, branch, multiplicity, free, solver.name, sure, mechanism)


def _check_options(
    mechanism: Mechanism, locked: Mapping[int, float] | None, elbow_angle: ArrayLike | None
) -> None:
    if locked is not None:
        check_locked(locked)
    for name, given in (("locked", locked), ("elbow_angle", elbow_angle)):
        if given is not None and mechanism.n <= 6:
            raise KinematicsError(
                f"{name}= is for arms of more than six axes; this one has {mechanism.n}"
            )
    if locked and elbow_angle is not None:
        raise KinematicsError("locked= and elbow_angle= are two conditions; give one of them")
    if elbow_angle is None:
        return
    solver, _ = solver_of(mechanism)
    if not solver.redundant:
        raise KinematicsError(
            f"elbow_angle= means nothing to the solver {solver.name!r}; lock a joint with locked="
        )

"""Seven axes at a given elbow angle without a closed form: all solutions.

Arms of the forms of `elbow_equation.py` (Panda, xArm7, Gen3) are solved by its equation, which
shows whether the solutions are all. What it does not settle, and other arms, are solved by the
search of `elbow_search.py`.
"""

import numpy as np

from kinematics.arm.mechanism import Mechanism
from kinematics.errors import KinematicsError
from kinematics.families.seven_axis import ElbowPoints, recognise_elbow
from kinematics.poses.transforms import Array
from kinematics.solutions.distinct_roots import first_of_each
from kinematics.solutions.solver import Roots, Solver
from kinematics.solvers.seven.elbow_equation import recognise_equation
from kinematics.solvers.seven.elbow_roots import roots_at_angles
from kinematics.solvers.seven.elbow_search import searched
from kinematics.solvers.seven.ends_locked import EndsLocked, explain, recognise, solve

UNSURE = "sweeps over different joints do not find the same solutions"


def at_elbow(arm: EndsLocked, Ts: Array, psi: Array) -> Roots:
    """All roots of poses (N, 4, 4), mm, at elbow angles psi (N,), rad."""
    points = _points(arm)
    return _gathered([_of_one_pose(arm, points, Ts[i], psi[i : i + 1]) for i in range(len(psi))])


def over_elbow(arm: EndsLocked, Ts: Array, psi: Array) -> Roots:
    """All roots of poses (N, 4, 4), mm, at all elbow angles psi (m,), rad; N m rows by pose."""
    points = _points(arm)
    return _gathered([_of_one_pose(arm, points, T, psi) for T in Ts])


def _points(arm: EndsLocked) -> ElbowPoints:
    points = recognise_elbow(arm.mechanism)
    if isinstance(points, str):
        what = ", ".join(f"{joint}: value" for joint in arm.joints)
        raise KinematicsError(
            f"this arm has no elbow angle: {points}; lock joints instead, locked={{{what}}}"
        )
    return points


def _gathered(parts: list[tuple[list[Array], list[str]]]) -> Roots:
    """The results of `_of_one_pose` for several poses, one row for each angle."""
    found = [rows for each, _ in parts for rows in each]
    doubts = tuple(why for _, each in parts for why in each)
    count, slots = len(found), max(map(len, found), default=0) or 1
    q, valid = np.zeros((count, slots, 7)), np.zeros((count, slots), bool)
    for i, roots in enumerate(found):
        q[i, : len(roots)], valid[i, : len(roots)] = roots, True
    return Roots(
        q=q,
        valid=valid,
        free=np.zeros((count, 7), bool),
        doubled=np.zeros(valid.shape, np.int64),
        near=np.ones(count, bool),
        certified=np.array([not why for why in doubts], bool),
        doubts=doubts,
    )


def _of_one_pose(
    arm: EndsLocked, points: ElbowPoints, T: Array, psi: Array
) -> tuple[list[Array], list[str]]:
    """Roots (k, 7) of a pose (4, 4) at each of the angles psi, and why they may not be all."""
    equation = recognise_equation(arm.mechanism)
    if equation is None:
        rows_of_each, sure = searched(arm, points, T[None], psi)
        return rows_of_each, ["" if good else UNSURE for good in sure.tolist()]
    q, which, doubts = roots_at_angles(equation, T, psi)
    found = [q[which == i] for i in range(len(psi))]
    left = np.flatnonzero(doubts)
    if len(left):
        more, _ = searched(arm, points, T[None], psi[left])
        for i, rows in zip(left.tolist(), more, strict=True):
            found[i] = first_of_each(arm.mechanism, np.concatenate([rows, found[i]]))
    return found, doubts


def with_ends_locked(solvers: tuple[Solver, ...]) -> Solver:
    """The solver of redundant arms that uses the given solvers of six joints."""

    def recognised(mechanism: Mechanism) -> EndsLocked | str:
        return recognise(mechanism, solvers)

    return Solver(
        "locked ends",
        recognised,
        solve,
        explain,
        complete=True,
        closed_form=False,
        at_elbow=at_elbow,
        over_elbow=over_elbow,
        seeded=True,
    )

"""The solutions of a redundant arm near given joint values, for motions from pose to pose.

The solution of a pose with the least joint motion from q_near is that of

    minimise |q - q_near|^2   with   forward(q) = T.

Each step corrects the error of the pose with least motion, J^+ e, and goes towards q_near within
the null space, (1 - J^+ J)(q_near - q), which does not move the flange. It converges to one of
several minima; it starts from q_near and from solutions all over the continuum.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.limits import within_limits
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.residuals import misses
from kinematics.arm.size import size_of
from kinematics.differential.damped_newton import Rule, Takes, damped_newton
from kinematics.differential.pose_equations import joints_of, pose_equations
from kinematics.differential.velocity import weighted_jacobian
from kinematics.families.posture import Posture
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array, exact_pose
from kinematics.solutions.distinct_roots import distinct, in_order, joint_gaps
from kinematics.solutions.solutions import IkSolutions
from kinematics.solutions.solver import Roots
from kinematics.solvers.multi_start import quick_steps
from kinematics.solving.choice import solver_of
from kinematics.solving.inverse import inverse
from kinematics.tolerances import MET, MET_RAD

ANGLES = 24  # elbow angles that are tried
STARTS = 16  # number of candidates, those nearest to q_near, from which the steps start
STEPS, LARGEST_TURN = 15, 0.4
MOVES = 1e-6  # of a unit motion: a joint that moves by more counts as moving
ARRIVED = 1e-9  # a step this small ends the iteration; undamped steps then meet the pose exactly


def inverse_near(mechanism: Mechanism, T: ArrayLike, q_near: ArrayLike) -> IkSolutions:
    """Solutions of a pose T_base_flange (4, 4), mm, for a motion that starts at q_near (n,).

    For an arm of up to six joints these are all solutions. For a redundant arm they are solutions
    near q_near, among them the one of least joint motion, so that others are there if it breaks a
    limit.
    """
    pose, near = exact_pose(T), mechanism.check_one_q(q_near)
    if mechanism.n <= 6:
        return inverse(mechanism, pose[0])
    candidates, answer = _candidates(mechanism, pose)
    candidates = np.concatenate([near[None], candidates])
    order = np.argsort(_travel(mechanism, candidates, near), kind="stable")
    kept = candidates[order[:STARTS]]
    refined = _least_motion(mechanism, pose, kept, near)
    rows = _roots(mechanism, np.concatenate([refined, kept]), pose)
    if not len(rows):
        return answer
    residual_mm, residual_rad = misses(mechanism, rows, pose)
    free = answer.free_joints or tuple(_moving(mechanism, rows[0]))
    return replace(
        answer,
        q=rows,
        residual_mm=residual_mm,
        residual_rad=residual_rad,
        postures=(Posture(),) * len(rows),
        multiplicity=np.ones(len(rows), np.int64),
        within_limits=within_limits(mechanism, rows),
        complete=False,
        free_joints=free,
        reason="",
        note="those of a whole range of solutions that are near the joint values given",
    )


def _candidates(mechanism: Mechanism, pose: Array) -> tuple[Array, IkSolutions]:
    """Solutions (k, n) all over the continuum, and the result of `inverse`."""
    answer = inverse(mechanism, pose[0])
    solver, geometry = solver_of(mechanism)
    if not solver.redundant or solver.seeded:
        return answer.q, answer
    angles: Array = np.linspace(0.0, 2 * np.pi, ANGLES, endpoint=False)
    roots = solver.solve_over(geometry, pose, angles)
    return roots.q[roots.valid], answer


def _least_motion(mechanism: Mechanism, pose: Array, q: Array, near: Array) -> Array:
    """Rows q (k, n) after steps towards minima of the distance from `near` (n,).

    Not every row converges.
    """
    joints = joints_of(mechanism)

    def wish(q: Array) -> Array:
        gap = near - q
        return np.where(mechanism.revolute > 0.0, wrapped(gap), gap) / joints.units

    rule = Rule(STEPS, LARGEST_TURN, settled=-1.0, takes=Takes.EVERY, still=ARRIVED)
    return damped_newton(pose_equations(mechanism, pose), q, joints, rule, wish=wish).q


def _roots(mechanism: Mechanism, q: Array, pose: Array) -> Array:
    """The distinct roots, sorted by joint values, near rows q (k, n)."""
    q = quick_steps(mechanism, pose, q)
    distance, angle = misses(mechanism, q, pose)
    met = (distance <= MET * size_of(mechanism)) & (angle <= MET_RAD)
    rows = np.where(mechanism.revolute > 0.0, wrapped(q), q)[None]
    none = np.zeros(met.shape, np.int64)[None]
    free, near = np.zeros((1, mechanism.n), bool), np.ones(1, bool)
    roots = distinct(mechanism, Roots(rows, met[None], free, none, near))
    found = rows[0, roots.valid[0]]
    return np.asarray(found[in_order(found)])


def _travel(mechanism: Mechanism, q: Array, near: Array) -> Array:
    """Distances (k,) of rows q (k, n) from `near` (n,), lengths by the size of the arm."""
    return np.asarray(np.linalg.norm(joint_gaps(mechanism, q, near), axis=1))


def _moving(mechanism: Mechanism, q: Array) -> list[int]:
    """Indices of the joints that can move at q (n,) while the flange stands still."""
    J, _ = weighted_jacobian(mechanism, q)
    motions = np.linalg.svd(J)[2][6:]
    return np.flatnonzero(np.abs(motions).max(axis=0, initial=0.0) > MOVES).tolist()

"""Following one branch of the inverse problem along a path of poses."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinematics.anthropomorphic import wrapped
from kinematics.forward import forward
from kinematics.inverse import solver_of
from kinematics.mechanism import Mechanism
from kinematics.posture import POSTURES, posture_of
from kinematics.solutions import TrackResult
from kinematics.transforms import Array, check_poses, straightened

# Two poses of a path further apart than this in a joint leave its way between them open.
LARGEST_STEP = np.pi / 2
SAME_START = 1e-6  # rad or mm between a start and the root that reproduces it


def track(mechanism: Mechanism, Ts: ArrayLike, q_start: ArrayLike) -> TrackResult:
    """Joint values along poses T_base_flange (N, 4, 4), in the branch of q_start (n,).

    Revolute joints run on over +-pi without a jump; they begin with the turn next to q_start.
    """
    poses, start = straightened(check_poses(Ts)), mechanism.check_q(q_start)
    if len(poses) == 0:
        return TrackResult(np.empty((0, mechanism.n)), None, "")
    results = [_track(mechanism, poses, start, b) for b in start_branches(mechanism, start)]
    return next((result for result in results if result.failed_at is None), results[0])


def _track(mechanism: Mechanism, poses: Array, start: Array, branch: int) -> TrackResult:
    q, reached, free = branch_roots(mechanism, poses, branch, np.tile(start, (len(poses), 1)))
    for i in np.flatnonzero(free):  # what a singular pose leaves free stays as it was before
        before = q[i - 1] if i else start
        q[i] = branch_roots(mechanism, poses[i : i + 1], branch, before[None])[0][0]
    q = continuous(mechanism, q, start)
    solver, geometry = solver_of(mechanism)
    failed, reason = len(poses), ""
    if not reached.all():
        failed = int(np.argmin(reached))
        reason = solver.explain(geometry, poses[failed])
    steps = np.abs(np.diff(q[:failed], axis=0)) * mechanism.revolute
    leaps = np.flatnonzero((steps > LARGEST_STEP).any(axis=1))
    if len(leaps):
        failed = int(leaps[0]) + 1
        joint = int(np.argmax(steps[failed - 1]))
        turn = np.degrees(steps[failed - 1, joint])
        reason = (
            f"joint {joint + 1} would turn {turn:.1f} deg between two poses to stay "
            f"{POSTURES[branch]}"
        )
    q[failed:] = np.nan
    return TrackResult(q, failed if reason else None, reason)


def branch_roots(
    mechanism: Mechanism, Ts: Array, branch: int, held: Array
) -> tuple[Array, NDArray[np.bool_], NDArray[np.bool_]]:
    """The root of one branch (place in POSTURES) of each pose.

    held: (N, n), what free joints keep. Gives q (N, n), whether it exists (N,), and whether
    the pose is singular (N,). A straight wrist has one root for FLIP and NOFLIP.
    """
    solver, geometry = solver_of(mechanism)
    roots = solver.solve(geometry, Ts, held)
    twin = branch & ~1
    shared = roots.valid[:, twin] & (roots.doubled[:, twin] > 0)
    q = np.where(shared[:, None], roots.q[:, twin], roots.q[:, branch])
    return q, roots.valid[:, branch] | shared, np.asarray(roots.free.any(axis=1))


def start_branches(mechanism: Mechanism, q_start: Array) -> tuple[int, ...]:
    """The branches that hold q_start, its own posture first; several at a singular pose."""
    solver_of(mechanism)
    own = POSTURES.index(posture_of(mechanism, q_start))
    T = forward(mechanism, q_start)[None]
    found = [own]
    for branch in range(len(POSTURES)):
        q, reached, _ = branch_roots(mechanism, T, branch, q_start[None])
        gap = q[0] - q_start
        gap = np.where(mechanism.revolute > 0.0, wrapped(gap), gap)
        if branch != own and reached[0] and np.abs(gap).max() < SAME_START:
            found.append(branch)
    return tuple(found)


def continuous(mechanism: Mechanism, q: Array, q_start: Array) -> Array:
    """q (N, n) with whole turns added so that each row is nearest the one before, from q_start."""
    rows = np.concatenate([q_start[None], q])
    return np.where(mechanism.revolute > 0.0, np.unwrap(rows, axis=0), rows)[1:]

"""Following one branch of the inverse problem along a path of poses.

If the slots of a solver are branches (postures), the branch is followed. If they have no meaning,
each pose takes the root nearest to the one before, and the branch is the sign of det J: like a
posture it changes only in a singular pose. A redundant arm keeps the elbow angle of its start, or
moves with least motion.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinematics.arm.forward import forward
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.differential.velocity import weighted_jacobian
from kinematics.families.posture import Posture, posture_of
from kinematics.motion.walked_roots import can_walk, walked_roots
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array, exact_poses
from kinematics.solutions.distinct_roots import joint_gaps
from kinematics.solutions.solutions import TrackResult
from kinematics.solvers import Roots
from kinematics.solving.choice import solver_of

# Rad: if a joint turns by more between two poses of a path, its way between them is ambiguous.
LARGEST_STEP = np.pi / 2
SAME_START = 1e-6  # rad, or of the size: a root this near to the start is the start
AS_NEAR = 4.0  # a root on the branch may be so many times as far as the nearest root
# Rad, or of the size: a root on the branch may always be this far. The limit does not depend on the
# spacing of the path, because a step behind a fold its two roots are apart by any spacing.
FOLD = 0.1
NO_SIGN = 1e-10  # a determinant below this, lengths by the size of the arm, has no sign
FIRST_BLOCK = 16  # poses solved for all roots at once; twice as many if that was not enough
NEAREST = -1  # the branch of solvers whose slots have no meaning: the root nearest to the last one


def track(mechanism: Mechanism, Ts: ArrayLike, q_start: ArrayLike) -> TrackResult:
    """Joint values along poses T_base_flange (N, 4, 4), mm, in the branch of q_start (n,).

    Revolute joints pass +-pi without a jump; they begin with the turn nearest to q_start. If the
    branch ends, or a joint would leap, the result says at which pose and why. The branch is the
    posture, or for an arm of six joints without postures the sign of det J. Arms of fewer joints,
    and redundant arms without an elbow angle, follow the nearest root.
    """
    poses, start = exact_poses(Ts), mechanism.check_one_q(q_start)
    if len(poses) == 0:
        return TrackResult(np.empty((0, mechanism.n)), None, "")
    results = [_track(mechanism, poses, start, b) for b in start_branches(mechanism, start)]
    return next((result for result in results if result.failed_at is None), results[0])


def _track(mechanism: Mechanism, poses: Array, start: Array, branch: int) -> TrackResult:
    q, reached = path_roots(mechanism, poses, branch, start)
    solver, geometry = solver_of(mechanism)
    failed, reason = len(poses), ""
    if branch == NEAREST and mechanism.n == 6 and not solver.seeded:
        signs = _signs(mechanism, np.concatenate([start[None], q[reached]]))
        if signs.min() < 0 < signs.max():
            q, reached, reason = _kept(mechanism, poses, start)
    q = continuous(mechanism, q, start)
    if reason:
        failed = int(np.argmin(reached))
    elif not reached.all():
        failed = int(np.argmin(reached))
        reason = solver.explain(geometry, poses[failed])
    steps = np.abs(np.diff(q[:failed], axis=0)) * mechanism.revolute
    leaps = np.flatnonzero((steps > LARGEST_STEP).any(axis=1))
    if len(leaps):
        failed = int(leaps[0]) + 1
        joint = int(np.argmax(steps[failed - 1]))
        turn = np.degrees(steps[failed - 1, joint])
        kept = "on its branch" if branch == NEAREST else str(branch_posture(mechanism, branch))
        reason = f"joint {joint + 1} would turn {turn:.1f} deg between two poses to stay {kept}"
    q[failed:] = np.nan
    return TrackResult(q, failed if reason else None, reason)


def path_roots(
    mechanism: Mechanism, Ts: Array, branch: int, q_start: Array
) -> tuple[Array, NDArray[np.bool_]]:
    """Roots (N, n) of one branch along poses Ts (N, 4, 4), and whether each exists, (N,).

    Joints that a singular pose leaves free keep their value of the pose before.
    """
    held = np.broadcast_to(q_start, (len(Ts), mechanism.n))
    if branch == NEAREST:
        return _chained(mechanism, Ts, held)
    q, reached, free = branch_roots(mechanism, Ts, branch, held)
    for i in np.flatnonzero(free):
        before = q[i - 1] if i else q_start
        q[i] = branch_roots(mechanism, Ts[i : i + 1], branch, before[None])[0][0]
    return q, reached


def branch_roots(
    mechanism: Mechanism, Ts: Array, branch: int, held: Array
) -> tuple[Array, NDArray[np.bool_], NDArray[np.bool_]]:
    """The root of each pose Ts (N, 4, 4) in one branch: a slot of the solver, or NEAREST.

    held: (N, n), the values of joints that are free; NEAREST takes the root nearest to it. Gives q
    (N, n), whether it exists (N,), and whether the pose leaves joints free (N,). At a straight
    wrist FLIP and NOFLIP share one root.
    """
    solver, geometry = solver_of(mechanism)
    roots = solver.solve(geometry, Ts, held)
    singular = np.asarray(roots.free.any(axis=1))
    if branch == NEAREST:
        slot = np.argmin(_distances(mechanism, held[:, None], roots), axis=1)
        rows = np.arange(len(Ts))
        return roots.q[rows, slot], roots.valid[rows, slot], singular
    q, reached = _of_branch(roots, branch)
    return q, reached, singular


def _of_branch(roots: Roots, branch: int) -> tuple[Array, NDArray[np.bool_]]:
    """The root of one slot of each pose, (N, n), and whether it exists, (N,)."""
    twin = branch & ~1
    shared = roots.valid[:, twin] & (roots.doubled[:, twin] > 0)
    q = np.where(shared[:, None], roots.q[:, twin], roots.q[:, branch])
    return q, roots.valid[:, branch] | shared


def start_branches(mechanism: Mechanism, q_start: Array) -> tuple[int, ...]:
    """The branches that hold q_start, its own posture first; several at a singular pose.

    Of an arm that is corrected the posture next to a singular pose may name another root: then the
    branches that do hold q_start come first, and where none does the nearest root is followed.
    """
    solver, geometry = solver_of(mechanism)
    if not solver.branches:
        return (NEAREST,)
    own = solver.postures.index(posture_of(mechanism, q_start))
    T = forward(mechanism, q_start)[None]
    roots, holding = solver.solve(geometry, T, q_start[None]), []
    for branch in range(len(solver.postures)):
        q, reached = _of_branch(roots, branch)
        gap = joint_gaps(mechanism, q[0], q_start)
        if reached[0] and np.abs(gap).max() < SAME_START:
            holding.append(branch)
    if own in holding or solver.closed_form:
        return (own, *(branch for branch in holding if branch != own))
    return (*holding, NEAREST)


def branch_posture(mechanism: Mechanism, branch: int) -> Posture:
    """The posture of a branch; Posture() for NEAREST."""
    solver, _ = solver_of(mechanism)
    return Posture() if branch == NEAREST else solver.postures[branch]


def continuous(mechanism: Mechanism, q: Array, q_start: Array) -> Array:
    """q (N, n) with whole turns added, so that each row is nearest to the one before.

    q_start: (n,), the row before the first.
    """
    rows = np.concatenate([q_start[None], q])
    return np.where(mechanism.revolute > 0.0, np.unwrap(rows, axis=0), rows)[1:]


def _chained(mechanism: Mechanism, Ts: Array, held: Array) -> tuple[Array, NDArray[np.bool_]]:
    """The root of each pose nearest to that of the pose before, (N, n), and whether it exists.

    An arm of six turning joints is solved for all its roots only at poses where Newton's method
    does not show which root is the nearest; a block of such poses is solved at once.
    """
    solver, _ = solver_of(mechanism)
    if solver.seeded:
        return _iterated(mechanism, Ts, held[0])
    if not can_walk(mechanism):
        return _nearest_of_all(mechanism, Ts, held)
    q, reached = np.full((len(Ts), mechanism.n), np.nan), np.zeros(len(Ts), bool)
    last, done, block = held[0], 0, FIRST_BLOCK
    while done < len(Ts):
        walked = walked_roots(mechanism, Ts[done:], last)
        block = FIRST_BLOCK if len(walked) > block else 2 * block
        ends = done + len(walked)
        q[done:ends], reached[done:ends] = walked, True
        part = slice(ends, ends + block)
        before = np.broadcast_to(q[ends - 1] if ends else held[0], (len(Ts[part]), mechanism.n))
        if ends < len(Ts):
            q[part], reached[part] = _nearest_of_all(mechanism, Ts[part], before)
        done = min(ends + block, len(Ts))
        if not reached[:done].all():
            break
        last = q[done - 1]
    return q, reached


def _nearest_of_all(
    mechanism: Mechanism, Ts: Array, held: Array
) -> tuple[Array, NDArray[np.bool_]]:
    """`_chained` from all roots of every pose.

    The nearest slot of the next pose is computed for all slots at once, so that the loop over the
    poses only looks it up.
    """
    solver, geometry = solver_of(mechanism)
    roots = solver.solve(geometry, Ts, held).used_slots()
    count = len(Ts)
    reached = np.asarray(roots.valid.any(axis=1))
    q = np.full((count, mechanism.n), np.nan)
    if not reached[0]:
        return q, reached
    ends = int(np.argmin(reached)) if not reached.all() else count
    successor = np.argmin(
        _distances(mechanism, roots.q[: ends - 1, :, None], roots.part(slice(1, ends)), 1), axis=2
    ).tolist()
    singular = np.asarray(roots.free.any(axis=1))
    slot, last = -1, held[0]
    for i in range(ends):
        if singular[i]:
            q[i] = branch_roots(mechanism, Ts[i : i + 1], NEAREST, last[None])[0][0]
            slot = -1
        elif slot < 0:
            slot = int(
                np.argmin(_distances(mechanism, last[None, None], roots.part(slice(i, i + 1))))
            )
            q[i] = roots.q[i, slot]
        else:
            slot = successor[i - 1][slot]
            q[i] = roots.q[i, slot]
        last = q[i]
    return q, reached


def _signs(mechanism: Mechanism, q: Array) -> NDArray[np.int64]:
    """The sign of det J of an arm of six joints at rows q (K, 6); 0 where |det J| < NO_SIGN."""
    determinants = np.linalg.det(weighted_jacobian(mechanism, q)[0])
    return np.sign(np.where(np.abs(determinants) < NO_SIGN, 0.0, determinants)).astype(np.int64)


def _kept(mechanism: Mechanism, Ts: Array, q_start: Array) -> tuple[Array, NDArray[np.bool_], str]:
    """Roots as `_chained` gives them, but with one sign of det J, and why they end, or "".

    Where two branches meet (a fold), a root of the other sign may be the nearest. The branch goes
    on if its own root is at most AS_NEAR times as far.
    """
    solver, geometry = solver_of(mechanism)
    held = np.broadcast_to(q_start, (len(Ts), mechanism.n))
    roots = solver.solve(geometry, Ts, held)
    q, reached = np.full((len(Ts), mechanism.n), np.nan), np.zeros(len(Ts), bool)
    signs = np.zeros(roots.valid.shape, np.int64)
    signs[roots.valid] = _signs(mechanism, roots.q[roots.valid])
    last, sign, step = q_start, int(_signs(mechanism, q_start[None])[0]), np.inf
    for i in range(len(Ts)):
        here, own = roots.part(slice(i, i + 1)), signs[i]
        if here.free.any():
            here = solver.solve(geometry, Ts[i : i + 1], last[None])
            own = np.zeros(here.valid.shape[1], np.int64)
        distance = _distances(mechanism, last[None, None], here)[0]
        kept = np.where(own * sign >= 0, distance, np.inf)
        slot, nearest = int(np.argmin(kept)), float(distance.min())
        if not np.isfinite(nearest):
            return q, reached, str(solver.explain(geometry, Ts[i]))
        if kept[slot] > max(AS_NEAR * max(nearest, step), FOLD):
            return q, reached, _end_of_branch(mechanism, last, here.q[0, slot], kept[slot])
        q[i], reached[i] = here.q[0, slot], True
        last, sign = q[i], sign or int(own[slot])
        step = nearest if i else float(kept[slot])
    return q, reached, ""


def _end_of_branch(mechanism: Mechanism, last: Array, there: Array, distance: float) -> str:
    text = "the path passes a singular pose, where det J changes its sign: "
    if not np.isfinite(distance):
        return text + "beyond it the arm has no solution on its branch"
    gap = joint_gaps(mechanism, there, last)
    joint = int(np.argmax(np.abs(gap)))
    if mechanism.kinds[joint] == "P":
        return text + f"joint {joint + 1} would leap to stay on its branch"
    turn = np.degrees(abs(gap[joint]))
    return text + f"joint {joint + 1} would turn {turn:.1f} deg at once to stay on its branch"


def _iterated(mechanism: Mechanism, Ts: Array, q_start: Array) -> tuple[Array, NDArray[np.bool_]]:
    """The root of each pose that an iteration from the root before leads to; see `_chained`."""
    q, reached = np.full((len(Ts), mechanism.n), np.nan), np.zeros(len(Ts), bool)
    last = q_start
    for i in range(len(Ts)):
        found, met, _ = branch_roots(mechanism, Ts[i : i + 1], NEAREST, last[None])
        if not met[0]:
            break
        q[i] = last = found[0]
        reached[i] = True
    return q, reached


def _distances(mechanism: Mechanism, q_from: Array, roots: Roots, extra: int = 0) -> Array:
    """Largest joint difference from q_from to each root, infinite where a slot has none.

    Lengths are divided by the size of the arm. extra: 1 if q_from has an axis of slots of its own,
    (N, k, 1, n); otherwise q_from is (N or 1, 1, n).
    """
    to, valid = roots.q, roots.valid
    if extra:
        to, valid = to[:, None], valid[:, None]
    per_mm = 1.0 / size_of(mechanism)
    worst = np.zeros(np.broadcast_shapes(q_from.shape, to.shape)[:-1])
    for joint, kind in enumerate(mechanism.kinds):
        gap = q_from[..., joint] - to[..., joint]
        gap = np.abs(wrapped(gap) if kind == "R" else gap * per_mm)
        np.maximum(worst, gap, out=worst)
    return np.where(valid, worst, np.inf)

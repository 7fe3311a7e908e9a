"""Poses at or next to singular ones: double roots, continua, and pencils that lost a rank.

0. Roots already known are polished as far as rounding allows, because at a double root a residual
   that passes still leaves the joints far off. This is not needed where there is an account of the
   pose (`continuation/accounts.py`), which follows all complex solutions from a pose near by and
   so shows that no isolated root is missed.
1. At a continuum (a whole curve of joint values for one pose) any number is an eigenvalue, and the
   pencil shows neither the continuum nor the isolated roots of the pose. The same can happen
   without a continuum where all joint values are multiples of a right angle: every loop may lose
   several ranks at once, or several roots share one eigenvalue. Where there is no account, or where
   it tells of a continuum, real poses a millionth of a link length away, or at worst a hundredth,
   serve instead: they have regular pencils, and their roots, polished towards the pose itself, are
   its isolated roots and points of its continua. Their number proves nothing: the two roots that
   make a double root of the pose may both be complex at a pose near by.
2. If this gives no root either, Newton's method starts from random joint values.
3. `kinematics.solutions.continua` finds which roots are on a continuum and which joint is free.
4. Each continuum is represented once. Its free joint, the first that moves along it, is moved to
   zero if the curve gets there, else to its value at the first representative. Representatives
   that are equal after this are one.
"""

import numpy as np
from numpy.typing import NDArray

from kinematics.poses.transforms import Array
from kinematics.solutions.continua import free_joints
from kinematics.solvers.elimination.arm import EliminationArm
from kinematics.solvers.elimination.attempt import (
    ROOT,
    attempted,
    closeness,
    polish_carefully,
    within_span,
    wrapped,
)
from kinematics.solvers.elimination.continuation.accounts import Accounts
from kinematics.solvers.elimination.loops import JOINTS, Chain
from kinematics.solvers.elimination.polish import (
    Affine,
    gaps_of,
    jacobian_of,
    joint_frames,
    least_sizes,
    planes,
    polished,
    sharpened,
)
from kinematics.solvers.elimination.probing import Probed
from kinematics.solvers.elimination.recovery import motion
from kinematics.solvers.elimination.root_count import (
    SLOTS,
    Closeness,
    Tally,
    replaced,
    same,
    tallied,
    united,
)

AWAY = (1e-6, 1e-4, 1e-3, 1e-2)  # rad and link lengths: distances of the poses of step 1
ENOUGH = 2  # poses near by in succession that show no root but those known: no more are tried
SPREAD = 3e-3  # rad or link lengths: rounding moves a root of multiplicity three or four so far
STARTS = 48  # random joint values for one pose, step 2
NULL = 1e-5  # smallest singular value of J: below it a root may stand on a continuum
DOUBLE = 1e-3  # smallest singular value of J: below it a root may be double
APART = 2e-4  # rad or link lengths: distance from a root at which its flatness is tested
FLAT = 1e-12  # residual at that distance below which a root is flat
LEADS = 10  # steps in which the free joint is moved to its goal
LONG = 30  # Newton steps from a start that is far from a root
NEAR = 1e-3  # residual after them below which a careful polish is tried


def at_singular_roots(arm: Affine, known: Tally, null: float = NULL) -> NDArray[np.bool_]:
    """Whether some root of each pose has a Jacobian with a singular value below `null`, (N,)."""
    pose, slot = np.nonzero(~np.isnan(known.q[:, :, 0]))
    singular = least_sizes(arm, known.q[pose, slot], null)[0] < null
    return np.bincount(pose[singular], minlength=len(known.q)) > 0


def at_flat_roots(arm: Affine, S: Array, known: Tally) -> NDArray[np.bool_]:
    """Whether some root of each pose S (N, 4, 4) is flat: of multiplicity three or more, (N,).

    The residual determines the place of such a root only to more than 1e-4 rad, the distance at
    which roots count as two: one root may represent several. The test moves along the null
    direction by APART and corrects the other directions. A flat root then still meets the pose,
    whereas a double root misses it by the square of the distance.
    """
    pose, slot = np.nonzero(~np.isnan(known.q[:, :, 0]))
    q = known.q[pose, slot]
    U, sizes, Vt = np.linalg.svd(jacobian_of(arm, joint_frames(arm, q)))
    where = np.flatnonzero(sizes[:, -1] < DOUBLE)
    flat = np.zeros(len(where), bool)
    target = planes(S[pose[where]])
    U, Vt = U[where], Vt[where]
    across = 1.0 / np.maximum(sizes[where, :5], NULL)
    for step in (APART, -APART):
        there = q[where] + step * Vt[:, -1]
        for _ in range(4):
            error, residual = gaps_of(joint_frames(arm, there), target)
            flat |= residual < FLAT
            seen = (error[:, None] @ U)[:, 0, :5] * across
            there = there + (seen[:, None] @ Vt[:, :5])[:, 0]
    return np.bincount(pose[where[flat]], minlength=len(known.q)) > 0


def regular_first(arm: Affine, known: Tally) -> Tally:
    """The roots, at poses with more than SLOTS of them, with regular roots before singular ones.

    So the roots that do not fit are points of continua.
    """
    full = np.flatnonzero(known.count > SLOTS)
    if not len(full):
        return known
    q, weight = known.q.copy(), known.weight.copy()
    sizes = np.full(q[full].shape[:2], -1.0)
    used = ~np.isnan(q[full][:, :, 0])
    sizes[used] = least_sizes(arm, q[full][used])[0]
    order = np.argsort(-sizes, axis=1, kind="stable")
    q[full] = np.take_along_axis(q[full], order[:, :, None], axis=1)
    weight[full] = np.take_along_axis(weight[full], order, axis=1)
    return Tally(q, weight)


def with_account(chain: Chain, known: Tally, account: Accounts) -> tuple[Tally, NDArray[np.bool_]]:
    """The roots of poses, known or of their accounts, and whether these agree, (N,).

    A root that the account does not have contradicts it, unless it is next to a multiple root,
    whose place the residual does not determine.
    """
    close = closeness(chain)
    near = Closeness(close.turning, np.full(JOINTS, SPREAD))
    q, weight = known.q.copy(), np.where(account.whole[:, None], 0, known.weight)
    for pose in np.flatnonzero(account.whole & (account.roots.weight > 1).any(axis=1)):
        multiple = account.roots.q[pose, account.roots.weight[pose] > 1]
        beside = same(q[pose][:, None], multiple[None], near).any(axis=1)
        q[pose, beside], weight[pose, beside] = np.nan, 0
    both = united(account.roots, Tally(q, weight), close)
    return both, account.whole & (both.count == account.roots.count)


def with_points(chain: Chain, arm: Affine, S: Array, known: Tally, account: Accounts) -> Tally:
    """The roots of poses S (N, 4, 4) with those that the points of their accounts lead to."""
    if not len(account.pose):
        return known
    more = _polished_tally(chain, arm, S, account.pose, account.points)
    return united(known, more, closeness(chain))


def with_nearby_roots(
    chain: Chain, arm: Affine, loops: tuple[Probed, ...], S: Array, known: Tally, seed: int = 5
) -> Tally:
    """Roots of poses S (N, 4, 4) completed by steps 0 to 2."""
    rng, close = np.random.default_rng(seed), closeness(chain)
    roots, agreed = _sharpened(chain, arm, S, known), np.zeros(len(S), np.int64)
    for away in AWAY:
        for loop in loops[:2]:
            left = np.flatnonzero(agreed < ENOUGH)
            if not len(left):
                break
            nearby_poses = S[left] @ _small_motion(rng.uniform(-away, away, 6))
            more, counts = _from_nearby_poses(chain, arm, loop, S[left], nearby_poses)
            before = roots.count[left]
            part = united(Tally(roots.q[left], roots.weight[left]), more, close)
            roots = replaced(roots, left, part)
            same_again = (part.count == before) & (counts == part.count)
            agreed[left] = np.where(same_again, agreed[left] + 1, 0)
    empty = np.flatnonzero(roots.count == 0)
    if len(empty):
        room = np.where(chain.turning, np.pi, chain.extent)
        start = rng.uniform(-room, room, (len(empty) * STARTS, JOINTS))
        more = _polished_tally(chain, arm, S, np.repeat(empty, STARTS), start)
        roots = united(roots, more, close)
    return roots


def _from_nearby_poses(
    chain: Chain, arm: Affine, loop: Probed, S: Array, nearby_poses: Array
) -> tuple[Tally, NDArray[np.int64]]:
    """Roots of poses S (N, 4, 4), polished from the roots of nearby_poses (N, 4, 4).

    Also the number of roots of the poses near by, (N,).
    """
    nearby = attempted(
        chain,
        arm,
        loop.stage,
        nearby_poses,
        eigen="generalized",
        noisy=loop.noisy,
        split=loop.split,
    )
    pose, slot = np.nonzero(~np.isnan(nearby.tally.q[:, :, 0]))
    more = _polished_tally(chain, arm, S, pose, nearby.tally.q[pose, slot])
    return more, nearby.tally.count


def _sharpened(chain: Chain, arm: Affine, S: Array, known: Tally) -> Tally:
    """Step 0: the known roots polished as far as rounding allows."""
    pose, slot = np.nonzero(~np.isnan(known.q[:, :, 0]))
    q = known.q.copy()
    q[pose, slot] = wrapped(chain, sharpened(arm, q[pose, slot], S[pose])[0])
    return Tally(q, known.weight.copy())


def _small_motion(twist: Array) -> Array:
    """A pose (4, 4) with about this rotation vector (first three numbers) and translation."""
    T = np.eye(4)
    for axis in range(3):
        turn = motion("R", twist[axis : axis + 1])[0]
        order = np.roll(np.arange(3), axis)
        T[:3, :3] = T[:3, :3] @ turn[:3, :3][np.ix_(order, order)]
    T[:3, 3] = twist[3:]
    return T


def _polished_tally(
    chain: Chain, arm: Affine, S: Array, pose: NDArray[np.int64], start: Array
) -> Tally:
    """Roots that a long polish reaches from `start` (K, 6), with weight 0: no eigenvalue led there.

    pose: (K,), index of the pose in S (N, 4, 4), sorted.
    """
    target = S[pose]
    q, residual, _ = polished(arm, start, target, LONG)
    polish_carefully(arm, q, residual, target, pose, NEAR, ROOT)
    root = (residual <= ROOT) & within_span(chain, q, target)
    weight = np.zeros(int(root.sum()), np.int64)
    return tallied(len(S), pose[root], wrapped(chain, q[root]), weight, closeness(chain))


def on_continua(
    arm: EliminationArm, Ts: Array, S: Array, known: Tally
) -> tuple[Tally, NDArray[np.bool_]]:
    """Roots with one representative for each continuum, and the joints that are free, (N, 6).

    Ts, S: (N, 4, 4), the poses of the flange, mm, and those of the tight chain, chain units.
    """
    chain, free = arm.chain, np.zeros((len(S), JOINTS), bool)
    pose, slot = np.nonzero(~np.isnan(known.q[:, :, 0]))
    q, weight = known.q[pose, slot], known.weight[pose, slot]
    moving = free_joints(arm.mechanism, Ts[pose], q * chain.units)
    where = np.flatnonzero(moving.any(axis=1))
    if not len(where):
        return known, free
    np.logical_or.at(free, pose[where], moving[where])
    joint = np.argmax(moving[where], axis=1)
    q[where] = _representatives(chain, arm.affine, S[pose[where]], q[where], joint, pose[where])
    weight[where] = 1
    # Several points of one continuum become one representative, and their weights are not added.
    slots, weights = known.q.copy(), known.weight.copy()
    slots[pose, slot], weights[pose, slot] = wrapped(chain, q), weight
    nothing = Tally(np.full_like(slots[:, :1], np.nan), np.zeros_like(weights[:, :1]))
    return united(Tally(slots, weights), nothing, closeness(chain)), free


def _representatives(
    chain: Chain,
    arm: Affine,
    S: Array,
    q: Array,
    joint: NDArray[np.int64],
    pose: NDArray[np.int64],
) -> Array:
    """Step 4: points (K, 6) of the continua through q (K, 6), equal for the same continuum.

    S: (K, 4, 4). joint: (K,), the free joint. pose: (K,), index of the pose.
    """
    zero, arrived = _moved_along(chain, arm, S, q, joint, np.zeros(len(q)))
    left = np.flatnonzero(~arrived)
    if not len(left):
        return zero
    # Curves that never come to zero: all of a pose are moved to the value of the first one.
    label = pose[left] * JOINTS + joint[left]
    _, first, number = np.unique(label, return_index=True, return_inverse=True)
    goal = q[left[first], joint[left[first]]][number]
    zero[left], _ = _moved_along(chain, arm, S[left], q[left], joint[left], goal)
    return zero


def _moved_along(
    chain: Chain, arm: Affine, S: Array, q: Array, joint: NDArray[np.int64], goal: Array
) -> tuple[Array, NDArray[np.bool_]]:
    """Roots q (K, 6) moved along their continua until joint[k] has the value goal[k].

    Also whether they got there, (K,); a root that did not is given back unchanged.
    """
    rows = np.arange(len(q))
    held = np.zeros(q.shape, bool)
    held[rows, joint] = True
    here, on = q.copy(), np.ones(len(q), bool)
    start = q[rows, joint]
    for lead in range(1, LEADS + 1):
        trial = here.copy()
        trial[rows, joint] = start + (goal - start) * lead / LEADS
        trial, residual = sharpened(arm, trial, S, held)
        on &= residual <= ROOT
        here[on] = trial[on]
    return np.where(on[:, None], here, q), on

"""The account of a pose: the end of every complex solution, and so all real roots.

1. The solutions at the start of a line that ends in the pose are all found (`starts.py`).
2. Newton's method leads most of them to the pose at once; the rest are followed along the line.
3. Every solution of the pose that is isolated is the end of a path (Morgan and Sommese 1989). So if
   each path is seen to end, at a regular solution of its own, at a multiple solution with as many
   others as its multiplicity, or far from real, then the real ones among these ends are all
   isolated roots of the pose. A path that ends on a continuum says that there is one.
4. The pose is real; the ends that are not must come in conjugate pairs. An account that breaks this
   is wrong.
5. Where a step fails, another line is taken; in the end one that begins in the same pose for all,
   far away, whose solutions are known for sure. It is long, and takes ten times as long.

This is a certificate in the sense of numerical algebraic geometry: it rests on the number of
solutions of a generic pose, which is counted, and on paths that are followed by steps that
converge, not on interval arithmetic.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinematics.poses.transforms import Array
from kinematics.solvers.elimination.arm import EliminationArm
from kinematics.solvers.elimination.attempt import ROOT, closeness, wrapped
from kinematics.solvers.elimination.continuation.path_ends import (
    LINKED,
    Group,
    grouped,
    landed,
)
from kinematics.solvers.elimination.continuation.path_tracking import tracked
from kinematics.solvers.elimination.continuation.pose_lines import LongLines, PoseLine
from kinematics.solvers.elimination.continuation.starts import (
    Plan,
    first_of_each,
    gaps,
    is_far,
    plan_of,
    starts,
)
from kinematics.solvers.elimination.loops import JOINTS, Chain
from kinematics.solvers.elimination.polish import jacobian_of, joint_frames, sharpened
from kinematics.solvers.elimination.root_count import Tally, replaced, tallied

Complex = NDArray[np.complex128]
Mask = NDArray[np.bool_]
Rows = NDArray[np.int64]

LENGTHS = (1e-2, 7e-3, 2e-2)  # of the lines, rad and link lengths, one for each trial
LONG = 0.0  # in place of a length: the last trial, a line from a pose that is not near
APART = 1e-9  # rad or link lengths: paths that came nearer to each other are one
END = 1e-9  # of these units: where the paths are left, short of the pose
REAL = 1e-6  # rad or link lengths: an end with a smaller imaginary part is real
COMPLEX = 1e-4  # the same: an end with a larger one is not; between them its residual decides
ON_CONTINUUM = 2e-8  # smallest singular value of J: at a path that ends on a continuum it is END
BLURRED = 6.0  # rad: an end with a larger imaginary part is known to too few digits to compare
PAIRED = 1e-4  # rad or link lengths: how near the conjugate of an end must be another end
# Rad or link lengths: how far a real end may be from the root, if it is double and if it is more.
SHARPENED_DOUBLE, SHARPENED = 1e-5, 1e-3


@dataclass(frozen=True, eq=False)
class Accounts:
    """roots: of N poses, weighted by their multiplicity; those of poses without account are empty.

    whole: (N,), whether every path is accounted for. ranged: (N,), whether a path ends on a
    continuum; its isolated roots are all there, the points of the continuum are not. pose, points:
    (L,), sorted, and (L, 6), real parts of ends on continua, from which to look for real points.
    """

    roots: Tally
    whole: Mask
    ranged: Mask
    pose: Rows
    points: Array


@dataclass(frozen=True, eq=False)
class _Paths:
    """The paths of N poses along one line, at their ends.

    pose: (K,), sorted. q: (K, 6). down: (K,), whether the path landed. whole: (N,), whether all
    paths of the pose are here.
    """

    pose: Rows
    q: Complex
    down: Mask
    whole: Mask


def accounts(arm: EliminationArm, S: Array, seed: int = 11) -> Accounts:
    """The accounts of poses S (N, 4, 4) of the tight chain."""
    chain, plan, rng = arm.chain, plan_of(arm), np.random.default_rng(seed)
    nobody, nowhere = np.empty(0, np.int64), np.empty((0, JOINTS))
    none = tallied(len(S), nobody, nowhere, nobody, closeness(chain))
    no = np.zeros(len(S), bool)
    account = Accounts(none, no.copy(), no.copy(), nobody, nowhere)
    for length in (*LENGTHS, LONG) if plan is not None else ():
        left = np.flatnonzero(~account.whole)
        if not len(left):
            break
        assert plan is not None
        if length == LONG:
            paths = _from_afar(arm, plan, S[left])
        elif plan.loops:
            line = PoseLine.at_random(rng, length)
            paths = _followed(arm, plan, line, END / length, S[left])
        else:
            continue
        part = _closed(arm, S[left], paths)
        account.whole[left], account.ranged[left] = part.whole, part.ranged
        pose = np.concatenate([account.pose, left[part.pose]])
        order = np.argsort(pose, kind="stable")
        account = Accounts(
            replaced(account.roots, left, part.roots),
            account.whole,
            account.ranged,
            pose[order],
            np.concatenate([account.points, part.points])[order],
        )
    return account


def _followed(arm: EliminationArm, plan: Plan, line: PoseLine, end: float, S: Array) -> _Paths:
    """Steps 1 and 2 for poses S (N, 4, 4)."""
    chain = arm.chain
    begun, whole = starts(arm, plan, line, S)
    q, down = landed(chain, arm.affine, S, begun.pose, begun.q)
    rest = np.flatnonzero(~down)
    pose = begun.pose[rest]
    q[rest], arrived = tracked(arm.affine, line, S[pose], begun.q[rest], end)
    whole[pose[~arrived]] = False
    led, late = landed(chain, arm.affine, S, pose, q[rest])
    q[rest[late]] = led[late]
    down[rest[late]] = True
    # A path that landed first may have taken the end of one that landed later.
    twice = ~first_of_each(chain, begun.pose[down], q[down])
    whole[begun.pose[down][twice]] = False
    return _Paths(begun.pose, q, down, whole)


def _from_afar(arm: EliminationArm, plan: Plan, S: Array) -> _Paths:
    """Steps 1 and 2 for poses S (N, 4, 4), from the one pose whose solutions are known for sure."""
    chain, count = arm.chain, plan.count
    pose, start = np.repeat(np.arange(len(S)), count), np.tile(plan.q, (len(S), 1))
    lines = LongLines.between(plan.pose, S)
    end = END / float(lines.length.max())
    q, arrived = tracked(arm.affine, lines.of(pose), S[pose], start, end)
    whole = np.ones(len(S), bool)
    whole[pose[~arrived]] = False
    whole[pose[~first_of_each(chain, pose, q, APART)]] = False
    led, down = landed(chain, arm.affine, S, pose, q)
    q[down] = led[down]
    return _Paths(pose, q, down, whole)


def _closed(arm: EliminationArm, S: Array, paths: _Paths) -> Accounts:
    """Steps 3 and 4 for poses S (N, 4, 4)."""
    whole, ranged = np.zeros(len(S), bool), np.zeros(len(S), bool)
    rows: list[Array] = []
    loose_pose, loose = [np.empty(0, np.int64)], [np.empty((0, JOINTS))]
    pose, weight = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for within in LINKED:
        left = np.flatnonzero(paths.whole & ~whole)
        if not len(left):
            break
        ends = _ends_of(arm.chain, paths, left, within)
        real, bad = _real_ends(arm, S, ends)
        whole[left] = True
        whole[ends.pose[bad]] = False
        _check_conjugates(arm.chain, ends, real, whole)
        good = np.isin(ends.pose, left[whole[left]])
        ranged[ends.pose[good & ends.alone]] = True
        loose_pose.append(ends.pose[good & ends.alone])
        loose.append(ends.q[good & ends.alone].real)
        kept = good & real & ~ends.alone
        pose.append(ends.pose[kept])
        rows.append(ends.q[kept].real)
        weight.append(ends.size[kept])
    all_poses = np.concatenate(pose)
    order = np.argsort(all_poses, kind="stable")
    q = wrapped(arm.chain, np.concatenate([np.empty((0, JOINTS)), *rows])[order])
    weights = np.concatenate(weight)[order]
    roots = tallied(len(S), all_poses[order], q, weights, closeness(arm.chain))
    loose_poses = np.concatenate(loose_pose)
    order = np.argsort(loose_poses, kind="stable")
    points = np.concatenate(loose)[order]
    return Accounts(roots, whole, ranged & whole, loose_poses[order], points)


@dataclass(frozen=True, eq=False)
class _Ends:
    """Ends of paths: pose (G,), q (G, 6), how many paths end there, size (G,), and whether the end
    is on a continuum, alone (G,)."""

    pose: Rows
    q: Complex
    size: Rows
    alone: Mask


def _ends_of(chain: Chain, paths: _Paths, asked: Rows, within: float) -> _Ends:
    """The ends of the paths of the poses `asked`; paths linked by gaps below `within` end together.

    Paths that are far from real, or go to infinity, are left out.
    """
    mine = np.isin(paths.pose, asked)
    down = np.flatnonzero(mine & paths.down)
    found: list[tuple[int, Group]] = []
    for i in np.unique(paths.pose[mine & ~paths.down]):
        rows = paths.q[(paths.pose == i) & ~paths.down]
        found += [(int(i), group) for group in grouped(chain, rows, within)]
    means = np.array([group.mean for _, group in found], complex).reshape(-1, JOINTS)
    sizes = np.array([group.size for _, group in found], np.int64)
    kept = np.flatnonzero((sizes > 1) | ~is_far(chain, means, BLURRED))
    pose = np.array([i for i, _ in found], np.int64)[kept]
    return _Ends(
        np.concatenate([paths.pose[down], pose]),
        np.concatenate([paths.q[down], means[kept]]),
        np.concatenate([np.ones(len(down), np.int64), sizes[kept]]),
        np.concatenate([np.zeros(len(down), bool), sizes[kept] == 1]),
    )


def _real_ends(arm: EliminationArm, S: Array, ends: _Ends) -> tuple[Mask, Mask]:
    """Which ends are real, and which cannot be told, (G,) each. Real ends are made exact, in place.

    A lone end whose J is not as singular as on a continuum belongs to others that are farther off.

    Next to a double root rounding may make a pair of complex ends: where the real part is a root
    to rounding, the end is real.
    """
    off = np.abs(ends.q.imag).max(axis=1, initial=0.0)
    real, bad = (off < REAL) & ~ends.alone, np.zeros(len(off), bool)
    asked = np.flatnonzero(~ends.alone & (off < COMPLEX) & ((off >= REAL) | (ends.size > 1)))
    start = ends.q[asked].real
    led, residual = sharpened(arm.affine, start, S[ends.pose[asked]])
    allowed = np.where(ends.size[asked] > 2, SHARPENED, SHARPENED_DOUBLE)
    met = (residual <= ROOT) & (gaps(arm.chain, led, start) <= allowed)
    ends.q[asked[met]] = led[met]
    real[asked] = met
    bad[asked[~met]] = ends.size[asked[~met]] > 1
    lone = np.flatnonzero(ends.alone)
    J = jacobian_of(arm.affine, joint_frames(arm.affine, ends.q[lone]))
    bad[lone] = np.linalg.svd(J, compute_uv=False)[:, -1] > ON_CONTINUUM
    return real, bad


def _check_conjugates(chain: Chain, ends: _Ends, real: Mask, whole: Mask) -> None:
    """Step 4: clears `whole` (N,) where an end that is not real lacks its conjugate."""
    near = np.abs(ends.q.imag).max(axis=1, initial=0.0) < BLURRED
    odd = np.flatnonzero(~real & ~ends.alone & near)
    for i in np.unique(ends.pose[odd]):
        q = ends.q[odd[ends.pose[odd] == i]]
        gap = gaps(chain, q[:, None].conj(), q[None]).min(axis=1)
        if not (gap < PAIRED).all():
            whole[i] = False

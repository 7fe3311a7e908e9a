"""All real solutions of poses: the first loop, others where it is in doubt, and the certificate.

1. Poses for which the links are too short (`out_of_reach.py`) have no root, and are not solved. The
   first loop solves the others. If it is clean at a pose (see attempt.py) and finds roots of which
   none is double, these are the result. If it finds none, a second clean loop has to confirm it:
   next to a root of multiplicity three or four the eigenvalues of one loop may be far off the real
   axis, and at a continuum the eigenvalues of a pencil mean nothing.
2. Other poses, and those with a double or singular root, get an account of all their complex
   solutions (continuation), which is a certificate, or tells of a continuum.
3. At poses without account, and at those with a continuum, other sound loops solve the pose too,
   then the first loop with another shift (the generalized eigenproblem), then the rest; their roots
   are united, with those of poses near by (singular.py). The other loops come first because a loop
   that is rough at a pose is rough there at any shift. A pose without account is complete if a
   clean attempt found all roots that are known. It is not enough that two attempts agree: where
   all joint values are multiples of a right angle both may miss the same. Nor is it complete if
   two eigenvalues lead to one root, which may be double or hide another next to it, or if a root
   has the multiplicity three or more, because rounding leaves the place of it open.
4. Forward kinematics of the mechanism as it was given, in mm, certifies every root against the
   pose as it was given; a root that does not pass is dropped.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinematics.arm.residuals import misses
from kinematics.errors import KinematicsError
from kinematics.poses.transforms import Array, check_poses, straightened
from kinematics.solutions.out_of_reach import beyond_links
from kinematics.solvers.elimination.arm import EliminationArm
from kinematics.solvers.elimination.attempt import (
    RESIDUAL,
    Attempt,
    attempted,
    closeness,
)
from kinematics.solvers.elimination.continuation.accounts import accounts
from kinematics.solvers.elimination.loops import JOINTS
from kinematics.solvers.elimination.probing import Probed
from kinematics.solvers.elimination.reduction import EIGEN
from kinematics.solvers.elimination.root_count import SLOTS, Tally, replaced, stacked, united
from kinematics.solvers.elimination.singular import (
    at_flat_roots,
    at_singular_roots,
    on_continua,
    regular_first,
    with_account,
    with_nearby_roots,
    with_points,
)

CHUNK = 256  # poses solved at once: their eigenvectors fit into the processor's cache
SUSPECT = 1e-4  # smallest singular value of J: below it a root may stand on a continuum
LARGE = 50.0  # units of the chain: for poses farther off rounding alone exceeds RESIDUAL


@dataclass(frozen=True, eq=False)
class EliminationRoots:
    """All solutions of N poses; unused rows hold nan, 0 in multiplicity.

    q: (N, 16, 6), rad in (-pi, pi] or mm. count: (N,). residual_mm, residual_rad: (N, 16), how far
    forward(q) is from the pose. multiplicity: (N, 16). complete: (N,), whether these are surely all
    solutions. free: (N, 6), the joint that each continuum leaves free; q then holds one
    representative.
    """

    q: Array
    count: NDArray[np.int64]
    residual_mm: Array
    residual_rad: Array
    multiplicity: NDArray[np.int64]
    complete: NDArray[np.bool_]
    free: NDArray[np.bool_]

    @property
    def continuum(self) -> NDArray[np.bool_]:
        """Whether each pose has a whole range of solutions, (N,)."""
        return np.any(self.free, axis=1)


def solve(
    arm: EliminationArm,
    Ts: ArrayLike,
    *,
    eliminate: str | None = None,
    eigen: str = "ordinary",
    threads: int = 1,
) -> EliminationRoots:
    """All real solutions of poses T_base_flange (N, 4, 4), mm.

    eliminate: "45" or "12" forces the loop that eliminates these joints. eigen: "ordinary" or
    "generalized". threads: number of chunks solved at the same time. Raises KinematicsError for
    other values, for a singular forced loop, and for poses that are not rigid.
    """
    return solve_exact(arm, straightened(check_poses(Ts)), eliminate, eigen, threads)


def solve_exact(
    arm: EliminationArm,
    poses: Array,
    eliminate: str | None = None,
    eigen: str = "ordinary",
    threads: int = 1,
) -> EliminationRoots:
    """`solve` for poses (N, 4, 4) that are already checked and exact."""
    if eigen not in EIGEN:
        raise KinematicsError(f"the eigenproblem is {' or '.join(EIGEN)}, not {eigen!r}")
    loops = arm.loops_for(eliminate)
    far = beyond_links(arm.mechanism, poses)
    if far.any():
        near = solve_exact(arm, poses[~far], eliminate, eigen, threads)
        return _without_roots_at(far, near)
    S = arm.chain.tight(poses)
    roots, complete = _tried(arm, loops[0], S, eigen, threads)
    empty = complete & (roots.count == 0)
    bare = np.flatnonzero(roots.count == 0)
    complete[bare] = False
    bare = bare[empty[bare]]
    if len(bare):
        part = Tally(roots.q[bare], roots.weight[bare])
        part, complete[bare] = _second_opinion(arm, loops, S[bare], part, empty[bare], threads)
        roots = replaced(roots, bare, part)
    free = np.zeros((len(S), JOINTS), bool)
    suspect = ~complete | (roots.weight > 1).any(axis=1)
    regular = np.flatnonzero(~suspect)
    clean = Tally(roots.q[regular], roots.weight[regular])
    suspect[regular] = at_singular_roots(arm.affine, clean, SUSPECT)
    odd = np.flatnonzero(suspect)
    for start in range(0, len(odd), CHUNK):
        where = odd[start : start + CHUNK]
        before = Tally(roots.q[where], roots.weight[where])
        part, sure = _of_singular(arm, loops, S[where], before, complete[where], threads)
        part, free[where] = on_continua(arm, poses[where], S[where], part)
        complete[where] = sure & ~free[where].any(axis=1)
        roots = replaced(roots, where, regular_first(arm.affine, part))
    return _certified(arm, poses, roots, complete, free)


def _without_roots_at(far: NDArray[np.bool_], near: EliminationRoots) -> EliminationRoots:
    """The roots of all poses, from those of the others: poses that are far, (N,), have none."""
    n = len(far)
    q, count = np.full((n, SLOTS, JOINTS), np.nan), np.zeros(n, np.int64)
    mm, rad = np.full((2, n, SLOTS), np.nan)
    found = EliminationRoots(
        q, count, mm, rad, np.zeros((n, SLOTS), np.int64), far.copy(), np.zeros((n, JOINTS), bool)
    )
    for field in fields(EliminationRoots):
        getattr(found, field.name)[~far] = getattr(near, field.name)
    return found


def _tried(
    arm: EliminationArm, loop: Probed, S: Array, eigen: str, threads: int
) -> tuple[Tally, NDArray[np.bool_]]:
    """The roots that one loop finds for poses S (N, 4, 4), and whether it is clean, (N,)."""

    def one(chunk: Array) -> Attempt:
        return attempted(
            arm.chain,
            arm.affine,
            loop.stage,
            chunk,
            eigen=eigen,
            noisy=loop.noisy,
            split=loop.split,
        )

    chunks = [S[start : start + CHUNK] for start in range(0, len(S), CHUNK)]
    if threads > 1 and len(chunks) > 1:
        with ThreadPoolExecutor(threads) as pool:
            parts = list(pool.map(one, chunks))
    else:
        parts = [one(chunk) for chunk in chunks]
    if len(parts) == 1:
        return parts[0].tally, parts[0].clean
    clean = np.concatenate([part.clean for part in parts] or [np.zeros(0, bool)])
    return stacked([part.tally for part in parts]), clean


def _second_opinion(
    arm: EliminationArm,
    loops: tuple[Probed, ...],
    S: Array,
    roots: Tally,
    empty: NDArray[np.bool_],
    threads: int,
) -> tuple[Tally, NDArray[np.bool_]]:
    """Step 3: the united roots of poses S (N, 4, 4), and whether they are complete, (N,).

    roots: of the first loop. empty: (N,), whether the first loop is clean and finds no root.
    """
    close = closeness(arm.chain)
    complete = np.zeros(len(S), bool)
    for loop in sorted(loops[1:] + loops[:1], key=lambda loop: not loop.sound):
        left = np.flatnonzero(~complete)
        if not len(left):
            break
        other, clean = _tried(arm, loop, S[left], "generalized", threads)
        part = united(Tally(roots.q[left], roots.weight[left]), other, close)
        roots = replaced(roots, left, part)
        complete[left] = clean & (part.count == other.count) & ((part.count > 0) | empty[left])
    return roots, complete


def _of_singular(
    arm: EliminationArm,
    loops: tuple[Probed, ...],
    S: Array,
    known: Tally,
    clean: NDArray[np.bool_],
    threads: int,
) -> tuple[Tally, NDArray[np.bool_]]:
    """Steps 2 and 3: the roots of poses S (N, 4, 4), and whether they are complete, (N,).

    known: roots so far. clean: (N,), whether a clean attempt found them.
    """
    account = accounts(arm, S)
    roots, sure = with_account(arm.chain, known, account)
    roots = with_points(arm.chain, arm.affine, S, roots, account)
    sure &= ~account.ranged
    left = np.flatnonzero(~sure)
    if len(left):
        part, kept = Tally(roots.q[left], roots.weight[left]), clean[left] & ~account.whole[left]
        doubt = np.flatnonzero(~clean[left])
        if len(doubt):
            other, kept[doubt] = _second_opinion(
                arm,
                loops,
                S[left[doubt]],
                Tally(part.q[doubt], part.weight[doubt]),
                np.zeros(len(doubt), bool),
                threads,
            )
            # At a continuum two attempts may agree by chance.
            kept[doubt] &= ~at_singular_roots(arm.affine, other) & ~account.whole[left[doubt]]
            part = replaced(part, doubt, other)
        # Two eigenvalues that lead to one root mean that it is double, or that another is missed.
        kept &= ~(part.weight > 1).any(axis=1)
        more = with_nearby_roots(arm.chain, arm.affine, loops, S[left], part)
        kept &= (more.count == part.count) & ~at_flat_roots(arm.affine, S[left], more)
        roots, sure[left] = replaced(roots, left, more), kept
    return roots, sure


def _certified(
    arm: EliminationArm,
    Ts: Array,
    roots: Tally,
    complete: NDArray[np.bool_],
    free: NDArray[np.bool_],
) -> EliminationRoots:
    """Step 4: the solutions in mm and rad, without roots that miss their pose Ts (N, 4, 4)."""
    n = len(Ts)
    q = roots.q[:, :SLOTS] * arm.chain.units
    complete = complete & (roots.count <= SLOTS)
    pose, slot = np.nonzero(~np.isnan(q[:, :, 0]))
    mm, rad = np.full((2, n, SLOTS), np.nan)
    mm[pose, slot], rad[pose, slot] = misses(arm.mechanism, q[pose, slot], Ts[pose])
    unit = arm.chain.length
    size = np.linalg.norm(Ts[:, :3, 3], axis=1) / unit + arm.chain.extent
    allowed = RESIDUAL * np.maximum(1.0, size / LARGE)
    # The Frobenius norm of a small rotation error is sqrt(2) times its angle.
    failed = np.hypot(mm / unit, np.sqrt(2.0) * rad) > allowed[:, None]
    complete &= ~failed.any(axis=1)
    multiplicity = np.where(np.isnan(q[:, :, 0]), 0, np.maximum(roots.weight[:, :SLOTS], 1))
    for values, empty in ((q, np.nan), (mm, np.nan), (rad, np.nan), (multiplicity, 0)):
        values[failed] = empty
    count = (multiplicity > 0).sum(axis=1)
    return EliminationRoots(q, count, mm, rad, multiplicity, complete, free)

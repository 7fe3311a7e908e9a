"""One loop tried on poses: eigenvalues, joint values, polish, and how far to trust the result.

Forward kinematics confirms each root. Whether these are all roots is judged by four tests: every
exactly real eigenvalue leads to a root near by; the number of roots is even; roots are accurate
before the polish; and a pair of eigenvalues close to the real axis leads to a root. It is not
enough that it leads nearly to one, as next to a fold: two roots that share an eigenvalue make
eigenvectors that are mixtures of both, and between two close roots any mixture is nearly a root.
A loop that passes them at a pose is `clean` there.
Some loops have real eigenvalues that belong to no root, at every pose (`noisy`, found by probing).
The first test is not applied to them, and a noisy loop without root is never clean.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinematics.poses.transforms import Array
from kinematics.solvers.elimination.loops import Chain
from kinematics.solvers.elimination.polish import Affine, polished, sharpened, unfolded
from kinematics.solvers.elimination.recovery import recovered
from kinematics.solvers.elimination.reduction import REAL, candidates
from kinematics.solvers.elimination.root_count import (
    Closeness,
    Tally,
    tallied,
)
from kinematics.solvers.elimination.stages import StageTwo
from kinematics.tolerances import SAME_ANGLE, SAME_LENGTH, SAME_SHARE

ROOT = 0.5e-12  # of a root in the search: half of RESIDUAL leaves room for rounding later on
RESIDUAL = 1e-12  # of a root: Frobenius norm over 3x4, lengths in units of the chain
STRAY = 0.05  # rad or link lengths: a polish that moves farther ends at another root
ROUGH = 1e-6  # residual before the polish: above it, real roots may look like complex pairs
QUICK_STEPS = 3  # of the first polish
# Residuals after the first polish below which a careful polish is tried. A truly complex pair ends
# at a residual of about the square of its imaginary part.
HOPEFUL, HOPEFUL_PAIR = 0.3, 1e-6


@dataclass(frozen=True, eq=False)
class Attempt:
    """The roots that one loop finds at N poses.

    clean: (N,), see the head of this file. settled: (N,), whether the tests hold except for the
    accuracy before the polish. raw: (K,), residuals of the roots before the polish. failed: (N,),
    number of exactly real eigenvalues that led to no root near by.
    """

    tally: Tally
    clean: NDArray[np.bool_]
    settled: NDArray[np.bool_]
    raw: Array
    failed: NDArray[np.int64]


def closeness(chain: Chain) -> Closeness:
    """When two roots are one (see `kinematics.tolerances`), in the units of the chain."""
    length = min(SAME_LENGTH / chain.length, SAME_SHARE * (chain.extent or 1.0))
    within = np.where(chain.turning, SAME_ANGLE, length)
    return Closeness(chain.turning, within)


def attempted(
    chain: Chain,
    arm: Affine,
    stage: StageTwo,
    S: Array,
    *,
    eigen: str = "ordinary",
    slack: float = REAL,
    noisy: bool = False,
    split: bool = False,
    thorough: bool = True,
) -> Attempt:
    """The roots that one loop finds for poses S (N, 4, 4).

    eigen, slack, split: as in `reduction.candidates`. noisy: see the head of this file. thorough:
    whether candidates that are nearly roots are polished carefully.
    """
    found = candidates(stage, S, eigen, slack, split)
    start = recovered(chain, stage, S, found)
    finite = np.isfinite(start).all(axis=1)
    keep = finite & within_span(chain, start, S[found.pose])
    pose, start, certain = found.pose[keep], start[keep], found.certain[keep]
    target, tolerance = S[pose], ROOT
    q, residual, raw = polished(arm, start, target, QUICK_STEPS)
    if thorough:
        # Without a regular pencil eigenvalues mean nothing, and a candidate is a random start.
        hopeful = np.where(certain, HOPEFUL, HOPEFUL_PAIR) * ~found.broken[pose]
        polish_carefully(arm, q, residual, target, pose, hopeful, tolerance)
    root = residual <= tolerance
    stayed = np.abs(q - start).max(axis=1, initial=0.0) < STRAY
    trusted = root & stayed
    weight = trusted[root].astype(np.int64)
    tally = tallied(len(S), pose[root], wrapped(chain, q[root]), weight, closeness(chain))
    rough = np.bincount(pose[root & (raw > ROUGH)], minlength=len(S))
    promised = certain | (residual < HOPEFUL_PAIR)
    failed = np.bincount(pose[promised & ~trusted], minlength=len(S))
    hiding = found.close[keep] & ~trusted
    hidden = np.bincount(pose[hiding], minlength=len(S))
    hidden += np.bincount(found.pose[~finite], minlength=len(S))
    count = tally.count
    settled = (tally.weight.sum(axis=1) % 2 == 0) & ~found.broken & (hidden == 0)
    settled &= (tally.weight > 0).sum(axis=1) == count
    clean = settled & (rough == 0)
    clean &= (count > 0) if noisy else (failed == 0)
    return Attempt(tally, clean, settled & (failed == 0), raw[root], failed)


def polish_carefully(
    arm: Affine,
    q: Array,
    residual: Array,
    target: Array,
    pose: NDArray[np.int64],
    hopeful: Array | float,
    tolerance: float,
) -> None:
    """Leads candidates that are nearly roots to roots, in place: carefully, then off their folds.

    q: (K, 6). residual: (K,). target: poses (K, 4, 4). pose: (K,), sorted. hopeful: residual below
    which a candidate is tried.
    """
    late = np.flatnonzero((residual > tolerance) & (residual < hopeful))
    if not len(late):
        return
    q[late], residual[late] = sharpened(arm, q[late], target[late])
    fold = late[(residual[late] > tolerance) & (residual[late] < HOPEFUL_PAIR)]
    if not len(fold):
        return
    # Two candidates of one pose that met in a fold are sent to different sides of it.
    first = np.searchsorted(pose[fold], pose[fold])
    side = np.where((np.arange(len(fold)) - first) % 2 == 0, 1.0, -1.0)
    there, better = unfolded(arm, q[fold], target[fold], side)
    good = better < residual[fold]
    q[fold[good]], residual[fold[good]] = there[good], better[good]


def wrapped(chain: Chain, q: Array) -> Array:
    """Joint values (K, 6) with the angles in (-pi, pi]."""
    turns = 2.0 * np.pi * np.ceil((q - np.pi) / (2.0 * np.pi))
    # For values near 3 pi and beyond, the difference may be rounded across pi or -pi.
    turned = np.minimum(q - turns, np.pi)
    turned = np.where(turned <= -np.pi, np.pi, turned)
    return np.where(chain.turning, turned, q)


def within_span(chain: Chain, q: Array, S: Array) -> NDArray[np.bool_]:
    """Whether the slides of q (K, 6) stay within the span of the links and the pose S, (K,).

    An eigenvalue at infinity gives slides beyond it. Two slides, which may cancel each other, are
    allowed a hundred times as much.
    """
    slides = ~chain.turning
    if not slides.any():
        return np.ones(len(q), bool)
    span = 2.0 * (chain.extent + np.linalg.norm(S[:, :3, 3], axis=1)) + 1.0
    room = span if slides.sum() == 1 else 100.0 * span
    return (np.abs(q[:, slides]) < room[:, None]).all(axis=1)

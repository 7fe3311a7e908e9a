"""One loop tried on poses: eigenvalues, joint values, polish, and how much it is to be trusted.

A root is what forward kinematics confirms. Whether these are all roots is judged by what did
not become one: every exactly real eigenvalue must lead to a root close by, roots come in an even
number, and were good before the polish; a pair close to the real axis is a root, or nearly one
(a fold), or hides roots that share an eigenvalue. A loop that keeps to that at a pose is `clean`
there.
Some loops carry, at every pose, real eigenvalues that belong to no root (`noisy`, found by
probing); they are judged by the even number alone, and never believed when they find nothing.
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

RESIDUAL = 1e-12  # Frobenius norm over 3x4, lengths in metres
STRAY = 0.05  # rad or link lengths: a polish that goes farther ends at another root
ROUGH = 1e-6  # residual before the polish that makes a pose doubtful: pairs may be far off the axis
NEARLY = 1e-3  # residual at which a pair close to the real axis is a fold just missed
QUICK_STEPS = 3
# Residual after them below which a careful polish is worth its time. A genuine complex pair ends
# at a residual of about the square of its imaginary part.
HOPEFUL, HOPEFUL_PAIR = 0.3, 1e-6


@dataclass(frozen=True, eq=False)
class Attempt:
    """tally: the roots. clean: (N,). raw: residuals (K,) of the roots before the polish.

    settled: (N,), whether all eigenvalues are accounted for, be they as rough as they may.
    failed: how many exactly real eigenvalues led to no root close by, (N,).
    """

    tally: Tally
    clean: NDArray[np.bool_]
    settled: NDArray[np.bool_]
    raw: Array
    failed: NDArray[np.int64]


def closeness(chain: Chain) -> Closeness:
    """When two roots are one, in the chain's units."""
    length = min(SAME_LENGTH / chain.length, SAME_SHARE * (chain.extent or 1.0))
    within = np.where(chain.turning, SAME_ANGLE, length)
    return Closeness(chain.turning, within)


def root_tolerance(chain: Chain) -> float:
    """RESIDUAL in the chain's unit of length, with room for the rounding of the certificate."""
    return 0.5 * RESIDUAL * min(1.0, 1000.0 / chain.length)


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
    """The roots one loop finds for poses S (N, 4, 4)."""
    found = candidates(stage, S, eigen, slack, split)
    start = recovered(chain, stage, S, found)
    finite = np.isfinite(start).all(axis=1)
    keep = finite & within_span(chain, start, S[found.pose])
    pose, start, certain = found.pose[keep], start[keep], found.certain[keep]
    target, tolerance = S[pose], root_tolerance(chain)
    q, residual, raw = polished(arm, start, target, QUICK_STEPS)
    if thorough:
        hopeful = np.where(certain, HOPEFUL, HOPEFUL_PAIR)
        insist(arm, q, residual, target, pose, hopeful, tolerance)
    root = residual <= tolerance
    stayed = np.abs(q - start).max(axis=1, initial=0.0) < STRAY
    trusted = root & stayed
    weight = trusted[root].astype(np.int64)
    tally = tallied(len(S), pose[root], wrapped(chain, q[root]), weight, closeness(chain))
    rough = np.bincount(pose[root & (raw > ROUGH)], minlength=len(S))
    promised = certain | (residual < HOPEFUL_PAIR)
    failed = np.bincount(pose[promised & ~trusted], minlength=len(S))
    hiding = found.close[keep] & ~(stayed & (residual < NEARLY))
    hidden = np.bincount(pose[hiding], minlength=len(S))
    hidden += np.bincount(found.pose[~finite], minlength=len(S))
    count = tally.count
    settled = (tally.weight.sum(axis=1) % 2 == 0) & ~found.broken & (hidden == 0)
    settled &= (tally.weight > 0).sum(axis=1) == count
    clean = settled & (rough == 0)
    clean &= (count > 0) if noisy else (failed == 0)
    return Attempt(tally, clean, settled & (failed == 0), raw[root], failed)


def insist(
    arm: Affine,
    q: Array,
    residual: Array,
    target: Array,
    pose: NDArray[np.int64],
    hopeful: Array | float,
    tolerance: float,
) -> None:
    """Bring candidates that are nearly roots there, in place: carefully, then off their folds.

    hopeful: residual below which a candidate is worth it.
    """
    late = np.flatnonzero((residual > tolerance) & (residual < hopeful))
    if not len(late):
        return
    q[late], residual[late] = sharpened(arm, q[late], target[late])
    fold = late[(residual[late] > tolerance) & (residual[late] < HOPEFUL_PAIR)]
    if not len(fold):
        return
    # Two candidates that met in a fold go to different sides.
    first = np.searchsorted(pose[fold], pose[fold])
    side = np.where((np.arange(len(fold)) - first) % 2 == 0, 1.0, -1.0)
    there, better = unfolded(arm, q[fold], target[fold], side)
    good = better < residual[fold]
    q[fold[good]], residual[fold[good]] = there[good], better[good]


def wrapped(chain: Chain, q: Array) -> Array:
    """Joint values (K, 6) with the angles in (-pi, pi]."""
    turns = 2.0 * np.pi * np.ceil((q - np.pi) / (2.0 * np.pi))
    # Of values next to 3 pi and more the difference may be rounded across the cut.
    turned = np.minimum(q - turns, np.pi)
    turned = np.where(turned <= -np.pi, np.pi, turned)
    return np.where(chain.turning, turned, q)


def within_span(chain: Chain, q: Array, S: Array) -> NDArray[np.bool_]:
    """Whether slides (K, 6) stay within what links and pose can span; eigenvalues at infinity do
    not. Two slides may cancel each other and get more room."""
    slides = ~chain.turning
    if not slides.any():
        return np.ones(len(q), bool)
    span = 2.0 * (chain.extent + np.linalg.norm(S[:, :3, 3], axis=1)) + 1.0
    room = span if slides.sum() == 1 else 100.0 * span
    return (np.abs(q[:, slides]) < room[:, None]).all(axis=1)

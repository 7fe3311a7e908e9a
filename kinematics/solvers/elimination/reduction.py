"""Stage 3: the eigenvalue problem of a pose.

1. The features of the pose times the arrays of stage 2 give A and B (16x16).
2. The problem is (A + X B) w = 0. Ordinary: B^-1 A w = -X w. Generalized: the pencil is first
   turned into A cos(o) - B sin(o) and A sin(o) + B cos(o), which adds o to the half-angle
   eta = atan X. Each pose takes that of several o whose second matrix is best inverted, so that an
   eigenvalue at infinity or an ill-conditioned B does no harm. NumPy has no QZ algorithm; this
   Cayley transform solves the same problem.
3. w holds the powers x5^i x4^j. If w, as a 4x4 array, is (1, x5, x5^2, x5^3) times
   (1, x4, ...), neighbours have the ratio x = tan(h), and over all pairs (low, high)

       2 h = atan2(2 sum low high, sum low^2 - high^2)

   uses every entry with its weight and stays finite.
   4. An eigenvalue counts as real if |Im X| < slack (1 + |X|^2). The slack is wide because
      rounding splits double roots into a complex pair; the polish removes what is not a root.
   5. At poses whose joint values are multiples of a right angle several roots may share an
      eigenvalue. Rounding then splits it, often into a complex pair, and its eigenvectors are any
      vectors of a space, so that none belongs to a root. Such a pair is marked `close`, unless its
      eigenvector consists of powers of a complex x5 or x4: then it is a complex solution.
   6. At such poses a pencil that is regular elsewhere may also be singular (its eigenvalues then
      mean nothing), and U may lose a rank if it depends on the pose (roots then merge). As eta is
      shifted by a generic angle, B is singular only if the pencil is.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinematics.poses.transforms import Array, Numbers
from kinematics.solvers.elimination.clusters import separated
from kinematics.solvers.elimination.stages import (
    SHIFT_0,
    SHIFT_4,
    SHIFT_5,
    U_COLUMNS,
    StageTwo,
    expanded,
)
from kinematics.tolerances import NEVER_ZERO

REAL = 4e-3  # slack for the imaginary part, step 4
CLOSE = 1e-3  # imaginary part, by 1 + |X|^2, below which a pair may be real roots, step 5
NUDGE = 1e-14  # of the largest entry: makes a singular matrix solvable and moves no root
POWER = 1e-10  # largest squared sine between an eigenvector and its shift if it has powers
COMPLEX = 1e-2  # imaginary part of x4 or x5, by 1 + |x|^2, above which a pair is complex
SINGULAR = 1e9  # largest entry of B^-1 A of a regular pencil
RANK = 1e-9  # smallest / largest diagonal entry in the QR of U below which U has lost a rank
TURNS = (0.0, 0.9, -0.7)  # rad: the angles o of step 2
EIGEN = ("ordinary", "generalized")


@dataclass(frozen=True, eq=False)
class Candidates:
    """Real eigenvalues of N poses, one in each of K rows.

    pose: (K,), index of the pose. halves: (K, 3), half-angles of places 0, 4 and 5, rad. certain:
    (K,), whether the eigenvalue is exactly real. close: (K,), whether it is one of a pair that may
    be real roots, step 5. broken: (N,), whether the pose has no regular pencil, step 6.
    """

    pose: NDArray[np.int64]
    halves: Array
    certain: NDArray[np.bool_]
    close: NDArray[np.bool_]
    broken: NDArray[np.bool_]


def candidates(
    stage: StageTwo, S: Array, eigen: str = "ordinary", slack: float = REAL, split: bool = False
) -> Candidates:
    """The real eigenvalues of poses S (N, 4, 4).

    eigen: "ordinary" or "generalized", step 2. slack: of step 4. split: whether coinciding
    eigenvalues are separated (clusters.py).
    """
    A, B, broken = _pencils(stage, S)
    broken |= ~_finite(A) | ~_finite(B)
    A[broken], B[broken] = np.eye(U_COLUMNS), np.eye(U_COLUMNS)
    if eigen == "generalized":
        quotient, turn = _best_quotient(A, B)
    else:
        quotient, turn = _quotient(A, B), np.zeros(len(S))
    lost = ~_finite(quotient)
    broken |= lost | ~(np.abs(quotient).max(axis=(1, 2)) < SINGULAR)
    quotient[lost] = np.eye(U_COLUMNS)
    values, vectors = np.linalg.eig(quotient)
    if split:
        vectors = separated(values, vectors)
    real = np.abs(values.imag) < slack * (1.0 + np.abs(values) ** 2)
    real &= ~lost[:, None]
    pose, column = np.nonzero(real)
    value = values[pose, column]
    halves = np.empty((len(pose), 3))
    halves[:, 0] = SHIFT_0 - np.arctan(value.real) - turn[pose]
    halves[:, 1:] = _half_angles(vectors[pose, :, column])
    certain = value.imag == 0.0
    close = ~certain & (np.abs(value.imag) < CLOSE * (1.0 + np.abs(value) ** 2))
    if close.any():
        close[close] = ~_of_complex_powers(vectors[pose[close], :, column[close]])
    return Candidates(pose, halves, certain, close, broken)


def _finite(matrices: Array) -> NDArray[np.bool_]:
    return np.all(np.isfinite(matrices), axis=(1, 2))


def pencils(stage: StageTwo, S: Numbers) -> tuple[Numbers, Numbers]:
    """A and B, each (N, 16, 16), of poses S (N, 4, 4)."""
    A, B, _ = _pencils(stage, S)
    return A, B


def _pencils(stage: StageTwo, S: Numbers) -> tuple[Numbers, Numbers, NDArray[np.bool_]]:
    """A and B, each (N, 16, 16), and whether U lost a rank, (N,)."""
    f = stage.features(S)
    if stage.pencil.size:
        both = (f @ stage.pencil).reshape(-1, 2, U_COLUMNS, U_COLUMNS)
        return both[:, 0], both[:, 1], np.zeros(len(f), bool)
    n = len(f)
    U = (f @ stage.U.reshape(len(stage.U), -1)).reshape(n, 20, U_COLUMNS)
    V = (f @ stage.shifted.reshape(len(stage.shifted), -1)).reshape(n, 20, 18)
    Q, R = np.linalg.qr(U, mode="complete")
    pivots = np.abs(np.diagonal(R, axis1=1, axis2=2))
    lost = ~(pivots.min(axis=1) > RANK * pivots.max(axis=1))
    both = expanded(np.swapaxes(Q[:, :, U_COLUMNS:].conj(), 1, 2) @ V)
    return both[:, 0], both[:, 1], lost


def _quotient(A: Array, B: Array) -> Array:
    """B^-1 A, (N, 16, 16); if a B is exactly singular, noise of the size of rounding is added.

    Its eigenvalues then become large. Matrices that stay singular give nan.
    """
    try:
        return np.asarray(np.linalg.solve(B, A), float)
    except np.linalg.LinAlgError:
        noise = np.random.default_rng(7).normal(size=B.shape[1:])
        size = np.maximum(np.abs(A), np.abs(B)).max(axis=(1, 2), keepdims=True) + NEVER_ZERO
        moved = B + NUDGE * size * noise
    regular = np.linalg.slogdet(moved)[0] != 0.0
    quotient = np.full_like(A, np.nan)
    quotient[regular] = np.linalg.solve(moved[regular], A[regular])
    return quotient


def _best_quotient(A: Array, B: Array) -> tuple[Array, Array]:
    """For each pose the quotient of the turned pencils with the smallest entries, and o (N,)."""
    quotients = []
    for turn in TURNS:
        c, s = np.cos(turn), np.sin(turn)
        quotients.append(_quotient(c * A - s * B, s * A + c * B))
    stack: Array = np.asarray(quotients, float)
    sizes = np.linalg.norm(stack, axis=(2, 3))
    best = np.argmin(np.where(np.isfinite(sizes), sizes, np.inf), axis=0)
    chosen = np.asarray(stack[best, np.arange(len(A))], float)
    return chosen, np.array(TURNS)[best]


def _of_complex_powers(w: NDArray[np.complex128]) -> NDArray[np.bool_]:
    """Step 5: whether eigenvectors w (K, 16) are powers of x5 and x4 of which one is complex."""
    table = w.reshape(-1, 4, 4)
    powers, far = np.ones(len(w), bool), np.zeros(len(w), bool)
    for turned in (table, np.swapaxes(table, 1, 2)):
        low, high = turned[:, :3].reshape(-1, 12), turned[:, 1:].reshape(-1, 12)
        inner = (low.conj() * high).sum(axis=1)
        lows, highs = (np.abs(low) ** 2).sum(axis=1), (np.abs(high) ** 2).sum(axis=1)
        powers &= lows * highs - np.abs(inner) ** 2 <= POWER * lows * highs
        # Im x > COMPLEX (1 + |x|^2), for x = inner / lows.
        far |= np.abs(inner.imag) > COMPLEX * (lows + highs)
    return powers & far


def _half_angles(w: NDArray[np.complex128]) -> Array:
    """Step 3: half-angles of places 4 and 5, (K, 2), rad, from eigenvectors w (K, 16)."""
    # An eigenvector is real up to a phase, which a division by the root of its square removes.
    w = w / np.sqrt((w * w).sum(axis=1, keepdims=True))
    real = w.real.reshape(-1, 4, 4)
    squares = real * real
    halves = np.empty((len(real), 2))
    cross = (real[:, :, :3] * real[:, :, 1:]).sum(axis=(1, 2))
    edge = (squares[:, :, 0] - squares[:, :, 3]).sum(axis=1)
    halves[:, 0] = SHIFT_4 + 0.5 * np.arctan2(2.0 * cross, edge)
    cross = (real[:, :3] * real[:, 1:]).sum(axis=(1, 2))
    edge = (squares[:, 0] - squares[:, 3]).sum(axis=1)
    halves[:, 1] = SHIFT_5 + 0.5 * np.arctan2(2.0 * cross, edge)
    return halves

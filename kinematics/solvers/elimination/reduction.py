"""Stage 3: a pose put in, and the eigenvalue problem solved.

1. The features of the pose turn the arrays of stage 2 into A and B (16x16).
2. (A + X B) w = 0. Ordinary: B^-1 A w = -X w. Generalized: the pencil is first turned,
   A cos(o) - B sin(o) and A sin(o) + B cos(o), which adds o to the half-angle eta = atan X; of
   several o each pose takes the one whose second matrix is best to inverted, so that an
   eigenvalue at infinity or an ill-conditioned B does no harm. NumPy has no QZ; this Cayley
   transform solves the same problem.
3. w holds the powers x5^i x4^j. If w, as a 4x4 array, is (1, x5, x5^2, x5^3) times
   (1, x4, ...), neighbours have the ratio x = tan(h), and over all pairs (low, high)

       2 h = atan2(2 sum low high, sum low^2 - high^2)

   uses every entry by its weight and knows no infinity.
4. A root is real where its eigenvalue is, |Im X| < slack (1 + |X|^2). The slack is wide,
   because double roots split into a complex pair; what is no root dies in the polish.
5. At poses whose joints are multiples of a right angle several roots may share the eigenvalue.
   Rounding then splits it, into a complex pair as often as not, and its eigenvectors are any of a
   space: none belongs to a root. Such a pair is named `close`, unless its eigenvector consists of
   powers, of a complex x5 or x4: then it is a complex solution.
6. At such poses a pencil that is regular elsewhere may be singular too (its eigenvalues are then
   anything), and U, where the pose stands in it, may lose a rank (roots then merge). B is
   generic by the shift of eta: it is singular where the pencil is.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinematics.poses.transforms import Array
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

REAL = 4e-3  # slack on the imaginary part
CLOSE = 1e-3  # imaginary part of a pair so close that it may be real roots of one eigenvalue
NUDGE = 1e-14  # of the largest entry: makes a singular pencil solvable and moves no root
POWER = 1e-10  # squared sine of the angle between an eigenvector and its shift that is too much
COMPLEX = 1e-2  # imaginary part of x4 or x5, of 1 + |x|^2, that makes a pair no real root
SINGULAR = 1e9  # largest entry of B^-1 A that a regular pencil may have
RANK = 1e-9  # smallest over largest diagonal entry of the QR of U
TURNS = (0.0, 0.9, -0.7)  # o of step 2
EIGEN = ("ordinary", "generalized")


@dataclass(frozen=True, eq=False)
class Candidates:
    """Real eigenvalues, one a row.

    pose: which pose (K,). halves: half-angles of places 0, 4 and 5, (K, 3). certain: whether
    the eigenvalue is exactly real, not one of a pair. close: whether it is one of a pair that
    may be real roots, step 5. broken: poses (N,) without a regular pencil, step 6.
    """

    pose: NDArray[np.int64]
    halves: Array
    certain: NDArray[np.bool_]
    close: NDArray[np.bool_]
    broken: NDArray[np.bool_]


def candidates(
    stage: StageTwo, S: Array, eigen: str = "ordinary", slack: float = REAL, split: bool = False
) -> Candidates:
    """What the eigenvalue problems of poses S (N, 4, 4) propose."""
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


def pencils(stage: StageTwo, S: Array) -> tuple[Array, Array]:
    """A and B of poses S (N, 4, 4), (N, 16, 16) each."""
    A, B, _ = _pencils(stage, S)
    return A, B


def _pencils(stage: StageTwo, S: Array) -> tuple[Array, Array, NDArray[np.bool_]]:
    """The same, and where U lost a rank (N,)."""
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
    both = expanded(np.swapaxes(Q[:, :, U_COLUMNS:], 1, 2) @ V)
    return both[:, 0], both[:, 1], lost


def _quotient(A: Array, B: Array) -> Array:
    """B^-1 A; an exactly singular B is moved by rounding first, eigenvalues become large."""
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
    """Of the turned pencils the quotient with the smallest entries, and its turn (N,)."""
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
    """Whether eigenvectors (K, 16) are powers of x5 and x4 of which one is complex, step 5."""
    table = w.reshape(-1, 4, 4)
    powers, far = np.ones(len(w), bool), np.zeros(len(w), bool)
    for turned in (table, np.swapaxes(table, 1, 2)):
        low, high = turned[:, :3].reshape(-1, 12), turned[:, 1:].reshape(-1, 12)
        inner = (low.conj() * high).sum(axis=1)
        lows, highs = (np.abs(low) ** 2).sum(axis=1), (np.abs(high) ** 2).sum(axis=1)
        powers &= lows * highs - np.abs(inner) ** 2 <= POWER * lows * highs
        # Im x of 1 + |x|^2, for x = inner / lows.
        far |= np.abs(inner.imag) > COMPLEX * (lows + highs)
    return powers & far


def _half_angles(w: NDArray[np.complex128]) -> Array:
    """Half-angles of places 4 and 5 from eigenvectors (K, 16), step 3, (K, 2)."""
    # An eigenvector is real up to a phase; dividing by its square takes the phase away.
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

"""Stage 3: a pose put in, and the eigenvalue problem solved.

1. The features of the pose turn the arrays of stage 2 into A and B (16x16).
2. (A + X B) w = 0. Ordinary: B^-1 A w = -X w. Generalized: the pencil is first turned,
   A cos(o) - B sin(o) and A sin(o) + B cos(o), which adds o to the half-angle eta = atan X; of
   several o each pose takes the one whose second matrix is best to invert, so that an
   eigenvalue at infinity or an ill-conditioned B does no harm. NumPy has no QZ; this Cayley
   transform solves the same problem.
3. w holds the powers x5^i x4^j. If w, as a 4x4 array, is (1, x5, x5^2, x5^3) times
   (1, x4, ...), neighbours have the ratio x = tan(h), and over all pairs (low, high)

       2 h = atan2(2 sum low high, sum low^2 - high^2)

   uses every entry by its weight and knows no infinity.
4. A root is real where its eigenvalue is, |Im X| < slack (1 + |X|^2). The slack is wide,
   because double roots split into a complex pair; what is no root dies in the polish.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinematics.solvers.elimination.clusters import separated
from kinematics.solvers.elimination.stages import (
    SHIFT_0,
    SHIFT_4,
    SHIFT_5,
    U_COLUMNS,
    StageTwo,
    expanded,
)
from kinematics.transforms import Array

REAL = 4e-3  # slack on the imaginary part
TURNS = (0.0, 0.9, -0.7)  # o of step 2
EIGEN = ("ordinary", "generalized")


@dataclass(frozen=True, eq=False)
class Candidates:
    """Real eigenvalues, one a row.

    pose: which pose (K,). halves: half-angles of places 0, 4 and 5, (K, 3). certain: whether
    the eigenvalue is exactly real, not one of a pair. broken: poses (N,) without a pencil.
    """

    pose: NDArray[np.int64]
    halves: Array
    certain: NDArray[np.bool_]
    broken: NDArray[np.bool_]


def candidates(
    stage: StageTwo, S: Array, eigen: str = "ordinary", slack: float = REAL, split: bool = False
) -> Candidates:
    """What the eigenvalue problems of poses S (N, 4, 4) propose."""
    A, B = pencils(stage, S)
    broken = ~_finite(A) | ~_finite(B)
    A[broken], B[broken] = np.eye(U_COLUMNS), np.eye(U_COLUMNS)
    if eigen == "generalized":
        quotient, turn = _best_quotient(A, B)
    else:
        quotient, turn = _quotient(A, B), np.zeros(len(S))
    lost = ~_finite(quotient)
    quotient[lost] = np.eye(U_COLUMNS)
    values, vectors = np.linalg.eig(quotient)
    broken |= lost
    if split:
        vectors = separated(values, vectors)
    real = np.abs(values.imag) < slack * (1.0 + np.abs(values) ** 2)
    real &= ~broken[:, None]
    pose, column = np.nonzero(real)
    value = values[pose, column]
    halves = np.empty((len(pose), 3))
    halves[:, 0] = SHIFT_0 - np.arctan(value.real) - turn[pose]
    halves[:, 1:] = _half_angles(vectors[pose, :, column])
    return Candidates(pose, halves, value.imag == 0.0, broken)


def _finite(matrices: Array) -> NDArray[np.bool_]:
    return np.all(np.isfinite(matrices), axis=(1, 2))


def pencils(stage: StageTwo, S: Array) -> tuple[Array, Array]:
    """A and B of poses S (N, 4, 4), (N, 16, 16) each."""
    f = stage.features(S)
    if stage.pencil.size:
        both = (f @ stage.pencil).reshape(-1, 2, U_COLUMNS, U_COLUMNS)
        return both[:, 0], both[:, 1]
    n = len(f)
    U = (f @ stage.U.reshape(len(stage.U), -1)).reshape(n, 20, U_COLUMNS)
    V = (f @ stage.shifted.reshape(len(stage.shifted), -1)).reshape(n, 20, 18)
    Q = np.linalg.qr(U, mode="complete")[0]
    both = expanded(np.swapaxes(Q[:, :, U_COLUMNS:], 1, 2) @ V)
    return both[:, 0], both[:, 1]


def _quotient(A: Array, B: Array) -> Array:
    """B^-1 A; an exactly singular B is moved by rounding first, eigenvalues become large."""
    try:
        return np.asarray(np.linalg.solve(B, A), float)
    except np.linalg.LinAlgError:
        noise = np.random.default_rng(7).normal(size=B.shape[1:])
        size = np.maximum(np.abs(A), np.abs(B)).max(axis=(1, 2), keepdims=True) + 1e-300
        moved = B + 1e-14 * size * noise
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

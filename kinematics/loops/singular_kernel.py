"""Singular values of a Jacobian by rotations of its columns (one-sided Jacobi), which keep the
digits of the smallest ones."""

from math import sqrt

from kinematics.loops.chain_kernel import CHAIN, place_frames, write_columns
from resources.loops import REAL, reals, shipped, written

_AXES = 6
_SWEEPS = 30  # over all pairs of columns: they are square to each other after six to ten
_SQUARE = 1e-15  # cosine of two columns that are square to each other, to rounding


@shipped(
    chain=CHAIN,
    q=reals(2),
    limit=REAL,
    sizes=written(reals(2)),
    scratch=written(reals(2), reals(2), reals(2)),
)
def write_least_sizes(chain, q, limit, sizes, scratch):  # type: ignore[no-untyped-def]
    """Writes the smallest singular value of the Jacobian at rows q (K, 6), and |det J|, into sizes
    (K, 2). Where the determinant shows that the former exceeds `limit`, it is left at 1e300.

    scratch: frames (7, 12), J (6, 6) and what turns its columns (6, 6).
    """
    frames, J, turned = scratch
    for k in range(len(q)):
        place_frames(chain, q[k], frames)
        write_columns(chain, frames, J)
        square = 0.0
        for i in range(_AXES):
            square += _dot(J, i, i)
            for j in range(_AXES):
                turned[i, j] = J[i, j]
        sizes[k, 0], sizes[k, 1] = 1e300, _determinant(turned)
        # The product of all singular values but the least is at most (F^2 / 5)^(5/2).
        share = square / 5.0
        if sizes[k, 1] >= limit * share * share * sqrt(share):
            continue
        turn_columns(J, turned)
        for i in range(_AXES):
            sizes[k, 0] = min(sizes[k, 0], sqrt(_dot(J, i, i)))


def _determinant(A):  # type: ignore[no-untyped-def]
    """The absolute value of the determinant of A (6, 6), which is overwritten."""
    product = 1.0
    for column in range(_AXES):
        best = column
        for row in range(column + 1, _AXES):
            if abs(A[row, column]) > abs(A[best, column]):
                best = row
        pivot = A[best, column]
        if pivot == 0.0:
            return 0.0
        product *= abs(pivot)
        for k in range(column, _AXES):
            A[column, k], A[best, k] = A[best, k], A[column, k]
        for row in range(column + 1, _AXES):
            _subtract(A, column, row, A[row, column] / pivot)
    return product


def _subtract(A, column, row, factor):  # type: ignore[no-untyped-def]
    for k in range(column, _AXES):
        A[row, k] -= factor * A[column, k]


def turn_columns(J, turned):  # type: ignore[no-untyped-def]
    """Turns the columns of J (r, n) until they are square to each other, in place; writes what
    turned them into turned (n, n).

    Then J = U S of the singular value decomposition U S V^T, and turned = V.
    """
    n = J.shape[1]
    for i in range(n):
        for j in range(n):
            turned[i, j] = 1.0 if i == j else 0.0
    for _ in range(_SWEEPS):
        if _sweep(J, turned, n) == 0:
            return


def _sweep(J, turned, n):  # type: ignore[no-untyped-def]
    """Turns every pair of columns once; gives how many pairs were not square to each other."""
    count = 0
    for i in range(n - 1):
        for j in range(i + 1, n):
            a, b, c = _dot(J, i, i), _dot(J, j, j), _dot(J, i, j)
            if abs(c) <= _SQUARE * sqrt(a * b) or c == 0.0:
                continue
            count += 1
            half = (b - a) / (2.0 * c)
            t = 1.0 / (abs(half) + sqrt(1.0 + half * half))
            t = -t if half < 0.0 else t
            cosine = 1.0 / sqrt(1.0 + t * t)
            _turn_pair(J, i, j, cosine, cosine * t)
            _turn_pair(turned, i, j, cosine, cosine * t)
    return count


def _turn_pair(A, i, j, c, s):  # type: ignore[no-untyped-def]
    for k in range(A.shape[0]):
        x, y = A[k, i], A[k, j]
        A[k, i], A[k, j] = c * x - s * y, s * x + c * y


def _dot(J, i, j):  # type: ignore[no-untyped-def]
    total = 0.0
    for k in range(J.shape[0]):
        total += J[k, i] * J[k, j]
    return total


def write_careful_step(J, wanted, mu, columns, turned, dq):  # type: ignore[no-untyped-def]
    """Writes J^T (J J^T + mu 1)^-1 wanted (n,) into dq, from the singular values of J (6, n).

    columns: (6, n) and turned: (n, n) are scratch.
    """
    n = J.shape[1]
    for k in range(J.shape[0]):
        for i in range(n):
            columns[k, i] = J[k, i]
    turn_columns(columns, turned)
    for i in range(n):
        dq[i] = 0.0
    for i in range(n):
        along = 0.0
        for k in range(J.shape[0]):
            along += columns[k, i] * wanted[k]
        along /= _dot(columns, i, i) + mu
        for k in range(n):
            dq[k] += turned[k, i] * along

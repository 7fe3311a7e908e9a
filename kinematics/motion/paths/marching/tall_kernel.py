"""Least squares by Householder reflections, for the small systems of a march.

The upper part of A (m, n), m >= n, becomes R; the reflections stay below its diagonal and in
`heads`. A column that is all zeros leaves a 0 on the diagonal, and its unknown becomes 0.
"""

from math import sqrt


def factor_tall(A, m, n, heads):  # type: ignore[no-untyped-def]
    """Factors the first m rows of A in place; gives the sign of det A where m = n, 0 if it is 0.

    heads: (n,), receives the first entry of each reflection.
    """
    sign = 1.0
    for k in range(n):
        square = 0.0
        for i in range(k, m):
            square += A[i, k] * A[i, k]
        norm = sqrt(square)
        if norm == 0.0:
            heads[k], sign = 0.0, 0.0
            continue
        alpha = -norm if A[k, k] > 0.0 else norm
        heads[k] = A[k, k] - alpha
        # The reflection 1 - v v^T / beta, v = (heads[k], A[k+1:, k]), has the determinant -1.
        beta = -alpha * heads[k]
        for j in range(k + 1, n):
            along = heads[k] * A[k, j]
            for i in range(k + 1, m):
                along += A[i, k] * A[i, j]
            along /= beta
            A[k, j] -= along * heads[k]
            for i in range(k + 1, m):
                A[i, j] -= along * A[i, k]
        A[k, k] = alpha
        sign = -sign if alpha > 0.0 else sign
    return sign


def solve_tall(A, m, n, heads, right, x):  # type: ignore[no-untyped-def]
    """Writes the solution (n,) of least squares into x; `right` (m,) is used up."""
    for k in range(n):
        if heads[k] == 0.0:
            continue
        beta = -A[k, k] * heads[k]
        along = heads[k] * right[k]
        for i in range(k + 1, m):
            along += A[i, k] * right[i]
        along /= beta
        right[k] -= along * heads[k]
        for i in range(k + 1, m):
            right[i] -= along * A[i, k]
    for k in range(n - 1, -1, -1):
        x[k] = right[k]
        for j in range(k + 1, n):
            x[k] -= A[k, j] * x[j]
        x[k] = x[k] / A[k, k] if A[k, k] != 0.0 else 0.0

"""Least-norm solutions of systems with fewer rows than unknowns, for the arms with free joints.

Of all x with A x = b, the one with the least sum of (x_i / scale_i)^2: with S = diag(scale) and
(A S)^T = Q R (Householder, `tall_kernel.py`), x = S Q R^-T b.
"""

from kinematics.motion.paths.marching.tall_kernel import factor_tall


def factor_wide(A, m, n, scales, T, heads):  # type: ignore[no-untyped-def]
    """Factors the first m rows of A (., n), m <= n, into T (n, at least m); heads: (m,).

    scales: (n,), above 0. A is kept.
    """
    for i in range(n):
        for k in range(m):
            T[i, k] = A[k, i] * scales[i]
    factor_tall(T, n, m, heads)


def solve_wide(T, m, n, scales, heads, right, x):  # type: ignore[no-untyped-def]
    """Writes the solution (n,) for the right side (m,) into x. A row that depends on rows before
    it (a 0 on the diagonal of R) does not count."""
    for k in range(m):
        value = right[k]
        for j in range(k):
            value -= T[j, k] * x[j]
        x[k] = value / T[k, k] if T[k, k] != 0.0 else 0.0
    for i in range(m, n):
        x[i] = 0.0
    for k in range(m - 1, -1, -1):
        if heads[k] == 0.0:
            continue
        along = heads[k] * x[k]
        for i in range(k + 1, n):
            along += T[i, k] * x[i]
        along /= -T[k, k] * heads[k]
        x[k] -= along * heads[k]
        for i in range(k + 1, n):
            x[i] -= along * T[i, k]
    for i in range(n):
        x[i] *= scales[i]

"""Inverses of small square matrices, by elimination with pivots."""

_LEAST = 1e-300  # never 0: a square of 0 would be divided by


def invert_beside(J):  # type: ignore[no-untyped-def]
    """Writes the inverse of the left half of J (n, 2 n) into its right half; gives |det|.

    The left half is used up. The largest entry of a column is its pivot. Where the determinant is 0
    the right half means nothing.
    """
    n, size = len(J), 1.0
    for i in range(n):
        for k in range(n):
            J[i, n + k] = 1.0 if i == k else 0.0
    for column in range(n):
        best = column
        for row in range(column + 1, n):
            if abs(J[row, column]) > abs(J[best, column]):
                best = row
        pivot = J[best, column]
        size *= abs(pivot)
        _swap(J, column, best)
        _eliminate(J, column, 1.0 / pivot if pivot != 0.0 else 0.0)
    return size


def square_beside(J):  # type: ignore[no-untyped-def]
    """The square of the norm of Frobenius of the right half of J (n, 2 n); never 0."""
    n, total = len(J), _LEAST
    for i in range(n):
        for k in range(n, 2 * n):
            total += J[i, k] * J[i, k]
    return total


def _swap(J, a, b):  # type: ignore[no-untyped-def]
    for k in range(len(J[a]) if a != b else 0):
        J[a, k], J[b, k] = J[b, k], J[a, k]


def _eliminate(J, column, inverse):  # type: ignore[no-untyped-def]
    """Makes a column that of the unit matrix, by its row of the diagonal."""
    n = len(J)
    for k in range(column, 2 * n):
        J[column, k] *= inverse
    for row in range(n):
        factor = J[row, column]
        if row != column and factor != 0.0:
            for k in range(column, 2 * n):
                J[row, k] -= factor * J[column, k]

"""Vectors of three numbers and frames made of them, for loops over single poses."""

from math import cos, sin, sqrt

NEVER_ZERO = 1e-300  # replaces a length of 0 before a division; the caller refuses such a frame


def inner(a, b):  # type: ignore[no-untyped-def]
    """The inner product of a and b (3,)."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def write_product(A, B, C):  # type: ignore[no-untyped-def]
    """Writes A B into C, all (3, 3)."""
    for i in range(3):
        for j in range(3):
            C[i, j] = A[i, 0] * B[0, j] + A[i, 1] * B[1, j] + A[i, 2] * B[2, j]


def write_transposed_product(A, B, C):  # type: ignore[no-untyped-def]
    """Writes the product of the transpose of A with B into C, all (3, 3)."""
    for i in range(3):
        for j in range(3):
            C[i, j] = A[0, i] * B[0, j] + A[1, i] * B[1, j] + A[2, i] * B[2, j]


def write_turn(axis, angle, R):  # type: ignore[no-untyped-def]
    """Writes the rotation by an angle, rad, about a unit vector (3,) into R (3, 3)."""
    c, s = cos(angle), sin(angle)
    v = 1.0 - c
    x, y, z = axis[0], axis[1], axis[2]
    R[0, 0], R[0, 1], R[0, 2] = c + v * x * x, v * x * y - s * z, v * x * z + s * y
    R[1, 0], R[1, 1], R[1, 2] = v * x * y + s * z, c + v * y * y, v * y * z - s * x
    R[2, 0], R[2, 1], R[2, 2] = v * x * z - s * y, v * y * z + s * x, c + v * z * z


def write_frame(along, towards, F):  # type: ignore[no-untyped-def]
    """Writes a right-handed frame with columns u, n, u x n into F (3, 3); returns a height.

    u is the unit vector along `along` (3,), n that along the part of `towards` (3,) across u; the
    height is the length of that part. See `elbow_angle.frames`.
    """
    scale = 1.0 / max(sqrt(inner(along, along)), NEVER_ZERO)
    for i in range(3):
        F[i, 0] = along[i] * scale
    height = 0.0
    share = towards[0] * F[0, 0] + towards[1] * F[1, 0] + towards[2] * F[2, 0]
    for i in range(3):
        F[i, 1] = towards[i] - share * F[i, 0]
    for again in range(2):  # the rest of a vector nearly along u is across u only after the second
        length = sqrt(F[0, 1] * F[0, 1] + F[1, 1] * F[1, 1] + F[2, 1] * F[2, 1])
        if again == 0:
            height = length
        scale = 1.0 / max(length, NEVER_ZERO)
        share = (F[0, 1] * F[0, 0] + F[1, 1] * F[1, 0] + F[2, 1] * F[2, 0]) * scale
        for i in range(3):
            F[i, 1] = F[i, 1] * scale - (share * F[i, 0] if again == 0 else 0.0)
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        F[i, 2] = F[j, 0] * F[k, 1] - F[k, 0] * F[j, 1]
    return height

"""Eigenvalues that coincide: arms on which pairs of solutions share the value of a joint.

1. If two solutions have the same joint value in place 0, the eigenvalue is double. Its eigenvectors
   are any two vectors of a plane and no longer consist of powers of one x5 and one x4.
2. The two power vectors still span the plane. In a basis W (16, k) of the plane, raising the powers
   of x5 by one is a k x k matrix M5, (rows i = 0..2) M5 = (rows i = 1..3), and M4 is the matrix for
   x4. The power vectors are eigenvectors of both matrices.
3. A generic combination of M5 and M4 separates the power vectors, unless they agree in x4 and x5.

This costs a small eigenproblem for each cluster, one after the other; it is done only for loops
that need it, which probing finds.
"""

import numpy as np
from numpy.typing import NDArray

from kinematics.poses.transforms import Array

RANK = 1e-9  # of the largest singular value: singular values below this are rounding

SAME_VALUE = 1e-5  # of 1 + |X|^2: eigenvalues closer than this are one
MIX = (0.6, 0.8)  # weights of M5 and M4

Complex = NDArray[np.complex128]


def separated(values: Complex, vectors: Complex) -> Complex:
    """Eigenvectors (N, 16, 16), in columns; those of equal eigenvalues become power vectors."""
    scale = 1.0 + np.abs(values) ** 2
    gaps = np.abs(values[:, :, None] - values[:, None, :])
    close = gaps < SAME_VALUE * np.minimum(scale[:, :, None], scale[:, None, :])
    separate = vectors.astype(complex)  # eig gives real vectors if all eigenvalues are real
    for pose in np.flatnonzero(close.sum(axis=(1, 2)) > values.shape[1]):
        left = np.ones(values.shape[1], bool)
        for column in range(values.shape[1]):
            members = np.flatnonzero(close[pose, column] & left)
            left[members] = False
            if len(members) > 1:
                separate[pose][:, members] = _power_vectors(vectors[pose][:, members])
    return separate


def _power_vectors(plane: Complex) -> Complex:
    """Steps 2 and 3: the power vectors (16, k) that span the same space as `plane` (16, k)."""
    k = plane.shape[1]
    both = np.concatenate([plane.real, plane.imag], axis=1)
    basis = np.linalg.svd(both, full_matrices=False)[0][:, :k]
    powers = basis.reshape(4, 4, k)
    shift_5 = _shift(powers[:3].reshape(12, k), powers[1:].reshape(12, k))
    shift_4 = _shift(powers[:, :3].reshape(12, k), powers[:, 1:].reshape(12, k))
    mixed = np.linalg.eig(MIX[0] * shift_5 + MIX[1] * shift_4)[1]
    return np.asarray(basis @ mixed, complex)


def _shift(low: Array, high: Array) -> Array:
    """The matrix M with low M = high, in the sense of least squares."""
    return np.asarray(np.linalg.lstsq(low, high, rcond=RANK)[0], float)

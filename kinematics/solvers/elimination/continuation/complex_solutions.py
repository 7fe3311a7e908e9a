"""All complex joint values that the pencil of one loop has for poses with complex entries.

The equations of an arm are polynomials in the entries of the pose and in the cosines and sines of
the joints, so that they have a meaning for complex numbers, too. A pose is then a matrix
(R, t; 0, 1) with R^T R = 1, without conjugation. The steps are those of `reduction.py` and
`recovery.py`; but all 16 eigenvalues are kept, and each angle is the logarithm of e^(i q), because
the four-quadrant arc tangent has no complex form:

1. x5 and x4 are the ratios of neighbours in the eigenvector, by least squares.
2. cos q2 and sin q2 come by least squares from the rows that joint 1 leaves alone.
3. A turn by q multiplies x + i y by e^(i q) and x - i y by e^(-i q), for the pairs (x, y) of rows
   that it turns; least squares over all pairs give e^(i q).

The results are close to solutions, not exact; `path_tracking.py` corrects them.
"""

import numpy as np
from numpy.typing import NDArray

from kinematics.poses.transforms import Numbers, inverted
from kinematics.solvers.elimination.loops import Chain, ring
from kinematics.solvers.elimination.recovery import FIRST, SECOND, STILL, motion, still_columns
from kinematics.solvers.elimination.reduction import pencils
from kinematics.solvers.elimination.representation import line_coordinates
from kinematics.solvers.elimination.stages import (
    SHIFT_0,
    SHIFT_4,
    SHIFT_5,
    U_COLUMNS,
    StageTwo,
)

Complex = NDArray[np.complex128]
Rows = NDArray[np.int64]

NUDGE = 1e-14  # of the largest entry: makes a singular matrix solvable


def complex_solutions(chain: Chain, stage: StageTwo, S: Complex) -> tuple[Rows, Complex]:
    """Joint values (K, 6), chain units, near all solutions of complex poses S (N, 4, 4).

    Also the index of the pose of each row, (K,), sorted. There are at most 16 rows for a pose;
    eigenvalues that lead to infinite joint values are left out.
    """
    A, B = pencils(stage, S)
    X, w = np.linalg.eig(_quotient(A, B))
    table = np.swapaxes(w, 1, 2).reshape(-1, 4, 4)
    pose = np.repeat(np.arange(len(S)), U_COLUMNS)
    with np.errstate(all="ignore"):
        halves = (
            SHIFT_0 - np.arctan(X.reshape(-1)),
            SHIFT_4 + np.arctan(_ratio(table[:, :, :3], table[:, :, 1:])),
            SHIFT_5 + np.arctan(_ratio(table[:, :3], table[:, 1:])),
        )
        q = _joint_values(chain, stage, S[pose], halves)
    finite = np.isfinite(q).all(axis=1)
    return pose[finite], q[finite]


def _quotient(A: Numbers, B: Numbers) -> Numbers:
    """B^-1 A (N, 16, 16), with noise of the size of rounding where a B is exactly singular."""
    try:
        return np.asarray(np.linalg.solve(B, A))
    except np.linalg.LinAlgError:
        noise = np.random.default_rng(7).normal(size=B.shape[1:])
        size = np.maximum(np.abs(A), np.abs(B)).max(axis=(1, 2), keepdims=True)
        return np.asarray(np.linalg.solve(B + NUDGE * (size + 1.0) * noise, A))


def _ratio(low: Numbers, high: Numbers) -> Numbers:
    """The factor (K,) from `low` to `high` (K, ...), by least squares."""
    axes = (1, 2)
    return np.asarray((low.conj() * high).sum(axes) / (np.abs(low) ** 2).sum(axes))


def _joint_values(
    chain: Chain, stage: StageTwo, T: Complex, halves: tuple[Numbers, Numbers, Numbers]
) -> Complex:
    """Joint values (K, 6) from the half-angles (K,) of places 0, 4 and 5, for poses T (K, 4, 4)."""
    loop, kinds = stage.loop, stage.kinds
    links: list[Numbers] = list(ring(chain, loop, np.eye(4)[None]))
    links[loop.pose_place] = T if loop.backwards else inverted(T)
    values = np.empty((len(T), 6), complex)
    for place, half, sign in zip((0, 4, 5), halves, (1.0, -1.0, -1.0), strict=True):
        values[:, place] = sign * (2.0 * half if kinds[place] == "R" else np.tan(half))
    known = links[3] @ motion(kinds[4], values[:, 4]) @ links[4]
    known = known @ motion(kinds[5], values[:, 5]) @ links[5]
    K = inverted(known @ motion(kinds[0], values[:, 0]) @ links[0])
    seen = line_coordinates(K)
    values[:, 2] = _angle_of_cosine_sine(still_columns(links[1], links[2]), seen[:, STILL])
    rest = links[1] @ motion("R", values[:, 2]) @ links[2]
    line = line_coordinates(rest)
    values[:, 1] = _turned_by(line[:, FIRST], line[:, SECOND], seen[:, FIRST], seen[:, SECOND])
    rest = motion("R", values[:, 1]) @ rest
    x, y = rest[:, :3, 0], rest[:, :3, 1]
    # The axes x, y of a frame turned about its z are turned the other way in coordinates.
    values[:, 3] = -_turned_by(x, y, K[:, :3, 0], K[:, :3, 1])
    q = np.empty_like(values)
    q[:, list(loop.order)] = -values if loop.backwards else values
    return q


def _angle_of_cosine_sine(columns: Numbers, still: Numbers) -> Numbers:
    """Step 2: q2 (K,) from the coefficients (1 or K, 6, 3) of (1, cos q2, sin q2) in `still`."""
    cosine, sine = columns[..., 1], columns[..., 2]
    cc, ss = (np.abs(cosine) ** 2).sum(axis=1), (np.abs(sine) ** 2).sum(axis=1)
    cs = (cosine.conj() * sine).sum(axis=1)
    wanted = still - columns[..., 0]
    c, s = (cosine.conj() * wanted).sum(axis=1), (sine.conj() * wanted).sum(axis=1)
    cosine, sine = ss * c - cs * s, cc * s - cs.conj() * c
    plus, minus = cosine + 1j * sine, cosine - 1j * sine
    root = np.sqrt(plus / minus)  # e^(i q2) or its negative: their common factor is positive
    larger = np.abs(plus) > np.abs(minus)
    against = np.where(larger, (root * plus.conj()).real, (root.conj() * minus.conj()).real) < 0.0
    return np.asarray(-1j * np.log(np.where(against, -root, root)))


def _turned_by(x: Numbers, y: Numbers, x_turned: Numbers, y_turned: Numbers) -> Numbers:
    """Step 3: the angle (K,) by which pairs (x, y) (K, j) are turned."""
    plus, minus = x + 1j * y, x - 1j * y
    plus_turned, minus_turned = x_turned + 1j * y_turned, x_turned - 1j * y_turned
    over = (plus.conj() * plus_turned).sum(axis=1) + (minus_turned.conj() * minus).sum(axis=1)
    under = (np.abs(plus) ** 2).sum(axis=1) + (np.abs(minus_turned) ** 2).sum(axis=1)
    return np.asarray(-1j * np.log(over / under))

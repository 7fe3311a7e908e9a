"""The matrices U and V of the equation of a ring, computed in two numerical stages.

Stage 1, the same for all arms (StageOne).

1. Seen from the two sides of place 0, the axis of place 3 has the coordinates d (through places
   1 and 2) and e (through 5 and 4), 15 each, and rho(M0) d = e.
2. The motion M0 = exp(q N) has a Cayley form that is linear. For a turn R(q/2)^-1 e = R(q/2) d,
   where J is the generator on the pairs that it turns; for a slide the form is exact as N^3 = 0:

       e - d = X G (e + d)      revolute: X = tan(q/2), G = J      prismatic: X = q, G = N/2

   These are 14 equations; the fifteenth is 1 = 1. In six of them the row of G is zero, so that they
   hold times X as well. Together they are 20 equations, linear in X.
3. With X = sin(eta)/cos(eta) they read (cos(eta) E_cos + sin(eta) E_sin) e + (cos(eta) D_cos +
   sin(eta) D_sin) d = 0: four constant 20x15 matrices for each kind of joint.

Stage 2, with the links of one arm (StageTwo).

4. d is bilinear in (1, c1, s1) and (1, c2, s2): a constant 15x9 matrix times the nine products.
   So is e in places 4 and 5. Column 0 of d, for the product 1, joins e. So

       U [cos(eta) m, sin(eta) m] + V [cos(eta) n, sin(eta) n] = 0,    U 20x16, V 20x18

   where m are the eight products of places 1 and 2 and n the nine of places 4 and 5. These are U
   and V of the patent: 16 = 8 x (1, X3), 18 = 9 x (1, X3), 20 = 14 + 6. (Its displayed formulas
   are missing in our text; the sizes, X_i = tan(theta_i/2) and the eliminated pairs determine
   them.) Its matrix equation (1) has theta4, theta5 in U and theta1, theta2 in V, equation (4)
   the reverse; both are readings of loops.py with joint 3 in place 0.
5. One link of the ring holds the pose. rho is linear in the 35 features of the pose, so U and V
   are (35, 20, 16) and (35, 20, 18) arrays: U(A_hand), V(A_hand). If the pose is on the side of
   d, all columns of U depend on it and only column 0 of V for n. If it is on the side of e, U
   depends on the arm alone.
6. Elimination of m: the rows N (4x20) with N U = 0 give N V [cos(eta) n, sin(eta) n] = 0, four
   equations. `homogeneous` writes n in the powers x5^i x4^j, i, j = 0..2, with generic shifts; eta
   is shifted as well. Elimination of x4, x5 is dialytic: the equations times 1, x4, x5 and x4 x5
   are 16 equations in the 16 powers i, j = 0..3: (A + X B) w = 0, without extraneous roots. This
   16x16 form goes back to Kohli and Osvatic (1993).
7. If U depends on the arm alone, so does N, and A and B are one constant (35, 512) array
   `pencil`: stage 3 is a single matrix product. Otherwise a QR of U gives N at every pose.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kinematics.poses.transforms import Array, Numbers, inverted
from kinematics.solvers.elimination.loops import Chain, Loop, ring
from kinematics.solvers.elimination.representation import (
    BASIS,
    FEATURES,
    KINDS,
    SIZE,
    TERMS,
    Z_AXIS,
    features,
    homogeneous,
)

# Half-angles, rad: values without a simple ratio to pi, so that x is finite at usual poses.
SHIFT_5, SHIFT_4, SHIFT_0 = 0.35, -0.55, 0.37
RANK = 1e-9  # of the largest singular value: with one below this U has lost a rank
U_COLUMNS = 16


@dataclass(frozen=True, eq=False)
class StageOne:
    """Constants that are the same for all arms.

    basis: (35, 15, 15) and terms: (2, 3, 15, 15), those of `representation`. near, far:
    (2, 2, 20, 15), for each kind of joint D_cos, D_sin and E_cos, E_sin of step 3.
    """

    basis: Array
    terms: Array
    near: Array
    far: Array


@dataclass(frozen=True, eq=False)
class StageTwo:
    """The equation of one arm for one loop.

    kinds: R or P for each place. U: (35 or 1, 20, 16) and V: (35, 20, 18), those of the patent,
    without shifts, steps 4 and 5. shifted: (35, 20, 18), V for the shifted powers of x5 and x4,
    cosine part first. pencil: (35, 512), step 7, or empty. rank: of U if it depends on the arm
    alone, else 16. of_inverse: whether the features are those of S^-1 instead of S.
    """

    loop: Loop
    kinds: str
    of_inverse: bool
    U: Array
    V: Array
    shifted: Array
    pencil: Array
    rank: int

    def features(self, S: Numbers) -> Numbers:
        """The features (N, 35) of S or S^-1 that this reading needs, for poses S (N, 4, 4)."""
        return features(inverted(S) if self.of_inverse else S)


@lru_cache(maxsize=1)
def stage_one() -> StageOne:
    """The constants that are the same for all arms."""
    unit = np.eye(SIZE)[:14]
    near, far = np.zeros((2, 2, 20, SIZE)), np.zeros((2, 2, 20, SIZE))
    for kind in range(2):
        generator = (TERMS[kind, 2] if kind == 0 else TERMS[kind, 1] / 2)[:14]
        kept = unit[~generator.any(axis=1)]
        far[kind, 0, :14], far[kind, 1, :14], far[kind, 1, 14:] = unit, -generator, kept
        near[kind, 0, :14], near[kind, 1, :14], near[kind, 1, 14:] = -unit, -generator, -kept
    return StageOne(BASIS, TERMS, near, far)


def stage_two(chain: Chain, loop: Loop, constants: StageOne | None = None) -> StageTwo:
    """Stage 2 for an arm and a loop; constants: those of stage_one() unless given."""
    one = constants or stage_one()
    kinds = "".join(chain.kinds[joint] for joint in loop.order)
    first = KINDS.index(kinds[0])
    near_arc, far_arc = _arcs(one, chain, loop, kinds)
    d = [one.near[first, part] @ near_arc for part in range(2)]
    e = [one.far[first, part] @ far_arc for part in range(2)]
    U = np.concatenate([d[0][:, :, 1:], d[1][:, :, 1:]], axis=2)
    V = np.zeros((FEATURES, 20, 18))
    for part in range(2):
        _add(V[:, :, 9 * part : 9 * part + 9], e[part])
        _add(V[:, :, 9 * part : 9 * part + 1], d[part][:, :, :1])
    shifted = _shifted(V, kinds)
    rank, pencil = U_COLUMNS, np.empty((FEATURES, 0))
    if len(U) == 1:
        left, sizes, _ = np.linalg.svd(U[0])
        rank = int((sizes > RANK * sizes[0]).sum())
        pencil = expanded(left[:, U_COLUMNS:].T @ shifted).reshape(FEATURES, -1)
    of_inverse = (loop.pose_place >= 3) == loop.backwards
    return StageTwo(loop, kinds, of_inverse, U, V, shifted, pencil, rank)


def expanded(four: Numbers) -> Numbers:
    """A and B, (N, 2, 16, 16): the four equations (N, 4, 18) times 1, x4, x5 and x4 x5."""
    n = len(four)
    powers = np.swapaxes(four.reshape(n, 4, 2, 3, 3), 1, 2)
    table = np.zeros((n, 2, 2, 2, 4, 4, 4), four.dtype)
    for i in range(2):
        for j in range(2):
            table[:, :, i, j, :, i : i + 3, j : j + 3] = powers
    return table.reshape(n, 2, 16, 16)


def _arcs(one: StageOne, chain: Chain, loop: Loop, kinds: str) -> tuple[Array, Array]:
    """Matrices (35 or 1, 15, 9) of d and of e for the products of their two joints, step 4."""
    links = ring(chain, loop, np.eye(4)[None])
    steps = [np.tensordot(features(link), one.basis, axes=1) for link in links]
    back = [np.tensordot(features(inverted(link)), one.basis, axes=1) for link in links]
    steps[loop.pose_place] = back[loop.pose_place] = one.basis
    terms = [one.terms[KINDS.index(kind)] for kind in kinds]
    near = _arc(steps[0], terms[1], steps[1], terms[2], steps[2])
    far = _arc(back[5], terms[5], back[4], terms[4], back[3])
    return near, far


def _arc(outer: Array, terms_a: Array, middle: Array, terms_b: Array, inner: Array) -> Array:
    """outer (sum_i terms_a[i] f_i) middle (sum_j terms_b[j] g_j) inner Z_AXIS, column 3 i + j.

    The result is (35 or 1, 15, 9). One of the three links may be the basis (35, 15, 15); the others
    are (1, 15, 15).
    """
    line = (inner @ Z_AXIS)[:, None, :, None]
    seen = middle[:, None] @ (terms_b @ line)
    seen = terms_a[:, None] @ seen[:, None]
    products = (outer[:, None, None] @ seen)[..., 0]
    return np.swapaxes(products.reshape(len(products), 9, SIZE), 1, 2)


def _add(V: Array, columns: Array) -> None:
    """Adds columns (35 or 1, 20, k) to V in place; constant columns belong to the feature 1."""
    if len(columns) == FEATURES:
        V += columns
    else:
        V[-1] += columns[0]


def _shifted(V: Array, kinds: str) -> Array:
    """V (35, 20, 18) for the shifted powers of x5 and x4, with eta counted from SHIFT_0."""
    powers = np.kron(homogeneous(kinds[5], SHIFT_5), homogeneous(kinds[4], SHIFT_4))
    cosine, sine = V[:, :, :9] @ powers, V[:, :, 9:] @ powers
    c, s = np.cos(SHIFT_0), np.sin(SHIFT_0)
    return np.concatenate([c * cosine + s * sine, c * sine - s * cosine], axis=2)

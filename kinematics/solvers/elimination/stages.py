"""The matrix equation U, V of a ring, in two numerical stages.

Stage 1, robot-independent (StageOne).

1. Seen from the two sides of place 0 the axis of place 3 has the coordinates d (through places
   1 and 2) and e (through 5 and 4), 15 each, and rho(M0) d = e.
2. The motion M0 = exp(q N) has a Cayley form without second powers. For a turn, with J the
   generator on the pairs it turns, R(q/2)^-1 e = R(q/2) d; for a slide N^3 = 0 makes it exact:

       e - d = X G (e + d)      revolute: X = tan(q/2), G = J      prismatic: X = q, G = N/2

   That is 14 equations; the fifteenth is 1 = 1. In six of them the row of G is zero; these may
   be taken times X as well. Together 20 equations, linear in X.
3. With X = sin(eta)/cos(eta) they read (cos(eta) E_cos + sin(eta) E_sin) e + (cos(eta) D_cos +
   sin(eta) D_sin) d = 0: four constant 20x15 matrices for each kind of joint.

Stage 2, the link parameters (StageTwo).

4. d is bilinear in (1, c1, s1) and (1, c2, s2): a constant 15x9 matrix times the products, and
   likewise e in places 4 and 5. Column 0, the product 1, of d joins e. So

       U [cos(eta) m, sin(eta) m] + V [cos(eta) n, sin(eta) n] = 0,    U 20x16, V 20x18

   m the eight products of places 1 and 2, n the nine of places 4 and 5. These are the U and V
   of the patent (its displays are not in the text we have; the sizes, X_i = tan(theta_i/2) and
   the eliminated pairs fix them): 16 = 8 x (1, X3), 18 = 9 x (1, X3), 20 = 14 + 6. Its matrix
   equation (1) has theta4, theta5 in U and theta1, theta2 in V, equation (4) the reverse; both
   are readings of loops.py with joint 3 in place 0.
5. The pose stands in one link of the ring. rho is linear in its 35 features, so U and V are
   (35, 20, 16) and (35, 20, 18) arrays: U(A_hand), V(A_hand). Where the pose stands on the side
   of d, V has it in column 0 of n only, and U in all; where it stands on the side of e, U is
   the arm's alone.
6. Elimination of m: the rows N (4x20) with N U = 0 leave N V [cos(eta) n, sin(eta) n] = 0, four
   equations. n turns into the powers x5^i x4^j, i, j = 0..2, by `homogeneous` (generic shifts);
   eta is shifted likewise. Elimination of x4, x5 is dialytic: times 1, x4, x5, x4 x5 that makes
   16 equations in the 16 powers i, j = 0..3:  (A + X B) w = 0, with no root too many.
   That 16x16 form goes back to Kohli and Osvatic (1993).
7. If U is the arm's alone, N is too, and A and B are one constant (35, 512) array `pencil`: stage
   3 is a single matrix product. Otherwise N comes from a QR of U at every pose.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kinematics.poses.transforms import Array, inverted
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

# Half-angles; any values without a simple ratio to pi, so that no usual pose meets x = infinity.
SHIFT_5, SHIFT_4, SHIFT_0 = 0.35, -0.55, 0.37
RANK = 1e-9  # of the largest singular value: below it U has lost a rank
U_COLUMNS = 16


@dataclass(frozen=True, eq=False)
class StageOne:
    """What no arm changes: basis (35, 15, 15), terms (2, 3, 15, 15), and step 3.

    near, far: (2 kinds, 2, 20, 15): D_cos, D_sin and E_cos, E_sin.
    """

    basis: Array
    terms: Array
    near: Array
    far: Array


@dataclass(frozen=True, eq=False)
class StageTwo:
    """The equation of one arm read by one loop.

    U: (35 or 1, 20, 16) and V: (35, 20, 18), before any shift: the patent's, steps 4 and 5.
    shifted: (35, 20, 18), V on the powers of x5, x4, shifted, cosine part first.
    pencil: (35, 512), step 7, or empty. rank: of U where it is the arm's alone, else 16.
    of_inverse: whether the features are those of S^-1 rather than S.
    """

    loop: Loop
    kinds: str
    of_inverse: bool
    U: Array
    V: Array
    shifted: Array
    pencil: Array
    rank: int

    def features(self, S: Array) -> Array:
        """The features this reading needs of poses S (N, 4, 4), (N, 35)."""
        return features(inverted(S) if self.of_inverse else S)


@lru_cache(maxsize=1)
def stage_one() -> StageOne:
    """The robot-independent constants."""
    unit = np.eye(SIZE)[:14]
    near, far = np.zeros((2, 2, 20, SIZE)), np.zeros((2, 2, 20, SIZE))
    for kind in range(2):
        generator = (TERMS[kind, 2] if kind == 0 else TERMS[kind, 1] / 2)[:14]
        kept = unit[~generator.any(axis=1)]
        far[kind, 0, :14], far[kind, 1, :14], far[kind, 1, 14:] = unit, -generator, kept
        near[kind, 0, :14], near[kind, 1, :14], near[kind, 1, 14:] = -unit, -generator, -kept
    return StageOne(BASIS, TERMS, near, far)


def stage_two(chain: Chain, loop: Loop, constants: StageOne | None = None) -> StageTwo:
    """The link parameters put in."""
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


def expanded(four: Array) -> Array:
    """The four equations (N, 4, 18) times 1, x4, x5, x4 x5: A and B, (N, 2, 16, 16)."""
    n = len(four)
    powers = np.swapaxes(four.reshape(n, 4, 2, 3, 3), 1, 2)
    table = np.zeros((n, 2, 2, 2, 4, 4, 4))
    for i in range(2):
        for j in range(2):
            table[:, :, i, j, :, i : i + 3, j : j + 3] = powers
    return table.reshape(n, 2, 16, 16)


def _arcs(one: StageOne, chain: Chain, loop: Loop, kinds: str) -> tuple[Array, Array]:
    """d and e on the products of their two joints, (35 or 1, 15, 9) each."""
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

    One of the three links may be the basis (35, 15, 15), the others are (1, 15, 15).
    """
    line = (inner @ Z_AXIS)[:, None, :, None]
    seen = middle[:, None] @ (terms_b @ line)
    seen = terms_a[:, None] @ seen[:, None]
    products = (outer[:, None, None] @ seen)[..., 0]
    return np.swapaxes(products.reshape(len(products), 9, SIZE), 1, 2)


def _add(V: Array, columns: Array) -> None:
    """Add (35 or 1, 20, k) columns in place; what no pose changes belongs to the feature 1."""
    if len(columns) == FEATURES:
        V += columns
    else:
        V[-1] += columns[0]


def _shifted(V: Array, kinds: str) -> Array:
    """V on the powers of x5 and x4, eta counted from SHIFT_0."""
    powers = np.kron(homogeneous(kinds[5], SHIFT_5), homogeneous(kinds[4], SHIFT_4))
    cosine, sine = V[:, :, :9] @ powers, V[:, :, 9:] @ powers
    c, s = np.cos(SHIFT_0), np.sin(SHIFT_0)
    return np.concatenate([c * cosine + s * sine, c * sine - s * cosine], axis=2)

"""The planar arm (SCARA): parallel revolute axes, and at most one slide along them.

Seen along its axes the arm is a chain of bars in a plane, which are complex numbers here. With
the turns s1, s2, s3 of the bars (joint values times +1 or -1, the sense of each axis)

    flange = P1 + e^(i s1) (P2 - P1) + e^(i (s1 + s2)) (P3 - P2) + e^(i (s1 + s2 + s3)) tail

P1, P2 and P3 are the axes at q = 0, and `tail` is the vector from the last of them to the flange.
With two revolute joints, P3 is the flange and `tail` is 0. The slide sets the height of the
flange, at whichever place in the chain it is.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from kinematics.arm.axes import any_normal, axes_at_zero, parallel
from kinematics.arm.forward import forward
from kinematics.arm.mechanism import Mechanism
from kinematics.poses.transforms import Array

NO_BAR = 1e-9  # of the size: a bar shorter than this does not count as one
ANGLE_TOLERANCE = 1e-12  # sine: how exactly the axes have to be parallel


@dataclass(frozen=True, eq=False)
class PlanarArm:
    """Lengths (mm) and senses of a planar arm, named as at the head of this file.

    basis: (3, 3), columns e1, e2, h in base axes; h is the first revolute axis. turns: indices of
    the revolute joints. sense: +1 or -1 for each, its sense along h. slide: index of the prismatic
    joint, or None. slide_sense: +1 or -1. first, upper, fore: P1, P2 - P1, P3 - P2. T_zero:
    T_base_flange at q = 0.
    """

    n: int
    basis: Array
    turns: tuple[int, ...]
    sense: tuple[float, ...]
    slide: int | None
    slide_sense: float
    first: complex
    upper: complex
    fore: complex
    tail: complex
    T_zero: Array
    size: float

    @property
    def bend_zero(self) -> float:
        """Angle from upper to fore at q = 0, rad."""
        return float(np.angle(self.fore / self.upper))


@lru_cache(maxsize=256)
def recognise_planar(mechanism: Mechanism) -> PlanarArm | str:
    """The geometry of a planar mechanism, or one clause that says why it is not one."""
    if mechanism.has_loops:
        return "its links close loops"
    kinds = mechanism.kinds
    turns = tuple(i for i, kind in enumerate(kinds) if kind == "R")
    slides = tuple(i for i, kind in enumerate(kinds) if kind == "P")
    if len(turns) not in (2, 3) or len(slides) > 1:
        return f"it has the joints {kinds} where a SCARA has two or three R and at most one P"
    z, p = axes_at_zero(mechanism)
    if not all(parallel(z[i], z[turns[0]], ANGLE_TOLERANCE) for i in range(mechanism.n)):
        return "its axes are not all parallel, so it is no SCARA"
    h = z[turns[0]]
    e1 = any_normal(h)
    basis = np.stack([e1, np.cross(h, e1), h], axis=1)
    T_zero = forward(mechanism, np.zeros(mechanism.n))
    places = [_flat(basis, p[i]) for i in turns] + [_flat(basis, T_zero[:3, 3])]
    size = float(sum(abs(b - a) for a, b in pairwise(places)))
    upper, fore = places[1] - places[0], places[2] - places[1]
    if min(abs(upper), abs(fore)) <= NO_BAR * size:
        return "two of its axes are one line, or its flange lies on the last one"
    return PlanarArm(
        n=mechanism.n,
        basis=basis,
        turns=turns,
        sense=tuple(1.0 if z[i] @ h > 0.0 else -1.0 for i in turns),
        slide=slides[0] if slides else None,
        slide_sense=float(np.sign(z[slides[0]] @ h)) if slides else 1.0,
        first=places[0],
        upper=upper,
        fore=fore,
        tail=places[-1] - places[2],
        T_zero=T_zero,
        size=size,
    )


def _flat(basis: Array, point: Array) -> complex:
    return complex(point @ basis[:, 0], point @ basis[:, 1])

"""The twelve ways to read the closed chain of an arm that holds a pose.

1. Pulled tight between its axes the arm reads M1 G1 M2 G2 M3 G3 M4 G4 M5 G5 M6 = S, where Mi
   is the motion of joint i about or along its z, Gi the constant rest of link i, and
   S = (frame of joint 1)^-1 T_base_flange (frame of joint 6 to flange)^-1.
2. With G6 = S^-1 that is a ring, M1 G1 ... M6 G6 = 1. A ring may be cut before any joint, and
   read forwards or, inverted, backwards (every joint value then changes its sign): twelve
   readings M0 G0 M1 G1 ... M5 G5 = 1, places counted from 0.
3. In every reading place 0 becomes the eigenvalue, places 1 and 2 are eliminated linearly,
   place 3 drops out (only its axis enters), places 4 and 5 are eliminated dialytically.

The patent's two eliminations are among them: place 0 at joint 3 read forwards (3 4 5 6 1 2)
eliminates theta4 and theta5 from 16 columns, read backwards (3 2 1 6 5 4) theta1 and theta2.
The other place for the same pairs is joint 6 in place 0. Which reading is regular depends on the
arm: with zero offsets and right angles most are singular, and no generic shift mends that.

The frames of a link may be slid along its axes without changing the arm. They are slid so that
the sum of squares of the link lengths is least, and lengths are divided by their mean.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.mechanism import Mechanism
from kinematics.poses.transforms import Array, inverted

RANK = 1e-9  # of the largest singular value: smaller ones are rounding
NO_LENGTH = 1e-9  # mm: a chain no longer than this has no length

JOINTS = 6


@dataclass(frozen=True)
class Loop:
    """A reading of the ring: place 0 is joint `middle` (from 0), forwards or backwards."""

    middle: int
    backwards: bool

    @property
    def order(self) -> tuple[int, ...]:
        """The joint (from 0) in each place."""
        step = -1 if self.backwards else 1
        return tuple((self.middle + step * place) % JOINTS for place in range(JOINTS))

    @property
    def pose_place(self) -> int:
        """The place after which the pose stands."""
        return self.order.index(0 if self.backwards else JOINTS - 1)

    @property
    def eliminated(self) -> frozenset[int]:
        """The pair of joints (from 0) that is eliminated linearly."""
        return frozenset(self.order[1:3])

    def __str__(self) -> str:
        order = " ".join(str(joint + 1) for joint in self.order)
        return f"joints {order}, eigenvalue in joint {self.middle + 1}"


LOOPS = tuple(Loop(middle, backwards) for middle in range(JOINTS) for backwards in (False, True))


@dataclass(frozen=True, eq=False)
class Chain:
    """The links between the axes, step 1, lengths in units of `length` mm.

    gaps: G1..G5, (5, 4, 4). T_base_first: frame of joint 1. T_last_flange: from the frame of
    joint 6 on. extent: sum of the link lengths.
    """

    kinds: str
    length: float
    gaps: Array
    T_base_first: Array
    T_last_flange: Array

    @cached_property
    def extent(self) -> float:
        """Sum of the link lengths, in units of `length`."""
        return float(np.linalg.norm(self.gaps[:, :3, 3], axis=1).sum())

    def tight(self, Ts: Array) -> Array:
        """S of poses T_base_flange (N, 4, 4) in mm."""
        scaled = np.array(Ts)
        scaled[:, :3, 3] /= self.length
        return self._T_first_base @ scaled @ self._T_flange_last

    @cached_property
    def _T_first_base(self) -> Array:
        return inverted(self.T_base_first)

    @cached_property
    def _T_flange_last(self) -> Array:
        return inverted(self.T_last_flange)

    @cached_property
    def turning(self) -> NDArray[np.bool_]:
        """Which joints are revolute, (6,)."""
        return np.array([kind == "R" for kind in self.kinds])

    @cached_property
    def units(self) -> Array:
        """What each joint value is counted in, (6,): 1 rad or `length` mm."""
        return np.where(self.turning, 1.0, self.length)


def chain_of(mechanism: Mechanism) -> Chain:
    """The chain of a mechanism of six joints."""
    T_link_joint = mechanism.T_link_joint
    z, R_z, t = np.array([0.0, 0.0, 1.0]), T_link_joint[1:, :3, 2], T_link_joint[1:, :3, 3]
    slides = np.zeros((5, 3, JOINTS))
    for link in range(5):
        slides[link, :, link] = -z
        slides[link, :, link + 1] = R_z[link]
    slid = np.linalg.lstsq(slides.reshape(15, JOINTS), -t.reshape(15), rcond=RANK)[0]
    along = np.tile(np.eye(4), (JOINTS, 1, 1))
    along[:, 2, 3] = slid
    back = inverted(along)
    gaps = back[:-1] @ T_link_joint[1:] @ along[1:]
    length = float(np.linalg.norm(gaps[:, :3, 3], axis=1).mean())
    if not length > NO_LENGTH:
        length = 1.0
    T_base_first = T_link_joint[0] @ along[0]
    T_last_flange = back[-1] @ mechanism.T_last_flange
    for T in (gaps, T_base_first, T_last_flange):
        T[..., :3, 3] /= length
        T.flags.writeable = False
    return Chain(mechanism.kinds, length, gaps, T_base_first, T_last_flange)


def ring(chain: Chain, loop: Loop, S: Array) -> list[Array]:
    """G0..G5 of a reading, each (1, 4, 4), or (N, 4, 4) where the poses S (N, 4, 4) stand."""
    links: list[Array] = [gap[None] for gap in chain.gaps] + [inverted(S)]
    if not loop.backwards:
        return [links[joint] for joint in loop.order]
    return [S if joint == 0 else inverted(links[joint - 1]) for joint in loop.order]

"""The twelve ways to read the closed chain that an arm forms with a pose.

1. The tight chain of the arm, from its first axis to its last, is
   M1 G1 M2 G2 M3 G3 M4 G4 M5 G5 M6 = S. Mi is the motion of joint i about or along its z, Gi the
   constant part of link i, and S = (frame of joint 1)^-1 T_base_flange (joint 6 to flange)^-1.
2. With G6 = S^-1 this is a ring, M1 G1 ... M6 G6 = 1. It can be cut before any joint and read
   forwards, or inverted and read backwards, which changes the sign of every joint value. That makes
   twelve readings M0 G0 M1 G1 ... M5 G5 = 1 with places counted from 0.
3. In each reading the joint in place 0 gives the eigenvalue, those in places 1 and 2 are
   eliminated linearly, that in place 3 drops out (only its axis enters), and those in places 4 and
   5 are eliminated dialytically.

Two readings are the eliminations of the patent: with joint 3 in place 0, the forward one
(3 4 5 6 1 2) eliminates theta4 and theta5 from 16 columns, the backward one (3 2 1 6 5 4) theta1
and theta2. Joint 6 in place 0 eliminates the same pairs. Which readings are regular depends on the
arm: with zero offsets and right angles most are singular, and no generic shift changes that.

Sliding the frame of a joint along its axis does not change the arm. The frames are slid so that
the sum of squares of the link lengths is least, and lengths are divided by their mean.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.mechanism import Mechanism
from kinematics.poses.transforms import Array, inverted

RANK = 1e-9  # of the largest singular value: singular values below this are rounding
NO_LENGTH = 1e-9  # mm: a mean link length up to this counts as 0

JOINTS = 6


@dataclass(frozen=True)
class Loop:
    """A reading of the ring, forwards or backwards, with joint `middle` (from 0) in place 0."""

    middle: int
    backwards: bool

    @property
    def order(self) -> tuple[int, ...]:
        """The joint (from 0) in each place."""
        step = -1 if self.backwards else 1
        return tuple((self.middle + step * place) % JOINTS for place in range(JOINTS))

    @property
    def pose_place(self) -> int:
        """The place whose link G holds the pose."""
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
    """The tight chain of step 1; its lengths are in units of `length` mm.

    kinds: six letters, R or P. gaps: G1..G5, (5, 4, 4). T_base_first: frame of joint 1 in the base.
    T_last_flange: flange in the frame of joint 6.
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
        """S (N, 4, 4) of poses T_base_flange (N, 4, 4), mm."""
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
        """Whether each joint is revolute, (6,)."""
        return np.array([kind == "R" for kind in self.kinds])

    @cached_property
    def units(self) -> Array:
        """The unit of each joint value, (6,): 1 rad or `length` mm."""
        return np.where(self.turning, 1.0, self.length)


def chain_of(mechanism: Mechanism) -> Chain:
    """The tight chain of a mechanism of six joints."""
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
    """G0..G5 of a reading, each (1, 4, 4), and (N, 4, 4) for the one that holds poses S."""
    links: list[Array] = [gap[None] for gap in chain.gaps] + [inverted(S)]
    if not loop.backwards:
        return [links[joint] for joint in loop.order]
    return [S if joint == 0 else inverted(links[joint - 1]) for joint in loop.order]

"""Posture: which of the branches of the inverse problem an arm is in.

RIGHTY: the wrist centre lies in front of axis 1 (positive x of link 1), LEFTY behind it.
ABOVE: the elbow lies above the line from shoulder to wrist, seen in the plane of the arm as
it reaches forward (RIGHTY) or over its back (LEFTY). NOFLIP: joint 5 >= 0, counted from the
straight wrist. So the posture changes only where the arm passes a singular pose.

The same words for an arm with three parallel axes (UR): its wrist centre is the point where axes
5 and 6 meet, its shoulder axis 2, its elbow axis 3, and the forearm ends at axis 4, so that ABOVE
and BELOW speak of the line from axis 2 to axis 4. The side of axis 1 is that of the wrist centre,
not that of axis 4: only the former changes at a singular pose alone. There the arm reaches over
its back with the same bend of the elbow, so that ABOVE and BELOW change places too, on either kind
of arm.
"""

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinematics.arm.mechanism import Mechanism
from kinematics.errors import KinematicsError
from kinematics.families.anthropomorphic import ArmGeometry, recognise_arm
from kinematics.families.parallel_axes import ParallelArm, recognise_parallel
from kinematics.families.planar import recognise_planar
from kinematics.poses.transforms import Array

STRAIGHT = 1e-15  # rad: a bend nearer to 0 has no side


class Shoulder(Enum):
    """Side of axis 1 on which the wrist centre is."""

    RIGHTY = "RIGHTY"
    LEFTY = "LEFTY"


class Elbow(Enum):
    """Side of the line from shoulder to wrist on which the elbow is."""

    ABOVE = "ABOVE"
    BELOW = "BELOW"


class Wrist(Enum):
    """Sign of joint 5."""

    NOFLIP = "NOFLIP"
    FLIP = "FLIP"


@dataclass(frozen=True)
class Posture:
    """A choice of shoulder, elbow and wrist; None is any, or means nothing for the arm."""

    shoulder: Shoulder | None = None
    elbow: Elbow | None = None
    wrist: Wrist | None = None

    def matches(self, other: "Posture") -> bool:
        """Whether no part that both name differs."""
        pairs = zip(self._parts(), other._parts(), strict=True)
        return all(mine is None or theirs is None or mine is theirs for mine, theirs in pairs)

    def _parts(self) -> tuple[Enum | None, ...]:
        return self.shoulder, self.elbow, self.wrist

    def __str__(self) -> str:
        return " ".join(part.value for part in self._parts() if part is not None) or "any"


# The place of a posture here is its branch number: 4 LEFTY + 2 BELOW + FLIP.
POSTURES = tuple(Posture(s, e, w) for s in Shoulder for e in Elbow for w in Wrist)

SCARA_POSTURES = tuple(Posture(shoulder) for shoulder in Shoulder)


def posture_of(mechanism: Mechanism, q: ArrayLike) -> Posture:
    """The posture of joint values q (n,); all None for an arm it says nothing about."""
    return postures_of(mechanism, mechanism.check_one_q(q)[None])[0]


def postures_of(mechanism: Mechanism, q: ArrayLike) -> tuple[Posture, ...]:
    """The posture of each row of q (m, n)."""
    values = np.atleast_2d(mechanism.check_q(q))
    if values.ndim != 2:
        raise KinematicsError(
            f"rows of joint values (m, {mechanism.n}) are needed, not an array of shape "
            f"{values.shape}"
        )
    geometry: ArmGeometry | ParallelArm | str = recognise_arm(mechanism)
    if isinstance(geometry, str):
        geometry = recognise_parallel(mechanism)
    if isinstance(geometry, str):
        return _scara_postures(mechanism, values)
    return tuple(POSTURES[code] for code in branch_numbers(geometry, values))


def _scara_postures(mechanism: Mechanism, q: Array) -> tuple[Posture, ...]:
    """RIGHTY and LEFTY of a SCARA arm; postures that say nothing of any other."""
    plane = recognise_planar(mechanism)
    if isinstance(plane, str):
        return (Posture(),) * len(q)
    bend = np.sin(q[:, plane.turns[1]] + plane.sense[1] * plane.bend_zero)
    return tuple(SCARA_POSTURES[code] for code in (bend < -STRAIGHT).astype(int))


def branch_numbers(geometry: ArmGeometry | ParallelArm, q: Array) -> NDArray[np.int64]:
    """Place in POSTURES of each row of q (m, 6)."""
    if isinstance(geometry, ParallelArm):
        x = geometry.reach_x(q[:, 1], q[:, 2], q[:, 3])
    else:
        x = geometry.reach_x(q[:, 1], q[:, 2])
    side = np.where(x < 0.0, -1.0, 1.0)
    lefty = side * geometry.front < 0.0
    below = geometry.bend(q[:, 2]) * side * geometry.up < 0.0
    flip = np.sin(q[:, 4] - geometry.wrist.middle) < 0.0
    return 4 * lefty + 2 * below + 1 * flip

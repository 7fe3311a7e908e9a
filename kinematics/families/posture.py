"""Posture: the branch of the inverse problem that an arm is in.

RIGHTY: the wrist centre lies in front of axis 1 (positive x of link 1), LEFTY behind it.
ABOVE: the elbow lies above the line from shoulder to wrist, seen in the plane of the arm as
it reaches forward (RIGHTY) or over its back (LEFTY). NOFLIP: joint 5 >= 0, counted from the
straight wrist. With these definitions the posture changes only in a singular pose.

The words also describe an arm with three parallel axes (UR): its wrist centre is the point where
axes 5 and 6 meet, its shoulder is axis 2, its elbow is axis 3, and its forearm ends at axis 4. So
ABOVE and BELOW are the sides of the line from axis 2 to axis 4. RIGHTY and LEFTY are the sides of
the wrist centre and not of axis 4, because axis 4 can change its side in poses that are not
singular. When the wrist centre changes its side, the bend of the elbow stays, so that ABOVE and
BELOW are exchanged as well; this holds for both families.

The leg of the textbooks has the name of its knee instead (legs.py): KNEE FORWARD as a person's,
where the knee points to the toes, KNEE BACKWARD as a bird's. A leg whose base is the sole has a
spherical wrist and the words of an arm.
"""

from dataclasses import dataclass, replace
from enum import Enum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinematics.arm.mechanism import Mechanism
from kinematics.errors import KinematicsError
from kinematics.families.anthropomorphic import ArmGeometry
from kinematics.families.corrected_arms import named_geometry
from kinematics.families.legs import recognise_leg
from kinematics.families.parallel_axes import ParallelArm
from kinematics.families.planar import recognise_planar
from kinematics.poses.transforms import Array

STRAIGHT = 1e-15  # sine of the bend of a SCARA arm; nearer to 0 it counts as RIGHTY


class Shoulder(Enum):
    """Side of axis 1 on which the wrist centre is."""

    RIGHTY = "RIGHTY"
    LEFTY = "LEFTY"


class Elbow(Enum):
    """Side of the line from shoulder to wrist on which the elbow is."""

    ABOVE = "ABOVE"
    BELOW = "BELOW"


class Wrist(Enum):
    """Sign of joint 5, counted from the straight wrist."""

    NOFLIP = "NOFLIP"
    FLIP = "FLIP"


class Knee(Enum):
    """Side to which the knee of a leg points."""

    FORWARD = "KNEE FORWARD"
    BACKWARD = "KNEE BACKWARD"


@dataclass(frozen=True)
class WorkingMode:
    """Sides on which the legs of an arm with closed loops stand, in the order of its driven joints:
    + as drawn, - on the other."""

    signs: str

    @property
    def value(self) -> str:
        """The mode as it is shown."""
        return f"mode {self.signs}"


@dataclass(frozen=True)
class Posture:
    """A choice of shoulder, elbow and wrist, of knee, or of the sides of legs; None stands for any,
    or for none on this arm."""

    shoulder: Shoulder | None = None
    elbow: Elbow | None = None
    wrist: Wrist | None = None
    knee: Knee | None = None
    mode: WorkingMode | None = None

    def matches(self, other: "Posture") -> bool:
        """Whether the postures agree in every part that neither leaves None."""
        pairs = zip(self._parts(), other._parts(), strict=True)
        return all(mine is None or theirs is None or mine == theirs for mine, theirs in pairs)

    def _parts(self) -> tuple[Enum | WorkingMode | None, ...]:
        return self.shoulder, self.elbow, self.wrist, self.knee, self.mode

    def __str__(self) -> str:
        return " ".join(part.value for part in self._parts() if part is not None) or "any"


# The index of a posture in this tuple is its branch number: 4 LEFTY + 2 BELOW + FLIP.
POSTURES = tuple(Posture(s, e, w) for s in Shoulder for e in Elbow for w in Wrist)

SCARA_POSTURES = tuple(Posture(shoulder) for shoulder in Shoulder)

# By whether the knee points forward.
KNEES = (Posture(knee=Knee.BACKWARD), Posture(knee=Knee.FORWARD))


def posture_of(mechanism: Mechanism, q: ArrayLike) -> Posture:
    """The posture of joint values q (n,); its parts are None for an arm of another family."""
    return postures_of(mechanism, mechanism.check_one_q(q)[None])[0]


def postures_of(mechanism: Mechanism, q: ArrayLike) -> tuple[Posture, ...]:
    """The posture of each row of q (m, n), rad and mm; see `posture_of`."""
    values = np.atleast_2d(mechanism.check_q(q))
    if values.ndim != 2:
        raise KinematicsError(
            f"rows of joint values (m, {mechanism.n}) are needed, not an array of shape "
            f"{values.shape}"
        )
    if mechanism.has_loops:
        on_chain = postures_of(mechanism.chain, mechanism.chain_values_where_closed(values)[0])
        modes = mechanism.working_modes(values)
        pairs = zip(on_chain, modes, strict=True)
        return tuple(replace(p, mode=WorkingMode(m)) if m else p for p, m in pairs)
    geometry = named_geometry(mechanism)
    if geometry is None:
        return _scara_postures(mechanism, values)
    return tuple(POSTURES[code] for code in branch_numbers(geometry, values))


def knee_postures(mechanism: Mechanism, q: Array) -> tuple[Posture, ...]:
    """The side of the knee for each row q (m, 6) of a leg, rad; `Posture()` for other arms."""
    leg = recognise_leg(mechanism)
    if isinstance(leg, str):
        return (Posture(),) * len(q)
    return tuple(KNEES[int(forward)] for forward in leg.forward(q))


def _scara_postures(mechanism: Mechanism, q: Array) -> tuple[Posture, ...]:
    """RIGHTY or LEFTY for each row q (m, n) of a SCARA arm; `knee_postures` for other arms."""
    plane = recognise_planar(mechanism)
    if isinstance(plane, str):
        return knee_postures(mechanism, q)
    bend = np.sin(q[:, plane.turns[1]] + plane.sense[1] * plane.bend_zero)
    return tuple(SCARA_POSTURES[code] for code in (bend < -STRAIGHT).astype(int))


def branch_numbers(geometry: ArmGeometry | ParallelArm, q: Array) -> NDArray[np.int64]:
    """Index in POSTURES of each row of q (m, 6), rad."""
    if isinstance(geometry, ParallelArm):
        x = geometry.reach_x(q[:, 1], q[:, 2], q[:, 3])
    else:
        x = geometry.reach_x(q[:, 1], q[:, 2])
    side = np.where(x < 0.0, -1.0, 1.0)
    lefty = side * geometry.front < 0.0
    below = geometry.bend(q[:, 2]) * side * geometry.up < 0.0
    flip = np.sin(q[:, 4] - geometry.wrist.middle) < 0.0
    return 4 * lefty + 2 * below + 1 * flip

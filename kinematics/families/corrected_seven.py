"""Seven-axis arms that almost are of the kind S-R-S: the nominal arm and how far off it is.

An arm of the kind S-R-S has a shoulder point, where axes 1 to 3 meet, and a wrist point, where axes
5 to 7 meet. As for six axes (`corrected_arms.py`) the miss is measured by delta. The elbow angle is
that of the arm as it is; so it needs the points that define the angle (`recognise_elbow`).
"""

from dataclasses import dataclass
from functools import lru_cache

from kinematics.arm.mechanism import Mechanism
from kinematics.families.corrected_arms import FIRST_LOOK, how_far_off
from kinematics.families.joint_kinds import revolute_fault
from kinematics.families.nearest_members import member_of, nearest_seven
from kinematics.families.seven_axis import (
    ElbowPoints,
    SevenAxisArm,
    recognise_elbow,
    recognise_seven,
)
from kinematics.tolerances import ROUNDED_OFF

FARTHEST = 3e-3  # of the size, with the turn in rad: beyond, searching costs less than it saves
FAR = "no arm whose first and last three axes meet in points is near it"


@dataclass(frozen=True, eq=False)
class CorrectedSeven:
    """A seven-axis arm with its nominal arm.

    mechanism, nominal: the arm as it is, and the nearest one of the kind S-R-S. geometry: of the
    nominal arm. points: of the arm as it is. delta: see `corrected_arms.py`. shift_mm: the most by
    which the flanges of both are apart at the same joint values.
    """

    mechanism: Mechanism
    nominal: Mechanism
    geometry: SevenAxisArm
    points: ElbowPoints
    delta: float
    shift_mm: float

    @property
    def is_rounded(self) -> bool:
        """Whether the arm misses its kind by no more than the digits of a file."""
        return self.delta <= ROUNDED_OFF


@lru_cache(maxsize=256)
def recognise_corrected_seven(mechanism: Mechanism) -> CorrectedSeven | str:
    """The nominal arm of a seven-axis mechanism, or one clause saying why there is none near."""
    unfit = revolute_fault(mechanism, 7)
    if unfit:
        return unfit
    points = recognise_elbow(mechanism)
    if isinstance(points, str):
        return points
    axes = nearest_seven(mechanism)
    if axes is None:
        return FAR
    nominal = member_of(mechanism, axes)
    if how_far_off(mechanism, nominal, points.size, FIRST_LOOK)[0] > FARTHEST:
        return FAR
    delta, shift_mm, _ = how_far_off(mechanism, nominal, points.size)
    geometry = recognise_seven(nominal)
    if delta > FARTHEST or isinstance(geometry, str):
        return FAR
    return CorrectedSeven(mechanism, nominal, geometry, points, delta, shift_mm)

"""A rounded corner: the place in a chain of motions where one of them goes over into the next."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kinematics.motion.corners.leg import Leg
from kinematics.motion.motion import Motion
from kinematics.poses.transforms import Array


@dataclass(frozen=True, eq=False)
class Corner:
    """The middle of a rounded corner, and the chain of motions that are driven without a stop.

    legs: the paths of the chain's motions as they were taught. zones: the corner zone at the end of
    each, mm. motions: the motions, each from the middle of one corner to the middle of the next.
    index: number of the motion that begins in this corner. reason: why the chain ends at rest
    although a zone is in force there; "" for no such end.
    """

    legs: tuple[Leg, ...]
    zones: tuple[float, ...]
    motions: tuple[Motion, ...]
    index: int = 0
    reason: str = ""

    @property
    def taught(self) -> Array:
        """Joint values (n,) of the corner as it was taught, which the arm does not reach."""
        return self.leg.q_start

    @property
    def leg(self) -> Leg:
        """The path of the motion that begins here, as it was taught."""
        return self.legs[self.index]

    @property
    def motion(self) -> Motion:
        """The motion that begins here."""
        return self.motions[self.index]

    @property
    def zone(self) -> float:
        """Corner zone at the end of the motion that begins here, mm."""
        return self.zones[self.index]

    @property
    def next(self) -> Corner | None:
        """The corner at the end of the motion that begins here; None where that ends at rest."""
        last = self.index + 1 == len(self.motions)
        return None if last else replace(self, index=self.index + 1)

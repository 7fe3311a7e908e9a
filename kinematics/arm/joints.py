"""Joints: how they move, and their limits."""

from dataclasses import dataclass
from enum import Enum

import numpy as np

from kinematics.errors import KinematicsError


class JointKind(Enum):
    """How a joint moves: it turns about or slides along the z axis of its frame."""

    REVOLUTE = "R"
    PRISMATIC = "P"


@dataclass(frozen=True)
class Joint:
    """One joint with its limits, infinite where unknown.

    lower, upper: rad or mm. speed: per s. acceleration: per s^2. jerk: per s^3.
    """

    name: str
    kind: JointKind = JointKind.REVOLUTE
    lower: float = -np.inf
    upper: float = np.inf
    speed: float = np.inf
    acceleration: float = np.inf
    jerk: float = np.inf

    def __post_init__(self) -> None:
        if not self.lower <= self.upper:
            raise KinematicsError(
                f"joint {self.name}: lower limit {self.lower:g} is not below upper {self.upper:g}"
            )
        for quantity in ("speed", "acceleration", "jerk"):
            if not getattr(self, quantity) > 0.0:
                raise KinematicsError(f"joint {self.name}: {quantity} must be above zero")

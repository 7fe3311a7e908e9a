"""Joints: how they move, and their limits."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from kinematics.errors import KinematicsError

FIXED = "-"  # the letter of a row of a table that is no joint


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


def joints_of_rows(kinds: str | None, joints: Sequence[Joint] | None, n: int) -> tuple[Joint, ...]:
    """The joints of a table of n rows: those given, or joints of the given kinds, else revolute."""
    if kinds is not None and (len(kinds) != n or set(kinds) - set("RP" + FIXED)):
        raise KinematicsError(f"kinds must be {n} letters R or P (- for no joint), not {kinds!r}")
    letters = ("R" * n if kinds is None else kinds).replace(FIXED, "")
    if joints is None:
        return tuple(Joint(f"joint_{i + 1}", JointKind(kind)) for i, kind in enumerate(letters))
    given = "".join(joint.kind.value for joint in joints)
    if len(joints) != len(letters) or (kinds is not None and letters != given):
        raise KinematicsError(f"joints of kinds {given!r} do not fit a table of {n} rows {kinds!r}")
    return tuple(joints)

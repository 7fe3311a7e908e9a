"""An arm as a table of modified Denavit-Hartenberg rows that may be changed. No Qt.

Craig, Introduction to Robotics, chapter 3: A = Tx(a) Rx(alpha) Tz(d) Rz(theta + q).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from kinematics import KinematicsError, Mechanism
from kinematics.arm.axes import axes_at_zero
from kinematics.arm.dh_frames import DhTable, dh_from_axes
from kinematics.arm.forward import forward
from kinematics.arm.joints import Joint
from scenes import Robot

# The columns in the order of the four moves from one frame to the next, and their units.
COLUMNS = ("a", "alpha", "d", "theta0")
TITLES = {"a": "a", "alpha": "α", "d": "d", "theta0": "θ"}
UNITS = {"a": "mm", "alpha": "°", "d": "mm", "theta0": "°"}
TIDY = 9  # decimals of a mm or a degree to which the rows of an arm are rounded


@dataclass(frozen=True, eq=False)
class ArmDraft:
    """A changed arm: its rows, and names and limits of its joints."""

    table: DhTable
    joints: tuple[Joint, ...]
    name: str

    @property
    def n(self) -> int:
        """The number of joints."""
        return len(self.joints)

    def value(self, row: int, column: str) -> float:
        """A parameter in mm or degrees."""
        value = float(getattr(self.table, column)[row])
        return round(value if UNITS[column] == "mm" else float(np.degrees(value)), TIDY) + 0.0

    def changed(self, row: int, column: str, value: float) -> ArmDraft:
        """The draft with another parameter, given in mm or degrees."""
        values = np.array(getattr(self.table, column))
        values[row] = value if UNITS[column] == "mm" else np.radians(value)
        table = replace(self.table, **{column: values})  # type: ignore[arg-type]
        return replace(self, table=table)

    def mechanism(self) -> Mechanism:
        """The mechanism of the rows.

        Raises KinematicsError for rows that make none.
        """
        return self.table.mechanism(self.joints, self.name)


def draft_of(robot: Robot) -> ArmDraft:
    """The rows of an arm, by the textbook's rules for frames.

    Raises KinematicsError for an arm with closed loops: no table of rows describes it.
    """
    mechanism = robot.mechanism
    if mechanism.has_loops:
        raise KinematicsError(
            "the workbench changes arms whose links form one chain; this arm has closed loops"
        )
    z, p = axes_at_zero(mechanism)
    table = dh_from_axes(
        axes=z,
        points=p,
        kinds=mechanism.kinds,
        T_base_flange_zero=forward(mechanism, np.zeros(mechanism.n)),
        on_base_plate=True,
    )
    return ArmDraft(table, mechanism.joints, robot.title)

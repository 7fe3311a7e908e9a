"""The motion of a whole run as arrays over time, for the exporters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scenes.world.frozen import Array, Frozen, freeze_whole_numbers
from scenes.world.units import DOOR_UNITS


@dataclass(frozen=True, eq=False)
class RunTrajectory(Frozen):
    """Joint values of a run, sampled every period within each motion and at every motion's end.

    Attributes:
        times: Seconds since the start of the run, shape (m,), strictly increasing.
        q: Joint values, shape (m, n), rad or mm; continuous, so angles may leave +-180 degrees.
        openings: Hand opening, shape (m,), mm.
        lines: Source line, shape (m,), int; where two motions meet, that of the earlier one.
        joint_names: Names of the joints.
        joint_kinds: One letter for each joint, R (revolute) or P (prismatic).
        linear_gap_mm: Largest distance of the tool point from the motion where the samples are read
            linearly, mm; None where it is not known.
    """

    times: Array
    q: Array
    openings: Array
    lines: NDArray[np.int64]
    joint_names: tuple[str, ...]
    joint_kinds: str
    robot: str = ""
    cell: str = ""
    program: str = ""
    linear_gap_mm: float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        freeze_whole_numbers(self, "lines")

    def __len__(self) -> int:
        return len(self.times)

    @property
    def duration(self) -> float:
        """Time of the last sample, s."""
        return float(self.times[-1]) if len(self.times) else 0.0

    @property
    def joint_units(self) -> tuple[str, ...]:
        """Unit of each joint in files: "deg" or "mm"."""
        return tuple(DOOR_UNITS[kind][0] for kind in self.joint_kinds)

    def q_in_door_units(self) -> Array:
        """Joint values in degrees and mm, shape (m, n)."""
        return self.q * np.array([DOOR_UNITS[kind][1] for kind in self.joint_kinds])

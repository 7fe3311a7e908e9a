"""The contents of a trajectory file, in the units of the file: degrees, mm, seconds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scenes.errors import SceneError
from scenes.runs.run_trajectory import RunTrajectory
from scenes.world.frozen import Array, Frozen, freeze_whole_numbers


class ExportError(SceneError):
    """A trajectory cannot be written or read; the message says where and why."""


class HasTrajectory(Protocol):
    """A run, as the exporters need it."""

    def trajectory(self) -> RunTrajectory: ...


@dataclass(frozen=True, eq=False)
class TrajectoryTable(Frozen):
    """The columns of a trajectory file; writing and reading back gives the same doubles.

    Attributes:
        joint_names: Names of the joints.
        joint_units: "deg" or "mm" for each joint.
        times: Seconds since the start of the run, shape (m,).
        joints: Joint values in `joint_units`, shape (m, n).
        lines: Source line of each sample, shape (m,), int.
        openings: Hand opening, shape (m,), mm; None where the format has no place for it (CSV).
        linear_gap_mm: As in `RunTrajectory`.
    """

    joint_names: tuple[str, ...]
    joint_units: tuple[str, ...]
    times: Array
    joints: Array
    lines: NDArray[np.int64]
    openings: Array | None = None
    robot: str = ""
    cell: str = ""
    program: str = ""
    linear_gap_mm: float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        freeze_whole_numbers(self, "lines")


def table_of(source: HasTrajectory | RunTrajectory) -> TrajectoryTable:
    """The table of a run or of its trajectory; ExportError for a value that is not finite."""
    motion = source if isinstance(source, RunTrajectory) else source.trajectory()
    # Adding 0.0 turns -0.0 into 0.0, the same number, which reads better.
    table = TrajectoryTable(
        joint_names=motion.joint_names,
        joint_units=motion.joint_units,
        times=motion.times + 0.0,
        joints=motion.q_in_door_units() + 0.0,
        lines=motion.lines,
        openings=motion.openings + 0.0,
        robot=motion.robot,
        cell=motion.cell,
        program=motion.program,
        linear_gap_mm=motion.linear_gap_mm,
    )
    for name, values in (("time", table.times), ("joint", table.joints)):
        if not np.all(np.isfinite(values)):
            sample = int(np.argwhere(~np.isfinite(values))[0][0])
            raise ExportError(f"a {name} value of sample {sample} is not a finite number")
    return table

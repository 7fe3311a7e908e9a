"""A run with everything that the window shows of it, computed by the worker in advance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from app.desktop.runs.arm_lines import arm_curves, tool_path
from app.desktop.runs.motion_curves import MotionCurves, curves_of
from app.desktop.runs.run_view import slots_of
from app.desktop.runs.statements import TimeLine
from app.programs.findings import Finding, from_problems
from scenes import Run
from scenes.execution.statements.carving import changed_solids
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from geometry.solids.tree import Solid

# Skeletons drawn along a motion, and points of its path at most.
SKELETONS, PATH_POINTS = 24, 2000


@dataclass(frozen=True, eq=False)
class RunDrawing:
    """The lines of a run in the 3D view.

    path: Places of the tool point, shape (m, 3), mm. times: (m,), s.
    skeletons: Points of the arm at moments of the run, shape (k, points, 3), mm.
    """

    path: Array
    times: Array
    skeletons: Array


@dataclass(frozen=True, eq=False)
class ShownRun:
    """A run with everything that panels and the 3D view show of it.

    branches: From the line of a motion to the branch in which the last motion there ended.
    changed: Solids that the work has changed.
    """

    run: Run
    slots: TimeLine
    findings: tuple[Finding, ...] = ()
    drawing: RunDrawing | None = None
    curves: MotionCurves | None = None
    branches: Mapping[int, str] = field(default_factory=dict)
    changed: tuple[Solid, ...] = ()


def shown_run_of(run: Run) -> ShownRun:
    """A run with everything that is shown of it."""
    return ShownRun(
        run,
        slots_of(run),
        from_problems(run.problems),
        drawing_of(run),
        curves_of(run),
        {step.line: step.branch for step in run.steps if not step.file},
        tuple(changed_solids(run.steps)),
    )


def drawing_of(run: Run | None) -> RunDrawing | None:
    """The path of the tool over a run and skeletons along it; None where nothing moves."""
    if run is None or run.duration == 0.0:
        return None
    robot, trajectory = run.cell.robot, run.trajectory()
    q, times = np.asarray(trajectory.q), np.asarray(trajectory.times)
    sparse = np.unique(np.linspace(0, len(q) - 1, min(len(q), PATH_POINTS)).astype(int))
    moments = np.linspace(0.0, run.duration, SKELETONS)
    rows = np.unique(np.clip(np.searchsorted(times, moments), 0, len(q) - 1))
    return RunDrawing(tool_path(robot, q[sparse]), times[sparse], arm_curves(robot, q[rows]))

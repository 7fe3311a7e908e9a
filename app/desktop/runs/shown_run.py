"""A run with everything that the window shows of it, computed by the worker in advance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from app.desktop.runs.lines.arm_lines import arm_curves
from app.desktop.runs.lines.motion_samples import MotionSamples
from app.desktop.runs.motion_curves import MotionCurves, curves_of, run_samples
from app.desktop.runs.run_view import slots_of
from app.desktop.runs.statements import TimeLine
from app.programs.findings import Finding, from_problems
from app.programs.told_once import told_once
from scenes import Run
from scenes.execution.debugging.signal_record import SignalRecord
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from geometry.solids.tree import Solid
    from scenes.execution.machine.scenario import Scenario

# Skeletons drawn along a motion, and points of its path at most.
SKELETONS, PATH_POINTS = 24, 2000


@dataclass(frozen=True, eq=False)
class RunDrawing:
    """The lines of a run in the 3D view.

    path: Places of the tool point, shape (m, 3), mm. times: (m,), s. speeds: Of the tool point,
    (m,), mm/s.
    skeletons: Points of the arm at moments of the run, shape (k, points, 3), mm.
    """

    path: Array
    times: Array
    skeletons: Array
    speeds: Array


@dataclass(frozen=True, eq=False)
class ShownRun:
    """A run with everything that panels and the 3D view show of it.

    branches: From the line of a motion to the branch in which the last motion there ended.
    changed: Solids that the work has changed. signals: The changes of signals over time.
    """

    run: Run
    slots: TimeLine
    findings: tuple[Finding, ...] = ()
    drawing: RunDrawing | None = None
    curves: MotionCurves | None = None
    branches: Mapping[int, str] = field(default_factory=dict)
    changed: tuple[Solid, ...] = ()
    signals: SignalRecord = field(default_factory=SignalRecord)


def shown_run_of(run: Run, scenario: Scenario | None = None) -> ShownRun:
    """A run with everything that is shown of it. scenario: The one with which it was run."""
    from scenes.execution.debugging.signal_record import signal_record
    from scenes.execution.statements.carving import changed_solids

    samples = run_samples(run)
    return ShownRun(
        run,
        slots_of(run),
        from_problems(told_once(run.problems)),
        _drawing(run, samples),
        curves_of(run, samples),
        {step.line: step.branch for step in run.steps if not step.file},
        tuple(changed_solids(run.steps)),
        signal_record(run, scenario),
    )


def drawing_of(run: Run | None) -> RunDrawing | None:
    """The path of the tool over a run and skeletons along it; None where nothing moves."""
    return None if run is None else _drawing(run, run_samples(run))


def _drawing(run: Run, samples: MotionSamples | None) -> RunDrawing | None:
    """The lines of a run from its samples."""
    if samples is None:
        return None
    count = len(samples.times)
    sparse = np.unique(np.linspace(0, count - 1, min(count, PATH_POINTS)).astype(int))
    moments = np.linspace(0.0, run.duration, SKELETONS)
    rows = np.unique(np.clip(np.searchsorted(samples.times, moments), 0, count - 1))
    robot, joints = run.cell.robot, samples.joints[rows].astype(float)
    q = np.where(robot.mechanism.revolute > 0.0, np.radians(joints), joints)
    path = samples.points[sparse].astype(float)
    speeds = samples.tool_speed[sparse].astype(float)
    return RunDrawing(path, samples.times[sparse], arm_curves(robot, q), speeds)

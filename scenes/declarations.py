"""The instructions that move nothing: ABOVE BELOW POINT HERE WHERE REMARK STOP END."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kinematics import pose_from_xyzoat, xyzoat_from_pose
from kinematics.posture import Elbow, Posture
from scenes.frozen import Array, with_item
from scenes.state import CellState
from scenes.step import NOTE, Step
from scenes.task import Task, amount, shown

COORDINATES = ("x", "y", "z", "o", "a", "t")


def above(task: Task) -> Step:
    """ABOVE: the elbow is to be up from the next joint-interpolated motion on."""
    return _ask(task, Elbow.ABOVE)


def below(task: Task) -> Step:
    """BELOW: the elbow is to be down from the next joint-interpolated motion on."""
    return _ask(task, Elbow.BELOW)


def point(task: Task) -> Step:
    """POINT loc x y z o a t: the location is defined from here on."""
    values = [task.statement.number(name) for name in COORDINATES]
    T_base_tool = pose_from_xyzoat(values, task.settings.dialect)
    return task.instant(_with_location(task, T_base_tool))


def here(task: Task) -> Step:
    """HERE loc: the location is where the tool is now."""
    return task.instant(_with_location(task, task.T_base_tool()))


def where(task: Task) -> Step:
    """WHERE: a note that says where the tool and the joints are."""
    dialect = task.settings.dialect
    xyzoat = xyzoat_from_pose(task.T_base_tool(), dialect)
    pose = ", ".join(
        f"{name.upper()} {shown(value)}" for name, value in zip(COORDINATES, xyzoat, strict=True)
    )
    kinds = task.mechanism.kinds
    joints = ", ".join(amount(kind, value) for kind, value in zip(kinds, task.state.q, strict=True))
    figures = dict(zip(COORDINATES, np.asarray(xyzoat).tolist(), strict=True))
    message = f"the tool is at {pose} ({dialect}); joints {joints}"
    return task.instant(task.state, task.problem("N302", NOTE, message, 0.0, **figures))


def nothing(task: Task) -> Step:
    """REMARK, STOP, END: everything stays as it is; a run ends with STOP and END."""
    return task.instant(task.state)


def _ask(task: Task, elbow: Elbow) -> Step:
    asked = task.state.posture or Posture()
    return task.instant(replace(task.state, posture=replace(asked, elbow=elbow)))


def _with_location(task: Task, T_base_tool: Array) -> CellState:
    location = task.statement.location
    name = str(location.value).upper() if location else ""
    return replace(task.state, locations=with_item(task.state.locations, name, T_base_tool))

"""Reads measured poses of a tool: a CSV file whose first line names columns and units.

A column of a joint is called after it (`joint_1_deg`, `joint_1_rad`, of a slide `_mm` or `_m`) or
by its number (`q1_deg`). Places are `x_mm, y_mm, z_mm` (or `_m`). Turns may stand beside them as
`roll_deg, pitch_deg, yaw_deg` (Rz(yaw) Ry(pitch) Rx(roll)), as `o_deg, a_deg, t_deg` of a dialect,
or as the quaternion `qw, qx, qy, qz`. Further columns do not count.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinematics import Mechanism, pose_from_xyzoat
from kinematics.arm.joints import Joint, JointKind
from kinematics.calibration.measurements import Measurements
from kinematics.poses.transforms import rpy
from scenes.errors import SceneError
from scenes.files.robots.mechanisms import joint_faults, unit_of
from scenes.world.frozen import Array

LENGTHS = {"mm": 1.0, "m": 1000.0}
ANGLES = {"deg": float(np.pi / 180.0), "rad": 1.0}
PLACES = ("x", "y", "z")
ROLLS, WRISTS, QUATERNION = ("roll", "pitch", "yaw"), ("o", "a", "t"), ("qw", "qx", "qy", "qz")
# A quaternion shorter or longer than 1 by more is a slip, not the rounding of three digits.
FROM_ONE = 0.01


@dataclass(frozen=True, eq=False)
class MeasuredFile:
    """The measurements of a file, the line of each, and the names of columns that do not count."""

    measured: Measurements
    lines: tuple[int, ...]
    unused: tuple[str, ...]


@dataclass(frozen=True)
class Column:
    """Where a number stands in a line, and its unit in rad or mm."""

    name: str
    index: int
    unit: float


def measured_poses(
    text: str, path: str, mechanism: Mechanism, dialect: str = "hokkaido"
) -> MeasuredFile:
    """The measured poses of an arm in the text of a file; SceneError in one sentence."""
    lines = [
        (number, [cell.strip() for cell in cells])
        for number, cells in enumerate(csv.reader(text.splitlines()), start=1)
        if any(map(str.strip, cells)) and not cells[0].lstrip().startswith("#")
    ]
    if len(lines) < 2:
        raise SceneError(f"{path}: there are no measured poses below a line of column names")
    head = [cell.casefold() for cell in lines[0][1]]
    where = f"{path}:{lines[0][0]}"
    if len(head) == 1 and (";" in head[0] or "\t" in head[0]):
        raise SceneError(f"{where}: the columns are to be separated by commas")
    joints = [_joint_column(where, head, joint, i) for i, joint in enumerate(mechanism.joints)]
    places = [_needed(where, head, axis, LENGTHS, "lengths") for axis in PLACES]
    turns = _turn_columns(where, head)
    used = {column.index for column in (*joints, *places, *turns)}
    rows = lines[1:]
    q = _numbers(path, rows, joints)
    _check_limits(path, rows, mechanism, q)
    measured = Measurements(
        q,
        _numbers(path, rows, places),
        _rotations(path, rows, turns, dialect) if turns else None,
    )
    unused = [name for i, name in enumerate(lines[0][1]) if i not in used and name]
    return MeasuredFile(measured, tuple(number for number, _ in rows), tuple(unused))


def _joint_column(where: str, head: list[str], joint: Joint, index: int) -> Column:
    turns = joint.kind is JointKind.REVOLUTE
    units, kind = (ANGLES, "angles") if turns else (LENGTHS, "lengths")
    for stem in (joint.name.casefold(), f"q{index + 1}"):
        found = _column(where, head, stem, units, kind)
        if found is not None:
            return found
    raise SceneError(f"{where}: the column {joint.name}_{next(iter(units))} is missing")


def _needed(where: str, head: list[str], stem: str, units: dict[str, float], kind: str) -> Column:
    found = _column(where, head, stem, units, kind)
    if found is None:
        raise SceneError(f"{where}: the column {stem}_{next(iter(units))} is missing")
    return found


def _column(
    where: str, head: list[str], stem: str, units: dict[str, float], kind: str
) -> Column | None:
    """The column of a name with one of the units; None where there is none of the name."""
    names = {f"{stem}_{unit}": value for unit, value in units.items()}
    found = [Column(name, i, names[name]) for i, name in enumerate(head) if name in names]
    if len(found) > 1:
        raise SceneError(f"{where}: the columns {found[0].name} and {found[1].name} say the same")
    if found:
        return found[0]
    choice = " or ".join(names)
    for name in head:
        if name == stem:
            raise SceneError(f"{where}: the column {stem} needs a unit: {choice}")
        if name.startswith(f"{stem}_") and "_" not in name[len(stem) + 1 :]:
            unit = name[len(stem) + 1 :]
            if len(stem) == 1 or unit in (*LENGTHS, *ANGLES) or unit.isalpha():
                raise SceneError(
                    f"{where}: {kind} are not in {unit!r}; write the column {name} as {choice}"
                )
    return None


def _turn_columns(where: str, head: list[str]) -> list[Column]:
    """The columns of the turns in the one way that the file uses; none where it has none."""
    found: list[list[Column]] = []
    for stems in (ROLLS, WRISTS):
        own = [_column(where, head, stem, ANGLES, "angles") for stem in stems]
        if any(own):
            found.append([_needed(where, head, stem, ANGLES, "angles") for stem in stems])
    if set(QUATERNION) & set(head):
        missing = [name for name in QUATERNION if name not in head]
        if missing:
            raise SceneError(f"{where}: the column {missing[0]} is missing")
        found.append([Column(name, head.index(name), 1.0) for name in QUATERNION])
    if len(found) > 1:
        first, second = (own[0].name for own in found[:2])
        raise SceneError(f"{where}: turns stand there twice, in {first} and in {second}")
    return found[0] if found else []


def _numbers(path: str, rows: Sequence[tuple[int, list[str]]], columns: Sequence[Column]) -> Array:
    """The numbers of some columns in rad and mm, (N, columns)."""
    values = np.empty((len(rows), len(columns)))
    for k, (line, cells) in enumerate(rows):
        for i, column in enumerate(columns):
            text = cells[column.index] if column.index < len(cells) else ""
            try:
                values[k, i] = float(text) * column.unit
            except ValueError:
                fault = f"{text!r} is no number" if text else "is missing"
                raise SceneError(f"{path}:{line}: {column.name} {fault}") from None
            if not np.isfinite(values[k, i]):
                raise SceneError(f"{path}:{line}: {column.name} {text} is no finite number")
    return values


def _check_limits(
    path: str, rows: Sequence[tuple[int, list[str]]], mechanism: Mechanism, q: Array
) -> None:
    units = np.array([unit_of(joint.kind) for joint in mechanism.joints])
    for (line, _), values in zip(rows, q / units, strict=True):
        faults = joint_faults(mechanism, [float(round(value, 9)) for value in values])
        if faults:
            raise SceneError(f"{path}:{line}: {faults[0][1]}")


def _rotations(
    path: str, rows: Sequence[tuple[int, list[str]]], columns: list[Column], dialect: str
) -> Array:
    """The rotations (N, 3, 3) of the turns, in whichever way they are written."""
    values = _numbers(path, rows, columns)
    if len(columns) == len(QUATERNION):
        lengths = np.linalg.norm(values, axis=1)
        off = int(np.argmax(np.abs(lengths - 1.0)))
        if abs(lengths[off] - 1.0) > FROM_ONE:
            raise SceneError(
                f"{path}:{rows[off][0]}: a quaternion of length {lengths[off]:.4g} is no turn"
            )
        return _of_quaternions(values / lengths[:, None])
    if columns[0].name.startswith(ROLLS[0]):
        return np.stack([rpy(*row)[:3, :3] for row in values])
    degrees = np.degrees(values)
    return np.stack([pose_from_xyzoat((0, 0, 0, *row), dialect)[:3, :3] for row in degrees])


def _of_quaternions(values: Array) -> Array:
    """Rotations (N, 3, 3) of unit quaternions w, u (N, 4): v + 2 w u x v + 2 u x (u x v)."""
    w, x, y, z = values.T
    zero = np.zeros_like(w)
    K = np.stack([zero, -z, y, z, zero, -x, -y, x, zero], axis=1).reshape(-1, 3, 3)
    return np.asarray(np.eye(3) + 2.0 * w[:, None, None] * K + 2.0 * K @ K)

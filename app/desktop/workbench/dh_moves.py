"""From one link frame to the next in the four moves of a modified DH row. No Qt.

Frame i - 1 is shifted by a along its x, turned by alpha about x, shifted by d along the new z, and
turned by theta + q about z. A prismatic joint adds q to d instead.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from app.desktop.workbench.arm_draft import COLUMNS, UNITS
from kinematics import rotation_x, rotation_z, translation
from kinematics.arm.dh_frames import DhTable
from scenes.world.frozen import Array

MOVES = len(COLUMNS)


@dataclass(frozen=True, eq=False)
class FrameMove:
    """A link frame on its way.

    Attributes:
        T_base_frame: Its pose now, (4, 4), mm.
        joint: The number of the row, from 1; 0 for frame 0 at rest.
        column: The parameter that moves it: a, alpha, d or theta0.
        words: The move in words, as `a = 425 mm along x1`.
    """

    T_base_frame: Array
    joint: int
    column: str
    words: str


def parameters(table: DhTable, q: Array, row: int) -> tuple[float, float, float, float]:
    """The four parameters of a row at joint values q (n,), mm and rad, as the moves follow."""
    d, theta = float(table.d[row]), float(table.theta0[row])
    if table.kinds[row] == "R":
        theta += float(q[row])
    else:
        d += float(q[row])
    return float(table.a[row]), float(table.alpha[row]), d, theta


def frame_move(table: DhTable, q: Array, progress: float) -> FrameMove:
    """The frame after `progress` moves, from 0 to 4 n; a part of a move is a part of its way."""
    total = MOVES * len(table.kinds)
    progress = min(max(progress, 0.0), float(total))
    if progress == 0.0:
        return FrameMove(np.array(table.T_base_first), 0, "", "frame 0")
    row = min(int(np.ceil(progress / MOVES)) - 1, len(table.kinds) - 1)
    T = frames(table, q)[row]
    done = progress - MOVES * row
    at = min(int(np.ceil(done)) - 1, MOVES - 1)
    values = parameters(table, q, row)
    for move in range(at + 1):
        T = T @ _moved(move, values[move] * (done - move if move == at else 1.0))
    column = COLUMNS[at]
    return FrameMove(np.asarray(T), row + 1, column, _words(row, column, values[at]))


def frames(table: DhTable, q: Array) -> Array:
    """T_base_frame of frames 0 to n at joint values q (n,), (n + 1, 4, 4), mm."""
    found = [np.array(table.T_base_first)]
    for row in range(len(table.kinds)):
        T = found[-1]
        for move, value in enumerate(parameters(table, q, row)):
            T = T @ _moved(move, value)
        found.append(T)
    return np.array(found)


def _moved(move: int, value: float) -> Array:
    if move == 0:
        return translation(value, 0.0, 0.0)
    if move == 1:
        return rotation_x(value)
    return translation(0.0, 0.0, value) if move == 2 else rotation_z(value)


def _words(row: int, column: str, value: float) -> str:
    shown = value if UNITS[column] == "mm" else np.degrees(value)
    unit = " mm" if UNITS[column] == "mm" else "°"
    axis = f"x{row}" if column in ("a", "alpha") else f"z{row + 1}"
    way = "along" if column in ("a", "d") else "about"
    name = "theta" if column == "theta0" else column  # the view has no Greek letters
    return f"{name}{row + 1} = {shown:z.2f}{unit} {way} {axis}"

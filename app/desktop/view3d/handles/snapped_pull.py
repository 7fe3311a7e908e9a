"""The pull that brings a dragged thing exactly to a target: mathematics, nothing is drawn."""

from __future__ import annotations

from enum import Enum

import numpy as np

from app.desktop.view3d.handles.snapping import EDGE, FACE, FLOOR, Target
from app.desktop.view3d.tools.gizmo import SNAP_MM, Array, Handle, Pull

ACROSS = 1e-9  # cosine below which an axis lies in a plane: the plane then gives it no place
SQUARE = 1.0 - 1e-9  # cosine above which an axis is square to a plane
ALONG = 0.999  # cosine above which an axis runs along an edge, which then gives it no place


class Touch(Enum):
    """What of a thing comes to a target: its origin, its low or its high end, or any of these."""

    ORIGIN = "origin"
    LOW = "low end"
    HIGH = "high end"
    ANY = "any"


def snapped_to(
    target: Target, handle: Handle, amount: Array, T_world_frame: Array, spans: Array
) -> Array | None:
    """The pull, (3,), mm, that brings origin or sides of a thing onto a target.

    Along each axis that the handle moves, a face square to it is touched from outside by the end of
    the thing; a tilted face gets the origin. To a point or an edge comes the origin or one of the
    two ends: the one that needs the least change of the free pull. None where the target gives no
    place along these axes.

    spans: Lowest and highest reach of the thing along each axis of the frame, from its origin at
        the start, shape (3, 2), mm.
    """
    R, origin = T_world_frame[:3, :3], T_world_frame[:3, 3]
    moved = amount.copy()
    is_snapped = False
    for axis in _moved_axes(handle):
        goal = _goal(target, R[:, axis], origin)
        if goal is None:
            continue
        way, touches = goal
        ends = {
            Touch.ANY: (0.0, *spans[axis]),
            Touch.ORIGIN: (0.0,),
            Touch.LOW: spans[axis, :1],
            Touch.HIGH: spans[axis, 1:],
        }[touches]
        moved[axis] = min((way - end for end in ends), key=lambda v: abs(v - amount[axis]))
        is_snapped = True
    return moved if is_snapped else None


def snapped_to_grid(handle: Handle, amount: Array, T_world_frame: Array) -> Array:
    """The pull, mm, that brings the origin onto the grid of the world, or in own axes whole steps.

    The grid has a line every 10 mm.
    """
    R, origin = T_world_frame[:3, :3], T_world_frame[:3, 3]
    moved = amount.copy()
    for axis in _moved_axes(handle):
        start = float(origin @ R[:, axis]) if np.abs(R[:, axis]).max() > SQUARE else 0.0
        moved[axis] = np.round((start + amount[axis]) / SNAP_MM) * SNAP_MM - start
    return moved


def _moved_axes(handle: Handle) -> list[int]:
    return [i for i in range(3) if (i == handle.axis) == (handle.pull is Pull.MOVE)]


def _goal(target: Target, axis: Array, origin: Array) -> tuple[float, Touch] | None:
    """How far along an axis the target lies from the origin, mm, and what of the thing goes there.

    None where the target gives no place along the axis.
    """
    away = target.point - origin
    way = target.way
    if way is None or target.kind not in (FACE, FLOOR, EDGE):
        return float(axis @ away), Touch.ANY
    facing = float(way @ axis)
    if target.kind == EDGE:
        return None if abs(facing) > ALONG else (float(axis @ away), Touch.ANY)
    if abs(facing) < ACROSS:
        return None
    touches = Touch.LOW if facing > 0.0 else Touch.HIGH
    return float(way @ away) / facing, touches if abs(facing) > SQUARE else Touch.ORIGIN

"""The axes along which the tool is moved by hand: base, tool, world, a frame or a part. No Qt."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kinematics import forward, invert
from scenes import Cell, CellState
from scenes.world.frozen import Array

WORLD_FRAME = "world"


class Axes(NamedTuple):
    """A choice of axes. kind: base, tool, world, frame or part; name: of the frame or part."""

    kind: str
    name: str = ""

    @property
    def title(self) -> str:
        """The choice in words, as `frame bench`."""
        return f"{self.kind} {self.name}" if self.name else self.kind.capitalize()


BASE, TOOL, WORLD = Axes("base"), Axes("tool"), Axes("world")
FRAME, PART = "frame", "part"


def choices_of(cell: Cell) -> tuple[Axes, ...]:
    """All axes of a cell: those of the arm and the world, then its frames and parts."""
    frames = [Axes(FRAME, name) for name in cell.frames if name != WORLD_FRAME]
    parts = [Axes(PART, part.name) for part in cell.parts]
    return (BASE, TOOL, WORLD, *frames, *parts)


def T_base_of(axes: Axes, cell: Cell, state: CellState) -> Array:
    """The pose of the axes in the base of the arm, (4, 4), mm.

    Those of the tool are given as the base: a pose of the tool in itself says nothing. A part that
    waits for FEED has the axes that FEED will give it. A name of another cell counts as the base.
    """
    T_base_world = invert(cell.robot.T_world_base)
    if axes == WORLD:
        return T_base_world
    if axes.kind == FRAME and axes.name in cell.frames:
        return np.asarray(T_base_world @ cell.frames[axes.name])
    if axes.kind == PART:
        held = state.held
        if held is not None and held.part == axes.name:
            return np.asarray(forward(cell.robot.mechanism, state.q) @ held.T_flange_part)
        part, T_world_part = cell.part_called(axes.name), state.parts.get(axes.name)
        if T_world_part is None and part is not None:
            T_world_part = part.T_world_feed
        if T_world_part is not None:
            return np.asarray(T_base_world @ T_world_part)
    return np.eye(4)

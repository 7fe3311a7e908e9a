"""The question of the section `reach:` of a study file."""

from __future__ import annotations

from math import isfinite

import numpy as np

from kinematics.poses.transforms import rpy as turned
from scenes.errors import SceneError
from scenes.regions.reach_grid import random_joints, tool_poses
from scenes.studies.files.study_schema import ReachIn
from scenes.studies.questions.reach_question import PoseGrid, ReachQuestion, usual_chunk_size
from scenes.world.cell import Cell
from scenes.world.frozen import Array
from scenes.world.state import start_state

# Joint vectors that show how far the tool gets, and the margin about their places.
_LOOKED_AT, _MARGIN = 20_000, 0.03
# More places along an axis than any grid needs; their product must be a whole number of 64 bits.
_MOST_PLACES = 1_000_000
# Share of a step by which the last place may lie beyond the box: the rounding of their quotient.
_ROUNDING = 1e-9


def reach_question(section: ReachIn, cell: Cell) -> ReachQuestion:
    """The question of a section for a cell; SceneError for a grid without places, or too fine."""
    low, high = _corners(section, cell)
    shape = np.floor((high - low) / section.step + _ROUNDING).astype(np.int64) + 1
    if (shape > _MOST_PLACES).any():
        raise SceneError(
            f"a step of {section.step:g} mm gives {int(shape.max()):,} places along one axis: "
            f"at most {_MOST_PLACES:,} are possible"
        )
    counts = (int(shape[0]), int(shape[1]), int(shape[2]))
    grid = PoseGrid(low, section.step, counts, _rotations(section, cell))
    size = usual_chunk_size(cell, section.collision)
    return ReachQuestion(cell, grid, size, section.collision, tuple(section.measures))


def _corners(section: ReachIn, cell: Cell) -> tuple[Array, Array]:
    """The corners of the box, world, mm; of all places of the tool where none is given."""
    if section.box is not None:
        return np.array(section.box.from_), np.array(section.box.to)
    state = start_state(cell)
    places = tool_poses(cell, state, random_joints(cell, _LOOKED_AT, 0))[:, :3, 3]
    low, high = places.min(axis=0), places.max(axis=0)
    margin = _MARGIN * float((high - low).max())
    if not isfinite(margin):
        raise SceneError("the reach of this arm is not finite: give a box")
    step = section.step
    return np.floor((low - margin) / step) * step, np.ceil((high + margin) / step) * step


def _rotations(section: ReachIn, cell: Cell) -> Array:
    """The orientations of the tool in the world, (m, 3, 3)."""
    if section.orientations is not None:
        return np.stack([turned(*np.radians(each))[:3, :3] for each in section.orientations])
    if section.directions is not None:
        return spread_directions(section.directions)
    state = start_state(cell)
    return np.asarray(tool_poses(cell, state, state.q[None])[0, None, :3, :3])


def spread_directions(count: int) -> Array:
    """Rotations (count, 3, 3) whose z axes are spread evenly over the sphere.

    The directions lie on a Fibonacci spiral: equal steps of height, and a turn by the golden angle
    from one to the next (Gonzalez 2010, "Measurement of areas on a sphere using Fibonacci and
    latitude-longitude lattices"). The x axis lies as near to the world's x axis as it can.
    """
    number = np.arange(count) + 0.5
    z = 1.0 - 2.0 * number / count
    around = number * np.pi * (3.0 - np.sqrt(5.0))
    across = np.sqrt(1.0 - z * z)
    axes_z = np.stack([across * np.cos(around), across * np.sin(around), z], axis=1)
    # An axis that is nearly along z cannot serve as x: then the world's y does.
    near = np.where(np.abs(axes_z[:, :1]) < 0.9, [[1.0, 0.0, 0.0]], [[0.0, 1.0, 0.0]])
    axes_x = near - (near * axes_z).sum(axis=1, keepdims=True) * axes_z
    axes_x /= np.linalg.norm(axes_x, axis=1, keepdims=True)
    return np.stack([axes_x, np.cross(axes_z, axes_x), axes_z], axis=2)

"""Puts a state, a run or its collisions into a scene, for the window and for `render`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from app.desktop.runs.lines.arm_lines import arm_lines
from app.desktop.runs.shown_run import RunDrawing
from app.desktop.view3d.drawing.bodies.body_actors import BodyShape, shapes_of
from app.desktop.view3d.drawing.scene3d import CellScene, Poses
from geometry.contact.contact_region import contact_region
from geometry.meshes.mesh import Mesh
from scenes.checking.collisions.intervals import Collision
from scenes.execution.values.scopes import shared
from scenes.world.cell import Cell
from scenes.world.placement import BodyInfo, bodies_in, placement
from scenes.world.state import CellState
from scenes.world.tool_frame import equipped, in_base

Array = NDArray[np.float64]
Pair = tuple[str, str]


def changed_shapes(cell: Cell, state: CellState) -> dict[str, BodyShape]:
    """The shapes of the parts that the work has changed."""
    if not state.shapes:
        return {}
    known = bodies_in(cell, state)
    return shapes_of(cell, {name: known[name] for name in state.shapes})


def frames_of(
    cell: Cell, locations: Mapping[str, Array], base: Array | None = None
) -> dict[str, Array]:
    """`T_world_location` of the locations that all programs share; precision points have none.

    base: The pose that BASE set.
    """
    T_world_axes = cell.robot.T_world_base @ in_base(base, np.eye(4))
    return {name: T_world_axes @ T for name, T in shared(locations).items() if T.ndim == 2}


def show_state(
    scene: CellScene,
    cell: Cell,
    state: CellState,
    shapes: Mapping[str, BodyShape] | None = None,
) -> dict[str, Array]:
    """Shows bodies, skeleton and locations of a state; gives T_world_body of each body.

    shapes: The shapes of parts that differ from the file; those of the state if not given.
    """
    poses = placement(cell, state)
    scene.reshape(changed_shapes(cell, state) if shapes is None else shapes)
    scene.move(poses)
    scene.set_arm(arm_lines(equipped(cell.robot, state.tool), state.q))
    scene.set_frames(frames_of(cell, state.locations, state.base))
    return poses


def show_ghost(scene: CellScene, cell: Cell, state: CellState | None) -> None:
    """Shows the bodies that stand elsewhere in a state, in violet; None shows none."""
    scene.ghost(None if state is None else placement(cell, state))


def show_run(scene: CellScene, drawing: RunDrawing | None) -> None:
    """Shows the path of the tool over a run, and skeletons along it; None clears them."""
    if drawing is None:
        scene.trail.set(None)
        scene.set_skeleton_trail(None)
        return
    scene.trail.set(drawing.path, drawing.times)
    scene.set_skeleton_trail(drawing.skeletons)


def show_collisions(scene: CellScene, cell: Cell, state: CellState, pairs: Sequence[Pair]) -> None:
    """Marks the pairs that collide in a state and fills their common volumes."""
    poses = placement(cell, state) if pairs else {}
    scene.set_collisions(pairs, common_volumes(cell, state, poses, pairs))


def colliding_at(collisions: Iterable[Collision], time: float) -> list[Pair]:
    """The pairs in contact at a time, s; the moving body is the first."""
    slack = 1e-9
    return [
        (hit.body_a, hit.body_b)
        for hit in collisions
        if hit.time - slack <= time <= hit.time_end + slack
    ]


def common_volumes(
    cell: Cell, state: CellState, poses: Poses, pairs: Sequence[Pair]
) -> list[Mesh | None]:
    """The common volume of each pair, in world axes; None where the meshes share nothing."""
    solids = bodies_in(cell, state)
    return [_common_volume(cell, solids, poses, pair) for pair in pairs]


def _common_volume(
    cell: Cell, solids: Mapping[str, BodyInfo], poses: Poses, pair: Pair
) -> Mesh | None:
    placed = [(solids[name].solid, poses.get(name)) for name in pair if name in solids]
    if len(placed) < 2:
        return None
    (solid_a, T_a), (solid_b, T_b) = placed
    if T_a is None or T_b is None:
        return None
    region = contact_region(solid_a, T_a, solid_b, T_b, cell.chord)
    return None if region is None else region.mesh

"""Solids for other programs: a cell as it stands in a state, or some bodies, as one file.

Meshes: .stl .ply .obj .3mf .glb .gltf, in millimetres (glTF in metres, as it demands); names and
colours are kept where the format has them. Trees: .tips, the part text of 1985; .part.yaml, one
body for other cells to include. A cell stands in world axes; a body by itself in its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from geometry import mesh_of
from geometry.solids.tree import Solid
from scenes.exporters.registry import write_atomically
from scenes.exporters.table import ExportError
from scenes.files.solids.steps_writer import steps_of
from scenes.files.text.edits import flow_text
from scenes.files.text.words import did_you_mean
from scenes.files.tips.tips_writer import tips_text
from scenes.world.cell import Cell
from scenes.world.frozen import Array
from scenes.world.placement import bodies_in, placement
from scenes.world.state import CellState

MESHES = (".stl", ".ply", ".obj", ".3mf", ".glb", ".gltf")
SUFFIXES = (*MESHES, ".tips", ".part.yaml")

Item = tuple[str, Solid, Array, str]


def export_cell(cell: Cell, state: CellState, path: str | Path) -> Path:
    """Write all bodies that are there, where they are and in the shape they have, world axes."""
    known = bodies_in(cell, state)
    items = [(n, known[n].solid, T, known[n].colour) for n, T in placement(cell, state).items()]
    return write_solids(items, Path(path), cell.chord)


def export_bodies(cell: Cell, state: CellState, names: Sequence[str], path: str | Path) -> Path:
    """Write some bodies; one by itself in its own axes, several in those of the world."""
    known, poses = bodies_in(cell, state), placement(cell, state)
    own = f"{cell.robot.name}."
    spelled = {name.removeprefix(own).upper(): name for name in known}
    spelled |= {name.upper(): name for name in known}
    items: list[Item] = []
    for typed in names:
        name = spelled.get(typed.upper())
        if name is None:
            raise ExportError(f'there is no body "{typed}" in the cell{did_you_mean(typed, known)}')
        alone = len(names) == 1
        if not alone and name not in poses:
            raise ExportError(f"{name} is not in the cell at that time")
        T = np.eye(4) if alone else poses[name]
        items.append((name, known[name].solid, T, known[name].colour))
    return write_solids(items, Path(path), cell.chord)


def write_solids(items: Sequence[Item], path: Path, chord: float) -> Path:
    """Write solids with their names, poses and colours in the form that the suffix names."""
    name = path.name.lower()
    suffix = next((s for s in SUFFIXES if name.endswith(s)), None)
    if suffix is None:
        raise ExportError(f"{path}: solids are written as {', '.join(SUFFIXES)}")
    if suffix == ".tips":
        data = tips_text((n, solid, T) for n, solid, T, _ in items).encode()
    elif suffix == ".part.yaml":
        data = part_text(items, path).encode()
    else:
        from geometry.mesh_files.formats import mesh_bytes  # trimesh takes its time

        meshes = [(n, mesh_of(solid, chord).placed(T), colour) for n, solid, T, colour in items]
        data = mesh_bytes(path, meshes)
    write_atomically(path, data)
    return path


def part_text(items: Sequence[Item], path: Path) -> str:
    """The text of a part file that holds one solid."""
    if len(items) != 1:
        raise ExportError(f"{path}: a part file holds one body; name it with --body")
    ((name, solid, T, _),) = items
    steps = steps_of(solid if np.array_equal(T, np.eye(4)) else solid.moved(T))
    lines = [f"# {name}; lengths in mm, angles in degrees.", "part: 1", "solid:"]
    return "\n".join([*lines, *(f"  - {flow_text(step)}" for step in steps)]) + "\n"

"""Solids for other programs: writes a cell in a state, or some of its bodies, as one file.

Mesh formats: .stl .ply .obj .3mf .glb .gltf, in millimetres (glTF in metres, as its standard
requires), with names and colours where the format has them. Tree formats: .tips, the part text of
1985; .part.yaml, one body for other cells to include. A cell is written in world axes, a single
body in its own axes.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from geometry import Mesh, mesh_of
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
    """Writes all bodies that are in the cell in a state, with their shapes, in world axes."""
    known = bodies_in(cell, state)
    items = [(n, known[n].solid, T, known[n].colour) for n, T in placement(cell, state).items()]
    return write_solids(items, Path(path), cell.chord)


def export_bodies(cell: Cell, state: CellState, names: Sequence[str], path: str | Path) -> Path:
    """Writes some bodies: a single one in its own axes, several in world axes.

    Raises ExportError for an unknown name, or for one of several bodies that is not in the cell.
    """
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
    """Writes solids with names, poses and colours in the format of the suffix; chord in mm."""
    name = path.name.lower()
    suffix = next((s for s in SUFFIXES if name.endswith(s)), None)
    if suffix is None:
        raise ExportError(f"{path}: solids are written as {', '.join(SUFFIXES)}")
    if suffix == ".tips":
        data = tips_text((n, solid, T) for n, solid, T, _ in items).encode()
    elif suffix == ".part.yaml":
        data = part_text(items, path).encode()
    else:
        meshes = [(n, mesh_of(solid, chord).placed(T), colour) for n, solid, T, colour in items]
        return write_meshes(meshes, path)
    write_atomically(path, data)
    return path


def write_meshes(meshes: Sequence[tuple[str, Mesh, str]], path: Path) -> Path:
    """Writes meshes with names and colours, mm, in the mesh format of the suffix."""
    check_mesh_suffix(path)
    from geometry.mesh_files.formats import mesh_bytes  # here, because trimesh loads slowly

    write_atomically(path, mesh_bytes(path, meshes))
    return path


def check_mesh_suffix(path: Path) -> None:
    """Raises ExportError where the suffix names no format of meshes."""
    if not path.name.lower().endswith(MESHES):
        raise ExportError(f"{path}: meshes are written as {', '.join(MESHES)}")


def part_text(items: Sequence[Item], path: Path) -> str:
    """The text of a part file with one solid; ExportError for several."""
    if len(items) != 1:
        raise ExportError(f"{path}: a part file holds one body; name it with --body")
    ((name, solid, T, _),) = items
    steps = steps_of(solid if np.array_equal(T, np.eye(4)) else solid.moved(T))
    lines = [f"# {name}; lengths in mm, angles in degrees.", "part: 1", "solid:"]
    return "\n".join([*lines, *(f"  - {flow_text(step)}" for step in steps)]) + "\n"

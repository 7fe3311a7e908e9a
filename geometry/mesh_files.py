"""Meshes to files of other programs; the only importer of trimesh."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import trimesh

from geometry.errors import GeometryError
from geometry.mesh import Mesh

FORMATS = (".stl", ".obj", ".ply", ".glb")

# glTF counts in metres with y up; z up becomes y up by a quarter turn about x.
_T_GLTF_WORLD = np.array([[1e-3, 0, 0, 0], [0, 0, 1e-3, 0], [0, -1e-3, 0, 0], [0, 0, 0, 1.0]])
_GREY = "#9aa0a6"


def write_mesh(path: str | Path, items: Iterable[tuple[str, Mesh, str | None]]) -> None:
    """Writes meshes, each with its name and colour "#rrggbb" (or None), as the suffix says.

    STL, OBJ and PLY hold the world's coordinates in millimetres; STL and PLY hold one body, so
    the meshes are put together. GLB keeps names and is in metres with y up, as glTF demands.
    """
    target = Path(path)
    suffix = target.suffix.lower()
    if suffix not in FORMATS:
        raise GeometryError(f"{target.name}: meshes are written as {', '.join(FORMATS)}")
    parts = {name: _coloured(mesh, colour) for name, mesh, colour in items}
    if not parts:
        raise GeometryError(f"{target.name}: there is no mesh to write")
    if suffix in (".stl", ".ply"):
        data = trimesh.util.concatenate(list(parts.values())).export(file_type=suffix[1:])
    else:
        scene = trimesh.Scene()
        for name, part in parts.items():
            scene.add_geometry(part, node_name=name, geom_name=name)
        if suffix == ".glb":
            scene.apply_transform(_T_GLTF_WORLD)
        data = scene.export(file_type=suffix[1:])
    target.write_bytes(data.encode() if isinstance(data, str) else data)


def _coloured(mesh: Mesh, colour: str | None) -> trimesh.Trimesh:
    text = (colour or _GREY).removeprefix("#")
    try:
        rgb = tuple(bytes.fromhex(text))
    except ValueError:
        rgb = ()
    if len(rgb) != 3:
        raise GeometryError(f'a colour is "#rrggbb", not {colour!r}')
    shape = trimesh.Trimesh(mesh.vertices, mesh.triangles, process=False)
    # Colours by vertex: by face, trimesh wants scipy to write them.
    shape.visual.vertex_colors = np.tile((*rgb, 255), (len(mesh.vertices), 1))
    return shape

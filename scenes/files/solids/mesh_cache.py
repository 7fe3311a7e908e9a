"""Meshes of files, each read once until its file changes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from geometry.errors import GeometryError

if TYPE_CHECKING:
    from geometry.mesh_files.formats import ImportedMesh

OnProgress = Callable[[float, str], None]

_MOST_KEPT = 64
_kept: OrderedDict[MeshRequest, ImportedMesh | GeometryError] = OrderedDict()


@dataclass(frozen=True)
class MeshRequest:
    """A mesh as a file asks for it; the other arguments as for `import_mesh`.

    stamp: Time of the last change, ns, and bytes: the file is read again when they are others.
    """

    path: Path
    stamp: tuple[int, int]
    unit: str | None = None
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)
    chord: float = 0.0


def request_of(
    path: Path,
    unit: str | None,
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0),
    chord: float = 0.0,
) -> MeshRequest:
    """The request for a file as it is now; OSError where there is none."""
    stamp = path.stat()
    return MeshRequest(path, (stamp.st_mtime_ns, stamp.st_size), unit, scale, chord)


def request_for(folder: Path, said: Mapping[str, Any]) -> MeshRequest:
    """The request that what stands under `mesh:` will lead to, before it was checked; OSError,
    KeyError, TypeError or ValueError where it leads to none."""
    x, y, z = (float(factor) for factor in said.get("scale", (1.0, 1.0, 1.0)))
    return request_of(
        folder / said["file"], said.get("unit"), (x, y, z), float(said.get("chord", 0))
    )


def mesh_of_file(request: MeshRequest) -> ImportedMesh:
    """The mesh; raises GeometryError where the file holds none, OSError where it cannot be read."""
    if request not in _kept:
        try:
            keep_mesh(request, read_mesh(request))
        except GeometryError as error:
            keep_mesh(request, error)
    _kept.move_to_end(request)
    found = _kept[request]
    if isinstance(found, GeometryError):
        raise found
    return found


def read_mesh(request: MeshRequest, on_progress: OnProgress | None = None) -> ImportedMesh:
    """Reads the file, whatever is kept of it; errors as for `mesh_of_file`."""
    # Not at the head: the readers of mesh formats take a third of a second to load.
    from geometry.mesh_files.formats import import_mesh

    return import_mesh(
        request.path, request.unit, request.chord, request.scale, on_progress=on_progress
    )


def is_kept(request: MeshRequest) -> bool:
    """Whether the mesh is there without reading its file."""
    return request in _kept


def keep_mesh(request: MeshRequest, found: ImportedMesh | GeometryError) -> None:
    """Keeps what a file gave, also another process's reading of it."""
    if not isinstance(found, GeometryError):
        for array in (found.surface.vertices, found.surface.triangles):
            array.flags.writeable = False  # as it was before it came through a pipe
    _kept[request] = found
    while len(_kept) > _MOST_KEPT:
        _kept.popitem(last=False)

"""Keeps the meshes of files: each file is read once, until it changes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from geometry.errors import GeometryError

if TYPE_CHECKING:
    from geometry.mesh_files.formats import ImportedMesh

Unit = Literal["mm", "cm", "m", "inch", "foot"]
"""The units that the file of a cell may name for a mesh whose own file states none."""

OnProgress = Callable[[float, str], None]

_MOST_KEPT = 64
_kept: OrderedDict[MeshRequest, ImportedMesh | GeometryError] = OrderedDict()


@dataclass(frozen=True)
class MeshRequest:
    """A mesh that a file asks for; unit, scale and chord are those of `import_mesh`.

    stamp: Time of the file's last change, ns, and its size, bytes: a change of either makes a new
    request.
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
    """The request for a file in its present state; OSError where there is no file."""
    stamp = path.stat()
    return MeshRequest(path, (stamp.st_mtime_ns, stamp.st_size), unit, scale, chord)


def request_for(folder: Path, entry: Mapping[str, Any]) -> MeshRequest:
    """The request for an unchecked entry `mesh:` of a file in a folder.

    Raises OSError, KeyError, TypeError or ValueError where the entry is not sound.
    """
    x, y, z = (float(factor) for factor in entry.get("scale", (1.0, 1.0, 1.0)))
    return request_of(
        folder / entry["file"], entry.get("unit"), (x, y, z), float(entry.get("chord", 0))
    )


def mesh_of_file(request: MeshRequest) -> ImportedMesh:
    """The mesh of a request; GeometryError without a mesh, OSError for an unreadable file."""
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
    """Reads the file without the cache; raises the errors of `mesh_of_file`."""
    # Imported here, because the readers of mesh formats take a third of a second to load.
    from geometry.mesh_files.formats import import_mesh

    return import_mesh(
        request.path, request.unit, request.chord, request.scale, on_progress=on_progress
    )


def is_kept(request: MeshRequest) -> bool:
    """Whether the mesh is in the cache."""
    return request in _kept


def keep_mesh(request: MeshRequest, found: ImportedMesh | GeometryError) -> None:
    """Puts the result of reading a file into the cache; another process may have read it."""
    if not isinstance(found, GeometryError):
        for array in (found.surface.vertices, found.surface.triangles):
            array.flags.writeable = False  # a pipe from another process loses this flag
    _kept[request] = found
    while len(_kept) > _MOST_KEPT:
        _kept.popitem(last=False)

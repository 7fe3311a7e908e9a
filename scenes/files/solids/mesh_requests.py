"""Finds the mesh files that a cell file needs, so that they can be read before the cell.

Reading a large mesh takes seconds. The window lets another process do it, shows the progress, and
keeps the meshes (`keep_mesh`): the cell itself is then read at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from geometry.errors import GeometryError
from scenes.errors import SceneError, SceneFileError
from scenes.files.resource_files import HANDS, ROBOTS
from scenes.files.solids.mesh_cache import MeshRequest, OnProgress, is_kept, read_mesh, request_for
from scenes.files.text.documents import Document, read_document

if TYPE_CHECKING:
    from geometry.mesh_files.formats import ImportedMesh

LARGE_BYTES = 300_000
"""Files of meshes that together are smaller than this are read at once, in some 0.1 s."""

# Greatest number of files that are followed; the cell's reader reports circles of files.
_MOST_FILES = 1_000


def unread_meshes(document: Document) -> tuple[MeshRequest, ...]:
    """Requests for the meshes of a file and of its included files that are not in the cache.

    Empty where these meshes are small together. Files that cannot be found are left out: the cell's
    reader reports them. The document is that of a cell, part, robot or hand file.
    """
    return _large_unread(_requests(document))


def unread_mesh(entry: dict[str, Any], folder: Path) -> tuple[MeshRequest, ...]:
    """The request for one mesh of an entry `mesh:`, if it is large and not in the cache."""
    return _large_unread(_request(entry, folder))


def _large_unread(requests: Iterable[MeshRequest]) -> tuple[MeshRequest, ...]:
    found = dict.fromkeys(request for request in requests if not is_kept(request))
    size = sum(request.stamp[1] for request in found)
    return tuple(found) if size >= LARGE_BYTES else ()


def read_meshes(
    requests: Sequence[MeshRequest], on_progress: OnProgress
) -> list[ImportedMesh | GeometryError | None]:
    """For each request the mesh, the error of a file without one, or None if unreadable.

    The meshes are prepared for the process that shows the cell.
    """
    sizes = [request.stamp[1] for request in requests]
    done, total = 0, max(1, sum(sizes))
    found: list[ImportedMesh | GeometryError | None] = []
    for request, size in zip(requests, sizes, strict=True):
        name, before = request.path.name, done

        def tell(
            share: float, what: str, name: str = name, before: int = before, size: int = size
        ) -> None:
            on_progress((before + share * size) / total, f"{name}: {what}")

        try:
            found.append(read_mesh(request, tell).prepared())
        except GeometryError as error:
            found.append(error)
        except OSError:
            found.append(None)
        done += size
    return found


def _requests(document: Document) -> Iterator[MeshRequest]:
    pending, seen = [document], {document.path.resolve()}
    while pending:
        here = pending.pop()
        folder = here.path.parent
        for entry in _meshes_in(here.data):
            yield from _request(entry, folder)
        named = {path.resolve(): path for path in _files_named_in(here.data, folder)}
        fresh = [path for resolved, path in named.items() if resolved not in seen]
        seen.update(named)
        for path in fresh if len(seen) < _MOST_FILES else ():
            with suppress(SceneFileError):
                pending.append(read_document(path, "file", keep_problems=True))


def _request(entry: dict[str, Any], folder: Path) -> Iterator[MeshRequest]:
    with suppress(OSError, KeyError, TypeError, ValueError):
        yield request_for(folder, entry)


def _meshes_in(value: Any) -> Iterator[dict[str, Any]]:
    """Every mapping under a key `mesh`, at any depth."""
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, dict):
            mesh = item.get("mesh")
            if isinstance(mesh, dict):
                yield mesh
            pending.extend(item.values())
        elif isinstance(item, list):
            pending.extend(item)


def _files_named_in(data: dict[str, Any], folder: Path) -> Iterator[Path]:
    """The part files, robot files and hand files that a file names."""
    include, robots = data.get("include"), data.get("robots")
    named = include if isinstance(include, dict) else {}
    for path in named.values():
        if isinstance(path, str) and not path.lower().endswith(".tips"):
            yield folder / path
    for robot in robots.values() if isinstance(robots, dict) else ():
        for key, shelf in (("use", ROBOTS), ("hand", HANDS)):
            use = robot.get(key) if isinstance(robot, dict) else None
            if not isinstance(use, str) or use in named:
                continue
            try:
                path = shelf.find(use, start=folder)
            except SceneError:
                continue
            # Shipped robots and hands have no large meshes.
            if not path.is_relative_to(shelf.path):
                yield path

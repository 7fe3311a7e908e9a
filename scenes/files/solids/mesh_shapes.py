"""Solids of mesh files that a document names, with notes on repairs and warnings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geometry import GeometryError, Solid
from geometry.solids.primitives.open_mesh import OpenMesh
from scenes.errors import NOTE
from scenes.files.solids.mesh_cache import mesh_of_file, request_of
from scenes.files.solids.shape_schema import MeshIn
from scenes.files.text.documents import Faults
from scenes.files.text.words import beside

if TYPE_CHECKING:
    from geometry.mesh_files.formats import MeshReport

Place = tuple[str | int, ...]


def solid_of_mesh(entry: MeshIn, loc: Place, faults: Faults) -> Solid | None:
    """The solid of a mesh file, or its hull if it encloses no volume; None after a fault.

    loc: Place of the entry in the document of `faults`; the file's path is relative to the
    document.
    """
    path = faults.document.path.parent / entry.file
    if path.is_dir():
        faults.add((*loc, "file"), f"{path} is a folder, not a mesh file")
        return None
    if not path.is_file():
        faults.add((*loc, "file"), f"there is no such mesh file: {path}{beside(path)}")
        return None
    if not all(entry.scale):
        faults.add((*loc, "scale"), "a factor of 0 makes the mesh flat")
        return None
    try:
        x, y, z = entry.scale
        found = mesh_of_file(request_of(path, entry.unit, (x, y, z), entry.chord))
    except (GeometryError, OSError) as error:
        asks = entry.unit is None and "unit" in str(error)
        faults.add(loc if asks else (*loc, "file"), str(error), of_key=asks)
        return None
    _note_report(found.report, (*loc, "file"), faults)
    if found.solid is not None:
        return found.solid
    if found.hull is None:
        warnings = "; ".join(found.report.warnings)
        faults.add(
            (*loc, "file"), f"{found.report.name} makes no solid, and has no hull: {warnings}"
        )
        return None
    return OpenMesh(found.hull.points, found.hull.planes, found.surface)


def _note_report(report: MeshReport, loc: Place, faults: Faults) -> None:
    """Notes the repairs of a mesh, with the volume before and after, and its warnings."""
    after = report.volume_after_mm3
    volumes = f"volume before {report.volume_before_mm3:.6g} mm3, after " + (
        "none: not a solid" if after is None else f"{after:.6g} mm3"
    )
    if report.steps:
        message = f"{report.name} was repaired: {'; '.join(report.steps)} ({volumes})"
        faults.warn(loc, message, severity=NOTE)
    for warning in report.warnings:
        faults.warn(loc, f"{report.name}: {warning}" + ("" if report.steps else f" ({volumes})"))

"""What the other process does of an import: it reads meshes and parts, and converts robots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.desktop.modelling.importing.import_report import Line, report_lines
from app.desktop.modelling.importing.size_words import guessed_unit
from geometry.mesh_files.step import SUFFIXES as STEP_SUFFIXES
from geometry.meshes.mesh import Mesh
from scenes.errors import SceneError
from scenes.files.text.documents import Faults, parse_document

if TYPE_CHECKING:
    from geometry.mesh_files.formats import ImportedMesh

OnProgress = Callable[[float, str], None]
# Formats whose files hold their unit: they are not looked into before they are read.
_WITH_UNIT = (".glb", ".gltf", *STEP_SUFFIXES)
_PREVIEW_CHORD = 0.5  # mm


@dataclass(frozen=True, eq=False)
class ReadBody:
    """A mesh or part as it was read.

    surface: The triangles in the axes of the file, mm. lines: The report. mesh: The import of a
    mesh file; None for a part. unit: The unit in which the mesh was read. reason: Why this unit is
    likely; "" where the file holds its unit or the user chose it. has_unit: Whether the file holds
    its unit.
    """

    surface: Mesh
    lines: tuple[Line, ...]
    mesh: ImportedMesh | None = None
    unit: str = "mm"
    reason: str = ""
    has_unit: bool = True

    @cached_property
    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """The least and the greatest coordinates of the surface, (3,) each, mm."""
        used = self.surface.vertices[np.unique(self.surface.triangles)]
        return used.min(axis=0), used.max(axis=0)


@dataclass(frozen=True)
class MadeRobot:
    """A robot file made from a robot description: its path, the arm's title, and notes."""

    path: Path
    title: str
    notes: tuple[str, ...]


def read_body(path: Path, unit: str | None, on_progress: OnProgress) -> ReadBody:
    """The mesh of a file. unit: The user's choice; None takes the file's own unit or a guess.

    GeometryError says in one sentence why the file cannot be read.
    """
    from geometry.mesh_files.formats import import_mesh, mesh_extent

    reason, has_unit = "", True
    if path.suffix.lower() not in _WITH_UNIT:
        on_progress(0.0, "looking at its size")
        extent = mesh_extent(path)
        has_unit = extent.unit is not None
        if unit is None and not has_unit:
            unit, reason = guessed_unit(extent.size)
    found = import_mesh(path, unit, on_progress=on_progress)
    lines = report_lines(found.report)
    body = ReadBody(found.surface, lines, found, found.report.unit, reason, has_unit)
    _ = body.bounds  # kept, so that the window need not look at all vertices
    return body


def read_part(path: Path, on_progress: OnProgress) -> ReadBody:
    """The solid of a part file or part text; SceneError lists its faults."""
    from geometry.tessellation.kernel import mesh_of
    from scenes.files.cells.includes import Includes
    from scenes.files.tips.tips_reader import read_tips

    on_progress(0.0, "reading")
    document = parse_document(path.with_name("import"), "part: 1\n", "part file")
    faults = Faults(document)
    try:
        built = Includes(faults, {"part": path.name}, (document.path,)).solid("part", ())
    except UnicodeDecodeError as fault:
        raise SceneError(f"{path.name} is no text file") from fault
    faults.raise_if_any()
    if built is None:
        raise SceneError(f"{path.name} holds no solid")
    lines = [Line("A solid made of primitives: exact, in mm.")]
    if path.suffix.lower() == ".tips":
        names = [part.name for part in read_tips(path)]
        count = "1 part" if len(names) == 1 else f"{len(names)} parts"
        lines.append(Line(f"{count} of the text: {', '.join(names)}; each is a named piece."))
    return ReadBody(mesh_of(built.solid, _PREVIEW_CHORD), tuple(lines))


def convert_urdf(path: Path, target: Path, on_progress: OnProgress) -> MadeRobot:
    """Writes the robot of a URDF as a robot file; SceneError says why it cannot."""
    from scenes.files.robots.robot_writer import write_robot_file
    from scenes.files.urdf.urdf_robot import read_urdf
    from scenes.library import load_robot

    found = read_urdf(path, on_progress=on_progress)
    write_robot_file(found.robot, target, found.meshes)
    return MadeRobot(target, load_robot(target).title, found.notes)

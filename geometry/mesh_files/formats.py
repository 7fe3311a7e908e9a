"""Meshes read from and written to files of other programs; no other module imports trimesh."""

import io
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

import numpy as np

from geometry.errors import GeometryError
from geometry.mesh_files import step as step_files
from geometry.mesh_files.mesh_units import UNITS
from geometry.mesh_files.repair import OnProgress, RepairLadder, signed_volume
from geometry.mesh_files.stl import triangles_of
from geometry.mesh_files.threemf import threemf_bytes, triangles_declared
from geometry.meshes.mesh import Integers, Mesh
from geometry.meshes.topology import used_corners
from geometry.poses import Array, placed
from geometry.solids.primitives.hull import Hull
from geometry.solids.primitives.mesh_solid import MeshSolid
from geometry.tessellation.patterns import polytope

with step_files.without_cascadio():
    import trimesh

FORMATS = (".stl", ".obj", ".ply", ".glb", ".gltf", ".3mf")
READABLE = (*FORMATS, *step_files.SUFFIXES)

# Sizes, mm, between which a part is plausible; others were most likely read in the wrong unit.
_PLAUSIBLE = (5.0, 50_000.0)
_DECLARED = MappingProxyType(
    {
        "micron": "um",
        "millimeter": "mm",
        "centimeter": "cm",
        "meter": "m",
        "inch": "inch",
        "foot": "foot",
    }
)

# A thousand kilometres in mm: no part is longer, and squares of much longer lengths overflow.
_FAR = 1e9
_LONGEST_REASON = 200
_MOST_UNPACKED_MB = 300

# glTF files are in metres with y up; a quarter turn about x takes z up to y up.
_T_GLTF_WORLD = np.array([[1e-3, 0, 0, 0], [0, 0, 1e-3, 0], [0, -1e-3, 0, 0], [0, 0, 0, 1.0]])
_GREY = "#9aa0a6"


@dataclass(frozen=True)
class MeshReport:
    """A report on an import, to be shown before the mesh is used.

    name: Name of the file. unit: A key of UNITS. size_mm: Edges of the bounds.
    triangles_before, triangles_after: Numbers of triangles in the file and after the repair.
    volume_before_mm3: Of the triangles in the file, below 0 where they look inward.
    volume_after_mm3: Of the solid; None if there is no solid.
    steps, warnings: The repairs that were made, and what is still wrong, as sentences.
    """

    name: str
    unit: str
    size_mm: tuple[float, float, float]
    triangles_before: int
    triangles_after: int
    volume_before_mm3: float
    volume_after_mm3: float | None
    steps: tuple[str, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class ImportedMesh:
    """A mesh from a file.

    solid: The solid, or None if the mesh cannot be repaired; the surface is then shown, and the
    hull is checked in place of a solid. surface: The triangles, as far as they could be repaired.
    """

    solid: MeshSolid | None
    surface: Mesh
    report: MeshReport

    @cached_property
    def hull(self) -> Hull | None:
        """The convex hull of the surface; None if the triangles lie in one plane."""
        try:
            return polytope(self.surface.vertices[used_corners(self.surface.triangles)])
        except GeometryError:
            return None

    def prepared(self) -> "ImportedMesh":
        """The same, after the slow steps to a body of a cell: it takes their results with it to
        another process."""
        if self.solid is None:
            _ = self.hull
        _ = self.surface.digest
        return self


@dataclass(frozen=True)
class MeshExtent:
    """The extent of a mesh file before it is given a unit.

    size: Edges of the bounds, in the file's unit. unit: A key of UNITS; None if the file does not
    say its unit. triangles: Their number.
    """

    size: tuple[float, float, float]
    unit: str | None
    triangles: int


def mesh_extent(path: str | Path) -> MeshExtent:
    """The extent of a mesh file, without a repair; GeometryError, which names the file, if it
    cannot be read or holds no triangle."""
    source = Path(path)
    if source.suffix.lower() not in READABLE:
        raise GeometryError(f"{source.name}: meshes are read from {', '.join(READABLE)}")
    vertices, triangles, declared = _read(source)
    used = vertices[triangles.ravel()] if len(triangles) else np.empty((0, 3))
    used = used[np.isfinite(used).all(axis=1)]
    if not len(used):
        raise GeometryError(f"{source.name}: there is no triangle in the file")
    x, y, z = np.ptp(used, axis=0).tolist()
    return MeshExtent((x, y, z), declared, len(triangles))


def import_mesh(
    path: str | Path,
    unit: str | None = None,
    chord: float = 0.0,
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0),
    on_progress: OnProgress | None = None,
) -> ImportedMesh:
    """Reads STL, OBJ, PLY, glTF, 3MF or STEP (with the extra `step`).

    unit: A key of UNITS; glTF, 3MF and STEP files hold their unit, other files need it. chord:
    Distance, mm, by which the mesh may depart from the real part; for STEP at least that of its
    facets. scale: Factors along x, y and z, none of them 0; a negative factor mirrors.
    on_progress: Called with the share of the work that is done, 0 to 1, and the name of the next
    step; an exception that it raises ends the import.

    Raises GeometryError, which names the file, if it cannot be read or its unit is not known.
    """
    source = Path(path)
    report = on_progress or _ignore_progress
    report(0.0, "reading")
    if source.suffix.lower() not in READABLE:
        raise GeometryError(f"{source.name}: meshes are read from {', '.join(READABLE)}")
    if source.suffix.lower() in step_files.SUFFIXES:
        chord = max(chord, step_files.CHORD)
    vertices, triangles, declared = _read(source)
    chosen = unit if unit is not None else declared
    if chosen is None:
        raise GeometryError(
            f"{source.name}: the file does not say its unit; give one of {', '.join(UNITS)}"
        )
    if chosen not in UNITS:
        raise GeometryError(f"{source.name}: a unit is one of {', '.join(UNITS)}, not {chosen!r}")
    if not len(triangles) or not np.isfinite(vertices).any():
        raise GeometryError(f"{source.name}: there is no triangle in the file")
    factors = UNITS[chosen] * np.asarray(scale, dtype=float)
    if factors.shape != (3,) or not np.all(np.isfinite(factors)) or not np.all(factors):
        raise GeometryError(f"{source.name}: a scale is three finite factors, none 0, not {scale}")
    far = float(np.nanmax(np.abs(np.where(np.isfinite(vertices), vertices, 0.0) * factors)))
    if far > _FAR:
        raise GeometryError(
            f"{source.name}: a corner is {far:.3g} mm away; at most {_FAR:g} mm can be. Is the "
            "unit right?"
        )
    # Mirroring turns every triangle over; reversed triangles look outward again, as in the file.
    faces = triangles if np.prod(factors) > 0.0 else triangles[:, ::-1]
    return imported(source.name, vertices * factors, faces, chosen, chord, on_progress=report)


def imported(
    name: str,
    vertices: Array,
    triangles: Integers,
    unit: str = "mm",
    chord: float = 0.0,
    on_progress: OnProgress | None = None,
) -> ImportedMesh:
    """The import of triangles (m, 3) over vertices (n, 3) in mm; name and unit of their file go
    into the report."""
    ladder = RepairLadder(vertices, triangles)
    closed = ladder.run(on_progress or _ignore_progress)
    surface = ladder.surface() if closed is None else closed
    # Kept with the mesh: where another process reads the file, none has to go through it again.
    size, _ = surface.box[1] - surface.box[0], surface.digest
    solid = None if closed is None else MeshSolid(closed, chord)
    warnings = [*ladder.warnings, *_implausible(float(size.max()), unit)]
    if solid is None:
        warnings.append("not a solid: its surface is shown, and its hull is checked in its place")
    report = MeshReport(
        name,
        unit,
        (float(size[0]), float(size[1]), float(size[2])),
        len(triangles),
        len(surface.triangles),
        signed_volume(vertices, triangles),
        None if closed is None else closed.volume_and_centroid()[0],
        tuple(ladder.steps),
        tuple(warnings),
    )
    return ImportedMesh(solid, surface, report)


def _ignore_progress(_share: float, _what: str) -> None:
    """The on_progress of callers that give none."""


def _implausible(extent: float, unit: str) -> list[str]:
    low, high = _PLAUSIBLE
    if low <= extent <= high:
        return []
    fitting = [
        name
        for name, scale in UNITS.items()
        if name != unit and low <= extent * scale / UNITS[unit] <= high
    ]
    return [
        f"the part is {extent:.6g} mm long when read in {unit}: is the unit right? "
        f"More usual sizes come out in {', '.join(fitting) or 'no other'}"
    ]


def _read(source: Path) -> tuple[Array, Integers, str | None]:
    """The vertices (n, 3) in the file's unit with z up, the triangles (m, 3), and the unit, or None
    if the file does not hold it."""
    if source.is_dir():
        raise GeometryError(f"{source} is a folder, not a mesh file")
    if not source.is_file():
        raise GeometryError(f"there is no such mesh file: {source}")
    try:
        if source.suffix.lower() == ".stl":
            return *triangles_of(source.read_bytes()), None
        _refuse_inflated(source)
        scene = _scene(source)
        mesh = scene.to_mesh()
        vertices = np.array(mesh.vertices, dtype=float).reshape(-1, 3)
        triangles = np.array(mesh.faces, dtype=np.int64).reshape(-1, 3)
    except Exception as error:
        # The readers of many formats fail in as many ways; each means the file cannot be read.
        raise GeometryError(f"{source.name}: cannot be read: {_why(error, source)}") from error
    if source.suffix.lower() in (".glb", ".gltf"):
        turned = np.linalg.inv(_T_GLTF_WORLD)
        turned[:3] *= 1e-3
        return placed(turned, vertices), triangles, "m"
    if source.suffix.lower() in step_files.SUFFIXES:
        return vertices, triangles, "m"
    if source.suffix.lower() != ".3mf":
        return vertices, triangles, None
    declared = triangles_declared(source)
    if len(triangles) != declared:
        raise GeometryError(
            f"{source.name}: only {len(triangles)} of its {declared} triangles could be read: its "
            "components are too many or too deep; save it with all of them as one mesh"
        )
    unit = str(scene.units or "")
    # A unit that is not in UNITS keeps the file's name for it; the caller refuses it.
    return vertices, triangles, _DECLARED.get(unit.lower().rstrip("s"), unit or None)


def _why(error: Exception, source: Path) -> str:
    """The reason why a file cannot be read, in words for users: messages of the readers speak of
    their own insides."""
    match error:
        case GeometryError():
            reason = str(error)
        case FileNotFoundError():
            reason = f"it names another file that is not there: {error.filename or error}"
        case OSError(strerror=str(system)):
            reason = system
        case MemoryError():
            reason = "it does not fit into the memory"
        case KeyError(args=(str(missing),)) if missing.isprintable():
            reason = f"what it speaks of is missing in it: {missing}"
        case _:
            kind = source.suffix.lstrip(".").upper()
            reason = f"it is cut off or damaged, or no {kind} file"
    return reason if len(reason) <= _LONGEST_REASON else f"{reason[:_LONGEST_REASON]} ..."


def _refuse_inflated(source: Path) -> None:
    """Raises GeometryError, before memory is used, if a packed file unpacks to too many
    megabytes."""
    if not zipfile.is_zipfile(source):
        return
    with zipfile.ZipFile(source) as package:
        megabytes = sum(entry.file_size for entry in package.infolist()) / 1e6
    if megabytes > _MOST_UNPACKED_MB:
        raise GeometryError(
            f"it unpacks to {megabytes:.0f} MB, more than the {_MOST_UNPACKED_MB} that are read"
        )


def _scene(source: Path) -> trimesh.Scene:
    if source.suffix.lower() in step_files.SUFFIXES:
        return trimesh.load_scene(
            io.BytesIO(step_files.glb_of(source)), file_type="glb", process=False
        )
    return trimesh.load_scene(source, process=False)


def mesh_bytes(target: Path, items: Iterable[tuple[str, Mesh, str | None]]) -> bytes:
    """The content of a mesh file in the format that the suffix of `target` names.

    items: Each mesh with its name and its colour "#rrggbb", or None for grey. STL, OBJ, PLY and 3MF
    hold coordinates in mm; STL and PLY hold one body, so that the meshes are joined. glTF and 3MF
    keep names and colours; glTF is in metres with y up, as its standard demands. GeometryError for
    other suffixes, for no mesh, and for wrong colours.
    """
    suffix = target.suffix.lower()
    if suffix not in FORMATS:
        raise GeometryError(f"{target.name}: meshes are written as {', '.join(FORMATS)}")
    meshes = {name: (mesh, colour or _GREY) for name, mesh, colour in items}
    if not meshes:
        raise GeometryError(f"{target.name}: there is no mesh to write")
    parts = {name: _coloured(mesh, colour) for name, (mesh, colour) in meshes.items()}
    if suffix == ".3mf":
        return threemf_bytes(meshes)
    if suffix in (".stl", ".ply"):
        data = trimesh.util.concatenate(list(parts.values())).export(file_type=suffix[1:])
    else:
        scene = trimesh.Scene()
        for name, part in parts.items():
            scene.add_geometry(part, node_name=name, geom_name=name)
        if suffix in (".glb", ".gltf"):
            scene.apply_transform(_T_GLTF_WORLD)
        if suffix == ".gltf":
            data = trimesh.exchange.gltf.export_gltf(scene, embed_buffers=True)["model.gltf"]
        else:
            data = scene.export(file_type=suffix[1:])
    return data.encode() if isinstance(data, str) else bytes(data)


def _coloured(mesh: Mesh, colour: str) -> trimesh.Trimesh:
    text = colour.removeprefix("#")
    try:
        rgb = tuple(bytes.fromhex(text))
    except ValueError:
        rgb = ()
    if len(rgb) != 3:
        raise GeometryError(f'a colour is "#rrggbb", not {colour!r}')
    shape = trimesh.Trimesh(mesh.vertices, mesh.triangles, process=False)
    # Colours go to vertices: for colours of faces trimesh would need scipy.
    shape.visual.vertex_colors = np.tile((*rgb, 255), (len(mesh.vertices), 1))
    return shape

"""Makes bodies of a robot from the shapes of a URDF's links: meshes, boxes, cylinders, balls.

A body has the collision shapes of its link or, without these, the visual shapes. A link with a mesh
that cannot be read is drawn from the mechanism instead, with a note.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from geometry import Box, Cylinder, GeometryError, Solid, Sphere
from geometry.contact.pairs import colliding_pairs
from geometry.solids.primitives.open_mesh import OpenMesh
from kinematics import Mechanism, invert, link_poses
from scenes.errors import SceneError
from scenes.files.field_types import as_name, is_name
from scenes.files.robots.schematic import LINK_COLOURS, schematic_of
from scenes.files.solids.mesh_cache import OnProgress, mesh_of_file, request_of
from scenes.files.urdf.urdf_chain import MM_PER_M, Chain, LinkPlace, in_mm, link_places
from scenes.world.frozen import Array, Frozen
from scenes.world.robot import LinkBody

Pairs = frozenset[tuple[str, str]]


@dataclass(frozen=True, eq=False)
class UrdfBodies(Frozen):
    """The bodies of a robot; meshes: entry of each mesh in a file, by the key of its solid."""

    bodies: tuple[LinkBody, ...]
    allowed: Pairs
    schematic: bool
    notes: tuple[str, ...]
    meshes: Mapping[str, Mapping[str, Any]]


def bodies_of_links(
    description: Any,
    file: Path,
    chain: Chain,
    mechanism: Mechanism,
    ready: Array,
    *,
    meshes: bool = True,
    on_progress: OnProgress | None = None,
) -> UrdfBodies:
    """The bodies of the links that the chain moves; drawn from the mechanism where needed.

    ready: Joint values (n,); bodies that touch at them count as touching by construction.
    meshes: Whether meshes are read, which may take seconds each; otherwise their links are drawn
        from the mechanism.
    on_progress: Called with the share of the links that is read, 0 to 1, and the next name.
    """
    materials = {each.name: each for each in description.materials or ()}
    reader = _Reader(file, materials, reads_meshes=meshes)
    drawn = schematic_of(mechanism, ready)
    T_base_links = link_poses(mechanism, np.zeros(mechanism.n))
    known = {link.name: link for link in description.links}
    bodies: list[LinkBody] = []
    failed: set[int] = set()
    left_out: list[LinkPlace] = []
    places = list(link_places(description, str(file), chain))
    for number, place in enumerate(places):
        if on_progress is not None:
            on_progress(number / len(places), place.name)
        try:
            shapes = list(reader.shapes_of(known[place.name]))
        except _LeftOutError:
            left_out.append(place)
            continue
        except SceneError as error:
            reader.notes.append(f"link {place.name} is drawn from the mechanism: {error}")
            failed.add(place.number)
            continue
        bodies += _placed(shapes, place, T_base_links[place.number])
    if left_out:
        names = ", ".join(place.name for place in left_out)
        reader.notes.append(f"meshes were left out, these are drawn from the mechanism: {names}")
        failed.update(place.number for place in left_out)
    if not bodies:
        return UrdfBodies(drawn.bodies, drawn.allowed, True, tuple(reader.notes), {})
    stand_ins = [body for body in drawn.bodies if body.link in failed]
    whole = _with_own_names([*bodies, *stand_ins])
    allowed = _touching(whole, mechanism, ready)
    reader.notes.extend(_contact_notes(allowed, whole))
    return UrdfBodies(
        tuple(whole), allowed, bool(stand_ins), tuple(reader.notes), dict(reader.meshes)
    )


def _placed(shapes: list[_Shape], place: LinkPlace, T_base_link: Array) -> Iterator[LinkBody]:
    for shape in shapes:
        T_link_body = invert(T_base_link) @ in_mm(place.T_base_link @ shape.T_link_shape)
        colour = shape.colour or LINK_COLOURS[place.number % 2]
        yield LinkBody(_identifier(place.name), place.number, shape.solid, T_link_body, colour)


def _identifier(name: str) -> str:
    word = as_name(name)
    return word if is_name(word) else f"_{word}"


def _with_own_names(bodies: list[LinkBody]) -> list[LinkBody]:
    """The bodies; names that several bodies share get a number."""
    count, seen = Counter(body.name for body in bodies), Counter[str]()
    named = []
    for body in bodies:
        seen[body.name] += 1
        name = body.name if count[body.name] == 1 else f"{body.name}_{seen[body.name]}"
        named.append(LinkBody(name, body.link, body.solid, body.T_link_body, body.colour))
    return named


def _touching(bodies: list[LinkBody], mechanism: Mechanism, ready: Array) -> Pairs:
    """Pairs that touch by construction: of neighbouring links, or overlapping at ready."""
    T_base_links = link_poses(mechanism, ready)
    poses = np.stack([T_base_links[body.link] @ body.T_link_body for body in bodies])
    found = set()
    far = []
    for i, a in enumerate(bodies):
        for j, b in enumerate(bodies[:i]):
            if abs(a.link - b.link) == 1:
                found.add((min(a.name, b.name), max(a.name, b.name)))
            elif a.link != b.link:
                far.append((i, j))
    pairs = np.array(far, dtype=int).reshape(-1, 2)
    for hit in colliding_pairs([body.solid for body in bodies], poses[None], pairs):
        names = bodies[hit.a].name, bodies[hit.b].name
        found.add((min(names), max(names)))
    return frozenset(found)


def _contact_notes(allowed: Pairs, bodies: list[LinkBody]) -> Iterator[str]:
    link = {body.name: body.link for body in bodies}
    far = [f"{a} and {b}" for a, b in sorted(allowed) if abs(link[a] - link[b]) > 1]
    yield "bodies of neighbouring links may touch: such pairs are not checked"
    if far:
        yield f"these overlap at ready and are not checked either: {', '.join(far)}"


@dataclass(frozen=True, eq=False)
class _Shape:
    """A shape of a link; the positions of T_link_shape are in m."""

    solid: Solid
    T_link_shape: Array
    colour: str | None


class _LeftOutError(Exception):
    """Raised for a link with a mesh when meshes are not to be read."""


class _Reader:
    """Reads the shapes of links; collects notes and file entries of meshes."""

    def __init__(self, file: Path, materials: Mapping[str, Any], *, reads_meshes: bool) -> None:
        self.file, self.materials, self.reads_meshes = file, materials, reads_meshes
        self.notes: list[str] = []
        self.meshes: dict[str, dict[str, Any]] = {}

    def shapes_of(self, link: Any) -> Iterator[_Shape]:
        """The shapes of a link; SceneError where one cannot be read."""
        colour = next(filter(None, map(self._colour, link.visuals)), None)
        failures = []
        for shapes in filter(None, (link.collisions, link.visuals)):
            try:
                solids = [self._solid(shape.geometry) for shape in shapes]
            except (SceneError, GeometryError) as error:
                failures.append(str(error))
                continue
            for shape, solid in zip(shapes, solids, strict=True):
                T = np.eye(4) if shape.origin is None else np.asarray(shape.origin, dtype=float)
                yield _Shape(solid, T, colour)
            return
        if failures:
            raise SceneError("; ".join(dict.fromkeys(failures)))

    def _solid(self, geometry: Any) -> Solid:
        """The solid of a geometry element, in mm."""
        if geometry.box is not None:
            x, y, z = (float(v) * MM_PER_M for v in geometry.box.size)
            return Box((x, y, z))
        if geometry.cylinder is not None:
            bar = geometry.cylinder
            return Cylinder(float(bar.radius) * MM_PER_M, float(bar.length) * MM_PER_M)
        if geometry.sphere is not None:
            return Sphere(float(geometry.sphere.radius) * MM_PER_M)
        if geometry.mesh is None:
            raise SceneError("a shape without a geometry")
        return self._mesh(geometry.mesh)

    def _mesh(self, mesh: Any) -> Solid:
        if not self.reads_meshes:
            raise _LeftOutError
        path = self._path(str(mesh.filename)).resolve()
        given = np.ones(3) if mesh.scale is None else np.asarray(mesh.scale, dtype=float)
        x, y, z = (float(v) for v in np.broadcast_to(given, 3))
        found = mesh_of_file(request_of(path, "m", (x, y, z)))
        # An open mesh becomes its hull, as the reader of the written file will make it.
        hull = found.hull
        solid = found.solid or (hull and OpenMesh(hull.points, hull.planes, found.surface))
        if solid is None:
            raise SceneError(f"{path.name} makes no solid: {'; '.join(found.report.warnings)}")
        report = found.report
        after = report.volume_after_mm3
        volumes = f"volume before {report.volume_before_mm3:.6g} mm3, after "
        volumes += "none" if after is None else f"{after:.6g} mm3"
        if report.steps or report.warnings:
            texts = "; ".join((*report.steps, *report.warnings))
            self.notes.append(f"{path.name}: {texts} ({volumes})")
        scale = {} if (x, y, z) == (1.0, 1.0, 1.0) else {"scale": [x, y, z]}
        self.meshes[solid.key] = {"file": str(path), "unit": "m"} | scale
        return solid

    def _path(self, filename: str) -> Path:
        """The path of a mesh file: beside the URDF, or in a package folder above or beside it."""
        bare = re.sub(r"^(file|package|model)://", "", filename)
        folders = [self.file.resolve().parent, *self.file.resolve().parents]
        within = bare.partition("/")[2] if filename.startswith(("package:", "model:")) else bare
        tried = [folder / name for folder in folders for name in (bare, within)]
        found = next((path for path in tried if path.is_file()), None)
        if found is None:
            raise SceneError(f"there is no such mesh file: {filename}")
        return found

    def _colour(self, visual: Any) -> str | None:
        """The colour "#rrggbb" of a visual, stated directly or by a material's name, or None."""
        own = visual.material
        known = self.materials.get(str(getattr(own, "name", "")))
        stated = getattr(own, "color", None) or getattr(known, "color", None)
        rgba = getattr(stated, "rgba", None)
        if rgba is None:
            return None
        r, g, b = (round(255 * min(max(float(v), 0.0), 1.0)) for v in list(rgba)[:3])
        return f"#{r:02x}{g:02x}{b:02x}"

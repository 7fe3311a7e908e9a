"""One body in 3D: faces, feature edges and outline, built once, then only moved and styled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from vtkmodules.vtkCommonCore import reference
from vtkmodules.vtkCommonDataModel import vtkStaticCellLocator
from vtkmodules.vtkCommonMath import vtkMatrix4x4

from app.desktop.looks.theme import rgb
from app.desktop.view3d.drawing.bodies.body_drawing import BodyDrawing, drawing_of, is_drawn
from app.desktop.view3d.drawing.bodies.body_outline import BodyOutline
from app.desktop.view3d.drawing.bodies.materials import material_of
from app.desktop.view3d.drawing.polydata import (
    colour_faces,
    face_actor,
    line_actor,
    segments,
    shaded_surface,
    show_face_colours,
    surface,
)
from app.desktop.view3d.views import BodyStyle
from geometry.meshes.mesh import Mesh
from geometry.solids.tree import Solid
from geometry.tessellation.chords import CHORD

if TYPE_CHECKING:
    from scenes.world.cell import Cell
    from scenes.world.placement import BodyInfo

Array = NDArray[np.float64]
MOST_SAMPLES = 24
CLEAR = 1e-3  # mm that a line of sight may pass a body's box by, for rounding
INSIDE = 0.03  # share of the way to the middle: a table must not hide the foot of what stands on it


@dataclass(frozen=True, eq=False)
class BodyShape:
    """The look of a body: its solid, its colours, and its kind.

    kind: "robot", "finger", "fixture" or "part".
    chord: Greatest distance of a facet from the curved face it stands for, mm.
    colours: The colour of each primitive in the order of the tree; None means the body's colour.
    """

    solid: Solid
    colour: str
    kind: str
    chord: float = CHORD
    colours: tuple[str | None, ...] = ()

    @property
    def drawing(self) -> BodyDrawing:
        """The drawing in the frame of the solid; made once, or taken from the worker."""
        return drawing_of(self.solid, self.chord)

    @property
    def mesh(self) -> Mesh:
        """The mesh of the solid in its own frame; of an open mesh its surface."""
        return self.drawing.mesh

    def face_colours(self) -> Array | None:
        """The colour of each triangle, (n, 3) in 0..1; None where all have the body's colour."""
        primitive = self.mesh.face_primitive
        if not self.colours or primitive is None:
            return None
        # Primitives cut by the work come after those of the file.
        known = np.array([rgb(colour or self.colour) for colour in (*self.colours, None)])
        return np.asarray(known[np.minimum(primitive, len(self.colours))])

    @property
    def is_drawn(self) -> bool:
        """Whether the drawing exists already."""
        return is_drawn(self.solid, self.chord)

    def is_like(self, other: BodyShape) -> bool:
        """Whether both shapes look the same."""
        mine, others = (
            (shape.solid.key, shape.chord, shape.colour, shape.colours, shape.kind)
            for shape in (self, other)
        )
        return mine == others


def shapes_of(cell: Cell, bodies: Mapping[str, BodyInfo]) -> dict[str, BodyShape]:
    """The shapes of bodies of a cell, by their names."""
    return {
        name: BodyShape(body.solid, body.colour, body.kind, cell.chord, body.colours)
        for name, body in bodies.items()
    }


def box_corners(box: Array) -> Array:
    """The corners of a box, shape (8, 3). box: Least and greatest x, y and z, shape (2, 3)."""
    return np.array(np.meshgrid(*box.T, indexing="ij")).reshape(3, -1).T


class BodyActors:
    """The three actors of a body, which share one matrix."""

    def __init__(self, shape: BodyShape) -> None:
        self.shape = shape
        self.T_world_body: Array | None = None
        self._corners: Array | None = None  # of the box, while the body stays where it is
        self.matrix = vtkMatrix4x4()
        drawing = shape.drawing
        mesh, colours = drawing.mesh, shape.face_colours()
        self._box = box_corners(drawing.box)
        low, high = self._box.min(axis=0) - CLEAR, self._box.max(axis=0) + CLEAR
        self._limits = low.tolist(), high.tolist()  # of the box in which a line is looked for
        self._radius = float(np.linalg.norm(high - low)) / 2.0  # of a ball about this box, mm
        faces = shaded_surface(drawing.surface)
        if colours is not None:
            colour_faces(faces, colours)
        self.faces = face_actor(faces)
        self._has_colours = colours is not None
        self.edges = line_actor(segments(mesh.vertices, drawing.edges))
        self._outline = BodyOutline(drawing.silhouette, mesh.vertices)
        self.outline = self._outline.actor
        for actor in self.actors:
            actor.SetUserMatrix(self.matrix)
        self.style: BodyStyle | None = None
        self._has_outline, self._has_stand_in = True, False
        self._is_cut_open = False
        self._locator: Any = None
        self._hide()

    @property
    def actors(self) -> tuple[Any, Any, Any]:
        """Faces, feature edges, outline."""
        return self.faces, self.edges, self.outline

    def place(self, T_world_body: Array | None) -> bool:
        """Moves the body, or hides it where there is no pose; whether anything changed."""
        before = self.T_world_body
        if T_world_body is None:
            self.T_world_body = None
            self._hide()
            return before is not None
        if before is not None and np.array_equal(before, T_world_body):
            return False
        self.T_world_body, self._corners = np.array(T_world_body, float), None
        self.matrix.DeepCopy(self.T_world_body.ravel().tolist())
        if before is None:
            self._show()
        return True

    def dress(self, style: BodyStyle, pixel_ratio: float) -> None:
        """Draws the body in a style; only properties change, never the data."""
        self.style = style
        if style.face is not None:
            face = self.faces.GetProperty()
            face.SetColor(*style.face)
            face.SetLighting(style.lit)
            face.SetOpacity(style.opacity)
            material = material_of(self.shape.kind, rgb(self.shape.colour))
            face.SetAmbient(material.ambient)
            face.SetDiffuse(material.diffuse)
            face.SetSpecular(material.specular)
            face.SetSpecularPower(material.power)
            face.SetSpecularColor(*material.highlight(style.face))
            self._leave_out_inner_sides()
            show_face_colours(self.faces, self.shows_face_colours)
        for actor in (self.edges, self.outline):
            line = actor.GetProperty()
            line.SetColor(*style.line)
            line.SetLineWidth(style.width * pixel_ratio)
            line.SetOpacity(style.line_opacity)
        if self.T_world_body is not None:
            self._show()

    @property
    def shows_face_colours(self) -> bool:
        """Whether each face has its own colour, not one that its style gives to all."""
        is_plain = self.style is not None and self.style.face == rgb(self.shape.colour)
        return self._has_colours and is_plain

    @property
    def shows_faces(self) -> bool:
        """Whether the faces of the body are to be seen, drawn by its own actor or by another."""
        is_solid = self.style is not None and self.style.face is not None
        return self.T_world_body is not None and is_solid

    @property
    def triangles(self) -> int:
        """The number of triangles of the body."""
        return len(self.shape.mesh.triangles)

    def show_outline(self, shown: bool) -> None:
        """Draws the outline of the body, where its style has one, or leaves it out."""
        if shown != self._has_outline:
            self._has_outline = shown
            if self.T_world_body is not None:
                self._show()

    def cut_open(self, plane: Any, inside: Any) -> None:
        """Draws nothing beyond a plane, and the inner sides of the faces in a look of their own."""
        for actor in self.actors:
            actor.GetMapper().AddClippingPlane(plane)
        self._is_cut_open = True
        self.faces.SetBackfaceProperty(inside)
        self._leave_out_inner_sides()

    def close_up(self, plane: Any) -> None:
        """Draws the body whole again."""
        for actor in self.actors:
            actor.GetMapper().RemoveClippingPlane(plane)
        self._is_cut_open = False
        self.faces.SetBackfaceProperty(None)
        self._leave_out_inner_sides()

    def _leave_out_inner_sides(self) -> None:
        """Inner sides of the faces of a closed body cost a third of a frame and are never seen."""
        is_clear = self.style is not None and self.style.opacity < 1.0
        is_whole = self.shape.drawing.is_closed and not self._is_cut_open
        self.faces.GetProperty().SetBackfaceCulling(is_clear or is_whole)

    def give_way(self, to_stand_in: bool) -> None:
        """Leaves faces and feature edges to a stand-in, or draws them again."""
        if to_stand_in != self._has_stand_in:
            self._has_stand_in = to_stand_in
            if self.T_world_body is not None:
                self._show()

    def see(self, eye: Array) -> None:
        """Finds the outline anew where it is drawn and the eye has moved against the body.

        eye: The eye in the world, as for `BodyOutline.see`, (4,).
        """
        if self.T_world_body is not None and self.outline.GetVisibility():
            self._outline.see(eye, self.T_world_body)

    def corners(self) -> Array:
        """The corners of the body's box in the world, shape (8, 3), mm."""
        assert self.T_world_body is not None
        if self._corners is None:
            self._corners = self._box @ self.T_world_body[:3, :3].T + self.T_world_body[:3, 3]
        return self._corners

    def samples(self) -> Array:
        """A few points just inside the surface, spread over the body, world, mm, shape (n, 3)."""
        assert self.T_world_body is not None
        vertices = self.shape.mesh.vertices
        few = vertices[:: max(len(vertices) // MOST_SAMPLES, 1)]
        inside = few + INSIDE * (self._box.mean(axis=0) - few)
        return np.asarray(inside @ self.T_world_body[:3, :3].T + self.T_world_body[:3, 3])

    def hit(self, origin: Array, direction: Array, reach: float) -> float | None:
        """The distance along a line of sight to the body, mm; None where it misses."""
        met = self.hit_face(origin, direction, reach)
        return None if met is None else met[0]

    def hit_face(self, origin: Array, direction: Array, reach: float) -> tuple[float, int] | None:
        """The distance along a line of sight to the body, mm, and the triangle of the mesh there.

        None where the line misses the body.
        """
        if self.T_world_body is None:
            return None
        T = self.T_world_body
        if not self._ball_is_near(origin, direction):
            return None
        start = T[:3, :3].T @ (origin - T[:3, 3])
        end = start + reach * (T[:3, :3].T @ direction)
        if not self._box_meets(start, end):
            return None
        share, point, at = reference(0.0), [0.0] * 3, [0.0] * 3
        part, cell = reference(0), reference(0)
        given = (start, end, 1e-6, share, point, at, part, cell)
        if self._tree().IntersectWithLine(*given):
            return float(np.linalg.norm(np.array(point) - start)), int(cell)
        return None

    def _ball_is_near(self, origin: Array, direction: Array) -> bool:
        """Whether a line meets the ball about the body's box: most bodies of a cell are far off."""
        corners = self.corners()
        x, y, z = ((corners[0] + corners[7]) / 2.0 - origin).tolist()
        u, v, w = direction.tolist()
        a, b, c = y * w - z * v, z * u - x * w, x * v - y * u
        return bool(a * a + b * b + c * c <= self._radius**2 * (u * u + v * v + w * w))

    def _box_meets(self, start: Array, end: Array) -> bool:
        """Whether a line segment of the body's frame meets the body's box, mm.

        Without this test the first look at a cell would build a search tree for each of its bodies.
        """
        entry, leaving = 0.0, 1.0
        # Plain numbers: arrays of three would take ten times as long, for each body of a cell.
        for low, high, at, to in zip(*self._limits, start.tolist(), end.tolist(), strict=True):
            if at == to:
                if not low <= at <= high:
                    return False
                continue
            first, last = sorted(((low - at) / (to - at), (high - at) / (to - at)))
            entry, leaving = max(entry, first), min(leaving, last)
        return entry <= leaving

    def face_at(self, point: Array) -> int:
        """The index of the triangle nearest to a point (3,) of the body's own frame, mm."""
        closest, face, part, square = [0.0] * 3, reference(0), reference(0), reference(0.0)
        self._tree().FindClosestPoint(point.tolist(), closest, face, part, square)
        return int(face)

    def _tree(self) -> Any:
        """The search tree of the faces, built at the first pick."""
        if self._locator is None:
            mesh = self.shape.mesh
            self._locator = vtkStaticCellLocator()
            self._locator.SetDataSet(surface(mesh.vertices, mesh.triangles))
            self._locator.BuildLocator()
        return self._locator

    def _hide(self) -> None:
        for actor in self.actors:
            actor.VisibilityOff()

    def _show(self) -> None:
        style = self.style
        if style is None:
            return
        is_drawn_here = not self._has_stand_in
        self.faces.SetVisibility(is_drawn_here and style.face is not None)
        self.edges.SetVisibility(is_drawn_here and style.edges)
        self.outline.SetVisibility(style.silhouette and self._has_outline)

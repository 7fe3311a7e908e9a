"""The cell in 3D: actors for each body, on any pyvista plotter, on the screen or off it.

Meshes are made once per cell; after that a frame only sets matrices, and a new view mode only sets
properties. Nothing here draws: `on_changed` tells the owner of the plotter that the picture is out
of date, and the owner draws when that suits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from app.desktop.looks.theme import DARK, Theme, rgb
from app.desktop.view3d.drawing import camera as turntable
from app.desktop.view3d.drawing.bodies.body_actors import BodyActors, BodyShape, shapes_of
from app.desktop.view3d.drawing.bodies.body_set import BodySet
from app.desktop.view3d.drawing.camera import Camera
from app.desktop.view3d.drawing.collision_view import CollisionView
from app.desktop.view3d.drawing.contour_view import ContourView
from app.desktop.view3d.drawing.corner_marks.view_cube import cube_box
from app.desktop.view3d.drawing.ground import Floor
from app.desktop.view3d.drawing.labels.board import Board
from app.desktop.view3d.drawing.labels.body_names import BodyNames
from app.desktop.view3d.drawing.labels.layout import Box
from app.desktop.view3d.drawing.lights import hang_lights
from app.desktop.view3d.drawing.overlay import Overlay
from app.desktop.view3d.drawing.overlays import Frames, Ghost
from app.desktop.view3d.drawing.path.tool_trail import Trail
from app.desktop.view3d.drawing.polydata import resolve_depth
from app.desktop.view3d.drawing.skeleton_view import Skeleton
from app.desktop.view3d.viewing.marks import Marks
from app.desktop.view3d.views import ViewMode, body_style
from geometry.meshes.mesh import Mesh
from scenes.world.placement import bodies_of

if TYPE_CHECKING:
    from app.desktop.runs.lines.arm_lines import ArmLines
    from scenes.world.cell import Cell

Array = NDArray[np.float64]
Poses = Mapping[str, Array | None]


def ignore_change() -> None:
    """Does nothing: no caller draws the changes."""


class CellScene:
    """The actors of one cell in one plotter."""

    def __init__(
        self, plotter: Any, theme: Theme = DARK, on_changed: Callable[[], None] = ignore_change
    ) -> None:
        self.plotter = plotter
        self.renderer = plotter.renderer
        self.on_changed = on_changed
        self.theme = theme
        self.mode = ViewMode.SHADED
        self._set = BodySet(self.renderer)
        self.outlines = self._set.outlines
        self._cell: Cell | None = None
        self._camera = Camera(np.zeros(3))
        self._home: Camera | None = None
        self._is_home_partial, self._ratio = False, 1.0
        self._reading = turntable.Reading()
        self.floor = Floor(self.renderer)
        self.marks = Marks()
        self._skeleton = Skeleton(self.renderer, theme)
        self.contours = ContourView(self.renderer, theme)
        self._collisions = CollisionView(self.renderer, theme)
        self._frames = Frames(self.renderer, theme)
        self.names = BodyNames(self.renderer, theme, self._touch)
        self.trail = Trail(self.renderer, theme, self._touch)
        self._ghost = Ghost(self.renderer, theme)
        self._overlays: list[Overlay] = []
        self._board = Board(self.renderer)
        self.keep_free: Callable[[], Sequence[Box]] = tuple  # where no words may lie, points
        self.kept_sight = turntable.whole_sight
        self.complete_overlays: Callable[[], None] = ignore_change  # before a picture is taken
        resolve_depth()
        hang_lights(self.renderer)
        self.renderer.camera_set = True  # keeps pyvista from choosing a view
        self.set_theme(theme)

    # -- the bodies -------------------------------------------------------------------------

    @property
    def bodies(self) -> dict[str, BodyActors]:
        """The bodies that are drawn, by name."""
        return self._set.actors

    @property
    def seen(self) -> dict[str, BodyActors]:
        """The bodies that the user has not hidden, by name."""
        is_hidden = self.marks.is_hidden
        if not self.marks.hidden:
            return self.bodies
        return {name: body for name, body in self.bodies.items() if not is_hidden(name)}

    def show_cell(self, cell: Cell) -> None:
        """Builds the actors of a cell; bodies appear with the next `move`.

        A body that was drawn before and looks the same keeps its actors.
        """
        self.begin_cell(cell)
        self.clear_away()
        self.add_bodies(self._set.missing)

    def forget_view(self) -> None:
        """Looks at the cell from its first view again as soon as bodies are placed."""
        self._home = None

    def begin_cell(self, cell: Cell) -> None:
        """Shows the drawn bodies of a cell; `add_bodies` draws the `missing` ones."""
        self._cell = cell
        shapes = shapes_of(cell, bodies_of(cell))
        self._set.want(shapes)
        self.outlines.stand_ins.forget(shapes.values())
        marked = self.marks.begin(shapes)
        self._collisions.set((), ())
        self.contours.clear()
        self._skeleton.clear()
        self._ghost.clear()
        self.floor.lift()
        self._dress(marked)

    @property
    def missing(self) -> Mapping[str, BodyShape]:
        """The bodies of the cell that have no actors yet."""
        return self._set.missing

    def clear_away(self, most: int | None = None) -> bool:
        """Removes at most so many of the bodies that left with a cell; whether others wait."""
        return self._set.clear_away(most)

    def add_bodies(self, names: Iterable[str]) -> None:
        """Builds the actors of these missing bodies."""
        self._set.build(names)
        self.floor.lift()
        self._dress(names)

    def reshape(self, changed: Mapping[str, BodyShape]) -> None:
        """Draws these bodies in another shape, and all others in their first shape."""
        for name in changed:
            if name not in self.bodies:
                self._add_copy(name)
        late = self._set.reshape(changed)
        if late:
            self.contours.refresh(self.seen)
            self._dress(late)

    def move(self, T_world_body: Poses) -> None:
        """Puts the bodies at these poses; a body without a pose is hidden."""
        for name in T_world_body:
            if name not in self.bodies:
                self._add_copy(name)
        moved = {n for n, body in self.bodies.items() if body.place(T_world_body.get(n))}
        if not moved and (self.floor.is_laid or not len(self.points())):
            return
        if moved & self.marks.hits.keys():
            self._collisions.set((), ())  # common volumes have moved with their bodies
        if not self.floor.is_laid:
            self.floor.lay(self.points(), self.theme, self._ratio)
        if self._home is None or (self._is_home_partial and self._camera is self._home):
            self.look_home()
        self.contours.refresh(self.seen)
        self._touch()

    # -- view modes and colours -----------------------------------------------------------------

    def set_mode(self, mode: ViewMode) -> None:
        """Shows the cell in another view mode; properties change, meshes stay."""
        self.mode = mode
        self._dress_all()

    def set_theme(self, theme: Theme) -> None:
        """Draws in the colours of a theme."""
        self.theme = theme
        self.renderer.SetBackground(*rgb(theme.sky_bottom))
        self.renderer.SetBackground2(*rgb(theme.sky_top))
        self.renderer.SetGradientBackground(True)
        self._dress_all()

    def set_pixel_ratio(self, ratio: float) -> None:
        """Sets the device pixels per point of the screen: lines keep their width."""
        if ratio != self._ratio:
            self._ratio = ratio
            self._dress_all()

    def set_contour_spacing(self, spacing: float) -> None:
        """Sets the distance between two contour levels, mm; 0 for one by the size of the cell."""
        self.contours.set_spacing(spacing)
        self.contours.refresh(self.seen)
        self._touch()

    def show_grid(self, visible: bool) -> None:
        """Shows or hides the grid on the floor."""
        self.floor.show(visible)
        self._touch()

    # -- marks and overlays ---------------------------------------------------------------------

    def select(self, names: Iterable[str]) -> None:
        """Outlines the selected bodies."""
        self._dress(self.marks.select(names))

    def hover(self, name: str | None) -> None:
        """Outlines the body under the pointer; None outlines none."""
        changed = self.marks.hover(name)
        if changed:
            self._dress(changed)

    def point_out(self, names: Iterable[str]) -> None:
        """Outlines the bodies of the row under the pointer in the tree, hidden ones too."""
        self._dress(self.marks.point_out(names))

    def set_looks(self, hidden: Iterable[str], opacities: Mapping[str, float]) -> None:
        """Hides bodies, and lets others be seen through: 1 is solid."""
        looks = (frozenset(hidden), dict(opacities))
        if looks == (self.marks.hidden, self.marks.opacities):
            return
        self.marks.hidden, self.marks.opacities = looks
        self.contours.refresh(self.seen)
        self._dress(list(self.bodies))

    @property
    def hovered(self) -> str | None:
        """The body under the pointer; None where there is none."""
        return self.marks.hovered

    def set_collisions(
        self, pairs: Sequence[tuple[str, str]], region_meshes: Sequence[Mesh | None] = ()
    ) -> None:
        """Marks colliding pairs (the body that moves, the one it meets).

        region_meshes: The common volume of each pair, in world axes, where it is known.
        """
        changed = self.marks.hit(pairs, self.bodies)
        regions = list(region_meshes) + [None] * (len(pairs) - len(region_meshes))
        self._collisions.set(pairs, regions)
        self._dress(changed)

    def set_arm(self, arm: ArmLines) -> None:
        """Sets the lines of the arm from `arm_lines`."""
        self._skeleton.place(arm)
        self._touch()

    def set_skeleton_trail(self, link_points: Array | None) -> None:
        """Shows skeletons along a motion faintly, shape (m, k, 3), mm."""
        self._skeleton.leave_trail(link_points)
        self._touch()

    def ghost(self, T_world_body: Poses | None) -> None:
        """Shows a violet copy of the bodies that would stand elsewhere; None removes it."""
        self._ghost.set(self.seen, T_world_body)
        self._touch()

    def set_frames(self, frames: Mapping[str, Array]) -> None:
        """Sets the named locations, `T_world_location`, for which axes are drawn."""
        if not self._frames.shows(frames):
            self._frames.set(frames)
            self._touch()

    def show_frames(self, visible: bool) -> None:
        """Shows or hides the axes of the named locations."""
        self._frames.show(visible)
        self._touch()

    def add_overlay(self, overlay: Overlay) -> None:
        """Adds a drawing, which is coloured and fitted to the camera with the rest."""
        self._overlays.append(overlay)
        overlay.dress(self.theme, self._ratio)

    # -- the camera ---------------------------------------------------------------------------

    @property
    def camera(self) -> Camera:
        """The present camera, even where the view cube has turned it."""
        return self._reading.of(self._camera, self.renderer.GetActiveCamera())

    def look(self, camera: Camera) -> None:
        """Looks through this camera."""
        self._camera = camera
        turntable.apply(camera, self.renderer.GetActiveCamera())
        self._touch()

    def look_home(self, aspect: float | None = None) -> None:
        """Shows the first view: the whole cell, from the front right and above."""
        home = turntable.standard_view(self.camera, "home")
        self._home = turntable.fit(home, self.points(), aspect or self.aspect)
        self._is_home_partial = bool(self.missing)
        self.look(self._home)

    def fit(self, names: Iterable[str] = (), aspect: float | None = None) -> None:
        """Brings the named bodies, or all, into the picture, seen from the same side."""
        self.look(turntable.fit(self.camera, self.points(names), aspect or self.aspect))

    def clear_view_of(self, name: str, margin: float) -> Camera:
        """The camera with one body in the picture, turned where others would hide the body.

        margin: Share of the picture that stays free on each side.
        """
        points, aspect = self.points([name]), self.aspect

        def fitted(camera: Camera) -> Camera:
            return turntable.fit(camera, points, aspect, margin)

        hidden = self._set.hidden_share
        return fitted(turntable.clearest(self.camera, lambda c: hidden(name, fitted(c))))

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the picture, points of the screen."""
        width, height = self.plotter.render_window.GetSize()
        return max(width, 1) / self._ratio, max(height, 1) / self._ratio

    @property
    def aspect(self) -> float:
        """Width over height of the picture."""
        return self.size[0] / self.size[1]

    def points(self, names: Iterable[str] = ()) -> Array:
        """Corners of the boxes of the named bodies, or of all shown bodies, shape (n, 3), mm."""
        chosen = [self.bodies[name] for name in names if name in self.bodies]
        everything = chosen or self.seen.values() or self.bodies.values()
        shown = [body for body in everything if body.T_world_body is not None]
        return np.concatenate([np.empty((0, 3)), *(body.corners() for body in shown)])

    @property
    def shown_points(self) -> Array:
        """All that should be in the picture: the boxes of the shown bodies, and the path."""
        return np.concatenate([self.points(), self.trail.points])

    # -- picking ------------------------------------------------------------------------------

    def pick(self, x: float, y: float) -> str | None:
        """The body under a point of the picture (x right, y down), in line views too."""
        return self.pick_point(x, y)[0]

    def pick_point(self, x: float, y: float) -> tuple[str | None, Array | None]:
        """The body under a point of the picture, and the point on its surface, world, mm."""
        origin, direction = turntable.ray(self.camera, x, y, *self.size)
        reach = turntable.depth_range(self.camera, self.points(), origin[None])[1]
        origin, reach = self.kept_sight(origin, direction, reach)
        hits = [(body.hit(origin, direction, reach), name) for name, body in self.seen.items()]
        met = [(far, name) for far, name in hits if far is not None]
        if not met:
            return None, None
        far, name = min(met)
        return name, origin + far * direction

    def prepare_frame(self) -> None:
        """Fits the depth range to the shown things; call it before drawing."""
        extra = [overlay.fit(self.camera, self.size) for overlay in self._overlays]
        shown, vtk_camera = np.concatenate([self.points(), *extra]), self.renderer.GetActiveCamera()
        vtk_camera.SetClippingRange(*turntable.depth_range(self.camera, shown, self.floor.rim))
        self.outlines.see(vtk_camera, self.bodies.values())
        self._frames.fit(self.camera, self.size)
        self.names.fit(self.seen)
        self._board.place(self.camera, self.size, [cube_box(self.size), *self.keep_free()])

    def _add_copy(self, name: str) -> None:
        """Builds the actors of a further copy of a part, which a run has fed under its own name."""
        part = self._cell.part_called(name) if self._cell is not None else None
        if part is None or part.name not in self.bodies:
            return
        self._set.copy(name, part.name)
        self._dress([name])

    def _dress(self, names: Iterable[str]) -> None:
        for name in names:
            body = self.bodies.get(name)
            if body is None:
                continue
            shape = body.shape
            mark = self.marks.of(name)
            look = (rgb(shape.colour), shape.kind, mark, self.marks.opacity(name))
            style = body_style(self.mode, self.theme, *look)
            body.dress(style, self._ratio)
        self._touch()

    def _dress_all(self) -> None:
        self._skeleton.show(self.mode is ViewMode.SKELETON)
        self.contours.show(self.mode is ViewMode.CONTOURS)
        self._collisions.show(self.mode is ViewMode.COLLISION)
        lines = (self._skeleton, self.contours, self._collisions, self._frames, self.trail)
        for part in (*lines, self.names, self._board):
            part.dress(self.theme, self._ratio)
        self._ghost.dress(self.theme)
        for overlay in self._overlays:
            overlay.dress(self.theme, self._ratio)
        self.floor.dress(self.theme, self._ratio)
        self.contours.begin(self.seen)
        self._dress(list(self.bodies))

    def _touch(self) -> None:
        self.on_changed()

"""Shows the swept volume in the 3D view: the worker computes it part by part, and it grows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import pyvista as pv
from PySide6.QtCore import QObject, Signal

from app.background.process import Failure
from app.background.refusals import or_why
from app.desktop.looks.theme import Theme, rgb
from app.desktop.runs.analyst import Analyst
from app.desktop.runs.shown_run import ShownRun
from app.desktop.state.document import Document
from app.desktop.view3d.drawing.bodies.body_actors import box_corners
from app.desktop.view3d.drawing.camera import Camera
from app.desktop.view3d.drawing.polydata import face_actor, surface
from app.desktop.view3d.showing.region_note import RegionNote
from app.desktop.view3d.viewing.esc_ends import EscEnds
from geometry import Mesh
from scenes.regions.swept_volume import BEGIN, Place, SweptChoice, SweptPart, joined, swept_part
from scenes.runs.run import Run
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from app.desktop.view3d.viewport import Viewport

OPACITY = 0.36


class SweptView(QObject):
    """The swept volume of a choice; an overlay.

    ended: The volume is no longer shown, and the user did not untick it.
    region: The whole volume, world, mm; None while it is being computed.
    """

    ended = Signal()

    def __init__(self, document: Document, viewport: Viewport, analyst: Analyst) -> None:
        super().__init__(viewport)
        self._document, self._viewport, self._analyst = document, viewport, analyst
        self._scene = viewport.scene
        self.choice: SweptChoice | None = None
        self.region: Mesh | None = None
        self._run: ShownRun | None = None
        self._parts: list[Mesh] = []
        self.actor = face_actor(pv.PolyData())
        self.actor.PickableOff()
        self.actor.VisibilityOff()
        self._scene.renderer.AddActor(self.actor)
        self.note = RegionNote(viewport, self._scene.theme)
        viewport.covers.append(self.note)
        self._scene.add_overlay(self)
        viewport.tools.append(EscEnds(self._end))
        document.runChanged.connect(self._follow)

    def show(self, choice: SweptChoice | None) -> None:
        """Shows the volume of a choice, of the shown run; None hides it and gives up the work."""
        self.choice, self._run = choice, None
        if choice is None:
            self._clear()
        else:
            self._follow()

    def _end(self) -> bool:
        """Hides the volume; whether it was shown."""
        was_shown = self.choice is not None
        self.show(None)
        if was_shown:
            self.ended.emit()
        return was_shown

    def _clear(self) -> None:
        self._parts, self.region = [], None
        self.actor.VisibilityOff()
        self.note.tell("")
        self._viewport.update()

    def _follow(self) -> None:
        """Begins anew with another run."""
        run = self._document.shown_run
        if self.choice is None or run is self._run:
            return
        self._clear()
        self._run = run
        if run is None:
            self.note.tell("Swept volume: there is no run yet")
        else:
            self._ask(BEGIN, 0.0)

    def _ask(self, place: Place, done: float) -> None:
        """Lets the worker compute the part that begins at a place."""
        choice, run = self.choice, self._run
        assert choice is not None and run is not None
        words = f"Swept volume of {choice.words}: {100 * done:.0f} %"
        self.note.tell(f"{words}\nEsc or the tick in View gives it up")

        def take(part: SweptPart | str) -> None:
            if self.choice is not choice or self._run is not run:
                return
            if isinstance(part, str):
                self._refuse(part)
                return
            self._parts += [] if part.region is None else [part.region]
            self._draw(self._parts)
            if part.following is not None:
                self._ask(part.following, part.done)
            else:
                self._join()

        self._ask_worker(part_or_why, choice, place, then=take)

    def _join(self) -> None:
        """Lets the worker unite the parts to one solid."""
        choice, run = self.choice, self._run
        assert choice is not None

        def take(region: Mesh | str) -> None:
            if self.choice is not choice or self._run is not run:
                return
            if isinstance(region, str):
                self._refuse(region)
                return
            self.region, self._parts = region, []
            self._draw([region])
            litres = region.volume_and_centroid()[0] / 1e6
            self.note.tell(
                f"Swept by {', '.join(choice.groups)} in {choice.words}: {litres:.2f} litres\n"
                f"Outer bound, at most {choice.tolerance:g} mm too large"
            )

        self._ask_worker(whole_or_why, tuple(self._parts), choice, then=take)

    def _ask_worker(
        self, function: Callable[..., Any], *arguments: Any, then: Callable[[Any], None]
    ) -> None:
        """Asks for a function of the shown run: of the program, or of the console."""
        choice, console = self.choice, self._document.console_run

        def fail(failure: Failure | None) -> None:
            if self.choice is not choice:
                return
            if failure is None:
                self._end()
            else:
                self._refuse(failure.message)

        if console is not None:
            run = console.shown_run.run
            given = (run, *arguments)
            self._analyst.ask("swept", function, *given, then=then, otherwise=fail)
        else:
            self._analyst.ask_of_run("swept", function, *arguments, then=then, otherwise=fail)

    def _refuse(self, why: str) -> None:
        """Hides the volume, and tells why there is none."""
        self._end()
        self._document.notify(f"No swept volume: {why}", "warning")

    # Drawing.

    def _draw(self, regions: list[Mesh]) -> None:
        """Draws some meshes as one translucent surface."""
        if not regions:
            return
        starts = np.cumsum([0, *(len(region.vertices) for region in regions)])
        triangles = [r.triangles + at for r, at in zip(regions, starts[:-1], strict=True)]
        vertices = np.concatenate([region.vertices for region in regions])
        data = surface(vertices, np.concatenate(triangles))
        self.actor.GetMapper().SetInputDataObject(data)
        self.actor.VisibilityOn()
        self._viewport.update()

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the colours of the theme."""
        look = self.actor.GetProperty()
        look.SetColor(*rgb(theme.path))
        look.SetOpacity(OPACITY)
        look.SetAmbient(0.4)
        look.SetBackfaceCulling(True)
        self.note.set_theme(theme)

    def fit(self, camera: Camera, size: tuple[float, float]) -> Array:
        """Nothing follows the camera; gives the corners of the box about the volume."""
        if self.region is None:
            return np.empty((0, 3))
        points = self.region.vertices
        return box_corners(np.stack([points.min(axis=0), points.max(axis=0)]))


def part_or_why(run: Run, choice: SweptChoice, place: Place) -> SweptPart | str:
    """For the worker: the part of the volume that begins at a place, or why there is none."""
    return or_why(swept_part, run, choice, place)


def whole_or_why(run: Run, parts: tuple[Mesh, ...], choice: SweptChoice) -> Mesh | str:
    """For the worker: the union of all parts, or why there is none."""
    return or_why(joined, run, parts, choice)

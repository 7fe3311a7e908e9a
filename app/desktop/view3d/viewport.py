"""The 3D view of the window: the one QtInteractor, its mouse, and the moments when it draws.

pyvista and VTK would draw at once, and again when Qt paints. Here only `paintGL` draws: a change
asks Qt for a repaint, and Qt makes one repaint of many requests.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget
from vtkmodules.vtkInteractionStyle import vtkInteractorStyleUser

from app.desktop.looks.mouse_bindings import BINDINGS
from app.desktop.looks.theme import DARK, Theme
from app.desktop.view3d.drawing import camera as turntable
from app.desktop.view3d.drawing.camera import Camera, Drag
from app.desktop.view3d.drawing.corner_marks.view_cube import CornerMarks
from app.desktop.view3d.drawing.flight import FLIGHT_MS, Flight
from app.desktop.view3d.drawing.pivots import pivot_under
from app.desktop.view3d.drawing.scene3d import CellScene, ignore_change
from app.desktop.view3d.shading.quality import AUTOMATIC, QUALITIES, SOFTWARE, quality_for
from app.desktop.view3d.shading.refinement import Refinement
from app.desktop.view3d.shading.rest_shading import RestShading, graphics_report
from app.desktop.view3d.viewing.covered_boxes import covered_boxes
from app.desktop.view3d.viewing.held_back import HeldBackInteractor
from app.desktop.view3d.viewing.mouse_tool import MouseTool
from app.desktop.view3d.viewing.view_keys import view_of

Pixels = NDArray[np.uint8]

REST_MS = 300
CLICK_DISTANCE = 4.0  # points; a press that moves less than this is a click
WHEEL_STEP = 1.15
FOCUS_MARGIN = 0.22

CTRL = Qt.KeyboardModifier.ControlModifier


class Viewport(HeldBackInteractor):
    """Shows a CellScene, turns its camera, and announces the body under the pointer."""

    bodyPicked = Signal(str)
    bodyHovered = Signal(str)
    bodyActivated = Signal(str)
    contextRequested = Signal(str, QPoint)
    framePainted = Signal(float)

    _painting = False
    _ready = False

    def __init__(self, parent: QWidget | None = None, theme: Theme = DARK) -> None:
        super().__init__(parent, auto_update=False, multi_samples=0)
        self.setAcceptDrops(False)  # files dropped on the view are the window's business
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.quality, self._wanted = SOFTWARE, AUTOMATIC
        self.mouse, self.wheel_sign = BINDINGS["cellwright"], 1.0
        self.frames, self.last_frame_ms, self._frame_times = 0, 0.0, deque[float](maxlen=5)
        self.flight_ms = FLIGHT_MS
        self._capabilities, self._touched = "", False
        self.tools: list[MouseTool] = []
        # Asked first at a double click, with its place: whether it was for them.
        self.double_clicks: list[Callable[[float, float], bool]] = []
        self.keys = Qt.KeyboardModifier.NoModifier  # held with the newest event of the mouse
        self._held: MouseTool | None = None
        self._drag: Drag | None = None
        self._press: QPointF | None = None
        interactor = self.iren.interactor
        interactor.SetInteractorStyle(vtkInteractorStyleUser())
        interactor.EnableRenderOff()
        self._observer = interactor.AddObserver("RenderEvent", self._vtk_wants_a_frame)
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._settle)
        self._refining = QTimer(self, singleShot=True, interval=0)
        self._refining.timeout.connect(self._settle)
        self.refinement = Refinement(self.renderer)
        self.scene = CellScene(self, theme, on_changed=self._scene_changed)
        self.scene.outlines.wait_for_rest = self.scene.contours.in_steps = True
        self.shading = RestShading(self, self.scene, self.update)
        self._flight = Flight(self.scene, self)
        self.covers: list[QWidget] = []  # widgets over the view, on which no words may lie
        self.scene.keep_free = partial(covered_boxes, self, self.covers)
        self.marks = CornerMarks(self, theme)
        self.cube = self.marks.cube
        self._ready = True

    def render(self, *args: Any, **kwargs: Any) -> None:
        """Asks Qt for a repaint; draws nothing itself."""
        self._rendered = True
        self.update()

    def initializeGL(self) -> None:
        """Chooses the quality as soon as the driver is known."""
        super().initializeGL()
        self._capabilities = self.render_window.ReportCapabilities()
        self._take_quality()

    def choose_quality(self, key: str) -> None:
        """Draws in a quality of QUALITIES; "automatic" is the one that fits the driver."""
        self._wanted = QUALITIES.get(key, AUTOMATIC)
        if self._capabilities:
            self._take_quality()
            self._scene_changed()

    def _take_quality(self) -> None:
        kind = self._wanted
        self.quality = quality_for(self._capabilities) if kind is AUTOMATIC else kind
        self.render_window.SetMultiSamples(self.quality.multi_samples)

    def resizeGL(self, width: int, height: int) -> None:
        """Keeps the whole cell in the picture until the user has chosen a view."""
        super().resizeGL(width, height)
        if self._ready:
            self.scene.set_pixel_ratio(self.devicePixelRatioF())
            self.marks.scale(self.devicePixelRatioF())
            if not self._touched and self.scene.bodies:
                self.scene.look_home()

    def paintGL(self) -> None:
        """Draws one frame."""
        if not self._ready:
            return
        interactor = self.iren.interactor
        self._painting = True
        interactor.EnableRenderOn()
        begun = perf_counter()
        try:
            self.scene.prepare_frame()
            self.shading.follow()
            self.draw()
            self.shading.read()
        finally:
            interactor.EnableRenderOff()
            self._painting = False
        self.frames += 1
        self.last_frame_ms = (perf_counter() - begun) * 1000.0
        self._frame_times.append(self.last_frame_ms)
        self.framePainted.emit(self.last_frame_ms)

    def draw(self) -> None:
        """Lets VTK and the graphics driver draw the scene as it is prepared."""
        super().paintGL()

    def grab_image(self) -> Pixels:
        """The present picture, drawn anew, shape (height, width, 3)."""
        self._check_has_ren_win()
        self.makeCurrent()
        self.scene.complete_overlays()
        self.scene.prepare_frame()
        self.shading.follow()
        self.scene.outlines.draw_all()
        self.refinement.complete()
        while self.scene.contours.are_waiting:
            self.scene.contours.refresh(self.scene.seen)
        self.render_window.Render()
        return np.asarray(self.screenshot(None, return_img=True))

    @property
    def graphics_report(self) -> str:
        """The lines about the graphics driver for Help > Graphics information."""
        return graphics_report(self._capabilities, self.quality, self.shading)

    def _vtk_wants_a_frame(self, *_: Any) -> None:
        if not self._painting:
            self._scene_changed()

    def _scene_changed(self) -> None:
        self.refinement.move(self.quality, self.scene.bodies.values() if self._ready else ())
        self._refining.stop()
        self._rest.start()
        self.update()
        if self._ready and self.scene.contours.are_waiting:
            self._refining.start()

    def _settle(self) -> None:
        """Draws waiting contours and outlines, a few in a frame; then edges, light and shadow."""
        if self.scene.contours.are_waiting:
            self.scene.contours.refresh(self.scene.seen)
            self._scene_changed()
            return
        if self.scene.outlines.are_waiting:
            self.scene.outlines.draw_more()
            self._refining.start()
            self.update()
            return
        quick = min(self._frame_times, default=0.0) < self.quality.slow_frame_ms
        if not self.isVisible() or (self.quality.smooth_at_rest and not quick):
            return
        if self.refinement.rest(self.quality):
            self.update()
        self.shading.begin(self.quality)

    # -- views ----------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Draws in the colours of a theme."""
        self.scene.set_theme(theme)
        self.marks.triad.set_theme(theme)

    def look(self, camera: Camera) -> None:
        """Flies to a camera."""
        self._touched = True
        self._flight.begin(camera, self.flight_ms)

    def standard_view(self, name: str) -> None:
        """Looks from a named side, with the whole cell and the path in view.

        name: A key of `camera.STANDARD_VIEWS`.
        """
        turned = turntable.standard_view(self.scene.camera, name)
        self.look(turntable.fit(turned, self.scene.shown_points, self.scene.aspect))

    def home(self) -> None:
        """Shows the first view again, which stays fitted while the window is resized."""
        self._flight.stop()
        self.scene.look_home()
        self._touched = False

    def fit_all(self) -> None:
        """Brings the whole cell and the path into the picture, seen from the same side."""
        camera = self.scene.camera
        self.look(turntable.fit(camera, self.scene.shown_points, self.scene.aspect))

    def begin_anew(self) -> None:
        """Forgets the view of a cell, as another cell is opened: its bodies are all shown."""
        self._flight.stop()
        self.scene.forget_view()
        self._touched = False

    def focus_on(self, name: str) -> None:
        """Brings one body into the middle, from where others do not hide it; else the whole cell.

        The size shows its surroundings too.
        """
        body = self.scene.bodies.get(name)
        if body is None or body.T_world_body is None:
            self.fit_all()
        else:
            self.look(self.scene.clear_view_of(name, FOCUS_MARGIN))

    def set_parallel(self, parallel: bool) -> None:
        """Draws with parallel lines or in perspective; things at the focus keep their size."""
        self._touched = True
        self.scene.look(turntable.with_projection(self.scene.camera, parallel))

    @property
    def is_parallel(self) -> bool:
        """Whether the view is drawn without perspective."""
        return self.scene.camera.parallel

    # -- the mouse and the keys -----------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begins to turn, move or zoom the view, by the button and the held keys."""
        self._flight.stop()
        self._press, self.keys = event.position(), event.modifiers()
        left = event.button() == Qt.MouseButton.LeftButton
        x, y = self._press.x(), self._press.y()
        if left:
            self._held = next((tool for tool in self.tools if tool.press(x, y)), None)
        if self._held is not None:
            return
        camera, kind = self.scene.camera, self.mouse.kind(event.button(), self.keys)
        self._drag = Drag(kind, (x, y), camera, pivot_under(self.scene, x, y)) if kind else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Orbits, pans, or announces what is under the pointer."""
        where, self.keys = event.position(), event.modifiers()
        if self._held is not None:
            snaps = bool(self.keys & Qt.KeyboardModifier.ControlModifier)
            self._held.drag(where.x(), where.y(), snaps)
            return
        if self._drag is None:
            self._hover(event)
            return
        assert self._press is not None
        if (where - self._press).manhattanLength() < CLICK_DISTANCE:
            return
        self._touched = True
        self.scene.look(turntable.drag_to(self._drag, where.x(), where.y(), self.height()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ends a drag; a press that did not move is a click."""
        self.keys = event.modifiers()
        if self._held is not None and event.button() == Qt.MouseButton.LeftButton:
            held, self._held = self._held, None
            held.release()
            return
        press, self._press, self._drag = self._press, None, None
        where = event.position()
        if press is None or (where - press).manhattanLength() >= CLICK_DISTANCE:
            return
        if self.cube.covers(where, self.width()):
            self._turn_to(self.cube.side(where, self.width(), self.scene.camera))
            return
        is_left = event.button() == Qt.MouseButton.LeftButton
        if is_left and any(tool.click(where.x(), where.y()) for tool in self.tools):
            return
        name = self.scene.pick(where.x(), where.y()) or ""
        if event.button() == Qt.MouseButton.RightButton:
            self.contextRequested.emit(name, event.globalPosition().toPoint())
        elif is_left:
            self.bodyPicked.emit(name)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Focuses the body under the pointer, unless a tool takes the double click."""
        where, self.keys = event.position(), event.modifiers()
        if self.cube.covers(where, self.width()):
            self._turn_to(self.cube.side(where, self.width(), self.scene.camera))
            return
        if any(take(where.x(), where.y()) for take in self.double_clicks):
            return
        name = self.scene.pick(where.x(), where.y())
        if name is not None:
            self.bodyActivated.emit(name)
            self.focus_on(name)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Moves the camera nearer to the point under the pointer, or away from it."""
        steps = self.wheel_sign * event.angleDelta().y() / 120.0
        if steps == 0.0:
            return
        self._flight.stop()
        self._touched = True
        where = event.position()
        point = pivot_under(self.scene, where.x(), where.y())
        self.scene.look(turntable.zoom(self.scene.camera, WHEEL_STEP**steps, point))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F fits; 1, 3, 7, 9, 0 show front, right, top, isometric, home, with Ctrl the other side.

        5 toggles the perspective; Esc ends what a tool has begun. Other keys are left to the
        window.
        """
        name = view_of(event.key(), bool(event.modifiers() & CTRL))
        if event.key() == Qt.Key.Key_Escape:
            self._held = None
            cancelled = [tool.cancel() for tool in self.tools]
            event.setAccepted(any(cancelled))
        elif event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | CTRL):
            event.ignore()
        elif event.key() == Qt.Key.Key_F:
            self.fit_all()
        elif event.key() == Qt.Key.Key_5:
            self.set_parallel(not self.is_parallel)
        elif name is not None:
            self.standard_view(name)
        else:
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Leaves all keys unused, VTK's own too."""
        event.ignore()

    def leaveEvent(self, event: QEvent) -> None:
        """Announces that nothing is under the pointer."""
        super().leaveEvent(event)
        self._say_hovered(None)

    def _hover(self, event: QMouseEvent) -> None:
        where = event.position()
        over_cube = self.cube.covers(where, self.width())
        answers = [tool.hover(where.x(), where.y()) for tool in self.tools]  # every tool must know
        over_tool = any(answers)
        hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
        self.setCursor(hand if over_cube or over_tool else arrow)
        self._say_hovered(None if over_cube or over_tool else self.scene.pick(where.x(), where.y()))

    def _turn_to(self, side: str | None) -> None:
        if side is not None:
            self.standard_view(side)

    def _say_hovered(self, name: str | None) -> None:
        if name != self.scene.hovered:
            self.scene.hover(name)
            self.bodyHovered.emit(name or "")

    def close(self) -> None:
        """Frees the graphics; call it in the window's closeEvent."""
        if self._ready:
            self._ready = False
            for timer in (self._rest, self._refining, self._flight):
                timer.stop()
            self.scene.on_changed = ignore_change
            self.shading.close()
            self.marks.close()
            self.iren.interactor.RemoveObserver(self._observer)
        super().close()
        # A Python object for a surface that Qt has deleted is given out again for whatever Qt
        # makes next at its address, as a menu's action.
        self._forget_context()

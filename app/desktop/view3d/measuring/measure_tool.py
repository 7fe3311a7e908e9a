"""Measures by clicks in the 3D view; the results stay, and follow the bodies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut

from app.desktop.looks.notice import BODY
from app.desktop.runs.prober import Prober
from app.desktop.state.document import Document
from app.desktop.state.jog_settings import JogSettings
from app.desktop.view3d.measuring.caught_features import (
    NOWHERE,
    Array,
    Catch,
    Feature,
    line_feature,
    point_feature,
    round_feature,
)
from app.desktop.view3d.measuring.gap_jobs import Gap, Placed, gaps_between, gaps_to_all
from app.desktop.view3d.measuring.measure_drawing import MeasureDrawing
from app.desktop.view3d.measuring.readings import (
    Measurement,
    Mode,
    Reading,
    is_complete,
    reading_of,
)
from app.desktop.view3d.tools.gizmo import scale_at
from app.desktop.view3d.viewing.mouse_tool import IdleTool

if TYPE_CHECKING:
    from app.desktop.view3d.viewport import Viewport

SNAP = 9.0  # points of the screen within which a click catches a corner or an edge
KEYS = {
    Mode.DISTANCE: "D",
    Mode.ANGLE: "A",
    Mode.RADIUS: "R",
    Mode.CLEARANCE: "C",
    Mode.NEAREST: "N",
}
HINTS = {
    Mode.DISTANCE: "Click two points; corners and edges catch.",
    Mode.ANGLE: "Click two faces or edges, or three corners, the middle one second.",
    Mode.RADIUS: "Click a round face, a hole, or the edge of one.",
    Mode.CLEARANCE: "Click two bodies: the least distance between them.",
    Mode.NEAREST: "Click a body: the bodies nearest to it.",
}
_GAPS = (Mode.CLEARANCE, Mode.NEAREST)
_ARM = ("robot", "finger")
Ask = Callable[..., None]


class MeasureTool(QObject, IdleTool):
    """A MouseTool while it is switched on.

    ask: Has a function called elsewhere, as `Prober.ask` does; a process of its own, which begins
    with the first question, where it is not given.
    """

    changed = Signal()  # the mode, the clicks or the measurements

    def __init__(
        self,
        document: Document,
        viewport: Viewport,
        jog_settings: JogSettings,
        ask: Ask | None = None,
    ) -> None:
        super().__init__(viewport)
        self._document, self._viewport, self._scene = document, viewport, viewport.scene
        self._jog_settings, self.is_on, self.mode = jog_settings, False, Mode.DISTANCE
        self.measurements: tuple[Measurement, ...] = ()
        self._clicked: tuple[Feature, ...] = ()
        self._numbers, self._is_asking, self._last = count(1), False, 0
        self._prober: Prober | None = None
        self._ask = ask or self._ask_process
        self._drawing = MeasureDrawing(viewport.scene, self.readings, self._points)
        viewport.tools.append(self)
        self._keys = [self._key(mode) for mode in Mode]
        document.positionChanged.connect(self._follow)
        document.cellChanged.connect(self._follow)
        jog_settings.changed.connect(self._switch)
        self._switch()

    def _key(self, mode: Mode) -> QShortcut:
        """The key of a mode, which works while the view has the focus and measuring is on."""
        key = QShortcut(QKeySequence(KEYS[mode]), self._viewport)
        key.setContext(Qt.ShortcutContext.WidgetShortcut)
        key.setEnabled(False)
        key.activated.connect(lambda: self.set_mode(mode))
        return key

    def _switch(self) -> None:
        """Lets clicks measure, or gives them back to the selection; measurements stay."""
        before, self.is_on = self.is_on, self._jog_settings.is_measuring
        for key in self._keys:
            key.setEnabled(self.is_on)
        if self.is_on != before:
            self._clicked = ()
            self._tell()

    def set_mode(self, mode: Mode) -> None:
        """Chooses what clicks measure, and forgets clicks that wait for another."""
        self.mode, self._clicked = mode, ()
        self._tell()

    @property
    def hint(self) -> str:
        """What to click next."""
        if self._clicked and self.mode is Mode.DISTANCE:
            return "Click the second point."
        return f"{len(self._clicked)} clicked; the next …" if self._clicked else HINTS[self.mode]

    # The mouse.

    def hover(self, x: float, y: float) -> bool:
        """Whether a click here would measure."""
        return self.is_on and self._scene.pick(x, y) is not None

    def click(self, x: float, y: float) -> bool:
        """Takes a feature; the last one completes the measurement."""
        if not self.is_on:
            return False
        name, point = self._scene.pick_point(x, y)
        if name is None or point is None:
            return True
        feature = self._feature(name, point)
        if feature is None:
            self._document.notify(
                "Nothing round is here: click a round face, or nearer to the edge of a hole.",
                "warning",
            )
            return True
        if self.mode is Mode.CLEARANCE and any(f.body == name for f in self._clicked):
            self._document.notify("Click another body: a clearance is between two.", "warning")
            return True
        self._clicked = (*self._clicked, feature)
        if is_complete(self.mode, self._clicked):
            clicked, self._clicked = self._clicked, ()
            self.add(self.mode, clicked)
        self._tell()
        return True

    def cancel(self) -> bool:
        """Forgets the clicks of an unfinished measurement; whether there were any."""
        had_any = bool(self._clicked)
        self._clicked = ()
        self._tell()
        return had_any

    def _feature(self, name: str, point: Array) -> Feature | None:
        body = self._scene.bodies[name]
        T = body.T_world_body
        assert T is not None
        at = T[:3, :3].T @ (point - T[:3, 3])
        near = SNAP * scale_at(self._scene.camera, point, self._scene.size[1])
        if self.mode is Mode.RADIUS:
            return round_feature(name, body, at, near)
        if self.mode in _GAPS:
            return Feature(name, Catch.POINT, at, NOWHERE)
        is_line = bool(self._clicked) and self._clicked[0].catch is not Catch.POINT
        if self.mode is Mode.ANGLE and (is_line or not self._clicked):
            return line_feature(name, body, at, near, catches_corners=not is_line)
        return point_feature(name, body, at, near)

    # Measurements.

    def add(self, mode: Mode, features: Sequence[Feature]) -> None:
        """Keeps a measurement of these features."""
        made = Measurement(next(self._numbers), mode, tuple(features))
        self.measurements = (*self.measurements, made)
        self._follow()

    def measure_selected(self) -> None:
        """Measures the clearance of the two selected bodies, or says how to select two."""
        chosen = [name for kind, name in self._document.selection.all if kind == BODY]
        shown = [name for name in chosen if self._pose_of(name) is not None]
        if len(shown) < 2:
            self._document.notify(
                "Select two bodies first, in the tree or in the view; or click two bodies here.",
                "warning",
            )
            return
        middles = [np.mean(self._scene.bodies[name].shape.solid.bounds(), axis=0) for name in shown]
        pair = [Feature(n, Catch.POINT, at, NOWHERE) for n, at in zip(shown, middles, strict=True)]
        self.add(Mode.CLEARANCE, pair[:2])

    def remove(self, number: int) -> None:
        """Forgets one measurement."""
        self.measurements = tuple(m for m in self.measurements if m.number != number)
        self._tell()

    def clear(self) -> None:
        """Forgets all measurements and clicks."""
        self.measurements, self._clicked = (), ()
        self._tell()

    def readings(self) -> dict[int, Reading]:
        """What each measurement reads now, by its number; not those of bodies that are hidden."""
        found = {}
        for each in self.measurements:
            fresh = each.mode not in _GAPS or each.poses == self._poses(each)
            reading = reading_of(each, self._pose_of, fresh)
            if reading is not None:
                found[each.number] = reading
        return found

    @property
    def text(self) -> str:
        """All measurements as lines of text, to be copied."""
        return "\n".join(reading.line for reading in self.readings().values())

    def _points(self) -> Array:
        """The clicks of an unfinished measurement, world, mm, (k, 3)."""
        found = []
        for feature in self._clicked:
            T = self._pose_of(feature.body)
            if T is not None:
                found.append(T[:3, :3] @ feature.point + T[:3, 3])
        return np.array(found).reshape(-1, 3)

    def _pose_of(self, name: str) -> Array | None:
        body = self._scene.bodies.get(name)
        return None if body is None else body.T_world_body

    def _follow(self) -> None:
        """Forgets measurements of bodies that are gone, and asks for distances that have changed.

        The next question waits for the answer to the one before: of many poses of a run some are
        left out, and no queue grows.
        """
        known = self._scene.bodies.keys() | self._scene.missing.keys()
        kept = tuple(m for m in self.measurements if known >= set(m.bodies))
        self.measurements = kept
        self._clicked = tuple(f for f in self._clicked if f.body in known)
        late = [m for m in kept if m.mode in _GAPS and m.poses != self._poses(m)]
        if late and not self._is_asking:
            # Each in its turn: during a run all of them are always late.
            self._measure(next((m for m in late if m.number > self._last), late[0]))
        self._tell()

    def _poses(self, measurement: Measurement) -> bytes:
        """The solids and poses on which the distances of a measurement depend."""
        names = self._others(measurement) if measurement.mode is Mode.NEAREST else ()
        bodies = [self._scene.bodies.get(name) for name in (*measurement.bodies, *names)]
        return b"|".join(b"" if b is None or b.T_world_body is None else _mark(b) for b in bodies)

    def _others(self, measurement: Measurement) -> list[str]:
        """The bodies to which the distances from one are measured: not those of the same arm."""
        (own,) = measurement.bodies
        bodies = self._scene.bodies
        of_arm = own in bodies and bodies[own].shape.kind in _ARM
        return [
            name
            for name, body in bodies.items()
            if name != own
            and body.T_world_body is not None
            and not (of_arm and body.shape.kind in _ARM)
        ]

    def _measure(self, measurement: Measurement) -> None:
        placed = [self._placed(name) for name in measurement.bodies]
        if any(each is None for each in placed):
            return
        mark, chord = (
            self._poses(measurement),
            self._scene.bodies[measurement.bodies[0]].shape.chord,
        )

        def take(gaps: Sequence[Gap | None]) -> None:
            self._is_asking = False
            found = tuple(gap for gap in gaps if gap is not None)
            self.measurements = tuple(
                replace(m, gaps=found, poses=mark) if m.number == measurement.number else m
                for m in self.measurements
            )
            self._follow()

        self._is_asking, self._last = True, measurement.number
        if measurement.mode is Mode.CLEARANCE:
            self._ask("gaps", gaps_between, [(placed[0], placed[1])], chord, then=take)
        else:
            others = [self._placed(name) for name in self._others(measurement)]
            self._ask("gaps", gaps_to_all, placed[0], others, chord, then=take)

    def _placed(self, name: str) -> Placed | None:
        body = self._scene.bodies.get(name)
        if body is None or body.T_world_body is None:
            return None
        return Placed(name, body.shape.solid, np.array(body.T_world_body))

    def _ask_process(self, kind: str, function: Any, *arguments: Any, then: Any) -> None:
        if self._prober is None:
            self._prober = Prober(("gaps",), parent=self)
            self._prober.failed.connect(self._fail)
        self._prober.ask(kind, function, *arguments, then=then)

    def _fail(self, text: str) -> None:
        self._is_asking = False
        self._document.notify(f"The distance could not be measured. {text}", "error")

    def close(self) -> None:
        """Ends the process that measures distances."""
        if self._prober is not None:
            self._prober.close()
            self._prober = None

    def _tell(self) -> None:
        self.changed.emit()
        self._viewport.update()


def _mark(body: Any) -> bytes:
    return bytes(body.shape.solid.key, "utf-8") + body.T_world_body.tobytes()

"""A MouseTool that pulls one of nine handles; what follows the pull is for its heirs to say."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, log10
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from app.desktop.view3d.tools import gizmo
from app.desktop.view3d.tools.gizmo import Array, Handle, Pull
from app.desktop.view3d.tools.gizmo_actors import GizmoActors

if TYPE_CHECKING:
    from app.desktop.view3d.viewport import Viewport

FINEST_MM, COARSEST_MM = 0.001, 0.1  # a pull is rounded to the power of ten below a point
FINE_DEG = 0.1
ARMED_MS = 4000  # for so long after a pull digits are for its handle, and not for the view


@dataclass(frozen=True, eq=False)
class Hold:
    """A handle in the hand.

    T_world_frame: The frame of the handles at the start, (4, 4).
    start: The place at which the pointer took the handle; None where a value is typed for it.
    """

    handle: Handle
    T_world_frame: Array
    start: Array | None


class Pulling(QObject):
    """Handles on a frame. Heirs give the frame, follow a pull, and end or undo it."""

    changed = Signal()  # a handle was taken, pulled or let go

    def __init__(self, viewport: Viewport) -> None:
        super().__init__(viewport)
        self._viewport, self._scene = viewport, viewport.scene
        self.actors = self._make_actors()
        self._scene.add_overlay(self.actors)
        self.hold: Hold | None = None
        self.amount = np.zeros(3)
        self.armed: Handle | None = None  # the handle for which a value may be typed
        self.is_typed = False  # whether a typed value rules and the pointer does not
        self._forgetting = QTimer(self, singleShot=True, interval=ARMED_MS)
        self._forgetting.timeout.connect(self._forget)
        viewport.tools.append(self)

    # What heirs say.

    def _make_actors(self) -> Any:
        """The drawing of the handles."""
        return GizmoActors(self._scene.renderer, self._scene.theme)

    def _frame(self) -> Array | None:
        """T_world_frame of the handles; None where nothing may be pulled."""
        raise NotImplementedError

    def _begin(self, handle: Handle) -> bool:
        """Takes hold of a handle; whether that may be."""
        raise NotImplementedError

    def _follow(self, motion: Array, words: str) -> None:
        """Shows what a motion in the world, (4, 4), since the start of the pull makes."""
        raise NotImplementedError

    def _finish(self) -> None:
        """Makes the shown motion last, as the button goes up."""
        raise NotImplementedError

    def _restore(self) -> None:
        """Brings everything back to the start of the pull."""
        raise NotImplementedError

    def _snapped(self, handle: Handle, amount: Array, x: float, y: float) -> tuple[Array, str]:
        """The pull that Ctrl makes of a free one, and what it snaps to in words, or ""."""
        return gizmo.snapped(handle, amount), ""

    def _frame_of(self, handle: Handle) -> Array | None:
        """T_world_frame of one handle."""
        return self._frame()

    def _pulled_as(self, handle: Handle) -> Handle:
        """The handle of its frame along which a handle is pulled."""
        return handle

    # The place of the handles.

    def refresh(self) -> None:
        """Puts the handles on their frame, or hides them."""
        if self.actors.place(self._frame()):
            self._viewport.update()

    # The mouse.

    def hover(self, x: float, y: float) -> bool:
        """Lights up the handle at a point of the picture; whether there is one."""
        handle = self._handle_at(x, y)
        if self.actors.light_up(handle or self.armed):
            self._viewport.update()
        return handle is not None

    def press(self, x: float, y: float) -> bool:
        """Takes hold of the handle at a point of the picture; whether there is one."""
        if self.hold is not None:
            self.cancel()  # a typed value that was not taken
        self.disarm()
        handle = self._handle_at(x, y)
        if handle is None or not self._take(handle, (x, y)):
            return False
        self.armed = handle
        self.changed.emit()
        return True

    def drag(self, x: float, y: float, snaps: bool) -> None:
        """Pulls the handle with the pointer. snaps: Whether Ctrl is held."""
        held = self.hold
        if held is None or held.start is None or self.is_typed:
            return
        camera, size = self._scene.camera, self._scene.size
        now = gizmo.grip(self._pulled_as(held.handle), held.T_world_frame, camera, x, y, size)
        self.amount = gizmo.pulled_by(held.handle, held.start, now, self.amount[0])
        amount, target = self._rounded(held, self.amount), ""
        if snaps:
            amount, target = self._snapped(held.handle, self.amount, x, y)
        self.pull(amount, target)

    def pull(self, amount: Array, target: str = "") -> None:
        """Follows a pull of the held handle. target: What it snaps to in words, or ""."""
        held = self.hold
        if held is None:
            return
        words = gizmo.words(held.handle, amount) + (f"  to {target}" if target else "")
        self._follow(gizmo.displacement(held.handle, held.T_world_frame, amount), words)
        self.changed.emit()

    def release(self) -> None:
        """Ends the pull; what it has moved stays."""
        if self.hold is not None and not self.is_typed:
            self._finish()
            self.end()
            self._forgetting.start()

    def click(self, x: float, y: float) -> bool:
        """False: a click selects a body."""
        return False

    def cancel(self) -> bool:
        """Brings everything back to the start of the pull; whether there was a pull."""
        was_armed = self.armed is not None
        self.disarm()
        if self.hold is None:
            return was_armed
        self._restore()
        self.end()
        return True

    # Typed values.

    def take_for_typing(self, handle: Handle) -> bool:
        """Lets typed values pull a handle instead of the pointer; whether there is a handle."""
        if self.hold is None and not self._take(handle, None):
            return False
        held = self.hold
        assert held is not None
        self.hold = Hold(handle, held.T_world_frame, held.start)
        self.is_typed, self.armed = True, handle
        self.actors.light_up(handle)
        return True

    def typed_words(self, handle: Handle) -> tuple[str, str]:
        """What a typed value is for, and its unit."""
        turns = handle.pull is Pull.TURN
        return ("about " if turns else "") + "XYZ"[axis_of(handle)], "°" if turns else "mm"

    def follow_typed(self, handle: Handle, values: Array, value: float) -> None:
        """Shows the motion of a typed value, mm or degrees. values: Of the axes before, (3,)."""
        if handle.pull is Pull.TURN:
            self.pull(np.array([np.radians(value), 0.0, 0.0]))
            return
        amount = values.copy()
        amount[axis_of(handle)] = value
        self.pull(amount)

    def keep_typed(self) -> None:
        """Makes the typed motion last."""
        if self.hold is not None:
            self._finish()
            self.end()
        self.disarm()

    def disarm(self) -> None:
        """Forgets the handle for which a value may be typed."""
        if self.armed is not None:
            self.armed = None
            if self.hold is None:
                self.actors.light_up(None)
            self._viewport.update()
            self.changed.emit()

    def _forget(self) -> None:
        if self.hold is None:
            self.disarm()

    def end(self) -> None:
        """Lets go of the handle, whatever has become of the pull; it may still be typed for."""
        self.hold, self.is_typed = None, False
        self.amount = np.zeros(3)
        self.actors.say("")
        self.actors.light_up(self.armed)
        self.refresh()
        self._viewport.update()
        self.changed.emit()

    def _take(self, handle: Handle, place: tuple[float, float] | None) -> bool:
        frame = self._frame_of(handle)
        if frame is None or not self._begin(handle):
            return False
        camera, size = self._scene.camera, self._scene.size
        pulled = self._pulled_as(handle)
        start = None if place is None else gizmo.grip(pulled, frame, camera, *place, size)
        self.hold, self.amount = Hold(handle, frame, start), np.zeros(3)
        self.actors.light_up(handle)
        return True

    def _rounded(self, held: Hold, amount: Array) -> Array:
        """The pull in round figures, finer than the pointer can be placed."""
        if held.handle.pull is Pull.TURN:
            step = np.radians(FINE_DEG)
        else:
            origin = held.T_world_frame[:3, 3]
            point = gizmo.scale_at(self._scene.camera, origin, self._scene.size[1])
            step = min(max(10.0 ** floor(log10(point)), FINEST_MM), COARSEST_MM)
        return np.asarray(np.round(amount / step) * step)

    def _handle_at(self, x: float, y: float) -> Handle | None:
        frame = self.actors.T_world_frame
        if frame is None:
            return None
        return gizmo.pick(frame, self._scene.camera, x, y, self._scene.size)


def axis_of(handle: Handle) -> int:
    """The axis that a value is for: of a square, the first of its two."""
    return (handle.axis + 1) % 3 if handle.pull is Pull.SLIDE else handle.axis

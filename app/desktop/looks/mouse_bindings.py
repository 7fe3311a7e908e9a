"""Which button of the mouse turns, moves and zooms the 3D view, in the manner of several programs.

Only a drag is bound: a click chooses, a right click opens the menu, and a tool that is under the
pointer takes a drag with the left button, in every manner.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import Qt

LEFT, MIDDLE, RIGHT = "left", "middle", "right"
ORBIT, PAN, ZOOM = "orbit", "pan", "zoom"
_BUTTONS = {
    Qt.MouseButton.LeftButton: LEFT,
    Qt.MouseButton.MiddleButton: MIDDLE,
    Qt.MouseButton.RightButton: RIGHT,
}
_KEYS = {"ctrl": "ControlModifier", "shift": "ShiftModifier", "alt": "AltModifier"}
_ALL = tuple(_KEYS)


@dataclass(frozen=True)
class MouseBinding:
    """What a drag does in the manner of one program.

    drags: From held keys and button, as in `ctrl shift left`, to orbit, pan or zoom.
    """

    name: str
    drags: Mapping[str, str]

    def kind(self, button: Qt.MouseButton, keys: Qt.KeyboardModifier) -> str:
        """What a drag with a button and held keys does; "" for nothing."""
        held = [key for key in _ALL if keys & getattr(Qt.KeyboardModifier, _KEYS[key])]
        return self.drags.get(" ".join([*held, _BUTTONS.get(button, "")]), "")

    @property
    def words(self) -> str:
        """The binding in words: `orbit: left; pan: middle, right`."""
        return "; ".join(f"{what}: {self._of(what)}" for what in (ORBIT, PAN, ZOOM))

    def _of(self, what: str) -> str:
        chords = (chord.replace(" ", "+") for chord, done in self.drags.items() if done == what)
        return ", ".join(chords) or "wheel"


BINDINGS = {
    "cellwright": MouseBinding(
        "Cellwright", {LEFT: ORBIT, MIDDLE: PAN, RIGHT: PAN, "shift left": PAN, "ctrl middle": ZOOM}
    ),
    "blender": MouseBinding("Blender", {MIDDLE: ORBIT, "shift middle": PAN, "ctrl middle": ZOOM}),
    "fusion": MouseBinding(
        "Fusion, Inventor", {"shift middle": ORBIT, MIDDLE: PAN, "ctrl shift middle": ZOOM}
    ),
    "onshape": MouseBinding("Onshape", {RIGHT: ORBIT, MIDDLE: PAN, "ctrl right": PAN}),
    "robodk": MouseBinding("RoboDK", {RIGHT: ORBIT, MIDDLE: PAN, "ctrl middle": ZOOM}),
    "robotstudio": MouseBinding(
        "RobotStudio", {"ctrl shift left": ORBIT, "ctrl left": PAN, "ctrl right": ZOOM}
    ),
    "solidworks": MouseBinding(
        "SolidWorks", {MIDDLE: ORBIT, "ctrl middle": PAN, "shift middle": ZOOM}
    ),
}


def binding(key: str) -> MouseBinding:
    """The binding of a key; that of Cellwright for a key that is unknown."""
    return BINDINGS.get(key, BINDINGS["cellwright"])

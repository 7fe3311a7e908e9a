"""Every manner of turning the 3D view can turn it and move it, and no drag does two things."""

import pytest
from PySide6.QtCore import Qt

from app.desktop.looks.mouse_bindings import BINDINGS, ORBIT, PAN, ZOOM, MouseBinding, binding

BUTTONS, KEYS = Qt.MouseButton, Qt.KeyboardModifier
PLAIN = KEYS.NoModifier
every = pytest.mark.parametrize("shown", BINDINGS.values(), ids=BINDINGS)


@every
def test_a_manner_can_orbit_and_pan(shown: MouseBinding) -> None:
    assert {ORBIT, PAN} <= set(shown.drags.values()) <= {ORBIT, PAN, ZOOM}


@every
def test_each_drag_of_the_table_does_what_the_table_says(shown: MouseBinding) -> None:
    button = {"left": BUTTONS.LeftButton, "middle": BUTTONS.MiddleButton}
    held = {"ctrl": KEYS.ControlModifier, "shift": KEYS.ShiftModifier, "alt": KEYS.AltModifier}
    for chord, what in shown.drags.items():
        *keys, name = chord.split()
        modifiers = PLAIN
        for key in keys:
            modifiers |= held[key]
        assert shown.kind(button.get(name, BUTTONS.RightButton), modifiers) == what
        assert chord.replace(" ", "+") in shown.words


@pytest.mark.parametrize(
    ("key", "button", "keys", "what"),
    [
        ("cellwright", BUTTONS.LeftButton, PLAIN, ORBIT),
        ("cellwright", BUTTONS.LeftButton, KEYS.ShiftModifier, PAN),
        ("blender", BUTTONS.MiddleButton, KEYS.ShiftModifier, PAN),
        ("robodk", BUTTONS.RightButton, PLAIN, ORBIT),
        ("robotstudio", BUTTONS.LeftButton, KEYS.ControlModifier, PAN),
        ("robotstudio", BUTTONS.LeftButton, PLAIN, ""),
        ("solidworks", BUTTONS.MiddleButton, KEYS.ControlModifier, PAN),
        ("solidworks", BUTTONS.MiddleButton, KEYS.KeypadModifier, ORBIT),
    ],
)
def test_drags_are_those_of_the_other_programs(key, button, keys, what) -> None:
    assert binding(key).kind(button, keys) == what


def test_an_unknown_manner_is_that_of_cellwright() -> None:
    assert binding("another program") is BINDINGS["cellwright"]

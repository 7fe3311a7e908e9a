"""Materials by kind and colour of a body."""

import pytest

from app.desktop.looks.theme import rgb
from app.desktop.view3d.drawing.bodies.materials import METAL, PAINTED, PLASTIC, material_of


@pytest.mark.parametrize(
    ("kind", "colour", "expected"),
    [
        ("robot", "#d9782d", PAINTED),
        ("robot", "#e8e8e4", PAINTED),
        ("robot", "#2c3038", PLASTIC),
        ("finger", "#a8b0b8", METAL),
        ("part", "#9aa0a6", METAL),
        ("part", "#2a66c8", PAINTED),
        ("fixture", "#9aa0a6", PAINTED),
    ],
)
def test_arms_are_painted_fingers_are_metal_and_dark_things_plastic(kind, colour, expected) -> None:
    assert material_of(kind, rgb(colour)) is expected


def test_metal_colours_its_highlight_and_paint_does_not() -> None:
    gold = rgb("#d8b028")
    assert PAINTED.highlight(gold) == (1.0, 1.0, 1.0)
    assert METAL.highlight(gold)[2] < 0.8

"""The menu View > Standard views: the first view, the six sides, the four isometric views."""

from __future__ import annotations

from functools import partial

from app.desktop.menus.action import LINE, Action, Menu
from app.desktop.window_parts import WindowParts


def look(name: str, parts: WindowParts) -> None:
    """Turns the camera to one of its named directions."""
    if parts.viewport is not None:
        parts.viewport.standard_view(name)


def home(parts: WindowParts) -> None:
    """Gives the camera its first place again."""
    if parts.viewport is not None:
        parts.viewport.home()


def side(name: str, keys: str, tip: str, icon: str) -> Action:
    """The action of a side of the cell."""
    text = f"{name.capitalize()} view"
    return Action(f"look_{name}", text, keys, tip, icon, partial(look, name))


def corner(name: str, keys: str, icon: str) -> Action:
    """The action of an isometric view, from between two sides, as `front right`."""
    view = f"isometric_{name.replace(' ', '_')}"
    tip = f"Look from the {name} and above, along a diagonal of a cube"
    text = f"Isometric view, {name}"
    return Action(f"look_{view}", text, keys, tip, icon, partial(look, view))


CAMERA = Menu(
    "Standard views",
    (
        Action("home", "Home view", "Ctrl+Home", "The first view again", "mdi6.home-outline", home),
        LINE,
        side("front", "1", "Look from the front", "mdi6.axis-x-arrow"),
        side("back", "Ctrl+1", "Look from the back", "mdi6.axis-x-arrow"),
        side("right", "3", "Look from the right", "mdi6.axis-y-arrow"),
        side("left", "Ctrl+3", "Look from the left", "mdi6.axis-y-arrow"),
        side("top", "7", "Look from above", "mdi6.axis-z-arrow"),
        side("bottom", "Ctrl+7", "Look from below", "mdi6.axis-z-arrow"),
        LINE,
        corner("front right", "9", "mdi6.cube-outline"),
        corner("front left", "", "mdi6.cube-outline"),
        corner("back right", "", "mdi6.cube-outline"),
        corner("back left", "Ctrl+9", "mdi6.cube-outline"),
    ),
    "mdi6.cube-outline",
)
